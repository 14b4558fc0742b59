import EditingModel
import Testing

@Suite("Colors as text")
struct ColorTextTests {
  @Test func `a color is read from its digits and written with the same`() {
    #expect(Color(hexadecimal: "#ff8000") == Color(red: 1, green: 128 / 255, blue: 0))
    #expect(Color(hexadecimal: "#FF800033") == Color(red: 1, green: 128 / 255, blue: 0, alpha: 0.2))
    for text in ["#000000", "#0a0b0c", "#ff800033"] { #expect(Color(hexadecimal: text)?.hexadecimal == text) }
  }

  @Test(arguments: ["", "#", "ff8000", "#ff80", "#ff80000", "#ff800g", "#ff8000ff0", "#ü12345", "#+12345"])
  func `anything else is no color`(text: String) {
    #expect(Color(hexadecimal: text) == nil)
  }

  @Test func `components beyond the range are written as its ends`() {
    #expect(Color(red: 2, green: -1, blue: .nan).hexadecimal == "#ff0000")
  }
}
