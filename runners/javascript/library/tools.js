// Calls to the host: tool.<name>(args), and what is built on them.
(function (N, R) {
'use strict';
var isObject = R.isObject, define = N.define, setName = N.setName, create = Object.create, parse = JSON.parse, PromiseNow = N.global('Promise');
var ErrorNow = N.global('Error'), TypeErrorNow = TypeError, isArray = Array.isArray, stringify = JSON.stringify;
var open = create(null), count = 0, mostAtOnce = 32;

function call(name, args) {
    var id = 'js-' + (++count), settle;
    var promise = new PromiseNow(function (resolve, reject) { settle = {resolve: resolve, reject: reject}; });
    open[id] = settle;
    N.sendToolCall(id, name, args === undefined ? {} : args);
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
    return limited(thunks, mostAtOnce).then(function (results) {
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
N.setGlobal('pipeline', setName(function (items) {
    var stages = R.rest(arguments, 1);
    for (var i = 0; i < stages.length; i++) if (typeof stages[i] !== 'function') return PromiseNow.reject(new TypeErrorNow('pipeline: a stage must be a function'));
    try {
        return collected(thunksOf(items, function (item, index) {
            return function () {
                var value = PromiseNow.resolve(item);
                for (var k = 0; k < stages.length; k++) (function (stage) { value = value.then(function (v) { return stage(v, item, index); }); })(stages[k]);
                return value;
            };
        }));
    } catch (e) { return PromiseNow.reject(e); }
}, 'pipeline'));

function copyDefined(target, options, names) {
    for (var i = 0; i < names.length; i++) if (options[names[i]] !== undefined) target[names[i]] = options[names[i]];
    return target;
}
function textOf(result) { return typeof result === 'string' ? result : isObject(result) && result.text !== undefined ? result.text : result === undefined ? '' : stringify(result); }
function dataOf(result) { return isObject(result) && result.data !== undefined ? result.data : parse(textOf(result)); }
N.setGlobal('completion', setName(function (prompt, options) {
    options = isObject(options) ? options : {};
    return call('completion', copyDefined({prompt: prompt}, options, ['model', 'system', 'schema'])).then(function (r) {
        return options.schema === undefined ? textOf(r) : dataOf(r);
    });
}, 'completion'));
N.setGlobal('agent', setName(function (prompt, options) {
    options = isObject(options) ? options : {};
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

// The helpers of files and texts answer with promises, as everything that may once ask the host.
['read', 'write', 'append', 'tree', 'diff', 'output', 'sort', 'uniq', 'counter'].forEach(function (name) {
    var native = N.global(name), apply = Reflect.apply;
    N.setGlobal(name, setName(function () {
        try { return PromiseNow.resolve(apply(native, undefined, arguments)); } catch (e) { return PromiseNow.reject(e); }
    }, name));
});
})
