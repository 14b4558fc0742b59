/// An error of GStreamer: its domain and code, its message and its debug notes.
public struct GStreamerError: Error, Hashable, Sendable {
  /// The error's family ("gst-resource-error-quark"), or "gstedit" where this layer found it.
  public var domain: String
  /// The number within the family.
  public var code: Int
  /// GStreamer's sentence.
  public var message: String
  /// GStreamer's notes: the source line, the flow return, the element's path.
  public var debug: String?
  /// The element that posted it.
  public var element: String?
  /// Whether the process had as many files open as it may when it occurred: the cause, whatever the sentence is.
  public var isOutOfDescriptors = false

  /// An error of `domain`.
  public init(domain: String, code: Int, message: String, debug: String? = nil, element: String? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
    self.debug = debug
    self.element = element
  }

  /// An element that is not installed.
  static func missing(element: String) -> GStreamerError {
    var error = GStreamerError(
      domain: "gstedit", code: 1, message: "No element \"\(element)\" is installed.", element: element)
    error.isOutOfDescriptors = OpenDescriptors.areExhausted
    return error
  }

  /// An operation that failed in this module or in code that uses it.
  public static func refused(_ what: String) -> GStreamerError {
    GStreamerError(domain: "gstedit", code: 2, message: what)
  }
}

extension GStreamerError {
  /// Whether an element that was needed is not installed.
  public var isMissingElement: Bool { domain == "gstedit" && code == 1 }
  /// Whether the disk is full (`GST_RESOURCE_ERROR_NO_SPACE_LEFT`).
  public var isDiskFull: Bool { domain == "gst-resource-error-quark" && code == 14 }
  /// Whether a device is in use by another program (`GST_RESOURCE_ERROR_BUSY`).
  public var isBusy: Bool { domain == "gst-resource-error-quark" && code == 4 }
  /// Whether a device or a server is not there, or cannot be opened (`GST_RESOURCE_ERROR_NOT_FOUND`, `OPEN_READ`,
  /// `OPEN_READ_WRITE`).
  public var isNotFound: Bool { domain == "gst-resource-error-quark" && [3, 5, 7].contains(code) }
  /// Whether writing failed (`GST_RESOURCE_ERROR_WRITE`).
  public var isWriteFailure: Bool { domain == "gst-resource-error-quark" && code == 10 }
  /// Whether a decoder reports at the end of its stream that it has given no frame (`GST_STREAM_ERROR_DECODE`):
  /// 1.26 says so also where all of its frames lie before the seek's position.
  public var isWithoutFrames: Bool {
    domain == "gst-stream-error-quark" && code == 7 && debug?.contains("no valid frames found") == true
  }
  /// Whether the disk refused something.
  var isDiskError: Bool { isDiskFull || isWriteFailure }
  /// Whether a plugin is missing, as reported by elements that plug others (`GST_CORE_ERROR_MISSING_PLUGIN`,
  /// `GST_STREAM_ERROR_CODEC_NOT_FOUND`).
  public var isMissingPlugin: Bool {
    (domain == "gst-core-error-quark" && code == 12) || (domain == "gst-stream-error-quark" && code == 6)
  }
}

extension GStreamerError: CustomStringConvertible {
  /// The element, its sentence and its notes.
  public var description: String {
    [element.map { "\($0):" }, message, debug.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
  }
}
