import CoreMedia
import Foundation

/// Values of metadata as the samples of a track have them, by their type of data (QuickTime File Format, well-known types).
enum TimedMetadataValue {
  /// The bytes of `item`'s value as `dataType`; nil where it is no such value.
  static func bytes(of item: AVMetadataItem, as dataType: String?) -> [UInt8]? {
    let value = item.value
    switch dataType ?? usualType(of: value) {
    case kCMMetadataBaseDataType_UTF8, kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709:
      return item.stringValue.map { Array($0.utf8) }
    case kCMMetadataBaseDataType_UTF16:
      return item.stringValue.map { $0.utf16.flatMap { big($0) } }
    case kCMMetadataBaseDataType_SInt8: return integer(value).flatMap { Int8(exactly: $0) }.map { big($0) }
    case kCMMetadataBaseDataType_SInt16: return integer(value).flatMap { Int16(exactly: $0) }.map { big($0) }
    case kCMMetadataBaseDataType_SInt32: return integer(value).flatMap { Int32(exactly: $0) }.map { big($0) }
    case kCMMetadataBaseDataType_SInt64: return integer(value).map { big($0) }
    case kCMMetadataBaseDataType_UInt8: return integer(value).flatMap { UInt8(exactly: $0) }.map { big($0) }
    case kCMMetadataBaseDataType_UInt16: return integer(value).flatMap { UInt16(exactly: $0) }.map { big($0) }
    case kCMMetadataBaseDataType_UInt32: return integer(value).flatMap { UInt32(exactly: $0) }.map { big($0) }
    case kCMMetadataBaseDataType_UInt64:
      return (value as? NSNumber).flatMap { $0.doubleValue < 0 || !isWhole($0) ? nil : big($0.uint64Value) }
    case kCMMetadataBaseDataType_Float32: return (value as? NSNumber).map { big($0.floatValue.bitPattern) }
    case kCMMetadataBaseDataType_Float64: return (value as? NSNumber).map { big($0.doubleValue.bitPattern) }
    case kCMMetadataBaseDataType_PointF32: return numbers(value, ["X", "Y"])
    case kCMMetadataBaseDataType_DimensionsF32: return numbers(value, ["Width", "Height"])
    case kCMMetadataBaseDataType_RectF32: return numbers(value, ["X", "Y", "Width", "Height"])
    default: return item.dataValue.map { Array($0) } ?? item.stringValue.map { Array($0.utf8) }
    }
  }

  /// The value in `bytes`, which are of `dataType`; the bytes themselves where that is not known, or they are none of it.
  static func value(of bytes: [UInt8], as dataType: String?) -> any NSCopying & NSObjectProtocol {
    let data = NSData(data: Data(bytes))
    func number(_ width: Int, _ made: (UInt64) -> NSNumber) -> any NSCopying & NSObjectProtocol {
      bytes.count == width ? made(bytes.reduce(0) { $0 << 8 | UInt64($1) }) : data
    }
    switch dataType {
    case kCMMetadataBaseDataType_UTF8, kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709:
      return String(validating: bytes, as: UTF8.self).map { NSString(string: $0) } ?? data
    case kCMMetadataBaseDataType_UTF16:
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      return String(validating: units, as: UTF16.self).map { NSString(string: $0) } ?? data
    case kCMMetadataBaseDataType_SInt8: return number(1) { NSNumber(value: Int8(truncatingIfNeeded: $0)) }
    case kCMMetadataBaseDataType_SInt16: return number(2) { NSNumber(value: Int16(truncatingIfNeeded: $0)) }
    case kCMMetadataBaseDataType_SInt32: return number(4) { NSNumber(value: Int32(truncatingIfNeeded: $0)) }
    case kCMMetadataBaseDataType_SInt64: return number(8) { NSNumber(value: Int64(bitPattern: $0)) }
    case kCMMetadataBaseDataType_UInt8: return number(1) { NSNumber(value: $0) }
    case kCMMetadataBaseDataType_UInt16: return number(2) { NSNumber(value: $0) }
    case kCMMetadataBaseDataType_UInt32: return number(4) { NSNumber(value: $0) }
    case kCMMetadataBaseDataType_UInt64: return number(8) { NSNumber(value: $0) }
    case kCMMetadataBaseDataType_Float32:
      return number(4) { NSNumber(value: Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    case kCMMetadataBaseDataType_Float64: return number(8) { NSNumber(value: Double(bitPattern: $0)) }
    case kCMMetadataBaseDataType_PointF32: return named(bytes, ["X", "Y"]) ?? data
    case kCMMetadataBaseDataType_DimensionsF32: return named(bytes, ["Width", "Height"]) ?? data
    case kCMMetadataBaseDataType_RectF32: return named(bytes, ["X", "Y", "Width", "Height"]) ?? data
    default: return data
    }
  }

  /// The data type of `value` where none is given: text, a number, or bytes.
  static func usualType(of value: Any?) -> String {
    switch value {
    case is NSString, is NSDate: return kCMMetadataBaseDataType_UTF8
    case let number as NSNumber:
      let isWhole = number.doubleValue == number.doubleValue.rounded() && Int64(exactly: number.doubleValue) != nil
      return isWhole ? kCMMetadataBaseDataType_SInt64 : kCMMetadataBaseDataType_Float64
    default: return kCMMetadataBaseDataType_RawData
    }
  }

  /// The integer that `value` is; nil of one with a fraction, or beyond 64 bits.
  private static func integer(_ value: Any?) -> Int64? {
    guard let number = value as? NSNumber, isWhole(number), abs(number.doubleValue) <= 0x1p63 else { return nil }
    return number.int64Value
  }

  private static func isWhole(_ number: NSNumber) -> Bool { number.doubleValue == number.doubleValue.rounded() }

  private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> Number(8 * $0)) }
  }

  /// The numbers called `names` in a dictionary, in 32 bits each.
  private static func numbers(_ value: Any?, _ names: [String]) -> [UInt8]? {
    guard let values = value as? NSDictionary else { return nil }
    var bytes: [UInt8] = []
    for name in names {
      guard let number = values[name] as? NSNumber else { return nil }
      bytes += big(number.floatValue.bitPattern)
    }
    return bytes
  }

  private static func named(_ bytes: [UInt8], _ names: [String]) -> NSDictionary? {
    guard bytes.count == 4 * names.count else { return nil }
    let values = names.indices.map { place in
      Float(bitPattern: bytes[4 * place..<4 * place + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    return NSDictionary(dictionary: Dictionary(uniqueKeysWithValues: zip(names, values.map { NSNumber(value: $0) })))
  }
}
