// How a locale writes the fields that a date's options ask for.
const { intl: I } = require('evald:natives');

// Each field's options, and the letters that ICU has for them.
const letters = {
    weekday: { narrow: 'EEEEE', long: 'EEEE', short: 'EEE' },
    era: { narrow: 'GGGGG', long: 'GGGG', short: 'GGG' },
    year: { '2-digit': 'yy', numeric: 'y' },
    month: { '2-digit': 'MM', numeric: 'M', narrow: 'MMMMM', long: 'MMMM', short: 'MMM' },
    day: { '2-digit': 'dd', numeric: 'd' },
    dayPeriod: { narrow: 'BBBBB', long: 'BBBB', short: 'B' },
    hour: { '2-digit': 'jj', numeric: 'j' },
    minute: { '2-digit': 'mm', numeric: 'm' },
    second: { '2-digit': 'ss', numeric: 's' },
    fractionalSecondDigits: { 1: 'S', 2: 'SS', 3: 'SSS' },
    timeZoneName: {
        short: 'z', long: 'zzzz', shortOffset: 'O', longOffset: 'OOOO', shortGeneric: 'v', longGeneric: 'vvvv'
    }
};
const hourLetters = { h11: 'K', h12: 'h', h23: 'H', h24: 'k' };
const cycleOf = { K: 'h11', h: 'h12', H: 'h23', k: 'h24' };
const styles = ['full', 'long', 'medium', 'short'];

// A pattern's letters, without the words between quotes.
function bare(pattern) { return pattern.replace(/'[^']*'/g, ''); }
function cycleIn(pattern) { return cycleOf[/[hHkK]/.exec(bare(pattern))?.[0]]; }
function withHours(pattern, letter) {
    return pattern.replace(/'[^']*'|[hHkK]/g, found => found.length === 1 ? letter : found);
}

function skeletonFor(fields, cycle) {
    let skeleton = '';
    for (const [name, value] of Object.entries(fields)) skeleton += letters[name][value];
    if (cycle === undefined) return skeleton;
    return skeleton.replace(/j/g, hourLetters[cycle]);
}
// {pattern, skeleton} of single fields.
function patternOfFields(tag, fields, cycle) {
    const skeleton = skeletonFor(fields, cycle), pattern = I.datePattern(tag, skeleton);
    return { skeleton, pattern: cycle === undefined ? pattern : withHours(pattern, hourLetters[cycle]) };
}
// The same of dateStyle and timeStyle; with another hour cycle than the locale's, the pattern is made anew.
function patternOfStyles(tag, dateStyle, timeStyle, cycle) {
    const pattern = I.dateStylePattern(tag, styles.indexOf(dateStyle), styles.indexOf(timeStyle));
    const skeleton = I.skeletonOf(pattern), found = cycleIn(pattern);
    if (found === undefined || cycle === undefined || found === cycle) return { pattern, skeleton };
    const wanted = skeleton.replace(/[ab]/g, '').replace(/[hHkK]+/g, run => hourLetters[cycle].repeat(run.length));
    return { skeleton: wanted, pattern: withHours(I.datePattern(tag, wanted), hourLetters[cycle]) };
}
// What resolvedOptions tells: the fields as the pattern has them.
const shownAs = [
    ['weekday', /[Ec]+/, {3: 'short', 4: 'long', 5: 'narrow', 1: 'short', 2: 'short', 6: 'short'} ],
    ['era', /G+/, {1: 'short', 2: 'short', 3: 'short', 4: 'long', 5: 'narrow'} ],
    ['year', /[yur]+/, {2: '2-digit'} ],
    ['month', /[ML]+/, {1: 'numeric', 2: '2-digit', 3: 'short', 4: 'long', 5: 'narrow'} ],
    ['day', /d+/, {2: '2-digit'} ],
    ['dayPeriod', /[Bb]+/, {1: 'short', 2: 'short', 3: 'short', 4: 'long', 5: 'narrow'} ],
    ['hour', /[hHkK]+/, {2: '2-digit'} ], ['minute', /m+/, {2: '2-digit'} ], ['second', /s+/, {2: '2-digit'} ],
    ['fractionalSecondDigits', /S+/, {1 : 1, 2 : 2, 3 : 3} ],
    [
        'timeZoneName', /z+|O+|v+/, {
            z: 'short',
            zz: 'short',
            zzz: 'short',
            zzzz: 'long',
            O: 'shortOffset',
            OOOO: 'longOffset',
            v: 'shortGeneric',
            vvvv: 'longGeneric'
        }
    ]
];
function fieldsOf(pattern) {
    const fields = {}, plain = bare(pattern);
    for (const [name, shape, names] of shownAs) {
        const found = shape.exec(plain)?.[0];
        if (found !== undefined) fields[name] = names[found] ?? names[found.length] ?? 'numeric';
    }
    return fields;
}

module.exports = { cycleIn, fieldsOf, letters, patternOfFields, patternOfStyles };
