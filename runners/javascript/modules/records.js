// Files as modules: read, lowered, linked and run, each once; local ones again when they or what they import changed.
(function (N, R) {
'use strict';
var M = N.modules, create = Object.create, ownKeys = Reflect.ownKeys, define = N.define, apply = Reflect.apply;
var PromiseNow = N.PromiseNow, parse = JSON.parse, SyntaxErrorNow = SyntaxError, ErrorNow = N.global('Error');
var records = create(null);   // by path
var compiled = create(null);  // by path: {text, isModule, code}, for as long as the text stays
var fresh = 0, running = 1, done = 2, failed = 3;
M.records = records;

function compile(path, text, isModule) {
    var known = compiled[path];
    if (known !== undefined && known.text === text && known.isModule === isModule) return known.code;
    var code = N.compileModule(path, text, isModule);
    compiled[path] = {text: text, isModule: isModule, code: code};
    return code;
}
function kindOf(path) {
    if (/\.mjs$/.test(path)) return 'module';
    if (/\.cjs$/.test(path)) return 'commonjs';
    if (/\.json$/.test(path)) return 'json';
    if (/\.node$/.test(path)) throw M.failure(ErrorNow, 'ERR_DLOPEN_FAILED', "Native add-ons can't be loaded here: " + path);
    var around = M.packageAround(path);
    if (around !== null && (around.config.type === 'module' || around.config.type === 'commonjs')) return around.config.type;
    return 'either';
}
function Record(path) {
    this.path = path;
    this.stamp = N.fileStamp(path);
    this.isLocal = path.indexOf('/node_modules/') < 0;
    this.kind = kindOf(path);
    this.state = fresh;
    this.links = create(null);
    this.needs = [];  // records that this one imports, for freshness and cycles
    this.namespace = undefined;
    this.promise = undefined;
    this.error = undefined;
    this.module = undefined;
    var text = N.readSource(path);
    if (this.kind === 'json') this.text = text;
    else if (this.kind === 'module') this.code = compile(path, text, true);
    else this.code = this.compileEither(text);
    if (this.kind === 'module') { this.namespace = emptyNamespace(); this.helpers = helpersOf(this); }
}
// A file of no declared kind is CommonJS unless only an ECMAScript module may look like that.
Record.prototype.compileEither = function (text) {
    var code;
    try { code = compile(this.path, text, false); }
    catch (e) {
        if (this.kind !== 'either' || !(e instanceof SyntaxErrorNow) || !/\b(import|export|await)\b/.test(text)) throw e;
        code = compile(this.path, text, true);
        this.kind = 'module';
        return code;
    }
    this.kind = 'commonjs';
    return code;
};
function recordOf(path) { return records[path] || (records[path] = new Record(path)); }
M.recordOf = recordOf;

// --- Namespaces

function emptyNamespace() {
    var m = create(null);
    define(m, Symbol.toStringTag, 'Module', 8);
    return m;
}
M.namespaceOfExports = function (exports) {
    var m = emptyNamespace(), i, keys;
    if (R.isObject(exports)) {
        keys = ownKeys(exports);
        for (i = 0; i < keys.length; i++) if (typeof keys[i] === 'string' && keys[i] !== 'default' && !(typeof exports === 'function' && /^(length|name|prototype|arguments|caller)$/.test(keys[i]))) expose(m, exports, keys[i]);
    }
    define(m, 'default', exports, 1);
    return m;
};
// Getters of exports may be slow or fail: they are asked when somebody wants them.
function expose(m, exports, key) {
    var d = Object.getOwnPropertyDescriptor(exports, key);
    if (d !== undefined && d.get !== undefined) N.accessor(m, key, function () { return exports[key]; }, true, 1);
    else define(m, key, exports[key], 1);
}
function namespaceOf(target) {
    if (target.namespace === undefined) target.namespace = M.namespaceOfExports(target.exports !== undefined ? target.exports : target.module.exports);
    return target.namespace;
}

// --- ECMAScript modules

function helpersOf(record) {
    var h = create(R), meta = create(null), ns = record.namespace;
    define(meta, 'dirname', M.folderOf(record.path), 1);
    define(meta, 'filename', record.path, 1);
    define(meta, 'url', M.urlOf(record.path), 1);
    define(meta, 'resolve', N.setName(function (specifier) { return M.resolveUrl(specifier, record); }, 'resolve'), 1);
    h.meta = meta;
    h['import'] = function (specifier) { return M.importFrom(specifier, record); };
    h.linked = function (specifier) { return namespaceOf(record.links[specifier]); };
    h.exports = function (name, getter) { N.accessor(ns, name, getter, true, 1); };
    h.exportAll = function (other) {
        var keys = ownKeys(other);
        for (var i = 0; i < keys.length; i++) (function (key) {
            if (typeof key === 'string' && key !== 'default' && !(key in ns)) N.accessor(ns, key, function () { return other[key]; }, true, 1);
        })(keys[i]);
    };
    h.pick = function (other, name) {
        if (name in other || isUnfinished(record, other)) return;
        var from = '';
        for (var specifier in record.links) if (record.links[specifier].namespace === other) from = " '" + specifier + "'";
        throw new SyntaxErrorNow('The requested module' + from + " does not provide an export named '" + name + "' (imported by " + record.path + ')');
    };
    return h;
}
// In a cycle the other's exports may be still to come.
function isUnfinished(record, namespace) {
    return record.needs.some(function (r) { return r.namespace === namespace && r.state !== done; });
}
function targetOf(specifier, parent) {
    var builtIn = M.builtInTarget(specifier);
    if (builtIn !== undefined) return builtIn;
    if (/^data:|^https?:/.test(specifier)) throw M.failure(ErrorNow, 'ERR_UNSUPPORTED_ESM_URL_SCHEME', "Only files, packages and node: modules can be imported, not '" + specifier.slice(0, 60) + "'");
    return recordOf(M.resolve(specifier, parent, 'import'));
}
function link(record) {
    if (record.isLinked || record.kind !== 'module') return;
    record.isLinked = true;
    var wanted = record.code.imports;
    for (var i = 0; i < wanted.length; i++) {
        if (record.links[wanted[i]] !== undefined) continue;
        var target = targetOf(wanted[i], record);
        record.links[wanted[i]] = target;
        if (target.path !== undefined) record.needs.push(target);
    }
    for (var j = 0; j < record.needs.length; j++) link(record.needs[j]);
}
function reaches(from, to, seen) {
    if (from === to) return true;
    if (seen.indexOf(from) >= 0) return false;
    seen.push(from);
    return from.needs.some(function (r) { return r.state === running && reaches(r, to, seen); });
}
// Runs a record after what it needs. Undefined: it is done; else a promise.
function evaluate(record) {
    if (record.state === done) return undefined;
    if (record.state === failed) throw record.error;
    if (record.state === running) return record.promise;
    if (record.kind !== 'module') { M.runCommon(record); return undefined; }
    record.state = running;
    var waits = [];
    try {
        for (var i = 0; i < record.needs.length; i++) {
            var need = record.needs[i], wait = evaluate(need);
            if (wait !== undefined && !reaches(need, record, [])) waits.push(wait);
        }
        if (waits.length === 0) return start(record);
    } catch (e) { fail(record, e); throw e; }
    return record.promise = PromiseNow.all(waits).then(function () { return start(record); })['catch'](function (e) { fail(record, e); throw e; });
}
function start(record) {
    var answer = apply(record.code.run, undefined, [record.helpers]);
    if (!record.code.isAsync) { record.state = done; return undefined; }
    return record.promise = answer.then(function () { record.state = done; }, function (e) { fail(record, e); throw e; });
}
// What failed is read again when it is next asked for.
function fail(record, error) { record.state = failed; record.error = error; forget(record); }
function forget(record) { if (records[record.path] === record) delete records[record.path]; }
M.fail = fail;
M.evaluate = evaluate;
M.link = link;
M.states = {fresh: fresh, running: running, done: done, failed: failed};

// --- Freshness: asked whenever a cell imports

M.refresh = function () {
    M.forgetPackages();
    var paths = ownKeys(records), stale = create(null), again = true;
    function isStale(r) { return stale[r.path] === true; }
    for (var i = 0; i < paths.length; i++) { var r = records[paths[i]]; if (r.isLocal && N.fileStamp(r.path) !== r.stamp) stale[r.path] = true; }
    while (again) {
        again = false;
        for (var j = 0; j < paths.length; j++) {
            var one = records[paths[j]];
            if (one.isLocal && !isStale(one) && one.needs.some(isStale)) stale[one.path] = again = true;
        }
    }
    for (var path in stale) delete records[path];
};
// Links and runs; a failure leaves nothing half made behind.
M.load = function (record) {
    try { link(record); return evaluate(record); }
    catch (e) {
        ownKeys(records).forEach(function (path) { if (records[path].state === fresh) delete records[path]; });
        throw e;
    }
};
M.importFrom = function (specifier, parent) {
    specifier = N.toString(specifier);
    try {
        if (parent === null) M.refresh();
        var target = targetOf(specifier, parent);
        if (target.path === undefined) return PromiseNow.resolve(namespaceOf(target));
        if (parent !== null && parent.needs.indexOf(target) < 0) parent.needs.push(target);
        var wait = M.load(target);
        if (wait !== undefined) return wait.then(function () { return namespaceOf(target); });
        return PromiseNow.resolve(namespaceOf(target));
    } catch (e) { return PromiseNow.reject(e); }
};
M.resolveUrl = function (specifier, parent) {
    var builtIn = M.builtInTarget(specifier);
    return builtIn !== undefined ? 'node:' + builtIn.name : M.urlOf(M.resolve(specifier, parent, 'import'));
};
M.namespaceOf = namespaceOf;
M.parseJson = function (record) {
    try { return parse(record.text); }
    catch (e) { throw new SyntaxErrorNow(record.path + ': ' + e.message); }
};
})
