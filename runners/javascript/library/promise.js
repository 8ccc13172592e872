// Promises, the queue of microtasks, async functions and async generators.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, hidden = N.hidden, Thread = N.Thread, resume = N.Thread.resume;
var apply = Reflect.apply, create = Object.create, setProto = Object.setPrototypeOf;
var isObject = R.isObject, TypeErrorNow = TypeError, result = R.result;
var key = hidden('promise');
N.promiseKey = key;

// --- What node:async_hooks keeps for whatever is going on: a reaction runs in the context that it was added in

var context;
function bound(f) {
    var kept = context;
    return kept === undefined ? f : function () { return within(kept, f, this, arguments); };
}
function within(kept, f, self, args) {
    var before = context;
    context = kept;
    try { return apply(f, self, args); } finally { context = before; }
}
N.asyncContext = {get: function () { return context; }, set: function (c) { context = c; }, bound: bound, within: within};

// --- Microtasks: quadruples of a function and three arguments, without a prototype so that nothing can be in the way

var queue = setProto([], null), head = 0, tail = 0;
function enqueue(f, a, b, c) { queue[tail] = f; queue[tail + 1] = a; queue[tail + 2] = b; queue[tail + 3] = c; tail += 4; }
var draining = false;
N.drain = function () {
    draining = true;
    while (head < tail) {
        context = undefined;
        var f = queue[head], a = queue[head + 1], b = queue[head + 2], c = queue[head + 3];
        queue[head] = queue[head + 1] = queue[head + 2] = queue[head + 3] = undefined;
        head += 4;
        if (head === tail) head = tail = 0;
        f(a, b, c);
    }
    draining = false;
    context = undefined;
    return unhandled.length > 0;  // is there something to look at?
};
N.dropMicrotasks = function () { draining = false; queue = setProto([], null); head = tail = 0; };
function callTask(f) { f(); }
function queueMicrotask(f) {
    if (typeof f !== 'function') throw new TypeErrorNow('The "callback" argument must be of type function');
    enqueue(function (g) { try { g(); } catch (e) { N.uncaught(e); } }, bound(f));
}
N.setGlobal('queueMicrotask', queueMicrotask);
R.enqueue = enqueue;
// In front of everything that waits; out of a reaction, behind it.
R.enqueueFirst = function (f) {
    if (draining) { enqueue(f); return; }
    if (head >= 4) head -= 4;
    else { for (var i = tail - 1; i >= head; i--) queue[i + 4] = queue[i]; tail += 4; }
    queue[head] = f; queue[head + 1] = queue[head + 2] = queue[head + 3] = undefined;
};

// --- Promises. State: s 0 pending, 1 fulfilled, 2 rejected; v value; r reactions; h somebody looks at it

