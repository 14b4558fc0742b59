public import Rendering

extension RenderError.Code {
  /// A session that can run only once was started again (AVFoundation raises an exception).
  public static let sessionUsed = Self(rawValue: "sessionUsed")
}

extension RenderError {
  /// Any error as a `RenderError`: itself if it is one; `.cancelled` for a cancelled task; else `.engineFailed` with the
  /// error's own words.
  public init(describing error: any Error) {
    if let error = error as? RenderError {
      self = error
    } else if error is CancellationError {
      self = .cancelled()
    } else {
      self.init(.engineFailed, "The engine failed.", underlying: String(describing: error))
    }
  }

  /// What `body` returns, or what it throws as a `RenderError`.
  public static func catching<Result>(_ body: () throws -> Result) throws(RenderError) -> Result {
    do {
      return try body()
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// Somebody cancelled; `underlying` is what the work said as it ended.
  static func cancelled(underlying: String? = nil) -> RenderError {
    RenderError(.cancelled, "The work was cancelled.", underlying: underlying)
  }
}
