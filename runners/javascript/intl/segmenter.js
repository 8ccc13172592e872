// Intl.Segmenter.
const { intl: I } = require('evald:natives');
const { chosenLocale } = require('./locales');
const { hidden, option, optionsObject, service } = require('./options');

const kinds = { grapheme: 0, word: 1, sentence: 3 };  // as ICU numbers them
const leastWordStatus = 100;                           // what is below is between words

class Segments {
    #input;
    #isWords;
    #breaks;
    constructor(locale, granularity, input) {
        this.#input = input;
        this.#isWords = granularity === 'word';
        this.#breaks = I.breaks(locale, kinds[granularity], input);
    }
    #segment(index, end, status) {
        const data = { segment: this.#input.slice(index, end), index, input: this.#input };
        if (this.#isWords) data.isWordLike = status >= leastWordStatus;
        return data;
    }
    containing(position = 0) {
        const at = Math.trunc(Number(position)) || 0;
        if (at < 0 || at >= this.#input.length) return undefined;
        for (let i = 0, begin = 0; i < this.#breaks.length; begin = this.#breaks[i], i += 2) {
            if (at < this.#breaks[i]) return this.#segment(begin, this.#breaks[i], this.#breaks[i + 1]);
        }
        return undefined;
    }
    *[Symbol.iterator]() {
        for (let i = 0, begin = 0; i < this.#breaks.length; begin = this.#breaks[i], i += 2) {
            yield this.#segment(begin, this.#breaks[i], this.#breaks[i + 1]);
        }
    }
}
hidden(Segments.prototype, 'constructor', Object);

const Segmenter = service('Segmenter', 0, (locales, given) => {
    const options = optionsObject(given), { locale } = chosenLocale(locales, []);
    option(options, 'localeMatcher', ['lookup', 'best fit'], 'best fit', 'Intl.Segmenter');
    return { locale, granularity: option(options, 'granularity', Object.keys(kinds), 'grapheme', 'Intl.Segmenter') };
}, {
    resolvedOptions({ locale, granularity }) { return { locale, granularity }; },
    segment({ locale, granularity }, text) { return new Segments(locale, granularity, String(text)); }
});

module.exports = { Segmenter };
