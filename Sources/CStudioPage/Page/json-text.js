// JSON as it is typed, with errors and all: its tokens, where each value stands, and what stands at a place.

const tokenPattern = /\s+|"(?:[^"\\\n]|\\.)*"?|-?\d[\d.eE+-]*|[A-Za-z]+|[{}[\]:,]|./gy;

const kindOf = (text) => {
  const first = text[0];
  if (first === '"') return "string";
  if (/[-\d]/.test(first)) return "number";
  if (/[A-Za-z]/.test(first)) return ["true", "false", "null"].includes(text) ? "word" : "wrong";
  return "{}[]:,".includes(first) ? "mark" : "wrong";
};

function tokensOf(text) {
  const tokens = [];
  tokenPattern.lastIndex = 0;
  for (let match = tokenPattern.exec(text); match; match = tokenPattern.exec(text)) {
    if (/^\s/.test(match[0])) continue;
    tokens.push({ start: match.index, end: match.index + match[0].length, kind: kindOf(match[0]), text: match[0] });
  }
  return tokens;
}

const unquoted = (text) => {
  try { return JSON.parse(text); } catch { return text.replace(/^"|"$/g, ""); }
};

export const escaped = (key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1");
export const pointerKeys = (pointer) => pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/**
 * Reads a text. `tokens` in order; `values` by pointer, each with `start` and `end`, `keyStart` of members, and of objects and arrays
 * the `members`. What is out of place is passed over.
 */
export function readJSON(text) {
  const tokens = tokensOf(text);
  const values = new Map();
  let index = 0;
  const peek = () => tokens[index];

  function value(pointer, depth) {
    const token = peek();
    if (!token) return null;
    const found = { pointer, start: token.start, end: token.end, kind: token.kind, members: null };
    values.set(pointer, found);
    index += 1;
    if (depth > 200) return found;
    if (token.text === "{") object(found, depth);
    else if (token.text === "[") array(found, depth);
    return found;
  }

  function object(found, depth) {
    found.kind = "object";
    found.members = [];
    for (;;) {
      const token = peek();
      if (!token) { found.end = text.length; return; }
      index += 1;
      if (token.text === "}") { found.end = token.end; return; }
      if (token.text === "]") { index -= 1; found.end = token.start; return; }
      if (token.kind !== "string") continue;
      token.kind = "key";
      const key = unquoted(token.text);
      const member = { key, keyStart: token.start, keyEnd: token.end, value: null };
      found.members.push(member);
      if (peek()?.text !== ":") continue;
      index += 1;
      if (peek() && !["}", "]", ",", ":"].includes(peek().text)) {
        member.value = value(`${found.pointer}/${escaped(key)}`, depth + 1);
        member.value.keyStart = token.start;
      }
    }
  }

  function array(found, depth) {
    found.kind = "array";
    found.members = [];
    for (;;) {
      const token = peek();
      if (!token) { found.end = text.length; return; }
      if (token.text === "]") { index += 1; found.end = token.end; return; }
      if (token.text === "}") { found.end = token.start; return; }
      if (token.text === "," || token.text === ":") { index += 1; continue; }
      found.members.push({ key: found.members.length, value: value(`${found.pointer}/${found.members.length}`, depth + 1) });
    }
  }

  value("", 0);
  return { text, tokens, values };
}

/** The innermost value at a place, its key included. */
export function valueAt(read, offset) {
  let best = null;
  for (const found of read.values.values()) {
    const start = found.keyStart ?? found.start;
    if (start <= offset && offset <= found.end && (!best || start >= (best.keyStart ?? best.start))) best = found;
  }
  return best;
}

/**
 * What can be written at a place: the container's pointer, whether a key or a value (then with its own pointer), the stretch that
 * would be replaced, and what of it stands before the place. Null where nothing can.
 */
export function slotAt(read, offset) {
  let container = null;
  for (const found of read.values.values()) {
    const isAround = found.members && found.start < offset && (offset < found.end || found.end === read.text.length);
    if (isAround && (!container || found.start > container.start)) container = found;
  }
  if (!container) return null;
  const own = read.tokens.find((token) => token.kind !== "mark" && token.start < offset && offset <= token.end);
  const [start, end] = own ? [own.start, own.end] : [offset, offset];
  const typed = own ? read.text.slice(own.start, offset).replace(/^"/, "") : "";
  const before = read.tokens.findLast((token) => token.end <= start);
  if (own && own.kind === "string" && own.text.endsWith('"') && own.text.length > 1 && offset === own.end) return null;
  if (container.kind === "array") {
    if (!before || !["[", ","].includes(before.text)) return null;
    const index = container.members.filter((member) => member.value && member.value.end < offset).length;
    return { container: container.pointer, isKey: false, pointer: `${container.pointer}/${index}`, start, end, typed, keys: [] };
  }
  const keys = container.members.filter((member) => member.keyStart !== start).map((member) => member.key);
  if (before?.text === ":") {
    const member = container.members.findLast((known) => known.keyEnd <= before.start);
    return member ? { container: container.pointer, isKey: false, pointer: `${container.pointer}/${escaped(member.key)}`, start, end, typed, keys } : null;
  }
  if (before && ["{", ","].includes(before.text)) return { container: container.pointer, isKey: true, pointer: container.pointer, start, end, typed, keys };
  return null;
}

/** Line and column of a place, counted from 0. */
export function lineAt(text, offset) {
  const before = text.slice(0, offset);
  const line = before.split("\n").length - 1;
  return { line, column: offset - (before.lastIndexOf("\n") + 1) };
}
