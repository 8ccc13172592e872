// ECMAScript modules: what they ask of each other and offer, and the order in which they run. A module's body is a
// coroutine that goes up to its first statement when it is linked, so that its functions are there for modules that
// import each other. CommonJS modules have no names until they ran: what is asked of them is looked for then.
(function (N, R) {
'use strict';
var M = N.modules, create = Object.create, ownKeys = Reflect.ownKeys, define = N.define, apply = Reflect.apply;
var PromiseNow = N.PromiseNow, SyntaxErrorNow = SyntaxError, sort = Array.prototype.sort;
var resume = N.Thread.resume, pause = N.Thread['yield'], states = M.states;

// The wrapper hands over what the module asks for, and its body.
M.prepare = function (record) {
    var h = create(R), meta = create(null), i;
    record.dependencies = [];
    record.local = create(null);     // getters by exported name
    record.indirect = create(null);  // {from, name} by exported name
    define(meta, 'dirname', M.folderOf(record.path), 1);
    define(meta, 'filename', record.path, 1);
    define(meta, 'url', M.urlOf(record.path), 1);
    define(meta, 'resolve', N.setName(function (specifier) { return M.resolveUrl(specifier, record); }, 'resolve'), 1);
    h.meta = meta;
    h['import'] = function (specifier) { return M.importFrom(specifier, record); };
    h.module = function (requests, imports, indirect, stars, isAsync, body) {
        record.requests = requests;
        record.imports = imports;
        record.stars = stars;
        record.isAsync = isAsync;
        for (i = 0; i < indirect.length; i += 3) record.indirect[indirect[i]] = {from: indirect[i + 1], name: indirect[i + 2]};
        record.coroutine = R.coroutine(body);
    };
    h.linked = function (exports, setObjects) {
        for (i = 0; i < exports.length; i += 2) record.local[exports[i]] = exports[i + 1];
        record.setObjects = setObjects;
        pause();
    };
    apply(record.code, undefined, [h]);
};

// --- Names

function isModule(target) { return target.kind === 'module'; }
function hasRun(target) { return target.path === undefined || target.state === states.done; }
// A getter, {namespace: target}, {later: targets, name} if only CommonJS can have it, null if nobody has, or 'ambiguous'.
function resolve(target, name, seen) {
    if (!isModule(target)) return {later: [target], name: name};
    for (var i = 0; i < seen.length; i += 2) if (seen[i] === target && seen[i + 1] === name) return null;
    seen = seen.concat([target, name]);
    if (target.local[name] !== undefined) return target.local[name];
    var there = target.indirect[name];
    if (there !== undefined) {
        if (there.name === '*') return {namespace: target.dependencies[there.from]};
        return resolve(target.dependencies[there.from], there.name, seen);
    }
    return name === 'default' ? null : resolveStar(target, name, seen);
}
function resolveStar(target, name, seen) {
    var found = null, later = [];
    for (var i = 0; i < target.stars.length; i++) {
        var next = resolve(target.dependencies[target.stars[i]], name, seen);
        if (next === 'ambiguous') return next;
        if (next === null) continue;
        if (next.later !== undefined) { later = later.concat(next.later); continue; }
        if (found !== null && found !== next && !(found.namespace !== undefined && found.namespace === next.namespace)) return 'ambiguous';
        found = next;
    }
    return found === null && later.length > 0 ? {later: later, name: name} : found;
}
function holderOf(found) {
    for (var i = 0; i < found.later.length; i++) {
        var m = namespaceOf(found.later[i]);
        if (found.name === '*' || found.name in m) return m;
    }
}
function getterOf(found) {
    if (found.namespace !== undefined) return function () { return namespaceOf(found.namespace); };
    if (found.later === undefined) return found;
    return function () {
        var holder = holderOf(found);
        return holder === undefined ? undefined : holder[found.name];
    };
}
// At the end, when everything that is imported has run, CommonJS too.
function demand(record, request, name, atEnd) {
    var found = resolve(record.dependencies[request], name, []), what;
    if (found === 'ambiguous') what = "contains conflicting star exports for name '" + name + "'";
    else if (found === null || (atEnd && found.later !== undefined && found.later.every(hasRun) && holderOf(found) === undefined)) what = "does not provide an export named '" + name + "'";
    else return;
    throw new SyntaxErrorNow("The requested module '" + record.requests[request] + "' " + what + " (imported by " + record.path + ')');
}
function demandAll(record, atEnd) {
    var i, name;
    for (i = 0; i < record.imports.length; i += 2) if (record.imports[i + 1] !== '*') demand(record, record.imports[i], record.imports[i + 1], atEnd);
    for (name in record.indirect) if (record.indirect[name].name !== '*') demand(record, record.indirect[name].from, record.indirect[name].name, atEnd);
}

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
function namesOf(target, seen, names) {
    if (seen.indexOf(target) >= 0) return names;
    seen[seen.length] = target;
    var name, i;
    if (!isModule(target)) {
        if (hasRun(target)) ownKeys(namespaceOf(target)).forEach(function (key) { if (typeof key === 'string') names[key] = true; });
        return names;
    }
    for (name in target.local) names[name] = true;
    for (name in target.indirect) names[name] = true;
    for (i = 0; i < target.stars.length; i++) {
        var more = namesOf(target.dependencies[target.stars[i]], seen, create(null));
        for (name in more) if (name !== 'default') names[name] = true;
    }
    return names;
}
// Names that a CommonJS module brings come when it ran.
function fill(record) {
    var all = [], object = record.namespace;
    for (var name in namesOf(record, [], create(null))) if (!(name in object)) all[all.length] = name;
    apply(sort, all, []);
    for (var i = 0; i < all.length; i++) {
        var found = resolve(record, all[i], []);
        if (found !== null && found !== 'ambiguous') N.accessor(object, all[i], getterOf(found), true, 1);
    }
}
function namespaceOf(target) {
    if (target.namespace !== undefined) return target.namespace;
    if (isModule(target)) {
        target.namespace = emptyNamespace();
        fill(target);
        return target.namespace;
    }
    var made = M.namespaceOfExports(target.exports !== undefined ? target.exports : target.module.exports);
    if (hasRun(target)) target.namespace = made;  // else there is more to come
    return made;
}
M.namespaceOf = namespaceOf;

// --- Linking

// Finds what a record and those it needs import, and declares their functions.
function connect(record) {
    if (record.isConnected || !isModule(record)) return;
    record.isConnected = true;
    var i;
    for (i = 0; i < record.requests.length; i++) {
        var target = record.dependencies[i] = M.targetOf(record.requests[i], record);
        if (target.path !== undefined && record.needs.indexOf(target) < 0) record.needs.push(target);
    }
    for (i = 0; i < record.needs.length; i++) connect(record.needs[i]);
    resume(record.coroutine.thread);
}
function setObjects(record) {
    record.setObjects(record.dependencies.map(function (target) {
        return isModule(target) || hasRun(target) || target.module !== undefined ? namespaceOf(target) : undefined;
    }));
}
function check(record) {
    if (record.isLinked || !isModule(record)) return;
    record.isLinked = true;
    record.needs.forEach(check);
    demandAll(record, false);
    setObjects(record);
}
M.link = function (record) {
    connect(record);
    check(record);
};

// --- Evaluation

function reaches(from, to, seen) {
    if (from === to) return true;
    if (seen.indexOf(from) >= 0) return false;
    seen.push(from);
    return from.needs.some(function (r) { return r.state === states.running && reaches(r, to, seen); });
}
// Runs a record after what it needs. Undefined: it is done; else a promise.
function evaluate(record) {
    if (record.state === states.done) return undefined;
    if (record.state === states.failed) throw record.error;
    if (record.state === states.running) return record.promise;
    if (!isModule(record)) { M.runCommon(record); return undefined; }
    record.state = states.running;
    var waits = [];
    try {
        for (var i = 0; i < record.needs.length; i++) {
            var need = record.needs[i], wait = evaluate(need);
            if (wait !== undefined && !reaches(need, record, [])) waits.push(wait);
        }
        if (waits.length === 0) return start(record);
    } catch (e) { M.fail(record, e); throw e; }
    return record.promise = PromiseNow.all(waits).then(function () { return start(record); })['catch'](function (e) { M.fail(record, e); throw e; });
}
function start(record) {
    if (!record.dependencies.every(isModule)) {
        setObjects(record);
        demandAll(record, true);
    }
    if (record.namespace !== undefined && record.stars.length > 0) fill(record);
    if (!record.isAsync) {
        resume(record.coroutine.thread);
        record.state = states.done;
        return undefined;
    }
    return record.promise = R.resumeAsync(record.coroutine).then(function () { record.state = states.done; }, function (e) { M.fail(record, e); throw e; });
}
M.evaluate = evaluate;
})