var unhandled = [];
function track(promise, state) { unhandled[unhandled.length] = promise; }
N.takeUnhandled = function () {
    var list = unhandled, out = [];
    unhandled = [];
    for (var i = 0; i < list.length; i++) { var s = list[i][key]; if (s.h) continue; s.h = true; if (N.rejectionListener === undefined || !N.rejectionListener(s.v, list[i])) out[out.length] = s.v; }
    return out;
};
function settle(promise, how, value) {
    var state = promise[key], reactions = state.r;
    if (state.s !== 0) return;
    state.s = how; state.v = value; state.r = null;
    if (how === 2 && !state.h) track(promise, state);
    if (reactions !== null) for (var i = 0; i < reactions.length; i++) enqueue(react, reactions[i], how, value);
}
// A reaction is a coroutine that awaits, or handlers with the promise to settle.
function react(reaction, how, value) {
    context = reaction.x;
    if (reaction.step !== undefined) { reaction.step(reaction, value, how === 2); return; }
    var handler = how === 1 ? reaction.f : reaction.r, capability = reaction.c;
    if (handler === undefined) {
        if (capability === null) return;
        if (how === 1) capability.resolve(value); else capability.reject(value);
        return;
    }
    var answer;
    try { answer = handler(value); } catch (e) { if (capability !== null) capability.reject(e); return; }
    if (capability !== null) capability.resolve(answer);
}
function resolveWith(promise, value) {
    if (value === promise) { settle(promise, 2, new TypeErrorNow('Chaining cycle detected for promise #<Promise>')); return; }
    if (!isObject(value)) { settle(promise, 1, value); return; }
    var then;
    try { then = value.then; } catch (e) { settle(promise, 2, e); return; }
    if (typeof then !== 'function') { settle(promise, 1, value); return; }
    enqueue(adopt, promise, value, then);
}
function adopt(promise, thenable, then) {
    var f = resolvers(promise);
    try { apply(then, thenable, [f.resolve, f.reject]); } catch (e) { f.reject(e); }
}
function resolvers(promise) {
    var done = false;
    return {
        resolve: function* (v) { if (!done) { done = true; resolveWith(promise, v); } },
        reject: function* (e) { if (!done) { done = true; settle(promise, 2, e); } }
    };
}
function init(promise) { define(promise, key, {s: 0, v: undefined, r: null, h: false}, 8); return promise; }
// Functions with an asterisk are no constructors, here as in lowered text.
function Promise(executor) {
    if (!(this instanceof Promise) || this[key] !== undefined) throw new TypeErrorNow("Promise constructor cannot be invoked without 'new'");
    if (typeof executor !== 'function') throw new TypeErrorNow('Promise resolver ' + N.describe(executor) + ' is not a function');
    init(this);
    var f = resolvers(this);
    try { executor(f.resolve, f.reject); } catch (e) { f.reject(e); }
}
var proto = Promise.prototype;
function fresh() { return init(create(proto)); }
function internalCapability() {
    var promise = fresh();
    return {promise: promise, resolve: function* (v) { resolveWith(promise, v); }, reject: function* (e) { settle(promise, 2, e); }};
}
function capability(C) {
    if (C === Promise) return internalCapability();
    if (typeof C !== 'function') throw new TypeErrorNow('Promise resolve or reject function is not callable');
    var out = {promise: undefined, resolve: undefined, reject: undefined};
    out.promise = new C(function* (resolve, reject) {
        if (out.resolve !== undefined || out.reject !== undefined) throw new TypeErrorNow('Promise executor has already been invoked');
        out.resolve = resolve; out.reject = reject;
    });
    if (typeof out.resolve !== 'function' || typeof out.reject !== 'function') throw new TypeErrorNow('Promise resolve or reject function is not callable');
    return out;
}
function speciesOf(promise) {
    var C = promise.constructor;
    if (C === undefined) return Promise;
    if (!isObject(C)) throw new TypeErrorNow('The .constructor property is not an object');
    var S = C[Symbol.species];
    return S == null ? (S === undefined && Symbol.species === undefined ? C : Promise) : S;
}
function isPromise(v) { return isObject(v) && v[key] !== undefined; }
function addReaction(state, reaction) {
    state.h = true;
    reaction.x = context;
    if (state.s === 0) { if (state.r === null) state.r = setProto([], null); state.r[state.r.length] = reaction; }
    else enqueue(react, reaction, state.s, state.v);
}
function method(target, name, f) { define(target, name, setName(f, name), 0); }
method(proto, 'then', function (onFulfilled, onRejected) {
    if (!isPromise(this)) throw new TypeErrorNow('Method Promise.prototype.then called on incompatible receiver ' + N.shared.named(this));
    var c = capability(speciesOf(this));
    addReaction(this[key], {
        step: undefined, c: c, x: undefined,
        f: typeof onFulfilled === 'function' ? onFulfilled : undefined,
        r: typeof onRejected === 'function' ? onRejected : undefined
    });
    return c.promise;
});
method(proto, 'catch', function (onRejected) { return this.then(undefined, onRejected); });
method(proto, 'finally', function (f) {
    if (typeof f !== 'function') return this.then(f, f);
    var C = speciesOf(this);
    return this.then(
        function* (v) { return resolveTo(C, f()).then(function* () { return v; }); },
        function* (e) { return resolveTo(C, f()).then(function* () { throw e; }); });
});
define(proto, Symbol.toStringTag, 'Promise', 4);
function resolveTo(C, value) {
    if (isPromise(value) && value.constructor === C) return value;
    var c = capability(C);
    c.resolve(value);
    return c.promise;
}
method(Promise, 'resolve', function (value) {
    if (!isObject(this)) throw new TypeErrorNow('PromiseResolve called on non-object');
    return resolveTo(this, value);
});
method(Promise, 'reject', function (error) { var c = capability(this); c.reject(error); return c.promise; });
method(Promise, 'withResolvers', function () { return capability(this); });
function combine(name, each) {
    method(Promise, name, function (iterable) {
        var C = this, c = capability(C), record;
        try {
            var resolve = C.resolve;
            if (typeof resolve !== 'function') throw new TypeErrorNow('Promise resolve or reject function is not callable');
            record = R.open(iterable);
            var values = [], left = {n: 1}, index = 0, finish = each.finish && function () { each.finish(values, c); };
            while (R.step(record)) {
                left.n++;
                each(apply(resolve, C, [record.value]), values, index++, c, function () { if (--left.n === 0 && finish) finish(); });
            }
            if (--left.n === 0 && finish) finish();
        } catch (e) { if (record) R.abort(record, e); c.reject(e); }
        return c.promise;
    });
}
function once(f) { var called = false; return function* (v) { if (!called) { called = true; f(v); } }; }
function all(p, values, i, c, done) { define(values, i, undefined, 1); p.then(once(function (v) { values[i] = v; done(); }), c.reject); }
all.finish = function (values, c) { c.resolve(values); };
combine('all', all);
function allSettled(p, values, i, c, done) {
    define(values, i, undefined, 1);
    var settled = once(function (v) { values[i] = v; done(); });
    p.then(function* (v) { settled({status: 'fulfilled', value: v}); }, function* (e) { settled({status: 'rejected', reason: e}); });
}
allSettled.finish = all.finish;
combine('allSettled', allSettled);
function any(p, errors, i, c, done) { define(errors, i, undefined, 1); p.then(c.resolve, once(function (e) { errors[i] = e; done(); })); }
any.finish = function (errors, c) { c.reject(new N.AggregateError(errors, 'All promises were rejected')); };
combine('any', any);
combine('race', function (p, values, i, c) { p.then(c.resolve, c.reject); });
N.setGlobal('Promise', Promise);

