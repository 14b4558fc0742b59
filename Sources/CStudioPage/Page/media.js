// The media of the project's folder: files are dropped here, and dragged from here to the timeline.

import { make, byId, announce } from "./elements.js";
import { server, thumbnailAddress } from "./server.js";
import { state, listen, edit, loadMedia, report, isEmpty, tracks } from "./state.js";
import { Time, clockText } from "./time.js";
import { texts } from "./texts.js";
import { Snapping, showLine } from "./dragging.js";
import { secondsAt } from "./timeline.js";
import { landing as nearestPlace } from "./gestures.js";

const say = texts.media;
const dragType = "application/x-gstedit-media";

/** What is being sent: texts by file name. */
const sending = new Map();
let player, chosen = 0, dragged = null;

/** Places a file on the timeline: at a time of a track, or behind what is there. */
export function place(entry, { track = null, at = null } = {}) {
  const isVideo = entry.kind === "video" || entry.kind === "image";
  const duration = entry.duration === null && entry.kind === "image" ? "3" : null;
  return edit({ kind: "place", file: entry.file, track, at, duration, video: isVideo, audio: entry.kind === "audio" || Boolean(entry.hasSound) },
    { done: texts.edits.placed(entry.file) });
}

const audioEndings = /\.(wav|mp3|m4a|aac|flac|ogg|oga|opus|aiff?|ac3|wma|caf)$/i;
const imageEndings = /\.(png|jpe?g|webp|gif|tiff?|bmp|hei[cf]|avif|jp2|svg)$/i;

