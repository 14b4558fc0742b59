// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The log of a part of a program (`OSLog`) for lines of ``os_log(_:dso:log:_:_:)``; ``Logger`` is its newer form.
///
/// Threads: any.
public final class OSLog: NSObject, Sendable {
  /// The prefix of its lines.
  let name: String

  /// Kinds of logs that tools know (`OSLog.Category`).
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name of the category.
    public let rawValue: String
    /// The category of this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Points of interest in the course of a program.
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    /// Frequent events, with the stack of each call.
    public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    /// Frequent events.
    public static let dynamicTracing = Category(rawValue: "DynamicTracing")
  }

  /// The log of the program.
  public static let `default` = OSLog(name: ProcessInfo.processInfo.processName)
  /// A disabled log: its lines are dropped.
  public static let disabled = OSLog(name: "")

  /// The log of `category` of the program or library called `subsystem`.
  public convenience init(subsystem: String, category: String) { self.init(name: "\(subsystem)/\(category)") }
  /// The log of `category` of the program or library called `subsystem`.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }

  private init(name: String) {
    self.name = name
    super.init()
  }

  /// Whether lines of `type` are written.
  public func isEnabled(type: OSLogType) -> Bool {
    self !== OSLog.disabled && (Logger.isVerbose || type != .debug && type != .info)
  }
  /// Whether signposts are recorded: never here.
  public var signpostsEnabled: Bool { false }
}

/// Writes a line of `log`, as ``Logger`` does: `message` is a format of `printf`, whose `%@` and `%s` take any value, and in which
/// `%{private}@` hides one.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
  _ args: Any?...
) {
  write(message, args, to: log, type)
}

/// Writes a line of `type`, as ``os_log(_:dso:log:type:_:)``.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString, _ args: Any?...
) {
  write(message, args, to: log, type)
}

/// Writes a line with values in it.
@_disfavoredOverload
public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: OSLogMessage) {
  Logger(log).log(level: type, message)
}

private func write(_ message: StaticString, _ arguments: [Any?], to log: OSLog, _ type: OSLogType) {
  guard log.isEnabled(type: type) else { return }
  let text = LogFormat(message.description).text(of: arguments)
  Logger(log).log(level: type, OSLogMessage(stringLiteral: text))
}
