// Completion of keys and values: what the JSON Schema of projects allows at the caret.

import { make } from "./elements.js";
import { texts } from "./texts.js";
import { pointerKeys, slotAt, lineAt } from "./json-text.js";
import { state } from "./state.js";
import { styleNames } from "./selection.js";

/** All schemas that a schema may mean: references followed, alternatives side by side. */
function expand(root, schema, seen = new Set()) {
  if (!schema || typeof schema !== "object" || seen.has(schema)) return [];
  seen.add(schema);
  const all = [schema];
  if (typeof schema.$ref === "string" && schema.$ref.startsWith("#")) {
    const target = pointerKeys(schema.$ref.slice(1)).reduce((part, key) => part?.[key], root);
    all.push(...expand(root, target, seen));
  }
  for (const word of ["oneOf", "anyOf", "allOf"]) for (const part of schema[word] ?? []) all.push(...expand(root, part, seen));
  return all;
}

/** The schemas of the value at a pointer. */
function schemasAt(root, pointer) {
  let found = expand(root, root);
  for (const key of pointerKeys(pointer)) {
    const next = [];
    for (const schema of found) {
      if (schema.properties?.[key]) next.push(schema.properties[key]);
      else if (schema.additionalProperties && typeof schema.additionalProperties === "object") next.push(schema.additionalProperties);
      if (/^\d+$/.test(key)) next.push(schema.prefixItems?.[Number(key)] ?? schema.items);
    }
    found = next.flatMap((schema) => expand(root, schema));
  }
  return found;
}

/** Values of keys that the schema leaves open: names of the project's own things. */
function namesFor(pointer) {
  const key = pointerKeys(pointer).at(-1);
  if (key === "asset") return (state.outline?.assets ?? []).map((asset) => asset.name);
  if (key === "style") return styleNames();
  if (key === "place") return state.styles.titlePlaces;
  if (key === "entrance" || key === "exit") return state.styles.titleEntrances;
  if (key === "track") return (state.outline?.tracks ?? []).map((track) => track.id);
  return [];
}

/** What fits at a place: the texts to insert, with a word about each. */
export function completions(schema, read, offset) {
  const slot = schema && slotAt(read, offset);
  if (!slot) return null;
  const found = new Map();
  for (const part of schemasAt(schema, slot.pointer)) {
    if (slot.isKey) {
      for (const [key, own] of Object.entries(part.properties ?? {})) {
        if (slot.keys.includes(key) || found.has(key)) continue;
        const about = expand(schema, own).find((one) => one.description)?.description ?? "";
        found.set(key, { label: key, about });
      }
    } else {
      const values = [...(part.enum ?? []), ...("const" in part ? [part.const] : []), ...(part.type === "boolean" ? [true, false] : [])];
      for (const value of values) found.set(JSON.stringify(value), { label: String(value), value, about: "" });
    }
  }
  if (!slot.isKey) for (const value of namesFor(slot.pointer)) found.set(JSON.stringify(value), { label: String(value), value, about: "" });
  const typed = slot.typed.toLowerCase();
  const fitting = [...found.values()].filter((entry) => entry.label.toLowerCase().includes(typed))
    .sort((a, b) => Number(b.label.toLowerCase().startsWith(typed)) - Number(a.label.toLowerCase().startsWith(typed)));
  const hasColon = /^"?\s*:/.test(read.text.slice(slot.end));
  return {
    slot,
    entries: fitting.map((entry) => ({
      ...entry, insert: slot.isKey ? `"${entry.label}"${hasColon ? "" : ": "}` : JSON.stringify(entry.value),
    })),
  };
}

/** The list beneath the caret. `replace` puts a text in the place of a stretch. */
export class CompletionList {
  constructor(editor, area, { schema, read, replace, announce }) {
    Object.assign(this, { editor, area, schema, read, replace, announce });
    this.chosen = 0;
    this.found = null;
    this.list = make("ul", { class: "completion", id: "completion", role: "listbox", "aria-label": texts.text.completions });
    this.list.hidden = true;
    editor.append(this.list);
    this.letterWidth = 0;
  }

  get isOpen() { return !this.list.hidden; }

  open({ isAsked }) {
    const found = completions(this.schema(), this.read(), this.area.selectionStart);
    const isWhole = found?.entries.length === 1 && found.entries[0].label === found.slot.typed;
    if (!found?.entries.length || isWhole || (!isAsked && !found.slot.typed)) { this.close(); return; }
    this.found = found;
    this.chosen = 0;
    this.list.replaceChildren(...found.entries.map((entry, index) => make("li", {
      role: "option", id: `completion-${index}`, "aria-selected": "false",
      on: { pointerdown: (event) => { event.preventDefault(); this.chosen = index; this.take(); } },
    }, make("span", { text: entry.label }), entry.about ? make("small", { text: entry.about }) : null)));
    this.list.hidden = false;
    this.place(found.slot.start);
    this.choose(0);
    if (isAsked) this.announce(texts.text.completionCount(found.entries.length));
  }

  place(offset) {
    const { line, column } = lineAt(this.area.value, offset);
    this.letterWidth ||= this.measure();
    const style = getComputedStyle(this.area);
    const left = this.area.offsetLeft + 8 + column * this.letterWidth - this.area.scrollLeft;
    const below = (line + 1) * parseFloat(style.lineHeight) + 8 - this.area.scrollTop;
    this.list.style.left = `${Math.max(0, Math.min(left, this.editor.clientWidth - this.list.offsetWidth - 8))}px`;
    const isAbove = below + this.list.offsetHeight > this.editor.clientHeight && below > this.list.offsetHeight + 28;
    this.list.style.top = `${isAbove ? below - this.list.offsetHeight - parseFloat(style.lineHeight) - 4 : below}px`;
  }

  measure() {
    const sample = make("span", { text: "0".repeat(50), style: { position: "absolute", visibility: "hidden" } });
    this.editor.append(sample);
    const width = sample.getBoundingClientRect().width / 50;
    sample.remove();
    return width;
  }

  choose(index) {
    const count = this.list.children.length;
    this.chosen = (index + count) % count;
    for (const [other, item] of [...this.list.children].entries()) item.setAttribute("aria-selected", String(other === this.chosen));
    this.list.children[this.chosen].scrollIntoView({ block: "nearest" });
    this.area.setAttribute("aria-activedescendant", `completion-${this.chosen}`);
  }

  take() {
    const { slot, entries } = this.found;
    this.close();
    this.replace(slot.start, slot.end, entries[this.chosen].insert);
  }

  close() {
    this.list.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  }

  /** The text was scrolled under the list. */
  follow() { if (this.isOpen) this.place(this.found.slot.start); }

  /** Whether the key was for the list. */
  key(event) {
    if (!this.isOpen) return false;
    if (event.key === "ArrowDown") this.choose(this.chosen + 1);
    else if (event.key === "ArrowUp") this.choose(this.chosen - 1);
    else if (event.key === "Enter") this.take();
    else if (event.key === "Escape") this.close();
    else return false;
    return true;
  }
}
