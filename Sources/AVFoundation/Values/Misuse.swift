import Foundation

/// Consequence of a use of the framework that it does not allow.
enum Misuse {
  /// Ends the process with the words of an uncaught exception of Objective-C, where AVFoundation raises one on Apple's
  /// systems.
  static func raise(_ reason: String, name: String = "NSInvalidArgumentException") -> Never {
    write("*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'")
    abort()
  }

  /// Says `sentence` on the standard error: where AVFoundation's verb returns nothing, and what was asked for is not done.
  static func report(_ sentence: String) { write("AVFoundation: \(sentence)") }

  private static func write(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
}
