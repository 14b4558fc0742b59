import Documents
import EditServices
import EditingModel
import HTTPTypes
import Hummingbird
import NIOCore
import ProjectFile
import ProjectServices
import Rendering

/// Why a request is refused: the HTTP status, and the JSON object that says what was found and what to do.
///
/// ```json
/// { "error": { "code": "outputExists", "message": "The file film.mp4 exists.", "remedy": "Choose another name." } }
/// ```
struct StudioError: Error {
  /// The answer's status.
  let status: HTTPResponse.Status
  /// What was found, and what to do.
  let report: ErrorReport
  /// What the answer says besides: the project's state where it is not the one that was meant.
  var besides: JSONObject = [:]

  init(_ status: HTTPResponse.Status, _ code: String, _ message: String, remedy: String? = nil) {
    self.status = status
    report = ErrorReport(code: code, message: message, remedy: remedy, exitCode: nil)
  }

  private init(_ status: HTTPResponse.Status, _ report: ErrorReport) {
    (self.status, self.report) = (status, report)
  }

  /// What `error` is as an answer.
  static func describing(_ error: any Error) -> StudioError {
    switch error {
    case let error as StudioError: return error
    case let error as RenderError: return StudioError(status(of: error), ErrorReport(error))
    case let error as ProjectError:
      var report = ErrorReport(
        code: "invalidProject", message: "The project is not valid.", remedy: "Mend what the diagnostics say.",
        exitCode: nil)
      report.diagnostics = error.diagnostics.map { DiagnosticReport($0) }
      return StudioError(.unprocessableContent, report)
    case let error as any Diagnosed:
      return StudioError(.unprocessableContent, "refused", error.message, remedy: error.remedy)
    case let error as HTTPError:
      return StudioError(error.status, "http", error.body ?? "\(error.status.reasonPhrase).")
    case is CancellationError: return StudioError(.unprocessableContent, ErrorReport(.cancelled()))
    default: return StudioError(.internalServerError, "failed", "\(error)")
    }
  }

  private static func status(of error: RenderError) -> HTTPResponse.Status {
    switch error.code {
    case .outputExists: .conflict
    case .outOfRange: .notFound
    default: .unprocessableContent
    }
  }

  /// The answer.
  var response: Response {
    .json(besides.adding(["error": report]), status: status)
  }
}

extension Response {
  /// An answer that holds `value`.
  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
    .bytes(Array(JSONOutput.line(value).utf8), "application/json; charset=utf-8", status: status)
  }

  /// An answer that holds `bytes` of the media type `type`.
  static func bytes(_ bytes: [UInt8], _ type: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
