// Which form of a shown thing is the best, and what it is called.
const order = [
  ["application/vnd.plotly.v1+json", "Plotly figure, as JSON"],
  ["application/vnd.vegalite.v5+json", "Vega-Lite chart, as JSON"],
  ["text/html", "HTML"],
  ["image/svg+xml", "SVG"],
  ["image/png", "image"],
  ["image/jpeg", "image"],
  ["image/webp", "image"],
  ["image/gif", "image"],
  ["text/markdown", "Markdown"],
  ["text/latex", "LaTeX"],
  ["application/json", "JSON"],
  ["text/plain", "text"],
];
const ranks = new Map(order.map(([type], index) => [type, index]));
const names = new Map(order);

function rank(type) {
  if (ranks.has(type)) return ranks.get(type);
  return type.endsWith("json") ? order.length - 1.5 : order.length;
}

// The types of a bundle, richest first. A plot that has an image is best seen as that.
export function chosenTypes(bundle) {
  const types = Object.keys(bundle).filter((type) => type !== "application/x-omp-status");
  const hasImage = types.some((type) => type.startsWith("image/"));
  const place = (type) => (hasImage && type.startsWith("application/vnd.") ? order.length : rank(type));
  return types.sort((a, b) => place(a) - place(b));
}

export function typeName(type) {
  return names.get(type) ?? type;
}
