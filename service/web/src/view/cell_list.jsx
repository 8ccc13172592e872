import { useEffect, useRef, useState } from "preact/hooks";
import { CellView } from "./cell_view.jsx";
import { countText } from "./figures.js";

const nearEnd = 120;

function isAtEnd() {
  const page = document.scrollingElement;
  return page.scrollHeight - page.scrollTop - page.clientHeight < nearEnd;
}

// Stays at the end while one is there; whoever has scrolled up is left in peace, and told that there is more.
function useFollowing(list) {
  const [isAway, setAway] = useState(false);
  const follows = useRef(true);
  useEffect(() => {
    const toEnd = () => scrollTo({ top: document.scrollingElement.scrollHeight });
    const scrolled = () => {
      follows.current = isAtEnd();
      setAway(!follows.current);
    };
    const grown = new ResizeObserver(() => {
      if (follows.current) toEnd();
      else setAway(!isAtEnd());
    });
    addEventListener("scroll", scrolled, { passive: true });
    grown.observe(list.current);
    return () => {
      removeEventListener("scroll", scrolled);
      grown.disconnect();
    };
  }, []);
  function goToEnd() {
    follows.current = true;
    scrollTo({ top: document.scrollingElement.scrollHeight });
  }
  return [isAway, goToEnd];
}

function Before({ notebook }) {
  if (notebook.dropped > 0) return <p class="note">{countText(notebook.dropped, "earlier cell")} left this page to keep it quick.</p>;
  return notebook.missing ? <p class="note">Earlier events of this session are no longer kept.</p> : null;
}

export function CellList({ notebook }) {
  const list = useRef(null);
  const [isAway, goToEnd] = useFollowing(list);
  const { cells } = notebook;
  return (
    <div ref={list} class="cells">
      <Before notebook={notebook} />
      {cells.length === 0 && <p class="empty">Nothing has run here yet. What anybody runs in this session shows up at once.</p>}
      {cells.map((cell) => <CellView key={cell.key} cell={cell} session={notebook.session} />)}
      {notebook.notice && <p class="note" role="status">{notebook.notice.text}</p>}
      {isAway && <button class="to-end" onClick={goToEnd}>To the latest</button>}
    </div>
  );
}
