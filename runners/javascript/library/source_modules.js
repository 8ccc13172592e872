// Modules in files: parsed, linked and evaluated as a graph. A module's body is a coroutine that runs up to its first
// statement when it is linked, so that its functions are there for modules that import each other.
(function (N, R) {
'use strict';
var define = N.define, create = Object.create, PromiseNow = N.global('Promise'), SyntaxErrorNow = SyntaxError, sort = Array.prototype.sort;
var Thread = N.Thread, resume = Thread.resume, apply = Reflect.apply, hasOwn = N.hasOwn;
var loaded = create(null);

R.linked = Thread['yield'];
R.isPath = function (specifier) {
    return specifier[0] === '/' || specifier.slice(0, 2) === './' || specifier.slice(0, 3) === '../' || specifier.slice(0, 7) === 'file://';
};

function Module(path) {
    this.path = path; this.state = 'new'; this.dependencies = []; this.local = create(null); this.indirect = create(null);
    this.namespace = undefined; this.coroutine = null; this.promise = null; this.error = null; this.setObjects = null;
}
Module.prototype = create(null);

// The wrapper hands in what the module asks for; its body is started up to the point where it is linked.
function instantiate(path) {
    if (loaded[path] !== undefined) return loaded[path];
    var wrapper = N.compileModule(path), module = new Module(path), helpers = create(R), i;
    helpers['import'] = function (specifier) { return R.importFrom(path, specifier); };
    helpers.meta = create(null);
    define(helpers.meta, 'url', 'file://' + path, 1);
    helpers.module = function (requests, imports, indirect, stars, isAsync, body) {
        module.requests = requests; module.imports = imports; module.stars = stars; module.isAsync = isAsync;
        for (i = 0; i < indirect.length; i += 3) module.indirect[indirect[i]] = {from: indirect[i + 1], name: indirect[i + 2]};
        module.coroutine = R.coroutine(body);
    };
    helpers.linked = function (exports, setObjects) {
        for (i = 0; i < exports.length; i += 2) module.local[exports[i]] = exports[i + 1];
        module.setObjects = setObjects;
        R.linked();
    };
    wrapper(helpers);
    loaded[path] = module;
    try {
        for (i = 0; i < module.requests.length; i++) module.dependencies[i] = instantiate(N.resolvePath(path, R.pathOf(module.requests[i])));
        resume(module.coroutine.thread);
    } catch (e) { delete loaded[path]; throw e; }
    return module;
}

// A getter, {namespace: module}, null if there is none, or 'ambiguous'.
function resolve(module, name, seen) {
    for (var i = 0; i < seen.length; i += 2) if (seen[i] === module && seen[i + 1] === name) return null;
    seen = seen.concat([module, name]);
    if (module.local[name] !== undefined) return module.local[name];
    var there = module.indirect[name];
    if (there !== undefined) {
        if (there.name === '*') return {namespace: module.dependencies[there.from]};
        return resolve(module.dependencies[there.from], there.name, seen);
    }
    if (name === 'default') return null;
    var found = null;
    for (i = 0; i < module.stars.length; i++) {
        var next = resolve(module.dependencies[module.stars[i]], name, seen);
        if (next === 'ambiguous') return next;
        if (next === null) continue;
        if (found !== null && found !== next && !(found.namespace !== undefined && found.namespace === next.namespace)) return 'ambiguous';
        found = next;
    }
    return found;
}
function required(module, name, request) {
    var found = resolve(module, name, []);
    if (found === null) throw new SyntaxErrorNow("The requested module '" + request + "' does not provide an export named '" + name + "'");
    if (found === 'ambiguous') throw new SyntaxErrorNow("The requested module '" + request + "' contains conflicting star exports for name '" + name + "'");
    return found;
}
function namesOf(module, seen, names) {
    if (seen.indexOf(module) >= 0) return names;
    seen[seen.length] = module;
    var name, i;
    for (name in module.local) names[name] = true;
    for (name in module.indirect) names[name] = true;
    for (i = 0; i < module.stars.length; i++) {
        var more = namesOf(module.dependencies[module.stars[i]], seen, create(null));
        for (name in more) if (name !== 'default') names[name] = true;
    }
    return names;
}
function namespaceOf(module) {
    if (module.namespace !== undefined) return module.namespace;
    var object = module.namespace = create(null), all = [];
    for (var name in namesOf(module, [], create(null))) all[all.length] = name;
    apply(sort, all, []);
    for (var i = 0; i < all.length; i++) {
        var found = resolve(module, all[i], []);
        if (found === null || found === 'ambiguous') continue;
        N.accessor(object, all[i], found.namespace !== undefined ? getterOf(found.namespace) : found, true, 1);
    }
    define(object, Symbol.toStringTag, 'Module', 8);
    return object;
}
function getterOf(module) { return function () { return namespaceOf(module); }; }

function link(module) {
    if (module.state !== 'new') return;
    module.state = 'linking';
    var i;
    try {
        for (i = 0; i < module.dependencies.length; i++) link(module.dependencies[i]);
        for (i = 0; i < module.imports.length; i += 2) {
            var request = module.imports[i];
            if (module.imports[i + 1] !== '*') required(module.dependencies[request], module.imports[i + 1], module.requests[request]);
        }
        for (var name in module.indirect) {
            var there = module.indirect[name];
            if (there.name !== '*') required(module.dependencies[there.from], there.name, module.requests[there.from]);
        }
    } catch (e) { module.state = 'new'; throw e; }
    module.state = 'linked';
    var objects = [];
    for (i = 0; i < module.dependencies.length; i++) objects[i] = namespaceOf(module.dependencies[i]);
    module.setObjects(objects);
}

// Answers with a promise if something in the graph awaits, else with null.
function evaluate(module) {
    if (module.state === 'failed') throw module.error.value;
    if (module.state !== 'linked') return module.promise;
    module.state = 'evaluating';
    var waits = [];
    try {
        for (var i = 0; i < module.dependencies.length; i++) {
            var wait = evaluate(module.dependencies[i]);
            if (wait !== null && wait !== undefined) waits[waits.length] = wait;
        }
        if (waits.length === 0) run(module);
        else module.promise = PromiseNow.all(waits).then(function () { run(module); return module.promise === null ? undefined : module.own; });
    } catch (e) { fail(module, e); throw e; }
    if (module.promise === null) module.state = 'evaluated';
    else module.promise.then(function () { module.state = 'evaluated'; }, function (e) { fail(module, e); });
    return module.promise;
}
function run(module) {
    if (!module.isAsync) { resume(module.coroutine.thread); return; }
    module.own = R.resumeAsync(module.coroutine);
    if (module.promise === null) module.promise = module.own;
}
function fail(module, e) { module.state = 'failed'; module.error = {value: e}; }

R.pathOf = function (specifier) { return specifier.slice(0, 7) === 'file://' ? specifier.slice(7) : specifier; };
R.importFile = function (base, specifier) {
    var module = instantiate(N.resolvePath(base, R.pathOf(specifier)));
    link(module);
    var wait = evaluate(module);
    return wait === null || wait === undefined ? PromiseNow.resolve(namespaceOf(module)) : wait.then(function () { return namespaceOf(module); });
};
})
