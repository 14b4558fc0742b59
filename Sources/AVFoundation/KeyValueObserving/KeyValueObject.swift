public import Foundation

/// An object that can be notified of changes of others' properties by strings: what Apple's `NSObject` has beyond that of Foundation on Linux, whose
/// subclasses have nothing to override.
///
/// Players and their items descend from it, so that their subclasses override what they do on Apple's systems. Observers of other classes
/// descend from it by one line in the program's module, which hides Foundation's class there: `typealias NSObject = KeyValueObject`.
open class KeyValueObject: NSObject {
  /// An object that observes nothing yet.
  public override init() { super.init() }

  /// Tells of a change of the property at `keyPath` of `object`, which an
  /// ``AVKeyValueObservable/addObserver(_:forKeyPath:options:context:)`` asked for; on any thread. Numbers, flags and cases are `NSNumber`s, times
  /// `NSValue`s, and what there is not is `NSNull`; sizes and rectangles are the values that they are in Swift.
  ///
  /// What is not overridden ends the process, as by Foundation's exception.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    Misuse.raise(
      "\(self): An -observeValueForKeyPath:ofObject:change:context: message was received but not handled. Key path: \(keyPath ?? "")",
      name: "NSInternalInconsistencyException")
  }
}
