// Volume and opacity as a line over the segments, with points that are dragged, added and removed.

import { make, byId, afterRest } from "./elements.js";
import { state, edit } from "./state.js";
import { Time, clockText } from "./time.js";
import { texts } from "./texts.js";
import { drag, showNote } from "./dragging.js";
import { secondsAt, view } from "./timeline.js";

const unchanged = 1;

/** The points of a track's level: two at one time are a jump. Before the first one the level is 1. */
export function points(track) {
  const found = [];
  const value = () => found.at(-1)?.value ?? unchanged;
  const add = (time, next) => {
    if (found.at(-1)?.time.equals(time) && value() === next) return;
    found.push({ time, value: next });
  };
  for (const entry of track.levels.entries) {
    if (entry.at !== undefined) {
      const at = Time.of(entry.at);
      if (!at.isZero) add(at, value());
      add(at, entry.value);
    } else {
      const start = Time.of(entry.start);
      if (!start.isZero && value() !== entry.from) add(start, value());
      add(start, entry.from);
      add(start.plus(Time.of(entry.duration)), entry.to);
    }
  }
  return found;
}

/** The settings and ramps of points. */
export function entries(list) {
  const made = [];
  let level = unchanged;
  for (const [index, point] of list.entries()) {
    const before = list[index - 1];
    const next = list[index + 1];
    if (before && before.time.isBefore(point.time) && before.value !== point.value) {
      const duration = point.time.minus(before.time);
      made.push({ start: before.time.toString(), duration: duration.toString(), from: before.value, to: point.value });
      level = point.value;
    }
    const leadsOn = next && next.time.isAfter(point.time) && next.value !== point.value;
    if (point.value !== level && !leadsOn && !next?.time.equals(point.time)) {
      made.push({ at: point.time.toString(), value: point.value });
      level = point.value;
    }
    if (leadsOn) level = point.value;
  }
  return made;
}

/** The level at a time. */
export function levelAt(list, seconds) {
  let before = null;
  for (const point of list) {
    const at = point.time.seconds;
    if (at > seconds) {
      if (!before) return unchanged;
      const from = before.time.seconds;
      return before.value + (point.value - before.value) * (at > from ? (seconds - from) / (at - from) : 1);
    }
    before = point;
  }
  return before?.value ?? unchanged;
}

/** The value at the upper edge. The usual volume lies above the middle of the lane, where segments are grasped. */
const highestOf = (track, list) => Math.max(track.levels.property === "opacity" ? 1 : 1.4, ...list.map((point) => point.value));
const largest = (track) => (track.levels.property === "opacity" ? 1 : 10);
const rounded = (value) => Math.round(value * 100) / 100;
const nameOf = (track) => texts.timeline.levels[track.levels.property];

export function sendLevels(track, list) {
  return edit({ kind: "levels", track: track.id, entries: entries(list) }, { done: texts.edits.levels(nameOf(track)) });
}

/** With a point at `time` that has the level there; a first one is preceded by one at the beginning, so that a ramp leads to it. */
export function withPoint(list, time, value = levelAt(list, time.seconds)) {
  const base = list.length || time.isZero ? list : [{ time: Time.zero, value: levelAt(list, 0) }];
  const index = base.findIndex((point) => point.time.isAfter(time));
  const point = { time, value: rounded(value) };
  return index < 0 ? [...base, point] : [...base.slice(0, index), point, ...base.slice(index)];
}

/** With a new point at `time` that differs from the line by what is seen: one that changes nothing would not be kept. */
export function withNewPoint(track, list, time) {
  const next = withPoint(list, time);
  const own = next.find((point) => !list.includes(point) && point.time.equals(time));
  own.value = rounded(own.value >= 0.05 ? Math.min(largest(track), own.value - 0.05) : own.value + 0.05);
  return next;
}

