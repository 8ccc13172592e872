// JSON with the messages that V8 has, and texts that stay well-formed.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, setName = N.setName, parse = JSON.parse, parseJson = N.parseJson, stringify = JSON.stringify, StringNow = String, SyntaxErrorNow = SyntaxError, TypeErrorNow = TypeError,
    SetNow = Set, isList = Array.isArray, namesOf = Object.keys, describe = Object.getOwnPropertyDescriptor, apply = Reflect.apply;

// Where and why the text is no JSON: one pass that only skips.
function complaint(s) {
    var at = 0, n = s.length;
    function space() { while (at < n && ' \t\n\r'.indexOf(s.charAt(at)) >= 0) at++; }
    function end() { return 'Unexpected end of JSON input'; }
    function around() { return at < 0 ? s : n <= 20 ? '"' + s + '" is not valid JSON' : (at >= 10 ? '..."' : '"') + s.slice(Math.max(at - 10, 0), at + 10) + (at + 10 < n ? '"... ' : '" ') + 'is not valid JSON'; }
    function token() {
        if (at >= n) return end();
        if (/[-\d]/.test(s.charAt(at))) return 'Unexpected number in JSON at position ' + at;
        if (s.charAt(at) === '"') return 'Unexpected string in JSON at position ' + at;
        return "Unexpected token '" + s.charAt(at) + "', " + around();
    }
    function text() {
        for (at++; ; at++) {
            if (at >= n) return 'Unterminated string in JSON at position ' + n;
            var c = s.charAt(at);
            if (c === '"') { at++; return; }
            if (c < ' ') return 'Bad control character in string literal in JSON at position ' + at;
            if (c !== '\\') continue;
            c = s.charAt(++at);
            if (at >= n) return 'Unterminated string in JSON at position ' + n;
            if (c === 'u') { var digits = /^[0-9a-f]{0,4}/i.exec(s.slice(at + 1, at + 5))[0].length; if (digits < 4) return 'Bad Unicode escape in JSON at position ' + (at + 1 + digits); at += 4; }
            else if ('"\\/bfnrt'.indexOf(c) < 0) return 'Bad escaped character in JSON at position ' + at;
        }
    }
    function number() {
        if (s.charAt(at) === '-') { at++; if (!/\d/.test(s.charAt(at))) return 'No number after minus sign in JSON at position ' + at; }
        if (s.charAt(at) === '0') { at++; if (/\d/.test(s.charAt(at))) return 'Unexpected number in JSON at position ' + at; } else while (/\d/.test(s.charAt(at)) && at < n) at++;
        if (s.charAt(at) === '.') { at++; if (!/\d/.test(s.charAt(at)) || at >= n) return 'Unterminated fractional number in JSON at position ' + at; while (at < n && /\d/.test(s.charAt(at))) at++; }
        if (/e/i.test(s.charAt(at))) {
            at++;
            if (/[-+]/.test(s.charAt(at))) at++;
            if (at >= n || !/\d/.test(s.charAt(at))) return 'Exponent part is missing a number in JSON at position ' + at;
            while (at < n && /\d/.test(s.charAt(at))) at++;
        }
    }
    function value() {
        space();
        if (at >= n) return end();
        var c = s.charAt(at), wrong;
        if (c === '"') return text();
        if (c === '-' || (c >= '0' && c <= '9')) return number();
        if (c === '[') {
            at++; space();
            if (s.charAt(at) === ']') { at++; return; }
            for (;;) {
                if ((wrong = value())) return wrong;
                space();
                c = s.charAt(at);
                if (c === ']') { at++; return; }
                if (c !== ',') return "Expected ',' or ']' after array element in JSON at position " + at;
                at++;
            }
        }
        if (c === '{') {
            at++; space();
            if (s.charAt(at) === '}') { at++; return; }
            if (at >= n || s.charAt(at) !== '"') return "Expected property name or '}' in JSON at position " + at;
            for (var isFirst = true; ; isFirst = false) {
                if ((wrong = text())) return wrong;
                space();
                if (s.charAt(at) !== ':') return isFirst ? "Expected ':' after property name in JSON at position " + at : token();
                at++;
                if ((wrong = value())) return wrong;
                space();
                if (at >= n) return "Expected ',' or '}' after property value in JSON at position " + at;
                c = s.charAt(at);
                if (c === '}') { at++; return; }
                if (c !== ',') return "Expected ',' or '}' after property value in JSON at position " + at;
                at++; space();
                if (s.charAt(at) !== '"') return 'Expected double-quoted property name in JSON at position ' + at;
            }
        }
        for (var words = ['true', 'false', 'null'], i = 0; i < 3; i++) {
            if (words[i].charAt(0) !== c) continue;
            for (var k = 0; k < words[i].length; k++, at++) if (s.charAt(at) !== words[i].charAt(k)) return token();
            return;
        }
        if (s === 'undefined' || s === 'NaN' || s === 'Infinity' || s === '[object Object]') return '"' + s + '" is not valid JSON';
        return token();
    }
    var wrong = value();
    if (wrong) return wrong;
    space();
    return at < n ? 'Unexpected non-whitespace character after JSON at position ' + at : 'Unexpected end of JSON input';
}

// The way around a circle as V8 words it, or '' where only a getter, a toJSON or a replacer closes one.
function circle(value) {
    var around = [], keys = [], done = new SetNow(), has = SetNow.prototype.has, add = SetNow.prototype.add;
    function name(v) {
        var made = v.constructor;
        return "object with constructor '" + (typeof made === 'function' && made.name || 'Object') + "'";
    }
    function step(holder, key) { return isList(holder) ? 'index ' + key : "property '" + key + "'"; }
    function closing(v) {
        if (v === null || typeof v !== 'object' || apply(has, done, [v])) return -1;
        if (around.indexOf(v) >= 0) return around.indexOf(v);
        around.push(v);
        for (var all = namesOf(v), i = 0, at; i < all.length; i++) {
            var found = describe(v, all[i]);
            if (!found || !('value' in found)) continue;
            keys.push(all[i]);
            if ((at = closing(found.value)) >= 0) return at;
            keys.pop();
        }
        around.pop();
        apply(add, done, [v]);
        return -1;
    }
    var at = closing(value), n = around.length, lines = '', i;
    if (at < 0) return '';
    lines = '\n    --> starting at ' + name(around[at]);
    for (i = at + 1; i < n; i++) {
        if (i < at + 3 || i === n - 1) lines += '\n    |     ' + step(around[i - 1], keys[i - 1]) + ' -> ' + name(around[i]);
        else if (i === at + 3) lines += '\n    |     ...';
    }
    return lines + '\n    --- ' + step(around[n - 1], keys[n - 1]) + ' closes the circle';
}
shared.add(JSON, {
    parse: function (text, reviver) {
        if (typeof text !== 'string') text = StringNow(text);
        var value = parseJson(text);
        if (value === undefined) throw new SyntaxErrorNow(complaint(text));
        return typeof reviver === 'function' ? parse(text, reviver) : value;
    },
    stringify: function (value, replacer, space) {
        var text;
        try { text = stringify(value, replacer, space); }
        catch (e) {
            if (!(e instanceof TypeErrorNow) || e.message !== 'Converting circular structure to JSON') throw e;
            throw new TypeErrorNow(e.message + circle(value));
        }
        return text === undefined ? text : N.jsonText(text);
    }
});
})
