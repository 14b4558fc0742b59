import EditingModel
import GStreamer
import MediaTime
import Rendering
import TimeStretching

/// The samples of one piece of a strip: a stretch of media at its own speed, or made faster or slower.
///
/// Threads: one at a time.
final class ClipSoundReader {
  private let row: ResampledSound
  private var change: (any SpeedChange)?

  /// Opens the media of `sound`, of which `count` samples will be read, for output at `rate` and `channels`.
  ///
  /// - Throws: `RenderError` that names the clip.
  init(
    _ sound: StripSound, count: Int64, index: MediaIndex, rate: Int, channels: Int, cancellation: Cancellation
  ) throws(RenderError) {
    var firstSample = sound.firstSample
    if let speed = sound.speed {
      switch speed.pitch {
      case .preserve:
        // Grains begin at whole samples.
        firstSample += speed.offset.rounded()
        change = TempoChange(rate: speed.rate, length: Int(count), sampleRate: rate, channels: channels)
      case .varispeed:
        change = Varispeed(rate: speed.rate, from: speed.offset, channels: channels)
      }
    }
    row = try ResampledSound(
      sound, from: firstSample - Int64(change?.lead ?? 0), index: index, rate: rate, channels: channels,
      cancellation: cancellation)
  }

  /// Stops decoding.
  func close() {
    row.close()
  }

  /// The next `count` samples of every channel, interleaved; silence where the media has none.
  ///
  /// - Throws: `RenderError` that names the clip.
  func read(_ count: Int) throws(RenderError) -> [Double] {
    guard change != nil else { return try row.read(count) }
    return try translating { try change?.samples(count, from: row.read) ?? [] }
  }
}
