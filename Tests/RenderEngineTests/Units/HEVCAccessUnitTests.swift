import Testing

@testable import MediaWriting
@testable import RenderEngine

@Suite("Access units of HEVC") struct HEVCAccessUnitTests {
  private static let headers: [UInt8] = [0, 0, 0, 1, 0x40, 1, 12, 0, 0, 0, 1, 0x42, 1, 7, 0, 0, 0, 1, 0x44, 1, 9]
  private static let slice: [UInt8] = [0, 0, 0, 1, 0x28, 1, 0x80, 5, 5, 5]

  @Test(
    arguments: [
      [], [0, 0, 1, 2, 1, 0x80], [1, 2, 3], [0, 0, 0, 1, 0x40, 1, 0], [0, 0], [0, 0, 1], [0, 0, 0, 1, 0x4e, 1],
    ] as [[UInt8]])
  func `bytes before the headers go, whatever they are`(memory: [UInt8]) {
    let unit = Self.headers + Self.slice
    let packet = Self.headers + memory + unit
    let begin = HEVCAccessUnit.beginning(of: packet)
    #expect(Array(packet[begin...]) == unit)
  }

  @Test func `a unit with headers, or without, stays whole`() {
    #expect(HEVCAccessUnit.beginning(of: Self.headers + Self.slice) == 0)
    #expect(HEVCAccessUnit.beginning(of: Self.slice) == 0)
    #expect(HEVCAccessUnit.beginning(of: []) == 0)
    #expect(HEVCAccessUnit.beginning(of: [0, 0, 1, 0x40]) == 0)
  }
}
