import Compositing

/// Where a picture lies in shared memory. Both sides know how from its format and size: plane after plane, rows and planes
/// on multiples of 64 bytes.
struct SharedPicture: Codable, Sendable {
  /// How the samples lie in memory.
  let format: PixelBuffer.Format
  /// Pixels across.
  let width: Int
  /// Pixels down.
  let height: Int
  /// The shape of a pixel.
  let pixelAspectRatio: PixelAspectRatio
  /// Where it begins, in bytes from the start of the memory; a multiple of the page size.
  private(set) var offset = 0
  /// How many bytes there are from there on for this picture, and for others later.
  private(set) var capacity = 0

  /// What starts there is on a multiple of so many bytes.
  private static let alignment = 64

  /// A picture of `width` × `height` pixels that has no place yet.
  init(format: PixelBuffer.Format, width: Int, height: Int, pixelAspectRatio: PixelAspectRatio) {
    self.format = format
    self.width = width
    self.height = height
    self.pixelAspectRatio = pixelAspectRatio
  }

  /// A picture like `buffer` that has no place yet.
  init(like buffer: PixelBuffer) {
    self.init(
      format: buffer.format, width: buffer.width, height: buffer.height, pixelAspectRatio: buffer.pixelAspectRatio)
  }

  /// The picture at `offset`, where there are `capacity` bytes.
  func placed(at offset: Int, capacity: Int) -> SharedPicture {
    var placed = self
    (placed.offset, placed.capacity) = (offset, capacity)
    return placed
  }

  /// Whether `buffer` has this picture's format and size.
  func isLike(_ buffer: PixelBuffer) -> Bool {
    (buffer.format, buffer.width, buffer.height) == (format, width, height)
  }

  /// How the rows of each plane lie.
  var planes: [PixelBuffer.Plane] {
    format.extents(width: width, height: height).map { extent in
      PixelBuffer.Plane(
        rowByteCount: extent.rowByteCount, height: extent.height, bytesPerRow: Self.aligned(extent.rowByteCount))
    }
  }

  /// Bytes from the picture's start to its end.
  var byteCount: Int { planes.reduce(0) { $0 + $1.bytesPerRow * $1.height } }

  private static func aligned(_ count: Int) -> Int { (count + alignment - 1) / alignment * alignment }
}
