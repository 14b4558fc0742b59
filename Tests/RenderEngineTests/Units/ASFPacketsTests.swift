import Foundation
import Testing

import class TestSupport.ScratchFolder

@testable import Containers
@testable import RenderEngine

/// What the data packets of ASF files say of what is missing.
@Suite("Packets of ASF")
struct ASFPacketsTests {
  private static let packetSize = 256

  /// A payload with an object, or, of several sizes, with as many small ones.
  private static func payload(_ object: UInt8, _ sizes: [Int]) -> [UInt8] {
    var (header, content): ([UInt8], [UInt8]) = ([0, 0, 0, 0, 1, 10], [])
    if sizes.count == 1 {
      header = [0, 0, 0, 0, 8] + number(sizes[0], 4) + [0, 0, 0, 0]
      content = [UInt8](repeating: 7, count: sizes[0])
    } else {
      for size in sizes { content += small(size) }
    }
    return [1, object] + header + number(content.count, 2) + content
  }

  private static func small(_ size: Int) -> [UInt8] { [UInt8(size)] + [UInt8](repeating: 7, count: size) }

  private static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func packet(_ payloads: [[UInt8]]) -> [UInt8] {
    // Several payloads, their lengths in two bytes; a padding whose length is in one.
    let body = [UInt8(0x80 | payloads.count)] + payloads.flatMap(\.self)
    let padding = packetSize - 12 - body.count
    let head: [UInt8] = [0x82, 0, 0, 0x09, 0x5D, UInt8(padding), 0, 0, 0, 0, 0, 0]
    return head + body + [UInt8](repeating: 0, count: padding)
  }

  private static func file(_ packets: [[UInt8]]) -> [UInt8] {
    let properties: [UInt8] = [
      0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
    ]
    let data: [UInt8] = [
      0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
    ]
    var described = properties + number(104, 8) + [UInt8](repeating: 0, count: 80)
    described.replaceSubrange(92..<100, with: number(packetSize, 4) + number(packetSize, 4))
    var file = [UInt8](repeating: 0, count: 16) + number(134, 8)
    file += [UInt8](repeating: 0, count: 6)
    file += described + data
    file += number(50 + packets.count * packetSize, 8)
    file += [UInt8](repeating: 0, count: 26)
    for packet in packets { file += packet }
    return file
  }

  private static func faults(_ packets: [[UInt8]]) throws -> [String] {
    let folder = try ScratchFolder()
    let url = folder.url("made.asf")
    try Data(file(packets)).write(to: url)
    return try ASFPackets(FileBytes(url.path, isReadOnly: true)).faults.map(\.finding)
  }

  @Test func `small objects in one payload are counted`() throws {
    let packets = [
      Self.packet([Self.payload(1, [40]), Self.payload(2, [10, 20, 30])]), Self.packet([Self.payload(5, [50])]),
      Self.packet([Self.payload(6, [9, 8]), Self.payload(8, [60])]),
    ]
    #expect(try Self.faults(packets) == [])
    let missing = try Self.faults([packets[0], packets[2]])
    #expect(missing == ["a part of its stream 1 is missing before it"])
  }

  @Test func `a number begins anew behind 255`() throws {
    let packets = [
      Self.packet([Self.payload(253, [40]), Self.payload(254, [10, 20, 30])]), Self.packet([Self.payload(1, [50])]),
    ]
    #expect(try Self.faults(packets) == [])
  }
}
