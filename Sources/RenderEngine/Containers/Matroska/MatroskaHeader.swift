import MediaFormats
import Rendering

/// Makes the header of a Matroska or WebM file that GStreamer's muxer wrote reproducible (RFC 9559): random numbers become
/// ones that are the same for the same project, and nothing is said of a date. And it puts right the light of the display that the
/// pictures were mastered on, which the muxer divides by 50,000 instead of 10,000, the texts of tags, which it writes with
/// quotation marks, and tracks of which nothing is said: the muxer calls them "Audio" and "Video", and leaves out their
/// language, which is English then.
///
/// ```
///  as the muxer writes it   TrackUID │ size 8 │ random                        Name │ size 6 │ "Audio", 0
///  as it is in the end      TrackUID │ size 1 │ 1 │ Language │ size 3 │ "und"  Void
/// ```
struct MatroskaHeader {
  /// The number that replaces the random identifier of the whole file.
  var identity: UInt64
  /// The display that the pictures were mastered on, where they say it.
  var display: MasteringLight.Display?
  /// How long the film is, in nanoseconds; nil for what the file says: where its last packet ends, which of sound in packets
  /// of a thousand samples is behind the end.
  var duration: Double?
  /// The languages of the tracks, in three letters (ISO 639-2), where the muxer has left them out; "und" of those behind.
  var languages: [String] = []

  private static let segmentUID: UInt32 = 0x73A4

  private static let tickLength: UInt32 = 0x2AD7B1
  private static let simpleTag: UInt32 = 0x67C8
  private static let tagString: UInt32 = 0x4487
  private static let color: UInt32 = 0x55B0
  private static let masteringMetadata: UInt32 = 0x55D0
  private static let luminanceMax: UInt32 = 0x55D9
  private static let luminanceMin: UInt32 = 0x55DA

  private static let containers: Set<UInt32> = [
    MatroskaID.info, MatroskaID.tracks, MatroskaID.tags, MatroskaID.tag, MatroskaID.targets,
    MatroskaID.video, simpleTag, color, masteringMetadata,
  ]

  /// Corrects the header of the file.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file is not Matroska.
  func correct(_ file: FileBytes) throws {
    var offset: UInt64 = 0
    var numbers: [UInt64: UInt64] = [:]
    while let element = try MatroskaElement(at: offset, of: file) {
      switch element.id {
      case MatroskaID.segment: offset = element.body
      case MatroskaID.info, MatroskaID.tracks, MatroskaID.tags:
        var bytes = try file.read(at: element.body, Int(min(element.size, file.count)))
        correct(&bytes, from: 0, to: bytes.count, depth: 8, numbers: &numbers)
        try file.write(bytes, at: element.body)
        offset = element.body + element.size
      default: offset = element.body + element.size
      }
    }
    guard !numbers.isEmpty else {
      throw RenderError(.engineFailed, "The finished file has no tracks.")
    }
  }

  /// Corrects the elements of a part of the header, and those inside them, which no header nests deeper than `depth`.
  private func correct(
    _ bytes: inout [UInt8], from start: Int, to end: Int, depth: Int, numbers: inout [UInt64: UInt64]
  ) {
    guard depth > 0 else { return }
    var offset = start
    while offset < end, let element = MatroskaElement(at: offset, in: bytes), element.body + element.size <= UInt64(end)
    {
      let body = Int(element.body)
      let size = Int(element.size)
      switch element.id {
      case Self.segmentUID:
        for index in 0..<size { bytes[body + index] = UInt8(truncatingIfNeeded: identity >> (8 * (index % 8))) }
      case MatroskaID.date: Self.blank(offset..<body + size, in: &bytes)
      case MatroskaID.trackName where Self.madeUpNames.contains { $0.elementsEqual(bytes[body..<body + size]) }:
        Self.blank(offset..<body + size, in: &bytes)
      case MatroskaID.trackEntry:
        correct(&bytes, from: body, to: body + size, depth: depth - 1, numbers: &numbers)
        stateLanguage(ofTrack: numbers.count - 1, in: body..<body + size, of: &bytes)
      case MatroskaID.trackUID, MatroskaID.tagTrackUID:
        let old = bytes.bigEndian(at: body, size)
        let new = numbers[old] ?? UInt64(numbers.count + 1)
        numbers[old] = new
        bytes.setBigEndian(new, at: body, size)
      case Self.tagString:
        if let text = Self.unquoted(bytes[body..<body + size].prefix { $0 != 0 }) {
          // Zeros behind a text are not part of it (RFC 8794 §7.4).
          bytes.replaceSubrange(body..<body + size, with: text + [UInt8](repeating: 0, count: size - text.count))
        }
      case MatroskaID.duration:
        if let duration { bytes.setFloat(duration / Self.tick(in: bytes), at: body, size) }
      case Self.luminanceMax:
        if let display { bytes.setFloat(Double(display.maximum) / 10_000, at: body, size) }
      case Self.luminanceMin:
        if let display { bytes.setFloat(Double(display.minimum) / 10_000, at: body, size) }
      case let id where Self.containers.contains(id):
        correct(&bytes, from: body, to: body + size, depth: depth - 1, numbers: &numbers)
      default: break
      }
      offset = body + size
    }
  }
}