/** A file's whole path, wherever its name begins: so that two names of one file are known to be one. */
function pathOf(name) {
  let path = name;
  if (/^file:/i.test(name)) { try { path = decodeURIComponent(new URL(name).pathname); } catch { return name; } }
  if (!path.startsWith("/")) path = `${state.project?.folder ?? ""}/${path}`;
  const parts = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop(); else if (part && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The asset of a file, and the file of an asset. */
export const assetOf = (entry) => state.outline?.assets.find((asset) => asset.uri && pathOf(asset.uri) === pathOf(entry.file)) ?? null;
export const entryOf = (name) => {
  const uri = state.outline?.assets.find((asset) => asset.name === name)?.uri;
  return uri ? allMedia().find((entry) => pathOf(entry.file) === pathOf(uri)) ?? null : null;
};

/** The media of the folder, and those of the project that lie elsewhere. */
export function allMedia() {
  const files = new Set(state.media.map((entry) => pathOf(entry.file)));
  const heard = new Set(tracks().filter((track) => track.kind === "audio").flatMap((track) => track.segments.map((segment) => segment.asset)));
  if (state.outline?.music) heard.add(state.outline.music.value.asset);
  const elsewhere = (state.outline?.assets ?? []).filter((asset) => asset.uri && !files.has(pathOf(asset.uri))).map((asset) => ({
    file: asset.uri, kind: audioEndings.test(asset.uri) ? "audio" : imageEndings.test(asset.uri) ? "image" : "video",
    duration: state.film?.mediaDurations?.[asset.name] ?? null, size: null, hasSound: heard.has(asset.name), error: null, isElsewhere: true,
  }));
  return [...state.media, ...elsewhere];
}

const isReadable = (entry) => entry.kind !== "unreadable";

/** Pictures follow one another; sound alone begins with the film. */
export async function placeAll(entries = state.media.filter(isReadable)) {
  const [sounds, pictures] = [entries.filter((entry) => entry.kind === "audio"), entries.filter((entry) => entry.kind !== "audio")];
  for (const entry of pictures) if (!await place(entry)) return;
  for (const entry of sounds) if (!await place(entry, { at: pictures.length ? "0" : null })) return;
}

/** Sends files one after another; what is dropped on an empty project goes on its timeline at once. */
export async function addFiles(files, onTimeline = isEmpty()) {
  const added = [];
  for (const file of files) {
    sending.set(file.name, 0);
    show();
    try {
      const entry = await server.upload(file, (part) => { sending.set(file.name, part); showSending(); });
      if (entry) added.push({ duration: null, hasSound: false, ...entry });
      announce(say.uploaded(file.name));
    } catch (error) {
      if (error.status === 409) {
        const known = state.media.find((entry) => entry.file === file.name || entry.file.endsWith(`/${file.name}`));
        if (known && onTimeline) added.push(known);
        announce(say.exists(file.name));
      } else report(error);
    }
    sending.delete(file.name);
  }
  await loadMedia();
  if (onTimeline) await placeAll(added.filter(isReadable));
  show();
}

export function chooseFiles() { byId("media-files").click(); }

export function startMedia(ownPlayer) {
  player = ownPlayer;
  const input = make("input", { type: "file", id: "media-files", class: "hidden-text", multiple: true, tabindex: "-1", "aria-label": say.choose,
    accept: "video/*,audio/*,image/*,.mkv,.mov,.wav,.flac" });
  input.addEventListener("change", () => { addFiles([...input.files]); input.value = ""; });
  byId("panel-media").append(make("div", { class: "stack" },
    make("div", { id: "media-drop" }, make("p", { text: say.drop }),
      make("button", { type: "button", id: "media-choose", text: say.choose, on: { click: chooseFiles } }), input),
    make("div", { id: "media-sending", class: "note", role: "status" }),
    make("h2", { id: "media-heading", text: say.list }),
    make("div", { id: "media-list", class: "media-list" })));
  // The list changes with the assets of the project, not with each of its edits.
  let shown = "";
  const showChanged = () => {
    const next = JSON.stringify([allMedia(), state.outline?.assets]);
    if (next !== shown) { shown = next; show(); }
  };
  for (const name of ["media", "project", "film"]) listen(name, showChanged);
  bindDrops();
  welcome();
  for (const name of ["project", "film", "media"]) listen(name, welcome);
  show();
}

function showSending() {
  byId("media-sending").replaceChildren(...[...sending].map(([name, part]) => make("p", { text: say.uploading(name, Math.round(part * 100)) })));
}

function show() {
  showSending();
  const list = byId("media-list");
  const hasFocus = list.contains(document.activeElement);
  const all = allMedia();
  chosen = Math.min(chosen, Math.max(0, all.length - 1));
  if (!all.length) {
    list.removeAttribute("role");
    list.removeAttribute("aria-labelledby");
    list.replaceChildren(make("p", { class: "note", text: say.none }));
    return;
  }
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-labelledby", "media-heading");
  list.replaceChildren(...all.map(entryElement));
  if (hasFocus) list.children[chosen]?.focus();
}

function entryElement(entry, index) {
  const length = entry.duration === null ? "" : clockText(Time.of(entry.duration).seconds, 1);
  const kind = say.kinds[entry.kind] ?? entry.kind;
  const isSilent = entry.kind === "video" && !entry.hasSound && !entry.isElsewhere;
  const facts = [kind, length, entry.size?.join(" × "), isSilent && say.silent, entry.error].filter(Boolean).join(" · ");
  const isShown = entry.kind === "video" || entry.kind === "image";
  const element = make("div", {
    class: "media-entry", role: "option", "data-media": entry.file, "aria-selected": String(index === chosen), tabindex: index === chosen ? "0" : "-1",
    draggable: String(isReadable(entry)), "aria-label": say.entry(entry.file, kind, length), title: entry.file,
    on: {
      click: () => chooseEntry(index),
      dblclick: () => isReadable(entry) && place(entry),
      keydown: (event) => entryKey(event, entry, index),
      dragstart: (event) => {
        dragged = entry;
        event.dataTransfer.setData(dragType, entry.file);
        event.dataTransfer.effectAllowed = "copy";
      },
      dragend: () => { dragged = null; showLine(null); },
    },
  },
  isShown ? make("img", { src: thumbnailAddress(entry.file, 0, 80), alt: "", loading: "lazy", draggable: "false" })
    : make("span", { class: "kind", "aria-hidden": "true", text: kind }),
  make("span", { class: "name", text: entry.file.split("/").at(-1) }),
  make("span", { class: "hint", text: facts }));
  return element;
}

function chooseEntry(index) {
  chosen = index;
  for (const [other, element] of [...byId("media-list").children].entries()) {
    element.setAttribute("aria-selected", String(other === index));
    element.tabIndex = other === index ? 0 : -1;
  }
  byId("media-list").children[index]?.focus();
}

function entryKey(event, entry, index) {
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: allMedia().length - 1 }[event.key];
  if (next !== undefined) chooseEntry(Math.min(allMedia().length - 1, Math.max(0, next)));
  // Shift places it at the playhead, where the track is free.
  else if (event.key === "Enter" && isReadable(entry)) place(entry, { at: event.shiftKey ? player.time.toString() : null });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
const hasEntry = (event) => [...(event.dataTransfer?.types ?? [])].includes(dragType);

/** Files may be dropped anywhere; entries of the list on the timeline, at the time under the pointer. */
function bindDrops() {
  let depth = 0;
  const end = () => { depth = 0; document.body.classList.remove("is-dropping"); };
  window.addEventListener("dragenter", (event) => { if (hasFiles(event)) { depth += 1; document.body.classList.add("is-dropping"); } });
  window.addEventListener("dragleave", (event) => { if (hasFiles(event) && (depth -= 1) <= 0) end(); });
  window.addEventListener("dragover", (event) => { if (hasFiles(event)) { event.preventDefault(); event.dataTransfer.dropEffect = "copy"; } });
  window.addEventListener("drop", (event) => {
    end();
    if (!hasFiles(event)) return;
    event.preventDefault();
    addFiles([...event.dataTransfer.files], isEmpty() || Boolean(event.target.closest?.("#scroller")));
  });
  const scroller = byId("scroller");
  const landing = (event) => {
    const { line } = new Snapping(player, null).shift([secondsAt(event.clientX)]);
    return { line, at: state.grid.round(Math.max(0, line ?? secondsAt(event.clientX))) };
  };
  const laneOf = (event) => event.target.closest?.("[data-track]");
  const clear = () => { showLine(null); for (const lane of scroller.querySelectorAll(".is-target")) lane.classList.remove("is-target"); };
  scroller.addEventListener("dragover", (event) => {
    if (!hasEntry(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    clear();
    laneOf(event)?.classList.add("is-target");
    showLine(landing(event).at.seconds);
  });
  scroller.addEventListener("dragleave", clear);
  scroller.addEventListener("drop", (event) => {
    if (!hasEntry(event)) return;
    event.preventDefault();
    clear();
    const entry = dragged ?? allMedia().find((known) => known.file === event.dataTransfer.getData(dragType));
    if (!entry) return;
    const track = tracks().find((known) => String(known.id) === laneOf(event)?.dataset.track) ?? null;
    const fits = track && (track.kind === "audio" ? entry.kind === "audio" || entry.hasSound : entry.kind !== "audio");
    const { at } = landing(event);
    const free = fits ? nearestPlace({ pointer: null, duration: Time.of(entry.duration ?? 3) }, track, at) : at;
    place(entry, { track: fits ? track.pointer : null, at: isEmpty() ? null : free.toString() });
  });
}

/** What one sees of an empty project instead of a picture. */
function welcome() {
  const box = byId("welcome");
  box.hidden = !state.project || !isEmpty() || state.isOutlineOld;
  byId("frame").classList.toggle("is-empty", !box.hidden);
  if (box.hidden) return;
  box.replaceChildren(make("h2", { text: texts.welcome.heading }), make("p", { text: texts.welcome.body }),
    make("button", { type: "button", class: "primary", text: texts.welcome.choose, on: { click: chooseFiles } }),
    ...(state.media.some(isReadable) ? [make("button", { type: "button", text: texts.welcome.fromList, on: { click: () => placeAll() } })] : []));
}
