// Layers over the film: a tree, each layer with its properties, its animations and the layers inside. Every field is an edit of the text.

import { make, field, choice, byId, refill, settleFields } from "./elements.js";
import { state, listen, edit, asOneStep } from "./state.js";
import { escaped } from "./json-text.js";
import { texts } from "./texts.js";

const say = texts.layers;

/** Members that have a place of their own: lists of layers, animations and cells, and one layer alone. */
const lists = { sublayers: "layer", animations: "animation", emitterCells: "cell" };
const isNested = (key) => key in lists || key === "mask" || key === "type";

/** Pointers of what is unfolded. */
const unfolded = new Set();

/** The project; null while the text has errors. */
function project() {
  try { return JSON.parse(state.project.text); } catch { return null; }
}

export function startLayers() {
  const panel = byId("panel-layers");
  settleFields(panel);
  const build = () => {
    const whole = state.project && !state.isOutlineOld ? project() : null;
    if (whole) refill(panel, content(whole.layers));
  };
  for (const name of ["project", "film", "styles"]) listen(name, build);
}

function content(layers) {
  return make("div", { class: "stack" },
    layers?.length ? make("div", { class: "stack tight" }, layers.map((layer, index) => node("layer", `/layers/${index}`, layer, layers)))
      : make("p", { class: "note", text: say.none }),
    adding("layer", "/layers", layers, frameOf(null), say.add));
}

// Values as they are typed

const parsed = (text) => { try { return JSON.parse(text); } catch { return undefined; } };

/** A value as text: words as they are, unless they would be read as something else. */
const shown = (value) => (typeof value === "string" && parsed(value) === undefined && !numbers(value) ? value : plain(value));
const plain = (value) => (Array.isArray(value) && value.every((part) => typeof part === "number") ? value.join(", ") : JSON.stringify(value));

/** Numbers with commas between, as a list. */
function numbers(text) {
  if (!text.includes(",")) return undefined;
  const list = parsed(`[${text}]`);
  return list?.every((part) => typeof part === "number") ? list : undefined;
}

function read(text) {
  const value = parsed(text);
  return value !== undefined ? value : numbers(text) ?? text;
}

// One layer, animation or cell

const idOf = (pointer) => `layer${pointer.slice("/layers".length).replaceAll("/", "-")}`;

function describedOf(kind, value) {
  if (kind === "layer") return state.styles.layers?.[value.type ?? "layer"] ?? [];
  return (kind === "animation" ? state.styles.animations?.[value.type] : state.styles.emitterCells) ?? [];
}

function titleOf(kind, value) {
  const type = kind === "cell" ? say.cell : say.types[value.type ?? "layer"] ?? value.type;
  const name = value.name ?? (kind === "animation" ? value.keyPath : value.string?.text ?? value.string);
  return typeof name === "string" && name ? `${type}: ${name.split("\n")[0]}` : type;
}

function node(kind, pointer, value, siblings = null) {
  const name = titleOf(kind, value);
  const id = idOf(pointer);
  const described = describedOf(kind, value);
  const properties = Object.entries(value).filter(([key]) => !isNested(key));
  const free = described.filter((property) => !(property.name in value) && !isNested(property.name));
  const nested = described.map((property) => property.name).filter((key) => key in lists || key === "mask");
  const folder = make("details", { class: "layer", id, "data-layer": pointer, open: unfolded.has(pointer) },
    make("summary", { id: `${id}-summary`, text: name }),
    make("div", { class: "stack tight" },
      properties.map(([key, own]) => propertyField(pointer, key, own, described.find((property) => property.name === key)?.choices)),
      free.length ? propertyAdding(pointer, free) : null,
      nested.map((key) => (key === "mask" ? mask(pointer, value) : list(lists[key], `${pointer}/${key}`, value[key], frameOf(value)))),
      make("div", { class: "group" }, siblings ? order(pointer, siblings, name) : null,
        make("button", { type: "button", class: "danger", id: `${id}-remove`, text: say.remove, "aria-label": say.removes(name), on: { click: () => remove(pointer) } }))));
  folder.addEventListener("toggle", () => { if (folder.open) unfolded.add(pointer); else unfolded.delete(pointer); });
  return folder;
}

/** A property that is there: its field, and what takes it away. */
function propertyField(pointer, key, value, choices) {
  const own = `${pointer}/${escaped(key)}`;
  const id = idOf(own);
  const isText = key === "string" && typeof value === "string";
  const control = choices?.length ? choice({ id }, choices, value)
    : make(isText ? "textarea" : "input", { id, autocomplete: "off", spellcheck: "false", rows: isText ? "2" : null, value: isText ? value : shown(value) });
  control.addEventListener("change", async () => {
    if (await edit({ kind: "set", pointer: own, value: isText || choices?.length ? control.value : read(control.value) })) return;
    // What was refused is not shown on.
    control.value = control.defaultValue = isText || choices?.length ? value : shown(value);
  });
  return make("div", { class: "row property" }, field(key, control),
    make("button", { type: "button", class: "icon", id: `${id}-remove`, text: "×", "aria-label": say.removes(key), title: say.removes(key), on: { click: () => edit({ kind: "remove", pointer: own }) } }));
}

