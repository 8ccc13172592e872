import { useMemo } from "preact/hooks";
import { Changes } from "../model/changes.js";
import { TerminalText } from "../model/terminal_text.js";
import { TextBlock } from "./text_block.jsx";

export function PlainOutput({ text }) {
  const block = useMemo(() => {
    const terminal = new TerminalText();
    terminal.append(text, false);
    return { text: terminal, changes: new Changes() };
  }, [text]);
  return <TextBlock block={block} />;
}
