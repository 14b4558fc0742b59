import Documents
import EditServices
import EditingModel
import HTTPTypes
import Hummingbird
import NIOCore
import ProjectFile
import ProjectServices
import Rendering

/// The refusal of a request: the HTTP status, and the JSON object that says what was found and what to do.
///
/// ```json
/// { "error": { "code": "outputExists", "message": "The file film.mp4 exists.", "remedy": "Choose another name." } }
/// ```
struct StudioError: Error {
  /// The answer's status.
  let status: Status
  /// The fault and its remedy.
  let report: ErrorReport
  /// Further values of the answer: the project's state where the edit was not based on it.
  var details: JSONObject = [:]

  /// The status of the answer, as HTTP names it (RFC 9110, section 15; 507 of RFC 4918).
  enum Status: Int {
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case conflict = 409
    case contentTooLarge = 413
    case unsupportedMediaType = 415
    case unprocessableContent = 422
    case failed = 500
    case insufficientStorage = 507
  }

  init(_ status: Status, _ code: String, _ message: String, remedy: String? = nil) {
    self.status = status
    report = ErrorReport(code: code, message: message, remedy: remedy, exitCode: nil)
  }

  /// The requested revision has been followed by another one.
  static let staleRevision = StudioError(
    .conflict, "staleRevision", "The project has changed meanwhile.",
    remedy: "Look at it as it is now, and do it again.")

  private init(_ status: Status, _ report: ErrorReport) {
    (self.status, self.report) = (status, report)
  }

  /// The answer for `error`.
  static func describing(_ error: any Error) -> StudioError {
    switch error {
    case let error as StudioError: return error
    case let error as RenderError: return StudioError(status(of: error), ErrorReport(error))
    case let error as ProjectError:
      var described = StudioError(
        .unprocessableContent, "invalidProject", "The project is not valid.", remedy: "Mend what the diagnostics say.")
      described.details = ["diagnostics": error.diagnostics.map { DiagnosticReport($0) }]
      return described
    case let error as any Diagnosed:
      return StudioError(.unprocessableContent, "refused", error.message, remedy: error.remedy)
    case let error as HTTPError:
      let status = Status(rawValue: error.status.code) ?? .badRequest
      return StudioError(status, "http", error.body ?? "\(error.status.reasonPhrase).")
    case is CancellationError: return StudioError(.unprocessableContent, ErrorReport(.cancelled()))
    default: return StudioError(.failed, "failed", "\(error)")
    }
  }

  private static func status(of error: RenderError) -> Status {
    switch error.code {
    case .outputExists: .conflict
    case .outOfRange: .notFound
    default: .unprocessableContent
    }
  }

  /// The answer.
  var response: Response {
    .json(details.adding(["error": report]), status: HTTPResponse.Status(code: status.rawValue))
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
