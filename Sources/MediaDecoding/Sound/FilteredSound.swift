import GStreamer
import MediaFormats
import MediaTime
package import Rendering
import Synchronization

/// Sound that GStreamer's converter brings to another rate and to other speakers: `SoundConverter`.
///
/// Threads: one at a time.
package final class FilteredSound: SoundConverter {
  private let input: SoundFormat
  private let output: SoundFormat
  private let state: Mutex<State>

  private struct State {
    var converter: AudioConverter
    /// The samples of each channel that went in, and those that came out.
    var given: Int64 = 0
    var made: Int64 = 0
  }

  /// Samples of silence that flush the filter.
  private static let flush = 4_096

  /// A converter from `input` to `output`.
  ///
  /// - Throws: `GStreamerError` if there is no such conversion.
  package init(from input: SoundFormat, to output: SoundFormat) throws {
    (self.input, self.output) = (input, output)
    let converter = try AudioConverter(
      from: AudioFormat(AudioConverter.caps(rate: input.sampleRate, layout: input.layout)), rate: output.sampleRate,
      layout: output.layout)
    state = Mutex(State(converter: converter))
  }

  package func convert(_ samples: [Double]) -> [Double] {
    state.withLock { state in
      let made = state.converter.convert(samples)
      state.given += Int64(samples.count / input.layout.channels)
      state.made += Int64(made.count / output.layout.channels)
      return made
    }
  }

  package func finish() -> [Double] {
    state.withLock { state in
      let silence = [Double](repeating: 0, count: Self.flush * input.layout.channels)
      let rest = state.given > 0 ? state.converter.convert(silence) : []
      let ratio = try? Rational(Int64(output.sampleRate), Int64(input.sampleRate))
      let total = (try? ratio?.ceil(scaledBy: state.given)) ?? state.made
      let missing = Int(clamping: max(0, total - state.made)) * output.layout.channels
      return Array(rest.prefix(missing))
    }
  }
}
