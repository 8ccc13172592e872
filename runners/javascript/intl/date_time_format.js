// Intl.DateTimeFormat.
const N = require('evald:natives');
const I = N.intl;
const { chosenLocale, settleDigits, settleKeyword, withKeywords } = require('./locales');
const { flag, givenOptions, inRange, option, service } = require('./options');
const { cycleIn, fieldsOf, letters, patternOfFields, patternOfStyles } = require('./date_pattern');
const { ownTimeZone, timeZone } = require('./time_zones');
const { sources, textOf } = require('./number_format');

const name = 'Intl.DateTimeFormat';
const dateFields = ['weekday', 'year', 'month', 'day'];
const timeFields = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'];
const mostTime = 8.64e15;
// By ICU's numbers.
const partTypes = [
    'era',          'year',         'month',
    'day',          'hour',         'hour',
    'minute',       'second',       'fractionalSecond',
    'weekday',      'literal',      'literal',
    'literal',      'literal',      'dayPeriod',
    'hour',         'hour',         'timeZoneName',
    'year',         'weekday',      'year',
    'literal',      'literal',      'timeZoneName',
    'timeZoneName', 'weekday',      'month',
    'literal',      'literal',      'timeZoneName',
    'yearName',     'timeZoneName', 'timeZoneName',
    'timeZoneName', 'relatedYear',  'dayPeriod',
    'dayPeriod'
];
const calendarNames = { gregorian: 'gregory', 'ethiopic-amete-alem': 'ethioaa' };
const calendars = [
    'buddhist', 'chinese', 'coptic', 'dangi', 'ethioaa', 'ethiopic', 'gregory', 'hebrew', 'indian', 'islamic',
    'islamic-civil', 'islamic-rgsa', 'islamic-tbla', 'islamic-umalqura', 'iso8601', 'japanese', 'persian', 'roc'
];

