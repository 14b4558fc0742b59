import Compositing
import MediaFormats
import Testing

/// Pictures in memory: the places of their bytes, and access to them.
@Suite("Pixel buffers")
struct PixelBufferTests {
  /// Bytes of a row, and rows, of each plane of a picture of 5 × 3.
  private static let layouts: [PixelBuffer.Format: [[Int]]] = [
    .yuv420p: [[5, 3], [3, 2], [3, 2]],
    .nv12: [[5, 3], [6, 2]],
    .yuva420p: [[5, 3], [3, 2], [3, 2], [5, 3]],
    .yuv422p: [[5, 3], [3, 3], [3, 3]],
    .yuv444p: [[5, 3], [5, 3], [5, 3]],
    .v308: [[15, 3]],
    .yuv420p10: [[10, 3], [6, 2], [6, 2]],
    .p010: [[10, 3], [12, 2]],
    .yuv422p10: [[10, 3], [6, 3], [6, 3]],
    .v210: [[128, 3]],
    .yuv444p10: [[10, 3], [10, 3], [10, 3]],
    .yuva420p10: [[10, 3], [6, 2], [6, 2], [10, 3]],
    .yuva422p10: [[10, 3], [6, 3], [6, 3], [10, 3]],
    .yuva444p10: [[10, 3], [10, 3], [10, 3], [10, 3]],
    .rgb24: [[15, 3]], .bgra: [[20, 3]], .argb: [[20, 3]], .abgr: [[20, 3]], .rgba: [[20, 3]],
  ]

  @Test(arguments: PixelBuffer.Format.allCases)
  func `planes hold what the format asks for, odd sizes rounded up`(format: PixelBuffer.Format) throws {
    let buffer = try PixelBuffer(format: format, width: 5, height: 3)
    #expect(buffer.planes.map { [$0.rowByteCount, $0.height] } == Self.layouts[format])
    for (index, plane) in buffer.planes.enumerated() {
      #expect(try buffer.withBytes(ofPlane: index) { $0.count } == plane.byteCount)
      #expect(plane.row(1).upperBound <= plane.byteCount || plane.height == 1)
    }
  }

  @Test func `what is written is read`() throws {
    let buffer = try PixelBuffer(format: .yuv420p, width: 4, height: 2)
    try buffer.withMutableBytes(ofPlane: 0) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(index) }
    }
    #expect(try buffer.withBytes(ofPlane: 0) { bytes in bytes.indices.map { bytes[$0] } } == [0, 1, 2, 3, 4, 5, 6, 7])
    #expect(try buffer.withBytes(ofPlane: 1) { bytes in bytes.indices.map { bytes[$0] } } == [0, 0])
  }

  @Test func `many read at once; a writer is alone at a plane`() throws {
    let buffer = try PixelBuffer(format: .nv12, width: 4, height: 2)
    try buffer.withBytes(ofPlane: 0) { _ in
      try buffer.withBytes(ofPlane: 0) { _ in }
      try expectInUse { try buffer.withMutableBytes(ofPlane: 0) { _ in } }
      try buffer.withMutableBytes(ofPlane: 1) { _ in }
    }
    try buffer.withMutableBytes(ofPlane: 0) { _ in
      try expectInUse { try buffer.withBytes(ofPlane: 0) { _ in } }
      try expectInUse { try buffer.withMutableBytes(ofPlane: 0) { _ in } }
    }
    try buffer.withMutableBytes(ofPlane: 0) { _ in }
  }

  private func expectInUse(_ body: () throws -> Void) throws {
    #expect(try #require(throws: CompositingError.self, performing: body).code == .pixelBufferInUse)
  }

  @Test func `an error inside leaves the plane free`() throws {
    struct Stop: Error {}
    let buffer = try PixelBuffer(format: .bgra, width: 2, height: 2)
    #expect(throws: Stop.self) { try buffer.withMutableBytes(ofPlane: 0) { _ in throw Stop() } }
    #expect(throws: Stop.self) { try buffer.withBytes(ofPlane: 0) { _ in throw Stop() } }
    try buffer.withMutableBytes(ofPlane: 0) { $0[0] = 1 }
  }

  @Test(arguments: [-1, 1]) func `a plane that there is not is an error`(plane: Int) throws {
    let buffer = try PixelBuffer(format: .rgba, width: 2, height: 2)
    #expect(throws: CompositingError.self) { try buffer.withBytes(ofPlane: plane) { _ in } }
    #expect(throws: CompositingError.self) { try buffer.withMutableBytes(ofPlane: plane) { _ in } }
  }

  @Test(arguments: [(0, 2), (2, -1), (40_000, 2)]) func `sizes have limits`(width: Int, height: Int) {
    #expect(throws: CompositingError.self) { try PixelBuffer(format: .rgba, width: width, height: height) }
  }

  @Test func `a copy is the same; another size or format is refused`() throws {
    let source = try PixelBuffer(format: .yuv422p, width: 6, height: 4)
    for plane in 0..<3 {
      try source.withMutableBytes(ofPlane: plane) { bytes in
        for index in bytes.indices { bytes[index] = UInt8(plane * 50 + index) }
      }
    }
    let copy = try PixelBuffer(format: .yuv422p, width: 6, height: 4)
    try copy.copyBytes(of: source)
    for plane in 0..<3 {
      let contents = try [source, copy].map { buffer in
        try buffer.withBytes(ofPlane: plane) { bytes in bytes.indices.map { bytes[$0] } }
      }
      #expect(contents[0] == contents[1])
    }
    let other = try PixelBuffer(format: .yuv420p, width: 6, height: 4)
    #expect(throws: CompositingError.self) { try other.copyBytes(of: source) }
  }
}
