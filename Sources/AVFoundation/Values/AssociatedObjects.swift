// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

import Foundation
import Synchronization

/// How a value is kept beside an object (`objc_AssociationPolicy`).
public enum objc_AssociationPolicy: UInt, Sendable {
  /// Without a reference: gone when nothing else holds it.
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// With a reference.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// With a reference to a copy, where the value is of a class with copies (`NSCopying`).
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  /// With a reference.
  case OBJC_ASSOCIATION_RETAIN = 769
  /// With a reference to a copy, where the value is of a class with copies (`NSCopying`).
  case OBJC_ASSOCIATION_COPY = 771
}

/// Keeps `value` beside `object` under `key`, in place of what was there; nil keeps nothing (`objc_setAssociatedObject`).
///
/// Values of an object that has gone are released when more objects get some; its `deinit` still finds them. Threads: any.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  Associations.shared.set(value, under: UInt(bitPattern: key), of: object as AnyObject, policy)
}

/// Returns what is kept beside `object` under `key`; nil where nothing is (`objc_getAssociatedObject`). Threads: any.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  Associations.shared.value(under: UInt(bitPattern: key), of: object as AnyObject)
}

/// Releases all that is kept beside `object` (`objc_removeAssociatedObjects`). Threads: any.
public func objc_removeAssociatedObjects(_ object: Any) { Associations.shared.removeAll(of: object as AnyObject) }

/// Values beside objects, which Swift's objects have no room for. Threads: any. Lock order: only `table`; nothing of the program's is released
/// while it is held.
private final class Associations: Sendable {
  static let shared = Associations()
  private let table = Mutex(Table())

  private struct Table {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The number of entries at which those of objects that have gone are removed.
    var limit = 16

    /// Removes the entries of objects that have gone. What may be released for the last time by that is returned: values, and the other
    /// objects, which are held while they are looked at.
    mutating func sweep() -> [Value] {
      var released: [Value] = []
      for (id, entry) in entries {
        if let object = entry.object {
          released.append(Value(held: object))
        } else {
          released += entry.values.values
          entries[id] = nil
        }
      }
      limit = max(16, 2 * entries.count)
      return released
    }
  }

  /// Values beside an object, by key.
  private struct Entry: @unchecked Sendable {
    // @unchecked: the object is looked for and never used, and values are handed back as they are.
    weak var object: AnyObject?
    /// The object's memory, which no other object gets before the entry has gone: its end finds its values, and no other object does.
    unowned let memory: AnyObject
    var values: [UInt: Value] = [:]

    init(_ object: AnyObject) { (self.object, memory) = (object, object) }
  }

  private struct Value: @unchecked Sendable {
    // @unchecked: a value of the program's, handed back as it is.
    var held: Any?
    weak var assigned: AnyObject?
  }

  func set(_ value: Any?, under key: UInt, of object: AnyObject, _ policy: objc_AssociationPolicy) {
    let (new, none, id) = (value.map { Self.value($0, policy) }, Entry(object), ObjectIdentifier(object))
    let released = table.withLock { table in
      var released = table.entries.count >= table.limit ? table.sweep() : []
      var entry = table.entries[id] ?? none
      if let old = entry.values.removeValue(forKey: key) { released.append(old) }
      entry.values[key] = new
      table.entries[id] = entry.values.isEmpty ? nil : entry
      return released
    }
    withExtendedLifetime(released) {}
  }

  func value(under key: UInt, of object: AnyObject) -> Any? {
    let value = table.withLock { $0.entries[ObjectIdentifier(object)]?.values[key] }
    return value?.held ?? value?.assigned
  }

  func removeAll(of object: AnyObject) {
    let released = table.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(object)) }
    withExtendedLifetime(released) {}
  }

  /// The value as `policy` has it kept. What is no object has no other owner, and is held.
  private static func value(_ value: Any, _ policy: objc_AssociationPolicy) -> Value {
    switch policy {
    case .OBJC_ASSOCIATION_ASSIGN where type(of: value) is AnyClass: Value(held: nil, assigned: value as AnyObject)
    case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC:
      Value(held: (value as? any NSCopying)?.copy(with: nil) ?? value)
    default: Value(held: value)
    }
  }
}
