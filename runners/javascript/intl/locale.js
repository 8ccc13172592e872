// Intl.Locale.
const { intl: I } = require('evald:natives');
const { canonicalTag, incorrect, localeTags, parsedTag, withKeywords } = require('./locales');
const { flag, givenOptions, option } = require('./options');
const { calendarNames } = require('./date_time_format');

const keywordOptions = [['ca', 'calendar'], ['co', 'collation'], ['hc', 'hourCycle', ['h11', 'h12', 'h23', 'h24']],
    ['kf', 'caseFirst', ['upper', 'lower', 'false']], ['nu', 'numberingSystem']];

function subtags(base) {
    const [language, ...rest] = base.split('-');
    const script = /^[A-Za-z]{4}$/.test(rest[0] ?? '') ? rest.shift() : undefined;
    const region = /^(?:[A-Za-z]{2}|\d{3})$/.test(rest[0] ?? '') ? rest.shift() : undefined;
    return { language, script, region, variants: rest };
}
function joined({ language, script, region, variants }) {
    return [language, script, region, ...variants].filter(part => part !== undefined).join('-');
}
function withOptions(tag, options) {
    const { base, keywords } = parsedTag(tag), parts = subtags(base);
    for (const [name, shape] of [
             ['language', /^(?:[a-z]{2,3}|[a-z]{5,8})$/i ], ['script', /^[a-z]{4}$/i ],
             ['region', /^(?:[a-z]{2}|\d{3})$/i ]]) {
        const value = option(options, name, undefined, undefined, 'Intl.Locale');
        if (value === undefined) continue;
        if (!shape.test(value)) throw incorrect();
        parts[name] = value;
    }
    for (const [key, name, allowed] of keywordOptions) {
        const value = option(options, name, allowed, undefined, 'Intl.Locale');
        if (value === undefined) continue;
        if (!/^[a-z0-9]{3,8}(?:-[a-z0-9]{3,8})*$/i.test(value)) throw incorrect();
        keywords[key] = value;
    }
    const numeric = flag(options, 'numeric', undefined);
    if (numeric !== undefined) keywords.kn = String(numeric);
    return canonicalTag(withKeywords(joined(parts), keywords));
}
function tagOf(locale) {
    const tag = localeTags.get(locale);
    if (tag === undefined) throw new TypeError('Method Intl.Locale.prototype.toString called on incompatible receiver');
    return tag;
}
function ofTag(tag) { return new Locale(tag); }
function baseAlone(locale) { return parsedTag(tagOf(locale)).base; }
function keyword(locale, key) { return parsedTag(tagOf(locale)).keywords[key]; }

class Locale {
    constructor(tag, options) {
        if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null)) {
            throw new TypeError('First argument to Intl.Locale constructor can\'t be empty or missing');
        }
        localeTags.set(this, withOptions(localeTags.get(tag) ?? canonicalTag(String(tag)), givenOptions(options)));
    }
    toString() { return tagOf(this); }
    maximize() { return ofTag(I.likelyTag(tagOf(this), true)); }
    minimize() { return ofTag(I.likelyTag(tagOf(this), false)); }
    get language() { return subtags(baseAlone(this)).language; }
    get script() { return subtags(baseAlone(this)).script; }
    get region() { return subtags(baseAlone(this)).region; }
    get baseName() { return baseAlone(this); }
    get calendar() { return keyword(this, 'ca'); }
    get caseFirst() { return keyword(this, 'kf'); }
    get collation() { return keyword(this, 'co'); }
    get hourCycle() { return keyword(this, 'hc'); }
    get numeric() { return keyword(this, 'kn') === 'true'; }
    get numberingSystem() { return keyword(this, 'nu'); }
    get calendars() {
        return this.calendar !== undefined ? [this.calendar]
            : I.names('preferredCalendar', tagOf(this)).split(' ').map(name => calendarNames[name] ?? name);
    }
    get hourCycles() { return [this.hourCycle ?? I.hourCycle(tagOf(this))]; }
    get numberingSystems() { return [I.numberingSystem(tagOf(this))]; }
}
Object.defineProperty(Locale, 'length', { value: 1, configurable: true });
Object.defineProperty(Locale.prototype, Symbol.toStringTag, { value: 'Intl.Locale', configurable: true });

module.exports = { Locale };
