// Errors with causes: the engine's constructors know no options.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, isObject = R.isObject, create = Object.create, getProto = Object.getPrototypeOf, setProto = Object.setPrototypeOf;
['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'].forEach(function (name) {
    var Native = N.global(name), P = Native.prototype;
    function wrap(message, options) {
        var e = arguments.length === 0 || message === undefined ? new Native() : new Native(message);
        if (isObject(options) && 'cause' in options) define(e, 'cause', options.cause, 0);
        return e;
    }
    N.asConstructor(wrap, Native, name);
    define(P, 'constructor', wrap, 0);
    N.setGlobal(name, wrap);
});
['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError'].forEach(function (name) { setProto(N.global(name), N.global('Error')); });

var ErrorNow = N.global('Error');
function AggregateErrorNow(errors, message, options) {
    var e = new ErrorNow(message);
    setProto(e, this instanceof AggregateErrorNow ? Object.getPrototypeOf(this) : AggregateErrorNow.prototype);
    if (message === undefined) delete e.message;
    if (isObject(options) && 'cause' in options) define(e, 'cause', options.cause, 0);
    define(e, 'errors', R.all(errors), 0);
    return e;
}
setName(AggregateErrorNow, 'AggregateError');
AggregateErrorNow.prototype = create(ErrorNow.prototype);
define(AggregateErrorNow.prototype, 'constructor', AggregateErrorNow, 0);
define(AggregateErrorNow.prototype, 'name', 'AggregateError', 0);
define(AggregateErrorNow.prototype, 'message', '', 0);
setProto(AggregateErrorNow, ErrorNow);
N.setGlobal('AggregateError', AggregateErrorNow);
N.AggregateError = AggregateErrorNow;

define(N.global('Error'), 'captureStackTrace', setName(function (o) { if (isObject(o)) define(o, 'stack', N.stackHere(o), 0); }, 'captureStackTrace'), 0);
define(N.global('Error'), 'stackTraceLimit', 10, 7);
})
