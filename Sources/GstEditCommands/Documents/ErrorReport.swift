import Foundation
import GstEdit

/// A failure, as programs are told of it: the error object of `--progress json` and `--json`.
struct ErrorReport: Encodable {
  /// The kind of failure: a `RenderError.Code`, `invalidProject`, or the exit status' name.
  var code: String
  /// What was found, as a sentence.
  var message: String
  /// What to do about it.
  var remedy: String?
  /// The clip it happened to.
  var clip: Clip?
  /// The file it happened to.
  var file: String?
  /// The composition time it happened at, in seconds, exactly: "7/2".
  var time: String?
  /// The same, for people: "00:00:03.500".
  var timecode: String?
  /// The framework's own words.
  var underlying: String?
  /// The faults of the project, where they are what failed.
  var diagnostics: [DiagnosticReport]?
  /// What the program exits with; nil of a failure in spite of which it went on.
  var exitCode: Int32?

  /// A segment of the composition.
  struct Clip: Encodable {
    /// The asset's name.
    let asset: String
    /// The number of the composition's track.
    let track: Int32
    /// Which of the track's segments, from 0.
    let segment: Int
  }

  init(
    code: String, message: String, remedy: String? = nil, underlying: String? = nil, exitCode: Int32?
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
    self.exitCode = exitCode
  }

  init(_ error: RenderError, exitCode: Int32? = nil) {
    self.init(
      code: error.code.rawValue, message: error.message, remedy: error.remedy, underlying: error.underlying,
      exitCode: exitCode)
    clip = error.clip.map {
      Clip(asset: $0.asset.name, track: $0.trackID.rawValue, segment: $0.segmentIndex)
    }
    file = error.asset?.url.path
    time = error.time?.description
    timecode = error.time?.timecode
  }
}

/// A fault of a project, or something in it that is probably not meant, as programs are told of it.
struct DiagnosticReport: Encodable {
  /// Whether it keeps the project from being rendered.
  let severity: Severity
  /// Where it is: a JSON pointer (RFC 6901).
  let pointer: String
  /// The line of the file, from 1.
  let line: Int
  /// The column of the line, from 1.
  let column: Int
  /// What was found.
  let message: String
  /// What was expected.
  let expected: String?
  /// The name that was probably meant.
  let suggestion: String?

  /// What a diagnostic means for the render.
  enum Severity: String, Encodable {
    /// Nothing can be rendered.
    case error
    /// It can be rendered.
    case warning
  }

  init(_ diagnostic: ProjectDiagnostic, _ severity: Severity = .error) {
    self.severity = severity
    pointer = diagnostic.pointer.description
    line = diagnostic.line
    column = diagnostic.column
    message = diagnostic.message
    expected = diagnostic.expected
    suggestion = diagnostic.suggestion
  }
}