// The fields that are used where the options name none: `needed` says which of them keep the others away.
function withDefaults(fields, options, needed, defaults) {
    const asked = needed === 'date' ? dateFields : needed === 'time' ? timeFields : [...dateFields, ...timeFields];
    const { dateStyle, timeStyle } = options;
    if (needed === 'date' && timeStyle !== undefined) throw new TypeError('Invalid option : timeStyle');
    if (needed === 'time' && dateStyle !== undefined) throw new TypeError('Invalid option : dateStyle');
    if (dateStyle !== undefined || timeStyle !== undefined || asked.some(field => fields[field] !== undefined))
        return fields;
    const added = defaults === 'date' ? ['year', 'month', 'day'] : defaults === 'time' ? ['hour', 'minute', 'second']
        : ['year', 'month', 'day', 'hour', 'minute', 'second'];
    const all = {};
    for (const field of Object.keys(letters)) {
        if (added.includes(field)) all[field] = 'numeric';
        else if (fields[field] !== undefined) all[field] = fields[field];
    }
    return all;
}
function givenFields(options) {
    const fields = {};
    for (const [field, values] of Object.entries(letters)) {
        const value = field === 'fractionalSecondDigits' ? inRange(options[field], 1, 3, undefined, field)
            : option(options, field, Object.keys(values), undefined, name);
        if (value !== undefined) fields[field] = value;
    }
    return fields;
}
function hourCycle(chosen, hour12, asked) {
    if (hour12 === undefined) return asked ?? I.hourCycle(chosen.locale);
    const isFromZero = ['h11', 'h23'].includes(I.hourCycle(chosen.locale));
    if (hour12) return isFromZero ? 'h11' : 'h12';
    return isFromZero ? 'h23' : 'h24';
}
function zoneOption(value) {
    if (value === undefined) return ownTimeZone();
    const zone = timeZone(String(value));
    if (zone === undefined) throw new RangeError(`Invalid time zone specified: ${value}`);
    return zone;
}
function preferredCalendar(locale) {
    const [first] = I.names('preferredCalendar', locale).split(' ');
    return calendarNames[first] ?? first;
}
function initialize(locales, given, needed = 'any', defaults = 'date') {
    const options = givenOptions(given), chosen = chosenLocale(locales, ['ca', 'hc', 'nu']);
    option(options, 'localeMatcher', ['lookup', 'best fit'], 'best fit', name);
    const calendarOption = option(options, 'calendar', undefined, undefined, name);
    const calendar = settleKeyword(chosen, 'ca', calendarOption?.toLowerCase(), value => calendars.includes(value));
    const digits = settleDigits(chosen, option(options, 'numberingSystem', undefined, undefined, name));
    const hour12 = flag(options, 'hour12', undefined);
    const cycleOption = option(options, 'hourCycle', ['h11', 'h12', 'h23', 'h24'], undefined, name);
    const isCycle = value => ['h11', 'h12', 'h23', 'h24'].includes(value);
    if (hour12 !== undefined) delete chosen.keywords.hc;
    const asked = settleKeyword(chosen, 'hc', hour12 === undefined ? cycleOption : undefined, isCycle);
    const zone = zoneOption(options.timeZone);
    const fields = givenFields(options);
    option(options, 'formatMatcher', ['basic', 'best fit'], 'best fit', name);
    const dateStyle = option(options, 'dateStyle', ['full', 'long', 'medium', 'short'], undefined, name);
    const timeStyle = option(options, 'timeStyle', ['full', 'long', 'medium', 'short'], undefined, name);
    const isStyled = dateStyle !== undefined || timeStyle !== undefined;
    if (isStyled && Object.keys(fields).length > 0) {
        throw new TypeError(`Can't set option ${Object.keys(fields)[0]} when ${
            dateStyle !== undefined ? 'dateStyle' : 'timeStyle'} is used`);
    }
    const all = withDefaults(fields, { dateStyle, timeStyle }, needed, defaults);
    const tag = withKeywords(chosen.locale, {...digits.keywords, ...(calendar === undefined ? {} : {ca: calendar})});
    const cycle = all.hour === undefined && timeStyle === undefined ? undefined : hourCycle(chosen, hour12, asked);
    const {pattern, skeleton} =
        isStyled ? patternOfStyles(tag, dateStyle, timeStyle, cycle) : patternOfFields(tag, all, cycle);
    return {
        tag,
        pattern,
        skeleton,
        zone,
        cycle,
        dateStyle,
        timeStyle,
        isStyled,
        calendar,
        chosen,
        digits: digits.name
    };
}
function resolved(state) {
    const { pattern, zone, dateStyle, timeStyle, chosen } = state, cycle = cycleIn(pattern);
    const result = {
        locale: withKeywords(chosen.locale, chosen.keywords),
        calendar: state.calendar ?? preferredCalendar(chosen.locale),
        numberingSystem: state.digits,
        timeZone: zone.shown
    };
    if (cycle !== undefined) Object.assign(result, { hourCycle: cycle, hour12: cycle === 'h11' || cycle === 'h12' });
    if (!state.isStyled) return Object.assign(result, fieldsOf(pattern));
    if (dateStyle !== undefined) result.dateStyle = dateStyle;
    if (timeStyle !== undefined) result.timeStyle = timeStyle;
    return result;
}
function timeOf(value) {
    const time = value === undefined ? Date.now() : Number(value);
    if (!(Math.abs(time) <= mostTime)) throw new RangeError('Invalid time value');
    return Math.trunc(time);
}
function partsAt(state, value) { return I.date(state.tag, state.zone.used, state.pattern, timeOf(value)); }
// Newer narrow spaces surprise programs that read times: V8 writes plain ones, but in parts and ranges.
function textAt(state, value) { return textOf(partsAt(state, value)).replaceAll('\u202f', ' '); }
function listedParts(flat) {
    const parts = [];
    for (let i = 0; i < flat.length; i += 3) {
        const type = flat[i] < 0 ? 'literal' : partTypes[flat[i]] ?? 'literal', last = parts[parts.length - 1];
        if (type === 'literal' && last?.type === 'literal' && last.source === flat[i + 2]) last.value += flat[i + 1];
        else parts.push({ type, value: flat[i + 1], source: flat[i + 2] });
    }
    return parts;
}
function rangeParts(state, from, to) {
    if (from === undefined || to === undefined) throw new TypeError('startDate or endDate cannot be undefined');
    return I.dateRange(state.tag, state.zone.used, state.skeleton, timeOf(from), timeOf(to));
}

const DateTimeFormat = service(
    'DateTimeFormat', 0, initialize, {
        resolvedOptions: resolved,
        formatToParts(
            state, date) { return listedParts(partsAt(state, date)).map(({type, value}) => ({type, value})); },
        formatRange(state, from, to) { return textOf(rangeParts(state, from, to)); },
        formatRangeToParts(state, from, to) {
            return listedParts(rangeParts(state, from, to))
                .map(({type, value, source}) => ({type, value, source: sources[source]}));
        }
    },
    {isCallable: true, bound: {format(state, date) { return textAt(state, date); }}});

const usual = new Map();  // by locale, kind and zone, without options
function dateText(time, needed, defaults, locales, options) {
    if (time !== time) return 'Invalid Date';
    if (options !== undefined || locales !== undefined && typeof locales !== 'string') {
        return textAt(initialize(locales, options, needed, defaults), time);
    }
    const key = `${locales} ${defaults} ${N.process.env.TZ}`;
    if (!usual.has(key)) usual.set(key, initialize(locales, undefined, needed, defaults));
    return textAt(usual.get(key), time);
}

module.exports = { DateTimeFormat, calendarNames, calendars, dateText };
