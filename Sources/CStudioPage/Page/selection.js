// The panel about what is selected: a clip's times, its level's points, a title's words and looks. Every field is an edit.

import { make, field, choice, byId, refill, settleFields } from "./elements.js";
import { state, listen, segmentAt, titleAt, select, edit } from "./state.js";
import { Time, clockText } from "./time.js";
import { texts } from "./texts.js";
import { change, moveTo, slip, timeTitle } from "./gestures.js";
import { points, sendLevels, withNewPoint } from "./levels.js";
import { placeOf } from "./titles.js";

const say = texts.selection;

/** A field for a time in seconds; `changed` hears of a time that is one. */
export function timeField(id, label, time, changed, properties = {}) {
  const input = make("input", { id, inputmode: "decimal", autocomplete: "off", value: time.toString(), ...properties });
  input.addEventListener("change", () => {
    const read = Time.read(input.value);
    input.setAttribute("aria-invalid", String(read === null));
    input.title = read === null ? say.badTime(input.value) : "";
    if (read === null || read.equals(time)) return;
    // What was refused is not shown on.
    Promise.resolve(changed(read)).then((isDone) => { if (!isDone) input.value = input.defaultValue = time.toString(); });
  });
  return field(label, input);
}

/** The names of the title styles, of the program and of the project. */
export function styleNames() {
  const named = state.styles.titleStyles.map((style) => (typeof style === "string" ? style : style.name));
  let own = [];
  try { own = Object.keys(JSON.parse(state.project.text).titleStyles ?? {}); } catch { /* a text with errors names none */ }
  return [...named, ...own.filter((name) => !named.includes(name))];
}

let player, showText;

export function startSelection(ownPlayer, ownShowText) {
  player = ownPlayer;
  showText = ownShowText;
  settleFields(byId("panel-selection"));
  for (const name of ["selection", "project", "film", "styles"]) listen(name, build);
  build();
}

function build() {
  const panel = byId("panel-selection");
  const { selection } = state;
  const segment = selection?.kind === "segment" ? segmentAt(selection.pointer) : null;
  const title = selection?.kind === "title" ? titleAt(selection.pointer) : null;
  refill(panel, segment ? clip(segment) : title ? titlePanel(title) : make("p", { class: "note", text: say.nothing }));
}

const fact = (name, text) => [make("dt", { text: name }), make("dd", { text })];

const textButton = () => make("button", { type: "button", text: say.inText, on: { click: () => showText() } });

function clip(segment) {
  const uri = state.outline.assets.find((asset) => asset.name === segment.asset)?.uri;
  return make("div", { class: "stack" },
    make("h2", { text: `${say.clip} ${segment.asset}` }),
    make("dl", { class: "facts" },
      fact(say.asset, uri ?? segment.asset), fact(say.length, `${segment.duration.short} s`),
      fact(say.source, `${clockText(segment.sourceStart.seconds)} – ${clockText(segment.sourceEnd.seconds)}`),
      segment.raw.rate !== "1" ? fact(say.speed, texts.timeline.speed(segment.rate.short)) : []),
    make("div", { class: "row" },
      timeField("clip-start", say.start, segment.start, (to) => moveTo(segment, to)),
      timeField("clip-end", say.end, segment.end, (to) => change("trimEnd", segment, to))),
    make("div", { class: "row" },
      timeField("clip-in", say.in, segment.sourceStart, (to) => slip(segment, to.minus(segment.sourceStart))),
      timeField("clip-length", say.length, segment.duration, (length) => change("rippleEnd", segment, segment.start.plus(length)))),
    segment.track.levels ? levelList(segment.track) : null,
    make("div", { class: "group" }, textButton()));
}

