// Elements of the page, made of plain values: text is text, never markup.

import { texts } from "./texts.js";

const svgSpace = "http://www.w3.org/2000/svg";
const svgNames = new Set(["svg", "polyline", "polygon", "path", "rect", "line", "g"]);

/**
 * Makes an element. `properties` are attributes, but for `text`, `on` (listeners by name), `style` (custom and other properties by
 * name), `value`, `checked` and `disabled`. Attributes that are null or false are left out.
 */
export function make(name, properties = {}, ...children) {
  const element = svgNames.has(name) ? document.createElementNS(svgSpace, name) : document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "text") element.textContent = value;
    else if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (key === "style") for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else if (key === "value" && "defaultValue" in element) element.defaultValue = value;
    else if (key === "value" || key === "checked" || key === "disabled") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Fills the elements of index.html with their texts: `data-text`, and `data-label` for what a screen reader says. */
export function fillTexts(root = document) {
  const text = (path) => path.split(".").reduce((part, key) => part?.[key], texts) ?? path;
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", text(element.dataset.label));
    if (element.matches("button")) element.title = text(element.dataset.label);
  }
}

const clearing = new Map();

/** Says a sentence to screen readers, and shows it for a while. */
export function announce(sentence, kind = "note") {
  const region = byId(kind === "error" ? "alerts" : "announcements");
  region.replaceChildren(make("p", { class: kind, text: sentence }));
  clearTimeout(clearing.get(region));
  clearing.set(region, setTimeout(() => region.replaceChildren(), kind === "error" ? 9000 : 4000));
}

/** A labelled field: the label stands above the control, whose id it names. */
export function field(label, control, hint = null) {
  const note = hint ? make("p", { class: "hint", id: `${control.id}-hint`, text: hint }) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return make("div", { class: "field" }, make("label", { for: control.id, text: label }), control, note);
}

/** A menu of values; `choices` are texts or pairs of value and text. */
export function choice(properties, choices, value) {
  const options = choices.map((entry) => {
    const [own, text] = Array.isArray(entry) ? entry : [entry, entry];
    return make("option", { value: own, text });
  });
  const select = make("select", properties, options);
  select.value = value ?? "";
  return select;
}

/** Fills a panel anew: the focus stays, and so does what is being typed in a field. */
export function refill(panel, ...content) {
  const active = panel.contains(document.activeElement) ? document.activeElement : null;
  const typed = active?.id && "defaultValue" in active && active.value !== active.defaultValue ? active.value : null;
  panel.replaceChildren(...content);
  const again = active?.id ? byId(active.id) : null;
  if (!again) return;
  again.focus({ preventScroll: true });
  if (typed !== null) again.value = typed;
}

/** What was typed and sent counts as what the field holds. */
export function settleFields(panel) {
  panel.addEventListener("change", ({ target }) => { if ("defaultValue" in target && target.type !== "radio") target.defaultValue = target.value; }, true);
}

/** Panels of which one is seen: arrows change between the tabs of a list. */
export function bindTabs(list, changed = () => {}) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const show = (tab, focus = false) => {
    for (const other of tabs) {
      const isShown = other === tab;
      other.setAttribute("aria-selected", String(isShown));
      other.tabIndex = isShown ? 0 : -1;
      byId(other.getAttribute("aria-controls")).hidden = !isShown;
    }
    if (focus) tab.focus();
    changed(tab.getAttribute("aria-controls"));
  };
  for (const tab of tabs) tab.addEventListener("click", () => show(tab));
  list.addEventListener("keydown", (event) => {
    const now = tabs.indexOf(document.activeElement);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined || now < 0) return;
    event.preventDefault();
    event.stopPropagation();
    show(tabs[(next + tabs.length) % tabs.length], true);
  });
  show(tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? tabs[0]);
  return (panel) => show(tabs.find((tab) => tab.getAttribute("aria-controls") === panel));
}

/** Calls `action` once things are at rest for `milliseconds`. */
export function afterRest(milliseconds, action) {
  let timer = 0;
  const call = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => { timer = 0; action(...values); }, milliseconds);
  };
  call.cancel = () => { clearTimeout(timer); timer = 0; };
  return call;
}

/** Calls `action` at most once for each picture of the screen. */
export function oncePerPicture(action) {
  let request = 0;
  return () => {
    if (!request) request = requestAnimationFrame(() => { request = 0; action(); });
  };
}

/** Bytes for people: "12.3 MB". */
export function bytesText(bytes) {
  if (bytes === null || bytes === undefined) return "";
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
