public import Foundation
import Synchronization

/// Values that an observer's calls contain (`NSKeyValueObservingOptions`).
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The value after the change.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The value before the change.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// A call at once, with the value as it is.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

/// A change of a property (`NSKeyValueObservedChange`).
public struct NSKeyValueObservedChange<Value> {
  /// The value after the change; nil where it was not asked for.
  public let newValue: Value?
  /// The value before the change; nil where it was not asked for, and of the first call.
  public let oldValue: Value?
}

/// Token that ends an observation: by ``invalidate()``, or its own end (`NSKeyValueObservation`).
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
  // @unchecked: what is called is under a lock.
  private let call: Mutex<Call?>

  private struct Call: @unchecked Sendable {
    // @unchecked: a closure of the program's, which is called where the object says that something changed.
    let run: () -> Void
  }

  init(_ run: @escaping () -> Void) {
    call = Mutex(Call(run: run))
    super.init()
  }

  deinit { invalidate() }

  /// Ends it: nothing is called any more.
  public func invalidate() {
    let last = call.withLock { call in
      defer { call = nil }
      return call
    }
    withExtendedLifetime(last) {}
  }

  /// Looks for a change, and calls the observer for it.
  func look() { call.withLock { $0 }?.run() }
}

/// The observers of an object's properties.
///
/// Threads: any. Lock order: only `observations`; no callback runs while it is held.
final class KeyValueObservers: Sendable {
  private struct Weak: Sendable { weak var value: NSKeyValueObservation? }
  private let observations = Mutex<[Weak]>([])

  func add(_ observation: NSKeyValueObservation) {
    observations.withLock { list in
      list.removeAll { $0.value == nil }
      list.append(Weak(value: observation))
    }
  }

  /// Has every observer look whether what it observes has changed.
  func look() { for one in observations.withLock({ $0 }) { one.value?.look() } }
}

/// An object whose properties are observed by their key paths: the part of key-value observing that needs no Objective-C.
public protocol AVKeyValueObservable: NSObject {
  /// Has `observer` be asked to look at every change.
  func addKeyValueObserver(_ observer: NSKeyValueObservation)
}

extension AVKeyValueObservable {
  /// Has `changeHandler` be called with every change of the property at `keyPath`, on any thread, as long as what is returned is kept
  /// (`observe(_:options:changeHandler:)`).
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let first = self[keyPath: keyPath]
    let last = LastValue(first)
    let observation = NSKeyValueObservation { [weak self] in
      guard let self else { return }
      let now = self[keyPath: keyPath]
      guard let before = last.replace(with: now) else { return }
      changeHandler(
        self,
        NSKeyValueObservedChange(
          newValue: options.contains(.new) ? now : nil, oldValue: options.contains(.old) ? before.value : nil))
    }
    if options.contains(.initial) {
      changeHandler(self, NSKeyValueObservedChange(newValue: options.contains(.new) ? first : nil, oldValue: nil))
    }
    addKeyValueObserver(observation)
    // A change since the first look calls the observer, too.
    observation.look()
    return observation
  }
}

/// The value at the observer's last call.
private final class LastValue<Value> {
  struct Box: @unchecked Sendable {
    // @unchecked: a value of a property, handed to the observer as it is.
    let value: Value
  }

  private let state: Mutex<Box>

  init(_ value: Value) { state = Mutex(Box(value: value)) }

  /// The value until now; nil, and nothing changes, where `value` is the same.
  func replace(with value: Value) -> Box? {
    let new = Box(value: value)
    return state.withLock { last in
      if Self.isSame(last.value, new.value) { return nil }
      defer { last = new }
      return last
    }
  }

  /// Whether both are equal; values that are not `Hashable` are compared by their descriptions.
  private static func isSame(_ first: Any, _ second: Any) -> Bool {
    if let first = first as? AnyHashable, let second = second as? AnyHashable { return first == second }
    return String(describing: first) == String(describing: second)
  }
}
