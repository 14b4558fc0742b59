// The sound: samples from the server, put end to end on the clock of Web Audio, which is the clock of playing.

import { server, isAborted } from "./server.js";
import { state } from "./state.js";

/** Seconds of the first piece and of all others, and how far ahead of the clock they are fetched. */
const firstPiece = 0.5;
const piece = 1;
const ahead = 3;

export class Sound {
  constructor() {
    this.context = null;
    this.volume = 1;
    this.run = null;
  }

  get isPossible() {
    return Boolean(window.AudioContext && state.film?.sampleRate && state.film.samples > 0);
  }

  /** Makes the audio context, at the film's rate: then samples of the film are samples of the device, and pieces join exactly. */
  async open() {
    const sampleRate = state.film.sampleRate;
    if (this.context && this.context.sampleRate !== sampleRate) {
      this.context.close().catch(() => {});
      this.context = null;
    }
    this.context ??= new AudioContext({ sampleRate, latencyHint: "interactive" });
    if (this.context.state !== "running") {
      await Promise.race([this.context.resume(), new Promise((resolve) => setTimeout(resolve, 600))]);
    }
    return this.context.state === "running";
  }

  /** Fetches the first piece, so that playing can begin; false where there is no sound or no device for it. */
  async prepare(seconds) {
    this.stop();
    if (!this.isPossible) return false;
    const { sampleRate, samples } = state.film;
    const from = Math.min(samples, Math.max(0, Math.round(seconds * sampleRate)));
    const run = (this.run = {
      controller: new AbortController(), film: state.film, from, next: from, sources: new Set(), startsAt: null, waiting: [],
      isFetching: false, timer: 0, gain: null,
    });
    try {
      if (!await this.open() || run.controller.signal.aborted) return false;
      if (from < samples) await this.fetchPiece(run, firstPiece);
      return !run.controller.signal.aborted;
    } catch (error) {
      if (!isAborted(error)) this.run = null;
      return false;
    }
  }

  /** Begins to sound; from here on `position` is the film's time. */
  start() {
    const { context, run } = this;
    const { sampleRate } = run.film;
    run.gain = new GainNode(context, { gain: this.volume });
    run.gain.connect(context.destination);
    // The beginning falls on a sample of the device.
    run.startsAt = Math.ceil((context.currentTime + 0.06) * sampleRate) / sampleRate;
    for (const { first, samples } of run.waiting.splice(0)) this.schedule(run, first, samples);
    run.timer = setInterval(() => this.pump(run), 100);
    this.pump(run);
  }

  /** The film's time that is heard now, in seconds; null where nothing sounds. */
  get position() {
    const { context, run } = this;
    if (!run || run.startsAt === null) return null;
    if (context.state !== "running") return null;
    const delay = Math.min(0.5, context.outputLatency || context.baseLatency || 0);
    return run.from / run.film.sampleRate + context.currentTime - delay - run.startsAt;
  }

  setVolume(volume) {
    this.volume = volume;
    if (this.run?.gain) this.run.gain.gain.setTargetAtTime(volume, this.context.currentTime, 0.01);
  }

  stop() {
    const { run, context } = this;
    if (!run) return;
    this.run = null;
    run.controller.abort();
    clearInterval(run.timer);
    run.waiting = [];
    if (!run.gain) return;
    // A short fade leaves no click.
    run.gain.gain.setTargetAtTime(0, context.currentTime, 0.004);
    const { sources, gain } = run;
    setTimeout(() => {
      for (const source of sources) { source.onended = null; source.stop(); source.disconnect(); }
      sources.clear();
      gain.disconnect();
    }, 40);
  }

  async pump(run) {
    if (run !== this.run || run.isFetching || run.next >= run.film.samples) return;
    const clock = run.from + (this.context.currentTime - run.startsAt) * run.film.sampleRate;
    if (run.next > clock + ahead * run.film.sampleRate) return;
    // What can no longer be heard is not fetched.
    if (run.next < clock) run.next = Math.min(run.film.samples, Math.ceil(clock));
    try {
      await this.fetchPiece(run, piece);
      this.pump(run);
    } catch (error) {
      if (!isAborted(error)) run.next = Math.min(run.film.samples, run.next + run.film.sampleRate * piece);
    }
  }

  async fetchPiece(run, seconds) {
    const first = run.next;
    const count = Math.min(run.film.samples - first, Math.round(seconds * run.film.sampleRate));
    if (count <= 0) return;
    run.isFetching = true;
    try {
      const samples = await server.sound(run.film.revision, first, count, run.controller.signal);
      if (run !== this.run || !samples.length) return;
      run.next = first + Math.floor(samples.length / run.film.channels);
      if (run.startsAt === null) run.waiting.push({ first, samples }); else this.schedule(run, first, samples);
    } finally {
      run.isFetching = false;
    }
  }

  schedule(run, first, samples) {
    const { sampleRate, channels } = run.film;
    const length = Math.floor(samples.length / channels);
    if (!length) return;
    const buffer = new AudioBuffer({ length, numberOfChannels: channels, sampleRate });
    for (let channel = 0; channel < channels; channel += 1) {
      const target = buffer.getChannelData(channel);
      for (let index = 0, from = channel; index < length; index += 1, from += channels) target[index] = samples[from];
    }
    const at = run.startsAt + (first - run.from) / sampleRate;
    const late = Math.max(0, this.context.currentTime - at);
    if (late >= length / sampleRate) return;
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(run.gain);
    source.onended = () => { run.sources.delete(source); source.disconnect(); };
    run.sources.add(source);
    if (late > 0) source.start(0, Math.ceil(late * sampleRate) / sampleRate); else source.start(at);
  }
}
