// The keys: everything that the pointer does, done by hand.

import { make, byId, announce } from "./elements.js";
import { state, tell, segmentAt, titleAt, exact, select, edit, undo, redo, tracks } from "./state.js";
import { Time } from "./time.js";
import { texts } from "./texts.js";
import { change, limits, moveTo, slip, splitAt, timeTitle } from "./gestures.js";
import { cutTimes, fit, reveal, zoom } from "./timeline.js";
import { moveFocus } from "./segments.js";
import { openTransition } from "./transitions.js";
import { addTitle, writeTitle } from "./titles.js";
import { removeTitle } from "./selection.js";

let player;

const say = texts.edits;
const chosenSegment = () => (state.selection?.kind === "segment" ? segmentAt(state.selection.pointer) : null);
const chosenTitle = () => (state.selection?.kind === "title" ? titleAt(state.selection.pointer) : null);

/** Does `action` with the selected segment; says so where there is none. */
function withSegment(action, forTitle = null) {
  const [segment, title] = [chosenSegment(), chosenTitle()];
  if (segment) return action(segment);
  if (title && forTitle) return forTitle(title);
  announce(say.nothingSelected);
  return null;
}

export function useTool(tool) {
  state.tool = tool;
  byId("timeline").dataset.activeTool = tool;
  for (const button of byId("tools").children) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  tell("tool", tool);
}

function trim(edge, ripples) {
  const at = player.time;
  withSegment((segment) => change(`${ripples ? "ripple" : "trim"}${edge}`, segment, at), (title) => {
    const start = at.clamped(Time.zero, title.end.minus(state.grid.nudge));
    if (edge === "Start") timeTitle(title, start, title.end.minus(start));
    else if (at.isAfter(title.start)) timeTitle(title, title.start, at.minus(title.start));
  });
}

let isBusy = false;

/** Repeated keys wait for the edit before, so that each begins where that one ended. */
async function nudge(action) {
  if (isBusy) return;
  isBusy = true;
  try { await action(); } finally { isBusy = false; }
}

const move = (frames) => nudge(() => {
  const by = state.grid.nudge.times(new Time(BigInt(frames)));
  return withSegment((segment) => moveTo(segment, segment.start.plus(by).clamped(Time.zero, null)),
    (title) => timeTitle(title, title.start.plus(by).clamped(Time.zero, null), title.duration));
});

const slipBy = (frames) => nudge(() => withSegment((segment) => slip(segment, state.grid.nudge.times(new Time(BigInt(frames))).times(segment.rate))));

function changeTrack(direction) {
  withSegment((segment) => {
    const alike = tracks().filter((track) => track.kind === segment.track.kind);
    const target = alike[alike.findIndex((track) => track.pointer === segment.track.pointer) + direction];
    if (target) moveTo(segment, segment.start, target);
  });
}

export function split() {
  const at = player.time;
  const isUnder = (segment) => segment && segment.start.isBefore(at) && at.isBefore(segment.end);
  let segment = chosenSegment();
  for (const track of isUnder(segment) ? [] : tracks()) {
    segment = track.segments.map((_, index) => exact(track, index)).find(isUnder);
    if (segment) break;
  }
  if (!isUnder(segment) || !splitAt(segment, at)) announce(say.nothingHere);
}

export function remove(ripples) {
  withSegment((segment) => edit({ kind: "delete", segment: segment.pointer, ripple: ripples }, { done: ripples ? say.closed : say.deleted }),
    (title) => removeTitle(title.pointer));
}

function toCut(direction) {
  const now = state.grid.seconds(player.frame);
  const times = cutTimes().map((time) => state.grid.frameAt(time)).filter((frame) => (direction < 0 ? frame < player.frame : frame > player.frame));
  if (times.length) { player.pause(); player.seek(direction < 0 ? Math.max(...times) : Math.min(...times)); reveal(now); }
}

export function mark(name) {
  state[name] = player.frame;
  if (state.inPoint !== null && state.outPoint !== null && state.inPoint > state.outPoint) state[name === "inPoint" ? "outPoint" : "inPoint"] = null;
  announce((name === "inPoint" ? texts.transport.inSet : texts.transport.outSet)(state.grid.timecode(player.frame)));
  tell("marks");
}

function clearMarks() {
  state.inPoint = state.outPoint = null;
  announce(texts.transport.marksCleared);
  tell("marks");
}

export function toggleSnapping() {
  state.isSnapping = !state.isSnapping;
  byId("snap").setAttribute("aria-pressed", String(state.isSnapping));
}

const seconds = (count) => Math.max(1, Math.round(state.grid.rate * count));

