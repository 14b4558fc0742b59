// The playground: clips in a row, a transition between them, a voice, music that gives way to it, a title. A film in two minutes.

import { make, field, choice, byId, refill, settleFields, announce } from "./elements.js";
import { state, listen, tracks, segments, titleAt, titles, edit, asOneStep } from "./state.js";
import { Time } from "./time.js";
import { texts } from "./texts.js";
import { moveTo } from "./gestures.js";
import { audioTracks, clips, mainTrack, removeClip, setIn, setOut, soundsOf } from "./clips.js";
import { allMedia, assetOf, entryOf, place } from "./media.js";
import { timeField, titleFields, removeTitle, styleNames } from "./selection.js";
import { setTransition, transitionFields } from "./transitions.js";
import { addTitle } from "./titles.js";

const say = texts.playground;

const text = () => { try { return JSON.parse(state.project.text); } catch { return {}; } };

/** The voice: the first sound whose media is not among the pictures. */
function commentary() {
  const seen = new Set(tracks().filter((track) => track.kind === "video").flatMap((track) => track.segments.map((segment) => segment.asset)));
  return audioTracks().flatMap(segments).find((sound) => !seen.has(sound.asset)) ?? null;
}

const put = (pointer, value, exists) => edit({ kind: exists ? "set" : "insert", pointer, value });

/** The asset of a file; made where there is none. Returns its name. */
async function assetFor(entry) {
  const known = assetOf(entry);
  if (known) return known.name;
  const names = new Set(state.outline.assets.map((asset) => asset.name));
  const base = entry.file.split("/").at(-1).replace(/\.[^.]*$/, "").replace(/[^\w.-]+/g, "-") || "media";
  let name = base;
  for (let number = 2; names.has(name); number += 1) name = `${base}-${number}`;
  return await put(`/assets/${name}`, { uri: entry.file }, false) ? name : null;
}

const said = async (sent) => { if (await sent) announce(say.done); };

/** Lets two clips change places. Transitions stay at their cuts; sounds go with their clips. */
const exchange = (index, other) => asOneStep(texts.edits.steps.order, () => changePlaces(index, other));

async function changePlaces(index, other) {
  const track = mainTrack();
  const before = clips();
  const raw = text().composition.tracks[Number(track.pointer.split("/").at(-1))].segments;
  const order = before.map((_, own) => (own === index ? other : own === other ? index : own));
  const sounds = before.map(soundsOf);
  const transitions = before.map((clip) => clip.raw.transition ?? null);
  const value = order.map((from, own) => {
    const { transition: _, at: __, ...segment } = raw[from];
    if (own === 0 && !before[0].start.isZero) segment.at = before[0].start.value;
    return segment;
  });
  if (!await edit({ kind: "set", pointer: `${track.pointer}/segments`, value })) return;
  const starts = new Map(clips().map((clip, own) => [order[own], clip.start]));
  for (const soundTrack of audioTracks()) {
    const ownTracks = text().composition.tracks[Number(soundTrack.pointer.split("/").at(-1))].segments;
    const moved = segments(soundTrack).map((sound, place) => {
      const clip = sounds.findIndex((own) => own.some((one) => one.pointer === sound.pointer));
      return { start: clip < 0 ? sound.start : starts.get(clip), raw: ownTracks[place] };
    }).sort((a, b) => a.start.compare(b.start));
    if (moved.every((sound, place) => sound.start.equals(segments(soundTrack)[place].start))) continue;
    await edit({ kind: "set", pointer: `${soundTrack.pointer}/segments`, value: moved.map((sound) => ({ ...sound.raw, at: sound.start.value })) });
  }
  // Where the clips that meet now have no room for it and are too short to make some, a cut stays a cut.
  for (const [own, transition] of transitions.slice(0, -1).entries()) if (transition) await setTransition(clips()[own].pointer, transition, true);
  announce(say.done);
}

export function startForms() {
  const panel = byId("panel-playground");
  settleFields(panel);
  const build = () => { if (state.project && !state.isOutlineOld) refill(panel, ...content()); };
  for (const name of ["project", "film", "media", "styles"]) listen(name, build);
}

function content() {
  return [make("div", { class: "stack" }, make("p", { class: "hint", text: say.hint }),
    box(say.clips, clipList()), box(say.transitions, transition()), box(say.commentary, voice()), box(say.music, music()), box(say.title, title()))];
}

const box = (name, parts) => make("fieldset", { class: "box" }, make("legend", { text: name }), make("div", { class: "stack tight" }, parts));

