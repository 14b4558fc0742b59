import EditingModel
import GStreamer
import MediaTime
import Rendering

/// The samples of one strip from its first to its last: pieces of media and silence, one after the other, in buffers that
/// a mixer takes as they are.
///
/// Threads: one at a time; the next piece's media is opened on a thread of its own while one is read.
final class StripSource {
  private let strip: Strip
  private let plan: SoundPlan
  private let indexes: [AssetReference: MediaIndex]
  private let cancellation: Cancellation
  private var piece = 0
  private var position: Int64 = 0
  private var current: ClipSoundReader?
  private var upcoming: (piece: Int, reader: BackgroundTask<ReaderBox>)?

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
    // @unchecked: the opening thread lets go of the reader before anybody else holds it.
    let reader: ClipSoundReader
  }

  /// Samples of a full block: few, because the volume's ramp is evaluated from each block's start in whole nanoseconds.
  private static let blockLength: Int64 = 1_024

  /// The feed of `strip`.
  init(_ strip: Strip, of plan: SoundPlan, indexes: [AssetReference: MediaIndex], cancellation: Cancellation) {
    self.strip = strip
    self.plan = plan
    self.indexes = indexes
    self.cancellation = cancellation
  }

  deinit {
    current?.close()
    closeUpcoming()
  }

  /// The next block, or nil after the last sample.
  ///
  /// - Throws: `RenderError` that names the clip.
  func next() throws(RenderError) -> Block? {
    while piece < strip.pieces.count, strip.pieces[piece].samples.upperBound <= position {
      current?.close()
      current = nil
      piece += 1
    }
    guard piece < strip.pieces.count else { return nil }
    let samples = strip.pieces[piece].samples
    let end = min(position + Self.blockLength, samples.upperBound, volumeBorder(after: position))
    let start = position
    defer { position = end }
    let count = Int(end - start)
    guard strip.pieces[piece].sound != nil else {
      try openUpcoming(after: piece)
      return Block(samples: [Double](repeating: 0, count: count * plan.channels), start: start, isGap: true)
    }
    return Block(samples: try reader().read(count), start: start, isGap: false)
  }

  /// A step of the volume must fall on a block's first sample.
  private func volumeBorder(after position: Int64) -> Int64 {
    let index = strip.volume.partitioningIndex { $0.samples.upperBound > position }
    return index < strip.volume.count ? strip.volume[index].samples.upperBound : .max
  }

  private func reader() throws(RenderError) -> ClipSoundReader {
    if let current { return current }
    if upcoming?.piece != piece {
      closeUpcoming()
      upcoming = open(piece).map { (piece, $0) }
    }
    guard let upcoming else { throw RenderError(.engineFailed, "A piece of silence has no media.") }
    self.upcoming = nil
    let reader = try translating { try upcoming.reader.value().reader }
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
    guard let sound = strip.pieces[piece].sound else { return nil }
    let (index, cancellation, plan) = (indexes[sound.clip.asset], cancellation, plan)
    let count = Int64(strip.pieces[piece].samples.count)
    return BackgroundTask(named: "open") {
      guard let index else {
        throw RenderError(.mediaMissing, "Nothing is known of the media.", clip: sound.clip)
      }
      return ReaderBox(
        reader: try ClipSoundReader(
          sound, count: count, index: index, rate: plan.grid.rate, channels: plan.channels, cancellation: cancellation))
    }
  }

  private func closeUpcoming() {
    if let box = try? upcoming?.reader.value() { box.reader.close() }
    upcoming = nil
  }
}
