// Digits of a number format: what its options come to, and how ICU is told ("skeleton").
const { inRange, option } = require('./options');

const increments = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];
const roundingModes = {
    ceil: 'ceiling', floor: 'floor', expand: 'up', trunc: 'down', halfCeil: 'half-ceiling', halfFloor: 'half-floor',
    halfExpand: 'half-up', halfTrunc: 'half-down', halfEven: 'half-even'
};
const mostFractionDigits = 20, mostDigits = 21;

function fractionDigits(least, most, leastOtherwise, mostOtherwise) {
    least = inRange(least, 0, mostFractionDigits, undefined, 'minimumFractionDigits');
    most = inRange(most, 0, mostFractionDigits, undefined, 'maximumFractionDigits');
    if (least === undefined) least = Math.min(leastOtherwise, most);
    else if (most === undefined) most = Math.max(mostOtherwise, least);
    else if (least > most) throw new RangeError('maximumFractionDigits value is out of range.');
    return { minimumFractionDigits: least, maximumFractionDigits: most };
}
function significantDigits(least, most) {
    least = inRange(least, 1, mostDigits, 1, 'minimumSignificantDigits');
    most = inRange(most, least, mostDigits, mostDigits, 'maximumSignificantDigits');
    return { minimumSignificantDigits: least, maximumSignificantDigits: most };
}
function digitOptions(options, leastOtherwise, mostOtherwise, notation, service) {
    const minimumIntegerDigits = inRange(options.minimumIntegerDigits, 1, mostDigits, 1, 'minimumIntegerDigits');
    const { minimumFractionDigits: leastFraction, maximumFractionDigits: mostFraction } = options;
    const { minimumSignificantDigits: leastSignificant, maximumSignificantDigits: mostSignificant } = options;
    const increment = inRange(options.roundingIncrement, 1, 5000, 1, 'roundingIncrement');
    if (!increments.includes(increment)) throw new RangeError('roundingIncrement value is out of range.');
    const roundingMode = option(options, 'roundingMode', Object.keys(roundingModes), 'halfExpand', service);
    let priority = option(options, 'roundingPriority', ['auto', 'morePrecision', 'lessPrecision'], 'auto', service);
    const trailingZeroDisplay = option(options, 'trailingZeroDisplay', ['auto', 'stripIfInteger'], 'auto', service);
    if (increment !== 1) mostOtherwise = leastOtherwise;
    const hasSignificant = leastSignificant !== undefined || mostSignificant !== undefined;
    const hasFraction = leastFraction !== undefined || mostFraction !== undefined;
    const isAuto = priority === 'auto', needsSignificant = !isAuto || hasSignificant;
    const needsFraction = !isAuto || !hasSignificant && (hasFraction || notation !== 'compact');
    const digits = { minimumIntegerDigits };
    if (needsSignificant) Object.assign(digits, significantDigits(leastSignificant, mostSignificant));
    if (needsFraction) {
        Object.assign(digits, hasFraction ? fractionDigits(leastFraction, mostFraction, leastOtherwise, mostOtherwise)
            : { minimumFractionDigits: leastOtherwise, maximumFractionDigits: mostOtherwise });
    }
    if (!needsSignificant && !needsFraction) {
        Object.assign(digits, {
            minimumSignificantDigits: 1,
            maximumSignificantDigits: 2,
            minimumFractionDigits: 0,
            maximumFractionDigits: 0
        });
        priority = 'morePrecision';
    }
    if (increment !== 1) {
        if (priority !== 'auto' || hasSignificant) throw new TypeError('roundingIncrement value is invalid.');
        if (digits.minimumFractionDigits !== digits.maximumFractionDigits)
            throw new RangeError('roundingIncrement value is out of range.');
    }
    return {
        digits,
        rounding: {roundingMode, roundingIncrement: increment, trailingZeroDisplay, roundingPriority: priority}
    };
}
function precision({ digits, rounding }) {
    const { minimumFractionDigits: least, maximumFractionDigits: most } = digits;
    const { minimumSignificantDigits: leastSignificant, maximumSignificantDigits: mostSignificant } = digits;
    const ending = rounding.trailingZeroDisplay === 'stripIfInteger' ? '/w' : '';
    if (rounding.roundingIncrement !== 1) {
        const text = String(rounding.roundingIncrement).padStart(most + 1, '0');
        return `precision-increment/${most === 0 ? text : `${text.slice(0, -most)}.${text.slice(-most)}`}${ending}`;
    }
    const significant = leastSignificant === undefined ? ''
        : '@'.repeat(leastSignificant) + '#'.repeat(mostSignificant - leastSignificant);
    if (least === undefined) return significant + ending;
    const fraction = most === 0 ? 'precision-integer' : '.' + '0'.repeat(least) + '#'.repeat(most - least);
    if (significant === '') return fraction + ending;
    return `${most === 0 ? '.' : fraction}/${significant}${rounding.roundingPriority === 'lessPrecision' ? 's' : 'r'}${
        ending}`;
}
function digitSkeleton(settled) {
    const parts = [precision(settled), `rounding-mode-${roundingModes[settled.rounding.roundingMode]}`];
    if (settled.digits.minimumIntegerDigits > 1)
        parts.push(`integer-width/+${'0'.repeat(settled.digits.minimumIntegerDigits)}`);
    return parts.join(' ');
}

module.exports = { digitOptions, digitSkeleton };
