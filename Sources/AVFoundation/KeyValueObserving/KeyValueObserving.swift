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

/// Key of what a change is for an observer by strings (`NSKeyValueChangeKey`).
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The key.
  public var rawValue: String
  /// The key of this name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The number of an ``NSKeyValueChange``: always that of `setting`.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The value after the change, an object; `NSNull` where there is none.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The value before the change, an object; `NSNull` where there was none.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// The indices of what was inserted, removed or replaced: no change here has them.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// Whether the change is still to come: no call here has it.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// Kind of a change (`NSKeyValueChange`).
public enum NSKeyValueChange: UInt, Sendable {
  /// A property has another value.
  case setting = 1
  /// Objects came into a collection.
  case insertion
  /// Objects were taken out of a collection.
  case removal
  /// Objects of a collection were exchanged.
  case replacement
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
/// Threads: any. Lock order: only `observations` or `named`; no callback runs while one is held.
public final class KeyValueObservers: Sendable {
  private struct Weak: Sendable { weak var value: NSKeyValueObservation? }
  private let observations = Mutex<[Weak]>([])
  /// Observations by strings, which last until they are removed.
  private let named = Mutex<[NamedObservation]>([])

  init() {}

  func add(_ observation: NSKeyValueObservation) {
    observations.withLock { list in
      list.removeAll { $0.value == nil }
      list.append(Weak(value: observation))
    }
  }

  /// Keeps `observation` until it is removed.
  func keep(_ observation: NamedObservation) { named.withLock { $0.append(observation) } }

  /// Ends the last observation of `name`; false where there is none.
  func remove(_ name: NamedObservation.Name, inAnyContext: Bool) -> Bool {
    let last = named.withLock { list in
      list.lastIndex { $0.name.matches(name, inAnyContext: inAnyContext) }.map { list.remove(at: $0) }
    }
    last?.observation.invalidate()
    return last != nil
  }

  /// Has every observer look whether what it observes has changed.
  func look() { for one in observations.withLock({ $0 }) { one.value?.look() } }
}

/// An object whose properties are observed, by their key paths or by strings: the part of key-value observing that needs no Objective-C.
public protocol AVKeyValueObservable: NSObject {
  /// Observers of its properties.
  var keyValueObservers: KeyValueObservers { get }
}

extension AVKeyValueObservable {
  /// Has `changeHandler` be called with every change of the property at `keyPath`, on any thread, as long as what is returned is kept
  /// (`observe(_:options:changeHandler:)`).
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observation = observation(of: { $0[keyPath: keyPath] }, options: options, changeHandler: changeHandler)
    // A change since the first look calls the observer, too.
    observation.look()
    return observation
  }

  /// Has `changeHandler` be called with every change of what `read` gives.
  func observation<Value>(
    of read: @escaping (Self) -> Value, options: NSKeyValueObservingOptions,
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let first = read(self)
    let last = LastValue(first)
    let observation = NSKeyValueObservation { [weak self] in
      guard let self, let (before, now) = last.replace(by: { read(self) }) else { return }
      changeHandler(
        self,
        NSKeyValueObservedChange(
          newValue: options.contains(.new) ? now : nil, oldValue: options.contains(.old) ? before : nil))
    }
    if options.contains(.initial) {
      changeHandler(self, NSKeyValueObservedChange(newValue: options.contains(.new) ? first : nil, oldValue: nil))
    }
    keyValueObservers.add(observation)
    return observation
  }
}

/// The value at the observer's last call.
private final class LastValue<Value> {
  private struct Entry: @unchecked Sendable {
    // @unchecked: a value of a property, handed to the observer as it is.
    let value: Value
    /// Number of calls until this one.
    let number: Int
  }

  private let last: Mutex<Entry>

  init(_ value: Value) { last = Mutex(Entry(value: value, number: 0)) }

  /// The value until now, and what `read` gives from now on; nil, and nothing changes, where both are the same.
  ///
  /// Where another thread has replaced the value since, it may have read a later one: then it is read anew.
  func replace(by read: () -> Value) -> (before: Value, now: Value)? {
    while true {
      let known = last.withLock { $0 }
      let new = Entry(value: read(), number: known.number + 1)
      let isSame = Self.isSame(known.value, new.value)
      let isNext = last.withLock { last in
        guard last.number == known.number else { return false }
        if !isSame { last = new }
        return true
      }
      if isNext { return isSame ? nil : (known.value, new.value) }
    }
  }

  /// Whether both are equal; values that are not `Hashable` are compared by their descriptions.
  private static func isSame(_ first: Any, _ second: Any) -> Bool {
    if let first = first as? AnyHashable, let second = second as? AnyHashable { return first == second }
    return String(describing: first) == String(describing: second)
  }
}
