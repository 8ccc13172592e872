// Intl.DisplayNames.
const { intl: I } = require('evald:natives');
const { canonicalTag, chosenLocale } = require('./locales');
const { option, optionsObject, service } = require('./options');

const name = 'Intl.DisplayNames';
const styles = ['long', 'short', 'narrow'];
const types = ['language', 'region', 'script', 'currency', 'calendar', 'dateTimeField'];
// By ICU's numbers.
const fields = [
    'era', 'year', 'quarter', 'month', 'weekOfYear', undefined, 'weekday', undefined, undefined, 'day', 'dayPeriod',
    'hour', 'minute', 'second', undefined, 'timeZoneName'
];
const shapes = {
    region: /^(?:[a-z]{2}|\d{3})$/i, script: /^[a-z]{4}$/i, currency: /^[a-z]{3}$/i,
    calendar: /^[a-z0-9]{3,8}(?:-[a-z0-9]{3,8})*$/i
};
const icuCalendars = { gregory: 'gregorian', ethioaa: 'ethiopic-amete-alem' };

function canonicalCode(type, code) {
    if (type === 'language') {
        try { return canonicalTag(code); } catch { throw new RangeError('invalid_argument'); }
    }
    if (type === 'dateTimeField' ? !fields.includes(code) : !shapes[type].test(code))
        throw new RangeError('invalid_argument');
    if (type === 'script') return code[0].toUpperCase() + code.slice(1).toLowerCase();
    return type === 'region' || type === 'currency' ? code.toUpperCase() :
        type === 'calendar'                         ? code.toLowerCase() :
                                                      code;
}
function nameOf({ locale, style, type, languageDisplay }, code) {
    const width = styles.indexOf(style);
    if (type === 'dateTimeField') return I.dateField(locale, fields.indexOf(code), width);
    if (type === 'currency') return I.currencyName(locale, code, 0);  // V8 has no shorter ones
    return I.displayName(
        locale, type, type === 'calendar' ? icuCalendars[code] ?? code : code, width, languageDisplay === 'standard');
}
const DisplayNames = service('DisplayNames', 2, (locales, given) => {
    const { locale } = chosenLocale(locales, []);
    if (given === undefined) throw new TypeError('invalid_argument');
    const options = optionsObject(given);
    option(options, 'localeMatcher', ['lookup', 'best fit'], 'best fit', name);
    const style = option(options, 'style', ['narrow', 'short', 'long'], 'long', name);
    const type = option(options, 'type', types, undefined, name);
    if (type === undefined) throw new TypeError('Required option "type" must not be undefined');
    const fallback = option(options, 'fallback', ['code', 'none'], 'code', name);
    const languageDisplay = option(options, 'languageDisplay', ['dialect', 'standard'], 'dialect', name);
    return { locale, style, type, fallback, languageDisplay };
}, {
    resolvedOptions({ locale, style, type, fallback, languageDisplay }) {
        return { locale, style, type, fallback, ...(type === 'language' ? { languageDisplay } : {}) };
    },
    of(state, value) {
        const code = canonicalCode(state.type, String(value));
        return nameOf(state, code) ?? (state.fallback === 'code' ? code : undefined);
    }
});

module.exports = { DisplayNames };
