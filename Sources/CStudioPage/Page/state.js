// What the page knows: the project as the server has it, the film it makes, what is selected. Everything that is shown follows from it.

import { server, Refusal, isAborted } from "./server.js";
import { Time, Grid } from "./time.js";
import { announce } from "./elements.js";
import { texts } from "./texts.js";

const listeners = new Map();
const hooksBeforeEdits = [];

export const state = {
  /** The server's answer to `api/project`. */
  project: null,
  /** The newest outline that there was; of an older text where `isOutlineOld`. */
  outline: null,
  isOutlineOld: false,
  /** The newest film that could be made, and why there is no newer one. */
  film: null,
  filmError: null,
  grid: new Grid(null),
  media: [],
  styles: { titleStyles: [], titlePlaces: [], titleEntrances: [], transitions: [], directions: [] },
  /** `{ kind: "segment" | "title", pointer }` or null. */
  selection: null,
  tool: "select",
  isSnapping: true,
  /** Frames, or null. */
  inPoint: null,
  outPoint: null,
};

/**
 * Hears of a change: "project", "film", "selection", "tool", "marks", "media", "styles", "export", "conflict".
 * Returns what ends the listening.
 */
export function listen(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(listener);
  return () => listeners.get(name).delete(listener);
}

export function tell(name, value) {
  for (const listener of listeners.get(name) ?? []) listener(value);
}

/** Registers what has to be sent before an edit: typing that waits for its rest. It returns false where the edit cannot go on. */
export function beforeEdits(hook) { hooksBeforeEdits.push(hook); }

// Reading

let filmLoading = null;

/** Takes the server's state, unless a newer one is here. */
export function accept(project) {
  if (state.project && project.revision < state.project.revision) return;
  const isNew = project.revision !== state.project?.revision;
  const old = { outline: state.outline, selection: state.selection };
  state.project = project;
  state.isOutlineOld = !project.outline;
  if (project.outline) state.outline = project.outline;
  if (old.outline && project.outline) state.selection = found(old, null);
  tell("project", { isNew });
  if (old.selection !== state.selection) tell("selection", { by: "project" });
  if (project.conflict) tell("conflict", { theirs: project.conflict.text });
  if (isNew && project.outline) loadFilm();
}

export async function refresh() {
  try { accept(await server.project()); } catch (error) { report(error); }
}

/** Asks for the film of the newest text. */
export async function loadFilm() {
  filmLoading?.abort();
  if (isEmpty()) {
    [state.film, state.filmError, state.grid] = [null, null, new Grid(null)];
    tell("film");
    return;
  }
  const loading = (filmLoading = new AbortController());
  try {
    const film = await server.film(state.project.revision, loading.signal);
    if (loading.signal.aborted) return;
    state.film = film.frames > 0 || film.samples > 0 ? film : null;
    state.grid = new Grid(state.film);
    state.filmError = null;
    tell("film");
  } catch (error) {
    if (isAborted(error) || loading.signal.aborted) return;
    if (error.status === 409) { setTimeout(refresh, 100); return; }
    state.filmError = { message: error.message, remedy: error.remedy ?? null, diagnostics: error.body?.diagnostics ?? [] };
    tell("film");
  }
}

export async function loadMedia() {
  const known = { duration: null, size: null, error: null, hasSound: false };
  try { state.media = ((await server.media()).files ?? []).map((entry) => ({ ...known, ...entry })); tell("media"); } catch (error) { report(error); }
}

// Changing

let queue = Promise.resolve();

/** Runs changes one after another, each with the newest revision; returns whether it was done. */
function inTurn(change) {
  const result = queue.then(async () => {
    try {
      const project = await change();
      if (project) accept(project);
      return Boolean(project);
    } catch (error) {
      if (error instanceof Refusal && error.status === 409 && error.body?.state) {
        accept(error.body.state);
        announce(texts.edits.changedElsewhere, "error");
      } else report(error);
      return false;
    }
  });
  queue = result.catch(() => {});
  return result;
}

async function isReady() {
  for (const hook of hooksBeforeEdits) if (await hook() === false) return false;
  return true;
}

let step = null;

/** Runs work whose edits are one step of the history, called `name`. */
export async function asOneStep(name, work) {
  if (step) return work();
  step = { step: name, continues: false };
  try { return await work(); } finally { step = null; }
}

