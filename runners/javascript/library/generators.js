// Generators, on the engine's coroutines.
(function (N, R) {
'use strict';
var FunctionNow = N.global('Function'), FunctionProto = FunctionNow.prototype, create = Object.create, setProto = Object.setPrototypeOf, apply = Reflect.apply;
var define = N.define, setName = N.setName, Thread = N.Thread, resume = N.Thread.resume, isObject = R.isObject;
var TypeErrorNow = TypeError, result = R.result, stateKey = R.stateKey, stateOf = R.stateOf, open = R.open;
var IteratorPrototype = R.IteratorPrototype;

function Close(value) { this.value = value; }
setProto(Close.prototype, null);
R.passClose = function (error) { if (error instanceof Close) throw error; };
var GeneratorPrototype = create(IteratorPrototype);
var GeneratorFunctionPrototype = create(FunctionProto);
function markAs(functionProto, instanceProto) {
    return function (f) {
        if (f.prototype !== undefined) N.asMethod(f);  // one whose name is a binding inside
        setProto(f, functionProto);
        if (instanceProto) define(f, 'prototype', create(instanceProto), 2);
        return f;
    };
}
R.markGenerator = markAs(GeneratorFunctionPrototype, GeneratorPrototype);
R.generator = function (body) {
    var proto = N.caller().prototype, g = create(isObject(proto) ? proto : GeneratorPrototype);
    define(g, stateKey, {kind: 'generator', body: body, thread: null, running: false, done: false}, 8);
    return g;
};
function advance(g, value, mode) {
    var s = stateOf(g, 'generator'), r;
    if (s.running) throw new TypeErrorNow('Generator is already running');
    if (s.thread === null && mode !== 0) s.done = true;
    if (s.done) {
        if (mode === 1) throw value;
        return result(mode === 2 ? value : undefined, true);
    }
    s.running = true;
    try {
        if (s.thread === null) {
            var body = s.body;
            s.thread = new Thread(function () { var r = body(); s.done = true; return r; });
        }
        r = resume(s.thread, mode === 2 ? new Close(value) : value, mode !== 0);
    } catch (e) {
        s.running = false; s.done = true; s.thread = null;
        if (e instanceof Close) return result(e.value, true);
        throw e;
    }
    s.running = false;
    if (s.done) s.thread = null;
    return result(r, s.done);
}
// A step of a loop over a generator: `done` of its state says whether there was a value.
R.goOn = function (s) {
    if (s.running) throw new TypeErrorNow('Generator is already running');
    if (s.done) return undefined;
    s.running = true;
    try {
        if (s.thread === null) {
            var body = s.body;
            s.thread = new Thread(function () { var r = body(); s.done = true; return r; });
        }
        var r = resume(s.thread, undefined, false);
    } catch (e) {
        s.running = false; s.done = true; s.thread = null;
        if (e instanceof Close) return e.value;
        throw e;
    }
    s.running = false;
    if (s.done) s.thread = null;
    return r;
};
define(GeneratorPrototype, 'next', setName(function (v) { return advance(this, v, 0); }, 'next'), 0);
R.generatorNext = GeneratorPrototype.next;
define(GeneratorPrototype, 'throw', setName(function (e) { return advance(this, e, 1); }, 'throw'), 0);
define(GeneratorPrototype, 'return', setName(function (v) { return advance(this, v, 2); }, 'return'), 0);
define(GeneratorPrototype, Symbol.toStringTag, 'Generator', 4);
define(GeneratorFunctionPrototype, 'prototype', GeneratorPrototype, 4);
define(GeneratorPrototype, 'constructor', GeneratorFunctionPrototype, 4);
define(GeneratorFunctionPrototype, Symbol.toStringTag, 'GeneratorFunction', 4);
R['yield'] = Thread['yield'];
R.yieldAll = function (iterable) {
    var record = open(iterable), it = record.it, sent, mode = 0, r;
    for (;;) {
        if (mode === 0) r = apply(record.next, it, [sent]);
        else {
            var f = it[mode === 1 ? 'throw' : 'return'];
            if (f == null) {
                if (mode === 2) throw new Close(sent);
                R.close(record);
                throw new TypeErrorNow('The iterator does not provide a throw method');
            }
            r = apply(f, it, [sent]);
        }
        if (!isObject(r)) throw new TypeErrorNow('Iterator result ' + N.describe(r) + ' is not an object');
        if (r.done) { if (mode === 2) throw new Close(r.value); return r.value; }
        try { sent = Thread['yield'](r.value); mode = 0; }
        catch (e) { if (e instanceof Close) { mode = 2; sent = e.value; } else { mode = 1; sent = e; } }
    }
};

function hiddenConstructor(name, proto, kind) {
    var C = R.functionFrom(kind, name);
    setProto(C, FunctionNow);
    N.setLength(C, 1);
    define(C, 'prototype', proto, 8);
    define(proto, 'constructor', C, 4);
}
R.hiddenConstructor = hiddenConstructor;
hiddenConstructor('GeneratorFunction', GeneratorFunctionPrototype, 'function*');
R.Close = Close;
R.AsyncFunctionPrototype = create(FunctionProto);
define(R.AsyncFunctionPrototype, Symbol.toStringTag, 'AsyncFunction', 4);
hiddenConstructor('AsyncFunction', R.AsyncFunctionPrototype, 'async function');
R.markAsync = markAs(R.AsyncFunctionPrototype, null);
R.markAs = markAs;
})
