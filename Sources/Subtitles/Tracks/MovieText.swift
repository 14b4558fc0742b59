import ModelValues

/// Timed text of MP4 (3GPP TS 26.245): letters, and boxes with the looks of some of them.
///
/// ```
///  description  flags │ alignment │ ground │ box │ the looks of all text │ ftab: names of fonts
///  packet       count │ letters in UTF-8 or UTF-16 │ styl: the looks of letters a up to b
/// ```
struct MovieText {
  private var base = Look(flags: 0, size: 0, color: .white, font: 0)
  private var fonts: [Int: String] = [:]
  private let height: Double?

  /// The look of letters.
  private struct Look {
    var flags: UInt8
    var size: Int
    var color: Color
    var font: Int
  }

  /// Text whose looks `description` has, in a track of `height` pixels.
  init(description: [UInt8], height: Double?) {
    self.height = height
    guard description.count >= 30 else { return }
    base = Self.look(description, at: 22)
    for box in Self.boxes(in: description[30...]) where box.type == "ftab" {
      let table = Array(box.body)
      var place = 2
      for _ in 0..<min(100, Self.number(table, at: 0, 2)) {
        let length = Self.number(table, at: place + 2, 1)
        guard place + 3 + length <= table.count else { break }
        fonts[Self.number(table, at: place, 2)] = String(
          decoding: table[(place + 3)..<(place + 3 + length)], as: UTF8.self)
        place += 3 + length
      }
    }
  }

  /// The looks in a style record, without the two places before them.
  private static func look(_ bytes: [UInt8], at place: Int) -> Look {
    func part(_ index: Int) -> Double { Double(bytes[place + 4 + index]) / 255 }
    return Look(
      flags: bytes[place + 2], size: Int(bytes[place + 3]),
      color: Color(red: part(0), green: part(1), blue: part(2), alpha: part(3)), font: number(bytes, at: place, 2))
  }

  /// The text of `packet`.
  func text(of packet: [UInt8]) -> SubtitleText {
    let letters = Array(Self.letters(of: packet).unicodeScalars)
    let rest = packet.dropFirst(2 + min(packet.count - min(2, packet.count), Self.number(packet, at: 0, 2)))
    var looks: [(range: Range<Int>, look: Look)] = []
    for box in Self.boxes(in: rest) where box.type == "styl" {
      let table = Array(box.body)
      // QuickTime's own styles have longer records.
      let count = min(Self.number(table, at: 0, 2), (table.count - min(2, table.count)) / 12)
      guard table.count < 2 + 20 * Self.number(table, at: 0, 2) || count == 0 else { continue }
      for index in 0..<min(SubtitleLimits.runs, count) {
        let place = 2 + 12 * index
        let (from, to) = (Self.number(table, at: place, 2), Self.number(table, at: place + 2, 2))
        if from < to, from < letters.count {
          looks.append((from..<min(to, letters.count), Self.look(table, at: place + 4)))
        }
      }
    }
    var text = SubtitleText([])
    var place = 0
    func add(upTo end: Int, _ look: Look) {
      guard end > place else { return }
      text.append(String(String.UnicodeScalarView(letters[place..<end])), like: run(look))
      place = end
    }
    for (range, look) in looks.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      add(upTo: range.lowerBound, base)
      add(upTo: range.upperBound, look)
    }
    add(upTo: letters.count, base)
    return text.trimmed()
  }

  private func run(_ look: Look) -> SubtitleText.Run {
    var run = SubtitleText.Run("")
    run.style.isBold = look.flags & 1 != 0
    run.style.isItalic = look.flags & 2 != 0
    run.style.isUnderlined = look.flags & 4 != 0
    // The look that all of the track has is left to what shows it.
    if look.color != base.color { run.style.color = look.color }
    if look.size != base.size, let height, height > 0, look.size > 0 {
      run.style.fontSize = min(1, Double(look.size) / height)
    }
    if look.font != base.font { run.style.fontFamily = fonts[look.font] }
    return run
  }

  /// The letters of `packet`, whose number of bytes comes first.
  static func letters(of packet: [UInt8]) -> String {
    let bytes = Array(packet.dropFirst(2).prefix(min(number(packet, at: 0, 2), SubtitleLimits.characters)))
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      let isLittle = bytes[0] == 0xFF
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
        UInt16(bytes[place + (isLittle ? 1 : 0)]) << 8 | UInt16(bytes[place + (isLittle ? 0 : 1)])
      }
      return String(decoding: units, as: UTF16.self)
    }
    let text = String(validating: bytes, as: UTF8.self) ?? CodePages.text(of: bytes, in: CodePages.western)
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
  }

  // MARK: Writing

  /// The description of samples behind what all descriptions have: white letters in the middle at the bottom of a picture.
  static func description(width: Int, height: Int) -> [UInt8] {
    let box = [0, 0, height, width].flatMap { big($0, 2) }
    let look = big(0, 2) + big(0, 2) + big(1, 2) + [0, UInt8(clamping: max(1, height / 18)), 255, 255, 255, 255]
    let font = Array("Sans".utf8)
    let table = big(1, 2) + big(1, 2) + [UInt8(font.count)] + font
    return [0, 0, 0, 0] + [1, 0xFF] + [0, 0, 0, 0] + box + look + Self.box("ftab", table)
  }

  /// `text` as a packet, in a track of `height` pixels.
  static func packet(_ text: SubtitleText, height: Int) -> [UInt8] {
    var letters: [UInt8] = []
    var (records, count): ([UInt8], Int) = ([], 0)
    var place = 0
    for run in text.runs where letters.count + run.inline.utf8.count <= 60_000 {
      letters += run.inline.utf8
      let end = place + run.inline.unicodeScalars.count
      let style = run.style
      let flags: UInt8 = (style.isBold ? 1 : 0) | (style.isItalic ? 2 : 0) | (style.isUnderlined ? 4 : 0)
      if flags != 0 || style.color != nil || style.fontSize != nil {
        let size = UInt8(clamping: Int(max(1, (style.fontSize ?? 1.0 / 18) * Double(height)).rounded(.down)))
        let color = style.color ?? .white
        let levels = [color.red, color.green, color.blue, color.alpha].map {
          UInt8((min(1, max(0, $0)) * 255).rounded())
        }
        records += big(place, 2) + big(end, 2) + big(1, 2) + [flags, size] + levels
        count += 1
      }
      place = end
    }
    return big(letters.count, 2) + letters + (count > 0 ? box("styl", big(count, 2) + records) : [])
  }

  // MARK: Bytes

  /// The boxes in `bytes`, those that are whole.
  static func boxes(in bytes: ArraySlice<UInt8>) -> [(type: String, body: ArraySlice<UInt8>)] {
    var boxes: [(String, ArraySlice<UInt8>)] = []
    var rest = bytes
    while rest.count >= 8, boxes.count < SubtitleLimits.runs {
      let size = number(Array(rest.prefix(4)), at: 0, 4)
      guard size >= 8, size <= rest.count else { break }
      boxes.append((String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), rest.dropFirst(8).prefix(size - 8)))
      rest = rest.dropFirst(size)
    }
    return boxes
  }

  /// The big-endian number of `length` bytes at `place`; 0 where they are not there.
  private static func number(_ bytes: [UInt8], at place: Int, _ length: Int) -> Int {
    guard place >= 0, place + length <= bytes.count else { return 0 }
    return bytes[place..<(place + length)].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func big(_ number: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - $0))) }
  }

  private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    big(8 + body.count, 4) + Array(type.utf8) + body
  }
}