extension MatroskaHeader {
  /// What the muxer calls tracks that have no name.
  fileprivate static let madeUpNames = ["Video", "Audio"].map { Array($0.utf8) + [0] }

  /// Makes the element in `range` of `bytes` one that says nothing (RFC 8794 §11.3.2), as long as it is.
  fileprivate static func blank(_ range: Range<Int>, in bytes: inout [UInt8]) {
    guard (2..<128).contains(range.count) else { return }
    let head: [UInt8] = [0xEC, 0x80 | UInt8(range.count - 2)]
    bytes.replaceSubrange(range, with: head + [UInt8](repeating: 0, count: range.count - 2))
  }

  /// States the language of track number `number`, whose entry is in `range` of `bytes`, in the room that its random number
  /// leaves.
  fileprivate func stateLanguage(ofTrack number: Int, in range: Range<Int>, of bytes: inout [UInt8]) {
    let parts = MatroskaElement.children(of: bytes, in: range)
    guard !parts.contains(where: { $0.id == MatroskaID.language || $0.id == MatroskaID.languageTag }) else { return }
    let given = languages.indices.contains(number) ? Array(languages[number].utf8) : []
    let code = given.count == 3 ? given : Array("und".utf8)
    _ = MatroskaElement.write([0x22, 0xB5, 0x9C, 0x83] + code, besideNumberOf: parts, in: &bytes)
  }

  /// The nanoseconds of a tick by `information`, the elements about the whole file.
  fileprivate static func tick(in information: [UInt8]) -> Double {
    var offset = 0
    while let element = MatroskaElement(at: offset, in: information) {
      let (body, size) = (Int(element.body), Int(clamping: element.size))
      if element.id == tickLength { return Double(max(1, information.bigEndian(at: body, size))) }
      guard body + size > offset else { break }
      offset = body + size
    }
    return 1_000_000
  }

  /// The text that `quoted` is of between quotation marks, in which a backslash stands before what is no letter and no digit, or
  /// before three octal digits of a byte; nil where there are no quotation marks.
  fileprivate static func unquoted(_ quoted: ArraySlice<UInt8>) -> [UInt8]? {
    let (mark, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    guard quoted.count >= 2, quoted.first == mark, quoted.last == mark else { return nil }
    var text: [UInt8] = []
    var rest = quoted.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard byte == escape else {
        text.append(byte)
        continue
      }
      let digits = rest.prefix(3).map { $0 &- UInt8(ascii: "0") }
      if digits.count == 3, digits[0] < 4, digits[1] < 8, digits[2] < 8 {
        text.append(digits[0] << 6 | digits[1] << 3 | digits[2])
        rest = rest.dropFirst(3)
      } else if let next = rest.popFirst() {
        text.append(next)
      }
    }
    return text
  }
}

extension [UInt8] {
  /// Writes `number` in `length` bytes at `offset`: 4 or 8 (RFC 8794 §7.3).
  fileprivate mutating func setFloat(_ number: Double, at offset: Int, _ length: Int) {
    setBigEndian(length == 8 ? number.bitPattern : UInt64(Float(number).bitPattern), at: offset, length)
  }
}
