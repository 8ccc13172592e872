// What a screen reader should say. One live region for all of the page; the last word wins.
import { Changes } from "../model/changes.js";

export const announcer = { changes: new Changes(), text: "" };

export function announce(text) {
  announcer.text = text;
  announcer.changes.touch();
}
