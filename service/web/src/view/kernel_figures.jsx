import { bytesText, languageName } from "./figures.js";

export function KernelFigure({ kernel }) {
  return (
    <span class={`kernel state ${kernel.state}`}>
      <span class="dot" aria-hidden="true" />
      <span>{languageName(kernel.language)}</span>
      <span class="muted">{kernel.state}{kernel.rss > 0 && `, ${bytesText(kernel.rss)}`}</span>
    </span>
  );
}

export function KernelFigures({ kernels }) {
  if (kernels.length === 0) return <span class="muted kernels">no kernel</span>;
  return <span class="kernels">{kernels.map((kernel) => <KernelFigure key={kernel.language} kernel={kernel} />)}</span>;
}
