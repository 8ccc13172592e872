// What a cell prints, as a terminal would show it: lines with styles, carriage returns that write over what was there
// (progress bars), cursor movements within it. Bounded: when there are too many lines, the first ones go.
import { erased, lineLength, overwritten } from "./styled_line.js";
import { StyleState, plain } from "./text_style.js";

const mostLines = 200_000;
const mostCharacters = 32 << 20;
const longestLine = 1 << 20;
const longestEscape = 4096;

// CSI; OSC, ended by BEL or ESC \; a two-character escape; or a control character of its own.
const control = /\x1b\[([0-?]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-Z\\^-~]|[\x00-\x09\x0b-\x1f\x7f]|\n/g;
const openEscape = /\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[ -/]*)?$/;
const onlyText = /^[^\x00-\x09\x0b-\x1f\x7f]*$/;

export class TerminalText {
  lines = [];
  dropped = 0; // lines that have gone from the front
  characters = 0;
  #row = 0;
  #column = 0;
  #style = new StyleState();
  #held = ""; // an escape sequence whose end has not come yet

  append(text, isError) {
    const all = this.#held + text;
    this.#held = "";
    if (onlyText.test(all)) this.#writeLines(all, isError);
    else this.#interpret(all, isError);
    this.#trim();
  }

  #interpret(text, isError) {
    const open = openEscape.exec(text);
    if (open && text.length - open.index < longestEscape) {
      this.#held = text.slice(open.index);
      text = text.slice(0, open.index);
    }
    let at = 0;
    control.lastIndex = 0;
    for (let match; (match = control.exec(text)); at = control.lastIndex) {
      this.#write(text.slice(at, match.index), isError);
      if (match[2]) this.#command(match[2], match[1]);
      else this.#controlCharacter(match[0], isError);
    }
    this.#write(text.slice(at), isError);
  }

  // Most output has no control characters: then whole lines are taken at once.
  #writeLines(text, isError) {
    if (text === "") return;
    const parts = text.split("\n");
    const style = this.#style.current(isError);
    this.#write(parts[0], isError);
    if (parts.length > 1 && style === plain && this.#row >= this.lines.length - 1) {
      if (this.lines.length === 0) this.lines.push("");
      for (let i = 1; i < parts.length; ++i) {
        this.lines.push(parts[i]);
        this.characters += parts[i].length + 1;
      }
      this.#row = this.lines.length - 1;
      this.#column = parts[parts.length - 1].length;
      return;
    }
    for (let i = 1; i < parts.length; ++i) {
      this.#newLine();
      this.#write(parts[i], isError);
    }
  }

  #write(text, isError) {
    if (text === "" || this.#column > longestLine) return;
    this.#fillRows();
    const before = lineLength(this.lines[this.#row]);
    this.lines[this.#row] = overwritten(this.lines[this.#row], this.#column, text, this.#style.current(isError));
    this.#column += text.length;
    this.characters += Math.max(0, this.#column - before);
  }

  #fillRows() {
    while (this.lines.length <= this.#row) this.lines.push("");
  }

  #newLine() {
    ++this.#row;
    this.#column = 0;
    ++this.characters;
    this.#fillRows();
  }

  #controlCharacter(character, isError) {
    if (character === "\n") this.#newLine();
    else if (character === "\r") this.#column = 0;
    else if (character === "\b") this.#column = Math.max(0, this.#column - 1);
    else if (character === "\t") this.#write(" ".repeat(8 - (this.#column % 8)), isError);
  }

  #command(letter, parameters) {
    const number = (index, otherwise) => Math.min(Number(parameters.split(";")[index]) || otherwise, 10_000);
    switch (letter) {
      case "m": if (/^[0-9;:]*$/.test(parameters)) this.#style.apply(parameters); break;
      case "K": this.#eraseLine(number(0, 0)); break;
      case "J": this.#eraseBelow(number(0, 0)); break;
      case "A": this.#row = Math.max(0, this.#row - number(0, 1)); break;
      case "B": this.#row = Math.min(Math.max(this.lines.length - 1, 0), this.#row + number(0, 1)); break;
      case "C": this.#column += number(0, 1); break;
      case "D": this.#column = Math.max(0, this.#column - number(0, 1)); break;
      case "E": this.#row = Math.min(Math.max(this.lines.length - 1, 0), this.#row + number(0, 1)); this.#column = 0; break;
      case "F": this.#row = Math.max(0, this.#row - number(0, 1)); this.#column = 0; break;
      case "G": this.#column = number(0, 1) - 1; break;
    }
  }

  #eraseLine(mode) {
    this.#fillRows();
    const line = this.lines[this.#row];
    if (mode === 0) this.lines[this.#row] = erased(line, this.#column, Infinity);
    else if (mode === 1) this.lines[this.#row] = erased(line, 0, this.#column + 1);
    else this.lines[this.#row] = "";
  }

  #eraseBelow(mode) {
    if (mode === 2 || mode === 3) {
      this.lines = [];
      this.#row = this.#column = this.characters = 0;
      return;
    }
    this.#eraseLine(0);
    this.lines.length = Math.min(this.lines.length, this.#row + 1);
  }

  #trim() {
    const excess = Math.max(this.lines.length - mostLines, this.characters > mostCharacters ? this.lines.length >> 2 : 0);
    if (excess < 1 || (excess < 1000 && this.characters <= mostCharacters)) return;
    for (const line of this.lines.splice(0, excess)) this.characters -= lineLength(line) + 1;
    this.dropped += excess;
    this.#row = Math.max(0, this.#row - excess);
  }
}
