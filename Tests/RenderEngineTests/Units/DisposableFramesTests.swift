import GStreamer
import Rendering
import SeededRandom
import Testing

@testable import Containers
@testable import MediaDecoding
@testable import RenderEngine

/// Which packets of H.264 are found to be pictures on which no other leans; no bytes are too strange to ask about.
@Suite("Disposable frames")
struct DisposableFramesTests {
  /// The caps of a stream whose units stand behind their length in `width` bytes.
  private static func lengths(_ width: Int) throws -> Caps {
    let last = ["fc", "fd", "fe", "ff"][width - 1]
    return try Caps("video/x-h264,stream-format=avc,alignment=au,codec_data=(buffer)01640028\(last)e10000")
  }

  private static let startCodes = "video/x-h264,stream-format=byte-stream,alignment=au"

  private func packet(_ bytes: [UInt8]) throws -> Buffer {
    try Buffer(bytes: bytes, presentationTime: 0, decodeTime: 0, duration: 1, isKeyframe: false)
  }

  /// `units`, each behind its length in `width` bytes.
  private func framed(_ units: [[UInt8]], width: Int) -> [UInt8] {
    units.flatMap { unit in
      (0..<width).map { UInt8(truncatingIfNeeded: unit.count >> (8 * (width - 1 - $0))) } + unit
    }
  }

  /// What can stand in a packet: the unit's first byte holds `nal_ref_idc` in bits 5 and 6, and its type below.
  private static let delimiter: [UInt8] = [0x09, 0xF0]
  private static let supplement: [UInt8] = [0x06, 0x01, 0x00, 0x80]
  private static let leaf: [UInt8] = [0x01, 0x9A, 0x55]
  private static let reference: [UInt8] = [0x41, 0x9A, 0x55]
  private static let key: [UInt8] = [0x65, 0x88, 0x84]

  @Test(arguments: [1, 2, 3, 4]) func `units behind lengths are found`(width: Int) throws {
    try Framework.start()
    let frames = try #require(DisposableFrames(streamCaps: try Self.lengths(width)))
    func isLeaf(_ units: [[UInt8]]) throws -> Bool { frames.contain(try packet(framed(units, width: width))) }
    #expect(try isLeaf([Self.leaf]))
    #expect(try isLeaf([Self.delimiter, Self.supplement, Self.leaf, Self.leaf]))
    #expect(try !isLeaf([Self.reference]))
    #expect(try !isLeaf([Self.delimiter, Self.key]))
    // The first slice speaks for the picture, whatever follows.
    #expect(try isLeaf([Self.leaf, Self.reference]))
    #expect(try !isLeaf([Self.reference, Self.leaf]))
    // No slice at all, and a slice of one byte.
    #expect(try !isLeaf([Self.delimiter, Self.supplement]))
    #expect(try isLeaf([[0x01]]))
    #expect(try !isLeaf([]))
  }

  @Test func `units behind start codes are found`() throws {
    try Framework.start()
    let frames = try #require(DisposableFrames(streamCaps: try Caps(Self.startCodes)))
    func isLeaf(_ units: [[UInt8]], code: [UInt8] = [0, 0, 1]) throws -> Bool {
      frames.contain(try packet(units.flatMap { code + $0 }))
    }
    for code in [[0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0, 0, 1]] as [[UInt8]] {
      #expect(try isLeaf([Self.delimiter, Self.leaf], code: code))
      #expect(try !isLeaf([Self.delimiter, Self.reference], code: code))
      #expect(try !isLeaf([Self.supplement, Self.key, Self.leaf], code: code))
      #expect(try isLeaf([Self.leaf, Self.reference], code: code))
    }
    // What looks like a leaf before any start code is none.
    #expect(try !frames.contain(packet(Self.leaf + [0, 0, 1] + Self.reference)))
    // A start code at the end, with nothing behind it.
    #expect(try !frames.contain(packet(Self.delimiter + [0, 0, 1])))
    #expect(try !frames.contain(packet([0, 0, 1])))
    #expect(try frames.contain(packet([0, 0, 1, 0x01])))
  }

  @Test func `lengths beyond the packet end the search`() throws {
    try Framework.start()
    let frames = try #require(DisposableFrames(streamCaps: try Self.lengths(4)))
    #expect(try !frames.contain(packet([0xFF, 0xFF, 0xFF, 0xFF, 0x06])))
    // The header of a slice is there, though not all of the slice.
    #expect(try frames.contain(packet([0xFF, 0xFF, 0xFF, 0xFF, 0x01])))
    #expect(try !frames.contain(packet([0, 0, 0, 9, 0x06, 0, 0])))
    // Units of no length do not hold up the search.
    #expect(try !frames.contain(packet([UInt8](repeating: 0, count: 100_000))))
  }

  @Test func `garbage is never a fault`() throws {
    try Framework.start()
    var random = SeededGenerator(seed: 3)
    let tests = try (1...4).map { try Self.lengths($0) } + [try Caps(Self.startCodes)]
    for caps in tests {
      let frames = try #require(DisposableFrames(streamCaps: caps))
      for length in (0..<40).map(\.self) + [1_000, 5_000] {
        for _ in 0..<20 {
          // Small bytes make lengths that lead somewhere.
          let bytes = (0..<length).map { _ in
            UInt8.random(in: 0...255, using: &random) & UInt8([3, 255, 1].randomElement(using: &random) ?? 3)
          }
          _ = frames.contain(try packet(bytes))
        }
      }
    }
  }

  @Test(arguments: [
    "video/x-h265,stream-format=hvc1", "video/x-vp9", "video/x-h264", "video/x-h264,stream-format=avc3",
    "video/x-h264,stream-format=avc", "video/x-h264,stream-format=avc,codec_data=(buffer)0164",
    "video/x-h264,stream-format=avc,codec_data=(buffer)01640028",
  ])
  func `of a stream that it cannot read it says nothing`(caps: String) throws {
    try Framework.start()
    #expect(DisposableFrames(streamCaps: try Caps(caps)) == nil)
  }
}
