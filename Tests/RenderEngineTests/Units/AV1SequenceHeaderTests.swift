import MediaFormats
import Testing

@testable import Containers
@testable import RenderEngine

/// Sequence headers of AV1, as libaom writes them.
@Suite("AV1 sequence headers")
struct AV1SequenceHeaderTests {
  /// That of a film of 1280 by 720 in 4:2:0 of 8 bits, which says the colors of BT.709.
  private static let content: [UInt8] = [
    0x00, 0x00, 0x00, 0x2D, 0x4C, 0xFF, 0xB3, 0xF8, 0x19, 0x5F, 0x22, 0x02, 0x02, 0x02, 0x08,
  ]

  @Test func `what is read is written again`() throws {
    let header = try #require(AV1SequenceHeader(Self.content))
    #expect(header.content == Self.content)
    // Version 1; profile 0, level 3.1; 4:2:0 of 8 bits.
    #expect(header.decoderConfiguration == [0x81, 0x05, 0x0C, 0x00, 0x0A, 0x0F] + Self.content)
  }

  @Test func `colors are put in, and replaced`() throws {
    var header = try #require(AV1SequenceHeader(Self.content))
    header.setColorimetry(.bt709)
    #expect(header.content == Self.content)
    header.setColorimetry(FilmColor.pq.colorimetry)
    #expect(header.content != Self.content && header.content.count == Self.content.count)
    header.setColorimetry(.bt709)
    #expect(header.content == Self.content)
  }

  @Test func `it is found behind a temporal delimiter`() throws {
    let packet = [0x12, 0x00, 0x0A, 0x0F] + Self.content + [0x32, 0x01, 0xFF]
    let found = try #require(AV1SequenceHeader.found(in: packet))
    #expect(found.place == 2..<19 && found.header.content == Self.content)
  }

  @Test func `a header that is cut off or something else is none`() {
    for count in 0..<12 { #expect(AV1SequenceHeader(Array(Self.content.prefix(count))) == nil) }
    #expect(AV1SequenceHeader([UInt8](repeating: 0xFF, count: 20)) == nil)
    for packet: [UInt8] in [[], [0x0A], [0x0A, 0x40, 0x00], [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x08, 0x00]] {
      #expect(AV1SequenceHeader.found(in: packet) == nil)
    }
  }
}
