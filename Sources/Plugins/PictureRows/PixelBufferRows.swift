package import Compositing

extension PixelBuffer {
  /// Draws plane `plane` row by row out of the same rows of two pictures of this one's format and size.
  ///
  /// - Parameter draw: gets the row's number, both pictures' rows, and the plane with the row's place in it.
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

  /// Hands the rows of a one-plane picture to `change`, from the top, to be changed in place.
  ///
  /// - Throws: as `withMutableBytes` does.
  package func changeRows(_ change: (inout MutableSpan<UInt8>) -> Void) throws {
    try withMutableBytes(ofPlane: 0) { bytes in
      for index in 0..<planes[0].height {
        var row = bytes._mutatingExtracting(planes[0].row(index))
        change(&row)
      }
    }
  }

  /// The same, beside the rows of `other`, a one-plane picture of this one's size.
  ///
  /// - Throws: as `withBytes` and `withMutableBytes` do.
  package func changeRows(
    beside other: PixelBuffer, _ change: (inout MutableSpan<UInt8>, Span<UInt8>) -> Void
  ) throws {
    try other.withBytes(ofPlane: 0) { otherBytes in
      try withMutableBytes(ofPlane: 0) { bytes in
        for index in 0..<min(planes[0].height, other.planes[0].height) {
          var row = bytes._mutatingExtracting(planes[0].row(index))
          change(&row, otherBytes.extracting(other.planes[0].row(index)))
        }
      }
    }
  }
}
