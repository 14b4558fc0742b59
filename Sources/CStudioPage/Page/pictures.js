// The picture: single frames while resting and scrubbing, a stream of frames while playing, drawn on a canvas.

import { server, isAborted } from "./server.js";
import { state, tell } from "./state.js";

/** How many decoded frames wait at most, and how many are there when playing begins, or as many as come within a while. */
const queueLength = 10;
const firstFrames = 5;
const patience = 400;
const smallest = 160;

export const sizeFactors = { full: 1, half: 1 / 2, quarter: 1 / 4 };

export class Pictures {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    /** "automatic", "full", "half" or "quarter". */
    this.size = "automatic";
    /** How often the automatic size was halved because frames came too late: 0…2. */
    this.level = 0;
    /** The revision of the film with which the next larger size was tried again. */
    this.triedWith = null;
    this.shownFrame = null;
    this.wanted = null;
    this.requests = [];
    this.number = 0;
    this.shownNumber = 0;
    this.queue = [];
    this.streaming = null;
  }

  /** The size in pixels that is asked for: while resting as large as it is seen, while playing as large as can be made in time. */
  dimensions(level) {
    const [width, height] = state.film?.size ?? [1280, 720];
    let factor = sizeFactors[this.size];
    if (!factor) {
      const room = this.canvas.parentElement.getBoundingClientRect();
      const density = window.devicePixelRatio || 1;
      factor = Math.min(1, Math.max(room.width * density / width, smallest / width), Math.max(room.height * density / height, smallest / height));
      factor /= 2 ** level;
    }
    const even = (length) => Math.max(16, 2 * Math.round(length * factor / 2));
    return [even(width), even(height)];
  }

  /** Draws a frame, and says which it is. */
  draw(frame, bitmap) {
    if (this.canvas.width !== bitmap.width || this.canvas.height !== bitmap.height) {
      this.canvas.width = bitmap.width;
      this.canvas.height = bitmap.height;
    }
    this.context.drawImage(bitmap, 0, 0);
    bitmap.close();
    this.shownFrame = frame;
    this.canvas.dataset.frame = String(frame);
    tell("shown", frame);
  }

  clear() {
    this.stop();
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.shownFrame = null;
    this.wanted = null;
    delete this.canvas.dataset.frame;
    delete this.canvas.dataset.wanted;
  }

  /**
   * Shows one frame as soon as it is made. Two requests are under way at most: the older one is let finish, so that something is seen
   * while scrubbing; the newer one is given up for a still newer one.
   */
  show(frame) {
    if (!state.film) return;
    this.wanted = frame;
    this.canvas.dataset.wanted = String(frame);
    if (!state.film.frames) { this.showNothing(frame); return; }
    // Of an older text there are no pictures; the film of the newest one is on its way.
    if (state.film.revision !== state.project.revision) return;
    if (this.requests.length > 1) this.requests.pop().controller.abort();
    const request = { controller: new AbortController(), number: (this.number += 1), frame };
    this.requests.push(request);
    this.fetchPicture(request);
  }

  /** A film without pictures is black, at every time. */
  showNothing(frame) {
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.shownFrame = frame;
    this.canvas.dataset.frame = String(frame);
  }

  async fetchPicture(request) {
    const [width, height] = this.dimensions(0);
    try {
      const blob = await server.picture(state.film.revision, request.frame, width, height, request.controller.signal);
      const bitmap = await createImageBitmap(blob);
      if (request.controller.signal.aborted || request.number < this.shownNumber || this.streaming) { bitmap.close(); return; }
      this.shownNumber = request.number;
      this.draw(request.frame, bitmap);
    } catch (error) {
      if (!isAborted(error) && error.status !== 409) tell("pictureError", error);
    } finally {
      this.requests = this.requests.filter((other) => other !== request);
    }
  }

  giveUpRequests() {
    for (const { controller } of this.requests) controller.abort();
    this.requests = [];
    this.shownNumber = this.number;
  }

  /** Begins a stream of frames; resolves when the first ones can be shown, or there are none. */
  stream(from, step) {
    this.stopStream();
    this.giveUpRequests();
    if (!state.film.frames) return Promise.resolve();
    const streaming = (this.streaming = { controller: new AbortController(), step, resume: null, hasEnded: false, newest: from - 1 });
    return new Promise((resolve) => this.read(streaming, from, resolve));
  }

  async read(streaming, from, began) {
    const { signal } = streaming.controller;
    let arrived = 0;
    const [width, height] = this.dimensions(this.level);
    try {
      for await (const { frame, blob } of server.pictures(state.film.revision, from, streaming.step, width, height, signal)) {
        if (signal.aborted) return;
        const entry = { frame, bitmap: null, streaming };
        this.queue.push(entry);
        const decoded = createImageBitmap(blob).then((bitmap) => {
          if (signal.aborted || entry.isPassed) { bitmap.close(); return; }
          entry.bitmap = bitmap;
          streaming.newest = frame;
          arrived += 1;
          if (arrived === 1) setTimeout(began, patience);
          if (arrived === firstFrames) began();
        }, () => { this.queue = this.queue.filter((other) => other !== entry); });
        // Two frames are decoded side by side; the queue keeps their order.
        if (this.queue.filter((other) => !other.bitmap).length > 1) await decoded;
        while (this.queue.length >= queueLength && !signal.aborted) {
          await new Promise((resolve) => { streaming.resume = resolve; });
        }
        if (signal.aborted) return;
      }
      streaming.hasEnded = true;
    } catch (error) {
      if (!isAborted(error) && !signal.aborted && error.status !== 409) tell("pictureError", error);
      streaming.hasEnded = true;
    } finally {
      began();
    }
  }

  /** Draws the newest frame that is due at `wanted`; returns its number, or null where no new one is due. */
  advance(wanted) {
    this.wanted = wanted;
    this.canvas.dataset.wanted = String(wanted);
    if (!state.film.frames) { this.showNothing(wanted); return wanted; }
    let due = null;
    while (this.queue.length && this.queue[0].frame <= wanted) {
      const first = this.queue[0];
      const isLast = !(this.queue[1]?.frame <= wanted && this.queue[1].bitmap);
      if (!first.bitmap && isLast) break;
      this.queue.shift();
      first.isPassed = true;
      due?.bitmap.close();
      due = first.bitmap ? first : null;
      if (isLast) break;
    }
    if (this.queue.length < queueLength) this.resume();
    if (!due) return null;
    this.draw(due.frame, due.bitmap);
    return due.frame;
  }

  /** Whether frames are so late that waiting for them is in vain. */
  isBehind(wanted, tolerance) {
    return Boolean(this.streaming && !this.streaming.hasEnded && this.streaming.newest + tolerance < wanted);
  }

  resume() {
    const resume = this.streaming?.resume;
    if (!resume) return;
    this.streaming.resume = null;
    resume();
  }

  stopStream() {
    if (!this.streaming) return;
    this.streaming.controller.abort();
    this.resume();
    this.streaming = null;
    for (const entry of this.queue) {
      entry.isPassed = true;
      entry.bitmap?.close();
    }
    this.queue = [];
  }

  stop() {
    this.stopStream();
    this.giveUpRequests();
  }
}