/** Keys with their modifiers, in the order Ctrl, Alt, Shift. */
const bindings = {
  " ": () => player.toggle(), j: () => player.shuttle(-1), k: () => player.shuttle(0), l: () => player.shuttle(1), "/": () => player.playMarked(),
  ArrowLeft: () => player.step(-1), ArrowRight: () => player.step(1),
  "Shift+ArrowLeft": () => player.step(-seconds(1)), "Shift+ArrowRight": () => player.step(seconds(1)),
  "Ctrl+ArrowLeft": () => toCut(-1), "Ctrl+ArrowRight": () => toCut(1),
  Home: () => { player.pause(); player.seek(0); reveal(0); },
  End: () => { player.pause(); player.seek(player.lastFrame); reveal(state.grid.duration.seconds); },
  i: () => mark("inPoint"), o: () => mark("outPoint"), x: clearMarks,
  ArrowUp: () => moveFocus(-1, 0), ArrowDown: () => moveFocus(1, 0), PageUp: () => moveFocus(0, -1), PageDown: () => moveFocus(0, 1),
  "[": () => trim("Start", false), "]": () => trim("End", false), "{": () => trim("Start", true), "}": () => trim("End", true),
  r: () => withSegment((segment) => {
    const next = limits(segment).after;
    if (next && next.start.equals(segment.end)) change("roll", segment, player.time); else announce(say.noNeighbor);
  }),
  "Alt+ArrowLeft": () => move(-1), "Alt+ArrowRight": () => move(1), "Ctrl+Alt+ArrowLeft": () => slipBy(-1), "Ctrl+Alt+ArrowRight": () => slipBy(1),
  "Alt+ArrowUp": () => changeTrack(-1), "Alt+ArrowDown": () => changeTrack(1),
  s: split, Delete: () => remove(false), Backspace: () => remove(false), "Shift+Delete": () => remove(true), "Shift+Backspace": () => remove(true),
  t: () => withSegment((segment) => { if (!openTransition(segment.pointer)) announce(say.noTransition); }), "Shift+t": () => addTitle(),
  Enter: () => { const title = chosenTitle(); if (title) writeTitle(title.pointer); },
  Escape: () => select(null),
  v: () => useTool("select"), b: () => useTool("ripple"), n: () => useTool("roll"), y: () => useTool("slip"), c: () => useTool("blade"),
  g: toggleSnapping, "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), "−": () => zoom(1 / 1.5), f: fit,
  "Ctrl+z": undo, "Ctrl+Shift+z": redo, "Ctrl+y": redo, "?": openHelp,
  "Ctrl+s": () => announce(say.saved),
};
/** On the playhead, which is a slider, keys that choose clips elsewhere move it. */
const playheadBindings = {
  ArrowUp: () => player.step(1), ArrowDown: () => player.step(-1), PageUp: () => player.step(seconds(1)), PageDown: () => player.step(-seconds(1)),
};
/** Signs that need Shift on some keyboards count without it. */
const signs = /^[/[\]{}?+=−-]$/;

export function startKeys(ownPlayer) {
  player = ownPlayer;
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const { target } = event;
    const isTyping = target.matches?.("textarea, select, input:not([type=checkbox], [type=radio], [type=range])");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // AltGr makes signs on many keyboards; it is no modifier then.
    const isSign = signs.test(event.key);
    const modifiers = [(event.ctrlKey || event.metaKey) && "Ctrl+", event.altKey && "Alt+", event.shiftKey && !isSign && "Shift+"].filter(Boolean);
    const name = isSign && (!event.ctrlKey || event.altKey) ? key : modifiers.join("") + key;
    const own = target.id === "playhead" ? playheadBindings[name] : null;
    const action = own ?? (Object.hasOwn(bindings, name) ? bindings[name] : null);
    if (!action) return;
    if (isTyping && !/^Ctrl\+(Shift\+)?[zys]$/.test(name)) return;
    if (isTyping && target.matches("input, textarea") && target.value !== target.defaultValue && target.id !== "text") return;
    const isOwn = target.matches?.("button, summary, a[href], input, [role=tab]");
    if (isOwn && [" ", "Enter"].includes(name)) return;
    if (target.matches?.("input[type=range], input[type=radio], [role=tab]") && /^(Arrow|Home$|End$|Page)/.test(name)) return;
    if (target.closest?.("[role=tabpanel], [role=dialog]") && /^(ArrowUp|ArrowDown|PageUp|PageDown|Enter|Delete|Backspace)$/.test(name)) return;
    event.preventDefault();
    action();
  });
}

export function openHelp() {
  if (byId("shortcuts")) return;
  const say = texts.shortcuts;
  const dialog = make("dialog", { id: "shortcuts", "aria-labelledby": "shortcuts-heading" }, make("div", { class: "stack" },
    make("h2", { id: "shortcuts-heading", text: say.heading }),
    make("div", { class: "shortcuts" }, say.sections.map(([heading, rows]) => make("section", {}, make("h3", { text: heading }),
      make("dl", {}, rows.flatMap(([keys, does]) => [make("dt", {}, keys.split(" ").map((key) => make("kbd", { text: key }))), make("dd", { text: does })]))))),
    make("div", { class: "group" }, make("button", { type: "button", class: "primary", text: texts.close, on: { click: () => dialog.close() } }))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
