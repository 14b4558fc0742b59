import GstEdit
import MediaFormats
import MediaTime
import Rendering

/// Sound at another rate, computed when it is asked for: what it takes is asked for in turn. Sample 0 of both is the same instant, to a tenth
/// of a sample.
///
/// Rates of whole numbers are converted as everywhere here, others as a tape is played (``SpeedStage``). Used by the thread that renders.
final class RateConversion {
  private let channels: Int
  /// Number of samples of the input for one of the output.
  private let ratio: Double
  private let way: Way
  /// Output not yet asked for.
  private var waiting: SoundBlock

  private enum Way {
    case converter(any SoundConverter)
    case speed(SpeedStage)
  }

  /// From `source` samples a second to `wanted`, both greater than 0, in `channels` channels.
  init(from source: Double, to wanted: Double, channels: Int) {
    (self.channels, ratio, waiting) = (channels, source / wanted, SoundBlock(channels: channels))
    if let source = Int(exactly: source), let wanted = Int(exactly: wanted),
      let converter = try? Engine.renderer().soundConverter(
        from: SoundFormat(sampleRate: source, layout: .standard(channels)),
        to: SoundFormat(sampleRate: wanted, layout: .standard(channels)))
    {
      way = .converter(converter)
    } else {
      let rates = [source, wanted].map { Int64(exactly: ($0 * 1_000).rounded()).map { max(1, $0) } ?? .max }
      way = .speed(SpeedStage(rate: (try? Rational(rates[0], rates[1])) ?? .one, channels: channels))
    }
  }

  /// The next `count` samples; `source` gives as many samples as it is asked for.
  func samples(_ count: Int, from source: (Int) -> SoundBlock) -> SoundBlock {
    switch way {
    case .speed(let stage): return stage.samples(count, from: source)
    case .converter(let converter):
      while waiting.count < count {
        // The filter looks ahead: the first time a few more are needed.
        let missing = max(1, Int((Double(count - waiting.count) * ratio).rounded(.up)))
        let samples = converter.convert(source(missing).inOrder(channels).interleaved)
        waiting.append(SoundBlock(interleaved: samples, channels: channels))
      }
      return waiting.takeFirst(count)
    }
  }
}
