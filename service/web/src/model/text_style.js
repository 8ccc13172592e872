// How a run of terminal text looks: what SGR sequences (ESC [ … m) have set so far, as CSS classes, or as colours where
// they are not of the palette. Equal styles are the same object, so that runs can be joined by comparing them.
const plain = Object.freeze({ classes: "", color: "", background: "" });
const known = new Map([["||", plain]]);

function shared(classes, color, background) {
  const key = `${classes}|${color}|${background}`;
  let style = known.get(key);
  if (!style) {
    if (known.size > 5000) known.clear(); // a rainbow in true colour
    style = Object.freeze({ classes, color, background });
    known.set(key, style);
  }
  return style;
}

function paletteColor(index) {
  if (index >= 232) {
    const level = (index - 232) * 10 + 8;
    return `rgb(${level} ${level} ${level})`;
  }
  const level = (step) => (step === 0 ? 0 : step * 40 + 55);
  const cube = index - 16;
  return `rgb(${level(Math.floor(cube / 36))} ${level(Math.floor(cube / 6) % 6)} ${level(cube % 6)})`;
}

export class StyleState {
  constructor() {
    this.reset();
  }

  reset() {
    this.bold = this.dim = this.italic = this.underline = this.strike = this.inverse = this.hidden = false;
    this.front = this.back = null; // a number of the palette of 16, or a CSS colour
  }

  // `codes` is what stands between ESC [ and m.
  apply(codes) {
    const numbers = codes === "" ? [0] : codes.split(/[;:]/).map((part) => (part === "" ? 0 : Number(part)));
    for (let i = 0; i < numbers.length; ++i) i = this.#applyOne(numbers, i);
  }

  #applyOne(numbers, i) {
    const code = numbers[i];
    if (code === 38 || code === 48) {
      const [color, last] = this.#extended(numbers, i + 1);
      if (code === 38) this.front = color;
      else this.back = color;
      return last;
    }
    if (code >= 30 && code <= 37) this.front = code - 30;
    else if (code >= 90 && code <= 97) this.front = code - 82;
    else if (code >= 40 && code <= 47) this.back = code - 40;
    else if (code >= 100 && code <= 107) this.back = code - 92;
    else if (code === 0) this.reset();
    else if (code === 39) this.front = null;
    else if (code === 49) this.back = null;
    else if (code === 22) this.bold = this.dim = false;
    else this.#flag(code);
    return i;
  }

  #flag(code) {
    const flags = { 1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse", 8: "hidden", 9: "strike" };
    if (flags[code]) this[flags[code]] = true;
    else if (flags[code - 20]) this[flags[code - 20]] = false;
  }

  // 38;5;N and 38;2;R;G;B. Answers the colour and the index of the last number that it took.
  #extended(numbers, i) {
    const byte = (value) => Math.max(0, Math.min(255, value || 0));
    if (numbers[i] === 5) {
      const index = byte(numbers[i + 1]);
      return [index < 16 ? index : paletteColor(index), i + 1];
    }
    if (numbers[i] === 2) return [`rgb(${byte(numbers[i + 1])} ${byte(numbers[i + 2])} ${byte(numbers[i + 3])})`, i + 3];
    return [null, i];
  }

  // The style of text that comes now; `isError`: from stderr.
  current(isError) {
    const classes = isError ? ["err"] : [];
    for (const name of ["bold", "dim", "italic", "underline", "strike", "inverse", "hidden"])
      if (this[name]) classes.push(`t-${name}`);
    let color = "", background = "";
    if (typeof this.front === "number") classes.push(`f${this.front}`);
    else if (this.front) color = this.front;
    if (typeof this.back === "number") classes.push(`b${this.back}`);
    else if (this.back) background = this.back;
    return shared(classes.join(" "), color, background);
  }
}

export { plain };
