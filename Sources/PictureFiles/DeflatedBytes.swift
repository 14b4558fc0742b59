import CZlib

// SAFETY: zlib gets each array's size, reads and writes within the closures, and its state is freed by `defer`.

/// Bytes that were packed with deflate (RFC 1950, RFC 1951). C: zlib.
public enum DeflatedBytes {
  /// The size of what `packed` holds, in bytes; nil where it is damaged, is not whole, or holds more than `limit`
  /// bytes. Its checksum (Adler-32) covers all of them.
  public static func size(of packed: [UInt8], limit: UInt64) -> UInt64? {
    unpack(packed, limit: limit) { _ in }
  }

  /// The bytes that `packed` holds; nil where it is damaged, is not whole, or holds more than `limit` bytes.
  public static func contents(of packed: [UInt8], limit: UInt64) -> [UInt8]? {
    var contents: [UInt8] = []
    return unpack(packed, limit: limit) { contents += $0 } == nil ? nil : contents
  }

  /// Gives the bytes that `packed` holds to `take`, piece by piece, and returns how many they are; nil as above.
  private static func unpack(_ packed: [UInt8], limit: UInt64, take: (ArraySlice<UInt8>) -> Void) -> UInt64? {
    var stream = unsafe z_stream()
    guard unsafe gstedit_inflate_init(&stream) == Z_OK else { return nil }
    defer { unsafe inflateEnd(&stream) }
    var packed = packed
    var unpacked = [UInt8](repeating: 0, count: 1 << 16)
    let room = unpacked.count
    var size: UInt64 = 0
    return unsafe packed.withUnsafeMutableBufferPointer { input -> UInt64? in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(clamping: input.count)
      while true {
        let outcome = unsafe unpacked.withUnsafeMutableBufferPointer { output in
          unsafe stream.next_out = output.baseAddress
          unsafe stream.avail_out = UInt32(output.count)
          return unsafe inflate(&stream, Z_NO_FLUSH)
        }
        let count = unsafe room - Int(stream.avail_out)
        take(unpacked.prefix(count))
        size += UInt64(count)
        if outcome == Z_STREAM_END { return size <= limit ? size : nil }
        // Without progress there is none to come: the bytes have ended.
        guard outcome == Z_OK, size <= limit, unsafe stream.avail_in > 0 || stream.avail_out == 0 else { return nil }
      }
    }
  }
}
