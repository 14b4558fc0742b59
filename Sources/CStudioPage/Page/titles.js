// Titles on the picture: their boxes are chosen, dragged to one of the nine places, and written in.

import { make, byId, oncePerPicture } from "./elements.js";
import { state, listen, titles, titleAt, select, edit } from "./state.js";
import { Time } from "./time.js";
import { texts } from "./texts.js";
import { drag } from "./dragging.js";

/** Where titles of each style stand, and how large their letters are, as a part of the picture's height. */
const usual = {
  plain: ["center", 0.08], title: ["center", 0.11], subtitle: ["bottom", 0.055], lowerThird: ["bottomLeft", 0.06], credits: ["center", 0.05],
  caption: ["bottom", 0.045], quote: ["center", 0.075], counter: ["center", 0.16], typewriter: ["center", 0.06], karaoke: ["bottom", 0.075],
  headline: ["topLeft", 0.055], chapter: ["center", 0.05], watermark: ["topRight", 0.03],
};

/** The nine places as columns and rows from 0 to 2. */
const cells = {
  topLeft: [0, 0], top: [1, 0], topRight: [2, 0], left: [0, 1], center: [1, 1], right: [2, 1], bottomLeft: [0, 2], bottom: [1, 2], bottomRight: [2, 2],
};
/** What is left free on each side of the picture: the title-safe area of EBU R 95. */
const margin = 0.05;
const letterWidth = 0.56;
const lineHeight = 1.25;

export const placeOf = (title) => title.value?.place ?? title.place ?? usual[title.style]?.[0] ?? "center";

/** About where a title is, in parts of the picture. */
function boxOf(title) {
  const size = Number(title.value?.fontSize) || usual[title.style]?.[1] || 0.08;
  const [width, height] = state.film?.size ?? [16, 9];
  const lines = title.text.split("\n");
  const wide = Math.min(1 - 2 * margin, Math.max(0.06, Math.max(...lines.map((line) => line.length)) * size * letterWidth * height / width + 0.02));
  const tall = Math.min(1 - 2 * margin, Math.max(0.06, lines.length * size * lineHeight + 0.02));
  return { wide, tall, ...cornerOf(placeOf(title), wide, tall) };
}

const cornerOf = (place, wide, tall) => {
  const [column, row] = cells[place] ?? cells.center;
  return { x: margin + (1 - 2 * margin - wide) * column / 2, y: margin + (1 - 2 * margin - tall) * row / 2 };
};

function placeElement(element, { x, y, wide, tall }) {
  const values = { left: x, top: y, width: wide, height: tall };
  for (const [name, value] of Object.entries(values)) element.style[name] = `${value * 100}%`;
}

let player, layer;

export function setPlace(pointer, place) {
  const title = titleAt(pointer);
  if (!title || placeOf(title.raw) === place) return false;
  return edit({ kind: "title", title: pointer, value: { ...title.raw.value, place } }, { done: texts.selection.places[place] });
}

export function setText(pointer, text) {
  const title = titleAt(pointer);
  if (!title || !text.trim() || text === title.raw.text) return false;
  return edit({ kind: "title", title: pointer, value: { ...title.raw.value, text } });
}

/** Adds a title at the playhead, three seconds long or up to the film's end, and selects it. */
export async function addTitle(value = {}) {
  const { grid } = state;
  const start = grid.time(player.frame);
  const rest = grid.duration.minus(start);
  const duration = rest.isAfter(Time.of("1/2")) ? rest.clamped(null, Time.of(3)) : Time.of(3);
  const pointer = `/titles/${titles().length}`;
  const done = await edit({ kind: "title", title: null, value: { text: texts.selection.newTitle, start: start.value, duration: duration.value, ...value } });
  if (done && titleAt(pointer)) select({ kind: "title", pointer }, "title");
  return done;
}

export function startTitles(ownPlayer) {
  player = ownPlayer;
  layer = byId("picture-titles");
  const show = oncePerPicture(build);
  for (const name of ["frame", "playing", "project", "film", "selection"]) listen(name, show);
  new ResizeObserver(fitLayer).observe(byId("frame"));
  listen("film", fitLayer);
}

/** Lays the layer over the picture itself, without the bars beside it. */
function fitLayer() {
  const room = byId("frame").getBoundingClientRect();
  const [width, height] = state.film?.size ?? [16, 9];
  const scale = Math.min(room.width / width, room.height / height);
  layer.style.width = `${width * scale}px`;
  layer.style.height = `${height * scale}px`;
  layer.style.left = `${(room.width - width * scale) / 2}px`;
  layer.style.top = `${(room.height - height * scale) / 2}px`;
}

let shown = "";