// --- Awaiting

function awaitValue(value, coroutine) {
    coroutine.x = context;
    if (isObject(value)) {
        var promise;
        try { promise = resolveTo(Promise, value); } catch (e) { enqueue(react, coroutine, 2, e); return; }
        addReaction(promise[key], coroutine);
    } else enqueue(react, coroutine, 1, value);
}
function stepAsync(coroutine, value, isError) {
    var r;
    try { r = resume(coroutine.thread, value, isError); }
    catch (e) { settle(coroutine.promise, 2, e); return; }
    if (coroutine.done) resolveWith(coroutine.promise, r);
    else awaitValue(r, coroutine);
}
R.async = function (body) {
    var promise = fresh();
    var coroutine = {step: stepAsync, thread: null, promise: promise, done: false, x: undefined};
    coroutine.thread = new Thread(function () { var r = body(); coroutine.done = true; return r; });
    stepAsync(coroutine, undefined, false);
    return promise;
};
R['await'] = Thread['yield'];
// A coroutine to be started by hand, and later gone on with as an async function.
R.coroutine = function (body) {
    var coroutine = {step: stepAsync, thread: null, promise: null, done: false, x: undefined};
    coroutine.thread = new Thread(function () { var r = body(); coroutine.done = true; return r; });
    return coroutine;
};
R.resumeAsync = function (coroutine) {
    coroutine.promise = fresh();
    stepAsync(coroutine, undefined, false);
    return coroutine.promise;
};

