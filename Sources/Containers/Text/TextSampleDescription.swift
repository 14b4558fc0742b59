package import MediaFormats

/// A movie's description of its timed text: the look of words where samples do not state it (3GPP TS 26.245 §5.16; QuickTime File
/// Format, text sample description).
///
/// ```
///  tx3g   flags 4 │ justifications 1, 1 │ background 4 │ box 8 │ characters 2, 2 │ font 2 │ face 1 │ size 1 │ color 4 │ ftab
///  text   flags 4 │ justification 4 │ background 6 │ box 8 │ character 4 │ height, ascent 2, 2 │ font 2 │ face 2 │ size 2 │ color 6 │ name
/// ```
package struct TextSampleDescription: Hashable, Sendable {
  /// Whether it is QuickTime's (`text`), and not 3GPP's (`tx3g`).
  package var isQuickTime: Bool
  /// Display flags: scrolling and the filling of the text's place; the last bits state forced subtitles.
  package var flags: UInt32 = 0
  /// The justification of text: 0 at the left or the top, 1 in the middle, -1 at the right or the bottom. Of QuickTime
  /// only the first counts.
  package var horizontal = 0
  package var vertical = 0
  /// Red, green, blue and alpha behind the text: up to 255, of QuickTime up to 65,535 and without alpha.
  package var background = [0, 0, 0, 0]
  /// The edges of the text's place in its track: top, left, bottom and right, in pixels.
  package var box = [0, 0, 0, 0]
  /// The style of text.
  package var style = Style()
  /// The fonts by their numbers; of QuickTime none.
  package var fonts: [Int: String] = [:]
  /// The font, of QuickTime; empty where it has no name.
  package var fontName = ""

  /// A style of text.
  package struct Style: Hashable, Sendable {
    /// The first character and the one behind the last; zero for the whole text.
    package var start = 0
    package var end = 0
    /// The number of the font.
    package var font = 1
    /// Bold (1), italic (2), underlined (4).
    package var face = 0
    /// The size, in pixels.
    package var size = 18
    /// Red, green, blue and alpha of the text, as of what is behind it.
    package var color = [255, 255, 255, 255]
    /// The height of a line, and the ascent of its letters; of QuickTime only.
    package var height = 0
    package var ascent = 0

    /// White letters, 18 pixels high.
    package init() {}
  }

  /// A description of usual text.
  package init(isQuickTime: Bool) {
    self.isQuickTime = isQuickTime
    if isQuickTime { style.color = [65_535, 65_535, 65_535, 0] }
  }

  /// The description in `format`; nil of another format, or one that is cut short.
  package init?(_ format: DataFormat) {
    let bytes = format.bytes
    func number(_ place: Int, _ length: Int) -> Int { Int(bytes.bigEndian(at: place, length)) }
    func signed(_ place: Int) -> Int { Int(Int16(truncatingIfNeeded: number(place, 2))) }
    func numbers(_ place: Int, _ count: Int, _ length: Int) -> [Int] {
      (0..<count).map { number(place + $0 * length, length) }
    }
    switch format.codecType {
    case "tx3g" where bytes.count >= 30:
      self.init(isQuickTime: false)
      (horizontal, vertical) = (Int(Int8(bitPattern: bytes[4])), Int(Int8(bitPattern: bytes[5])))
      (background, box) = (numbers(6, 4, 1), (0..<4).map { signed(10 + 2 * $0) })
      (style.start, style.end, style.font) = (number(18, 2), number(20, 2), number(22, 2))
      (style.face, style.size, style.color) = (number(24, 1), number(25, 1), numbers(26, 4, 1))
      fonts = Self.fonts(in: bytes)
    case "text" where bytes.count >= 42:
      self.init(isQuickTime: true)
      horizontal = Int(Int32(truncatingIfNeeded: number(4, 4)))
      (background, box) = (numbers(8, 3, 2) + [0], (0..<4).map { signed(14 + 2 * $0) })
      (style.start, style.height, style.ascent) = (number(22, 4), signed(26), signed(28))
      (style.font, style.face, style.size) = (number(30, 2), number(32, 1), number(34, 2))
      style.color = numbers(36, 3, 2) + [0]
      let name = bytes.dropFirst(43).prefix(bytes.count > 42 ? Int(bytes[42]) : 0)
      fontName = String(decoding: name, as: UTF8.self)
    default: return nil
    }
    flags = UInt32(truncatingIfNeeded: number(0, 4))
  }

  /// The names in the table of fonts behind what all descriptions have.
  private static func fonts(in bytes: [UInt8]) -> [Int: String] {
    let boxes = MovieBoxes(Array(bytes[30...]))
    guard let table = boxes["ftab"] else { return [:] }
    var fonts: [Int: String] = [:]
    var place = 30 + Int(clamping: table.body) + 2
    for _ in 0..<Int(bytes.bigEndian(at: place - 2, 2)) {
      guard place + 3 <= bytes.count else { break }
      let name = bytes[(place + 3)...].prefix(Int(bytes[place + 2]))
      fonts[Int(bytes.bigEndian(at: place, 2))] = String(decoding: name, as: UTF8.self)
      place += 3 + name.count
    }
    return fonts
  }

  /// The size of the text's place; nil where it has none.
  package var size: PixelSize? {
    let size = PixelSize(width: box[3] - box[1], height: box[2] - box[0])
    return size.width > 0 && size.height > 0 ? size : nil
  }

  /// The same as a movie has it, of tracks of `kind`.
  package func format(of kind: AncillaryTrack.Kind) -> DataFormat {
    DataFormat(codecType: isQuickTime ? "text" : "tx3g", bytes: isQuickTime ? quickTimeBytes : bytes, kind: kind)
  }

  private func big(_ number: Int, _ length: Int) -> [UInt8] { MovieTrackInsertion.Track.big(number, length) }

  private var bytes: [UInt8] {
    let colored = { (color: [Int]) in color.flatMap { big($0, 1) } }
    var bytes = big(Int(flags), 4) + big(horizontal, 1) + big(vertical, 1) + colored(background)
    bytes += box.flatMap { big($0, 2) }
    bytes += big(style.start, 2) + big(style.end, 2) + big(style.font, 2) + big(style.face, 1) + big(style.size, 1)
    bytes += colored(style.color)
    let names = fonts.sorted { $0.key < $1.key }.map { number, name in (number, Array(name.utf8.prefix(255))) }
    let table = big(names.count, 2) + names.flatMap { big($0, 2) + big($1.count, 1) + $1 }
    return bytes + MovieBoxes.Box.bytes("ftab", table)
  }

  private var quickTimeBytes: [UInt8] {
    let colored = { (color: [Int]) in color.prefix(3).flatMap { big($0, 2) } }
    var bytes = big(Int(flags), 4) + big(horizontal, 4) + colored(background) + box.flatMap { big($0, 2) }
    bytes += big(style.start, 4) + big(style.height, 2) + big(style.ascent, 2) + big(style.font, 2)
    bytes += big(style.face, 1) + [0] + big(style.size, 2) + colored(style.color)
    let name = Array(fontName.utf8.prefix(255))
    return bytes + big(name.count, 1) + name
  }
}
