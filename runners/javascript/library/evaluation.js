// Code from text: eval, Function and the constructors of the other kinds of functions.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, FunctionNow = N.global('Function'), StringNow = String;

var engineEval = N.global('eval'), apply = Reflect.apply;
var indirectEval = N.asMethod(setName(function (text) { return typeof text === 'string' ? N.evaluate(text) : text; }, 'eval'));
N.setGlobal('eval', indirectEval);
// A call by the name of eval: `inside` stands where the call does.
R.directEval = function (present, inside, self, text) {
    if (present !== indirectEval) return present(text);
    return typeof text === 'string' ? apply(inside, self, [engineEval, N.lowerInside(text), R]) : text;
};
function fromText(kind, parts) {
    var parameters = '', count = parts.length, body = count > 0 ? parts[count - 1] : '';
    for (var i = 0; i + 1 < count; i++) parameters += (i > 0 ? ',' : '') + StringNow(parts[i]);
    return N.evaluate('(' + kind + ' anonymous(' + parameters + '\n) {\n' + StringNow(body) + '\n})');
}
function constructorFrom(kind, name) {
    return setName(function () { return fromText(kind, arguments); }, name);
}
R.functionFrom = constructorFrom;

// Every function inherits these two, which nobody may use.
(function () {
    var thrower = Object.getOwnPropertyDescriptor(arguments, 'callee').get;
    ['caller', 'arguments'].forEach(function (name) {
        N.accessor(FunctionNow.prototype, name, thrower, true, 0);
        N.accessor(FunctionNow.prototype, name, thrower, false, 0);
    });
})();

var wrapper = constructorFrom('function', 'Function');
N.asConstructor(wrapper, FunctionNow, 'Function');
define(FunctionNow.prototype, 'constructor', wrapper, 0);
N.setGlobal('Function', wrapper);
})
