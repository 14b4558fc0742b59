import GstEdit

/// How the program ends: the one table of its exit codes, after BSD's `sysexits.h` and the shell's 128 + signal.
enum ProgramExit: Int32, Hashable, Sendable, CaseIterable {
  /// Everything was done.
  case done = 0
  /// The command line cannot be understood, or asks for what cannot be had.
  case usage = 64
  /// The project is wrong, or asks for what cannot be had.
  case invalidProject = 65
  /// Media, or the project file itself, is missing or cannot be read.
  case mediaUnavailable = 66
  /// A plugin is needed that is not installed.
  case pluginMissing = 69
  /// The engine failed for a reason of its own.
  case engineFailed = 70
  /// The output exists already, or cannot be created where it was asked for.
  case cannotCreateOutput = 73
  /// Reading or writing failed: the disk is full, or the reader of standard output went away.
  case inputOutput = 74
  /// Nothing moved for too long.
  case stalled = 75
  /// The terminal went away (128 + SIGHUP).
  case hungUp = 129
  /// Ctrl-C (128 + SIGINT).
  case interrupted = 130
  /// The program was asked to end (128 + SIGTERM).
  case terminated = 143

  /// The status for a failure of kind `code`; kinds that come to be later are failures of the engine.
  init(_ code: RenderError.Code) {
    switch code {
    case .invalidModel, .sourceRangeBeyondMedia, .unsupported: self = .invalidProject
    case .mediaMissing, .mediaUnreadable: self = .mediaUnavailable
    case .missingPlugin: self = .pluginMissing
    case .outputExists, .cannotCreateOutput: self = .cannotCreateOutput
    case .writeFailed: self = .inputOutput
    case .stalled: self = .stalled
    case .cancelled: self = .interrupted
    default: self = .engineFailed
    }
  }

  /// Whether somebody outside wanted the program to end.
  var isSignal: Bool { rawValue > 128 }
}
