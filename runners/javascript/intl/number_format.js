// Intl.NumberFormat.
const { intl: I } = require('evald:natives');
const { chosenLocale, settleDigits, withKeywords } = require('./locales');
const { givenOptions, option, service } = require('./options');
const { digitOptions, digitSkeleton } = require('./number_skeleton');

const units = new Set([
    'acre',       'bit',         'byte',        'celsius', 'centimeter',  'day',        'degree',
    'fahrenheit', 'fluid-ounce', 'foot',        'gallon',  'gigabit',     'gigabyte',   'gram',
    'hectare',    'hour',        'inch',        'kilobit', 'kilobyte',    'kilogram',   'kilometer',
    'liter',      'megabit',     'megabyte',    'meter',   'microsecond', 'mile',       'mile-scandinavian',
    'milliliter', 'millimeter',  'millisecond', 'minute',  'month',       'nanosecond', 'ounce',
    'percent',    'petabyte',    'pound',       'second',  'stone',       'terabit',    'terabyte',
    'week',       'yard',        'year'
]);
const name = 'Intl.NumberFormat';
const widths = {
    symbol: 'unit-width-short',
    narrowSymbol: 'unit-width-narrow',
    code: 'unit-width-iso-code',
    name: 'unit-width-full-name',
    short: 'unit-width-short',
    narrow: 'unit-width-narrow',
    long: 'unit-width-full-name'
};
const grouping = { always: 'group-on-aligned', auto: 'group-auto', min2: 'group-min2', false: 'group-off' };
const signs = { never: 'never', always: 'always', exceptZero: 'except-zero', negative: 'negative' };
const partTypes = [
    'integer', 'fraction', 'decimal', 'exponentSeparator', 'exponentMinusSign', 'exponentInteger', 'group', 'currency',
    'percentSign', 'perMilleSign', 'sign', 'unit', 'compact', 'approximatelySign'
];

function isUnit(unit) {
    if (units.has(unit)) return true;
    const [above, below, ...rest] = unit.split('-per-');
    return below !== undefined && rest.length === 0 && units.has(above) && units.has(below);
}
function styleOptions(options) {
    const style = option(options, 'style', ['decimal', 'percent', 'currency', 'unit'], 'decimal', name);
    const currency = option(options, 'currency', undefined, undefined, name);
    if (currency !== undefined && !/^[a-z]{3}$/i.test(currency))
        throw new RangeError(`Invalid currency code : ${currency}`);
    if (style === 'currency' && currency === undefined)
        throw new TypeError('Currency code is required with currency style.');
    const currencyDisplay =
        option(options, 'currencyDisplay', ['code', 'symbol', 'narrowSymbol', 'name'], 'symbol', name);
    const currencySign = option(options, 'currencySign', ['standard', 'accounting'], 'standard', name);
    const unit = option(options, 'unit', undefined, undefined, name);
    if (unit !== undefined && !isUnit(unit)) throw new RangeError(`Invalid unit argument for ${name}() '${unit}'`);
    if (style === 'unit' && unit === undefined) throw new TypeError('Required option "unit" must not be undefined');
    const unitDisplay = option(options, 'unitDisplay', ['short', 'narrow', 'long'], 'short', name);
    if (style === 'currency') return { style, currency: currency.toUpperCase(), currencyDisplay, currencySign };
    return style === 'unit' ? { style, unit, unitDisplay } : { style };
}
function groupingOption(options, notation) {
    const otherwise = notation === 'compact' ? 'min2' : 'auto', value = options.useGrouping;
    if (value === undefined || value === 'true' || value === 'false') return otherwise;
    if (value === true) return 'always';
    if (!value) return false;
    return option(options, 'useGrouping', ['min2', 'auto', 'always', 'true', 'false'], otherwise, name);
}
function notationSkeleton({ notation, compactDisplay }) {
    return notation === 'standard' ? [] : [notation === 'compact' ? `compact-${compactDisplay}` : notation];
}
function styleSkeleton({ style, currency, currencyDisplay, unit, unitDisplay }) {
    if (style === 'percent') return ['percent', 'scale/100'];
    if (style === 'currency') return [`currency/${currency}`, widths[currencyDisplay]];
    if (style !== 'unit') return [];
    return unit === 'percent' && unitDisplay !== 'long' ? ['percent'] : [`unit/${unit}`, widths[unitDisplay]];
}
function signSkeleton(display, isAccounting) {
    if (display === 'never') return ['sign-never'];
    const prefix = isAccounting ? 'sign-accounting' : 'sign';
    if (display === 'auto') return isAccounting ? [prefix] : [];
    return [`${prefix}-${signs[display]}`];
}
function initialize(locales, given) {
    const options = givenOptions(given), chosen = chosenLocale(locales, ['nu']);
    option(options, 'localeMatcher', ['lookup', 'best fit'], 'best fit', name);
    const system = settleDigits(chosen, option(options, 'numberingSystem', undefined, undefined, name));
    const style = styleOptions(options);
    const notation =
        option(options, 'notation', ['standard', 'scientific', 'engineering', 'compact'], 'standard', name);
    const usual = style.style === 'currency' && notation === 'standard' ? I.currencyDigits(style.currency) : 0;
    const most = style.style === 'currency' && notation === 'standard' ? usual : style.style === 'percent' ? 0 : 3;
    const settled = digitOptions(options, usual, most, notation, name);
    const compactDisplay = option(options, 'compactDisplay', ['short', 'long'], 'short', name);
    const useGrouping = groupingOption(options, notation);
    const signDisplay =
        option(options, 'signDisplay', ['auto', 'never', 'always', 'exceptZero', 'negative'], 'auto', name);
    const skeleton = [
        ...notationSkeleton({notation, compactDisplay}), ...styleSkeleton(style),
        ...signSkeleton(signDisplay, style.currencySign === 'accounting'), grouping[useGrouping], digitSkeleton(settled)
    ].join(' ');
    const resolved = {
        locale: withKeywords(chosen.locale, chosen.keywords),
        numberingSystem: system.name,
        ...style,
        ...settled.digits,
        useGrouping,
        notation,
        ...(notation === 'compact' ? {compactDisplay} : {}),
        signDisplay,
        ...settled.rounding
    };
    return { tag: withKeywords(chosen.locale, system.keywords), skeleton, resolved };
}

