import Foundation

extension Misuse {
  /// Ends the process where `condition` does not hold, with the words of AVFAudio's exceptions.
  static func require(_ condition: Bool, _ words: String) {
    if !condition { audio("required condition is false: \(words)") }
  }

  /// Ends the process for `reason`, as an exception of AVFAudio's does.
  static func audio(_ reason: String) -> Never { raise(reason, name: AudioUnitError.domain) }
}

/// Errors of nodes and of the engine, by Audio Units' numbers.
enum AudioUnitError: Int {
  /// A parameter is wrong, as a buffer that is too small.
  case parameter = -50
  /// Two nodes cannot be connected so.
  case invalidConnection = -10_861
  /// A node does not take or give such a format.
  case formatNotSupported = -10_868
  /// More samples at once than were announced.
  case tooManyFrames = -10_874
  /// The nodes are not connected in such a way that they can be rendered.
  case failedInitialization = -10_875

  static let domain = "com.apple.coreaudio.avfaudio"

  /// The error as methods throw it.
  var error: NSError { Self.error(rawValue) }
  /// Error number `code`.
  static func error(_ code: Int) -> NSError { NSError(domain: domain, code: code) }
}
