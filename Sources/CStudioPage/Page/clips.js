// Clips: the segments of the picture's track, and the sounds that belong to them and go with them.

import { asOneStep, edit, exact, segmentAt, segments, tracks } from "./state.js";
import { texts } from "./texts.js";
import { Time } from "./time.js";
import { change, moveTo } from "./gestures.js";

/** The track whose segments are the clips: of the video tracks the one with the most, the lowest of equals. */
export const mainTrack = () => tracks().filter((track) => track.kind === "video")
  .reduce((best, track) => (!best || track.segments.length >= best.segments.length ? track : best), null);

export const clips = () => (mainTrack() ? segments(mainTrack()) : []);
export const audioTracks = () => tracks().filter((track) => track.kind === "audio");

/** The sounds that belong to a clip: the same stretch of the same asset at the same time. */
export const soundsOf = (clip) => (clip.track.kind === "audio" ? [] : audioTracks().flatMap(segments).filter((sound) =>
  sound.asset === clip.asset && sound.start.equals(clip.start) && sound.sourceStart.equals(clip.sourceStart)));

/** Changes a clip; its own sounds change with it, and the sounds of the clips behind stay beside them: one step. */
export const withSounds = (clip, action) => asOneStep(texts.edits.steps.clip, () => changeWithSounds(clip, action));

async function changeWithSounds(clip, action) {
  const own = soundsOf(clip);
  const track = clip.track.pointer;
  const count = clip.track.segments.length;
  const behind = segments(clip.track).slice(clip.index + 1).map((next) => ({ index: next.index, sounds: soundsOf(next).map((sound) => sound.pointer) }));
  if (!await action(clip)) return false;
  for (const sound of own.toReversed()) {
    const now = segmentAt(sound.pointer);
    if (now) await action(now);
  }
  const after = tracks().find((known) => known.pointer === track);
  const isGone = after && after.segments.length < count;
  for (const { index, sounds } of behind) {
    const next = after && exact(tracks().find((known) => known.pointer === track), isGone ? index - 1 : index);
    for (const pointer of sounds) {
      const sound = segmentAt(pointer);
      if (next && sound && sound.asset === next.asset && !sound.start.equals(next.start)) await moveTo(sound, next.start);
    }
  }
  return true;
}

/** The media's time at which a clip begins, and at which it ends; what is behind moves along. */
export const setIn = (clip, to) => withSounds(clip, (one) => change("rippleStart", one, one.start.plus(to.minus(one.sourceStart).over(one.rate))));
export const setOut = (clip, to) => withSounds(clip, (one) => change("rippleEnd", one, one.start.plus(to.minus(one.sourceStart).over(one.rate))));
export const removeClip = (clip) => withSounds(clip, (one) => edit({ kind: "delete", segment: one.pointer, ripple: true }));

const halves = { center: [new Time(1n, 2n), new Time(1n, 2n)], start: [new Time(1n), Time.zero], end: [Time.zero, new Time(1n)] };

/** How much the clips beside a cut lack for a transition, in the composition's time: the one before it, and the one behind it. */
export function lackingRoom(left, right, transition) {
  const duration = Time.of(transition.duration);
  const [before, behind] = halves[transition.alignment ?? "center"] ?? halves.center;
  const room = left.mediaDuration ? left.mediaDuration.minus(left.sourceEnd).over(left.rate) : duration;
  const headroom = right.mediaDuration ? right.sourceStart.over(right.rate) : duration;
  const lack = (needed, there) => needed.minus(there).clamped(Time.zero, null);
  return { left: lack(duration.times(before), room), right: lack(duration.times(behind), headroom) };
}

/** Trims the clips beside a cut until a transition has room; false where they are too short for that. */
export async function makeRoom(pointer, transition) {
  const left = segmentAt(pointer);
  const right = left && exact(left.track, left.index + 1);
  if (!right) return false;
  const lack = lackingRoom(left, right, transition);
  const least = Time.of(transition.duration);
  const isShort = (clip, part) => clip.duration.minus(part).isBefore(least);
  if (isShort(left, lack.left) || isShort(right, lack.right)) return false;
  if (!lack.right.isZero && !await withSounds(right, (one) => change("rippleStart", one, one.start.plus(lack.right)))) return false;
  const again = segmentAt(pointer);
  return lack.left.isZero || withSounds(again, (one) => change("rippleEnd", one, one.end.minus(lack.left)));
}
