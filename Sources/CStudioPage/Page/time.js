// Exact times: fractions of whole numbers of any size, and the frames of a film.

const greatestCommonDivisor = (a, b) => {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
};

/** An exact number of seconds. */
export class Time {
  /** `numerator / denominator`, reduced; both are BigInt, the denominator is above 0. */
  constructor(numerator, denominator = 1n) {
    if (denominator === 0n) throw new RangeError("A time has no denominator 0.");
    const sign = denominator < 0n ? -1n : 1n;
    const divisor = greatestCommonDivisor(numerator, denominator) || 1n;
    this.numerator = (sign * numerator) / divisor;
    this.denominator = (sign * denominator) / divisor;
  }

  static zero = new Time(0n);

  /** Reads "27/2", "2.8", "-3", a clock ("1:02.5", "00:01:02.500") or a number; null where it is none of them. */
  static read(value) {
    if (value instanceof Time) return value;
    const text = String(value ?? "").trim().replace(/s$/, "");
    const fraction = /^([+-]?\d+)\/(\d+)$/.exec(text);
    if (fraction) return BigInt(fraction[2]) === 0n ? null : new Time(BigInt(fraction[1]), BigInt(fraction[2]));
    const clock = /^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text);
    if (clock) {
      const whole = new Time(BigInt(clock[1] ?? 0) * 3600n + BigInt(clock[2]) * 60n);
      return whole.plus(Time.read(clock[3]));
    }
    const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
    if (!decimal || !(decimal[2] || decimal[3])) return null;
    const digits = decimal[3] ?? "";
    const magnitude = BigInt((decimal[2] || "0") + digits) * (decimal[1] === "-" ? -1n : 1n);
    const exponent = Number(decimal[4] ?? 0) - digits.length;
    return exponent < 0 ? new Time(magnitude, 10n ** BigInt(-exponent)) : new Time(magnitude * 10n ** BigInt(exponent));
  }

  /** Reads a time of which the caller knows that it is one. */
  static of(value) {
    const time = Time.read(value);
    if (!time) throw new TypeError(`“${value}” is no time.`);
    return time;
  }

  /** The time nearest to a number of seconds, in microseconds. */
  static near(seconds) { return new Time(BigInt(Math.round(seconds * 1e6)), 1000000n); }

  plus(other) {
    return new Time(this.numerator * other.denominator + other.numerator * this.denominator, this.denominator * other.denominator);
  }
  minus(other) { return this.plus(other.negated()); }
  negated() { return new Time(-this.numerator, this.denominator); }
  times(other) { return new Time(this.numerator * other.numerator, this.denominator * other.denominator); }
  over(other) { return new Time(this.numerator * other.denominator, this.denominator * other.numerator); }
  compare(other) {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  equals(other) { return this.compare(other) === 0; }
  isBefore(other) { return this.compare(other) < 0; }
  isAfter(other) { return this.compare(other) > 0; }
  get isZero() { return this.numerator === 0n; }

  /** Between both bounds; a bound that is null does not bind, and the lower one wins. */
  clamped(lowest, highest) {
    if (lowest && this.isBefore(lowest)) return lowest;
    return highest && this.isAfter(highest) ? (lowest && highest.isBefore(lowest) ? lowest : highest) : this;
  }

  /** The nearest whole multiple of `step`. */
  rounded(step) {
    const ratio = this.over(step);
    const twice = 2n * ratio.denominator;
    const sum = 2n * ratio.numerator + ratio.denominator;
    const quotient = sum >= 0n ? sum / twice : -((-sum + twice - 1n) / twice);
    return new Time(quotient * step.numerator, step.denominator);
  }

  /** As a floating-point number: for drawing, never for an edit. */
  get seconds() {
    const whole = this.numerator / this.denominator;
    return Number(whole) + Number(this.numerator - whole * this.denominator) / Number(this.denominator);
  }

  /** How many digits behind the point say the time exactly; null where none do. */
  get decimalPlaces() {
    let rest = this.denominator, places = 0;
    while (rest % 10n === 0n) { rest /= 10n; places += 1; }
    let twos = 0, fives = 0;
    while (rest % 2n === 0n) { rest /= 2n; twos += 1; }
    while (rest % 5n === 0n) { rest /= 5n; fives += 1; }
    return rest === 1n ? places + Math.max(twos, fives) : null;
  }

  /** As an edit says it: "2.8" where six digits do, else "27/31". */
  toString() {
    const places = this.decimalPlaces;
    if (places === null || places > 6) return `${this.numerator}/${this.denominator}`;
    const sign = this.numerator < 0n ? "-" : "";
    const scaled = String((sign ? -this.numerator : this.numerator) * 10n ** BigInt(places) / this.denominator);
    if (places === 0) return sign + scaled;
    const padded = scaled.padStart(places + 1, "0");
    return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
  }

  /** As a project's text says it: a number where six digits do. */
  get value() {
    const text = this.toString();
    return text.includes("/") ? text : Number(text);
  }

  /** For people: seconds with at most three digits behind the point. */
  get short() { return String(Math.round(this.seconds * 1000) / 1000); }
}