function build() {
  if (layer.querySelector("textarea, .is-dragged")) return;
  const seconds = state.grid.seconds(player.frame);
  const current = player.isPlaying || !state.film ? [] : titles().map((raw) => titleAt(raw.pointer))
    .filter((title) => title.start.seconds <= seconds + 1e-9 && seconds < title.end.seconds);
  const selected = state.selection?.pointer ?? null;
  const next = JSON.stringify([current.map((title) => title.raw), state.film?.size]);
  if (next === shown) {
    for (const button of layer.children) button.classList.toggle("is-selected", button.dataset.pictureTitle === selected);
    return;
  }
  shown = next;
  const focused = document.activeElement?.closest?.(".picture-title")?.dataset.pictureTitle;
  layer.replaceChildren(...current.map((title) => titleButton(title, selected)));
  if (focused) layer.querySelector(`[data-picture-title="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function titleButton(title, selected) {
  const { raw } = title;
  const place = placeOf(raw);
  const button = make("button", {
    type: "button", class: `picture-title${selected === raw.pointer ? " is-selected" : ""}`, "data-picture-title": raw.pointer,
    "aria-label": texts.picture.titleAt(raw.text, texts.selection.places[place]),
    on: {
      dblclick: () => write(raw.pointer),
      keydown: (event) => titleKey(event, raw.pointer, place),
      pointerdown: (event) => {
        if (event.button !== 0) return;
        dragTitle(event, button, raw);
      },
    },
  });
  placeElement(button, boxOf(raw));
  return button;
}

function titleKey(event, pointer, place) {
  const [column, row] = cells[place];
  const next = { ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1], ArrowDown: [column, row + 1] }[event.key];
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter") write(pointer);
  else if (next) {
    const found = Object.entries(cells).find(([, cell]) => cell[0] === next[0] && cell[1] === next[1]);
    if (found) setPlace(pointer, found[0]);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function dragTitle(event, button, raw) {
  const box = boxOf(raw);
  let places = [];
  let nearest = placeOf(raw);
  drag(event, {
    click: () => select({ kind: "title", pointer: raw.pointer }, "picture"),
    begin: () => {
      button.classList.add("is-dragged");
      select({ kind: "title", pointer: raw.pointer }, "picture");
      const names = state.styles.titlePlaces.length ? state.styles.titlePlaces : Object.keys(cells);
      places = names.filter((name) => cells[name]).map((name) => {
        const element = make("div", { class: "picture-place", "data-place": name });
        placeElement(element, { ...box, ...cornerOf(name, box.wide, box.tall) });
        return { name, element, corner: cornerOf(name, box.wide, box.tall) };
      });
      layer.prepend(...places.map((place) => place.element));
    },
    move: (latest, x, y) => {
      const area = layer.getBoundingClientRect();
      const at = { x: box.x + x / area.width, y: box.y + y / area.height };
      placeElement(button, { ...box, ...at });
      // A wide title's places lie close together, so the pointer's own place counts.
      const pointer = { x: (latest.clientX - area.left) / area.width, y: (latest.clientY - area.top) / area.height };
      const distance = ({ name }) => Math.hypot((cells[name][0] + 0.5) / 3 - pointer.x, (cells[name][1] + 0.5) / 3 - pointer.y);
      nearest = places.reduce((best, place) => (distance(place) < distance(best) ? place : best)).name;
      for (const place of places) place.element.classList.toggle("is-near", place.name === nearest);
    },
    end: async () => { await setPlace(raw.pointer, nearest); settle(button, places); },
    cancel: () => settle(button, places),
  });
}

function settle(button, places) {
  for (const place of places) place.element.remove();
  button.classList.remove("is-dragged");
  shown = "";
  build();
}

/** Writes in the picture: Escape gives up, a click elsewhere or Ctrl+Enter takes the text. */
function write(pointer) {
  const title = titleAt(pointer);
  const button = layer.querySelector(`[data-picture-title="${CSS.escape(pointer)}"]`);
  if (!title || !button) return;
  player.pause();
  const area = make("textarea", { class: "picture-text", id: "picture-text", "aria-label": texts.picture.editText, value: title.raw.text, rows: "2" });
  const box = boxOf(title.raw);
  placeElement(area, { ...box, wide: Math.max(0.3, box.wide), tall: Math.max(0.16, box.tall), x: Math.min(box.x, 0.68), y: Math.min(box.y, 0.82) });
  let isOver = false;
  const finish = async (takes) => {
    if (isOver) return;
    isOver = true;
    const text = area.value;
    area.remove();
    shown = "";
    if (takes) await setText(pointer, text);
    build();
    layer.querySelector(`[data-picture-title="${CSS.escape(pointer)}"]`)?.focus({ preventScroll: true });
  };
  area.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") { event.preventDefault(); finish(false); }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); finish(true); }
  });
  area.addEventListener("blur", () => finish(true));
  layer.append(area);
  area.focus();
  area.select();
}

/** Puts the playhead where a title is fully seen, and writes in it. */
export function writeTitle(pointer) {
  const title = titleAt(pointer);
  if (!title) return;
  const frame = state.grid.frameAt(title.start.seconds + title.duration.seconds / 2);
  const now = state.grid.seconds(player.frame);
  if (now < title.start.seconds || now >= title.end.seconds) player.seek(frame);
  player.pause();
  build();
  write(pointer);
}
