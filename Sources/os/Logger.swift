import Foundation

/// The importance of a log's line (`OSLogType`).
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// A number.
  public let rawValue: UInt8
  /// The type of this number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Worth noting.
  public static let `default` = OSLogType(rawValue: 0)
  /// Helpful.
  public static let info = OSLogType(rawValue: 1)
  /// For who looks for a mistake.
  public static let debug = OSLogType(rawValue: 2)
  /// A mistake.
  public static let error = OSLogType(rawValue: 16)
  /// A mistake of the program's own.
  public static let fault = OSLogType(rawValue: 17)

  /// The word before a line.
  var word: String {
    switch self {
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "notice"
    }
  }
}

/// Writes lines of a log (`Logger`) to the standard error: `notice org.example.app/export: written 40 frames`. Those of `debug` and `info` are
/// written where the environment has `OS_ACTIVITY_MODE=debug`.
public struct Logger: Sendable {
  private let name: String
  /// Whether nothing is written.
  private var isSilent = false
  static let isVerbose = ProcessInfo.processInfo.environment["OS_ACTIVITY_MODE"] == "debug"

  /// The log of `category` of the program or library called `subsystem`.
  public init(subsystem: String, category: String) { name = "\(subsystem)/\(category)" }
  /// The log of the program.
  public init() { name = ProcessInfo.processInfo.processName }
  /// The log `logObj`.
  public init(_ logObj: OSLog) { (name, isSilent) = (logObj.name, logObj === OSLog.disabled) }

  /// Writes a line of `level`.
  public func log(level: OSLogType, _ message: OSLogMessage) {
    if isSilent || (level == .debug || level == .info) && !Self.isVerbose { return }
    FileHandle.standardError.write(Data("\(level.word) \(name): \(message.text)\n".utf8))
  }
  /// Writes a line that is worth noting.
  public func log(_ message: OSLogMessage) { log(level: .default, message) }
  /// Writes a line that is worth noting.
  public func notice(_ message: OSLogMessage) { log(level: .default, message) }
  /// Writes a line that is helpful.
  public func info(_ message: OSLogMessage) { log(level: .info, message) }
  /// Writes a line for who looks for a mistake.
  public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
  /// Writes a line for who looks for a mistake.
  public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
  /// Writes a line of a mistake.
  public func warning(_ message: OSLogMessage) { log(level: .error, message) }
  /// Writes a line of a mistake.
  public func error(_ message: OSLogMessage) { log(level: .error, message) }
  /// Writes a line of a mistake of the program's own.
  public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
  /// Writes a line of a mistake of the program's own.
  public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
