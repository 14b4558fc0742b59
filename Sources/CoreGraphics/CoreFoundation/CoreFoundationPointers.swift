// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation
import Synchronization

// SAFETY: each pointer is the address of an object: an element's, which lives as long as its array or dictionary, or one of `KeptObjects`,
// which lives as long as the process. Callers give back what these functions gave them, as Core Foundation's do.

/// A dictionary that can be changed, as Core Foundation's functions take it: an object.
public typealias CFMutableDictionary = NSMutableDictionary

/// Objects that stand for Swift's strings, numbers and lists where an address is asked for: of equal ones there is one, which stays.
private enum KeptObjects {
  /// A bridged value.
  private struct Kept: Hashable, @unchecked Sendable {
    // @unchecked: bridged values, which nothing changes.
    let object: NSObject
    /// Its class: the number 1 equals true, and is another object.
    let kind: ObjectIdentifier

    init(_ object: NSObject) { (self.object, kind) = (object, ObjectIdentifier(type(of: object))) }
  }
  private static let objects = Mutex<Set<Kept>>([])

  /// The address of the object that `value` is, or that stands for it.
  static func address(of value: Any) -> UnsafeRawPointer {
    let object = value as AnyObject
    guard !(type(of: value) is AnyClass), let bridged = (object as? NSObject).map(Kept.init) else {
      return unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }
    let kept = objects.withLock { $0.insert(bridged).memberAfterInsert }
    return unsafe UnsafeRawPointer(Unmanaged.passUnretained(kept.object).toOpaque())
  }
}

/// The object at `pointer`.
private func object(at pointer: UnsafeRawPointer?) -> AnyObject? {
  unsafe pointer.map { unsafe Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
}

extension Unmanaged where Instance == NSString {
  /// An object of these characters, which stays: what `toOpaque()` gives is a key of ``CFDictionarySetValue(_:_:_:)``.
  public static func passUnretained(_ value: CFString) -> Unmanaged<NSString> {
    unsafe Unmanaged.fromOpaque(KeptObjects.address(of: value))
  }
}

/// The dictionary at `x`, which ``CFArrayGetValueAtIndex(_:_:)`` gave; empty where there is none.
public func unsafeBitCast(_ x: UnsafeRawPointer?, to type: CFDictionary.Type) -> CFDictionary {
  unsafe object(at: x) as? CFDictionary ?? [:]
}

/// The array at `x`; empty where there is none.
public func unsafeBitCast(_ x: UnsafeRawPointer?, to type: CFArray.Type) -> CFArray {
  unsafe object(at: x) as? CFArray ?? []
}

/// The string at `x`; empty where there is none.
public func unsafeBitCast(_ x: UnsafeRawPointer?, to type: CFString.Type) -> CFString {
  unsafe object(at: x) as? CFString ?? ""
}

/// The address of an object of the characters of `x`, which stays.
public func unsafeBitCast(_ x: CFString, to type: UnsafeRawPointer.Type) -> UnsafeRawPointer {
  unsafe KeptObjects.address(of: x)
}

// MARK: Arrays

/// The address of element number `idx`; nil where there is none (`CFArrayGetValueAtIndex`).
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
  guard let array = theArray, array.indices.contains(idx) else { return nil }
  return unsafe KeptObjects.address(of: array[idx])
}

// MARK: Dictionaries

/// The number of keys (`CFDictionaryGetCount`).
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict?.count ?? 0 }
/// The number of keys (`CFDictionaryGetCount`).
public func CFDictionaryGetCount(_ theDict: CFMutableDictionary!) -> CFIndex { theDict?.count ?? 0 }

/// The address of the value of the key at `key`; nil without one (`CFDictionaryGetValue`).
public func CFDictionaryGetValue(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
  guard let name = unsafe object(at: key) as? CFString, let value = theDict?[name] else { return nil }
  return unsafe KeptObjects.address(of: value)
}

/// The address of the value of the key at `key`; nil without one (`CFDictionaryGetValue`).
public func CFDictionaryGetValue(_ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!) -> UnsafeRawPointer! {
  guard let name = unsafe object(at: key), let value = theDict?.object(forKey: name) else { return nil }
  return unsafe KeptObjects.address(of: value)
}

/// Whether there is a value of the key at `key` (`CFDictionaryContainsKey`).
public func CFDictionaryContainsKey(_ theDict: CFDictionary!, _ key: UnsafeRawPointer!) -> Bool {
  unsafe CFDictionaryGetValue(theDict, key) != nil
}

/// Whether there is a value of the key at `key` (`CFDictionaryContainsKey`).
public func CFDictionaryContainsKey(_ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!) -> Bool {
  unsafe CFDictionaryGetValue(theDict, key) != nil
}

/// Writes the addresses of all keys and of their values, in one order, where there is memory for them (`CFDictionaryGetKeysAndValues`):
/// each for as many as ``CFDictionaryGetCount(_:)`` says.
public func CFDictionaryGetKeysAndValues(
  _ theDict: CFDictionary!, _ keys: UnsafeMutablePointer<UnsafeRawPointer?>!,
  _ values: UnsafeMutablePointer<UnsafeRawPointer?>!
) {
  for (number, (key, value)) in (theDict ?? [:]).enumerated() {
    if let keys = unsafe keys { unsafe keys[number] = KeptObjects.address(of: key) }
    if let values = unsafe values { unsafe values[number] = KeptObjects.address(of: value) }
  }
}

/// Sets the value of the key at `key` to the object at `value` (`CFDictionarySetValue`).
public func CFDictionarySetValue(
  _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  guard let name = unsafe object(at: key) as? NSObject, let value = unsafe object(at: value) else { return }
  theDict?.setObject(value, forKey: name)
}

/// Sets the value of a key that has none (`CFDictionaryAddValue`).
public func CFDictionaryAddValue(
  _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  if unsafe !CFDictionaryContainsKey(theDict, key) { unsafe CFDictionarySetValue(theDict, key, value) }
}

/// Sets the value of a key that has one (`CFDictionaryReplaceValue`).
public func CFDictionaryReplaceValue(
  _ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!, _ value: UnsafeRawPointer!
) {
  if unsafe CFDictionaryContainsKey(theDict, key) { unsafe CFDictionarySetValue(theDict, key, value) }
}

/// Takes a key away with its value (`CFDictionaryRemoveValue`).
public func CFDictionaryRemoveValue(_ theDict: CFMutableDictionary!, _ key: UnsafeRawPointer!) {
  if let name = unsafe object(at: key) { theDict?.removeObject(forKey: name) }
}

/// Takes all keys away (`CFDictionaryRemoveAllValues`).
public func CFDictionaryRemoveAllValues(_ theDict: CFMutableDictionary!) { theDict?.removeAllObjects() }
