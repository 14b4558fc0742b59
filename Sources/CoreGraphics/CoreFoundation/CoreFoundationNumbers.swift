// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

// SAFETY: memory that a number is read from or written to is the caller's, who says by the type how large it is, as in Core Foundation.

/// The types that numbers have in memory (`CFNumberType`).
public enum CFNumberType: Int, Sendable {
  /// A signed integer of 8 bits.
  case sInt8Type = 1
  /// A signed integer of 16 bits.
  case sInt16Type
  /// A signed integer of 32 bits.
  case sInt32Type
  /// A signed integer of 64 bits.
  case sInt64Type
  /// A floating-point number of 32 bits.
  case float32Type
  /// A floating-point number of 64 bits.
  case float64Type
  /// C's `char`.
  case charType
  /// C's `short`.
  case shortType
  /// C's `int`.
  case intType
  /// C's `long`.
  case longType
  /// C's `long long`.
  case longLongType
  /// C's `float`.
  case floatType
  /// C's `double`.
  case doubleType
  /// An index, as Core Foundation's functions take it.
  case cfIndexType
  /// Foundation's integer.
  case nsIntegerType
  /// A coordinate, as Core Graphics' functions take it.
  case cgFloatType
}

/// The number at `valuePtr`, of `theType`; nil without an address (`CFNumberCreate`).
public func CFNumberCreate(
  _ allocator: CFAllocator!, _ theType: CFNumberType, _ valuePtr: UnsafeRawPointer!
) -> CFNumber! {
  guard let memory = unsafe valuePtr else { return nil }
  return switch theType {
  case .sInt8Type, .charType: unsafe NSNumber(value: memory.loadUnaligned(as: Int8.self))
  case .sInt16Type, .shortType: unsafe NSNumber(value: memory.loadUnaligned(as: Int16.self))
  case .sInt32Type, .intType: unsafe NSNumber(value: memory.loadUnaligned(as: Int32.self))
  case .sInt64Type, .longType, .longLongType, .cfIndexType, .nsIntegerType:
    unsafe NSNumber(value: memory.loadUnaligned(as: Int64.self))
  case .float32Type, .floatType: unsafe NSNumber(value: memory.loadUnaligned(as: Float.self))
  case .float64Type, .doubleType, .cgFloatType: unsafe NSNumber(value: memory.loadUnaligned(as: Double.self))
  }
}

/// Writes `number` as `theType` to `valuePtr`; false where it is another number afterwards (`CFNumberGetValue`).
@discardableResult
public func CFNumberGetValue(
  _ number: CFNumber!, _ theType: CFNumberType, _ valuePtr: UnsafeMutableRawPointer!
) -> Bool {
  guard let number, let memory = unsafe valuePtr else { return false }
  func write<Value: BitwiseCopyable>(_ value: Value, _ back: NSNumber) -> Bool {
    unsafe memory.storeBytes(of: value, as: Value.self)
    return back == number
  }
  return switch theType {
  case .sInt8Type, .charType: write(number.int8Value, NSNumber(value: number.int8Value))
  case .sInt16Type, .shortType: write(number.int16Value, NSNumber(value: number.int16Value))
  case .sInt32Type, .intType: write(number.int32Value, NSNumber(value: number.int32Value))
  case .sInt64Type, .longType, .longLongType, .cfIndexType, .nsIntegerType:
    write(number.int64Value, NSNumber(value: number.int64Value))
  case .float32Type, .floatType: write(number.floatValue, NSNumber(value: number.floatValue))
  case .float64Type, .doubleType, .cgFloatType: write(number.doubleValue, NSNumber(value: number.doubleValue))
  }
}
