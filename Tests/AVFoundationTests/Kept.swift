import Synchronization

/// A value that callbacks change, on whatever thread they are called.
final class Kept<Value: Sendable>: Sendable {
  private let kept: Mutex<Value>
  init(_ value: Value) { kept = Mutex(value) }

  var value: Value { kept.withLock { $0 } }
  @discardableResult
  func change<Result: Sendable>(_ change: (inout Value) -> Result) -> Result { kept.withLock { change(&$0) } }
}
