// Locales: tags as they should be written, and which of those asked for is used.
const N = require('evald:natives');
const I = N.intl;

const tagShape = /^(?:[a-z]{2,3}|[a-z]{5,8})(?:-[a-z0-9]{1,8})*$/i;
const localeTags = new WeakMap();  // of Intl.Locale objects

function incorrect() { return new RangeError('Incorrect locale information provided'); }

function canonicalTag(tag) {
    const found = tagShape.test(tag) ? I.canonicalTag(tag) : undefined;
    if (found === undefined) throw incorrect();
    return found;
}
function canonicalTags(locales) {
    if (locales === undefined) return [];
    if (typeof locales === 'string') return [canonicalTag(locales)];
    if (locales === null) throw new TypeError('Cannot convert undefined or null to object');
    if (localeTags.has(locales)) return [localeTags.get(locales)];
    const tags = [], list = Object(locales), length = Math.min(Number(list.length) || 0, 2 ** 31);
    for (let i = 0; i < length; i++) {
        if (!(i in list)) continue;
        const entry = list[i];
        if (typeof entry !== 'string' && (typeof entry !== 'object' || entry === null)) {
            throw new TypeError('Language ID should be string or object.');
        }
        const tag = localeTags.get(entry) ?? canonicalTag(String(entry));
        if (!tags.includes(tag)) tags.push(tag);
    }
    return tags;
}

// {base: 'de-DE', keywords: {nu: 'latn'}}; keywords without a value are 'true'.
function parsedTag(tag) {
    const start = tag.search(/-[a-z0-9]-/), keywords = {};
    const base = start < 0 ? tag : tag.slice(0, start);
    const extension = /-u((?:-[a-z0-9]{2,8})+)/.exec(tag);
    if (extension === null) return { base, keywords };
    let key;
    for (const part of extension[1].slice(1).split('-')) {
        if (part.length === 2) { key = part; keywords[key] ??= ''; }
        else if (key !== undefined) keywords[key] += (keywords[key] && '-') + part;
    }
    for (const name of Object.keys(keywords)) keywords[name] ||= 'true';
    return { base, keywords };
}

let ownLocale;
function defaultLocale() {
    if (ownLocale === undefined) {
        const { LC_ALL, LC_MESSAGES, LANG } = N.process.env;
        const name = (LC_ALL || LC_MESSAGES || LANG || '').replace(/[.@].*$/, '').replace(/_/g, '-');
        ownLocale = tagShape.test(name) && availableTag(name) || 'en-US';
    }
    return ownLocale;
}
function availableTag(tag) {
    for (let base = tag; base !== ''; base = base.slice(0, Math.max(base.lastIndexOf('-'), 0))) {
        if (I.isAvailable(base)) return base;
    }
    return undefined;
}

// The first locale there is, with the keywords asked for among `keys`: {locale, keywords}.
function chosenLocale(locales, keys) {
    for (const tag of canonicalTags(locales)) {
        const { base, keywords } = parsedTag(tag), locale = availableTag(base);
        if (locale === undefined) continue;
        return { locale, keywords: Object.fromEntries(Object.entries(keywords).filter(([key]) => keys.includes(key))) };
    }
    return { locale: defaultLocale(), keywords: {} };
}
function withKeywords(locale, keywords) {
    const parts =
        Object.keys(keywords).sort().map(key => keywords[key] === 'true' ? `-${key}` : `-${key}-${keywords[key]}`);
    return parts.length === 0 ? locale : `${locale}-u${parts.join('')}`;
}
// What a keyword and an option come to: the option goes first, what `isKnown` refuses is as if not said. The locale
// shows the keyword only where it holds.
function settleKeyword(chosen, key, option, isKnown) {
    const asked = chosen.keywords[key], byTag = asked !== undefined && isKnown(asked) ? asked : undefined;
    const byOption = option !== undefined && isKnown(option) ? option : undefined;
    if (byTag === undefined || byOption !== undefined && byOption !== byTag) delete chosen.keywords[key];
    return byOption ?? byTag;
}
const isDigits = name => I.isDigits(name);
// The tag that ICU gets, and the numbering system that it leads to.
function settleDigits(chosen, option) {
    if (option !== undefined && !/^[a-z0-9]{3,8}(-[a-z0-9]{3,8})*$/i.test(option)) {
        throw new RangeError(`Invalid numberingSystem : ${option}`);
    }
    const asked = settleKeyword(chosen, 'nu', option?.toLowerCase(), isDigits);
    const keywords = asked === undefined ? {} : { nu: asked };
    return { keywords, name: asked ?? I.numberingSystem(chosen.locale) };
}
function supportedLocales(locales, options) {
    if (options !== undefined) matcherOf(Object(options));
    return canonicalTags(locales).filter(tag => availableTag(parsedTag(tag).base) !== undefined);
}
function matcherOf(options) {
    const { option } = require('./options');
    return option(options, 'localeMatcher', ['lookup', 'best fit'], 'best fit', 'Intl');
}

module.exports = {
    canonicalTag, canonicalTags, chosenLocale, incorrect, localeTags, parsedTag, settleDigits, settleKeyword,
    supportedLocales, withKeywords
};