// --- Async iteration

R.iterateAsync = function (iterable) {
    var method = iterable == null ? undefined : iterable[Symbol.asyncIterator];
    if (method == null) {
        var sync = iterable == null ? undefined : iterable[Symbol.iterator];
        if (sync == null && (iterable == null || !N.isArguments(iterable))) throw R.notIterable(iterable, 'async iterable');
        var inner = R.open(iterable, sync);
        inner.isSync = true;
        return inner;
    }
    var it = apply(method, iterable, []);
    if (!isObject(it)) throw new TypeErrorNow('Result of the Symbol.asyncIterator method is not an object');
    return {it: it, next: it.next, done: false, value: undefined, isSync: false};
};
// What a synchronous iterator answered, as an asynchronous one would. A value that fails ends the iterator if `closes`.
function settledResult(r, it, closes) {
    if (!isObject(r)) throw new TypeErrorNow('Iterator result ' + N.describe(r) + ' is not an object');
    var c = internalCapability(), done = !!r.done, value = r.value, promise;
    function fail(e) { if (closes && !done) closeQuietly(it); c.reject(e); }
    try { promise = resolveTo(Promise, value); } catch (e) { fail(e); return c.promise; }
    addReaction(promise[key], {step: undefined, c: null, f: function (v) { c.resolve(result(v, done)); }, r: fail});
    return c.promise;
}
function closeQuietly(it) { try { var f = it['return']; if (f != null) apply(f, it, []); } catch (ignored) {} }
R.nextAsync = function (record) {
    record.done = true;
    var r = apply(record.next, record.it, []);
    return record.isSync ? settledResult(r, record.it, true) : r;
};
R.stepAsync = function (record, r) {
    if (!isObject(r)) throw new TypeErrorNow('Iterator result ' + N.describe(r) + ' is not an object');
    if (r.done) return false;
    record.value = r.value;
    record.done = false;
    return true;
};
R.closeAsync = function (record) { var f = record.it['return']; return f == null ? undefined : apply(f, record.it, []); };

