import Composition
import GStreamer
import MediaTime
import RenderPlan
import Synchronization

/// Gives the source frame of each output frame of one run: the one decoder of one stretch of one segment.
///
/// Selection happens here, on decoded frames, before anything is converted.
/// Threads: one at a time.
final class PictureFeeder {
  /// A decoded frame and its number in its track.
  struct Frame {
    /// The picture.
    var buffer: Buffer
    /// What the buffer holds.
    var caps: Caps
    /// The frame's number in the media track.
    var number: Int
  }

  private let run: SourceRun
  private let index: MediaIndex
  private let threads: Int
  private let cancellation: Cancellation
  private var reader: StreamReader
  private var current: Frame?
  private var counted = 0

  /// How many frames a decoder may be ahead.
  private static let capacity = 4

  /// Opens the run's media at its first frame; it begins to decode at once.
  ///
  /// - Throws: `RenderError` that names the clip.
  init(_ run: SourceRun, index: MediaIndex, threads: Int, cancellation: Cancellation) throws(RenderError) {
    self.run = run
    self.index = index
    self.threads = threads
    self.cancellation = cancellation
    reader = try translating(clip: run.clip) {
      try Self.open(run, index: index, threads: threads, lead: 0, cancellation: cancellation)
    }
  }

  /// Stops decoding.
  func close() {
    reader.close()
  }

  /// The source frame that output frame `outputFrame` shows. To be asked in order.
  ///
  /// - Throws: `RenderError` that names the clip and the source's time.
  func frame(at outputFrame: Int) throws(RenderError) -> Frame {
    let wanted = run.sourceFrame(at: outputFrame)
    if let current, current.number == wanted { return current }
    return try translating(clip: run.clip) { try find(wanted) }
  }

  private func find(_ wanted: Int) throws -> Frame {
    var attempts = 0
    while true {
      let found = try decode(upTo: wanted)
      if let found, found.number == wanted {
        current = found
        return found
      }
      // A seek may have landed too late: once more from further back, and at last from the beginning.
      attempts += 1
      guard current == nil, attempts < 3, index.videoAccess[run.source.trackIndex].isTimed else {
        throw missing(wanted)
      }
      reader.close()
      reader = try Self.open(
        run, index: index, threads: threads, lead: attempts == 1 ? 10_000_000_000 : .max, cancellation: cancellation)
    }
  }

  /// The frame numbered `wanted`, or the first one after it; nil at the end of the stream.
  private func decode(upTo wanted: Int) throws -> Frame? {
    while let decoded = try reader.next() {
      let number = try number(of: decoded)
      if number >= wanted { return Frame(buffer: decoded.buffer, caps: decoded.caps, number: number) }
    }
    return nil
  }

  private func number(of decoded: StreamReader.Decoded) throws -> Int {
    if case .still = run.facts.timing { return 0 }
    guard index.videoAccess[run.source.trackIndex].isTimed, let time = decoded.streamTime else {
      defer { counted += 1 }
      return counted
    }
    return run.facts.timing.nearestFrame(to: try Rational(time, 1_000_000_000) - index.zero)
  }

  private func missing(_ wanted: Int) -> RenderError {
    let time = (try? run.facts.timing.start(of: wanted))?.timecode ?? "?"
    return RenderError(
      .mediaUnreadable, "Frame \(wanted) of the media, at \(time), cannot be decoded.",
      remedy: "Check that the file plays from start to end; it may be damaged or cut short.", clip: run.clip)
  }

  private static func open(
    _ run: SourceRun, index: MediaIndex, threads: Int, lead: Int64, cancellation: Cancellation
  ) throws -> StreamReader {
    let address = index.videoAddress(run.source.trackIndex)
    let first = run.sourceFrame(at: run.frames.lowerBound)
    guard run.facts.timing != .still, index.videoAccess[run.source.trackIndex].isTimed else {
      return try StreamReader(address, from: nil, capacity: capacity, threads: threads, cancellation: cancellation)
    }
    let last = run.sourceFrame(at: run.frames.upperBound - 1)
    let window = try border(before: first, of: run, index)..<border(before: last + 1, of: run, index)
    // Inside the frame: no rounding of any container takes the place for one in the frame before.
    let start = try nanoseconds(first, of: run, zero: index.zero)
    let place = try start + min(1_000_000, (border(before: first + 1, of: run, index) - start) / 2)
    return try StreamReader(
      address, from: first == 0 || place <= lead ? nil : place - lead, capacity: capacity, threads: threads,
      cancellation: cancellation,
      within: StreamReader.Window(times: window, leaves: index.videoAccess[run.source.trackIndex].leaves))
  }

  /// The instant between frame `frame` and the one before it, in nanoseconds of stream time: half-way, so that no rounding
  /// of any container puts either on the wrong side of it.
  private static func border(before frame: Int, of run: SourceRun, _ index: MediaIndex) throws -> Int64 {
    guard frame < run.facts.timing.count else { return .max / 2 }
    guard frame > 0 else {
      // What an edit list hides is no frame, and lies a whole frame before the first that is.
      if let first = index.videoAccess[run.source.trackIndex].firstTime { return first - 500_000 }
      let first = try nanoseconds(0, of: run, zero: index.zero)
      guard run.facts.timing.count > 1 else { return first - 1_000_000_000 }
      return first - (try nanoseconds(1, of: run, zero: index.zero) - first) + 1_000
    }
    let before = try nanoseconds(frame - 1, of: run, zero: index.zero)
    return before + (try nanoseconds(frame, of: run, zero: index.zero) - before) / 2
  }

  private static func nanoseconds(_ frame: Int, of run: SourceRun, zero: Rational) throws -> Int64 {
    try (run.facts.timing.start(of: frame) + zero).floor(scaledBy: 1_000_000_000)
  }
}

extension FrameTiming {
  /// The frame whose start is nearest to `time`: which frame a decoded picture is, whose time a container has rounded.
  func nearestFrame(to time: Rational) -> Int {
    let frame = frame(at: time)
    guard frame + 1 < count, let start = try? start(of: frame), let next = try? self.start(of: frame + 1),
      let before = try? time - start, let after = try? next - time
    else { return frame }
    return after < before ? frame + 1 : frame
  }
}
