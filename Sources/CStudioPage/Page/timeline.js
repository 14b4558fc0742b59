// The timeline: tracks and lanes on one ruler, zoom, the playhead, and where things are on the screen.

import { make, byId, oncePerPicture } from "./elements.js";
import { state, listen, tracks, isEmpty } from "./state.js";
import { clockText } from "./time.js";
import { texts } from "./texts.js";
import { trackLane, titleLanes, markSelection } from "./segments.js";
import { drawStrips, forgetStrips } from "./strips.js";
import { filmLanes } from "./lanes.js";

const smallestScale = 0.5;
const largestScale = 2400;

export const view = {
  /** Pixels a second. */
  scale: 60,
  isFitted: true,
  /** While a drag is going on, the lanes are not built anew. */
  isHeld: false,
  needsBuilding: false,
};

let scroller, canvas, ticks, player;

/** The width of the column with the tracks' names. */
export const headerWidth = () => parseFloat(getComputedStyle(scroller).getPropertyValue("--header")) || 128;

/** The film's seconds at a place of the screen. */
export function secondsAt(clientX) {
  const box = scroller.getBoundingClientRect();
  return (clientX - box.left - headerWidth() + scroller.scrollLeft) / view.scale;
}

/** The seconds that are seen, from and to. */
export function visibleSeconds() {
  const from = scroller.scrollLeft / view.scale;
  return [from, from + (scroller.clientWidth - headerWidth()) / view.scale];
}

function extent() {
  let end = state.grid.duration.seconds;
  for (const track of tracks()) {
    const last = track.segments.at(-1);
    if (last) end = Math.max(end, fractionSeconds(last.start) + fractionSeconds(last.duration));
  }
  return Math.max(end, 5);
}

const fractionSeconds = (text) => {
  const [numerator, denominator] = String(text).split("/");
  return Number(numerator) / Number(denominator ?? 1);
};

export function startTimeline(ownPlayer) {
  player = ownPlayer;
  [scroller, canvas, ticks] = [byId("scroller"), byId("canvas"), byId("ticks")];
  const redraw = oncePerPicture(() => { drawTicks(); drawStrips(view, visibleSeconds()); markOutside(); });
  view.redraw = redraw;
  scroller.addEventListener("scroll", redraw, { passive: true });
  new ResizeObserver(() => { if (view.isFitted) fit(); else redraw(); }).observe(scroller);
  scroller.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), event.clientX);
  }, { passive: false });
  byId("zoom-in").addEventListener("click", () => zoom(1.5));
  byId("zoom-out").addEventListener("click", () => zoom(1 / 1.5));
  byId("zoom-fit").addEventListener("click", fit);
  bindPlayhead();
  listen("project", build);
  listen("film", () => { build(); showPlayhead(); });
  listen("media", redraw);
  listen("selection", () => markSelection(state.selection));
  listen("marks", showMarks);
  listen("frame", () => showPlayhead(player.isPlaying));
  document.addEventListener("themechange", () => { forgetStrips(); redraw(); });
}

/** Builds the lanes anew from the outline; the focus stays where it was. */
export function build() {
  if (view.isHeld) { view.needsBuilding = true; return; }
  view.needsBuilding = false;
  const focused = document.activeElement?.closest?.("#tracks [data-focus]")?.dataset.focus;
  canvas.style.setProperty("--extent", extent());
  byId("timeline").classList.toggle("is-old", state.isOutlineOld);
  const lanes = [...titleLanes(), ...tracks().map(trackLane)];
  const note = isEmpty() ? make("p", { class: "timeline-empty", text: texts.timeline.empty })
    : state.isOutlineOld ? make("p", { class: "timeline-empty", role: "status", text: texts.timeline.old }) : null;
  byId("tracks").replaceChildren(...(note ? [note] : []), ...lanes);
  byId("film-lanes").replaceChildren(...filmLanes(state.film));
  markSelection(state.selection);
  if (focused) {
    const again = byId("tracks").querySelector(`[data-focus="${CSS.escape(focused)}"]`);
    const selected = state.selection && byId("tracks").querySelector(".is-selected");
    (again ?? selected ?? scroller).focus({ preventScroll: true });
  }
  showMarks();
  if (view.isFitted) fit(); else setScale(view.scale);
}

/** Keeps the lanes as they are while something is dragged. */
export function hold(isHeld) {
  view.isHeld = isHeld;
  if (!isHeld && view.needsBuilding) build();
}

// Zoom

function setScale(scale) {
  view.scale = Math.min(largestScale, Math.max(smallestScale, scale));
  canvas.style.setProperty("--scale", view.scale);
  canvas.style.setProperty("--slack", view.isFitted ? "0px" : "160px");
  view.redraw();
}

/** Zooms around the pointer, or around the playhead where it is seen. */
export function zoom(factor, clientX = null) {
  const box = scroller.getBoundingClientRect();
  const [from, to] = visibleSeconds();
  const head = player.clock();
  const anchor = clientX !== null ? secondsAt(clientX) : head >= from && head <= to ? head : (from + to) / 2;
  const offset = clientX !== null ? clientX - box.left - headerWidth() : (anchor - from) * view.scale;
  view.isFitted = false;
  setScale(view.scale * factor);
  scroller.scrollLeft = anchor * view.scale - offset;
}

