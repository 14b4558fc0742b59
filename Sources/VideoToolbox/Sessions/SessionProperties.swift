import CoreMedia
import Synchronization

/// The description of a session's property.
struct SessionProperty: Sendable {
  /// Of what kind its values are.
  enum Kind: Sendable {
    case boolean, number, text, array, dictionary, object
  }

  let kind: Kind
  /// Whether it is read-only.
  var isReadOnly = false

  static let boolean = Self(kind: .boolean)
  static let number = Self(kind: .number)
  static let text = Self(kind: .text)
  static let array = Self(kind: .array)
  static let dictionary = Self(kind: .dictionary)
  static func readOnly(_ kind: Kind) -> Self { Self(kind: kind, isReadOnly: true) }

  /// Whether `value` is one of its values.
  func accepts(_ value: Any) -> Bool {
    switch kind {
    case .boolean: value is Bool || value is NSNumber
    case .number: Self.number(value) != nil
    case .text: value is CFString
    case .array: value is CFArray
    case .dictionary: value is CFDictionary
    case .object: true
    }
  }

  /// The number that `value` is, boxed or not, whole or not; nil where it is none.
  static func number(_ value: Any) -> Double? {
    switch value {
    case let number as NSNumber: number.doubleValue
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint: Double(number)
    default: nil
    }
  }

  /// The description, as a dictionary of Video Toolbox says it.
  var description: CFDictionary {
    let type: CFString? =
      switch kind {
      case .boolean: kVTPropertyType_Boolean
      case .number: kVTPropertyType_Number
      case .text: kVTPropertyType_Enumeration
      case .array, .dictionary, .object: nil
      }
    var values: CFDictionary = [
      kVTPropertyReadWriteStatusKey: isReadOnly
        ? kVTPropertyReadWriteStatus_ReadOnly : kVTPropertyReadWriteStatus_ReadWrite,
      kVTPropertyShouldBeSerializedKey: !isReadOnly,
    ]
    values[kVTPropertyTypeKey] = type
    return values
  }
}

/// The properties of a session that were set.
///
/// Threads: any.
final class SessionProperties: Sendable {
  let table: [CFString: SessionProperty]
  private let values: Mutex<Values>

  private struct Values: @unchecked Sendable {
    // @unchecked: values are kept and handed out as they were set; what they are is the callers' business.
    var set: [CFString: Any] = [:]
  }

  /// The properties of `table`, all unset.
  init(_ table: [CFString: SessionProperty]) {
    self.table = table
    values = Mutex(Values())
  }

  /// Sets the property `key`, or, with nil, has it be as it was at first.
  func set(_ value: Any?, for key: CFString) -> OSStatus {
    guard let property = table[key] else { return kVTPropertyNotSupportedErr }
    guard !property.isReadOnly else { return kVTPropertyReadOnlyErr }
    if let value, !property.accepts(value) { return kVTParameterErr }
    values.withLock { $0.set[key] = value }
    return noErr
  }

  /// The value that was set.
  subscript(key: CFString) -> Any? { values.withLock { $0.set[key] } }

  /// All that was set.
  var all: CFDictionary { values.withLock(\.set) }

  func boolean(_ key: CFString) -> Bool? { self[key].flatMap { ($0 as? Bool) ?? ($0 as? NSNumber)?.boolValue } }
  func number(_ key: CFString) -> Double? { self[key].flatMap { SessionProperty.number($0) } }
  func integer(_ key: CFString) -> Int? { number(key).flatMap { Int(exactly: $0.rounded()) } }
  func text(_ key: CFString) -> CFString? { self[key] as? CFString }
}

/// A session with properties for ``VTSessionSetProperty(_:key:value:)`` and its like.
protocol PropertySession: AnyObject {
  var properties: SessionProperties { get }
  /// Whether it is of no more use.
  var isInvalidated: Bool { get }
  /// The value of the property `key`, where it is read-only, or has a default; nil where there is none.
  func value(of key: CFString) -> Any?
  /// Called when a property was set.
  func noticeChange()
}

extension PropertySession {
  func noticeChange() {}
}
