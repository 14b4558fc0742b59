import Testing

@testable import PictureFiles

@Suite("Color profiles")
struct ICCProfileTests {
  /// A profile of two tags, which say X of red and of green in 65,536ths.
  private func profile(red: UInt32, green: UInt32) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) } }
    func color(_ x: UInt32) -> [UInt8] { Array("XYZ ".utf8) + bytes(0) + bytes(x) + bytes(0) + bytes(0) }
    let tags =
      bytes(2) + Array("rXYZ".utf8) + bytes(156) + bytes(20) + Array("gXYZ".utf8) + bytes(176) + bytes(20)
    return Array(repeating: 0, count: 128) + tags + color(red) + color(green)
  }

  @Test func `the usual primaries are known by red and green`() {
    // As in the profiles of sRGB and Display P3 that cameras write.
    #expect(ICCProfile(profile(red: 28_578, green: 25_241)).primaries == 1)
    #expect(ICCProfile(profile(red: 33_759, green: 19_135)).primaries == 12)
    #expect(ICCProfile(profile(red: 44_136, green: 10_860)).primaries == 9)
    #expect(ICCProfile(profile(red: 39_000, green: 13_000)).primaries == nil)
  }

  @Test func `a profile that is cut short is none`() {
    let whole = profile(red: 28_578, green: 25_241)
    for count in 0..<whole.count - 8 { #expect(ICCProfile(Array(whole.prefix(count))).primaries == nil) }
  }
}