export function fit() {
  view.isFitted = true;
  const room = scroller.clientWidth - headerWidth() - 32;
  if (room > 0) setScale(room / extent());
  scroller.scrollLeft = 0;
}

// Ruler and playhead

const distances = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];

function drawTicks() {
  const [from, to] = visibleSeconds();
  const { grid } = state;
  const frames = [1, 2, 5, 10].map((count) => count / grid.rate);
  const label = [...frames.filter((length) => length < 0.6), 0.5, ...distances].find((length) => length * view.scale >= 76) ?? 7200;
  const isFrames = label < 0.5;
  const minor = [5, 4, 2].map((parts) => label / parts).find((length) => length * view.scale >= 9) ?? label;
  const made = [];
  for (let index = Math.max(0, Math.floor(from / minor)); index * minor <= to; index += 1) {
    const seconds = index * minor;
    const ratio = seconds / label;
    const isMajor = Math.abs(ratio - Math.round(ratio)) < 1e-6;
    const text = isFrames ? grid.timecode(Math.round(seconds * grid.rate)) : clockText(seconds, label < 1 ? 1 : 0);
    made.push(make("span", { class: isMajor ? "tick" : "tick minor", text: isMajor ? text : null, style: { left: `${seconds * view.scale}px` } }));
  }
  ticks.replaceChildren(...made);
}

function showMarks() {
  const marked = byId("marked");
  const { inPoint, outPoint, grid } = state;
  marked.hidden = inPoint === null && outPoint === null;
  if (marked.hidden) return;
  const start = grid.seconds(inPoint ?? 0);
  const end = outPoint === null ? grid.duration.seconds : grid.seconds(outPoint) + grid.nudge.seconds;
  marked.classList.add("placed");
  marked.style.setProperty("--start", start);
  marked.style.setProperty("--length", Math.max(0, end - start));
}

function showPlayhead(follow = false) {
  const playhead = byId("playhead");
  const { grid } = state;
  const seconds = grid.seconds(player.frame);
  playhead.style.setProperty("--at", seconds);
  if (!player.isPlaying || document.activeElement === playhead) {
    playhead.setAttribute("aria-valuemax", String(Math.max(0, grid.count - 1)));
    playhead.setAttribute("aria-valuenow", String(player.frame));
    playhead.setAttribute("aria-valuetext", texts.timeline.playheadAt(grid.timecode(player.frame), player.frame, grid.count));
  }
  playhead.dataset.frame = String(player.frame);
  markOutside();
  if (follow) {
    const [from, to] = visibleSeconds();
    if (seconds > to - 16 / view.scale || seconds < from) scroller.scrollLeft = seconds * view.scale - 32;
  }
}

/** Scrolls until the time is seen. */
export function reveal(seconds) {
  const [from, to] = visibleSeconds();
  if (seconds < from || seconds > to) scroller.scrollLeft = Math.max(0, (seconds - (to - from) / 4) * view.scale);
}

/** A playhead that is scrolled out is not drawn over the tracks' names. */
function markOutside() {
  const playhead = byId("playhead");
  playhead.classList.toggle("is-outside", Number(playhead.style.getPropertyValue("--at")) < visibleSeconds()[0] - 1 / view.scale);
}

/** The ruler and the playhead's grip are dragged: the right frame is under the pointer all the while. */
function bindPlayhead() {
  const scrub = (event) => {
    const { grid } = state;
    player.seek(grid.frameAt(Math.max(0, secondsAt(event.clientX))));
    const box = scroller.getBoundingClientRect();
    if (event.clientX > box.right - 24) scroller.scrollLeft += 24;
    if (event.clientX < box.left + headerWidth() + 8) scroller.scrollLeft -= 24;
  };
  for (const surface of [byId("ruler"), byId("playhead")]) {
    let latest = null;
    const follow = oncePerPicture(() => { if (latest) scrub(latest); });
    surface.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !state.film) return;
      event.preventDefault();
      byId("playhead").focus({ preventScroll: true });
      surface.setPointerCapture(event.pointerId);
      player.pause();
      latest = event;
      scrub(event);
    });
    surface.addEventListener("pointermove", (event) => { if (latest) { latest = event; follow(); } });
    for (const end of ["pointerup", "pointercancel"]) {
      surface.addEventListener(end, (event) => {
        if (latest && end === "pointerup") scrub(event);
        latest = null;
      });
    }
  }
}

/** Every time at which something begins or ends, without those of `except`. */
export function cutTimes(except = null) {
  const times = [0, state.grid.duration.seconds];
  const add = (thing) => {
    if (thing.pointer === except) return;
    const start = fractionSeconds(thing.start);
    times.push(start, start + fractionSeconds(thing.duration));
  };
  for (const track of tracks()) track.segments.forEach(add);
  state.outline?.titles.forEach(add);
  return times;
}
