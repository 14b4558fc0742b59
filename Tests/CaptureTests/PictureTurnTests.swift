import Compositing
import MediaFormats
import Testing

@testable import Capture

/// Pictures turned and mirrored, pixel by pixel.
@Suite("Turned pictures")
struct PictureTurnTests {
  /// 4 × 2 pixels whose bytes say where they are.
  private func picture(_ format: PixelFormat) throws -> PixelBuffer {
    let picture = try PixelBuffer(format: format, width: 4, height: 2)
    for plane in picture.planes.indices {
      try picture.withMutableBytes(ofPlane: plane) { bytes in
        for index in 0..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: plane * 100 + index) }
      }
    }
    return picture
  }

  private func bytes(_ picture: PixelBuffer, _ plane: Int = 0) throws -> [UInt8] {
    try picture.withBytes(ofPlane: plane) { bytes in (0..<bytes.count).map { bytes[$0] } }
  }

  @Test func `each turn puts every sample where it belongs`() throws {
    let picture = try picture(.yuv420p)
    let expected: [(PictureTurn, [UInt8])] = [
      (PictureTurn(), [0, 1, 2, 3, 4, 5, 6, 7]),
      (PictureTurn(angle: 0, isMirrored: true), [3, 2, 1, 0, 7, 6, 5, 4]),
      (PictureTurn(angle: 90), [4, 0, 5, 1, 6, 2, 7, 3]),
      (PictureTurn(angle: 180), [7, 6, 5, 4, 3, 2, 1, 0]),
      (PictureTurn(angle: 270), [3, 7, 2, 6, 1, 5, 0, 4]),
      (PictureTurn(angle: 90, isMirrored: true), [0, 4, 1, 5, 2, 6, 3, 7]),
    ]
    for (turn, luma) in expected {
      let turned = try turn(picture)
      #expect(try bytes(turned) == luma, "\(turn)")
      #expect((turned.width, turned.height) == (turn.swapsSides ? (2, 4) : (4, 2)))
    }
    #expect(try bytes(PictureTurn(isMirrored: true)(picture), 1) == [101, 100])
    #expect(try PictureTurn()(picture) === picture)
  }

  @Test func `pixels of several bytes stay whole`() throws {
    #expect(try bytes(PictureTurn(angle: 180)(picture(.rgb24))).prefix(6) == [21, 22, 23, 18, 19, 20])
    #expect(try bytes(PictureTurn(isMirrored: true)(picture(.nv12)), 1) == [102, 103, 100, 101])
  }

  @Test func `four turns by a quarter are none, in every format that can be turned`() throws {
    for format in PixelFormat.allCases {
      let picture = try picture(format)
      let quarter = PictureTurn(angle: 90)
      guard format != .v210, format.pixelsPerChroma.across == format.pixelsPerChroma.down else {
        #expect(throws: (any Error).self) { try quarter(picture) }
        continue
      }
      let back = try quarter(quarter(quarter(quarter(picture))))
      for plane in picture.planes.indices { #expect(try bytes(back, plane) == bytes(picture, plane), "\(format)") }
    }
  }
}