/** The points of a track's level as fields: what the line on the timeline is for the pointer. */
function levelList(track) {
  const list = points(track);
  const name = texts.timeline.levels[track.levels.property];
  const rows = list.map((point, index) => {
    const put = (next) => sendLevels(track, list.map((other, own) => (own === index ? next : other)));
    const time = make("input", { id: `point-${index}-time`, "aria-label": say.pointTime, inputmode: "decimal", value: point.time.toString() });
    const shown = String(Math.round(point.value * 1000) / 1000);
    const value = make("input", { id: `point-${index}-value`, "aria-label": say.pointValue, inputmode: "decimal", value: shown });
    time.addEventListener("change", () => {
      const read = Time.read(time.value);
      if (read) put({ ...point, time: read.clamped(list[index - 1]?.time ?? Time.zero, list[index + 1]?.time ?? null) });
      time.setAttribute("aria-invalid", String(!read));
    });
    value.addEventListener("change", () => {
      const read = Number(value.value);
      const isGood = value.value.trim() !== "" && read >= 0 && read <= (track.levels.property === "opacity" ? 1 : 10);
      value.setAttribute("aria-invalid", String(!isGood));
      if (isGood) put({ ...point, value: read });
    });
    return make("div", { class: "row" }, time, value, make("button", { type: "button", class: "icon", text: "×",
      "aria-label": say.removePoint(point.time.short), on: { click: () => sendLevels(track, list.filter((_, own) => own !== index)) } }));
  });
  return make("fieldset", { class: "box" }, make("legend", { text: `${name}: ${say.points}` }),
    make("div", { class: "stack tight" }, rows, make("button", { type: "button", id: "add-point", text: say.addPoint,
      on: { click: () => sendLevels(track, withNewPoint(track, list, player.time)) } })));
}

/** The fields of a title that stands in the project; also used by the playground. */
export function titleFields(prefix, title) {
  const { value } = title.raw;
  const put = (changes) => {
    const next = { ...value, ...changes };
    for (const [key, own] of Object.entries(changes)) if (own === "" || own === undefined) delete next[key];
    return edit({ kind: "title", title: title.pointer, value: next });
  };
  const listOf = (id, label, key, names, own, texted) => {
    const select = choice({ id: `${prefix}-${id}` }, [["", say.asStyle], ...names.map((name) => [name, texted?.[name] ?? name])], own ?? "");
    select.addEventListener("change", () => put({ [key]: select.value }));
    return field(label, select);
  };
  const text = make("textarea", { id: `${prefix}-text`, rows: "2", value: title.raw.text });
  text.addEventListener("change", () => { if (text.value.trim()) put({ text: text.value }); });
  const font = make("input", { id: `${prefix}-font`, autocomplete: "off", placeholder: say.asStyle, value: value.fontFamily ?? "" });
  font.addEventListener("change", () => put({ fontFamily: font.value.trim() }));
  const size = make("input", { id: `${prefix}-size`, inputmode: "decimal", autocomplete: "off", placeholder: say.asStyle, value: String(value.fontSize ?? "") });
  size.addEventListener("change", () => {
    const read = Number(size.value);
    const isGood = size.value.trim() === "" || (read > 0 && read <= 1);
    size.setAttribute("aria-invalid", String(!isGood));
    if (isGood) put({ fontSize: size.value.trim() === "" ? undefined : read });
  });
  const places = state.styles.titlePlaces.length ? state.styles.titlePlaces : Object.keys(say.places);
  return {
    text: field(say.text, text),
    style: listOf("style", say.style, "style", styleNames(), value.style),
    font: field(say.font, font, say.fontHint),
    size: field(say.fontSize, size, say.sizeHint),
    place: listOf("place", say.place, "place", places, value.place, say.places),
    entrance: listOf("entrance", say.entrance, "entrance", state.styles.titleEntrances, value.entrance, texts.playground.entrances),
    exit: listOf("exit", say.exit, "exit", state.styles.titleEntrances, value.exit, texts.playground.entrances),
    start: timeField(`${prefix}-start`, say.start, title.start, (start) => timeTitle(title, start.clamped(Time.zero, null), title.duration)),
    duration: timeField(`${prefix}-duration`, say.length, title.duration, (length) => length.isAfter(Time.zero) && timeTitle(title, title.start, length)),
  };
}

function titlePanel(title) {
  const fields = titleFields("title", title);
  return make("div", { class: "stack" },
    make("h2", { text: `${say.title}: ${say.places[placeOf(title.raw)] ?? ""}` }),
    fields.text, make("div", { class: "row" }, fields.start, fields.duration), fields.style, fields.place,
    make("div", { class: "row" }, fields.entrance, fields.exit), fields.font, fields.size,
    make("div", { class: "group" }, textButton(), make("span", { class: "stretch" }),
      make("button", { type: "button", class: "danger", id: "title-remove", text: say.remove, on: { click: () => removeTitle(title.pointer) } })));
}

export async function removeTitle(pointer) {
  if (await edit({ kind: "title", title: pointer, value: null }, { done: say.removed })) select(null);
}
