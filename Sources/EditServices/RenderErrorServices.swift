public import Rendering

extension RenderError.Code {
  /// A session that can run only once was started again (AVFoundation raises an exception).
  public static let sessionUsed = Self(rawValue: "sessionUsed")
}
