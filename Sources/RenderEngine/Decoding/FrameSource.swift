import EditingModel
import GStreamer
import MediaTime
import Rendering
import Synchronization

/// The source frames of one run, which decode with one decoder at a time.
///
/// Selection happens here, on decoded frames, before anything is converted. Frames in order come from one decoder; a
/// frame that lies before it, or after a key frame that decoding can jump to, comes from a new decoder that starts at
/// the key frame before it. Threads: one at a time.
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
  /// The run, from the frame at which the current decoder began.
  private var part: SourceRun
  private let index: MediaIndex
  private let threads: Int
  private let cancellation: Cancellation
  private var reader: any FrameReader
  private var current: Frame?
  /// The last output frame that was requested.
  private var lastOutputFrame: Int?
  /// Abandoned decoders that are being stopped.
  private var stopping: [BackgroundTask<Void>] = []
  private var counted = 0
  /// Whether everything is decoded, including what could be skipped.
  private var isThorough = false

  /// The shortest jump forward, in frames, for which starting a new decoder (some ten milliseconds) may pay off.
  private static let worthwhileJump = 12

  /// How many frames a decoder may be ahead.
  private static let capacity = 4

  /// Opens the run's media at output frame `outputFrame`; it begins to decode at once.
  ///
  /// - Throws: `RenderError` that names the clip.
  init(
    _ run: SourceRun, at outputFrame: Int, index: MediaIndex, threads: Int, cancellation: Cancellation
  ) throws(RenderError) {
    self.run = run
    let part = try translating(clip: run.clip) { try run.suffix(from: outputFrame) }
    self.part = part
    self.index = index
    self.threads = threads
    self.cancellation = cancellation
    reader = try translating(clip: run.clip) {
      try Self.open(
        part, at: part.sourceFrame(at: outputFrame), of: index, threads: threads, lead: nil,
        cancellation: cancellation)
    }
  }

  /// Stops decoding, on background threads.
  func close() -> [BackgroundTask<Void>] {
    stopping + [reader.close()]
  }

  /// The source frame that output frame `outputFrame` of the run shows.
  ///
  /// - Throws: `RenderError` that names the clip and the source's time.
  func frame(at outputFrame: Int) throws(RenderError) -> Frame {
    let wanted = run.sourceFrame(at: outputFrame)
    defer { lastOutputFrame = outputFrame }
    if let current, current.number == wanted { return current }
    return try translating(clip: run.clip) {
      if needsNewDecoder(for: outputFrame, showing: wanted) {
        part = try run.suffix(from: outputFrame)
        current = nil
        counted = 0
        isThorough = false
        try reopen(at: wanted, lead: nil)
      }
      return try find(wanted)
    }
  }

  /// Whether the decoder has passed source frame `wanted`, or would reach it later than one that starts at the key
  /// frame before it.
  private func needsNewDecoder(for outputFrame: Int, showing wanted: Int) -> Bool {
    guard let lastOutputFrame, outputFrame != lastOutputFrame + 1 else { return outputFrame < part.frames.lowerBound }
    if outputFrame < lastOutputFrame || outputFrame < part.frames.lowerBound { return true }
    let access = index.videoAccess[run.source.trackIndex]
    guard access.isTimed, let current, wanted > current.number + Self.worthwhileJump,
      let from = try? part.instant(inside: current.number, of: index),
      let to = try? part.instant(inside: wanted, of: index)
    else { return false }
    let next = access.keyTimes.partitioningIndex { $0 > from }
    return next < access.keyTimes.count && access.keyTimes[next] <= to
  }

  private func reopen(at wanted: Int, lead: Int64?) throws {
    stopping.append(reader.close())
    stopping.removeAll { (try? $0.value(within: .zero)) != nil }
    // On a thread of its own: an element that does not return from a state change holds up that thread alone.
    let (part, index, threads, cancellation) = (part, index, threads, cancellation)
    reader = try BackgroundTask(named: "open") {
      try Self.open(part, at: wanted, of: index, threads: threads, lead: lead, cancellation: cancellation)
    }.value(cancellation)
  }

  private func find(_ wanted: Int) throws -> Frame {
    var attempts = 0
    while true {
      let found = try decode(upTo: wanted)
      if let found, found.number == wanted {
        current = found
        return found
      }
      // The seek may have landed too late, or the picture refers to one that was skipped: retry from further back, then
      // from the beginning.
      attempts += 1
      guard current == nil || !isThorough, attempts < 3, index.videoAccess[run.source.trackIndex].isTimed else {
        throw missing(wanted)
      }
      isThorough = true
      try reopen(at: wanted, lead: attempts == 1 ? 10_000_000_000 : .max)
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

  /// A reader from frame `first` on; with `lead`, from that many nanoseconds before it and without skipping anything.
  private static func open(
    _ run: SourceRun, at first: Int, of index: MediaIndex, threads: Int, lead: Int64?, cancellation: Cancellation
  ) throws -> any FrameReader {
    let address = index.videoAddress(run.source.trackIndex)
    if let pictures = try address.pictureReader(of: run, from: first, index: index, cancellation: cancellation) {
      return pictures
    }
    guard run.facts.timing != .still, index.videoAccess[run.source.trackIndex].isTimed else {
      return try StreamReader(address, from: nil, capacity: capacity, threads: threads, cancellation: cancellation)
    }
    let instant = try run.instant(inside: first, of: index)
    let start = first == 0 || instant <= lead ?? 0 ? nil : instant - (lead ?? 0)
    return try StreamReader(
      address, from: index.keepsTimes ? start : nil, capacity: capacity, threads: threads, cancellation: cancellation,
      wanting: FrameFilter(run, of: index, isThorough: lead != nil, from: index.keepsTimes ? nil : start))
  }
}
