// The project's text: colored, with what is to be mended at its lines. What is typed is sent after a rest, and never lost.

import { make, byId, afterRest, announce, oncePerPicture } from "./elements.js";
import { server, Refusal } from "./server.js";
import { state, listen, accept, beforeEdits, sendText, sendTextNow, resolve, select, undo, redo, report } from "./state.js";
import { texts } from "./texts.js";
import { readJSON, valueAt, lineAt } from "./json-text.js";
import { CompletionList } from "./completion.js";

const say = texts.text;
const rest = 400;
const lineHeight = 20;
/** Longer texts are shown without colors. */
const coloredLength = 300000;

let area, code, gutter, list, read, schema = null, completion;
/** The text on which the server and the page agree, and one that is under way. */
let [agreed, underWay] = ["", null];
let conflict = null;
let openPanel = () => {};

const isDirty = () => area.value !== agreed && area.value !== underWay;

export function startText(showPanel) {
  openPanel = showPanel;
  area = make("textarea", { id: "text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": say.label,
    "aria-describedby": "text-hint diagnostics", "aria-autocomplete": "list", "aria-controls": "completion" });
  code = make("pre", { "aria-hidden": "true" });
  gutter = make("ol", {});
  list = make("section", { id: "diagnostics", "aria-label": say.diagnostics, tabindex: "0" });
  const editor = make("div", { class: "editor" }, make("div", { class: "gutter", "aria-hidden": "true" }, gutter), code, area);
  byId("panel-text").append(editor, make("p", { id: "text-hint", class: "hidden-text", text: say.hint }), list);
  completion = new CompletionList(editor, area, {
    schema: () => schema, read: () => read, announce,
    replace: (start, end, text) => {
      area.setRangeText(text, start, end, "end");
      typed();
      if (text.endsWith(": ")) completion.open({ isAsked: false });
    },
  });
  bindTyping();
  listen("project", projectChanged);
  listen("film", showDiagnostics);
  listen("selection", ({ by }) => showPlace(by !== "text"));
  listen("conflict", ({ theirs }) => openConflict(theirs, true));
  beforeEdits(async () => {
    if (conflict) return false;
    sendSoon.cancel();
    return !isDirty() || flush(sendTextNow);
  });
  addEventListener("beforeunload", (event) => { if (isDirty()) { flush(sendTextNow); event.preventDefault(); } });
  server.schema().then((found) => { schema = found; }, () => {});
}

function bindTyping() {
  const follow = oncePerPicture(() => {
    code.scrollTop = area.scrollTop;
    code.scrollLeft = area.scrollLeft;
    gutter.style.translate = `0 ${-area.scrollTop}px`;
  });
  area.addEventListener("scroll", () => { follow(); completion.follow(); });
  area.addEventListener("input", (event) => {
    typed();
    completion.open({ isAsked: false });
    if (event.inputType?.startsWith("delete") && !completion.found?.slot.typed) completion.close();
  });
  area.addEventListener("blur", () => completion.close());
  area.addEventListener("click", caretMoved);
  area.addEventListener("keyup", (event) => { if (/^(Arrow|Home|End|Page)/.test(event.key)) caretMoved(); });
  area.addEventListener("keydown", (event) => {
    const isControl = event.ctrlKey || event.metaKey;
    if (completion.key(event)) event.preventDefault();
    else if (isControl && event.key === " ") { event.preventDefault(); completion.open({ isAsked: true }); }
    else if (isControl && event.key.toLowerCase() === "z" && !isDirty()) {
      event.preventDefault();
      if (event.shiftKey) redo(); else undo();
    }
    event.stopPropagation();
  });
}

function typed() {
  paint();
  sendSoon();
}

const sendSoon = afterRest(rest, () => { if (!conflict && isDirty()) flush(sendText); });

/** Sends what was typed; false where somebody else changed the text meanwhile. */
async function flush(sendBy) {
  const text = area.value;
  underWay = text;
  try {
    await sendBy(text);
    return true;
  } catch (error) {
    underWay = null;
    if (error instanceof Refusal && error.status === 409 && error.body?.state) {
      accept(error.body.state);
      return !conflict && !isDirty();
    }
    report(error);
    if (!(error instanceof Refusal)) sendSoon();
    return false;
  } finally {
    if (underWay === text) underWay = null;
  }
}

/** The server has a text: the page's own, or somebody else's. */
function projectChanged() {
  const { text } = state.project;
  const wasDirty = isDirty();
  if (conflict?.isServers && !state.project.conflict) {
    conflict = null;
    byId("conflict").remove();
  }
  if (text === area.value || text === underWay) agreed = text;
  else if (!wasDirty && underWay === null) { agreed = text; put(text); }
  else if (text !== agreed) { openConflict(text, false); return; }
  showDiagnostics();
  showPlace(false);
}

/** Shows another text; the caret and what is seen stay. */
function put(text) {
  const { selectionStart, selectionEnd, scrollTop, scrollLeft } = area;
  area.value = text;
  area.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
  [area.scrollTop, area.scrollLeft] = [scrollTop, scrollLeft];
  paint();
}

// Colors, line numbers, diagnostics

function paint() {
  const text = area.value;
  read = readJSON(text);
  const parts = [];
  let from = 0;
  for (const token of text.length > coloredLength ? [] : read.tokens) {
    if (token.kind === "mark") continue;
    if (token.start > from) parts.push(text.slice(from, token.start));
    parts.push(make("span", { class: token.kind, text: text.slice(token.start, token.end) }));
    from = token.end;
  }
  parts.push(text.slice(from) + "\n");
  code.replaceChildren(...parts, make("div", { class: "place" }));
  const lines = text.split("\n").length;
  while (gutter.children.length > lines) gutter.lastChild.remove();
  while (gutter.children.length < lines) gutter.append(make("li", { text: String(gutter.children.length + 1) }));
  code.scrollTop = area.scrollTop;
  code.scrollLeft = area.scrollLeft;
}

