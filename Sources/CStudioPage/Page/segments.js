// Segments and titles on their lanes: what is drawn of each, and how the focus goes from one to the next.

import { make, byId } from "./elements.js";
import { state, exact, titles, select, titleAt } from "./state.js";
import { Time, clockText } from "./time.js";
import { texts } from "./texts.js";
import { levelLines } from "./levels.js";
import { cutButton, transitionSpan } from "./transitions.js";

const handles = () => [
  make("span", { class: "head", "data-handle": "head", "aria-hidden": "true" }), make("span", { class: "tail", "data-handle": "tail", "aria-hidden": "true" }),
];

const placed = (start, duration) => ({ "--start": start.seconds, "--length": duration.seconds });

/** One track: its name, its segments as a list, the buttons at its cuts, and its level. */
export function trackLane(track) {
  const all = track.segments.map((_, index) => exact(track, index));
  const name = texts.timeline.track(track.id, track.kind);
  const items = make("div", { class: "items", role: all.length ? "listbox" : null,
    "aria-label": all.length ? texts.timeline.trackSegments(track.id, track.kind, all.length) : null, "aria-orientation": all.length ? "vertical" : null },
  all.map(segmentElement));
  const cuts = make("div", { class: "cuts", role: "group", "aria-label": texts.timeline.cuts(track.id) });
  for (const [index, segment] of all.entries()) {
    const next = all[index + 1];
    if (!next || !segment.end.equals(next.start)) continue;
    const span = transitionSpan(segment);
    if (span) cuts.append(span);
    cuts.append(cutButton(segment, next));
  }
  return make("div", { class: `lane ${track.kind}`, "data-track": track.id, "data-kind": track.kind, "data-pointer": track.pointer },
    make("div", { class: "lane-head" },
      make("span", { class: "name", text: name }),
      make("span", { class: "hint", text: [track.levels && texts.timeline.levels[track.levels.property], !track.enabled && texts.timeline.disabled]
        .filter(Boolean).join(" · ") })),
    make("div", { class: "lane-body" }, items, cuts, track.levels ? levelLines(track) : null));
}

function segmentElement(segment) {
  const { raw } = segment;
  const label = texts.timeline.segment(raw.asset, clockText(segment.start.seconds), clockText(segment.end.seconds), raw.rate);
  return make("div", { class: "segment placed", role: "option", tabindex: "-1", "aria-selected": "false", "aria-label": label, title: label,
    "data-segment": raw.pointer, "data-focus": raw.pointer, style: placed(segment.start, segment.duration) },
  make("canvas", { class: "strip", "aria-hidden": "true", width: "1", height: "1" }),
  make("span", { class: "name", text: raw.rate === "1" || !raw.rate ? raw.asset : `${raw.asset} · ${texts.timeline.speed(Time.of(raw.rate).short)}` }),
  handles());
}

/** Titles on as few lanes as hold them without one lying over another. */
export function titleLanes() {
  const lanes = [];
  for (const raw of titles()) {
    const title = titleAt(raw.pointer);
    const lane = lanes.find((other) => !title.start.isBefore(other.end)) ?? lanes[lanes.push({ end: Time.zero, titles: [] }) - 1];
    lane.titles.push(title);
    lane.end = title.end;
  }
  return lanes.map((lane, index) => make("div", { class: "lane titles", "data-kind": "titles" },
    make("div", { class: "lane-head" }, make("span", { class: "name", text: index ? `${texts.timeline.titlesLane} ${index + 1}` : texts.timeline.titlesLane })),
    make("div", { class: "lane-body" },
      make("div", { class: "items", role: "listbox", "aria-orientation": "vertical", "aria-label": `${texts.timeline.titlesLane} ${index + 1}` },
        lane.titles.map(titleElement)))));
}

function titleElement(title) {
  const text = title.raw.text.replaceAll("\n", " · ");
  const label = texts.timeline.title(text, clockText(title.start.seconds), clockText(title.end.seconds));
  return make("div", { class: "title placed", role: "option", tabindex: "-1", "aria-selected": "false", "aria-label": label, title: label,
    "data-title": title.pointer, "data-focus": title.pointer, style: placed(title.start, title.duration) },
  make("span", { class: "name", text }), handles());
}

/** Shows which one is selected; one of each list can be reached by the Tab key. */
export function markSelection(selection) {
  for (const list of byId("tracks").querySelectorAll("[role=listbox]")) {
    let reachable = list.firstElementChild;
    for (const item of list.children) {
      const isSelected = selection !== null && item.dataset.focus === selection.pointer;
      item.classList.toggle("is-selected", isSelected);
      item.setAttribute("aria-selected", String(isSelected));
      item.tabIndex = -1;
      if (isSelected) reachable = item;
    }
    if (reachable) reachable.tabIndex = 0;
  }
}

export const elementOf = (pointer) => byId("tracks").querySelector(`[data-focus="${CSS.escape(pointer)}"]`);

export const selectionOf = (element) => (element.dataset.segment
  ? { kind: "segment", pointer: element.dataset.segment } : { kind: "title", pointer: element.dataset.title });

/** Moves the focus and the selection: by items of a lane, or by lanes to the item nearest in time. */
export function moveFocus(items, lanes) {
  const lists = [...byId("tracks").querySelectorAll("[role=listbox]")];
  if (!lists.length) return;
  const current = document.activeElement?.closest?.("[data-focus]") ?? (state.selection && elementOf(state.selection.pointer));
  let target = lists[0].firstElementChild;
  if (current) {
    const list = current.parentElement;
    if (items) target = list.children[Math.min(list.children.length - 1, Math.max(0, [...list.children].indexOf(current) + items))];
    else {
      const other = lists[Math.min(lists.length - 1, Math.max(0, lists.indexOf(list) + lanes))];
      const start = (element) => Number(element.style.getPropertyValue("--start"));
      target = [...other.children].reduce((best, item) => (Math.abs(start(item) - start(current)) < Math.abs(start(best) - start(current)) ? item : best));
      if (other === list) target = current;
    }
  }
  target.focus();
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
  select(selectionOf(target), "timeline");
}
