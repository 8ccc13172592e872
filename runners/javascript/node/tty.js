// node:tty: no descriptor is a terminal.
module.exports = require('./refusal')('tty', ['ReadStream', 'WriteStream'], { isatty: () => false });
