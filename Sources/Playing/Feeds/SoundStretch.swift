import EditingModel
import MediaTime
import Rendering
import TimeStretching

/// A stretch of an item that sounds at one rate: from a time on to an end, and in which pitch.
struct SoundStretch: Hashable, Sendable {
  /// Its beginning, in item time.
  var start: Rational
  /// Its end: before `start` backwards.
  var end: Rational
  /// The rate; not zero.
  var rate: Rational
  /// The treatment of pitch at rates other than 1 and −1.
  var pitch: TimePitch

  /// The first sample of the row that is heard; backwards the one after it.
  ///
  /// A sample m of the row sounds from m/rate on until the next one. Forwards, the first sample is the next one that
  /// begins at `start` or after it; backwards, the last one that ends at `start` or before it. So playing that stops in
  /// the middle of a sample and goes on there plays none twice.
  func first(on grid: SampleGrid) -> Int64 {
    let samples = (try? rate > .zero ? start.ceil(scaledBy: Int64(grid.rate)) : start.floor(scaledBy: Int64(grid.rate)))
    return samples ?? 0
  }

  /// Its duration in samples of the row.
  func sourceCount(on grid: SampleGrid) -> Int64 {
    if rate > .zero { return max(0, ((try? end.ceil(scaledBy: Int64(grid.rate))) ?? 0) - first(on: grid)) }
    return max(0, first(on: grid) - ((try? end.floor(scaledBy: Int64(grid.rate))) ?? 0))
  }

  /// The number of samples that are heard.
  func count(on grid: SampleGrid) -> Int64 {
    let source = sourceCount(on: grid)
    return (try? (Rational(source) / rate.magnitude).ceil()) ?? source
  }

  /// The delay of its first sample behind its beginning, in seconds of host time.
  func delay(on grid: SampleGrid) -> Rational {
    (try? (grid.time(of: first(on: grid)) - start) / rate) ?? .zero
  }

  /// The item time of the sample that is heard as number `count`, from 0.
  func time(of count: Int64, on grid: SampleGrid) -> Rational {
    let first = first(on: grid) - (rate > .zero ? 0 : 1)
    return (try? grid.time(of: first) + Rational(count) * rate / Rational(Int64(grid.rate))) ?? start
  }
}

/// The making of a stretch's samples, in order, from those of the row.
struct SoundMaker {
  /// The source of the row's samples.
  typealias Row = (Range<Int64>) throws -> [Double]

  private let channels: Int
  private let isForward: Bool
  private var kind: Kind
  /// The next sample of the row; backwards the one after it.
  private var position: Int64
  /// Samples that were read and not taken, backwards: the last first.
  private var reserve: [Double] = []

  private enum Kind {
    case same
    case tempo(TempoChange)
    case tape(Varispeed)
    case silence
  }

  /// Samples that are read at once backwards.
  private static let chunk: Int64 = 16_384
  /// The rates at which something is heard: those that AVFoundation's algorithms play.
  private static let audible = 1.0 / 32...32

  /// The samples of `stretch` of a row on `grid`.
  init(_ stretch: SoundStretch, on grid: SampleGrid, channels: Int) {
    self.channels = channels
    isForward = stretch.rate > .zero
    position = stretch.first(on: grid)
    let speed = stretch.rate.magnitude
    if speed == .one {
      kind = .same
    } else if !Self.audible.contains(speed.seconds) {
      kind = .silence
    } else if stretch.pitch == .preserve {
      let length = Int(clamping: stretch.count(on: grid))
      kind = .tempo(TempoChange(rate: speed, length: length, sampleRate: grid.rate, channels: channels))
    } else {
      let tape = Varispeed(rate: speed, channels: channels)
      position += Int64(tape.lead) * (isForward ? -1 : 1)
      kind = .tape(tape)
    }
  }

  /// The next `count` samples, interleaved.
  mutating func samples(_ count: Int, from row: Row) throws -> [Double] {
    switch kind {
    case .silence: return Array(repeating: 0, count: count * channels)
    case .same: return try pull(count, from: row)
    case .tempo(var change):
      kind = .silence
      let samples = try change.samples(count) { try pull($0, from: row) }
      kind = .tempo(change)
      return samples
    case .tape(var change):
      kind = .silence
      let samples = try change.samples(count) { try pull($0, from: row) }
      kind = .tape(change)
      return samples
    }
  }

  /// The row's next `count` samples in the direction of playing.
  private mutating func pull(_ count: Int, from row: Row) throws -> [Double] {
    if isForward {
      defer { position += Int64(count) }
      return try row(position..<position + Int64(count))
    }
    var samples: [Double] = []
    while samples.count < count * channels {
      if reserve.isEmpty {
        reserve = Self.reversed(try row(position - Self.chunk..<position), channels: channels)
        position -= Self.chunk
      }
      let taken = min(reserve.count, count * channels - samples.count)
      samples.append(contentsOf: reserve.prefix(taken))
      reserve.removeFirst(taken)
    }
    return samples
  }

  /// `samples` with the last first, the channels in their places.
  static func reversed(_ samples: [Double], channels: Int) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(samples.count)
    for start in stride(from: samples.count - channels, through: 0, by: -channels) {
      result.append(contentsOf: samples[start..<start + channels])
    }
    return result
  }
}
