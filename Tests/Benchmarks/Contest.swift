import Foundation
import TestSupport

/// One piece of work, and the programs that do it.
struct Contest {
  /// A program that does the work.
  struct Contestant {
    /// The program's name; ffmpeg's is what the others are compared with.
    var name: String

    /// How it is run.
    var run: ProgramRun

    /// What it writes.
    var output: URL
  }

  /// What the work is.
  var title: String

  /// How many frames must come out.
  var frameCount: Int

  /// The most wall time that is promised, as a part of ffmpeg's.
  var promise: Double

  /// Who takes part.
  var contestants: [Contestant]

  /// Decodes what the work has to decode, from the key frames on, and drops it.
  var decoding: ProgramRun

  /// ffmpeg's arguments for the encoder that all use.
  var encoder: [String]

  /// Keeps the folder of the outputs.
  var scratch: ScratchFolder
}
