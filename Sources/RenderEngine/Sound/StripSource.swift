import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaTime
import Rendering

/// The samples of one strip from a certain one on: pieces of media and silence, in blocks for a mixer.
///
/// Where the volume changes, the ramp is evaluated from each block's start in whole nanoseconds. So that a sample has
/// the same volume wherever reading starts, blocks begin there at the same samples in every reading:
///
/// ```
///  volume     ──────constant──────╲                ╱────constant────
///                                  ╲______________╱
///  blocks     │     any length     │ 1024 │ 1024 │…│
///                                  ▲ the ramp's or the piece's first sample
/// ```
///
/// Threads: one at a time; the next piece's media is opened on another thread while one is read.
final class StripSource {
  private let strip: Strip
  private let plan: SoundPlan
  private let media: SourceMedia
  private let cancellation: Cancellation
  private var piece = 0
  private var position: Int64
  /// The first sample whose media is read; before it, silence is delivered, which the renderer discards.
  private let start: Int64
  private var current: ClipSoundReader?
  private var upcoming: (piece: Int, reader: BackgroundTask<ReaderBox>)?
  private var closing: [BackgroundTask<Void>] = []

  /// A buffer's samples, and whether all of them are silence that need not be mixed.
  struct Block {
    /// Interleaved.
    var samples: [Double]
    /// The first sample.
    var start: Int64
    /// Whether the track is silent here.
    var isGap: Bool
  }

  private struct ReaderBox: @unchecked Sendable {
    // @unchecked: the opening thread releases the reader before another thread uses it.
    let reader: ClipSoundReader
  }

  /// Samples of a full block where the volume changes.
  private static let rampBlock: Int64 = 1_024
  /// Samples of a full block where it does not: large enough for little overhead, small enough for little latency.
  private static let plainBlock: Int64 = 8_192

  /// The samples of `strip` from sample `first` on; those before `start`, which begins a block, are silence.
  init(
    _ strip: Strip, from first: Int64, readingFrom start: Int64, of plan: SoundPlan,
    media: SourceMedia, cancellation: Cancellation
  ) {
    self.strip = strip
    self.plan = plan
    self.media = media
    self.cancellation = cancellation
    self.position = first
    self.start = start
    self.piece = strip.pieces.partitioningIndex { $0.samples.upperBound > first }
  }

  deinit { _ = close() }

  /// The first sample of the block that contains sample `sample` of `strip`.
  static func blockStart(at sample: Int64, of strip: Strip) -> Int64 {
    let volume = strip.volume.piece(at: sample)
    let base = max(volume?.range.lowerBound ?? 0, strip.piece(at: sample)?.samples.lowerBound ?? 0)
    guard let volume, volume.first != volume.last else { return max(base, sample / plainBlock * plainBlock) }
    return base + (sample - base) / rampBlock * rampBlock
  }

  /// Stops decoding; returns the tasks that are still stopping.
  func close() -> [BackgroundTask<Void>] {
    closeCurrent()
    closeUpcoming()
    defer { closing = [] }
    return closing
  }

  /// The next block, or nil after the last sample.
  ///
  /// - Throws: `RenderError` that names the clip.
  func next() throws(RenderError) -> Block? {
    while piece < strip.pieces.count, strip.pieces[piece].samples.upperBound <= position {
      closeCurrent()
      piece += 1
    }
    guard piece < strip.pieces.count else { return nil }
    let samples = strip.pieces[piece].samples
    let first = position
    let end = blockEnd(from: first, in: samples)
    defer { position = end }
    let count = Int(end - first)
    guard strip.pieces[piece].sound != nil, first >= start else {
      try openUpcoming(after: piece - (first < start ? 1 : 0))
      return Block(samples: [Double](repeating: 0, count: count * plan.channels), start: first, isGap: true)
    }
    return Block(samples: try reader().read(count), start: first, isGap: false)
  }

  private func blockEnd(from first: Int64, in samples: Range<Int64>) -> Int64 {
    var end = min(samples.upperBound, first < start ? start : .max)
    let volume = strip.volume.piece(at: first)
    // A step of the volume must fall on a block's first sample.
    if let volume { end = min(end, volume.range.upperBound) }
    let isRamp = volume.map { !$0.isConstant } ?? false
    return min(end, isRamp ? first + Self.rampBlock : (first / Self.plainBlock + 1) * Self.plainBlock)
  }

  private func reader() throws(RenderError) -> ClipSoundReader {
    if let current { return current }
    if upcoming?.piece != piece {
      closeUpcoming()
      upcoming = open(piece).map { (piece, $0) }
    }
    guard let upcoming else { throw RenderError(.engineFailed, "A piece of silence has no media.") }
    self.upcoming = nil
    let reader = try translating { try upcoming.reader.value(cancellation).reader }
    current = reader
    try openUpcoming(after: piece)
    return reader
  }

  private func openUpcoming(after piece: Int) throws(RenderError) {
    guard upcoming == nil, let next = strip.pieces[(piece + 1)...].firstIndex(where: { $0.sound != nil }) else {
      return
    }
    upcoming = open(next).map { (next, $0) }
  }

  private func open(_ piece: Int) -> BackgroundTask<ReaderBox>? {
    let samples = strip.pieces[piece].samples
    guard let sound = strip.pieces[piece].sound else { return nil }
    let (index, damage, cancellation, plan) = (media[sound.clip.asset], media.damage, cancellation, plan)
    let skipped = max(0, start - samples.lowerBound)
    let (closing, seeking) = (closing, media.seeking)
    return BackgroundTask(named: "open") {
      closing.settle()
      guard let index else {
        throw RenderError(.mediaMissing, "Nothing is known of the media.", clip: sound.clip)
      }
      return ReaderBox(
        reader: try ClipSoundReader(
          sound, count: Int64(samples.count), from: skipped, index: index, rate: plan.grid.rate,
          layout: plan.layout, damage: damage, seeking: seeking, cancellation: cancellation))
    }
  }

  private func closeCurrent() {
    if let current { closing += current.close() }
    current = nil
    closing.removeAll { (try? $0.value(within: .zero)) != nil }
  }

  private func closeUpcoming() {
    guard let task = upcoming?.reader else { return }
    upcoming = nil
    let cancellation = cancellation
    closing.append(
      BackgroundTask(named: "close") {
        guard let box = try? task.value(cancellation) else { return }
        box.reader.close().settle()
      })
  }
}