var AsyncIteratorPrototype = {};
define(AsyncIteratorPrototype, Symbol.asyncIterator, setName(function () { return this; }, '[Symbol.asyncIterator]'), 0);
var AsyncGeneratorPrototype = create(AsyncIteratorPrototype);
var AsyncGeneratorFunctionPrototype = create(Function.prototype);
R.markAsyncGenerator = R.markAs(AsyncGeneratorFunctionPrototype, AsyncGeneratorPrototype);
function Yielded(value) { this.value = value; }
R.asyncGenerator = function (body) {
    var p = N.caller().prototype, g = create(isObject(p) ? p : AsyncGeneratorPrototype);
    define(g, R.stateKey, {kind: 'asyncGenerator', body: body, coroutine: null, queue: [], busy: false, done: false}, 8);
    return g;
};
function serve(s) {
    if (s.busy || s.queue.length === 0) return;
    s.busy = true;
    var request = s.queue[0];
    if (s.coroutine === null && request.mode !== 0) s.done = true;
    if (s.done) {
        if (request.mode === 0) answer(s, 1, result(undefined, true));
        else if (request.mode === 1) answer(s, 2, request.value);
        else resolveTo(Promise, request.value).then(function (v) { answer(s, 1, result(v, true)); }, function (e) { answer(s, 2, e); });
        return;
    }
    if (s.coroutine === null) {
        var body = s.body, coroutine = {step: stepAsyncGenerator, thread: null, state: s, done: false, x: undefined};
        coroutine.thread = new Thread(function () { var r = body(); coroutine.done = true; return r; });
        s.coroutine = coroutine;
    }
    if (request.mode === 2) {
        resolveTo(Promise, request.value).then(
            function (v) { stepAsyncGenerator(s.coroutine, new R.Close(v), true); },
            function (e) { stepAsyncGenerator(s.coroutine, e, true); });
    } else stepAsyncGenerator(s.coroutine, request.value, request.mode === 1);
}
function answer(s, how, value) {
    var request = s.queue.shift();
    s.busy = false;
    settle(request.promise, how, value);
    serve(s);
}
function stepAsyncGenerator(coroutine, value, isError) {
    var s = coroutine.state, r;
    try { r = resume(coroutine.thread, value, isError); }
    catch (e) {
        s.done = true;
        if (e instanceof R.Close) answer(s, 1, result(e.value, true)); else answer(s, 2, e);
        return;
    }
    if (coroutine.done) { s.done = true; answer(s, 1, result(r, true)); }
    else if (r instanceof Yielded) answer(s, 1, result(r.value, false));
    else awaitValue(r, coroutine);
}
function request(mode) {
    return function (value) {
        var promise = fresh(), s = isObject(this) ? this[R.stateKey] : undefined;
        if (s === undefined || s.kind !== 'asyncGenerator') { settle(promise, 2, new TypeErrorNow('next method called on incompatible receiver ' + N.describe(this))); return promise; }
        s.queue[s.queue.length] = {mode: mode, value: value, promise: promise};
        serve(s);
        return promise;
    };
}
method(AsyncGeneratorPrototype, 'next', request(0));
method(AsyncGeneratorPrototype, 'throw', request(1));
method(AsyncGeneratorPrototype, 'return', request(2));
define(AsyncGeneratorPrototype, Symbol.toStringTag, 'AsyncGenerator', 4);
define(AsyncGeneratorPrototype, 'constructor', AsyncGeneratorFunctionPrototype, 4);
define(AsyncGeneratorFunctionPrototype, 'prototype', AsyncGeneratorPrototype, 4);
define(AsyncGeneratorFunctionPrototype, Symbol.toStringTag, 'AsyncGeneratorFunction', 4);
R.hiddenConstructor('AsyncGeneratorFunction', AsyncGeneratorFunctionPrototype, 'async function*');
R.yieldAsync = function (value) { return Thread['yield'](new Yielded(Thread['yield'](value))); };
R.yieldAllAsync = function (iterable) {
    var record = R.iterateAsync(iterable), it = record.it, sent, mode = 0, r;
    for (;;) {
        var f = mode === 0 ? record.next : it[mode === 1 ? 'throw' : 'return'];
        if (f == null) {
            if (mode === 2) throw new R.Close(sent);
            var close = it['return'];
            r = close == null ? it : apply(close, it, []);
            if (!record.isSync) r = Thread['yield'](r);
            if (!isObject(r)) throw new TypeErrorNow('iterator.return() did not return an object');
            throw new TypeErrorNow('The iterator does not provide a throw method');
        }
        r = apply(f, it, [sent]);
        r = Thread['yield'](record.isSync ? settledResult(r, it, mode !== 2) : r);
        if (!isObject(r)) throw new TypeErrorNow('Iterator result ' + N.describe(r) + ' is not an object');
        if (r.done) { if (mode === 2) throw new R.Close(r.value); return r.value; }
        try { sent = Thread['yield'](new Yielded(r.value)); mode = 0; }
        catch (e) { if (e instanceof R.Close) { mode = 2; sent = e.value; } else { mode = 1; sent = e; } }
    }
};

// --- For the runner: when is a cell's value there?

N.isThenable = function (v) { if (!isObject(v)) return false; try { return typeof v.then === 'function'; } catch (e) { return false; } };
N.whenSettled = function (value, token) {
    var promise = resolveTo(Promise, value);
    addReaction(promise[key], {step: undefined, c: null, f: function (v) { N.settled(token, true, v); }, r: function (e) { N.settled(token, false, e); }});
};
N.promiseState = function (p) { return isPromise(p) ? p[key] : undefined; };
})
