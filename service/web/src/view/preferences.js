// What this browser remembers. Storage may be closed to us; then nothing is remembered.
export function remembered(name, otherwise) {
  try {
    return localStorage.getItem(`evald.${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`evald.${name}`, value);
  } catch {
    // private windows
  }
}

export function applyTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
