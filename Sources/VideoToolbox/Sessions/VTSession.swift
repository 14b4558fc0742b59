// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

// SAFETY: out parameters are written once.

/// A session that decodes, encodes or converts pictures (`VTSession`).
public typealias VTSession = AnyObject

/// Of what kind the values of a property are, by its key.
public let kVTPropertyTypeKey: CFString = "PropertyType"
/// Words.
public let kVTPropertyType_Enumeration: CFString = "Enumeration"
/// True or false.
public let kVTPropertyType_Boolean: CFString = "Boolean"
/// Numbers.
public let kVTPropertyType_Number: CFString = "Number"
/// Whether a property can be set, by its key.
public let kVTPropertyReadWriteStatusKey: CFString = "ReadWriteStatus"
/// It cannot.
public let kVTPropertyReadWriteStatus_ReadOnly: CFString = "ReadOnly"
/// It can.
public let kVTPropertyReadWriteStatus_ReadWrite: CFString = "ReadWrite"
/// Whether a property is kept with a film, by its key.
public let kVTPropertyShouldBeSerializedKey: CFString = "ShouldBeSerialized"
/// The least value of a property, by its key.
public let kVTPropertySupportedValueMinimumKey: CFString = "SupportedValueMinimum"
/// The greatest value of a property, by its key.
public let kVTPropertySupportedValueMaximumKey: CFString = "SupportedValueMaximum"
/// The values of a property, by its key.
public let kVTPropertySupportedValueListKey: CFString = "SupportedValueList"
/// The key of a property's documentation.
public let kVTPropertyDocumentationKey: CFString = "Documentation"

/// `session`, whose properties are asked for; or why not.
private func owner(_ session: VTSession) -> (session: (any PropertySession)?, status: OSStatus) {
  guard let owner = session as? any PropertySession else { return (nil, kVTParameterErr) }
  return owner.isInvalidated ? (nil, kVTInvalidSessionErr) : (owner, noErr)
}

/// Sets the property `key` of `session`; nil has it be as it was at first (`VTSessionSetProperty`). What an encoder has begun with stays as
/// it is until it begins anew.
///
/// - Returns: `kVTPropertyNotSupportedErr`, `kVTPropertyReadOnlyErr`, `kVTInvalidSessionErr`; `kVTParameterErr` for a value of another
/// kind.
@discardableResult
public func VTSessionSetProperty(_ session: VTSession, key propertyKey: CFString, value propertyValue: Any?) -> OSStatus
{
  let (owner, status) = owner(session)
  guard let owner else { return status }
  let result = owner.properties.set(propertyValue, for: propertyKey)
  if result == noErr { owner.noticeChange() }
  return result
}

/// Sets all properties of `propertyDictionary` that `session` has (`VTSessionSetProperties`).
///
/// - Returns: `kVTPropertyNotSupportedErr` and the like, of the first that could not be set; all others are set.
@discardableResult
public func VTSessionSetProperties(_ session: VTSession, propertyDictionary: CFDictionary) -> OSStatus {
  let found = propertyDictionary.sorted { $0.key < $1.key }
    .map { VTSessionSetProperty(session, key: $0.key, value: $0.value) }
  return found.first { $0 != noErr } ?? noErr
}

/// Stores the value of the property `key` of `session`; nil without one (`VTSessionCopyProperty`).
///
/// The variable at `valueOut` is an optional of the kind that the value has: a number (`NSNumber`, `Int`, `Double`), a
/// string, an array, a dictionary, or `AnyObject` and `Any` for all kinds.
/// - Returns: `kVTPropertyNotSupportedErr`, `kVTInvalidSessionErr`; `kVTParameterErr` where the variable is of another kind.
@discardableResult
public func VTSessionCopyProperty<Value>(
  _ session: VTSession, key propertyKey: CFString, allocator: CFAllocator?, valueOut: UnsafeMutablePointer<Value?>?
) -> OSStatus {
  let (owner, status) = owner(session)
  guard let owner else { return status }
  guard owner.properties.table[propertyKey] != nil else { return kVTPropertyNotSupportedErr }
  guard let value = owner.properties[propertyKey] ?? owner.value(of: propertyKey) else {
    unsafe valueOut?.pointee = nil
    return noErr
  }
  guard unsafe valueOut != nil else { return noErr }
  guard let known = value as? Value ?? object(value) as? Value else { return kVTParameterErr }
  unsafe valueOut?.pointee = known
  return noErr
}

/// `value`, boxed in an object of Foundation's; nil where none fits.
private func object(_ value: Any) -> AnyObject? {
  switch value {
  case let flag as Bool: NSNumber(value: flag)
  case let number as Int: NSNumber(value: number)
  case let number as Double: NSNumber(value: number)
  case let text as String: NSString(string: text)
  case let values as [Any]: NSArray(array: values)
  case let values as [String: Any]: NSDictionary(dictionary: values)
  default: nil
  }
}

/// Stores the properties that `session` has, and what each is (`VTSessionCopySupportedPropertyDictionary`).
@discardableResult
public func VTSessionCopySupportedPropertyDictionary(
  _ session: VTSession, supportedPropertyDictionaryOut: UnsafeMutablePointer<CFDictionary?>
) -> OSStatus {
  let (owner, status) = owner(session)
  unsafe supportedPropertyDictionaryOut.pointee = owner?.properties.table.mapValues(\.description)
  return status
}

/// Stores the properties of `session` that were set, which may be kept and set again (`VTSessionCopySerializableProperties`).
@discardableResult
public func VTSessionCopySerializableProperties(
  _ session: VTSession, allocator: CFAllocator?, dictionaryOut: UnsafeMutablePointer<CFDictionary?>
) -> OSStatus {
  let (owner, status) = owner(session)
  unsafe dictionaryOut.pointee = owner?.properties.all
  return status
}
