import Foundation
import TestSupport

/// One piece of work, and the programs that do it.
struct Contest {
  /// What is promised of the work.
  enum BackgroundTask {
    /// gstedit takes at most a part of ffmpeg's wall time.
    case partOfFFmpeg(Double, limit: Limit)

    /// gstedit makes so many frames a second at least.
    case framesPerSecond(Double)

    /// Some contestants take at most some milliseconds a frame more than others.
    case added([Addition])

    /// The last contestant but ffmpeg takes at most a multiple of the first one's wall time.
    case multipleOfFirst(Double)

    /// The first contestant is as many times as fast as each of the others, in their order.
    case fasterThan([Double])
  }

  /// What one contestant does besides another one's work.
  struct Addition {
    /// Who does more.
    var contestant: String
    /// Who does less.
    var base: String
    /// How many milliseconds a frame it takes at most; nil where nothing is promised.
    var limit: Double?

    init(_ contestant: String, to base: String, atMost limit: Double?) {
      (self.contestant, self.base, self.limit) = (contestant, base, limit)
    }
  }

  /// What no program can do without.
  struct Limit {
    /// Decodes what the work has to decode, from the key frames on, and drops it.
    var decoding: ProgramRun

    /// ffmpeg's arguments for the encoder that all use.
    var encoder: [String]
  }

  /// A program that does the work.
  struct Contestant {
    /// Its name; ffmpeg's is what the others are compared with.
    var name: String

    /// How it is run.
    var run: ProgramRun

    /// What it writes; nil where it drops what it makes.
    var output: URL?
  }

  /// What the work is.
  var title: String

  /// How many frames must come out.
  var frameCount: Int

  /// What is promised.
  var promise: BackgroundTask

  /// Who takes part.
  var contestants: [Contestant]

  /// Keeps the folder of the outputs.
  var scratch: ScratchFolder
}
