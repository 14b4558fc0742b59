import Compositing
import MediaFormats

// SAFETY: the memory has as many bytes as the planes come to, which `init` counts, and is released with the object. `PixelBuffer` and
// the locks of `CVBuffer` keep readers and writers apart, as for any storage.

/// The memory of pixel buffers that programs make: rows that begin at multiples of 64 bytes, or where the program says.
@safe final class RowMemory: PixelBufferStorage, @unchecked Sendable {
  // @unchecked: addresses do not change; the layers above exclude simultaneous writes and reads.
  let planes: [PixelBuffer.Plane]
  private let addresses: [UnsafeMutableRawPointer]
  private let release: @Sendable () -> Void

  /// The alignment of rows, in bytes.
  static let alignment = 64

  /// Memory of its own for a picture of `size` in `format`, all zero.
  init(_ format: PixelFormat, width: Int, height: Int) {
    planes = Self.planes(of: format, width: width, height: height)
    let counts = planes.map { $0.bytesPerRow * $0.height }
    let all = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, counts.reduce(0, +)), alignment: Self.alignment)
    unsafe all.initializeMemory(as: UInt8.self, repeating: 0, count: counts.reduce(0, +))
    var offset = 0
    unsafe addresses = counts.map { count in
      defer { offset += count }
      return unsafe all + offset
    }
    let address = UInt(bitPattern: all)
    release = { unsafe UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
  }

  /// The caller's memory: plane *n* begins at `addresses[n]`, its rows `bytesPerRow[n]` bytes apart. `release` is
  /// called when the last reference to the picture goes. Nil where a row is too short, or the number of planes is not
  /// the format's.
  init?(
    _ format: PixelFormat, width: Int, height: Int, at addresses: [UnsafeMutableRawPointer], bytesPerRow: [Int],
    release: @escaping @Sendable () -> Void
  ) {
    let extents = format.extents(width: width, height: height)
    guard extents.count == bytesPerRow.count, unsafe addresses.count == extents.count,
      zip(extents, bytesPerRow).allSatisfy({ $0.rowByteCount <= $1 })
    else { return nil }
    planes = zip(extents, bytesPerRow).map {
      PixelBuffer.Plane(rowByteCount: $0.rowByteCount, height: $0.height, bytesPerRow: $1)
    }
    unsafe self.addresses = addresses
    self.release = release
  }

  deinit { release() }

  /// The layout of pictures' planes in memory of their own.
  private static func planes(of format: PixelFormat, width: Int, height: Int) -> [PixelBuffer.Plane] {
    format.extents(width: width, height: height).map { extent in
      PixelBuffer.Plane(
        rowByteCount: extent.rowByteCount, height: extent.height,
        bytesPerRow: (extent.rowByteCount + alignment - 1) / alignment * alignment)
    }
  }

  func withBytes<Result>(ofPlane plane: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let start = unsafe UnsafePointer(addresses[plane].assumingMemoryBound(to: UInt8.self))
    return try unsafe body(Span(_unsafeElements: UnsafeBufferPointer(start: start, count: planes[plane].byteCount)))
  }

  func withMutableBytes<Result>(
    ofPlane plane: Int, _ body: (inout MutableSpan<UInt8>) throws -> Result
  ) throws -> Result {
    let start = unsafe addresses[plane].assumingMemoryBound(to: UInt8.self)
    var span = unsafe MutableSpan(
      _unsafeElements: UnsafeMutableBufferPointer(start: start, count: planes[plane].byteCount))
    return try body(&span)
  }

  func makeReadOnly() {}
}
