// Numbers for people.
const languageNames = { python: "Python", js: "JavaScript" };
export const languageName = (language) => languageNames[language] ?? language;

export function bytesText(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes;
  for (const unit of ["kB", "MB", "GB", "TB"]) {
    value /= 1000;
    if (value < 999.5) return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
  }
  return `${Math.round(value)} TB`;
}

export function durationText(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function agoText(time, now) {
  const seconds = Math.max(0, Math.round((now - time) / 1000));
  if (seconds < 5) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

export const countText = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
