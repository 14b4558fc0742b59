// The player: which frame is looked at, and how time passes while playing. The picture follows the clock of the sound.

import { state, tell, listen } from "./state.js";
import { announce } from "./elements.js";
import { texts } from "./texts.js";

const shuttleSpeeds = [1, 2, 4, 8];

export class Player {
  constructor(pictures, sound) {
    this.pictures = pictures;
    this.sound = sound;
    /** The frame under the playhead. */
    this.frame = 0;
    this.isPlaying = false;
    /** 1 is the film's own speed; negative runs backward. */
    this.rate = 1;
    this.droppedFrames = 0;
    this.run = null;
    this.wasSmooth = false;
    this.tick = this.tick.bind(this);
    listen("film", () => this.filmChanged());
  }

  get playing() { return this.isPlaying; }
  get shownFrame() { return this.pictures.shownFrame; }
  get lastFrame() { return Math.max(0, state.grid.count - 1); }
  get time() { return state.grid.time(this.frame); }

  /** The film's time in seconds, as the master clock says. */
  clock() {
    const { run } = this;
    if (!run?.isRunning) return state.grid.seconds(this.frame);
    const heard = run.hasSound ? this.sound.position : null;
    // Where the device stops for a moment, the machine's clock goes on from there.
    if (heard !== null) { run.base = heard; run.since = performance.now(); return Math.max(run.start, heard); }
    return run.base + (performance.now() - run.since) / 1000 * this.rate;
  }

  /** Puts the playhead on a frame; playing goes on from there. */
  seek(frame) {
    const target = Math.min(this.lastFrame, Math.max(0, Math.round(frame)));
    this.frame = target;
    if (this.isPlaying) this.play(this.rate, this.run?.end);
    else this.pictures.show(target);
    tell("frame", target);
  }

  step(frames) { this.pause(); this.seek(this.frame + frames); }

  toggle() { if (this.isPlaying) this.pause(); else this.play(); }

  /** Plays to the end, or to the frame `end`; resolves when it has begun. */
  async play(rate = 1, end = null) {
    if (!state.film || state.filmError) {
      if (state.filmError) announce(`${texts.picture.cannotRender}: ${state.filmError.message}`, "error");
      this.pause();
      return;
    }
    this.endRun();
    const { grid } = state;
    if (rate > 0 && this.frame >= this.lastFrame) this.frame = 0;
    const run = (this.run = {
      isRunning: false, end, hasSound: false, base: 0, since: 0, start: 0, lastDrawn: null, timer: 0,
      windowStart: 0, windowDrops: 0, wasEased: false, grace: 700,
      step: Math.max(1, Math.round(Math.abs(rate))),
    });
    if (!this.isPlaying) {
      this.droppedFrames = 0;
      this.tryLarger();
    }
    this.isPlaying = true;
    this.rate = rate;
    tell("playing");
    const start = grid.seconds(this.frame);
    const pictures = rate > 0 ? this.pictures.stream(this.frame, run.step) : Promise.resolve();
    const sound = rate === 1 ? this.sound.prepare(start) : Promise.resolve(false);
    const patience = new Promise((resolve) => setTimeout(resolve, 3000));
    [, run.hasSound] = await Promise.all([Promise.race([pictures, patience]), sound]);
    if (this.run !== run) return;
    if (run.hasSound) this.sound.start();
    run.start = run.base = start;
    run.since = run.windowStart = performance.now();
    run.isRunning = true;
    run.lastDrawn = null;
    requestAnimationFrame(this.tick);
    // A page that is not seen gets no pictures, but its sound ends where the film ends.
    run.timer = setInterval(() => document.hidden && this.tick(), 250);
  }

  /** Plays from the in point to the out point. */
  playMarked() {
    this.pause();
    this.frame = state.inPoint ?? 0;
    this.play(1, state.outPoint);
  }

  pause() {
    if (!this.isPlaying) return;
    const shown = this.pictures.shownFrame;
    // What was seen last is what the playhead rests on.
    if (this.run?.isRunning && shown !== null && Math.abs(shown - this.frame) < state.grid.rate) this.frame = shown;
    this.endRun();
    this.isPlaying = false;
    this.rate = 1;
    this.pictures.show(this.frame);
    tell("playing");
    tell("frame", this.frame);
  }

  /** J, K and L: backward, stop, forward; again is faster. */
  shuttle(direction) {
    if (!direction) { this.pause(); return; }
    const isSame = this.isPlaying && Math.sign(this.rate) === direction;
    const speed = isSame ? shuttleSpeeds[Math.min(shuttleSpeeds.length - 1, shuttleSpeeds.indexOf(Math.abs(this.rate)) + 1)] : 1;
    this.play(direction * speed);
  }