const fileChoices = (kinds) => allMedia().filter((entry) => kinds(entry)).map((entry) => [entry.file, entry.file.split("/").at(-1)]);
const fileOf = (file) => allMedia().find((entry) => entry.file === file);

// Clips

function clipList() {
  const all = clips();
  const rows = all.map((clip, index) => {
    const name = clip.asset;
    const icon = (id, sign, label, isOff, action) => make("button", {
      type: "button", class: "icon", id: `form-clip-${index}-${id}`, text: sign, "aria-label": label, title: label, disabled: isOff, on: { click: action } });
    return make("li", { class: "clip-row", "data-clip": clip.pointer },
      make("div", { class: "row" }, make("span", { class: "name", text: say.number(index + 1, name) }),
        icon("up", "↑", say.up(name), index === 0, () => exchange(index, index - 1)),
        icon("down", "↓", say.down(name), index === all.length - 1, () => exchange(index, index + 1)),
        icon("remove", "×", say.remove(name), false, () => said(removeClip(clip)))),
      make("div", { class: "row" },
        timeField(`form-clip-${index}-in`, say.in, clip.sourceStart, (to) => setIn(clip, to), { "aria-label": say.inOf(name) }),
        timeField(`form-clip-${index}-out`, say.out, clip.sourceEnd, (to) => setOut(clip, to), { "aria-label": say.outOf(name) })));
  });
  const files = fileChoices((entry) => entry.kind === "video" || entry.kind === "image");
  const select = choice({ id: "form-clip-file" }, files, files[0]?.[0]);
  const addChosen = () => {
    const entry = fileOf(select.value);
    if (entry) place(entry);
  };
  const add = make("button", { type: "button", id: "form-clip-add", text: say.add, disabled: !files.length, on: { click: addChosen } });
  return [rows.length ? make("ol", { class: "clip-list" }, rows) : make("p", { class: "note", text: say.noClips }),
    make("div", { class: "row" }, field(say.clip, select), add)];
}

// One transition for all cuts

function transition() {
  const all = clips();
  const cuts = all.slice(0, -1).filter((clip, index) => clip.end.equals(all[index + 1].start));
  const current = cuts.find((clip) => clip.raw.transition)?.raw.transition ?? null;
  const fields = transitionFields("form-transition", current, async (value) => {
    let done = 0;
    for (const { pointer } of cuts) if (await setTransition(pointer, value, true)) done += 1;
    announce(done === cuts.length ? say.done : say.someTransitions(done, cuts.length), done === cuts.length ? "note" : "error");
  });
  if (!cuts.length) for (const part of fields) part.querySelector("select, input").disabled = true;
  return [fields[0], make("div", { class: "row" }, fields[1], fields[2])];
}

// The voice

function voice() {
  const current = commentary();
  const own = current && entryOf(current.asset)?.file;
  const file = choice({ id: "form-commentary-file" }, [["", say.none], ...fileChoices((entry) => entry.kind === "audio")], own ?? "");
  file.addEventListener("change", () => setVoice(current, file.value));
  const start = timeField("form-commentary-start", say.starts, current?.start ?? Time.zero, (to) => current && moveTo(current, to), { disabled: !current });
  return [field(say.file, file), start];
}

/** Puts a voice on a track of its own, so that music can give way to it alone. */
const setVoice = (current, file) => asOneStep(texts.edits.steps.commentary, () => changeVoice(current, file));

async function changeVoice(current, file) {
  const at = current?.start ?? Time.zero;
  const track = current?.track.segments.length === 1 ? current.track : null;
  if (current && !await edit({ kind: "delete", segment: current.pointer, ripple: false })) return;
  const entry = fileOf(file);
  if (!entry) return;
  const free = audioTracks().find((known) => !known.segments.length || known.pointer === track?.pointer);
  let pointer = free?.pointer ?? null;
  if (!pointer && audioTracks().length) {
    const id = Math.max(0, ...tracks().map((known) => known.id)) + 1;
    const own = `/composition/tracks/${tracks().length}`;
    if (await put(own, { id, kind: "audio", segments: [] }, false)) pointer = own;
  }
  await place(entry, { track: pointer, at: at.toString() });
}

// Music

