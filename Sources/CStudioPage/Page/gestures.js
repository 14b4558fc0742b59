// What is done with segments and titles by the pointer: trim, ripple, roll, slip, move, split. The result is shown while the pointer moves,
// within what the media and the neighbors allow; one edit is sent at the end.

import { byId } from "./elements.js";
import { state, segmentAt, titleAt, segments, exact, select, edit } from "./state.js";
import { Time, earlier, later, clockText } from "./time.js";
import { texts } from "./texts.js";
import { drag, Snapping, showLine, showNote } from "./dragging.js";
import { secondsAt, view } from "./timeline.js";
import { elementOf, selectionOf } from "./segments.js";

const zero = Time.zero;

/** What the head and the tail of a segment can become when nothing else moves. */
export function limits(segment) {
  const { grid } = state;
  const before = exact(segment.track, segment.index - 1);
  const after = exact(segment.track, segment.index + 1);
  const headroom = segment.start.minus(segment.sourceStart.over(segment.rate));
  const tailroom = segment.mediaDuration && segment.start.plus(segment.mediaDuration.minus(segment.sourceStart).over(segment.rate));
  const isStill = segment.mediaDuration === null;
  return {
    before, after,
    mediaStart: isStill ? null : headroom, mediaEnd: tailroom,
    earliestStart: later(before ? before.end : zero, isStill ? zero : headroom), latestStart: segment.end.minus(grid.nudge),
    earliestEnd: segment.start.plus(grid.nudge), latestEnd: after && tailroom ? earlier(after.start, tailroom) : after?.start ?? tailroom,
  };
}

/** Where a segment lands on a track: the nearest place to `start` at which it fits. */
export function landing(segment, track, start) {
  const others = segments(track).filter((other) => other.pointer !== segment.pointer);
  let [best, from] = [null, zero];
  const consider = (until) => {
    const latest = until?.minus(segment.duration);
    if (latest?.isBefore(from)) return;
    const place = start.clamped(from, latest);
    const distance = Math.abs(place.minus(start).seconds);
    if (!best || distance < best.distance) best = { place, distance };
  };
  for (const other of others) { consider(other.start); from = other.end; }
  consider(null);
  return best.place;
}

/** Each way to change a segment: the edges that snap, the bounds, what is shown, and the edit. `to` is the edge's or the segment's new time. */
const ways = {
  trimStart: {
    edge: (segment) => segment.start, done: texts.edits.trimmed,
    bound: (segment, to) => { const limit = limits(segment); return to.clamped(limit.earliestStart, limit.latestStart); },
    show: (segment, to) => place(segment, to, segment.end.minus(to)), near: (segment, to) => to,
  },
  trimEnd: {
    edge: (segment) => segment.end, done: texts.edits.trimmed,
    bound: (segment, to) => { const limit = limits(segment); return to.clamped(limit.earliestEnd, limit.latestEnd); },
    show: (segment, to) => place(segment, segment.start, to.minus(segment.start)),
  },
  rippleStart: {
    edge: (segment) => segment.start, done: texts.edits.rippled,
    bound: (segment, to) => { const limit = limits(segment); return to.clamped(limit.mediaStart, limit.latestStart); },
    show: (segment, to) => { place(segment, segment.start, segment.end.minus(to)); shiftFollowing(segment, segment.start.minus(to)); },
  },
  rippleEnd: {
    edge: (segment) => segment.end, done: texts.edits.rippled,
    bound: (segment, to) => { const limit = limits(segment); return to.clamped(limit.earliestEnd, limit.mediaEnd); },
    show: (segment, to) => { place(segment, segment.start, to.minus(segment.start)); shiftFollowing(segment, to.minus(segment.end)); },
  },
  roll: {
    edge: (segment) => segment.end, done: texts.edits.rolled,
    bound: (segment, to) => {
      const [left, right] = [limits(segment), limits(limits(segment).after)];
      const lowest = right.mediaStart ? later(left.earliestEnd, right.mediaStart) : left.earliestEnd;
      return to.clamped(lowest, left.mediaEnd ? earlier(left.mediaEnd, right.latestStart) : right.latestStart);
    },
    show: (segment, to) => {
      const { after } = limits(segment);
      place(segment, segment.start, to.minus(segment.start));
      place(after, to, after.end.minus(to));
    },
  },
};

function place(thing, start, duration) {
  const element = elementOf(thing.pointer);
  element?.style.setProperty("--start", start.seconds);
  element?.style.setProperty("--length", duration.seconds);
}

function shiftFollowing(segment, by) {
  for (const other of segments(segment.track).slice(segment.index + 1)) place(other, other.start.plus(by), other.duration);
}