/** What is to be mended, of the text and of the media, each once. */
function diagnostics() {
  const found = [...(state.project?.diagnostics ?? []), ...(state.filmError?.diagnostics ?? (state.project?.outline && state.film?.diagnostics) ?? [])];
  const known = new Set();
  return found.filter((one) => {
    const key = `${one.pointer} ${one.message}`;
    return !known.has(key) && known.add(key);
  }).map((one) => ({ ...one, line: one.line || lineOf(one.pointer) }));
}

const lineOf = (pointer) => {
  const found = read?.values.get(pointer ?? "");
  return found ? lineAt(read.text, found.keyStart ?? found.start).line + 1 : 1;
};

function showDiagnostics() {
  const found = diagnostics();
  for (const item of gutter.children) { item.className = ""; item.title = ""; }
  const rows = found.map((one) => {
    const kind = one.severity === "error" ? "problem-error" : "problem-warning";
    const mark = gutter.children[one.line - 1];
    if (mark && mark.className !== "problem-error") { mark.className = kind; mark.title = one.message; }
    const about = [one.expected && say.expected(one.expected), one.suggestion && say.suggestion(one.suggestion)].filter(Boolean).join(" ");
    return make("li", {}, make("button", { type: "button", class: kind, text: `${say.line(one.line, one.message)} ${about}`, on: { click: () => goTo(one) } }));
  });
  list.replaceChildren(rows.length ? make("ul", {}, rows) : make("p", { class: "note", text: say.fine }));
  const errors = found.filter((one) => one.severity === "error").length;
  area.setAttribute("aria-invalid", String(errors > 0));
  const button = byId("problems");
  button.hidden = !found.length;
  button.textContent = say.problems(errors, found.length - errors);
  button.classList.toggle("mild", !errors);
}

function goTo(one) {
  const lines = area.value.split("\n");
  const line = Math.min(lines.length, Math.max(1, one.line));
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(start + Math.max(0, (one.column ?? 1) - 1), start + lines[line - 1].length);
  scrollToLine(line - 1);
}

function scrollToLine(line) {
  const top = line * lineHeight;
  if (top < area.scrollTop + lineHeight || top > area.scrollTop + area.clientHeight - 3 * lineHeight) area.scrollTop = Math.max(0, top - area.clientHeight / 3);
}

// The selection in the text, and the other way round

function showPlace(scrolls) {
  const mark = code.querySelector(".place");
  if (!mark || !read) return;
  const found = state.selection && read.values.get(state.selection.pointer);
  mark.hidden = !found;
  if (!found) return;
  const [first, last] = [lineAt(read.text, found.start).line, lineAt(read.text, found.end).line];
  mark.style.top = `${8 + first * lineHeight}px`;
  mark.style.height = `${(last - first + 1) * lineHeight}px`;
  if (scrolls) scrollToLine(first);
}

/** The panel was opened: what is selected is shown. */
export function revealText() { if (read) showPlace(state.selection !== null); }

export function showInText() {
  openPanel();
  showPlace(true);
  const found = state.selection && read.values.get(state.selection.pointer);
  area.focus();
  if (found) area.setSelectionRange(found.start, found.start);
}

function caretMoved() {
  if (state.isOutlineOld || isDirty()) return;
  let pointer = valueAt(read, area.selectionStart)?.pointer ?? "";
  const isSegment = (known) => state.outline?.tracks.some((track) => track.segments.some((segment) => segment.pointer === known));
  for (; pointer; pointer = pointer.slice(0, pointer.lastIndexOf("/"))) {
    if (isSegment(pointer)) { select({ kind: "segment", pointer }, "text"); return; }
    if (state.outline?.titles.some((title) => title.pointer === pointer)) { select({ kind: "title", pointer }, "text"); return; }
  }
}

// Two texts

/** Shows both texts and asks which shall stay. `isServers`: the server itself has both, else what was typed here is not there yet. */
function openConflict(theirs, isServers) {
  if (conflict) {
    byId("conflict-theirs").value = theirs;
    conflict.isServers ||= isServers;
    return;
  }
  conflict = { isServers };
  sendSoon.cancel();
  const text = (id, value) => make("textarea", { id, readonly: true, wrap: "off", spellcheck: "false", value });
  const side = (id, name, value) => make("div", { class: "field" }, make("label", { for: id, text: name }), text(id, value));
  const dialog = make("dialog", { id: "conflict", "aria-labelledby": "conflict-heading" }, make("div", { class: "stack" },
    make("h2", { id: "conflict-heading", text: say.conflict }), make("p", { text: say.conflictBody }),
    make("div", { class: "conflict" }, side("conflict-mine", say.mine, area.value), side("conflict-theirs", say.theirs, theirs)),
    make("div", { class: "group" }, make("button", { type: "button", id: "keep-mine", text: say.keepMine, on: { click: () => settle("mine") } }),
      make("button", { type: "button", id: "keep-theirs", text: say.keepTheirs, on: { click: () => settle("theirs") } }))));
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}

async function settle(keep) {
  const { isServers } = conflict;
  const [mine, theirs] = [area.value, byId("conflict-theirs").value];
  conflict = null;
  byId("conflict").remove();
  // Until the server says what stays, the text of the page counts as agreed: nothing is asked twice.
  agreed = mine;
  if (isServers) await resolve(keep);
  else if (keep === "theirs") agreed = area.value = theirs;
  if (keep === "mine" && state.project.text !== mine) { agreed = state.project.text; await flush(sendText); }
  put(keep === "mine" ? mine : state.project.text);
  agreed = state.project.text;
  showDiagnostics();
}
