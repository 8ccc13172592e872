// Modules that these cells can't have: they load, so that packages which only mention them work, and say so when used.
const { unsupported } = require('./errors');
module.exports = (module, functions, values = {}) => {
    const refused = { ...values };
    for (const name of functions) {
        refused[name] = { [name]: function () { throw unsupported(`${module}.${name}()`); } }[name];
    }
    return refused;
};
