// What all drags have in common: they begin after a few pixels, follow the pointer once a picture, snap, say where they are, and end or
// are given up as a whole.

import { byId, oncePerPicture } from "./elements.js";
import { state } from "./state.js";
import { cutTimes, hold, view } from "./timeline.js";

const threshold = 3;
const snapPixels = 8;

/**
 * Follows a pressed pointer. `begin` is called once it has moved by more than a trembling hand does, then `move` and at last `end`; `click`
 * where it never did; `cancel` where it was given up by Escape or by the system.
 */
export function drag(event, { begin = () => {}, move, end, click = () => {}, cancel = () => {} }) {
  const surface = event.currentTarget;
  const origin = { x: event.clientX, y: event.clientY };
  let [hasBegun, latest] = [false, event];
  const follow = oncePerPicture(() => { if (hasBegun && latest) move(latest, latest.clientX - origin.x, latest.clientY - origin.y); });
  const moved = (next) => {
    if (next.pointerId !== event.pointerId) return;
    latest = next;
    if (!hasBegun && Math.hypot(next.clientX - origin.x, next.clientY - origin.y) < threshold) return;
    if (!hasBegun) {
      hasBegun = true;
      hold(true);
      begin(next);
      if (surface.isConnected) surface.setPointerCapture(event.pointerId);
    }
    follow();
  };
  const finish = (last, isDone) => {
    if (last?.pointerId !== undefined && last.pointerId !== event.pointerId) return;
    window.removeEventListener("pointermove", moved);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", lost);
    window.removeEventListener("keydown", escape, true);
    const [wasDrag, at] = [hasBegun, latest];
    latest = null;
    hideNote();
    if (!wasDrag) { if (isDone) click(last); return; }
    if (isDone) {
      move(at, at.clientX - origin.x, at.clientY - origin.y);
      hideNote();
      Promise.resolve(end(at)).finally(() => hold(false));
    } else {
      cancel();
      hold(false);
    }
  };
  const up = (last) => { if (last.pointerId === event.pointerId) { latest = last; finish(last, true); } };
  const lost = (last) => finish(last, false);
  const escape = (key) => {
    if (key.key !== "Escape") return;
    key.preventDefault();
    key.stopPropagation();
    finish(null, false);
  };
  window.addEventListener("pointermove", moved);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", lost);
  window.addEventListener("keydown", escape, true);
}

/** Finds what lies near: cuts, titles, the playhead, both marks. Made when a drag begins. */
export class Snapping {
  constructor(player, except) {
    const { grid, inPoint, outPoint } = state;
    this.times = cutTimes(except);
    this.times.push(grid.seconds(player.frame));
    if (inPoint !== null) this.times.push(grid.seconds(inPoint));
    if (outPoint !== null) this.times.push(grid.seconds(outPoint) + grid.nudge.seconds);
  }

  /**
   * The seconds to which the nearest of several edges snaps, as a shift of all of them, and the line to show; a shift of 0 and no line where
   * nothing is near.
   */
  shift(edges) {
    let best = { shift: 0, line: null, distance: state.isSnapping ? snapPixels / view.scale : -1 };
    for (const edge of edges) {
      for (const time of this.times) {
        const distance = Math.abs(time - edge);
        if (distance < best.distance) best = { shift: time - edge, line: time, distance };
      }
    }
    return best;
  }
}

export function showLine(seconds) {
  const line = byId("snap-line");
  line.hidden = seconds === null;
  if (seconds !== null) line.style.setProperty("--at", seconds);
}

/** A note beside the pointer. */
export function showNote(event, text) {
  const note = byId("drag-note");
  note.hidden = false;
  note.textContent = text;
  const width = note.offsetWidth;
  note.style.left = `${Math.min(window.innerWidth - width - 8, event.clientX + 16)}px`;
  note.style.top = `${Math.max(8, event.clientY - 36)}px`;
}

export function hideNote() {
  byId("drag-note").hidden = true;
  showLine(null);
}
