// node:constants, of old.
module.exports = { ...require('./fs_constants'), ...require('./os').constants.signals };