function music() {
  const current = state.outline.music?.value ?? null;
  const own = current && entryOf(current.asset)?.file;
  const file = choice({ id: "form-music-file" }, [["", say.none], ...fileChoices((entry) => entry.kind === "audio" || entry.hasSound)], own ?? "");
  const number = (id, label, value, highest, changed) => {
    const input = make("input", { id, type: "number", min: "0", max: String(highest), step: "0.01", value: String(value), disabled: !current });
    input.addEventListener("change", () => { if (input.value !== "" && input.checkValidity()) changed(Number(input.value)); });
    return field(label, input);
  };
  const send = (changes) => put("/music", { ...current, ...changes }, Boolean(current));
  file.addEventListener("change", () => asOneStep(texts.edits.steps.music, async () => {
    if (!file.value) { await edit({ kind: "remove", pointer: "/music" }); return; }
    const entry = fileOf(file.value);
    const asset = entry ? await assetFor(entry) : current?.asset;
    const voiceTrack = commentary()?.track.id;
    const duck = voiceTrack === undefined ? {} : { duck: { to: 0.1, under: [voiceTrack] } };
    if (asset) await put("/music", current ? { ...current, asset } : { asset, volume: 0.5, ...duck }, Boolean(state.outline.music));
  }));
  const duck = current?.duck ?? null;
  const under = duck ? duck.under ?? audioTracks().map((track) => track.id) : [];
  const members = audioTracks().map((track) => {
    const name = `${say.track(track.id)}: ${[...new Set(track.segments.map((segment) => segment.asset))].join(", ")}`;
    const check = make("input", { type: "checkbox", id: `form-duck-${track.id}`, checked: under.includes(track.id), disabled: !current });
    check.addEventListener("change", () => {
      const next = audioTracks().map((own) => own.id).filter((id) => (id === track.id ? check.checked : under.includes(id)));
      const { duck: _, ...rest } = current;
      put("/music", next.length ? { ...rest, duck: { to: 0.1, ...duck, under: next } } : rest, true);
    });
    return make("label", { class: "check" }, check, make("span", { text: name }));
  });
  const length = (id, label, owner, key, usual, changed) => {
    const now = owner?.[key] === undefined ? usual : Time.of(owner[key]);
    return timeField(id, label, now, (to) => !to.isBefore(Time.zero) && changed({ [key]: to.value }), { disabled: !owner });
  };
  const sendDuck = (changes) => send({ duck: { ...duck, ...changes } });
  return [field(say.file, file),
    make("div", { class: "row" }, number("form-music-volume", say.musicVolume, current?.volume ?? 1, 10, (volume) => send({ volume })),
      number("form-duck-to", say.duckTo, duck?.to ?? 0.1, 10, (to) => sendDuck({ to }))),
    make("div", { class: "row" }, length("form-music-fade-in", say.fadeIn, current, "fadeIn", Time.zero, send),
      length("form-music-fade-out", say.fadeOut, current, "fadeOut", Time.zero, send)),
    make("div", { class: "row" }, length("form-duck-attack", say.attack, duck, "attack", Time.of("1/2"), sendDuck),
      length("form-duck-release", say.release, duck, "release", Time.of(1), sendDuck)),
    make("div", { role: "group", "aria-label": say.ducks }, make("p", { class: "quiet", text: say.ducks }),
      members.length ? members : make("p", { class: "hint", text: say.duckFirst }))];
}

// The title

function title() {
  const current = titles().length ? titleAt(titles()[0].pointer) : null;
  if (current) {
    const fields = titleFields("form-title", current);
    return [fields.text, make("div", { class: "row" }, fields.style, fields.entrance), make("div", { class: "row" }, fields.start, fields.duration),
      make("button", { type: "button", id: "form-title-remove", text: say.removeTitle, on: { click: () => removeTitle(current.pointer) } })];
  }
  const words = make("textarea", { id: "form-title-text", rows: "2", value: "" });
  const style = choice({ id: "form-title-style" }, [["", texts.selection.asStyle], ...styleNames()], "title");
  const entrance = choice({ id: "form-title-entrance" }, 
    [["", texts.selection.asStyle], ...state.styles.titleEntrances.map((name) => [name, say.entrances[name] ?? name])], "");
  const start = make("input", { id: "form-title-start", inputmode: "decimal", value: "0" });
  const duration = make("input", { id: "form-title-duration", inputmode: "decimal", value: "3" });
  const add = () => {
    const [from, length] = [Time.read(start.value), Time.read(duration.value)];
    start.setAttribute("aria-invalid", String(!from));
    duration.setAttribute("aria-invalid", String(!length));
    if (!from || !length) return;
    const value = { text: words.value.trim() || texts.selection.newTitle, start: from.value, duration: length.value };
    if (style.value) value.style = style.value;
    if (entrance.value) value.entrance = entrance.value;
    addTitle(value);
  };
  return [field(say.titleText, words), make("div", { class: "row" }, field(say.style, style), field(say.animation, entrance)),
    make("div", { class: "row" }, field(say.start, start), field(say.duration, duration)),
    make("button", { type: "button", class: "primary", id: "form-title-add", text: say.addTitle, on: { click: add } })];
}
