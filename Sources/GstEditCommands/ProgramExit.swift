import GstEdit

/// The program's exit status: the one table of its codes, after BSD's `sysexits.h` and the shell's 128 + signal.
enum ProgramExit: Int32, Hashable, Sendable, CaseIterable {
  /// Success.
  case done = 0
  /// The command line is wrong, or asks for something impossible.
  case usage = 64
  /// The project is invalid, or asks for something impossible.
  case invalidProject = 65
  /// Media, or the project file itself, is missing or cannot be read.
  case mediaUnavailable = 66
  /// A required plugin is not installed.
  case pluginMissing = 69
  /// The engine failed.
  case engineFailed = 70
  /// The output exists already, or cannot be created.
  case cannotCreateOutput = 73
  /// Reading or writing failed: a full disk, a closed standard output.
  case inputOutput = 74
  /// The pipeline made no progress for too long.
  case stalled = 75
  /// The finished file is not what it should be (`--verify`).
  case verificationFailed = 76
  /// The terminal went away (128 + SIGHUP).
  case hungUp = 129
  /// Ctrl-C (128 + SIGINT).
  case interrupted = 130
  /// The program was terminated (128 + SIGTERM).
  case terminated = 143

  /// The status of a failure of kind `code`; unknown kinds are failures of the engine.
  init(_ code: RenderError.Code) {
    switch code {
    case .invalidModel, .sourceRangeBeyondMedia, .unsupported, .contentIsProtected: self = .invalidProject
    case .mediaMissing, .mediaUnreadable, .deviceNotConnected, .deviceInUse, .deviceWasDisconnected, .noDataCaptured:
      self = .mediaUnavailable
    case .missingPlugin: self = .pluginMissing
    case .outputExists, .cannotCreateOutput: self = .cannotCreateOutput
    case .writeFailed: self = .inputOutput
    case .stalled: self = .stalled
    case .verificationFailed: self = .verificationFailed
    case .cancelled: self = .interrupted
    case .outOfRange: self = .usage
    default: self = .engineFailed
    }
  }

  /// Whether a signal ended the program.
  var isSignal: Bool { rawValue > 128 }
}
