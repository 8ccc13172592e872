// node:vm: only the present realm.
const { unsupported, checkString } = require('./errors');
class Script {
    constructor(code) { this.code = String(code); }
    runInThisContext() { return (0, eval)(this.code); }
    runInNewContext() { throw unsupported('vm contexts'); }
    runInContext() { throw unsupported('vm contexts'); }
}
module.exports = {
    Script, runInThisContext: code => { checkString(code, 'code'); return new Script(code).runInThisContext(); },
    runInNewContext() { throw unsupported('vm.runInNewContext()'); }, runInContext() { throw unsupported('vm.runInContext()'); },
    createContext() { throw unsupported('vm.createContext()'); }, isContext: () => false,
    compileFunction: (code, names = []) => new Function(...names, code)
};
