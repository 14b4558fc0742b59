import Containers
import EditingModel
package import GStreamer
import MediaTime
package import Rendering
import Synchronization

/// Selects the pictures of a stream that a run shows, and the packets that must be decoded for them.
///
/// ```
///  packets   K▫▪▫▪▫▪▫▪▫K▫▪▫▪▫▪▫▪▫K▫▪▫▪▫▪▫▪▫      K key frames, ▪ reference frames, ▫ disposable frames
///  shown          ▲                   ▲           in fast motion few are
///  decoded   K·▪·▪▫▪·▪·----------K·▪·▪▫▪·▪·      no disposable frame and no group of pictures without a shown one
/// ```
package struct FrameFilter: Sendable {
  private let run: SourceRun
  /// The stream time at the asset's time zero.
  private let zero: Rational
  /// The range of stream time, in nanoseconds, in which the run's pictures are presented.
  private let times: Range<Int64>
  private let keyTimes: [Int64]
  /// Whether pictures between two shown ones are skipped. Never for interlaced media, whose deinterlacer reads
  /// neighbors.
  private let skipsUnshown: Bool
  /// The only frames that are wanted; nil for all that the run shows.
  private let selection: FrameSelection?
  /// The key frame before which no packet is decoded; nil for the first.
  private let start: Start?

  /// A key frame that a stream has to reach first that is read from its beginning, or from where a seek has led.
  private final class Start: Sendable {
    let time: Int64
    let isReached = Atomic(false)

    init(_ time: Int64) { self.time = time }
  }

  /// Tolerance of a key frame's time behind a seek, in nanoseconds: a container's rounding.
  private static let rounding: Int64 = 1_000_000

  /// The filter for `run` of the media that `index` describes, whose frames must carry their times. With `decodesEverything`
  /// nothing is skipped, and with `keepsEarlier` the pictures before the run's first are delivered as well; with `selection`,
  /// its frames alone, and nothing is decoded after the last packet that holds one of them. Nothing is
  /// decoded before the key frame at `start` or before it, in nanoseconds of stream time. Of media that are shown in several parts,
  /// those of `part` pass.
  package init(
    _ run: SourceRun, of index: MediaIndex, decodesEverything: Bool, keepsEarlier: Bool = false,
    selecting selection: FrameSelection? = nil, from start: Int64? = nil, part: Int? = nil
  ) throws {
    self.selection = selection
    let access = index.videoAccess[run.source.trackIndex]
    self.run = run
    zero = index.zero
    let first = run.sourceFrame(at: run.frames.lowerBound)
    let last = run.sourceFrame(at: run.frames.upperBound - 1)
    keyTimes = access.keyTimes
    if let part {
      // Frames decoded for its first frame are shown at other times, if at all.
      let frames = access.frames(ofPart: part)
      let begin = first > frames.lowerBound && !keepsEarlier ? try run.border(before: first, index) : .min
      let lower = max(begin, access.parts[part].firstTime - 500_000)
      times = lower..<max(lower, try run.border(before: min(last + 1, frames.upperBound), index))
      (self.start, skipsUnshown) = (nil, false)
      return
    }
    times = try run.border(before: keepsEarlier ? 0 : first, index)..<run.border(before: last + 1, index)
    let next = start.map { start in access.keyTimes.partitioningIndex { $0 > start } } ?? 0
    self.start = next > 1 ? Start(access.keyTimes[next - 1] - Self.rounding) : nil
    skipsUnshown = !decodesEverything && !run.facts.isInterlaced && last - first >= run.frames.count
  }

  /// Whether a decoded picture presented at `time`, in nanoseconds of stream time, passes, is dropped or ends the
  /// stream.
  package func verdict(onPictureAt time: Int64) -> Pad.ProbeVerdict {
    guard time < times.upperBound else { return .end }
    return isShown(time) ? .pass : .drop
  }

  /// Whether `packet` of a stream described by `caps`, presented at `time`, is decoded, dropped, or ends the stream: then
  /// the decoder gives out at once what it has.
  func verdict(onPacket packet: Buffer, of caps: Caps?, at time: Int64) -> Pad.ProbeVerdict {
    if let selection {
      if selection.isComplete { return .end }
      if times.contains(time), let frame = try? frame(at: time) { selection.note(frame) }
    }
    return mustDecode(packet, of: caps, at: time) ? .pass : .drop
  }

  /// Whether `packet` of a stream described by `caps`, presented at `time`, must be decoded.
  func mustDecode(_ packet: Buffer, of caps: Caps?, at time: Int64) -> Bool {
    if let start, !start.isReached.load(ordering: .relaxed) {
      guard packet.isKeyframe, time >= start.time else { return false }
      start.isReached.store(true, ordering: .relaxed)
    }
    if isShown(time) { return true }
    if let caps, DisposableFrames(streamCaps: caps)?.contain(packet) == true { return false }
    guard skipsUnshown, let group = group(at: time) else { return true }
    // Pictures presented before a key frame may be decoded after it, and refer to it.
    return showsAny(of: group) || keyTimes[group] == time && group > 0 && showsAny(of: group - 1)
  }

  private func isShown(_ time: Int64) -> Bool {
    guard times.contains(time) else { return false }
    if let selection { return (try? frame(at: time)).map(selection.frames.contains) ?? true }
    guard skipsUnshown, let frame = try? frame(at: time) else { return true }
    return run.firstFrameShown(from: frame) == frame
  }

  /// The last key frame presented at or before `time`.
  private func group(at time: Int64) -> Int? {
    let next = keyTimes.partitioningIndex { $0 > time }
    return next > 0 ? next - 1 : nil
  }

  /// Whether any picture is shown from key frame `group` on, before the next.
  private func showsAny(of group: Int) -> Bool {
    guard let first = try? frame(at: keyTimes[group]) else { return true }
    guard let shown = run.firstFrameShown(from: first) else { return false }
    guard group + 1 < keyTimes.count, let next = try? frame(at: keyTimes[group + 1]) else { return true }
    return shown < next
  }

  private func frame(at time: Int64) throws -> Int {
    try run.facts.timing.nearestFrame(to: Rational(time, 1_000_000_000) - zero)
  }
}

