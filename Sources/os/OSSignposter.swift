// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Synchronization

// Marks of a program's course, for Apple's tools. They are not recorded here: they cost next to nothing, and code that
// sets them runs.

/// The identifier of an interval among those of one name (`OSSignpostID`).
public struct OSSignpostID: Hashable, Comparable, Sendable {
  /// The number.
  public let rawValue: UInt64
  /// The mark of this number.
  public init(_ value: UInt64) { rawValue = value }
  /// A mark that no other of `log` has.
  public init(log: OSLog) { self = Self.next() }
  /// A mark that no other of `log` has as long as `object` is there.
  public init(log: OSLog, object: AnyObject) {
    rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
  }

  /// The only one of its name.
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  /// None.
  public static let invalid = OSSignpostID(.max)
  /// None.
  public static let null = OSSignpostID(0)

  private static let last = Mutex(UInt64(0))
  static func next() -> OSSignpostID {
    OSSignpostID(
      last.withLock { last in
        last += 1
        return last
      })
  }
  /// Whether `left` is the smaller number.
  public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool { left.rawValue < right.rawValue }
}

/// An interval that has begun (`OSSignpostIntervalState`). Threads: any.
public final class OSSignpostIntervalState: Sendable {
  /// Its mark.
  public let id: OSSignpostID
  init(_ id: OSSignpostID) { self.id = id }
  /// An interval that has begun elsewhere.
  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id) }
}

/// Marks intervals and moments of a program's course (`OSSignposter`). Threads: any.
public struct OSSignposter: Sendable {
  /// Marks of `category` of the program or library called `subsystem`.
  public init(subsystem: String, category: String) {}
  /// Marks of `category` of the program or library called `subsystem`.
  public init(subsystem: String, category: OSLog.Category) {}
  /// Marks beside the lines of `logger`.
  public init(logger: Logger) {}
  /// Marks beside the lines of `logHandle`.
  public init(logHandle: OSLog) {}
  /// Marks of the program.
  public init() {}
  /// A signposter without recording.
  public static let disabled = OSSignposter()

  /// Whether marks are recorded: never here.
  public var isEnabled: Bool { false }
  /// A mark that no other has.
  public func makeSignpostID() -> OSSignpostID { .next() }
  /// A mark that no other has as long as `object` is there.
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: .default, object: object) }

  /// Begins the interval `name`.
  public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
    OSSignpostIntervalState(id)
  }
  /// Begins the interval `name`.
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage
  ) -> OSSignpostIntervalState {
    OSSignpostIntervalState(id)
  }
  /// Ends the interval `name`.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
  /// Ends the interval `name`.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {}
  /// Marks a moment.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}
  /// Marks a moment.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {}
  /// The result of `task`, in the interval `name`.
  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
  ) rethrows -> T {
    try task()
  }
  /// The result of `task`, in the interval `name`.
  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage, around task: () throws -> T
  ) rethrows -> T {
    try task()
  }
}

/// The type of a mark (`OSSignpostType`).
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
  /// A number.
  public let rawValue: UInt8
  /// The type of this number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A moment.
  public static let event = OSSignpostType(rawValue: 0)
  /// The beginning of an interval.
  public static let begin = OSSignpostType(rawValue: 1)
  /// The end of an interval.
  public static let end = OSSignpostType(rawValue: 2)
}

/// Marks a moment, or an end of an interval: see ``OSSignposter``, which is the newer one.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {}

/// Marks a moment, or an end of an interval, with words.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: Any?...
) {}