// A number, or digits where a double would not hold them.
function numeric(value) {
    if (typeof value === 'object' && value !== null || typeof value === 'function') value = primitive(value);
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'string') return Number(value);
    const text = value.trim();
    return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? text : Number(text);
}
function primitive(value) {
    const convert = value[Symbol.toPrimitive];
    if (convert !== undefined && convert !== null) return convert.call(value, 'number');
    const plain = value.valueOf();
    return typeof plain === 'object' && plain !== null ? value.toString() : plain;
}
function digitsOf(value) { return typeof value === 'string' ? value : Object.is(value, -0) ? '-0' : String(value); }

function typeOf(field, text, style, value) {
    if (field < 0) return 'literal';
    const type = partTypes[field];
    if (type === 'integer')
        return value !== value ? 'nan' : value === Infinity || value === -Infinity ? 'infinity' : type;
    if (type === 'sign') return text.includes('+') ? 'plusSign' : 'minusSign';
    return type === 'percentSign' && style === 'unit' ? 'unit' : type;
}
function listedParts(flat, style, value) {
    const parts = [];
    for (let i = 0; i < flat.length; i += 3)
        parts.push({type: typeOf(flat[i], flat[i + 1], style, value), value: flat[i + 1]});
    return parts;
}
const sources = ['shared', 'startRange', 'endRange'];
function rangeOf(state, from, to) {
    if (from === undefined || to === undefined)
        throw new TypeError(`${from === undefined ? 'start' : 'end'} is undefined`);
    const start = numeric(from), end = numeric(to);
    if (start !== start || end !== end) throw new RangeError(`Invalid number value: ${start !== start ? from : to}`);
    return I.numberRange(state.tag, state.skeleton, digitsOf(start), digitsOf(end));
}
function textOf(flat) {
    let text = '';
    for (let i = 1; i < flat.length; i += 3) text += flat[i];
    return text;
}

const NumberFormat = service(
    'NumberFormat', 0, initialize, {
        resolvedOptions(state) { return {...state.resolved}; },
        formatToParts(state, value) {
            const number = numeric(value);
            return listedParts(I.number(state.tag, state.skeleton, number, true), state.resolved.style, number);
        },
        formatRange(state, from, to) { return textOf(rangeOf(state, from, to)); },
        formatRangeToParts(state, from, to) {
            const flat = rangeOf(state, from, to);
            return listedParts(flat, state.resolved.style, 0)
                .map((part, i) => ({...part, source: sources[flat[3 * i + 2]]}));
        }
    },
    {
        isCallable: true,
        bound: {format(state, value) { return I.number(state.tag, state.skeleton, numeric(value), false); }}
    });

const usual = new Map();  // by locale, without options
function numberText(value, locales, options) {
    if (options !== undefined || locales !== undefined && typeof locales !== 'string') {
        const state = initialize(locales, options);
        return I.number(state.tag, state.skeleton, value, false);
    }
    if (!usual.has(locales)) usual.set(locales, initialize(locales, undefined));
    const state = usual.get(locales);
    return I.number(state.tag, state.skeleton, value, false);
}

module.exports = { NumberFormat, listedParts, numberText, sources, textOf, units };
