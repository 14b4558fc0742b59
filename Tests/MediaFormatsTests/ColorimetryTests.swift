import MediaFormats
import Testing

@Suite("Colors that are not said")
struct ColorimetryTests {
  @Test func `the number of lines decides`() {
    #expect([240, 480, 576].map { Colorimetry.assumed(height: $0) } == [.bt601, .bt601, .bt601])
    #expect([577, 720, 2160].map { Colorimetry.assumed(height: $0) } == [.bt709, .bt709, .bt709])
  }

  @Test func `stated colorimetry stays`() {
    let said = Colorimetry(isFullRange: true, matrix: 9, transfer: 16, primaries: 9)
    #expect(said.completed(from: .bt601) == said)
    #expect(said.completed(height: 480, output: .bt709) == said)
    #expect(Colorimetry.unspecified.completed(from: .bt601) == .bt601)
  }

  @Test func `a source's matrix follows its lines and its transfer the output`() {
    let pal = Colorimetry(isFullRange: false, matrix: 5, transfer: 1, primaries: 5)
    #expect(
      Colorimetry.unspecified.completed(height: 1080, output: pal)
        == Colorimetry(isFullRange: false, matrix: 1, transfer: 1, primaries: 5))
    #expect(Colorimetry.unspecified.completed(height: 480, output: .bt709).matrix == 6)
  }

  @Test func `RGB has the full range unless it says otherwise`() {
    let rgb = Colorimetry(isFullRange: nil, matrix: 0, transfer: 2, primaries: 2)
    #expect(rgb.completed(height: 480, output: .bt709).isFullRange == true)
    #expect(Colorimetry.unspecified.completed(height: 480, output: .bt709).isFullRange == false)
  }
}
