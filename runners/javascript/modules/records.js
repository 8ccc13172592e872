// Files as modules: read, lowered, linked and run, each once; local ones again when they or what they import changed.
(function (N, R) {
'use strict';
var M = N.modules, create = Object.create, ownKeys = Reflect.ownKeys;
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
    this.needs = [];  // records that this one imports, for freshness and cycles
    this.namespace = undefined;
    this.promise = undefined;
    this.error = undefined;
    this.module = undefined;
    var text = N.readSource(path);
    if (this.kind === 'json') this.text = text;
    else if (this.kind === 'module') this.code = compile(path, text, true);
    else this.code = this.compileEither(text);
    if (this.kind === 'module') M.prepare(this);
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

function targetOf(specifier, parent) {
    var builtIn = M.builtInTarget(specifier);
    if (builtIn !== undefined) return builtIn;
    if (/^data:|^https?:/.test(specifier)) throw M.failure(ErrorNow, 'ERR_UNSUPPORTED_ESM_URL_SCHEME', "Only files, packages and node: modules can be imported, not '" + specifier.slice(0, 60) + "'");
    return recordOf(M.resolve(specifier, parent, 'import'));
}
M.targetOf = targetOf;

// What failed is read again when it is next asked for.
function fail(record, error) { record.state = failed; record.error = error; forget(record); }
function forget(record) { if (records[record.path] === record) delete records[record.path]; }
M.fail = fail;
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
    try { M.link(record); return M.evaluate(record); }
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
        if (target.path === undefined) return PromiseNow.resolve(M.namespaceOf(target));
        if (parent !== null && parent.needs.indexOf(target) < 0) parent.needs.push(target);
        var wait = M.load(target);
        if (wait !== undefined) return wait.then(function () { return M.namespaceOf(target); });
        return PromiseNow.resolve(M.namespaceOf(target));
    } catch (e) { return PromiseNow.reject(e); }
};
M.resolveUrl = function (specifier, parent) {
    var builtIn = M.builtInTarget(specifier);
    return builtIn !== undefined ? 'node:' + builtIn.name : M.urlOf(M.resolve(specifier, parent, 'import'));
};
M.parseJson = function (record) {
    try { return parse(record.text); }
    catch (e) { throw new SyntaxErrorNow(record.path + ': ' + e.message); }
};
})