/** Sends an edit. `done` is a sentence for screen readers; `near` says where the selected segment is expected afterwards. */
export function edit(change, { done = null, near = null } = {}) {
  if (state.isOutlineOld) {
    announce(texts.edits.invalidText, "error");
    return Promise.resolve(false);
  }
  const own = step;
  return inTurn(async () => {
    if (!await isReady()) { announce(texts.edits.unsent, "error"); return null; }
    const project = await server.edit(state.project.revision, change, own);
    if (own) own.continues = true;
    if (near && project.outline) {
      const old = { outline: state.outline, selection: state.selection };
      const selection = found({ ...old, after: project.outline }, near);
      accept(project);
      state.selection = selection;
      tell("selection", { by: "project" });
    }
    if (done) announce(done);
    return project;
  });
}

/** Sends the whole text at once; for hooks before edits, whose turn it is. Conflicts are the sender's: it has both texts. */
export async function sendTextNow(text) { accept(await server.text(state.project.revision, text)); }

/** Sends the whole text when all changes before it are done. */
export function sendText(text) {
  const result = queue.then(() => sendTextNow(text));
  queue = result.catch(() => {});
  return result;
}

export const undo = () => state.project?.undo && inTurn(async () => {
  const name = state.project.undo;
  const project = await isReady() ? await server.undo(state.project.revision) : null;
  if (project) announce(texts.edits.undone(name));
  return project;
});

export const redo = () => state.project?.redo && inTurn(async () => {
  const name = state.project.redo;
  const project = await server.redo(state.project.revision);
  announce(texts.edits.redone(name));
  return project;
});

export const resolve = (keep) => inTurn(() => server.resolve(keep));

export function report(error) {
  if (isAborted(error)) return;
  announce(error.remedy ? `${error.message} ${error.remedy}` : error.message, "error");
}

// Looking up

export const tracks = () => state.outline?.tracks ?? [];
export const titles = () => state.outline?.titles ?? [];
export const isEmpty = () => !tracks().some((track) => track.segments.length) && !titles().length;

/** A segment with its exact times, its neighbors and its track. */
export function segmentAt(pointer, outline = state.outline) {
  for (const track of outline?.tracks ?? []) {
    const index = track.segments.findIndex((segment) => segment.pointer === pointer);
    if (index >= 0) return exact(track, index);
  }
  return null;
}

export function exact(track, index) {
  const raw = track.segments[index];
  if (!raw) return null;
  const [start, duration] = [Time.of(raw.start), Time.of(raw.duration)];
  const [sourceStart, sourceDuration] = [Time.of(raw.sourceStart), Time.of(raw.sourceDuration)];
  const limit = state.film?.mediaDurations?.[raw.asset];
  return {
    raw, track, index, pointer: raw.pointer, asset: raw.asset, start, duration, end: start.plus(duration),
    sourceStart, sourceDuration, sourceEnd: sourceStart.plus(sourceDuration),
    rate: duration.isZero ? new Time(1n) : sourceDuration.over(duration),
    mediaDuration: limit === undefined ? null : Time.read(limit),
  };
}

export const segments = (track) => track.segments.map((_, index) => exact(track, index));

export function titleAt(pointer) {
  const raw = titles().find((title) => title.pointer === pointer);
  if (!raw) return null;
  const [start, duration] = [Time.of(raw.start), Time.of(raw.duration)];
  return { raw, pointer, start, duration, end: start.plus(duration) };
}

export function select(selection, by = "page") {
  const same = selection?.pointer === state.selection?.pointer && selection?.kind === state.selection?.kind;
  state.selection = selection;
  if (!same) tell("selection", { by });
}

/** The selected segment among those of a newer outline: the same stretch of the same asset, nearest to where it was. */
function found({ outline, selection, after = state.outline }, near) {
  if (!selection) return null;
  if (selection.kind === "title") return after.titles.some((title) => title.pointer === selection.pointer) ? selection : null;
  const old = segmentAt(selection.pointer, outline);
  if (!old) return null;
  const expected = near ?? old.start;
  let best = null;
  for (const track of after.tracks) {
    if (track.kind !== old.track.kind) continue;
    for (const segment of track.segments) {
      if (segment.asset !== old.asset) continue;
      const distance = Math.abs(Time.of(segment.start).minus(expected).seconds)
        + Math.abs(Time.of(segment.sourceStart).minus(old.sourceStart).seconds) / 4
        + (track.id === old.track.id || near ? 0 : 5);
      if (!best || distance < best.distance) best = { distance, pointer: segment.pointer };
    }
  }
  return best ? { kind: "segment", pointer: best.pointer } : null;
}
