// What is drawn in segments: pictures of the media side by side, and the outline of the sound. Only what is seen is drawn.

import { server, isAborted } from "./server.js";
import { byId } from "./elements.js";
import { segmentAt } from "./state.js";

const heldPictures = 240;
const requestsAtOnce = 3;
const pointsPerSecond = 50;

/** Pictures by asset and time, the longest unused first. */
const pictures = new Map();
const waves = new Map();
let wanted = [];
let running = 0;
let redraw = null;

/** Draws again what the colors of the page color. */
export function forgetStrips() {
  for (const canvas of document.querySelectorAll(".strip")) delete canvas.dataset.drawn;
}

/** Lets go of everything that was fetched: after media changed. */
export function dropStrips() {
  for (const picture of pictures.values()) picture.bitmap?.close();
  pictures.clear();
  waves.clear();
  forgetStrips();
}

/** Draws the strips of the segments that are seen. */
export function drawStrips(view, [from, to]) {
  redraw = view.redraw;
  wanted = [];
  const margin = (to - from) / 4;
  for (const element of byId("tracks").querySelectorAll(".segment")) {
    const segment = segmentAt(element.dataset.segment);
    const canvas = element.querySelector(".strip");
    if (!segment) continue;
    const start = Math.max(segment.start.seconds, from - margin);
    const end = Math.min(segment.end.seconds, to + margin);
    if (end <= start) {
      if (canvas.width > 1) { canvas.width = 1; canvas.height = 1; delete canvas.dataset.drawn; }
      continue;
    }
    prepare(canvas, segment, start, end, view.scale);
    if (segment.track.kind === "video") drawPictures(canvas, segment, start, end, view.scale);
    else drawWave(canvas, segment, start, end, view.scale);
  }
  fetchMore();
}

function prepare(canvas, segment, start, end, scale) {
  const density = Math.min(2, window.devicePixelRatio || 1);
  const width = Math.max(1, Math.round((end - start) * scale * density));
  const height = Math.max(1, Math.round(canvas.parentElement.clientHeight * density));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.style.left = `${(start - segment.start.seconds) * scale}px`;
  canvas.style.width = `${(end - start) * scale}px`;
  canvas.getContext("2d").clearRect(0, 0, width, height);
}

function drawPictures(canvas, segment, start, end, scale) {
  const context = canvas.getContext("2d");
  const density = canvas.width / ((end - start) * scale);
  const height = canvas.height;
  const tile = Math.round(height * 16 / 9);
  const seconds = tile / density / scale;
  const rate = segment.rate.seconds;
  // Tiles begin at the segment's beginning, so that they stay where they are while one scrolls.
  for (let index = Math.floor((start - segment.start.seconds) / seconds); ; index += 1) {
    const at = segment.start.seconds + index * seconds;
    if (at >= end) break;
    const x = Math.round((at - start) * scale * density);
    const source = segment.sourceStart.seconds + Math.max(0, index * seconds) * rate;
    const picture = thumbnail(segment.asset, source, seconds * rate, height);
    if (!picture) continue;
    const share = Math.min(picture.width / tile, picture.height / height) || 1;
    const [width, tall] = [tile * share, height * share];
    context.drawImage(picture, (picture.width - width) / 2, (picture.height - tall) / 2, width, tall, x, 0, tile, height);
  }
}

/** The picture near a time of the media, or null until it is fetched; times are those of a grid that the zoom makes finer. */
function thumbnail(asset, seconds, spacing, height) {
  const step = 2 ** Math.max(-3, Math.floor(Math.log2(Math.max(spacing, 0.01))));
  const time = Math.max(0, Math.floor(seconds / step) * step);
  const key = `${asset}\n${time}`;
  const held = pictures.get(key);
  if (held) {
    pictures.delete(key);
    pictures.set(key, held);
    return held.bitmap ?? null;
  }
  wanted.push({ asset, time, key, height: height > 100 ? 144 : 72 });
  return null;
}

function fetchMore() {
  while (running < requestsAtOnce && wanted.length) {
    const next = wanted.shift();
    if (pictures.has(next.key)) continue;
    running += 1;
    const entry = {};
    pictures.set(next.key, entry);
    server.thumbnail(next.asset, next.time, next.height)
      .then((blob) => createImageBitmap(blob))
      .then((bitmap) => {
        if (pictures.get(next.key) !== entry) { bitmap.close(); return; }
        entry.bitmap = bitmap;
        for (const [key, oldest] of pictures) {
          if (pictures.size <= heldPictures) break;
          oldest.bitmap?.close();
          pictures.delete(key);
        }
      })
      .catch((error) => { if (isAborted(error)) pictures.delete(next.key); })
      .finally(() => { running -= 1; if (entry.bitmap) redraw?.(); fetchMore(); });
  }
}

function drawWave(canvas, segment, start, end, scale) {
  const wave = waves.get(segment.asset);
  if (wave === undefined) {
    waves.set(segment.asset, null);
    server.waveform(segment.asset, pointsPerSecond).then((found) => { waves.set(segment.asset, found); redraw?.(); }, () => {});
    return;
  }
  if (!wave?.maximum?.length) return;
  const context = canvas.getContext("2d");
  const { width, height } = canvas;
  const rate = segment.rate.seconds;
  const first = (segment.sourceStart.seconds + (start - segment.start.seconds) * rate) * wave.perSecond;
  const points = (end - start) * rate * wave.perSecond / width;
  context.fillStyle = colorOf(canvas);
  const middle = height / 2;
  for (let x = 0; x < width; x += 1) {
    const begin = Math.max(0, Math.floor(first + x * points));
    const stop = Math.min(wave.maximum.length, Math.max(begin + 1, Math.ceil(first + (x + 1) * points)));
    let [low, high] = [0, 0];
    for (let index = begin; index < stop; index += 1) {
      low = Math.min(low, wave.minimum[index]);
      high = Math.max(high, wave.maximum[index]);
    }
    const top = middle - Math.min(1, high) * middle * 0.92;
    context.fillRect(x, top, 1, Math.max(1, middle - Math.max(-1, low) * middle * 0.92 - top));
  }
}

/** The color of waves, as the browser computes it for the theme. */
function colorOf(canvas) {
  canvas.style.color = "var(--wave)";
  const { color } = getComputedStyle(canvas);
  canvas.style.removeProperty("color");
  return color;
}