  endRun() {
    if (this.run) {
      clearInterval(this.run.timer);
      this.wasSmooth = this.run.isRunning && !this.run.wasEased;
    }
    this.run = null;
    this.pictures.stop();
    this.sound.stop();
  }

  tick() {
    const { run } = this;
    if (!run?.isRunning) return;
    const { grid } = state;
    const seconds = this.clock();
    const last = Math.min(this.lastFrame, run.end ?? this.lastFrame);
    if (this.rate > 0 && (run.end === null ? seconds >= grid.duration.seconds : grid.frameAt(seconds) > last)) return this.finish(last);
    if (this.rate < 0 && seconds <= 0) return this.finish(0);
    const wanted = Math.min(last, grid.frameAt(Math.max(0, seconds)));
    if (wanted !== this.frame) { this.frame = wanted; tell("frame", wanted); }
    if (this.rate > 0) this.follow(run, wanted);
    else if (this.pictures.wanted !== wanted && this.pictures.requests.length < 2) this.pictures.show(wanted);
    requestAnimationFrame(this.tick);
  }

  finish(frame) {
    this.endRun();
    this.isPlaying = false;
    this.rate = 1;
    this.frame = frame;
    this.pictures.show(frame);
    tell("playing");
    tell("frame", frame);
  }

  /** Draws what is due, counts what was left out, and asks for less where the machine cannot keep up. */
  follow(run, wanted) {
    if (document.hidden) { this.pictures.advance(wanted); run.lastDrawn = null; return; }
    const drawn = this.pictures.advance(wanted);
    if (drawn !== null) {
      const missed = run.lastDrawn === null ? 0 : Math.max(0, drawn - run.lastDrawn - Math.abs(Math.round(this.rate)));
      run.lastDrawn = drawn;
      if (missed) {
        this.droppedFrames += missed;
        // What was left out on purpose asks for nothing.
        run.windowDrops += Math.max(0, missed + Math.abs(Math.round(this.rate)) - run.step);
        tell("dropped", this.droppedFrames);
      }
    }
    const now = performance.now();
    const isBehind = this.pictures.isBehind(wanted, Math.max(3, state.grid.rate / 2) * run.step);
    const isPoor = now - run.windowStart > 1000 && run.windowDrops > state.grid.rate * (now - run.windowStart) / 1000 * 0.15;
    if ((isBehind && now > run.windowStart) || isPoor) this.ease(run, wanted);
    else if (now < run.windowStart) run.windowDrops = 0;
    if (now - run.windowStart > 1000) { run.windowStart = now; run.windowDrops = 0; }
  }

  /** A smaller picture, then fewer pictures; the stream begins anew a little ahead of the clock. */
  ease(run, wanted) {
    run.wasEased = true;
    // The stream that begins anew has a second to get going, and each time longer.
    run.grace *= 1.5;
    run.windowStart = performance.now() + run.grace;
    run.windowDrops = 0;
    if (this.pictures.size === "automatic" && this.pictures.level < 2) this.pictures.level += 1;
    else if (run.step < 4 * Math.abs(this.rate)) run.step *= 2;
    else if (!this.pictures.isBehind(wanted, state.grid.rate * 2)) return;
    const lead = Math.ceil(state.grid.rate * 0.3 * Math.abs(this.rate));
    if (wanted + lead < this.lastFrame) this.pictures.stream(wanted + lead, run.step);
    tell("dropped", this.droppedFrames);
  }

  /** After a run in which all came in time, the next larger size gets another chance, once with each text. */
  tryLarger() {
    const { pictures } = this;
    if (!pictures.level || !this.wasSmooth || pictures.triedWith === state.film.revision) return;
    pictures.triedWith = state.film.revision;
    pictures.level -= 1;
  }

  /** Another film under the same playhead: the time is kept. */
  filmChanged() {
    const { grid } = state;
    if (!state.film) {
      this.endRun();
      this.isPlaying = false;
      this.frame = 0;
      this.pictures.clear();
      tell("playing");
    } else {
      if (this.filmRate && Math.abs(this.filmRate - grid.rate) > 1e-9) this.frame = grid.frameAt(this.frame / this.filmRate + 1e-6);
      this.frame = Math.min(this.frame, this.lastFrame);
      if (this.isPlaying) this.play(this.rate, this.run?.end === null ? null : Math.min(this.run?.end ?? this.lastFrame, this.lastFrame));
      else this.pictures.show(this.frame);
    }
    this.filmRate = grid.rate;
    for (const mark of ["inPoint", "outPoint"]) if (state[mark] !== null) state[mark] = Math.min(state[mark], this.lastFrame);
    tell("frame", this.frame);
  }
}
