import EditingModel
import GStreamer
import MediaTime
import Rendering
import Synchronization

/// Gives the source frame of each output frame of one run: the one decoder of one stretch of one segment.
///
/// Selection happens here, on decoded frames, before anything is converted.
/// Threads: one at a time.
final class FrameSource {
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
  /// Whether everything is decoded, also what could be passed over.
  private var isThorough = false

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
      try Self.open(
        run, at: run.sourceFrame(at: run.frames.lowerBound), of: index, threads: threads, lead: nil,
        cancellation: cancellation)
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
      // A seek may have landed too late, or a picture lean on one that was passed over: once more from further back, and
      // at last from the beginning.
      attempts += 1
      guard current == nil || !isThorough, attempts < 3, index.videoAccess[run.source.trackIndex].isTimed else {
        throw missing(wanted)
      }
      isThorough = true
      reader.close()
      reader = try Self.open(
        run, at: wanted, of: index, threads: threads, lead: attempts == 1 ? 10_000_000_000 : .max,
        cancellation: cancellation)
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

  /// A reader from frame `first` on; from `lead` nanoseconds before it, and then nothing is passed over.
  private static func open(
    _ run: SourceRun, at first: Int, of index: MediaIndex, threads: Int, lead: Int64?, cancellation: Cancellation
  ) throws -> StreamReader {
    let address = index.videoAddress(run.source.trackIndex)
    guard run.facts.timing != .still, index.videoAccess[run.source.trackIndex].isTimed else {
      return try StreamReader(address, from: nil, capacity: capacity, threads: threads, cancellation: cancellation)
    }
    let place = try run.place(inside: first, of: index)
    return try StreamReader(
      address, from: first == 0 || place <= lead ?? 0 ? nil : place - (lead ?? 0), capacity: capacity,
      threads: threads, cancellation: cancellation,
      wanting: FrameFilter(run, of: index, isThorough: lead != nil))
  }
}
