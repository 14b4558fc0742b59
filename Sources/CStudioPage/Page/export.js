// Exporting: the format, the name, how far it is, and what came of it.

import { make, byId, announce, afterRest, bytesText, field } from "./elements.js";
import { server, isAborted } from "./server.js";
import { state, listen, report, tell } from "./state.js";
import { clockText } from "./time.js";
import { texts } from "./texts.js";

const say = texts.export;
let status = { state: "idle" };
let presets = [];
let saidQuarter = 0;
let isNameTyped = false;

const baseName = () => (state.project?.name ?? "film").replace(/\.json$/, "").replace(/^project$/, "film");
const chosenPreset = () => byId("panel-export").querySelector("input[name=preset]:checked")?.value || null;

function suggestName() {
  if (isNameTyped) return;
  const extension = presets.find((preset) => preset.name === chosenPreset())?.extension ?? projectExtension();
  byId("export-name").value = `${baseName()}.${extension}`;
}

function projectExtension() {
  try { return JSON.parse(state.project.text).export?.fileType ?? "mp4"; } catch { return "mp4"; }
}

let estimating = null;

/** What the film would come to by the chosen preset. It is measured, so it is asked for where it is seen, of one preset at a time. */
const estimate = afterRest(300, async () => {
  estimating?.abort();
  const output = byId("export-estimate");
  output.textContent = "";
  if (!state.film || byId("panel-export").hidden || status.state === "exporting") return;
  const own = (estimating = new AbortController());
  output.textContent = say.estimating;
  try {
    const { bytes } = await server.estimate(state.film.revision, chosenPreset(), own.signal);
    if (!own.signal.aborted) output.textContent = bytes ? say.size(bytesText(bytes)) : "";
  } catch (error) {
    if (!isAborted(error) && !own.signal.aborted) output.textContent = "";
  }
});

/** The panel was opened. */
export const showEstimate = () => estimate();

export function startExport() {
  const name = make("input", { id: "export-name", autocomplete: "off", spellcheck: "false", value: "film.mp4" });
  name.addEventListener("input", () => { isNameTyped = name.value.trim() !== ""; });
  byId("panel-export").append(make("form", { class: "stack", id: "export-form", on: { submit: (event) => { event.preventDefault(); start(); } } },
    make("p", { class: "note" }, make("span", { id: "export-length" }), " ", make("span", { id: "export-estimate", role: "status" })),
    make("fieldset", {}, make("legend", { text: say.presets }),
      make("div", { id: "export-presets", class: "preset-list", role: "radiogroup", "aria-label": say.presets })),
    field(say.name, name),
    make("label", { class: "check" }, make("input", { type: "checkbox", id: "export-replace" }), make("span", { text: say.replace })),
    make("div", { class: "group" },
      make("button", { type: "submit", class: "primary", id: "export-start", text: say.start }),
      make("button", { type: "button", id: "export-cancel", text: say.cancel, disabled: true, on: { click: cancel } })),
    make("progress", { id: "export-progress", max: "1", value: 0, "aria-label": say.progress, hidden: true }),
    make("div", { id: "export-status", class: "stack tight", "data-state": "idle" })));
  listen("film", async () => {
    showLength();
    estimate();
    if (!presets.length) await loadPresets();
  });
  listen("project", suggestName);
  showPresets();
  showLength();
  show();
  server.exportStatus().then(accept, () => {});
}

function showLength() {
  byId("export-length").textContent = state.film ? say.length(clockText(state.grid.duration.seconds, 1)) : say.noFilm;
  byId("export-start").disabled = !state.film || status.state === "exporting";
}

async function loadPresets() {
  try { presets = (await server.presets()).presets ?? []; } catch (error) { report(error); }
  showPresets();
  suggestName();
}

function showPresets() {
  const chosen = chosenPreset() ?? "";
  const entry = (value, title, note) => make("label", { class: "preset" },
    make("input", { type: "radio", name: "preset", value, checked: value === chosen, on: { change: () => { suggestName(); estimate(); } } }),
    make("span", { text: title }), make("small", { text: note }));
  byId("export-presets").replaceChildren(entry("", say.asProject, ""), ...presets.map((preset) => entry(preset.name, preset.title ?? preset.name,
    [preset.size?.join(" × "), preset.estimatedBytes ? say.about(bytesText(preset.estimatedBytes)) : null].filter(Boolean).join(" · "))));
}

async function start() {
  const name = byId("export-name").value.trim();
  byId("export-name").setAttribute("aria-invalid", String(!name));
  if (!name) return;
  saidQuarter = 0;
  try { accept(await server.startExport(name, chosenPreset(), byId("export-replace").checked)); } catch (error) {
    report(error);
    showResult([make("p", { class: "error", text: error.remedy ? `${error.message} ${error.remedy}` : error.message })]);
  }
}

async function cancel() {
  try { accept(await server.cancelExport()); } catch (error) { report(error); }
}

/** Takes what the server says about the export. */
export function accept(next) {
  if (!next?.state) return;
  const before = status.state;
  status = next;
  show();
  tell("export", next);
  const percent = Math.floor((next.fraction ?? 0) * 100);
  if (next.state === "exporting" && Math.floor(percent / 25) > saidQuarter) {
    saidQuarter = Math.floor(percent / 25);
    announce(say.said(percent));
  }
  if (before === "exporting" && next.state !== "exporting") {
    announce(next.state === "completed" ? say.finished(next.file, bytesText(next.bytes)) : say.states[next.state], next.state === "failed" ? "error" : "note");
  }
}

const showResult = (content) => byId("export-status").replaceChildren(...content);

function show() {
  const isRunning = status.state === "exporting";
  const progress = byId("export-progress");
  progress.hidden = !isRunning;
  progress.value = status.fraction ?? 0;
  byId("export-cancel").disabled = !isRunning;
  byId("export-start").disabled = isRunning || !state.film;
  byId("export-status").dataset.state = status.state;
  const content = [];
  if (isRunning) {
    const left = status.etaSeconds ? clockText(status.etaSeconds, 0) : null;
    content.push(make("p", { text: `${say.states.exporting} ${status.file ?? ""}` }),
      make("p", { class: "note", text: say.running(Math.floor((status.fraction ?? 0) * 100), status.fps ? Math.round(status.fps) : null, left) }));
  } else if (status.state === "completed") content.push(make("p", { text: say.finished(status.file, bytesText(status.bytes)) }));
  else content.push(make("p", { class: status.state === "failed" ? "error" : "note", text: say.states[status.state] ?? status.state }));
  if (status.error) content.push(make("p", { class: "error", text: [status.error.message, status.error.remedy].filter(Boolean).join(" ") }));
  if (status.warnings?.length) {
    content.push(make("h2", { text: say.warnings }), make("ul", {}, status.warnings.map((warning) => {
      const sentences = typeof warning === "string" ? [warning] : [warning.sentence ?? warning.message, warning.advice];
      return make("li", { class: "problem-warning", text: sentences.filter(Boolean).join(" ") });
    })));
  }
  showResult(content);
}
