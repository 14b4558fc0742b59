// SAFETY: values without addresses are copied as the bytes that they are, and written where the caller says, as far as there is room.

/// A property's value as the bytes that programs are given of it, or give.
struct PropertyValue {
  /// The bytes.
  var bytes: [UInt8]

  /// The bytes themselves, of a value without a length of its own.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes of `value`, as they stand in memory.
  init<Value>(_ value: Value) { bytes = unsafe withUnsafeBytes(of: value) { unsafe Array($0) } }

  /// The bytes of `values`, one behind the other.
  init<Value>(all values: [Value]) { bytes = values.flatMap { PropertyValue($0).bytes } }

  /// The bytes as a `type` without addresses; nil where there are not as many as that has.
  func value<Value>(as type: Value.Type) -> Value? {
    guard bytes.count == MemoryLayout<Value>.size else { return nil }
    return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: type) }
  }

  /// Writes them to `place`, where there is room for `size`, which is then how many they are; false where there is less.
  func write(to place: UnsafeMutableRawPointer, _ size: inout UInt32) -> Bool {
    guard Int(size) >= bytes.count else { return false }
    unsafe UnsafeMutableRawBufferPointer(start: place, count: bytes.count).copyBytes(from: bytes)
    size = UInt32(clamping: bytes.count)
    return true
  }
}
