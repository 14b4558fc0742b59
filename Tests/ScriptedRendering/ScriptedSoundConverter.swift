import MediaFormats
import Rendering
import Synchronization

/// A converter that takes, for each sample, the one before it in time, and of channels those that are there.
package final class ScriptedSoundConverter: SoundConverter {
  private let input: SoundFormat
  private let output: SoundFormat
  private let state = Mutex((given: 0, made: 0))

  init(from input: SoundFormat, to output: SoundFormat) { (self.input, self.output) = (input, output) }

  package func convert(_ samples: [Double]) -> [Double] {
    let (width, wanted) = (input.layout.channels, output.layout.channels)
    return state.withLock { state in
      let first = state.given
      state.given += samples.count / width
      var made: [Double] = []
      while state.made * input.sampleRate / output.sampleRate < state.given {
        let place = (state.made * input.sampleRate / output.sampleRate - first) * width
        for channel in 0..<wanted { made.append(samples[place + min(channel, width - 1)]) }
        state.made += 1
      }
      return made
    }
  }

  package func finish() -> [Double] {
    state.withLock { $0 = (0, 0) }
    return []
  }
}
