// What cells, models and files say in HTML is not ours: nothing of it may run, load, post or look like a part of the
// page. It is cut down to tables, text and images that it brings along; the page's policy would stop what slips through.
import createPurifier from "dompurify";

const purifier = createPurifier(window);

const config = {
  USE_PROFILES: { html: true },
  RETURN_DOM_FRAGMENT: true,
  ALLOW_DATA_ATTR: false,
  ADD_ATTR: ["data-style"],
  ALLOW_ARIA_ATTR: false,
  FORBID_TAGS: ["style", "form", "input", "button", "select", "option", "textarea", "dialog", "audio", "video", "source",
    "track", "picture", "map", "area", "marquee", "template", "slot", "label", "fieldset", "datalist", "menu"],
  FORBID_ATTR: ["id", "name", "srcset", "ping", "background", "action", "formaction", "poster", "usemap", "tabindex",
    "autofocus", "accesskey", "style", "border", "align", "valign", "contenteditable", "popover", "popovertarget", "slot", "role"],
};

// Properties of style attributes that stay, none of which can load or cover anything.
const styles = new Set(["color", "background-color", "font-weight", "font-style", "font-family", "font-size", "text-align",
  "text-decoration", "vertical-align", "white-space", "border", "border-top", "border-bottom", "border-left",
  "border-right", "border-collapse", "border-color", "padding", "padding-left", "padding-right", "width", "max-width",
  "min-width", "opacity", "line-height", "display"]);
const removable = new Set(["script", "iframe", "object", "embed", "form", "video", "audio"]);

// The policy forbids inline styles already where HTML is parsed, and each would be reported. So they go under another
// name, and style sheets (of pandas tables, mostly) go altogether, before anything parses them.
function withoutInlineStyles(html) {
  return html
    .replace(/<style\b[^>]*>[\s\S]*?<\/style\s*>/gi, "")
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/([\s"'/])style(\s*=)/gi, "$1data-style$2"));
}

function keepsStyle(name, value) {
  if (!styles.has(name) || /url\s*\(|image|expression|var\s*\(|fixed|absolute/i.test(value)) return false;
  return name !== "display" || /^(none|block|inline|inline-block|table.*|flex|grid)$/.test(value);
}

// Through the object model styles may be set.
function applyStyles(element) {
  const text = element.getAttribute("data-style");
  element.removeAttribute("data-style");
  for (const part of text.split(";")) {
    const colon = part.indexOf(":");
    const name = part.slice(0, colon).trim().toLowerCase();
    const value = part.slice(colon + 1).trim();
    if (colon > 0 && keepsStyle(name, value)) element.style.setProperty(name, value);
  }
}

function tameLink(element) {
  const address = element.getAttribute("href") ?? "";
  if (!/^(https?:|mailto:)/i.test(address)) {
    element.removeAttribute("href");
    return;
  }
  element.setAttribute("target", "_blank");
  element.setAttribute("rel", "noopener noreferrer nofollow");
}

function tameImage(element) {
  const address = element.getAttribute("src") ?? "";
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(address)) return;
  const alternative = element.getAttribute("alt") || "an image from elsewhere, not loaded";
  element.replaceWith(element.ownerDocument.createTextNode(`[${alternative}]`));
}

// The corner of a table heads nothing; a screen reader would announce it all the same.
function tameCorner(element) {
  if (element.textContent.trim() !== "" || element.children.length > 0) return;
  const cell = element.ownerDocument.createElement("td");
  for (const { name, value } of [...element.attributes]) cell.setAttribute(name, value);
  element.replaceWith(cell);
}

// { content: a fragment to put into the page, removed: names of active elements that were taken out }
export function sanitized(html) {
  const content = purifier.sanitize(withoutInlineStyles(html), config);
  const removed = new Set(/<script\b/i.test(html) ? ["script"] : []);
  for (const { element } of purifier.removed) {
    const name = element?.nodeName?.toLowerCase();
    if (removable.has(name)) removed.add(name);
  }
  for (const element of content.querySelectorAll("a")) tameLink(element);
  for (const element of content.querySelectorAll("img")) tameImage(element);
  for (const element of content.querySelectorAll("th")) tameCorner(element);
  for (const element of content.querySelectorAll("[data-style]")) applyStyles(element);
  return { content, removed: [...removed] };
}
