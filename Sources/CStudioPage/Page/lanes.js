// How the film is made: instructions, layers, volume and spans beneath the tracks, to be read. And what is explained of one frame.

import { make, byId, afterRest } from "./elements.js";
import { server, isAborted } from "./server.js";
import { state, listen } from "./state.js";
import { texts } from "./texts.js";
import { view } from "./timeline.js";

const key = "gstedit-studio-lanes";
let isOpen = true;
try { isOpen = localStorage.getItem(key) !== "closed"; } catch { /* browsers that keep nothing show the lanes */ }

/** The lanes of the film below a heading that folds them. */
export function filmLanes(film) {
  const lanes = (film?.lanes ?? []).filter((lane) => lane.boxes?.length || lane.curves?.length);
  if (!lanes.length) return [];
  const toggle = make("button", { type: "button", id: "lanes-toggle", "aria-expanded": String(isOpen), "aria-controls": "lanes",
    text: `${isOpen ? "▾" : "▸"} ${texts.timeline.lanes}`, on: { click: () => fold(!isOpen) } });
  const body = make("div", { id: "lanes", role: "group", "aria-label": texts.timeline.lanes });
  body.hidden = !isOpen;
  let section = null;
  for (const lane of lanes) {
    if (lane.section !== section) {
      section = lane.section;
      if (section) body.append(make("h3", { class: "section", text: section }));
    }
    body.append(laneElement(lane));
  }
  return [make("h2", {}, toggle), body];
}

function fold(next) {
  isOpen = next;
  try { localStorage.setItem(key, isOpen ? "open" : "closed"); } catch { /* it holds for this page */ }
  byId("lanes").hidden = !isOpen;
  const toggle = byId("lanes-toggle");
  toggle.setAttribute("aria-expanded", String(isOpen));
  toggle.textContent = `${isOpen ? "▾" : "▸"} ${texts.timeline.lanes}`;
  view.redraw();
}

function laneElement(lane) {
  const curves = lane.curves ?? [];
  const extent = Number(byId("canvas").style.getPropertyValue("--extent")) || 1;
  const highest = lane.highest || 1;
  const boxes = (lane.boxes ?? []).map((box) => {
    const facts = [box.title, ...(box.facts ?? [])].filter(Boolean).map(String);
    return make("div", { class: `film-box placed${box.faded ? " is-faded" : ""}`, role: "listitem", title: facts.join("\n"),
      style: { "--start": box.start, "--length": Math.max(0, box.end - box.start) } },
    make("span", { text: box.label }), make("span", { class: "hidden-text", text: facts.length ? `: ${facts.join("; ")}` : "" }));
  });
  const svg = curves.length ? make("svg", { viewBox: `0 0 ${extent} 100`, preserveAspectRatio: "none", "aria-hidden": "true" },
    curves.map((curve) => make("polyline", { points: curve.map(([time, value]) => `${time},${100 - Math.min(1, value / highest) * 100}`).join(" ") }))) : null;
  return make("div", { class: `lane film-lane${curves.length ? " has-curves" : ""}`, "data-lane": lane.kind },
    make("div", { class: "lane-head", title: lane.note || null }, make("span", { class: "name", text: lane.name })),
    make("div", { class: "lane-body" }, svg, boxes.length ? make("div", { class: "items", role: "list", "aria-label": lane.name }, boxes) : null));
}

// Explaining

let explaining = null;

export function startExplaining(player) {
  const panel = byId("panel-explain");
  const explain = afterRest(150, async () => {
    explaining?.abort();
    if (panel.hidden || player.isPlaying) return;
    if (!state.film) { panel.replaceChildren(make("p", { class: "note", text: texts.explain.nothing })); return; }
    const own = (explaining = new AbortController());
    const { frame } = player;
    try {
      const found = await server.explain(state.film.revision, frame, own.signal);
      if (own.signal.aborted) return;
      panel.replaceChildren(make("div", { class: "explain" }, make("h2", { text: texts.explain.heading(state.grid.timecode(frame)) }), tree(found)));
    } catch (error) {
      if (!isAborted(error) && error.status !== 409) panel.replaceChildren(make("p", { class: "error", text: error.message }));
    }
  });
  for (const name of ["frame", "film", "playing"]) listen(name, explain);
  return explain;
}

/** Camel case as words. */
const words = (name) => {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

const isPlain = (value) => value === null || typeof value !== "object" || (Array.isArray(value) && value.every((part) => typeof part !== "object"));
const plain = (value) => (Array.isArray(value) ? value.join(", ") : value === null ? "–" : String(value));

/** Any value as nested lists. */
function tree(value) {
  if (isPlain(value)) return make("span", { text: plain(value) });
  const rows = Array.isArray(value) ? value.map((part) => ["", part]) : Object.entries(value);
  return make("ul", {}, rows.map(([name, part]) => make("li", {},
    name ? make("span", { class: "term", text: `${words(name)}${isPlain(part) ? ": " : ""}` }) : null, tree(part))));
}
