import katex from "katex";

export function draw(text, place) {
  katex.render(text, place, { output: "mathml", displayMode: true, throwOnError: true, trust: false, maxExpand: 500, maxSize: 20 });
}
