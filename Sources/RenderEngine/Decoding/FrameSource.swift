import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
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
    /// The caps of the buffer.
    var caps: Caps
    /// The frame's number in the media track.
    var number: Int
    /// The fault that the decoder found in it; nil where there was none.
    var damage: String?
  }

  /// The output frames that are asked for next, if that is known: nothing that none of them needs is decoded.
  var expected: [Int]
  private let run: SourceRun
  /// The only frames that the current decoder delivers; nil where it delivers all.
  private var selection: FrameSelection?
  /// The run, from the frame at which the current decoder began.
  private var part: SourceRun
  /// The source frame for which the current decoder was opened.
  private var opened = 0
  private let index: MediaIndex
  /// With how many threads everything is decoded.
  private let threads: Int
  /// With how many at least, whatever is decoded.
  private var fewestThreads = 1
  private let cancellation: Cancellation
  /// The decoder; nil where damage is kept and none can be opened.
  private var reader: (any FrameReader)?
  private var current: Frame?
  /// The frame that was given away, and is decoded anew if it is asked for again.
  private var handedOutFrame: Int?
  /// The last output frame that was requested.
  private var lastOutputFrame: Int?
  /// Abandoned decoders that are being stopped.
  private var stopping: [BackgroundTask<Void>] = []
  private var counted = 0
  /// Whether everything is decoded, including what could be skipped.
  private var decodesEverything = false
  /// A decoded frame that lies after the last wanted one.
  private var ahead: Frame?
  /// The wanted frame at which the decoder ended early; nil while it goes on.
  private var endedAt: Int?
  /// The framework's words for why it ended.
  private var failure: String?
  /// The record of damage, with its policy.
  private let damage: DamageRecord
  /// Whether something could not be decoded, or was cancelled: then the next reader begins anew.
  private(set) var hasFailed = false

  /// The shortest jump forward, in frames, for which starting a new decoder (some ten milliseconds) may pay off.
  private static let worthwhileJump = 12

  /// The frames that are shown too long, since those after them are missing; empty where damage is refused.
  private let framesBeforeLosses: Set<Int>

  /// Limit of the frames that a decoder may be ahead.
  private static let capacity = 4

  /// From how far before a frame that is missing or damaged it is decoded again, in nanoseconds, whatever the codec.
  private static let leads: [Int64] = [10_000_000_000, 60_000_000_000, .max]

  /// Opens the run's media at output frame `outputFrame`; it begins to decode at once. Of the output frames `expected`, if
  /// there are any, it is known that they are asked for next.
  ///
  /// - Throws: `RenderError` that names the clip.
  init(
    _ run: SourceRun, at outputFrame: Int, expecting expected: [Int], index: MediaIndex, damage: DamageRecord,
    threads: Int, cancellation: Cancellation
  ) throws(RenderError) {
    self.run = run
    self.expected = expected
    self.damage = damage
    let part = try translating(clip: run.clip) { try run.suffix(from: outputFrame) }
    self.part = part
    self.index = index
    framesBeforeLosses = Set(
      index.videoAccess[run.source.trackIndex].lossTimes.compactMap { time in
        (try? Rational(time, 1_000_000_000) - index.zero).map { run.facts.timing.nearestFrame(to: $0) - 1 }
      })
    self.threads = threads
    let cancellation = Cancellation(partOf: cancellation)
    self.cancellation = cancellation
    try translating(clip: run.clip) {
      do {
        let first = part.sourceFrame(at: outputFrame)
        opened = first
        selection = expectedFrames(from: first)
        reader = try Self.open(
          part, at: first, of: index, threads: decodingThreads, selecting: selection, lead: nil,
          cancellation: cancellation)
      } catch let error as GStreamerError where damage.policy == .keep {
        failure = error.message
      }
    }
  }

  /// Goes on for another reader, whose work is `cancellation`'s.
  func resume(for cancellation: Cancellation) { self.cancellation.become(partOf: cancellation) }

  /// Stops decoding, on background threads.
  func close() -> [BackgroundTask<Void>] {
    stopping + [reader?.close()].compactMap(\.self)
  }

  /// As `frame(at:)`; where no other output frame shows the source frame, its buffer is kept no longer: it is the
  /// caller's alone.
  func takeFrame(at outputFrame: Int) throws(RenderError) -> (frame: Frame, isExclusive: Bool) {
    let isRepeated = current?.number == run.sourceFrame(at: outputFrame)
    let frame = try frame(at: outputFrame)
    let next = outputFrame + 1
    // Where damage is kept, a frame may have to be shown instead of those after it.
    // Where it is known what is asked for, as for images, the frame may be asked for once more, in a changed edit.
    guard damage.policy != .keep, !isRepeated, expected.isEmpty,
      !run.frames.contains(next) || run.sourceFrame(at: next) != frame.number
    else { return (frame, false) }
    current = nil
    handedOutFrame = frame.number
    return (frame, true)
  }

  /// The source frame that output frame `outputFrame` of the run shows.
  ///
  /// - Throws: `RenderError` that names the clip and the source's time.
  func frame(at outputFrame: Int) throws(RenderError) -> Frame {
    let wanted = run.sourceFrame(at: outputFrame)
    defer { lastOutputFrame = outputFrame }
    if let current, current.number == wanted { return current }
    hasFailed = true
    let found = try translating(clip: run.clip) {
      if needsNewDecoder(for: outputFrame, showing: wanted) {
        part = try run.suffix(from: outputFrame)
        (current, handedOutFrame) = (nil, nil)
        counted = 0
        try reopen(at: wanted, lead: nil)
      }
      let found = try find(wanted)
      if mayBeCorrupt(wanted) {
        damage.note(
          Int64(wanted)..<Int64(wanted) + 1, of: .video, run.source,
          cause: "A checksum of the file is wrong; the picture is shown as it was decoded.")
      }
      if framesBeforeLosses.contains(wanted) {
        damage.note(Int64(wanted)..<Int64(wanted) + 1, of: .video, run.source, cause: "Frames after it are missing.")
      }
      return found
    }
    hasFailed = false
    return found
  }

  /// Whether a checksum says that frame `number` may be another one than was written.
  private func mayBeCorrupt(_ number: Int) -> Bool {
    let times = index.videoAccess[run.source.trackIndex].suspectTimes
    guard !times.isEmpty, let time = try? part.instant(inside: number, of: index) else { return false }
    return times.contains { $0.contains(time) }
  }

  /// Whether the decoder has passed source frame `wanted`, or would reach it later than one that starts at the key
  /// frame before it.
  private func needsNewDecoder(for outputFrame: Int, showing wanted: Int) -> Bool {
    let access = index.videoAccess[run.source.trackIndex]
    if access.part(ofFrame: wanted) != access.part(ofFrame: opened) { return true }
    if let selection, !selection.frames.contains(wanted) { return true }
    guard let lastOutputFrame, outputFrame != lastOutputFrame + 1 else { return outputFrame < part.frames.lowerBound }
    if outputFrame < lastOutputFrame || outputFrame < part.frames.lowerBound || wanted == handedOutFrame { return true }
    guard access.isTimed, let last = current?.number ?? handedOutFrame, wanted > last + Self.worthwhileJump,
      let from = try? part.instant(inside: last, of: index),
      let to = try? part.instant(inside: wanted, of: index)
    else { return false }
    let next = access.keyTimes.partitioningIndex { $0 > from }
    return next < access.keyTimes.count && access.keyTimes[next] <= to
  }

  /// The only frames that a decoder has to deliver that begins with frame `first`; nil where that is not known, or where what is shown
  /// depends on other frames: those beside a field, and where damage is kept those before it.
  private func expectedFrames(from first: Int) -> FrameSelection? {
    guard damage.policy != .keep, !run.facts.isInterlaced, index.videoAccess[run.source.trackIndex].isTimed else {
      return nil
    }
    let frames = expected.filter(run.frames.contains).map(run.sourceFrame).filter { $0 >= first }
    return frames.contains(first) ? FrameSelection(Set(frames)) : nil
  }

  /// With how many threads the current decoder decodes: one that has several gives a picture only once it has the packets of
  /// the next ones, which are not wanted where few frames are expected. Where damage was found, it has one if only then it is known
  /// which packet a decoder speaks of.
  private var decodingThreads: Int {
    if decodesEverything, !DecoderErrors.nameTheirPackets { return 1 }
    return max(fewestThreads, (selection?.frames.count ?? .max) < 4 ? 1 : threads)
  }

  private func reopen(at wanted: Int, lead: Int64?) throws {
    decodesEverything = lead != nil
    opened = wanted
    let selection = lead == nil ? expectedFrames(from: wanted) : nil
    self.selection = selection
    (ahead, endedAt, failure) = (nil, nil, nil)
    if let reader { stopping.append(reader.close()) }
    reader = nil
    stopping.removeAll { (try? $0.value(within: .zero)) != nil }
    // On a thread of its own: an element that does not return from a state change holds up that thread alone.
    let (part, index, threads, cancellation) = (part, index, decodingThreads, cancellation)
    do {
      reader = try BackgroundTask(named: "open") {
        try Self.open(
          part, at: wanted, of: index, threads: threads, selecting: selection, lead: lead, cancellation: cancellation)
      }.value(cancellation)
    } catch let error as GStreamerError where damage.policy == .keep {
      failure = error.message
    }
  }

  private func find(_ wanted: Int) throws -> Frame {
    if let endedAt, canRestart(after: endedAt, for: wanted) { try reopen(at: wanted, lead: nil) }
    var attempt = 0
    while true {
      let found = try decode(upTo: wanted)
      if let found, found.number == wanted, found.damage == nil {
        current = found
        return found
      }
      let access = index.videoAccess[run.source.trackIndex]
      if attempt == 0, access.isTimed, access.codec.needsTwoThreadsForOpenGOP, fewestThreads == 1, decodingThreads == 1
      {
        fewestThreads = 2
        try reopen(at: wanted, lead: nil)
        continue
      }
      // The seek may have landed too late, or the picture refers to one that was skipped: retry from further back.
      let leads = leads(for: wanted)
      guard mayRetry(attempt, of: leads.count), access.isTimed else {
        return try substitute(for: wanted, found: found)
      }
      try reopen(at: wanted, lead: leads[attempt])
      attempt += 1
    }
  }

  /// Whether a frame that was not found intact in attempt number `attempt` may be in another of `count`.
  private func mayRetry(_ attempt: Int, of count: Int) -> Bool {
    if decodesEverything, attempt == 0 { return false }
    // From the start of a long file only where there is nothing to show instead.
    return attempt < count - (damage.policy == .keep && current == nil ? 0 : 1)
  }

  // QUIRK: H.264: `avdec_h264` gives nothing of an open group of pictures in which it begins, whatever its threads, where several
  // pictures are missing before it. In: GStreamer 1.26. Test: "any frame of a film is the one that comes in order".
  /// From how far before frame `wanted` it is decoded again, in nanoseconds, one after the other: at first from a group earlier, where
  /// a decoder gives the pictures of an open group only if it has not begun there.
  private func leads(for wanted: Int) -> [Int64] {
    let access = index.videoAccess[run.source.trackIndex]
    guard access.codec.needsTwoThreadsForOpenGOP, let instant = try? part.instant(inside: wanted, of: index) else {
      return Self.leads
    }
    let next = access.keyTimes.partitioningIndex { $0 > instant }
    guard next > 1 else { return Self.leads }
    let lead = instant.subtractingReportingOverflow(access.keyTimes[next - 2])
    return !lead.overflow && Self.leads.allSatisfy { $0 > lead.partialValue }
      ? [lead.partialValue] + Self.leads : Self.leads
  }

  /// The replacement for frame `wanted`, for which the decoder made `found`: that frame with damage, or the next one.
  ///
  /// - Throws: the damage as an error, where it is refused.
  private func substitute(for wanted: Int, found: Frame?) throws -> Frame {
    let cause = found.flatMap { $0.number == wanted ? $0.damage : nil }
    guard damage.policy == .keep else { throw damaged(wanted, cause: cause ?? failure) }
    damage.note(
      Int64(wanted)..<Int64(wanted) + 1, of: .video, run.source, cause: cause ?? failure ?? "There is no such frame.")
    if let found, found.number > wanted { ahead = found }
    if let current { return current }
    // Nothing precedes it: the first that can be decoded.
    var first = ahead ?? found
    while first?.damage != nil {
      ahead = nil
      first = try decode(upTo: wanted)
    }
    guard let first else { throw damaged(wanted, cause: cause ?? failure) }
    ahead = first
    return first
  }

  /// The frame numbered `wanted`, or the first one after it; nil at the end of the stream.
  private func decode(upTo wanted: Int) throws -> Frame? {
    if let found = ahead, found.number >= wanted { return found }
    if let passed = ahead { keep(passed) }
    ahead = nil
    do {
      while let decoded = try reader?.next() {
        var frame = Frame(
          buffer: decoded.buffer, caps: decoded.caps, number: try number(of: decoded), damage: decoded.damage)
        if let loss = index.videoAccess[run.source.trackIndex].firstLoss, frame.number >= loss {
          frame.damage = frame.damage ?? "Frames before it are missing."
        }
        if frame.number >= wanted { return frame }
        keep(frame)
      }
    } catch let error as GStreamerError where damage.policy == .keep || selection != nil {
      failure = error.message
    }
    endedAt = endedAt ?? wanted
    return nil
  }

  /// Keeps `frame`, which precedes the wanted one, to be shown where that is damaged.
  private func keep(_ frame: Frame) {
    guard damage.policy == .keep, frame.damage == nil, frame.number > current?.number ?? -1 else { return }
    current = frame
  }

  /// Whether a decoder that ended at frame `end` can go on at a key frame after it, for frame `wanted`.
  private func canRestart(after end: Int, for wanted: Int) -> Bool {
    let access = index.videoAccess[run.source.trackIndex]
    guard access.isTimed, let restart = try? part.instant(inside: wanted, of: index) else { return false }
    guard !access.keyTimes.isEmpty else { return wanted > end }
    let ended = (try? part.instant(inside: end, of: index)) ?? .max
    return access.keyTimes.contains { ended < $0 && $0 <= restart }
  }

  private func number(of decoded: StreamReader.Decoded) throws -> Int {
    if case .still = run.facts.timing { return 0 }
    guard index.videoAccess[run.source.trackIndex].isTimed, let time = decoded.streamTime else {
      defer { counted += 1 }
      return counted
    }
    let nearest = run.facts.timing.nearestFrame(to: try Rational(time, 1_000_000_000) - index.zero)
    let access = index.videoAccess[run.source.trackIndex]
    guard let part = access.part(ofFrame: opened) else { return nearest }
    // A part may begin inside of a frame, which is nearer to the part before.
    return max(access.frames(ofPart: part).lowerBound, nearest)
  }

  private func damaged(_ wanted: Int, cause: String?) -> RenderError {
    let time = (try? run.facts.timing.start(of: wanted))?.timecode ?? "?"
    return RenderError(
      .mediaUnreadable,
      "Frame \(wanted) of the media, at \(time), cannot be decoded: the file is damaged or cut short.",
      remedy: DamagePolicy.remedy, clip: run.clip, underlying: cause)
  }

  /// A reader from frame `first` on, of the frames of `selection` alone if there is one; with `lead`, from that many
  /// nanoseconds before it and without skipping anything.
  private static func open(
    _ run: SourceRun, at first: Int, of index: MediaIndex, threads: Int, selecting selection: FrameSelection?,
    lead: Int64?, cancellation: Cancellation
  ) throws -> any FrameReader {
    let address = index.videoAddress(run.source.trackIndex)
    if let pictures = try address.pictureReader(of: run, from: first, index: index, cancellation: cancellation) {
      return pictures
    }
    guard run.facts.timing != .still, index.videoAccess[run.source.trackIndex].isTimed else {
      // It is decoded once, and not again where damage is found.
      let threads = DecoderErrors.nameTheirPackets ? threads : 1
      return try StreamReader(address, from: nil, capacity: capacity, threads: threads, cancellation: cancellation)
    }
    let instant = try run.instant(inside: first, of: index)
    let access = index.videoAccess[run.source.trackIndex]
    let part = access.part(ofFrame: first)
    let start = first == 0 || instant <= lead ?? 0 ? nil : instant - (lead ?? 0)
    // Demuxers may begin long before the place that they are sent to.
    let filter = try FrameFilter(
      run, of: index, decodesEverything: lead != nil, keepsEarlier: lead != nil, selecting: selection, from: start,
      part: part)
    var entered = start.map { index.videoAddress(run.source.trackIndex, from: $0) } ?? address
    if let part { entered.stored = access.parts[part].stored }
    let entrance = try index.entrance(of: entered, at: index.keepsTimes ? start : nil)
    return try StreamReader(
      entrance.address, from: entrance.start, capacity: capacity, threads: threads, cancellation: cancellation,
      wanting: filter)
  }
}
