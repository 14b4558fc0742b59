// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// A thread's run loop (`CFRunLoop`).
public typealias CFRunLoop = RunLoop

/// A mode of a run loop (`CFRunLoopMode`).
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
  /// Its name.
  public let rawValue: String
  /// The mode called `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The usual mode.
  public static let defaultMode = CFRunLoopMode(rawValue: RunLoop.Mode.default.rawValue)
  /// All that are usual.
  public static let commonModes = CFRunLoopMode(rawValue: RunLoop.Mode.common.rawValue)
}

/// The name of the usual mode.
public let kCFRunLoopDefaultMode = CFRunLoopMode.defaultMode.rawValue
/// The name of all usual modes.
public let kCFRunLoopCommonModes = CFRunLoopMode.commonModes.rawValue

/// Why a run loop returned (`CFRunLoopRunResult`).
public enum CFRunLoopRunResult: Int32, Sendable {
  /// There is nothing that it waits for.
  case finished = 1
  /// It was stopped.
  case stopped = 2
  /// The time is over.
  case timedOut = 3
  /// Something was done.
  case handledSource = 4
}

/// The run loop of this thread (`CFRunLoopGetCurrent`).
public func CFRunLoopGetCurrent() -> CFRunLoop { RunLoop.current }
/// The run loop of the main thread (`CFRunLoopGetMain`).
public func CFRunLoopGetMain() -> CFRunLoop { RunLoop.main }

/// Does what comes for `seconds` seconds on this thread, or until one thing is done where `returnAfterSourceHandled`
/// (`CFRunLoopRunInMode`).
@discardableResult public func CFRunLoopRunInMode(
  _ mode: CFRunLoopMode, _ seconds: Double, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
  let end = Date(timeIntervalSinceNow: seconds)
  let mode = RunLoop.Mode(rawValue: mode.rawValue)
  repeat {
    guard RunLoop.current.run(mode: mode, before: end) else { return .finished }
    if returnAfterSourceHandled, end.timeIntervalSinceNow > 0 { return .handledSource }
  } while end.timeIntervalSinceNow > 0
  return .timedOut
}

extension RunLoop {
  /// Has `body` run on the thread of the loop, once that does what comes in `mode`. From any thread.
  package func carryOut(in mode: String, _ body: @escaping @Sendable () -> Void) {
    // A timer wakes the loop, as a block does not.
    add(Timer(timeInterval: 0, repeats: false) { _ in body() }, forMode: RunLoop.Mode(rawValue: mode))
  }
}
