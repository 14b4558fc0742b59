import Foundation
import ModelValues
import PictureFiles
import Rendering

/// The report where a function returns nothing, or false: one sentence on the standard error.
enum Complaint {
  /// Says `sentence`.
  static func report(_ sentence: String) {
    FileHandle.standardError.write(Data("ImageIO: \(sentence)\n".utf8))
  }

  /// Says what `error` says of the work on `name`.
  static func report(_ error: any Error, of name: String) {
    let words =
      switch error {
      case let error as RenderError: error.message
      case let error as PictureError: error.message
      default: "\(error)"
      }
    report("\(name): \(words)")
  }

  /// The result of `body`; nil where it fails, which is reported under `name`.
  static func reporting<Value>(of name: String, _ body: () throws -> Value?) -> Value? {
    do { return try body() } catch {
      report(error, of: name)
      return nil
    }
  }
}
