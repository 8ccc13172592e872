// Intl, and what methods of other objects do by locale.
const { intl: I } = require('evald:natives');
const { canonicalTags } = require('./locales');
const { hidden, method } = require('./options');
const { NumberFormat, numberText, units } = require('./number_format');
const { DateTimeFormat, calendars, dateText } = require('./date_time_format');
const { Collator, changeCase, collations, compareTexts } = require('./collator');
const { ListFormat, PluralRules, RelativeTimeFormat } = require('./phrases');
const { DisplayNames } = require('./display_names');
const { Segmenter } = require('./segmenter');
const { Locale } = require('./locale');

function ofIcu(kind) { return I.names(kind, 'en').split(' '); }
function zones() {
    return ofIcu('timeZone')
        .filter(name => /^(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//.test(name));
}
const supported = {
    calendar: () => [...calendars],
    collation: () => [...collations],
    currency: () => [...new Set(ofIcu('currency'))].filter(code => I.currencyName('en', code, 0) !== undefined),
    numberingSystem: () => ofIcu('numberingSystem').filter(name => I.isDigits(name)),
    timeZone: zones,
    unit: () => [...units]
};
const Intl = {};
Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true });
hidden(Intl, 'getCanonicalLocales', method('getCanonicalLocales', 1, (self, [locales]) => canonicalTags(locales)));
hidden(Intl, 'supportedValuesOf', method('supportedValuesOf', 1, (self, [key]) => {
    const name = String(key);
    if (!Object.hasOwn(supported, name)) throw new RangeError(`Invalid key : ${name}`);
    return supported[name]().sort();
}));
const services = {
    DateTimeFormat,
    NumberFormat,
    Collator,
    PluralRules,
    RelativeTimeFormat,
    ListFormat,
    Locale,
    DisplayNames,
    Segmenter
};
for (const [name, constructor] of Object.entries(services)) hidden(Intl, name, constructor);

module.exports = { Intl, changeCase, compareTexts, dateText, numberText };
