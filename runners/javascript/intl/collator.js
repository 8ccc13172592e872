// Intl.Collator, and case by locale.
const { intl: I } = require('evald:natives');
const { canonicalTags, chosenLocale, parsedTag, settleKeyword, withKeywords } = require('./locales');
const { flag, givenOptions, option, service } = require('./options');

const name = 'Intl.Collator';
const caseOrders = ['upper', 'lower', 'false'];
const collations = [
    'compat', 'dict', 'emoji', 'eor', 'phonebk', 'phonetic', 'pinyin', 'searchjl', 'stroke', 'trad', 'unihan', 'zhuyin'
];

function initialize(locales, given) {
    const options = givenOptions(given), chosen = chosenLocale(locales, ['co', 'kf', 'kn']);
    const usage = option(options, 'usage', ['sort', 'search'], 'sort', name);
    option(options, 'localeMatcher', ['lookup', 'best fit'], 'best fit', name);
    const collation = settleKeyword(
        chosen, 'co', option(options, 'collation', undefined, undefined, name), value => collations.includes(value));
    const numericOption = flag(options, 'numeric', undefined);
    const numeric = settleKeyword(chosen, 'kn', numericOption === undefined ? undefined : String(numericOption),
        value => value === 'true' || value === 'false') === 'true';
    const caseFirst = settleKeyword(chosen, 'kf', option(options, 'caseFirst', caseOrders, undefined, name),
        value => caseOrders.includes(value)) ?? 'false';
    const sensitivity = option(options, 'sensitivity', ['base', 'accent', 'case', 'variant'], undefined, name);
    const ignorePunctuation = flag(options, 'ignorePunctuation', undefined);
    const isThai = /^th\b/.test(chosen.locale);
    const resolved = {
        locale: withKeywords(chosen.locale, chosen.keywords), usage, sensitivity: sensitivity ?? 'variant',
        ignorePunctuation: ignorePunctuation ?? isThai, collation: collation ?? 'default', numeric, caseFirst
    };
    const co = usage === 'search' ? 'search' : collation;
    const tag = co === undefined ? chosen.locale : `${chosen.locale}-u-co-${co}`;
    const handling = ignorePunctuation === undefined ? '' : ignorePunctuation ? 'shifted' : 'unshifted';
    return { tag, attributes: [sensitivity ?? '', numeric ? 'numeric' : '', caseFirst, handling].join(' '), resolved };
}
const Collator = service('Collator', 0, initialize, {
    resolvedOptions(state) { return { ...state.resolved }; }
}, {
    isCallable: true,
    bound: { compare(state, a, b) { return I.compare(state.tag, state.attributes, String(a), String(b)); } }
});

const usual = new Map();  // by locale, without options
function compareTexts(a, b, locales, options) {
    let state;
    if (options !== undefined || locales !== undefined && typeof locales !== 'string')
        state = initialize(locales, options);
    else if ((state = usual.get(locales)) === undefined) usual.set(locales, state = initialize(locales, undefined));
    return I.compare(state.tag, state.attributes, a, b);
}
// Few languages have letters of their own; the others' case is everyone's.
function changeCase(text, locales, isUpper) {
    const [tag] = canonicalTags(locales), language = tag === undefined ? 'en' : parsedTag(tag).base.split('-')[0];
    if (['az', 'el', 'lt', 'tr'].includes(language)) return I.changeCase(language, text, isUpper);
    return isUpper ? text.toUpperCase() : text.toLowerCase();
}

module.exports = { Collator, changeCase, collations, compareTexts };
