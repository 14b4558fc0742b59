// The studio: reads the project, starts the parts of the page, and joins what happens in one with the others.

import { make, byId, fillTexts, bindTabs, choice, announce } from "./elements.js";
import { server } from "./server.js";
import { state, listen, refresh, loadMedia, undo, redo, tell } from "./state.js";
import { clockText } from "./time.js";
import { texts } from "./texts.js";
import { Pictures, sizeFactors } from "./pictures.js";
import { Sound } from "./sound.js";
import { Player } from "./player.js";
import { startTheme } from "./theme.js";
import { startTimeline, view } from "./timeline.js";
import { startGestures } from "./gestures.js";
import { startTitles, addTitle } from "./titles.js";
import { startSelection } from "./selection.js";
import { startText, showInText, revealText } from "./text-editor.js";
import { startForms } from "./forms.js";
import { startLayers } from "./layers.js";
import { startMedia } from "./media.js";
import { startExport, showEstimate, accept as acceptExport } from "./export.js";
import { startExplaining } from "./lanes.js";
import { dropStrips } from "./strips.js";
import { startKeys, useTool, toggleSnapping, split, remove, mark, openHelp } from "./keys.js";

fillTexts();
startTheme();

const pictures = new Pictures(byId("picture"));
const sound = new Sound();
const player = new Player(pictures, sound);

/** For tests and for curious people. */
window.studio = { state, player, pictures, sound, view };

startTimeline(player);
startGestures(player);
startTitles(player);
startSelection(player, showInText);
const explain = startExplaining(player);
bindTabs(byId("library").querySelector("[role=tablist]"));
const showDetails = bindTabs(byId("details").querySelector("[role=tablist]"), (panel) => {
  if (panel === "panel-explain") explain();
  if (panel === "panel-text") revealText();
  if (panel === "panel-export") showEstimate();
});
startText(() => showDetails("panel-text"));
startForms();
startLayers();
startMedia(player);
startExport();
startKeys(player);

// Head of the page

byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("help").addEventListener("click", openHelp);
byId("problems").addEventListener("click", () => {
  showDetails("panel-text");
  byId("diagnostics").querySelector("button")?.focus();
});

listen("project", () => {
  const { project } = state;
  byId("project-name").textContent = project.name;
  byId("project-name").title = `${project.folder}/${project.name}`;
  document.title = `${project.name} – ${texts.brand}`;
  const label = (button, name, named, nothing) => {
    button.disabled = !name;
    button.title = name ? named(name) : nothing;
    button.setAttribute("aria-label", button.title);
  };
  label(byId("undo"), project.undo, texts.history.undoNamed, texts.history.nothingToUndo);
  label(byId("redo"), project.redo, texts.history.redoNamed, texts.history.nothingToRedo);
});

// Playing

const symbol = () => make("span", { class: "symbol", "aria-hidden": "true" });
for (const id of ["to-start", "step-back", "play", "step-forward", "to-end", "mark-in", "mark-out"]) byId(id).append(symbol());
byId("to-start").addEventListener("click", () => { player.pause(); player.seek(0); });
byId("step-back").addEventListener("click", () => player.step(-1));
byId("play").addEventListener("click", () => player.toggle());
byId("step-forward").addEventListener("click", () => player.step(1));
byId("to-end").addEventListener("click", () => { player.pause(); player.seek(player.lastFrame); });
byId("mark-in").addEventListener("click", () => mark("inPoint"));
byId("mark-out").addEventListener("click", () => mark("outPoint"));
byId("volume").addEventListener("input", (event) => sound.setVolume(Number(event.target.value)));

const sizes = byId("preview-size");
sizes.append(...choice({}, ["automatic", ...Object.keys(sizeFactors)].map((name) => [name, texts.transport.sizes[name]]), "automatic").children);
sizes.value = "automatic";
sizes.addEventListener("change", () => {
  pictures.size = sizes.value;
  pictures.level = 0;
  player.seek(player.frame);
});

listen("playing", () => {
  const button = byId("play");
  const label = player.isPlaying ? texts.transport.pause : texts.transport.play;
  button.classList.toggle("is-playing", player.isPlaying);
  button.setAttribute("aria-pressed", String(player.isPlaying));
  button.setAttribute("aria-label", label);
  button.title = label;
  showTime();
  showDropped();
});

function showTime() {
  const { grid } = state;
  byId("timecode").textContent = grid.timecode(player.frame) + (player.isPlaying && player.rate !== 1 ? ` ${texts.transport.rate(player.rate)}` : "");
}

function showDropped() {
  const count = player.droppedFrames;
  const output = byId("dropped");
  output.dataset.count = String(count);
  output.title = texts.transport.droppedLong;
  output.textContent = player.isPlaying || count ? texts.transport.dropped(count) : "";
  output.classList.toggle("has-drops", count > 0);
}

listen("frame", showTime);
listen("dropped", showDropped);
listen("film", () => {
  const { film, filmError, grid } = state;
  byId("length").textContent = film ? texts.transport.length(clockText(grid.duration.seconds, 1)) : "";
  byId("length").title = texts.transport.frames(grid.count);
  const box = byId("film-error");
  box.hidden = !filmError || !byId("welcome").hidden;
  if (!box.hidden) {
    box.replaceChildren(make("h2", { text: texts.picture.cannotRender }), make("p", { text: filmError.message }),
      ...(filmError.remedy ? [make("p", { class: "note", text: filmError.remedy })] : []));
  }
  showTime();
});
listen("pictureError", (error) => announce(texts.picture.failed(error.message), "error"));

// A picture of another size is asked for when the room for it has changed.
let resting = 0;
new ResizeObserver(() => {
  clearTimeout(resting);
  resting = setTimeout(() => { if (state.film && !player.isPlaying) pictures.show(player.frame); }, 200);
}).observe(byId("frame"));

// Tools

byId("tools").append(...Object.keys(texts.tools.keys).map((tool) => make("button", {
  type: "button", "data-tool": tool, "aria-pressed": "false", title: texts.tools.says[tool], "aria-keyshortcuts": texts.tools.keys[tool],
  text: texts.tools[tool], on: { click: () => useTool(tool) },
})));
useTool("select");
byId("snap").addEventListener("click", toggleSnapping);
byId("split").addEventListener("click", split);
byId("delete").addEventListener("click", (event) => remove(event.shiftKey));
byId("add-title").addEventListener("click", () => addTitle());

// What the server tells

server.events({
  // A file that is changed outside once more during a conflict has the same revision.
  project: (data) => { if (data?.source === "outside" || (data?.revision ?? Infinity) > (state.project?.revision ?? -1)) refresh(); },
  export: acceptExport,
  media: () => { dropStrips(); loadMedia(); },
  open: () => { if (state.project) refresh(); },
});

await refresh();
loadMedia();
server.styles().then((styles) => { state.styles = { ...state.styles, ...styles }; tell("styles"); }, () => {});