/// The frames of a track that are wanted, and how many packets of theirs have not come yet.
///
/// Frames that a frame refers to are decoded before it, so that nothing after the last of these packets is needed. Threads: any; a
/// selection is one decoder's.
package final class FrameSelection: Sendable {
  /// The frames' numbers.
  package let frames: Set<Int>
  private let missing: Mutex<Set<Int>>

  /// A selection of `frames`.
  package init(_ frames: Set<Int>) {
    self.frames = frames
    missing = Mutex(frames)
  }

  /// Whether the packets of all have come.
  var isComplete: Bool { missing.withLock(\.isEmpty) }

  /// Notes the packet of frame `frame`.
  func note(_ frame: Int) {
    missing.withLock { _ = $0.remove(frame) }
  }
}

extension SourceRun {
  /// The instant half-way between frame `frame` and the one before it, in nanoseconds of stream time, so that no
  /// container's rounding puts either on the wrong side.
  fileprivate func border(before frame: Int, _ index: MediaIndex) throws -> Int64 {
    let zero = index.zero
    guard frame < facts.timing.count else {
      // Frames behind the last are decoded before it, where it refers to them.
      return index.videoAccess[source.trackIndex].hiddenFrom.map { $0 - 500_000 } ?? .max / 2
    }
    guard frame > 0 else {
      // A picture that an edit list hides is not counted as a frame, and lies a whole frame before the first that is.
      if let first = index.videoAccess[source.trackIndex].firstTime { return first - 500_000 }
      let first = try nanoseconds(of: 0, zero: zero)
      guard facts.timing.count > 1 else { return first - 1_000_000_000 }
      return first - (try nanoseconds(of: 1, zero: zero) - first) + 1_000
    }
    let before = try nanoseconds(of: frame - 1, zero: zero)
    return before + (try nanoseconds(of: frame, zero: zero) - before) / 2
  }

  /// An instant inside the media's frame `frame`, in nanoseconds of stream time, which no container's rounding moves
  /// into the frame before.
  package func instant(inside frame: Int, of index: MediaIndex) throws -> Int64 {
    let start = try nanoseconds(of: frame, zero: index.zero)
    return try start + min(1_000_000, (border(before: frame + 1, index) - start) / 2)
  }

  private func nanoseconds(of frame: Int, zero: Rational) throws -> Int64 {
    try (facts.timing.start(of: frame) + zero).floor(scaledBy: 1_000_000_000)
  }
}
