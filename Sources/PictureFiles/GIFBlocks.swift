/// The blocks of a GIF file (GIF89a, §17–27), and where its pictures lie.
struct GIFBlocks {
  /// One picture of the file, which may cover only a part of the screen.
  struct Picture {
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    /// Whether the rows come in four passes.
    var isInterlaced = false
    /// The offset of its colors, three bytes each, and their number.
    var table: (offset: Int, count: Int) = (0, 0)
    /// The offset of the code size, before the compressed samples.
    var data = 0
    /// The sample that leaves the screen as it is.
    var transparent: UInt8?
    /// Its disposal after its time.
    var disposal = AnimationScreen.Disposal.keep
    /// Hundredths of a second.
    var delay = 0
  }

  /// The screen.
  private(set) var width = 0
  private(set) var height = 0
  /// The number of times that all pictures are shown; nil for ever.
  private(set) var playCount: Int? = 1
  private(set) var pictures: [Picture] = []

  /// Reads the blocks of the file `bytes`.
  init(_ bytes: [UInt8]) throws(PictureError) {
    var reader = Reader(bytes: bytes)
    guard bytes.starts(with: "GIF8".utf8) else { throw PictureError(.unreadable, "The file is no GIF.") }
    reader.offset = 6
    width = try reader.number()
    height = try reader.number()
    let flags = try reader.byte()
    reader.offset += 2
    let shared = try reader.table(flags)
    var next = Picture()
    while reader.offset < bytes.count {
      switch try reader.byte() {
      case 0x21:
        let label = try reader.byte()
        if label == 0xF9, bytes.count >= reader.offset + 6, bytes[reader.offset] == 4 {
          let flags = bytes[reader.offset + 1]
          next.disposal = [2: .clear, 3: .restore][flags >> 2 & 7] ?? .keep
          next.delay = Int(bytes[reader.offset + 2]) | Int(bytes[reader.offset + 3]) << 8
          next.transparent = flags & 1 != 0 ? bytes[reader.offset + 4] : nil
        }
        // Netscape's extension, eleven letters, then a block of a one and the number of repetitions, 0 for ever.
        let mark = [UInt8](bytes[min(reader.offset, bytes.count)...].prefix(16))
        if label == 0xFF, mark.count == 16, mark[1..<12].elementsEqual("NETSCAPE2.0".utf8), mark[13] == 1 {
          let repetitions = Int(mark[14]) | Int(mark[15]) << 8
          playCount = repetitions == 0 ? nil : repetitions + 1
        }
        try reader.skipBlocks()
      case 0x2C:
        next.left = try reader.number()
        next.top = try reader.number()
        next.width = try reader.number()
        next.height = try reader.number()
        let flags = try reader.byte()
        next.isInterlaced = flags & 0x40 != 0
        let own = try reader.table(flags)
        next.table = own.count > 0 ? own : shared
        next.data = reader.offset
        reader.offset += 1
        try reader.skipBlocks()
        pictures.append(next)
        next = Picture()
      case 0x3B: return
      // Bytes behind the last picture are no part of it: some writers leave the end mark out, others pad.
      default: return
      }
    }
  }

  /// Reads a file from its beginning on.
  private struct Reader {
    let bytes: [UInt8]
    var offset = 0

    mutating func byte() throws(PictureError) -> UInt8 {
      guard offset < bytes.count else { throw .cutShortGIF }
      defer { offset += 1 }
      return bytes[offset]
    }

    mutating func number() throws(PictureError) -> Int {
      Int(try byte()) | Int(try byte()) << 8
    }

    /// The color table that `flags` announce.
    mutating func table(_ flags: UInt8) throws(PictureError) -> (offset: Int, count: Int) {
      guard flags & 0x80 != 0 else { return (0, 0) }
      let count = 2 << Int(flags & 7)
      defer { offset += 3 * count }
      guard offset + 3 * count <= bytes.count else { throw .cutShortGIF }
      return (offset, count)
    }

    mutating func skipBlocks() throws(PictureError) {
      while true {
        let count = Int(try byte())
        offset += count
        if count == 0 { return }
      }
    }
  }
}

extension PictureError {
  static let cutShortGIF = PictureError(.unreadable, "The GIF is cut short.", remedy: "Copy or download it again.")
}
