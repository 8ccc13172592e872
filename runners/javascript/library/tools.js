// Calls to the host: tool.<name>(args), and what is built on them.
(function (N, R) {
'use strict';
var isObject = R.isObject, define = N.define, setName = N.setName, create = Object.create, parse = JSON.parse, PromiseNow = N.global('Promise');
var ErrorNow = N.global('Error'), TypeErrorNow = TypeError, isArray = Array.isArray, stringify = JSON.stringify;
var open = create(null), count = 0, listName = '$list', deepest = 60, tagOf = Object.prototype.toString;

// How many calls of parallel() go on at once is the host's to say.
function mostAtOnce() {
    var width;
    try { width = parseInt(N.global('process').env.EVAL_MAX_CONCURRENCY, 10); } catch (e) { width = 0; }
    return width >= 1 ? width : 32;
}

// What JSON has no form for is refused with its place, before anything is sent. A member that is undefined is left out.
function checked(value, place, holders, refuse) {
    if (isObject(value) && typeof value.toJSON === 'function') value = value.toJSON();
    switch (typeof value) {
        case 'string': case 'boolean': return value;
        case 'number':
            if (value !== value || value === Infinity || value === -Infinity) refuse(place, 'is ' + value + ', which JSON has no form for');
            return value;
        case 'object': case 'undefined': if (value === null) return value; break;
        default: break;
    }
    if (!isObject(value) || typeof value === 'function') refuse(place, 'is of type ' + typeof value + ', which JSON has no form for');
    // A Map, a Promise that was not awaited, a big integer: as JSON they would be {}.
    var tag = tagOf.call(value).slice(8, -1);
    if (!isArray(value) && tag !== 'Object') refuse(place, 'is of type ' + tag + ', which JSON has no form for');
    if (holders.indexOf(value) >= 0) refuse(place, 'holds itself');
    if (holders.length >= deepest) refuse(place, 'is nested more than ' + deepest + ' deep');
    holders.push(value);
    var out, i, keys;
    if (isArray(value)) {
        out = [];
        for (i = 0; i < value.length; i++) define(out, i, checked(value[i], place + '[' + i + ']', holders, refuse), 1);
    } else {
        out = create(null);
        keys = Object.keys(value);
        for (i = 0; i < keys.length; i++)
            if (value[keys[i]] !== undefined) out[keys[i]] = checked(value[keys[i]], place === '' ? keys[i] : place + '.' + keys[i], holders, refuse);
    }
    holders.pop();
    return out;
}

function call(name, args) {
    var id = 'js-' + (++count), settle;
    var promise = new PromiseNow(function (resolve, reject) { settle = {resolve: resolve, reject: reject}; });
    try {
        args = args === undefined ? {} : checked(args, '', [], function (place, what) {
            throw new TypeErrorNow('tool.' + name + ': ' + (place === '' ? 'what is passed' : 'the argument ' + place) + ' ' + what);
        });
    } catch (e) { return PromiseNow.reject(e); }
    open[id] = settle;
    N.sendToolCall(id, name, args);
    return promise;
}
N.finishTool = function (id, ok, value) {
    var settle = open[id];
    if (settle === undefined) return;  // of a cell that is over
    delete open[id];
    if (!ok) { settle.reject(new ErrorNow(value)); return; }
    var result;
    try { result = value === '' ? undefined : parse(value); } catch (e) { settle.reject(e); return; }
    settle.resolve(result);
};
N.setGlobal('tool', new Proxy(create(null), {
    get: function (target, name) {
        if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
        if (name === 'list') return setName(function (args) { return args === undefined ? call(listName) : call(name, args); }, name);
        return setName(function (args) { return call(name, args); }, name);
    }
}));

function limited(thunks, most) {
    return new PromiseNow(function (resolve) {
        var results = [], running = 0, next = 0, left = thunks.length;
        if (left === 0) resolve(results);
        function start() {
            while (running < most && next < thunks.length) (function (i) {
                running++;
                new PromiseNow(function (done) { done(thunks[i]()); }).then(
                    function (v) { end(i, {ok: true, value: v}); }, function (e) { end(i, {ok: false, error: e}); });
            })(next++);
        }
        function end(i, result) { results[i] = result; running--; if (--left === 0) resolve(results); else start(); }
        start();
    });
}
// All results in order; the first error by index once everything has ended.
function collected(thunks) {
    return limited(thunks, mostAtOnce()).then(function (results) {
        var out = [];
        for (var i = 0; i < results.length; i++) { if (!results[i].ok) throw results[i].error; define(out, i, results[i].value, 1); }
        return out;
    });
}
function thunksOf(values, make) { var list = R.all(values), out = []; for (var i = 0; i < list.length; i++) define(out, i, make(list[i], i), 1); return out; }
N.setGlobal('parallel', setName(function (thunks) {
    try {
        return collected(thunksOf(thunks, function (f) {
            if (typeof f !== 'function') return function () { return f; };
            return f;
        }));
    } catch (e) { return PromiseNow.reject(e); }
}, 'parallel'));
function clear(stage) {
    return function (values) { return collected(thunksOf(values, function (value) { return function () { return stage(value); }; })); };
}
N.setGlobal('pipeline', setName(function (items) {
    var stages = R.rest(arguments, 1);
    for (var i = 0; i < stages.length; i++) if (typeof stages[i] !== 'function') return PromiseNow.reject(new TypeErrorNow('pipeline: a stage must be a function'));
    // As in Python: all items clear a stage before the next begins, and a stage gets the item alone.
    try {
        var values = PromiseNow.resolve(R.all(items));
        for (var k = 0; k < stages.length; k++) values = values.then(clear(stages[k]));
        return values;
    } catch (e) { return PromiseNow.reject(e); }
}, 'pipeline'));

function copyDefined(target, options, names) {
    for (var i = 0; i < names.length; i++) if (options[names[i]] !== undefined) target[names[i]] = options[names[i]];
    return target;
}
function textOf(result) { return typeof result === 'string' ? result : isObject(result) && result.text !== undefined ? result.text : result === undefined ? '' : stringify(result); }
function dataOf(result) { return isObject(result) && result.data !== undefined ? result.data : parse(textOf(result)); }
// Options come in an object at the end, or one by one in this order.
function optionsOf(given, names) {
    if (given.length === 1 && isObject(given[0]) && !isArray(given[0])) return given[0];
    var options = create(null);
    for (var i = 0; i < given.length && i < names.length; i++) options[names[i]] = given[i];
    return options;
}
N.setGlobal('completion', setName(function (prompt) {
    var options = optionsOf(R.rest(arguments, 1), ['model', 'system', 'schema']);
    return call('completion', copyDefined({prompt: prompt}, options, ['model', 'system', 'schema'])).then(function (r) {
        return options.schema === undefined ? textOf(r) : dataOf(r);
    });
}, 'completion'));
N.setGlobal('agent', setName(function (prompt) {
    var options = optionsOf(R.rest(arguments, 1), ['agent', 'label', 'schema', 'schema_mode', 'isolated', 'apply', 'merge', 'handle']);
    var args = copyDefined({prompt: prompt, agent: options.agent === undefined ? 'task' : options.agent}, options,
        ['label', 'schema', 'schema_mode', 'isolated', 'apply', 'merge']);
    return call('agent', args).then(function (r) {
        var data = options.schema === undefined ? undefined : dataOf(r);
        if (!options.handle) return options.schema === undefined ? textOf(r) : data;
        var record = isObject(r) ? r : {}, id = record.id;
        var out = {text: textOf(r), output: record.output === undefined ? textOf(r) : record.output, handle: 'agent://' + id, id: id, agent: record.agent === undefined ? args.agent : record.agent};
        if (data !== undefined) out.data = data;
        return out;
    });
}, 'agent'));

// What the caller lets this work cost. Without a tool of that name there is no limit.
function askBudget() { return call('budget').then(function (r) { return isObject(r) ? r : {}; }, function () { return {}; }); }
N.setGlobal('budget', {
    total: setName(function () { return askBudget().then(function (b) { return b.total === undefined ? null : b.total; }); }, 'total'),
    spent: setName(function () { return askBudget().then(function (b) { return b.spent || 0; }); }, 'spent'),
    remaining: setName(function () {
        return askBudget().then(function (b) { return typeof b.total === 'number' ? Math.max(0, b.total - (b.spent || 0)) : Infinity; });
    }, 'remaining'),
    hard: setName(function () { return askBudget().then(function (b) { return !!b.hard; }); }, 'hard')
});

// The helpers of files and texts answer with promises, as everything that may once ask the host.
['read', 'write', 'append', 'tree', 'diff', 'output', 'sort', 'uniq', 'counter'].forEach(function (name) {
    var native = N.global(name), apply = Reflect.apply;
    N.setGlobal(name, setName(function () {
        try { return PromiseNow.resolve(apply(native, undefined, arguments)); } catch (e) { return PromiseNow.reject(e); }
    }, name));
});
})