/** The line of a track, and its points. */
export function levelLines(track) {
  const original = points(track);
  let list = original;
  const highest = highestOf(track, list);
  const extent = Number(byId("canvas").style.getPropertyValue("--extent")) || 1;
  const lines = ["shade", "line", "catch"].map((name) => make("polyline", { class: name }));
  const svg = make("svg", { viewBox: `0 0 ${extent} 100`, preserveAspectRatio: "none", "aria-hidden": "true" }, lines);
  const layer = make("div", { class: "levels", role: "group", "aria-label": texts.timeline.levelsOf(nameOf(track), track.id) }, svg);
  const height = (value) => 1 - Math.min(1, value / highest);

  const draw = () => {
    const first = list[0];
    const corners = [[0, first?.time.isZero ? first.value : unchanged]];
    if (first && !first.time.isZero) corners.push([first.time.seconds, unchanged]);
    for (const point of list) corners.push([point.time.seconds, point.value]);
    corners.push([Math.max(extent, corners.at(-1)[0]), corners.at(-1)[1]]);
    const text = corners.map(([seconds, value]) => `${seconds},${(height(value) * 100).toFixed(3)}`).join(" ");
    for (const line of lines) line.setAttribute("points", text);
    for (const [index, button] of [...layer.querySelectorAll(".level-point")].entries()) {
      if (!list[index]) continue;
      button.style.setProperty("--start", list[index].time.seconds);
      button.style.setProperty("--height", height(list[index].value));
    }
  };

  const note = (event, point) => showNote(event, texts.drag.level(nameOf(track), rounded(point.value), clockText(point.time.seconds)));
  const send = async () => { if (!await sendLevels(track, list)) { list = original; draw(); } };
  const valueChange = (y) => -y / (layer.clientHeight - 8) * highest;
  const bound = (value) => rounded(Math.min(largest(track), Math.max(0, value)));
  const moved = (index, time, value) => {
    const at = state.grid.round(time).clamped(original[index - 1]?.time ?? Time.zero, original[index + 1]?.time ?? null);
    return original.map((point, other) => (other === index ? { time: at, value: bound(value) } : point));
  };

  const pointButton = (point, index) => make("button", {
    type: "button", class: "level-point", tabindex: index ? "-1" : "0", "data-focus": `${track.pointer}/levels/${index}`, "data-level": String(index),
    "aria-label": texts.timeline.levelPoint(nameOf(track), rounded(point.value), clockText(point.time.seconds)),
    on: {
      pointerdown(event) {
        if (event.button !== 0) return;
        event.stopPropagation();
        drag(event, {
          move: (latest, x, y) => {
            list = moved(index, point.time.seconds + x / view.scale, point.value + valueChange(y));
            draw();
            note(latest, list[index]);
          },
          end: send,
          cancel: () => { list = original; draw(); },
        });
      },
      dblclick(event) { event.stopPropagation(); list = original.filter((_, other) => other !== index); send(); },
      keydown(event) { pointKey(event, index); },
    },
  });

  const sendSoon = afterRest(300, send);
  const pointKey = (event, index) => {
    const nudge = state.grid.nudge.seconds;
    const step = event.shiftKey ? 0.1 : 0.05;
    const changes = {
      ArrowLeft: [-nudge, 0], ArrowRight: [nudge, 0], ArrowUp: [0, step], ArrowDown: [0, -step],
    }[event.key];
    const other = { PageUp: index - 1, PageDown: index + 1 }[event.key];
    if (changes) {
      const now = list[index];
      list = moved(index, now.time.seconds + changes[0], now.value + changes[1]);
      draw();
      sendSoon();
    }
    else if (event.key === "Delete" || event.key === "Backspace") { list = original.filter((_, own) => own !== index); send(); }
    else if (other !== undefined) layer.querySelector(`[data-level="${other}"]`)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const catcher = lines[2];
  catcher.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const seconds = secondsAt(event.clientX);
    const base = original.length && original[0].time.seconds <= seconds ? original : [{ time: Time.zero, value: unchanged }, ...original];
    const right = base.findIndex((point) => point.time.seconds > seconds);
    const left = (right < 0 ? base.length : right) - 1;
    drag(event, {
      move: (latest, x, y) => {
        const by = valueChange(y);
        list = base.map((point, index) => (index === left || index === right ? { ...point, value: bound(point.value + by) } : point));
        draw();
        note(latest, list[left]);
      },
      end: send,
      cancel: () => { list = original; draw(); },
    });
  });
  catcher.addEventListener("dblclick", (event) => {
    event.stopPropagation();
    list = withNewPoint(track, original, state.grid.round(Math.max(0, secondsAt(event.clientX))));
    send();
  });
  layer.append(...original.map(pointButton));
  draw();
  return layer;
}
