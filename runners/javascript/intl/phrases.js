// Intl.PluralRules, ListFormat and RelativeTimeFormat.
const { intl: I } = require('evald:natives');
const { chosenLocale, settleDigits, withKeywords } = require('./locales');
const { givenOptions, option, optionsObject, service } = require('./options');
const { digitOptions, digitSkeleton } = require('./number_skeleton');
const { listedParts, textOf } = require('./number_format');

const widths = ['long', 'short', 'narrow'];
const matchers = ['lookup', 'best fit'];

const PluralRules = service('PluralRules', 0, (locales, given) => {
    const options = givenOptions(given), { locale } = chosenLocale(locales, []);
    option(options, 'localeMatcher', matchers, 'best fit', 'Intl.PluralRules');
    const type = option(options, 'type', ['cardinal', 'ordinal'], 'cardinal', 'Intl.PluralRules');
    const settled = digitOptions(options, 0, 3, 'standard', 'Intl.PluralRules');
    return { locale, type, isOrdinal: type === 'ordinal', settled, skeleton: digitSkeleton(settled) };
}, {
    resolvedOptions({ locale, type, isOrdinal, settled }) {
        return { locale, type, ...settled.digits, pluralCategories: I.pluralCategories(locale, isOrdinal).split(' ') };
    },
    select({ locale, isOrdinal, skeleton }, value) { return I.plural(locale, isOrdinal, skeleton, Number(value)); },
    selectRange({ locale, isOrdinal, skeleton }, from, to) {
        if (from === undefined || to === undefined) throw new TypeError('invalid_argument');
        const start = Number(from), end = Number(to);
        if (start !== start || end !== end) throw new RangeError('invalid_argument');
        return I.pluralRange(locale, isOrdinal, skeleton, String(start), String(end));
    }
});

const listTypes = ['conjunction', 'disjunction', 'unit'];
function texts(iterable) {
    if (iterable === undefined) return [];
    const list = [];
    for (const item of iterable) {
        if (typeof item !== 'string') throw new TypeError(`Iterable yielded ${String(item)} which is not a string`);
        list.push(item);
    }
    return list;
}
function listed({ locale, type, style }, iterable) {
    return I.list(locale, listTypes.indexOf(type), widths.indexOf(style), texts(iterable));
}
const ListFormat = service('ListFormat', 0, (locales, given) => {
    const options = optionsObject(given), { locale } = chosenLocale(locales, []);
    option(options, 'localeMatcher', matchers, 'best fit', 'Intl.ListFormat');
    const type = option(options, 'type', listTypes, 'conjunction', 'Intl.ListFormat');
    return { locale, type, style: option(options, 'style', widths, 'long', 'Intl.ListFormat') };
}, {
    resolvedOptions({ locale, type, style }) { return { locale, type, style }; },
    format(state, list) { return textOf(listed(state, list)); },
    formatToParts(state, list) {
        const flat = listed(state, list), parts = [];
        for (let i = 0; i < flat.length; i += 3)
            parts.push({type: flat[i] === 1 ? 'element' : 'literal', value: flat[i + 1]});
        return parts;
    }
});

// In ICU's order.
const timeUnits = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];
function relative({ tag, style, numeric }, value, unit, method) {
    const number = Number(value), name = String(unit), plain = name.endsWith('s') ? name.slice(0, -1) : name;
    const member = `Intl.RelativeTimeFormat.prototype.${method}()`;
    if (!timeUnits.includes(plain)) throw new RangeError(`Invalid unit argument for ${member} '${name}'`);
    if (!Number.isFinite(number)) throw new RangeError(`Value need to be finite number for ${member}`);
    return {
        unit: plain,
        flat: I.relative(tag, widths.indexOf(style), timeUnits.indexOf(plain), number, numeric === 'always')
    };
}
const RelativeTimeFormat = service('RelativeTimeFormat', 0, (locales, given) => {
    const options = givenOptions(given), chosen = chosenLocale(locales, ['nu']);
    option(options, 'localeMatcher', matchers, 'best fit', 'Intl.RelativeTimeFormat');
    const digits =
        settleDigits(chosen, option(options, 'numberingSystem', undefined, undefined, 'Intl.RelativeTimeFormat'));
    const style = option(options, 'style', widths, 'long', 'Intl.RelativeTimeFormat');
    const numeric = option(options, 'numeric', ['always', 'auto'], 'always', 'Intl.RelativeTimeFormat');
    const locale = withKeywords(chosen.locale, chosen.keywords);
    return { locale, tag: withKeywords(chosen.locale, digits.keywords), style, numeric, digits: digits.name };
}, {
    resolvedOptions({ locale, style, numeric, digits }) { return { locale, style, numeric, numberingSystem: digits }; },
    format(state, value, unit) { return textOf(relative(state, value, unit, 'format').flat); },
    formatToParts(state, value, unit) {
        const { flat, unit: name } = relative(state, value, unit, 'formatToParts');
        return listedParts(flat, 'decimal', 0).map(part => part.type === 'literal' ? part : { ...part, unit: name });
    }
});

module.exports = { ListFormat, PluralRules, RelativeTimeFormat };
