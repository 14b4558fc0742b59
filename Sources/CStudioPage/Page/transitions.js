// Transitions: a button at each cut, and the small window in which one is chosen.

import { make, field, choice, byId, announce } from "./elements.js";
import { state, edit, segmentAt, exact, listen, asOneStep } from "./state.js";
import { Time } from "./time.js";
import { texts } from "./texts.js";
import { lackingRoom, makeRoom } from "./clips.js";

const say = texts.transition;

export function cutButton(left, right) {
  const transition = left.raw.transition;
  const label = transition ? `${say.at(left.asset, right.asset)}: ${say.names[transition.name] ?? transition.name}` : say.none(left.asset, right.asset);
  return make("button", {
    type: "button", class: transition ? "cut has-transition" : "cut", "data-cut": left.pointer, "data-focus": `${left.pointer}/cut`,
    style: { "--start": left.end.seconds }, "aria-label": label, title: label, "aria-haspopup": "dialog", text: transition ? "⋈" : "+",
    on: { click: () => openTransition(left.pointer) },
  });
}

/** Where the transition at a segment's end is seen. */
export function transitionSpan(segment) {
  const { transition } = segment.raw;
  if (!transition) return null;
  const duration = Time.of(transition.duration);
  const part = { start: 0, end: 1 }[transition.alignment ?? "center"] ?? 0.5;
  return make("span", { class: "placed transition-span", "aria-hidden": "true",
    style: { "--start": segment.end.seconds - duration.seconds * part, "--length": duration.seconds } });
}

/** The fields of a transition; `changed` hears of the whole value, or null where there is a cut. */
export function transitionFields(prefix, transition, changed) {
  const kinds = state.styles.transitions.map((kind) => [kind.name, say.names[kind.name] ?? kind.name]);
  const hasDirection = (name) => state.styles.transitions.find((kind) => kind.name === name)?.hasDirection ?? false;
  const kind = choice({ id: `${prefix}-kind` }, [["", say.nothing], ...kinds], transition?.name ?? "");
  const directions = state.styles.directions.map((direction) => [direction, say.directions[direction] ?? direction]);
  const direction = choice({ id: `${prefix}-direction` }, directions, transition?.direction ?? "left");
  const seconds = transition ? Time.of(transition.duration).toString() : "1";
  const length = make("input", { id: `${prefix}-length`, inputmode: "decimal", autocomplete: "off", value: seconds });
  const directionField = field(say.direction, direction);
  const show = () => {
    directionField.hidden = !hasDirection(kind.value);
    length.disabled = !kind.value;
  };
  const send = () => {
    show();
    const duration = Time.read(length.value);
    const isGood = duration !== null && duration.isAfter(Time.zero);
    length.setAttribute("aria-invalid", String(!isGood));
    if (!kind.value) { changed(null); return; }
    if (!isGood) return;
    const value = { name: kind.value, duration: duration.toString() };
    if (hasDirection(kind.value)) value.direction = direction.value;
    if (transition?.alignment && transition.alignment !== "center") value.alignment = transition.alignment;
    changed(value);
  };
  for (const control of [kind, direction, length]) control.addEventListener("change", send);
  show();
  return [field(say.kind, kind), directionField, field(say.length, length)];
}

/** Sets or removes a transition. Where the clips have no media beyond the cut, they are trimmed for it if `trims`, or that is offered. */
export const setTransition = (pointer, transition, trims = false) =>
  asOneStep(texts.edits.steps.transition, () => changeTransition(pointer, transition, trims));

async function changeTransition(pointer, transition, trims) {
  const done = transition ? say.set(say.names[transition.name] ?? transition.name) : say.removed;
  const left = segmentAt(pointer);
  const right = left && exact(left.track, left.index + 1);
  const lack = transition && right ? lackingRoom(left, right, transition) : null;
  if (lack && !(lack.left.isZero && lack.right.isZero)) {
    if (!trims) { offerRoom(pointer, transition, lack); return false; }
    if (!await makeRoom(pointer, transition)) return false;
  }
  return edit({ kind: "transition", segment: pointer, transition }, { done });
}

