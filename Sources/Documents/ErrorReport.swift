import EditingModel
import Foundation
import MediaTime
package import ProjectFile
package import Rendering

/// The JSON object of a failure: in the last line of `--progress json`, and in results of `--json`.
package struct ErrorReport: Encodable {
  /// The kind of failure: a `RenderError.Code`, `invalidProject`, or the name of the exit status.
  package var code: String
  /// The fault, as a sentence.
  package var message: String
  /// The remedy.
  package var remedy: String?
  /// The clip it happened to.
  package var clip: JSONObject?
  /// The path of the file it happened to.
  package var file: String?
  /// The composition time it happened at, in seconds, as an exact fraction: "7/2".
  package var time: String?
  /// The same time for people: "00:00:03.500".
  package var timecode: String?
  /// The framework's own message.
  package var underlying: String?
  /// The errors in the project, where they are the cause.
  package var diagnostics: [DiagnosticReport]?
  /// The exit status; nil for a failure after which the program went on.
  package var exitCode: Int32?

  package init(
    code: String, message: String, remedy: String? = nil, underlying: String? = nil, exitCode: Int32?
  ) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
    self.exitCode = exitCode
  }

  package init(_ error: RenderError, exitCode: Int32? = nil) {
    self.init(
      code: error.code.rawValue, message: error.message, remedy: error.remedy, underlying: error.underlying,
      exitCode: exitCode)
    clip = error.clip?.json
    file = error.asset?.url.path
    time = error.exactTime?.description
    timecode = error.exactTime?.timecode
  }
}

extension ClipReference {
  /// The asset's name, the number of the composition's track, and the index of the track's segment.
  package var json: JSONObject { ["asset": asset.name, "track": trackID.rawValue, "segment": segmentIndex] }
}

/// A diagnostic with its severity, as JSON.
package struct DiagnosticReport: Encodable {
  /// The fault and its place.
  package let diagnostic: ProjectDiagnostic
  /// Whether it prevents rendering.
  package let severity: Severity

  /// The severity of a diagnostic for the render.
  package enum Severity: String, Encodable {
    /// The project cannot be rendered.
    case error
    /// The project can be rendered, but probably not as meant.
    case warning
  }

  private enum Key: CodingKey {
    case severity
  }

  package init(_ diagnostic: ProjectDiagnostic, _ severity: Severity = .error) {
    self.diagnostic = diagnostic
    self.severity = severity
  }

  /// Writes one object: the diagnostic's members and `severity`.
  package func encode(to encoder: any Encoder) throws {
    try diagnostic.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(severity, forKey: .severity)
  }
}
