public import Foundation

// SAFETY: an observer's context is handed back as it came, and never followed.

/// An observation by strings: who observes what.
struct NamedObservation: Sendable {
  /// What a program names an observation by.
  struct Name: Sendable {
    let observer: ObjectIdentifier
    let keyPath: String
    /// The context's address; nil without one.
    let context: UInt?

    /// Whether `name` means this observation.
    func matches(_ name: Name, inAnyContext: Bool) -> Bool {
      observer == name.observer && keyPath == name.keyPath && (inAnyContext || context == name.context)
    }
  }

  let name: Name
  let observation: NSKeyValueObservation
}

extension AVKeyValueObservable {
  /// Has `observer` be notified of every change of the property of the name `keyPath`, or of the property of a property, `currentItem.status`, until
  /// it is removed (`addObserver(_:forKeyPath:options:context:)`).
  ///
  /// It is notified by ``KeyValueObject/observeValue(forKeyPath:of:change:context:)``, on any thread: an observer of another class, and a property
  /// that this class does not have, end the process with a sentence. Observers are not kept; one that has gone is not notified any more.
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    guard let observer = observer as? KeyValueObject else {
      Misuse.raise(
        "\(observer) cannot be told of changes of \(keyPath): its class descends from Foundation's NSObject, which has no "
          + "observeValue(forKeyPath:of:change:context:) here. Let it descend from KeyValueObject, as by "
          + "typealias NSObject = KeyValueObject in the module.",
        name: "NSInternalInconsistencyException")
    }
    let address = unsafe context.map { UInt(bitPattern: $0) }
    let tell: (Self, NSKeyValueObservedChange<Any>) -> Void = { [weak observer] object, change in
      var words: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: NSKeyValueChange.setting.rawValue)]
      words[.newKey] = change.newValue
      words[.oldKey] = change.oldValue
      unsafe observer?.observeValue(
        forKeyPath: keyPath, of: object, change: words,
        context: address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) })
    }
    let observation = observation(
      of: { ObservableKeys.object(atKeyPath: keyPath, of: $0) }, options: options, changeHandler: tell)
    let name = NamedObservation.Name(observer: ObjectIdentifier(observer), keyPath: keyPath, context: address)
    keyValueObservers.keep(NamedObservation(name: name, observation: observation))
    observation.look()
  }

  /// Ends the last observation of `keyPath` by `observer`, in any context; without one the process ends, as by Foundation's exception.
  public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
    remove(observer, keyPath, context: nil, inAnyContext: true)
  }

  /// Ends the last observation of `keyPath` by `observer` in `context`; without one the process ends, as by Foundation's exception.
  public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
    remove(observer, keyPath, context: unsafe context.map { UInt(bitPattern: $0) }, inAnyContext: false)
  }

  private func remove(_ observer: NSObject, _ keyPath: String, context: UInt?, inAnyContext: Bool) {
    let name = NamedObservation.Name(observer: ObjectIdentifier(observer), keyPath: keyPath, context: context)
    guard keyValueObservers.remove(name, inAnyContext: inAnyContext) else {
      Misuse.raise(
        "Cannot remove an observer \(observer) for the key path \"\(keyPath)\" from \(self) because it is not registered as an observer.",
        name: "NSRangeException")
    }
  }
}