/** What gives one of the properties that are free a value. */
function propertyAdding(pointer, free) {
  const id = idOf(pointer);
  const names = choice({ id: `${id}-property` }, free.map((property) => property.name), free[0].name);
  const value = make("input", { id: `${id}-value`, autocomplete: "off", spellcheck: "false", value: "" });
  const hint = () => { value.placeholder = free.find((property) => property.name === names.value)?.choices.join(", ") ?? ""; };
  names.addEventListener("change", hint);
  hint();
  const add = async () => {
    if (!value.value.trim()) { value.focus(); return; }
    const typed = value.value;
    value.value = "";
    const isDone = await edit({ kind: "insert", pointer: `${pointer}/${escaped(names.value)}`, value: read(typed) });
    if (!isDone) value.value = typed;
  };
  value.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
  return make("div", { class: "row" }, field(say.property, names), field(say.value, value),
    make("button", { type: "button", id: `${id}-add`, text: say.addProperty, on: { click: add } }));
}

/** Layers, animations or cells in a list of their own. */
function list(kind, pointer, values, frame) {
  return make("fieldset", { class: "box" }, make("legend", { text: say.lists[kind] }), make("div", { class: "stack tight" },
    (values ?? []).map((value, index) => node(kind, `${pointer}/${index}`, value, values)),
    adding(kind, pointer, values, frame, say.adds[kind])));
}

function mask(pointer, value) {
  const own = `${pointer}/mask`;
  return make("fieldset", { class: "box" }, make("legend", { text: say.mask }), make("div", { class: "stack tight" },
    value.mask ? node("layer", own, value.mask) : adding("layer", own, null, frameOf(value), say.addMask, true)));
}

// Changing

const remove = (pointer) => edit({ kind: "remove", pointer });

/** Lets neighbors change places: a later layer is drawn over an earlier one. */
function order(pointer, siblings, name) {
  const parts = pointer.split("/");
  const index = Number(parts.pop());
  const exchange = (other) => asOneStep(say.order, async () => {
    if (await edit({ kind: "set", pointer: `${parts.join("/")}/${index}`, value: siblings[other] })) {
      await edit({ kind: "set", pointer: `${parts.join("/")}/${other}`, value: siblings[index] });
    }
  });
  const button = (sign, label, id, other) => make("button", { type: "button", class: "icon", id: `${idOf(pointer)}-${id}`, text: sign, "aria-label": label,
    title: label, disabled: other < 0 || other >= siblings.length, on: { click: () => exchange(other) } });
  return [button("↑", say.earlier(name), "up", index - 1), button("↓", say.later(name), "down", index + 1)];
}

/** What adds one to the list at a pointer, or puts it there alone. */
function adding(kind, pointer, values, frame, label, isAlone = false) {
  const id = `${pointer === "/layers" ? "layers" : idOf(pointer)}-new`;
  const types = kind === "layer" ? Object.keys(state.styles.layers ?? {}) : kind === "animation" ? Object.keys(state.styles.animations ?? {}) : [];
  const type = types.length ? choice({ id: `${id}-type` }, typesInOrder(types), kind === "layer" ? "text" : "basic") : null;
  const add = () => {
    const value = start(kind, type?.value, frame);
    const own = isAlone ? pointer : `${pointer}/${values?.length ?? 0}`;
    unfolded.add(own);
    if (isAlone) return edit({ kind: "insert", pointer, value });
    return values ? edit({ kind: "insert", pointer: own, value }) : edit({ kind: "insert", pointer, value: [value] });
  };
  return make("div", { class: "row" }, type ? field(say.type, type) : null, make("button", { type: "button", id, text: label, on: { click: add } }));
}

const typesInOrder = (types) => {
  const usual = Object.keys(say.types);
  return [...types].sort((a, b) => usual.indexOf(a) - usual.indexOf(b)).map((type) => [type, say.types[type] ?? type]);
};

/** The size of what a layer stands in: its parent's bounds, or the picture. */
function frameOf(parent) {
  if (Array.isArray(parent?.bounds) && parent.bounds.length === 4) return parent.bounds.slice(2);
  return parent ? [0, 0] : state.film?.size ?? [1280, 720];
}

/** What a new one is at first: seen, in the middle. */
function start(kind, type, [width, height]) {
  if (kind === "cell") return { birthRate: 10, lifetime: 1 };
  if (kind === "animation") {
    if (type === "group" || type === "transition") return { type, duration: 1 };
    const values = type === "keyframe" ? { values: [0, 1] } : { fromValue: 0, toValue: 1 };
    return { type, keyPath: "opacity", ...values, duration: 1 };
  }
  const size = [Math.round(width / 2) || 200, Math.round(height / 4) || 100];
  const place = { bounds: [0, 0, ...size], position: [Math.round(width / 2), Math.round(height / 2)] };
  const kinds = {
    layer: { backgroundColor: "#808080" }, text: { string: say.newText }, gradient: { colors: ["#000000", "#ffffff"] },
    shape: { fillColor: "#ffffff", path: `M0,0 H${size[0]} V${size[1]} H0 Z` }, replicator: { instanceCount: 3 },
  };
  return { ...(type === "layer" ? {} : { type }), ...place, ...kinds[type] };
}