/** Says what the clips lack, with a button that trims them. */
function offerRoom(pointer, transition, lack) {
  const box = byId("transition-room");
  if (!box) return;
  box.hidden = false;
  box.replaceChildren(make("p", { class: "problem-warning", text: say.noRoom(lack.left.short, lack.right.short) }),
    make("button", { type: "button", id: "transition-make-room", text: say.makeRoom,
      on: { click: async () => { if (await setTransition(pointer, transition, true)) hideRoom(); else announce(say.tooShort, "error"); } } }));
}

function hideRoom() {
  const box = byId("transition-room");
  if (box) box.hidden = true;
}

let open = null;

function close(returnsFocus = true) {
  if (!open) return;
  const { box, pointer, stop } = open;
  open = null;
  stop();
  box.remove();
  if (returnsFocus) document.querySelector(`[data-cut="${CSS.escape(pointer)}"]`)?.focus({ preventScroll: true });
}

/** Opens the window of a cut; every change is an edit at once. */
export function openTransition(pointer) {
  close(false);
  const left = segmentAt(pointer);
  const right = left && exact(left.track, left.index + 1);
  const button = document.querySelector(`[data-cut="${CSS.escape(pointer)}"]`);
  if (!left || !right || !button) return false;
  const { transition } = left.raw;
  const alignment = choice({ id: "transition-alignment" }, Object.entries(say.alignments), transition?.alignment ?? "center");
  alignment.disabled = !transition;
  alignment.addEventListener("change", () => {
    const now = segmentAt(pointer)?.raw.transition;
    if (now) setTransition(pointer, { ...now, alignment: alignment.value });
  });
  const remove = () => {
    setTransition(pointer, null);
    close();
  };
  const box = make("div", { class: "popover stack", role: "dialog", "aria-labelledby": "transition-heading", id: "transition-window", "data-for": pointer },
    make("h2", { id: "transition-heading", text: say.at(left.asset, right.asset) }),
    transitionFields("transition", transition, (value) => {
      alignment.disabled = !value;
      if (value) value.alignment = alignment.value;
      hideRoom();
      setTransition(pointer, value);
    }),
    field(say.alignment, alignment),
    make("div", { id: "transition-room", class: "stack tight", role: "status", hidden: true }),
    make("div", { class: "group" },
      make("button", { type: "button", class: "danger", id: "transition-remove", text: say.remove, disabled: !transition, on: { click: remove } }),
      make("span", { class: "stretch" }),
      make("button", { type: "button", class: "primary", id: "transition-done", text: say.done, on: { click: () => close() } })));
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  byId("studio").append(box);
  const anchor = button.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(window.innerWidth - size.width - 8, anchor.left + anchor.width / 2 - size.width / 2))}px`;
  box.style.top = `${Math.max(8, Math.min(window.innerHeight - size.height - 8, anchor.top - size.height - 8))}px`;
  const outside = (event) => { if (!box.contains(event.target) && !event.target.closest?.("[data-cut]")) close(false); };
  window.addEventListener("pointerdown", outside);
  let seen = JSON.stringify(transition);
  const stopListening = listen("project", () => {
    const now = segmentAt(pointer);
    if (!now || !exact(now.track, now.index + 1)) { close(false); return; }
    const isNew = JSON.stringify(now.raw.transition) !== seen;
    seen = JSON.stringify(now.raw.transition);
    byId("transition-remove").disabled = !now.raw.transition;
    // What was taken back, or changed elsewhere, is what the window shows.
    if (isNew && (now.raw.transition?.name ?? "") !== byId("transition-kind").value) openTransition(pointer);
  });
  open = { box, pointer, stop() { window.removeEventListener("pointerdown", outside); stopListening(); } };
  box.querySelector("select").focus();
  return true;
}
