import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering
import TimeStretching

/// The samples of one piece of a strip, from a certain one on: a stretch of media at its own speed, or made faster or
/// slower.
///
/// A sample is the same wherever reading starts. Decoders with long-lived state (AAC's and AC-3's noise) and a change
/// of tempo, in which each grain depends on the one before, always start at the piece's first sample; what precedes the
/// wanted sample is discarded.
///
/// Threads: one at a time.
final class ClipSoundReader {
  private let source: ResampledSound
  private var change: (any SpeedChange)?
  /// Samples that are made and discarded before the first wanted one.
  private var surplus: Int64

  /// Samples that are discarded at once.
  private static let portion: Int64 = 8_192

  /// Opens the media of `sound`, which is `count` samples long, at its sample number `first`, for output at `rate` and
  /// `channels`.
  ///
  /// - Throws: `RenderError` that names the clip.
  init(
    _ sound: StripSound, count: Int64, from first: Int64, index: MediaIndex, rate: Int, layout: ChannelLayout,
    damage: DamageRecord, seeking: SampleSeeking, cancellation: Cancellation
  ) throws(RenderError) {
    let decodesExactlyAfterSeek = index.audioAccess[sound.source.trackIndex].codec.decodesExactlyAfterSeek
    // The sample of the piece that is made first.
    let begin: Int64 =
      switch (sound.speed, seeking) {
      case (nil, .exact): decodesExactlyAfterSeek ? first : 0
      // The decoder begins a second before by itself.
      case (nil, .preroll): first
      case (_, .exact): 0
      case (_, .preroll): max(0, first - Int64(rate))
      }
    surplus = first - begin
    var firstSample = sound.firstSample
    if let speed = sound.speed {
      let offset = try RenderError.catching { try speed.offset + Rational(begin) * speed.rate }
      switch speed.pitch {
      case .preserve:
        // Grains begin at whole samples.
        firstSample += offset.rounded()
        change = TempoChange(
          rate: speed.rate, length: Int(count - begin), sampleRate: rate, channels: layout.channels)
      case .varispeed:
        firstSample += offset.floor()
        let rest = try RenderError.catching { try offset - Rational(offset.floor()) }
        change = Varispeed(rate: speed.rate, from: rest, channels: layout.channels)
      }
    } else {
      firstSample += begin
    }
    source = try ResampledSound(
      sound, from: firstSample - Int64(change?.lead ?? 0), index: index, rate: rate, layout: layout,
      damage: damage, cancellation: cancellation)
  }

  /// Stops decoding, on a background thread.
  func close() -> [BackgroundTask<Void>] { source.close() }

  /// The next `count` samples of every channel, interleaved; silence where the media has none.
  ///
  /// - Throws: `RenderError` that names the clip.
  func read(_ count: Int) throws(RenderError) -> [Double] {
    while surplus > 0 {
      let part = min(surplus, Self.portion)
      _ = try make(Int(part))
      surplus -= part
    }
    return try make(count)
  }

  private func make(_ count: Int) throws(RenderError) -> [Double] {
    guard change != nil else { return try source.read(count) }
    return try translating { try change?.samples(count, from: source.read) ?? [] }
  }
}
