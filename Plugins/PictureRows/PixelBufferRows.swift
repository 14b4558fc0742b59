package import Compositing

extension PixelBuffer {
  /// Draws plane `plane` row by row out of the same rows of two pictures of this one's format and size.
  ///
  /// - Parameter draw: is given the row's number, both pictures' rows, and the plane with the row's place in it.
  /// - Throws: `pixelBuffersDiffer`, and as `withBytes` and `withMutableBytes` do.
  package func drawRows(
    ofPlane plane: Int, from first: PixelBuffer, _ second: PixelBuffer,
    _ draw: (_ row: Int, Span<UInt8>, Span<UInt8>, inout MutableSpan<UInt8>, Range<Int>) -> Void
  ) throws {
    for other in [first, second] where other.format != format || other.width != width || other.height != height {
      throw CompositingError(
        .pixelBuffersDiffer, "A picture of \(self) is drawn out of one of \(other).",
        remedy: "Use pictures of the same format and size.")
    }
    try first.withBytes(ofPlane: plane) { firstBytes in
      try second.withBytes(ofPlane: plane) { secondBytes in
        try withMutableBytes(ofPlane: plane) { bytes in
          for row in 0..<planes[plane].height {
            draw(
              row, firstBytes.extracting(first.planes[plane].row(row)),
              secondBytes.extracting(second.planes[plane].row(row)), &bytes, planes[plane].row(row))
          }
        }
      }
    }
  }
}
