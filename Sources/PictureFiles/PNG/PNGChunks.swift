import CZlib
import FoundationEssentials

/// The chunks of a PNG (ISO/IEC 15948; of an animated one APNG 1.0: `acTL`, `fcTL`, `fdAT`), and where its samples
/// lie.
struct PNGChunks {
  /// One picture of the animation, which may cover only a part of the screen.
  struct Picture {
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    /// The duration for which it is shown: parts of a second, and the number of parts in one.
    var delay = (parts: 0, whole: 100)
    /// Its disposal after its time.
    var disposal = AnimationScreen.Disposal.keep
    /// Whether it is laid over what the screen shows; otherwise it takes its place.
    var isBlended = false
    /// The places of its compressed samples in the file.
    var data: [Range<Int>] = []
  }

  /// The screen, and how its pictures are stored.
  private(set) var layout = PNGLayout()
  /// The number of times that all pictures are shown; nil for ever.
  private(set) var playCount: Int?
  private(set) var pictures: [Picture] = []

  /// Reads the chunks of the file `bytes`; as those of one picture unless it `isAnimated`. A chunk that counts in decoding and
  /// whose checksum is wrong is damage.
  init(_ bytes: [UInt8], isAnimated: Bool = true) throws(PictureError) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw PictureError(.unreadable, "The file is no PNG.")
    }
    var offset = 8
    var announced: Int?
    // Chunks of control and of samples are counted together.
    var sequence = 0
    var isEnded = false
    while !isEnded {
      guard bytes.count - offset >= 12 else { throw .cutShortPNG }
      let length = bytes.bigEndian(offset, 4)
      let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      let body = offset + 8..<offset + 8 + length
      guard length <= bytes.count - offset - 12 else { throw .cutShortPNG }
      offset = body.upperBound + 4
      guard Self.known.contains(type), isAnimated || !Self.animating.contains(type) else { continue }
      guard bytes.bigEndian(body.upperBound, 4) == Self.checksum(bytes, body.lowerBound - 4..<body.upperBound) else {
        throw PictureError(.unreadable, "The chunk \(type) of the PNG is damaged.")
      }
      guard type == "IHDR" || layout.width > 0 else { throw .cutShortPNG }
      switch type {
      case "IHDR":
        layout = try PNGLayout(
          header: bytes, at: body, limit: isAnimated ? PictureLimits.animated : PictureLimits.still)
        if !isAnimated { pictures = [Picture(width: layout.width, height: layout.height)] }
      case "PLTE": layout.palette = Array(bytes[body])
      case "tRNS": layout.transparency = Array(bytes[body])
      case "acTL":
        guard length == 8 else { throw .wrongPNG("acTL") }
        announced = bytes.bigEndian(body.lowerBound, 4)
        let count = bytes.bigEndian(body.lowerBound + 4, 4)
        playCount = count == 0 ? nil : count
      case "fcTL":
        guard length == 26, bytes.bigEndian(body.lowerBound, 4) == sequence else { throw .wrongPNG("fcTL") }
        sequence += 1
        pictures.append(try picture(bytes, at: body.lowerBound))
      case "IDAT":
        // A first picture that no chunk announces is for programs that know of no animations.
        if pictures.count == 1 { pictures[0].data.append(body) }
      case "fdAT":
        guard length >= 4, !pictures.isEmpty, bytes.bigEndian(body.lowerBound, 4) == sequence else {
          throw .wrongPNG("fdAT")
        }
        sequence += 1
        pictures[pictures.count - 1].data.append(body.dropFirst(4))
      default: isEnded = true
      }
    }
    guard pictures.count == (isAnimated ? announced : 1), pictures.allSatisfy({ !$0.data.isEmpty }), !pictures.isEmpty
    else {
      throw PictureError(
        .unreadable,
        "The PNG announces \(announced ?? 0) pictures and has \(pictures.count(where: { !$0.data.isEmpty })).")
    }
    // There is nothing before the first picture.
    if pictures[0].disposal == .restore { pictures[0].disposal = .clear }
    pictures[0].isBlended = false
  }

  /// The picture of the control chunk at `place`.
  private func picture(_ bytes: [UInt8], at place: Int) throws(PictureError) -> Picture {
    var picture = Picture()
    (picture.width, picture.height) = (bytes.bigEndian(place + 4, 4), bytes.bigEndian(place + 8, 4))
    (picture.left, picture.top) = (bytes.bigEndian(place + 12, 4), bytes.bigEndian(place + 16, 4))
    guard picture.width > 0, picture.height > 0, picture.left + picture.width <= layout.width,
      picture.top + picture.height <= layout.height, bytes[place + 24] <= 2, bytes[place + 25] <= 1
    else { throw .wrongPNG("fcTL") }
    let (parts, whole) = (bytes.bigEndian(place + 20, 2), bytes.bigEndian(place + 22, 2))
    picture.delay = (parts, whole == 0 ? 100 : whole)
    picture.disposal = [.keep, .clear, .restore][Int(bytes[place + 24])]
    picture.isBlended = bytes[place + 25] == 1
    return picture
  }

  private static let known: Set<String> = ["IHDR", "PLTE", "tRNS", "acTL", "fcTL", "IDAT", "fdAT", "IEND"]
  private static let animating: Set<String> = ["acTL", "fcTL", "fdAT"]

  private static func checksum(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // SAFETY: the range lies in the bytes, as its caller has checked; zlib reads it and keeps nothing.
      let part = unsafe UnsafeBufferPointer(rebasing: bytes[range])
      return unsafe Int(crc32(0, part.baseAddress, UInt32(clamping: part.count)))
    }
  }
}

extension [UInt8] {
  /// The number of `count` bytes at `offset`, the highest first.
  func bigEndian(_ offset: Int, _ count: Int) -> Int {
    self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }
}

extension PictureError {
  static let cutShortPNG = PictureError(.unreadable, "The PNG is cut short.")

  static func wrongPNG(_ type: String) -> PictureError {
    PictureError(.unreadable, "The chunk \(type) of the PNG says what cannot be, or stands where it cannot.")
  }
}
