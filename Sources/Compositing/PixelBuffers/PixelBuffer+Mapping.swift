import PlaneFilters

extension PixelBuffer {
  /// A new picture whose samples, of eight bits, are what tables of 256 have for those of this one: `luma` for the first plane,
  /// `chroma` for the others.
  ///
  /// - Throws: `CompositingError`, as the planes' bytes do.
  package func mapped(luma: [UInt8], chroma: [UInt8]) throws -> PixelBuffer {
    let result = try PixelBuffer(format: format, width: width, height: height, pixelAspectRatio: pixelAspectRatio)
    for plane in planes.indices {
      let table = plane == 0 ? luma : chroma
      try withBytes(ofPlane: plane) { source in
        try result.withMutableBytes(ofPlane: plane) { target in
          for row in 0..<planes[plane].height {
            PlaneFilter.map(
              source.extracting(planes[plane].row(row)), by: table.span, into: &target,
              at: result.planes[plane].row(row).lowerBound)
          }
        }
      }
    }
    return result
  }
}