/** Puts everything back where the outline says. */
function restore() {
  for (const track of state.outline.tracks) for (const segment of segments(track)) place(segment, segment.start, segment.duration);
  for (const raw of state.outline.titles) { const title = titleAt(raw.pointer); place(title, title.start, title.duration); }
}

const signed = (time) => `${time.seconds < 0 ? "−" : "+"}${clockText(Math.abs(time.seconds))}`;

/** Sends an edit by its kind, clamped as it was shown; false where nothing would change. */
export function change(kind, segment, to, near = null) {
  const way = ways[kind];
  const bound = way.bound(segment, to);
  if (bound.equals(way.edge(segment))) return false;
  return edit({ kind, segment: segment.pointer, to: bound.toString() }, { done: way.done, near: near ?? way.near?.(segment, bound) ?? segment.start });
}

export function startGestures(player) {
  const tracks = byId("tracks");
  tracks.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || state.isOutlineOld) return;
    const item = event.target.closest("[data-focus]");
    if (!item || item.closest(".levels")) return;
    if (!item.matches(".segment, .title")) return;
    event.preventDefault();
    item.focus({ preventScroll: true });
    select(selectionOf(item), "timeline");
    const handle = event.target.closest("[data-handle]")?.dataset.handle ?? null;
    if (item.dataset.title) dragTitle(event, player, item, handle);
    else dragSegment(event, player, item, handle);
  });
  tracks.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.target.matches(".lane-body, .items, .tracks")) select(null, "timeline");
  });
}

function dragSegment(event, player, item, handle) {
  const segment = segmentAt(item.dataset.segment);
  if (!segment) return;
  const box = item.getBoundingClientRect();
  const edge = handle ?? (event.clientX - box.left < box.width / 2 ? "head" : "tail");
  if (state.tool === "blade") {
    drag(event, { move: () => {}, end: () => {}, click: () => splitAt(segment, snapped(player, secondsAt(event.clientX))) });
  } else if (state.tool === "slip" || (event.altKey && !handle)) dragSlip(event, segment, item);
  else if (state.tool === "roll" || (event.altKey && handle)) dragRoll(event, player, segment, edge);
  else if (state.tool === "ripple" || (handle && (event.ctrlKey || event.metaKey))) {
    dragEdge(event, player, segment, edge === "head" ? "rippleStart" : "rippleEnd");
  } else if (handle) dragEdge(event, player, segment, edge === "head" ? "trimStart" : "trimEnd");
  else dragMove(event, player, segment, item);
}

const snapped = (player, seconds) => {
  const { line } = new Snapping(player, null).shift([seconds]);
  return state.grid.round(line ?? seconds);
};

export function splitAt(segment, at) {
  if (!segment.start.isBefore(at) || !at.isBefore(segment.end)) return false;
  return edit({ kind: "split", segment: segment.pointer, at: at.toString() }, { done: texts.edits.split, near: segment.start });
}

function dragRoll(event, player, segment, edge) {
  const left = edge === "head" ? exact(segment.track, segment.index - 1) : segment;
  const right = left && exact(left.track, left.index + 1);
  if (left && right && left.end.equals(right.start)) dragEdge(event, player, left, "roll");
}

function dragEdge(event, player, segment, kind) {
  const way = ways[kind];
  const from = way.edge(segment);
  const snapping = new Snapping(player, segment.pointer);
  let to = from;
  drag(event, {
    begin: () => elementOf(segment.pointer)?.classList.add("is-dragged"),
    move: (latest, x) => {
      const aim = from.seconds + x / view.scale;
      const { shift, line } = snapping.shift([aim]);
      const wanted = state.grid.round(aim + shift);
      to = way.bound(segment, wanted);
      way.show(segment, to);
      view.redraw();
      showLine(line !== null && to.equals(wanted) ? to.seconds : null);
      const limit = to.equals(wanted) ? "" : ` · ${texts.drag.limit}`;
      showNote(latest, texts.drag.to(clockText(to.seconds), signed(to.minus(from))) + limit);
    },
    end: () => finish(segment, change(kind, segment, to)),
    cancel: () => { restore(); lift(segment); },
  });
}

const lift = (thing) => elementOf(thing.pointer)?.classList.remove("is-dragged");

/** After the edit was refused, or changed nothing, things stand as before. */
async function finish(thing, sent) {
  lift(thing);
  if (!await sent) restore();
  view.redraw();
}

