/// Something that the program must not do, whatever it is given.
public struct FuzzFault: Hashable, Sendable, CustomStringConvertible {
  /// The kinds, the worst first.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
    /// It ended by a signal.
    case crash
    /// It gave less than it was asked for, and said that all was well.
    case incomplete
    /// It did not end in a minute.
    case hang
    /// It held more than 1.5 GB.
    case memory
    /// It left a temporary file, or a part of the output.
    case leftover
    /// It ended with a status that does not fit.
    case status
    /// It failed without a sentence.
    case silence
    /// A library complained of how it is used.
    case misuse

    /// Whether one is worse than another.
    public static func < (left: Self, right: Self) -> Bool {
      (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }
  }

  /// What kind it is of.
  public let kind: Kind

  /// The command, and what was seen.
  public let detail: String

  /// The kind and the detail.
  public var description: String { "\(kind.rawValue): \(detail)" }
}

/// The outcome of a case.
public enum FuzzEnding: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The program refused the file when it looked at it.
  case refused(Int32)

  /// The program refused when it rendered.
  case failed(Int32)

  /// It is rendered as the file that is whole.
  case same

  /// It is rendered, and is not as the file that is whole. Whether other facts were read; whether the program warned;
  /// whether ffmpeg complains of the file.
  case different(otherFacts: Bool, warned: Bool, ffmpegComplains: Bool)

  /// It is rendered without a warning, and a tenth of the frames or samples of the file that is whole is missing, or a
  /// track. Whether ffmpeg complains of the file.
  case shorter(ffmpegComplains: Bool)

  /// It is rendered, and nothing is known to compare it with.
  case rendered

  /// It is more than is rendered here: its two ends were.
  case large

  /// The ending in words.
  public var description: String {
    switch self {
    case .refused(let status): "refused with \(status)"
    case .failed(let status): "failed with \(status)"
    case .same: "the same"
    case .different(let otherFacts, let warned, let ffmpegComplains):
      "\(otherFacts ? "other facts" : "other content"), \(warned ? "with" : "without") a warning"
        + (ffmpegComplains ? "; ffmpeg complains" : "; ffmpeg is content")
    case .shorter(let ffmpegComplains):
      "much is missing, without a warning; ffmpeg \(ffmpegComplains ? "complains" : "is content")"
    case .rendered: "rendered"
    case .large: "large, rendered in part"
    }
  }

  /// By their words.
  public static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

/// A case that was run.
public struct FuzzVerdict: Sendable {
  /// Its outcome; nil where a fault prevented its end.
  public internal(set) var ending: FuzzEnding?

  /// What the program must not have done.
  public internal(set) var faults: [FuzzFault] = []

  /// What was done to the file.
  public let changes: String

  /// The damaged file, or the project.
  public let bytes: [UInt8]
}