export const earlier = (a, b) => (a.isBefore(b) ? a : b);
export const later = (a, b) => (a.isAfter(b) ? a : b);

/** Seconds as "1:02.50"; hours where there are any. */
export function clockText(seconds, digits = 2) {
  const unit = 10 ** digits;
  const ticks = Math.round(Math.max(0, seconds) * unit);
  const whole = Math.floor(ticks / unit);
  const tail = digits ? "." + String(ticks % unit).padStart(digits, "0") : "";
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, String(whole % 60).padStart(2, "0")];
  return (hours ? `${hours}:${String(minutes).padStart(2, "0")}` : `${minutes}`) + `:${rest}${tail}`;
}

/** The frames of a film: which time each has, and which is shown at a time. */
export class Grid {
  constructor(film) {
    this.count = film?.frames ?? 0;
    this.duration = film ? Time.of(film.duration) : Time.zero;
    this.step = film?.frameDuration ? Time.of(film.frameDuration) : null;
    // The list also says where the last frame ends.
    this.list = this.count && film.times?.length ? film.times.slice(0, this.count).map(Number) : null;
    if (film && !this.count) {
      // Sound alone is looked at as if it had pictures.
      this.step = new Time(1n, 25n);
      this.count = Math.ceil(this.duration.seconds * 25);
    }
  }

  /** Frames a second: the usual number where each has its own time. */
  get rate() {
    if (this.step) return 1 / this.step.seconds;
    return this.count && this.duration.seconds ? this.count / this.duration.seconds : 25;
  }

  /** The time by which an edit is nudged. */
  get nudge() { return this.step ?? Time.near(1 / this.rate); }

  seconds(frame) {
    if (this.list) return this.list[Math.min(frame, this.list.length - 1)] ?? 0;
    return frame * (this.step ? this.step.seconds : 1 / this.rate);
  }

  time(frame) { return this.step ? this.step.times(new Time(BigInt(frame))) : Time.near(this.seconds(frame)); }

  /** The frame that is shown at a number of seconds. */
  frameAt(seconds) {
    if (!this.count) return 0;
    if (!this.list) return Math.min(this.count - 1, Math.max(0, Math.floor(seconds * this.rate + 1e-6)));
    let [low, high] = [0, this.list.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.list[middle] <= seconds + 1e-9) low = middle; else high = middle - 1;
    }
    return low;
  }

  /** The nearest time at which a frame begins. */
  round(seconds) {
    if (this.step) return Time.near(seconds).rounded(this.step);
    if (!this.list) return Time.near(seconds).rounded(Time.of("1/100"));
    const frame = this.frameAt(seconds);
    const next = this.list[frame + 1];
    return Time.near(next !== undefined && next - seconds < seconds - this.list[frame] ? next : this.list[frame]);
  }

  /** "0:02:11": minutes, seconds and frames; hundredths where frames have times of their own. */
  timecode(frame) {
    const seconds = this.seconds(frame);
    if (!this.step) return clockText(seconds);
    const second = Math.floor(seconds + 1e-6);
    const within = Math.round((seconds - second) * this.rate);
    return `${clockText(second, 0)}:${String(within).padStart(2, "0")}`;
  }
}