function dragSlip(event, segment, item) {
  let by = zero;
  drag(event, {
    begin: () => item.classList.add("is-dragged"),
    move: (latest, x) => {
      by = boundSlip(segment, state.grid.round(Math.abs(x) / view.scale).times(new Time(x > 0 ? -1n : 1n)).times(segment.rate));
      showNote(latest, texts.drag.slip(clockText(segment.sourceStart.plus(by).seconds), signed(by)));
    },
    end: () => finish(segment, slip(segment, by)),
    cancel: () => lift(segment),
  });
}

function boundSlip(segment, by) {
  return by.clamped(segment.sourceStart.negated(), segment.mediaDuration?.minus(segment.sourceEnd) ?? null);
}

export function slip(segment, by) {
  const bound = boundSlip(segment, by);
  return !bound.isZero && edit({ kind: "slip", segment: segment.pointer, by: bound.toString() }, { done: texts.edits.slipped, near: segment.start });
}

function dragMove(event, player, segment, item) {
  const snapping = new Snapping(player, segment.pointer);
  let [to, target] = [segment.start, segment.track];
  const lanes = [...byId("tracks").querySelectorAll(`.lane[data-kind="${segment.track.kind}"]`)];
  const home = item.closest(".lane");
  drag(event, {
    begin: () => item.classList.add("is-dragged"),
    move: (latest, x) => {
      const isUnder = ({ top, bottom }) => latest.clientY >= top && latest.clientY < bottom;
      const lane = lanes.find((other) => isUnder(other.getBoundingClientRect())) ?? home;
      target = state.outline.tracks.find((track) => track.pointer === lane.dataset.pointer) ?? segment.track;
      const aim = Math.max(0, segment.start.seconds + x / view.scale);
      const { shift, line } = snapping.shift([aim, aim + segment.duration.seconds]);
      const wanted = state.grid.round(aim + shift);
      to = landing(segment, target, wanted);
      place(segment, to, segment.duration);
      item.style.translate = lane === home ? "" : `0 ${lane.getBoundingClientRect().top - home.getBoundingClientRect().top}px`;
      for (const other of lanes) other.classList.toggle("is-target", other === lane && lane !== home);
      showLine(line !== null && to.equals(wanted) ? line : null);
      showNote(latest, texts.drag.to(clockText(to.seconds), signed(to.minus(segment.start))));
    },
    end: async () => {
      for (const other of lanes) other.classList.remove("is-target");
      await finish(segment, moveTo(segment, to, target));
      item.style.translate = "";
    },
    cancel: () => {
      item.style.translate = "";
      for (const other of lanes) other.classList.remove("is-target");
      restore();
      lift(segment);
    },
  });
}

/** Moves a segment to where it fits nearest to a time; false where that is where it is. */
export function moveTo(segment, time, track = segment.track) {
  const to = landing(segment, track, time);
  const isSameTrack = track.pointer === segment.track.pointer;
  if (isSameTrack && to.equals(segment.start)) return false;
  const change = { kind: "move", segment: segment.pointer, to: to.toString() };
  if (!isSameTrack) change.track = track.pointer;
  return edit(change, { done: texts.edits.moved, near: to });
}

function dragTitle(event, player, item, handle) {
  const title = titleAt(item.dataset.title);
  if (!title) return;
  const snapping = new Snapping(player, title.pointer);
  let [start, end] = [title.start, title.end];
  const least = state.grid.nudge;
  drag(event, {
    begin: () => item.classList.add("is-dragged"),
    move: (latest, x) => {
      const by = x / view.scale;
      const edges = handle === "head" ? [title.start] : handle === "tail" ? [title.end] : [title.start, title.end];
      const { shift, line } = snapping.shift(edges.map((edge) => edge.seconds + by));
      const moved = (edge) => state.grid.round(edge.seconds + by + shift);
      if (handle === "head") start = moved(title.start).clamped(zero, title.end.minus(least));
      else if (handle === "tail") end = moved(title.end).clamped(title.start.plus(least), null);
      else { start = moved(title.start).clamped(zero, null); end = start.plus(title.duration); }
      place(title, start, end.minus(start));
      showLine(line);
      const [to, from] = handle === "tail" ? [end, title.end] : [start, title.start];
      showNote(latest, texts.drag.to(clockText(to.seconds), signed(to.minus(from))));
    },
    end: () => finish(title, timeTitle(title, start, end.minus(start))),
    cancel: () => { restore(); lift(title); },
  });
}

/** Puts a title at another time; false where it stands there already. */
export function timeTitle(title, start, duration) {
  if (start.equals(title.start) && duration.equals(title.duration)) return false;
  const value = { ...title.raw.value, start: start.value, duration: duration.value };
  return edit({ kind: "title", title: title.pointer, value }, { done: texts.edits.moved });
}
