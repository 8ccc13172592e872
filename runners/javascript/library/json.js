// JSON with the messages that V8 has, and texts that stay well-formed.
(function (N, R) {
'use strict';
var shared = N.shared, define = N.define, setName = N.setName, parse = JSON.parse, stringify = JSON.stringify, StringNow = String, SyntaxErrorNow = SyntaxError;
var proto = SyntaxError.prototype;

// Where and why the text is no JSON: one pass that only skips.
function complaint(s) {
    var at = 0, n = s.length;
    function space() { while (at < n && ' \t\n\r'.indexOf(s.charAt(at)) >= 0) at++; }
    function end() { return 'Unexpected end of JSON input'; }
    function around() { return at < 0 ? s : n <= 40 ? '"' + s + '" is not valid JSON' : (at > 10 ? '..."' : '"') + s.slice(Math.max(at - 10, 0), at + 10) + (at + 10 < n ? '"... ' : '" ') + 'is not valid JSON'; }
    function token() {
        if (at >= n) return end();
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
            for (;;) {
                if ((wrong = text())) return wrong;
                space();
                if (s.charAt(at) !== ':') return "Expected ':' after property name in JSON at position " + at;
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
shared.add(JSON, {
    parse: function (text, reviver) {
        if (typeof text !== 'string') text = StringNow(text);
        var given = arguments.length > 1 && typeof reviver === 'function';
        try { return given ? parse(text, reviver) : parse(text); }
        catch (e) {
            if (Object.getPrototypeOf(e) !== proto || StringNow(e.message).slice(0, 12) !== 'invalid json') throw e;
            throw new SyntaxErrorNow(complaint(text));
        }
    },
    stringify: function (value, replacer, space) {
        var text = stringify(value, N.bigReplacer === undefined ? replacer : N.bigReplacer(replacer), space);
        return text === undefined ? text : N.jsonText(text);
    }
});
})
