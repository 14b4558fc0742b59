// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics

/// The changes of layers that belong together, of the calling thread (`CATransaction`).
///
/// Layers change at once, without implicit animations: a transaction has the duration of animations without one, and a
/// block that is called when it is committed. Threads: each has its own.
open class CATransaction: NSObject {
  /// The values of a transaction; those that it leaves open are those of the one around it.
  private final class Record {
    var duration: CFTimeInterval?
    var pace: CAMediaTimingFunction?
    var disablesActions: Bool?
    var completion: (() -> Void)?
    /// Further values, by key.
    var values: [String: Any] = [:]
    /// Whether it is the one outside of all transactions.
    var isImplicit = false
  }

  private static let key = "CATransaction"

  /// The thread's transactions, the innermost last.
  private static var open: [Record] {
    get { Thread.current.threadDictionary[key] as? [Record] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  /// The innermost transaction; one that stands by itself where none was begun.
  private static var current: Record {
    if let record = open.last { return record }
    let record = Record()
    record.isImplicit = true
    open = [record]
    return record
  }

  private static func first<Value>(_ value: (Record) -> Value?) -> Value? {
    open.reversed().lazy.compactMap(value).first
  }

  /// Begins a transaction within the one under way.
  open class func begin() { open.append(Record()) }

  /// Ends the transaction that was begun last, and calls what it is to call.
  open class func commit() {
    guard let record = open.popLast() else { return }
    record.completion?()
  }

  /// Ends what was said outside of all transactions.
  open class func flush() {
    guard let record = open.last, record.isImplicit else { return }
    commit()
  }

  /// Whether properties are changed without animations. None are added here, whatever it says.
  open class func disableActions() -> Bool { first(\.disablesActions) ?? false }
  /// Has properties be changed without animations, or not.
  open class func setDisableActions(_ flag: Bool) { current.disablesActions = flag }
  /// The duration of animations without one of their own.
  open class func animationDuration() -> CFTimeInterval { first(\.duration) ?? 0.25 }
  /// Says how long animations last that say nothing themselves.
  open class func setAnimationDuration(_ dur: CFTimeInterval) { current.duration = dur }
  /// The pace of animations that layers would begin by themselves.
  open class func animationTimingFunction() -> CAMediaTimingFunction? { first(\.pace) }
  /// Says the pace of animations that layers would begin by themselves.
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) { current.pace = function }
  /// The callback for the transaction's commit.
  open class func completionBlock() -> (() -> Void)? { current.completion }
  /// Has `block` be called when the transaction is committed: at once, as films are made later.
  open class func setCompletionBlock(_ block: (() -> Void)?) { current.completion = block }
}

extension CATransaction {
  private static let guardian = NSRecursiveLock()

  /// Keeps other threads from changing layers, until ``unlock()``: those that ask for the same lock.
  public class func lock() { guardian.lock() }
  /// Lets other threads go on.
  public class func unlock() { guardian.unlock() }

  /// The value under `key`, Core Animation's words among them; nil where there is none.
  public class func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: animationDuration()
    case kCATransactionDisableActions: disableActions()
    case kCATransactionAnimationTimingFunction: animationTimingFunction()
    case kCATransactionCompletionBlock: completionBlock()
    default: first { $0.values[key] }
    }
  }
  /// Says `anObject` under `key`, Core Animation's words among them.
  public class func setValue(_ anObject: Any?, forKey key: String) {
    switch key {
    case kCATransactionAnimationDuration: current.duration = (anObject as? NSNumber)?.doubleValue ?? anObject as? Double
    case kCATransactionDisableActions: current.disablesActions = (anObject as? NSNumber)?.boolValue ?? anObject as? Bool
    case kCATransactionAnimationTimingFunction: current.pace = anObject as? CAMediaTimingFunction
    case kCATransactionCompletionBlock: current.completion = anObject as? () -> Void
    default: current.values[key] = anObject
    }
  }
}

/// The key of how long animations last.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of whether properties are changed without animations.
public let kCATransactionDisableActions = "disableActions"
/// The key of the pace of animations.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of what is called when a transaction is committed.
public let kCATransactionCompletionBlock = "completionBlock"

/// The time since the machine was started, in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }
