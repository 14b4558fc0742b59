/// What frames of a stream without an index begin with.
enum FramePattern: Sendable {
  /// A start code of MPEG program streams: packs, systems, packets.
  case startCode
  /// The head of a frame of AAC in ADTS.
  case dataTransport
  /// The head of a frame of MP3.
  case layerThree
  /// The head of a frame of AC-3.
  case dolby
  /// The head of a frame of FLAC.
  case lossless

  /// Whether a frame begins at a place, which has four bytes at least.
  func begins(_ bytes: [UInt8], _ place: Int) -> Bool {
    let (first, second, third) = (bytes[place], bytes[place + 1], bytes[place + 2])
    return switch self {
    case .startCode: first == 0 && second == 0 && third == 1 && bytes[place + 3] >= 0xB9
    case .dataTransport: first == 0xFF && second & 0xF6 == 0xF0
    case .layerThree: first == 0xFF && second & 0xFE == 0xFA && third & 0xF0 != 0 && third & 0xF0 != 0xF0
    case .dolby: first == 0x0B && second == 0x77
    case .lossless: first == 0xFF && second == 0xF8
    }
  }
}

/// Layouts of files whose parts lie one after another.
extension MediaLayout {
  /// Streams without an index: every frame and its head, and the beginning of the file.
  init(framesOf bytes: [UInt8], _ pattern: FramePattern) {
    self.init()
    let starts = bytes.indices.dropLast(4).filter { pattern.begins(bytes, $0) }
    for (start, end) in zip(starts, starts.dropFirst() + [bytes.count]) {
      pieces.append(start..<end)
      list(start..<min(end, start + (pattern == .startCode ? 20 : 8)), width: 1)
    }
    let head = 0..<min(64, bytes.count)
    for width in [1, 2, 4] { list(head, width: width) }
  }

  /// MPEG transport streams: every packet, its head and that of its payload.
  init(packetsOf bytes: [UInt8]) {
    self.init()
    for start in stride(from: 0, through: bytes.count - 188, by: 188) {
      pieces.append(start..<start + 188)
      list(start + 1..<start + 24, width: 1)
    }
  }

  /// Ogg: every page, the numbers of its head, the beginning of its packets.
  init(pagesOf bytes: [UInt8]) {
    self.init()
    for start in bytes.indices.dropLast(27) where bytes.tag(start) == "OggS" {
      let count = Int(bytes[start + 26])
      let data = start + 27 + count
      guard data <= bytes.count else { return }
      let end = bytes[start + 27..<data].reduce(data) { $0 + Int($1) }
      pieces.append(start..<min(end, bytes.count))
      for (place, width) in [(5, 1), (6, 8), (6, 8), (14, 4), (18, 4), (26, 1)] {
        numbers.append(NumberField(offset: start + place, width: width, isLittleEndian: true))
      }
      list(start + 27..<min(data, start + 39), width: 1)
      list(data..<max(data, min(end, bytes.count, data + 60)), width: 1)
    }
  }

  /// Flash video: every tag with its size and time; all of the script's.
  init(tagsOf bytes: [UInt8]) {
    self.init()
    numbers = [NumberField(offset: 4, width: 1), NumberField(offset: 5, width: 4)]
    var start = 13
    while let size = bytes.big(start + 1, 3), start + 15 + size <= bytes.count {
      let end = start + 15 + size
      pieces.append(start..<end)
      for (place, width) in [(0, 1), (1, 3), (4, 3), (7, 1)] {
        numbers.append(NumberField(offset: start + place, width: width))
      }
      numbers.append(NumberField(offset: end - 4, width: 4))
      list(start + 11..<(bytes[start] == 18 ? end - 4 : start + 11 + min(size, 8)), width: 1)
      start = end
    }
  }
}
