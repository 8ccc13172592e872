import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { countText } from "../view/figures.js";
import { StyledLine } from "./styled_text.jsx";

const lineHeight = 19; // as --line-height in the style sheet
const margin = 30;     // lines above and below what can be seen

// Many lines in a box of its own, of which only those around the visible ones are in the document. Stays at the end while
// one is there. Lines are not wrapped, so that each is as high as the other.
export function VirtualLines({ lines, count, startsAtTop = false }) {
  const box = useRef(null);
  const followsEnd = useRef(!startsAtTop);
  const [first, setFirst] = useState(0);
  const [visible, setVisible] = useState(40);

  function look() {
    const element = box.current;
    followsEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 2 * lineHeight;
    setFirst(Math.floor(element.scrollTop / lineHeight));
    setVisible(Math.ceil(element.clientHeight / lineHeight));
  }
  useLayoutEffect(() => {
    const element = box.current;
    if (followsEnd.current) element.scrollTop = element.scrollHeight;
    setFirst(Math.floor(element.scrollTop / lineHeight));
  }, [count]);
  useEffect(() => {
    const resized = new ResizeObserver(look);
    resized.observe(box.current);
    return () => resized.disconnect();
  }, []);

  const start = Math.max(0, Math.min(first, count) - margin);
  const end = Math.min(count, first + visible + margin);
  return (
    <div ref={box} class="virtual" tabindex={0} role="region" aria-label={`Output, ${countText(count, "line")}`} onScroll={look}>
      <div class="virtual-space" style={{ height: `${count * lineHeight}px` }}>
        <pre style={{ transform: `translateY(${start * lineHeight}px)` }}>
          {lines.slice(start, end).map((line, index) => (
            <div key={start + index} class="line"><StyledLine line={line} /></div>
          ))}
        </pre>
      </div>
    </div>
  );
}
