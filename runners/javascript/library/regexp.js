// RegExp on PCRE2, and the functions of String that use it.
(function (N, R) {
'use strict';
var define = N.define, setName = N.setName, hidden = N.hidden, isObject = R.isObject, apply = Reflect.apply, create = Object.create;
var TypeErrorNow = TypeError, SyntaxErrorNow = SyntaxError, StringNow = String, floor = Math.floor, min = Math.min;
var key = hidden('regexp'), compiledCache = create(null), cached = 0, stringSplit = String.prototype.split;
N.regexpKey = key;
var matchSymbol = Symbol.match, matchAllSymbol = Symbol.matchAll, replaceSymbol = Symbol.replace, searchSymbol = Symbol.search, splitSymbol = Symbol.split;

function compiled(source, flags) {
    var name = flags + '/' + source, found = compiledCache[name];
    if (found !== undefined) return found;
    if (++cached > 500) { compiledCache = create(null); cached = 1; }
    return compiledCache[name] = N.compilePattern(source, flags);
}
function checkFlags(flags) {
    for (var i = 0; i < flags.length; i++)
        if ('dgimsuy'.indexOf(flags.charAt(i)) < 0 || flags.indexOf(flags.charAt(i), i + 1) >= 0)
            throw new SyntaxErrorNow("Invalid flags supplied to RegExp constructor '" + flags + "'");
}
function isRegExp(v) {
    if (!isObject(v)) return false;
    var m = v[matchSymbol];
    return m !== undefined ? !!m : N.hasOwn(v, key);
}
function init(self, source, flags) {
    define(self, key, {source: source, flags: flags, code: compiled(source, flags), g: flags.indexOf('g') >= 0, y: flags.indexOf('y') >= 0, d: flags.indexOf('d') >= 0, u: flags.indexOf('u') >= 0}, 8);
    define(self, 'lastIndex', 0, 2);
    return self;
}
function RegExp(pattern, flags) {
    var self = this, isNew = self instanceof RegExp && !N.hasOwn(self, key);
    var likeRegExp = isRegExp(pattern);
    if (!isNew) {
        if (likeRegExp && flags === undefined && pattern.constructor === RegExp) return pattern;
        self = create(proto);
    }
    var source = pattern, given = flags;
    if (isObject(pattern) && N.hasOwn(pattern, key)) { source = pattern[key].source; if (flags === undefined) given = pattern[key].flags; }
    else if (likeRegExp) { source = pattern.source; if (flags === undefined) given = pattern.flags; }
    source = source === undefined ? '' : StringNow(source);
    given = given === undefined ? '' : StringNow(given);
    checkFlags(given);
    return init(self, source, given);
}
var proto = RegExp.prototype;
function state(v, name) {
    if (!isObject(v) || !N.hasOwn(v, key)) throw new TypeErrorNow('Receiver is not a RegExp: ' + name);
    return v[key];
}
// A literal: its own object each time it is reached, the compiled pattern shared.
R.regex = function (source, flags) { checkFlags(flags); return init(create(proto), source, flags); };
R.checkPattern = compiled;

function method(target, name, f) { define(target, name, setName(f, typeof name === 'symbol' ? '[' + N.describe(name).slice(7, -1) + ']' : name), 0); }
function getter(name, f) { N.accessor(proto, name, setName(f, name, 'get '), true, 0); }
function toLength(v) { v = +v; return v !== v || v <= 0 ? 0 : min(floor(v), 9007199254740991); }

function builtinExec(re, s) {
    var st = re[key], from = toLength(re.lastIndex);
    if (!st.g && !st.y) from = 0;
    var bounds = from > s.length ? null : N.matchPattern(st.code, s, from, st.y);
    if (bounds === null) { if (st.g || st.y) re.lastIndex = 0; return null; }
    if (st.g || st.y) re.lastIndex = bounds[1];
    var out = [], names = st.code.groups, groups, indices, groupIndices, i;
    if (st.d) indices = [];
    for (i = 0; i < bounds.length; i += 2) {
        var isSet = bounds[i] >= 0;
        define(out, i / 2, isSet ? s.substring(bounds[i], bounds[i + 1]) : undefined, 1);
        if (st.d) define(indices, i / 2, isSet ? [bounds[i], bounds[i + 1]] : undefined, 1);
    }
    for (i = 0; i < names.length; i++) {
        if (names[i] === '') continue;
        if (groups === undefined) { groups = create(null); if (st.d) groupIndices = create(null); }
        groups[names[i]] = out[i + 1];
        if (st.d) groupIndices[names[i]] = indices[i + 1];
    }
    define(out, 'index', bounds[0], 1);
    define(out, 'input', s, 1);
    define(out, 'groups', groups, 1);
    if (st.d) { define(indices, 'groups', groupIndices, 1); define(out, 'indices', indices, 1); }
    return out;
}
function exec(re, s) {
    var f = re.exec;
    if (f === ownExec) return builtinExec(re, s);
    if (typeof f === 'function') {
        var r = apply(f, re, [s]);
        if (!isObject(r) && r !== null) throw new TypeErrorNow('object null or function expected');
        return r;
    }
    state(re, 'exec');
    return builtinExec(re, s);
}
function advance(s, i, unicode) {
    if (!unicode || i + 1 >= s.length) return i + 1;
    var c = s.charCodeAt(i), d = s.charCodeAt(i + 1);
    return i + (c >= 0xD800 && c <= 0xDBFF && d >= 0xDC00 && d <= 0xDFFF ? 2 : 1);
}
method(proto, 'exec', function exec(s) { state(this, 'exec'); return builtinExec(this, StringNow(s)); });
var ownExec = proto.exec;
method(proto, 'test', function test(s) { if (!isObject(this)) state(this, 'test'); return exec(this, StringNow(s)) !== null; });
method(proto, 'toString', function toString() { if (!isObject(this)) state(this, 'toString'); return '/' + StringNow(this.source) + '/' + StringNow(this.flags); });
method(proto, 'compile', function compile(pattern, flags) { var r = new RegExp(pattern, flags); N.defineAlways(this, key, r[key]); this.lastIndex = 0; return this; });
getter('flags', function () {
    if (!isObject(this)) state(this, 'flags');
    return (this.hasIndices ? 'd' : '') + (this.global ? 'g' : '') + (this.ignoreCase ? 'i' : '') + (this.multiline ? 'm' : '') +
        (this.dotAll ? 's' : '') + (this.unicode ? 'u' : '') + (this.sticky ? 'y' : '');
});
getter('source', function () {
    if (this === proto) return '(?:)';
    var s = state(this, 'source').source, out = '', inClass = false;
    for (var i = 0; i < s.length; i++) {
        var c = s.charAt(i);
        if (c === '\\') { out += c + s.charAt(++i); continue; }
        if (c === '[') inClass = true; else if (c === ']') inClass = false;
        out += c === '\n' ? '\\n' : c === '\r' ? '\\r' : c === '\u2028' ? '\\u2028' : c === '\u2029' ? '\\u2029' : c === '/' && !inClass ? '\\/' : c;
    }
    return out === '' ? '(?:)' : out;
});
[['global', 'g'], ['ignoreCase', 'i'], ['multiline', 'm'], ['dotAll', 's'], ['unicode', 'u'], ['sticky', 'y'], ['hasIndices', 'd']].forEach(function (pair) {
    getter(pair[0], function () { return this === proto ? undefined : state(this, pair[0]).flags.indexOf(pair[1]) >= 0; });
});
method(proto, matchSymbol, function (text) {
    if (!isObject(this)) state(this, 'match');
    var s = StringNow(text), flags = StringNow(this.flags);
    if (flags.indexOf('g') < 0) return exec(this, s);
    var unicode = flags.indexOf('u') >= 0, out = [], n = 0, m;
    this.lastIndex = 0;
    while ((m = exec(this, s)) !== null) {
        var found = StringNow(m[0]);
        define(out, n++, found, 1);
        if (found === '') this.lastIndex = advance(s, toLength(this.lastIndex), unicode);
    }
    return n === 0 ? null : out;
});
var MatchIterator = R.makeIteratorKind('RegExp String Iterator', function () {
    var s = R.stateOf(this, 'matchAll');
    if (s.done) return R.result(undefined, true);
    var m = exec(s.re, s.text);
    if (m === null) { s.done = true; return R.result(undefined, true); }
    if (!s.global) s.done = true;
    else if (StringNow(m[0]) === '') s.re.lastIndex = advance(s.text, toLength(s.re.lastIndex), s.unicode);
    return R.result(m, false);
});
method(proto, matchAllSymbol, function (text) {
    if (!isObject(this)) state(this, 'matchAll');
    var s = StringNow(text), flags = StringNow(this.flags), re = new RegExp(this, flags);
    re.lastIndex = toLength(this.lastIndex);
    return R.makeIterator(MatchIterator, {kind: 'matchAll', re: re, text: s, done: false, global: flags.indexOf('g') >= 0, unicode: flags.indexOf('u') >= 0});
});
function expand(template, matched, at, s, captures, groups) {
    if (template.indexOf('$') < 0) return template;
    var out = '';
    for (var i = 0; i < template.length; i++) {
        var c = template.charAt(i), next = template.charAt(i + 1);
        if (c !== '$') { out += c; continue; }
        if (next === '$') { out += '$'; i++; }
        else if (next === '&') { out += matched; i++; }
        else if (next === '`') { out += s.slice(0, at); i++; }
        else if (next === "'") { out += s.slice(at + matched.length); i++; }
        else if (next >= '0' && next <= '9') {
            var two = template.charAt(i + 2), n = two >= '0' && two <= '9' ? +(next + two) : -1, used = 2;
            if (n < 1 || n > captures.length) { n = +next; used = 1; }
            if (n < 1 || n > captures.length) out += '$';
            else { out += captures[n - 1] === undefined ? '' : captures[n - 1]; i += used; }
        } else if (next === '<' && groups !== undefined) {
            var end = template.indexOf('>', i);
            if (end < 0) out += '$';
            else { var v = groups[template.slice(i + 2, end)]; out += v === undefined ? '' : StringNow(v); i = end; }
        } else out += '$';
    }
    return out;
}
method(proto, replaceSymbol, function (text, by) {
    if (!isObject(this)) state(this, 'replace');
    var s = StringNow(text), isFunction = typeof by === 'function', flags = StringNow(this.flags), global = flags.indexOf('g') >= 0;
    var results = [], m, i;
    if (!isFunction) by = StringNow(by);
    if (global) this.lastIndex = 0;
    while ((m = exec(this, s)) !== null) {
        define(results, results.length, m, 1);
        if (!global) break;
        if (StringNow(m[0]) === '') this.lastIndex = advance(s, toLength(this.lastIndex), flags.indexOf('u') >= 0);
    }
    var parts = [], at = 0;
    for (i = 0; i < results.length; i++) {
        m = results[i];
        var matched = StringNow(m[0]), position = Math.max(min(toLength(m.index), s.length), 0), captures = [], groups = m.groups, piece;
        for (var k = 1; k < toLength(m.length); k++) define(captures, k - 1, m[k] === undefined ? undefined : StringNow(m[k]), 1);
        if (isFunction) {
            var args = [matched];
            for (var j = 0; j < captures.length; j++) define(args, j + 1, captures[j], 1);
            define(args, args.length, position, 1);
            define(args, args.length, s, 1);
            if (groups !== undefined) define(args, args.length, groups, 1);
            piece = StringNow(apply(by, undefined, args));
        } else piece = expand(by, matched, position, s, captures, groups);
        if (position >= at) { define(parts, parts.length, s.slice(at, position) + piece, 1); at = position + matched.length; }
    }
    return N.join(parts) + s.slice(at);
});
method(proto, searchSymbol, function (text) {
    if (!isObject(this)) state(this, 'search');
    var s = StringNow(text), before = this.lastIndex;
    if (before !== 0) this.lastIndex = 0;
    var m = exec(this, s);
    if (this.lastIndex !== before) this.lastIndex = before;
    return m === null ? -1 : m.index;
});
method(proto, splitSymbol, function (text, limit) {
    if (!isObject(this)) state(this, 'split');
    var s = StringNow(text), flags = StringNow(this.flags), unicode = flags.indexOf('u') >= 0;
    var re = new RegExp(this, flags.indexOf('y') < 0 ? flags + 'y' : flags), most = limit === undefined ? 4294967295 : limit >>> 0;
    var out = [], n = 0, p = 0, q = 0, m;
    if (most === 0) return out;
    if (s.length === 0) { if (exec(re, s) === null) out[0] = s; return out; }
    // Looking for the next match at once is the same as trying each position, and quick.
    var finder = new RegExp(this, flags.replace('y', '').indexOf('g') < 0 ? flags.replace('y', '') + 'g' : flags.replace('y', ''));
    while (q < s.length) {
        finder.lastIndex = q;
        m = builtinExec(finder, s);
        if (m === null || m.index >= s.length) break;
        var e = m.index + m[0].length;
        if (e === p || (e === m.index && m.index === p)) { q = advance(s, Math.max(q, m.index), unicode); if (e !== m.index || m.index !== p) continue; continue; }
        define(out, n++, s.slice(p, m.index), 1);
        if (n === most) return out;
        p = e;
        for (var k = 1; k < m.length; k++) { define(out, n++, m[k], 1); if (n === most) return out; }
        q = e === m.index ? advance(s, e, unicode) : e;
    }
    define(out, n, s.slice(p), 1);
    return out;
});
if (Symbol.species) N.accessor(RegExp, Symbol.species, function () { return this; }, true, 0);
function text(v, name) { if (v == null) throw new TypeErrorNow('String.prototype.' + name + ' called on null or undefined'); return StringNow(v); }
function by(symbol, v) { if (v == null || !isObject(v)) return undefined; var f = v[symbol]; return f == null ? undefined : f; }
var P = String.prototype;
method(P, 'match', function match(pattern) {
    if (this == null) text(this, 'match');
    var f = by(matchSymbol, pattern);
    return f !== undefined ? apply(f, pattern, [this]) : new RegExp(pattern)[matchSymbol](text(this, 'match'));
});
method(P, 'matchAll', function matchAll(pattern) {
    if (this == null) text(this, 'matchAll');
    if (isRegExp(pattern) && StringNow(pattern.flags).indexOf('g') < 0) throw new TypeErrorNow('String.prototype.matchAll called with a non-global RegExp argument');
    var f = by(matchAllSymbol, pattern);
    return f !== undefined ? apply(f, pattern, [this]) : new RegExp(pattern, 'g')[matchAllSymbol](text(this, 'matchAll'));
});
method(P, 'search', function search(pattern) {
    if (this == null) text(this, 'search');
    var f = by(searchSymbol, pattern);
    return f !== undefined ? apply(f, pattern, [this]) : new RegExp(pattern)[searchSymbol](text(this, 'search'));
});
function replacer(all) {
    var name = all ? 'replaceAll' : 'replace';
    return function (pattern, replacement) {
        if (this == null) text(this, name);
        if (all && isRegExp(pattern) && StringNow(pattern.flags).indexOf('g') < 0) throw new TypeErrorNow('String.prototype.replaceAll called with a non-global RegExp argument');
        var f = by(replaceSymbol, pattern);
        if (f !== undefined) return apply(f, pattern, [this, replacement]);
        var s = text(this, name), p = StringNow(pattern), isFunction = typeof replacement === 'function', out = '', at = 0, step = p.length || 1;
        if (!isFunction) replacement = StringNow(replacement);
        for (var found = s.indexOf(p); found >= 0; found = all && found + step <= s.length ? s.indexOf(p, found + step) : -1) {
            out += s.slice(at, found) + (isFunction ? StringNow(replacement(p, found, s)) : expand(replacement, p, found, s, [], undefined));
            at = found + p.length;
        }
        return out + s.slice(at);
    };
}
method(P, 'replace', replacer(false));
method(P, 'replaceAll', replacer(true));
method(P, 'split', function split(separator, limit) {
    if (this == null) text(this, 'split');
    var f = by(splitSymbol, separator);
    if (f !== undefined) return apply(f, separator, [this, limit]);
    return apply(stringSplit, text(this, 'split'), [separator === undefined ? undefined : StringNow(separator), limit]);
});
N.setGlobal('RegExp', RegExp);
})
