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

    /// The first contestant is faster than the others by these factors, in their order.
    case multipleOfFirst(Double)

    /// The first contestant is as many times as fast as each of the others, in their order.
    case fasterThan([Double])
  }

  /// The additional work of one contestant over another.
  struct Addition {
    /// The contestant with more work.
    var contestant: String
    /// The contestant with less work.
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

  /// The contestants.
  var contestants: [Contestant]

  /// Keeps the folder of the outputs.
  var scratch: ScratchFolder
}
