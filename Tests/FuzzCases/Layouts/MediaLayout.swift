/// What a file is made of, as far as mutations care: its parts, and the numbers that say how the parts lie.
///
/// Readers of layouts are lenient: they stop at what they do not understand, since they read mutated files too.
struct MediaLayout: Sendable {
  /// Boxes, elements, chunks, packets, pages, frames. They may lie within each other.
  var pieces: [Range<Int>] = []

  /// Sizes, counts, identifiers, times. What matters much may be listed several times.
  var numbers: [NumberField] = []

  /// Width and height of a still picture.
  var dimensions: [NumberField] = []

  /// Lists the numbers of a `width` that lie one after another in a range.
  mutating func list(_ range: Range<Int>, width: Int, isLittleEndian: Bool = false) {
    for offset in stride(from: range.lowerBound, through: range.upperBound - width, by: width) {
      numbers.append(NumberField(offset: offset, width: width, isLittleEndian: isLittleEndian))
    }
  }
}

/// The ways in which files are laid out.
enum MediaKind: Sendable {
  /// Boxes of ISO media and QuickTime.
  case boxes
  /// Elements of Matroska.
  case elements
  /// Chunks of RIFF, or of IFF if `big`.
  case chunks(big: Bool)
  /// Objects of ASF.
  case objects
  /// Tags of Flash video.
  case tags
  /// Packets of 188 bytes.
  case packets
  /// Pages of Ogg.
  case pages
  /// Frames that begin with a pattern.
  case frames(FramePattern)
  /// Chunks of PNG.
  case portableChunks
  /// Segments of JPEG.
  case segments
  /// A directory of TIFF.
  case directory
  /// A header of a length, whose numbers stand anywhere; width and height at a place, each of some bytes.
  case header(Int, dimensions: Int, width: Int)

  /// The layout of the files with an extension.
  init(extension name: String) {
    self =
      switch name {
      case "mp4", "mov", "m4a": .boxes
      case "mkv", "webm": .elements
      case "wav", "avi", "webp": .chunks(big: false)
      case "aiff": .chunks(big: true)
      case "asf": .objects
      case "flv": .tags
      case "ts": .packets
      case "ogg": .pages
      case "mpg": .frames(.startCode)
      case "aac": .frames(.dataTransport)
      case "mp3": .frames(.layerThree)
      case "ac3": .frames(.dolby)
      case "flac": .frames(.lossless)
      case "png": .portableChunks
      case "jpg": .segments
      case "tiff": .directory
      case "gif": .header(40, dimensions: 6, width: 2)
      case "tga": .header(18, dimensions: 12, width: 2)
      case "bmp": .header(54, dimensions: 18, width: 4)
      default: .header(14, dimensions: 0, width: 0)
      }
  }

  /// The layout of a file.
  func layout(of bytes: [UInt8]) -> MediaLayout {
    switch self {
    case .boxes: MediaLayout(boxesOf: bytes)
    case .elements: MediaLayout(elementsOf: bytes)
    case .chunks(let isBig): MediaLayout(chunksOf: bytes, big: isBig)
    case .objects: MediaLayout(objectsOf: bytes)
    case .tags: MediaLayout(tagsOf: bytes)
    case .packets: MediaLayout(packetsOf: bytes)
    case .pages: MediaLayout(pagesOf: bytes)
    case .frames(let pattern): MediaLayout(framesOf: bytes, pattern)
    case .portableChunks: MediaLayout(portableChunksOf: bytes)
    case .segments: MediaLayout(segmentsOf: bytes)
    case .directory: MediaLayout(directoryOf: bytes)
    case .header(let length, let place, let width): MediaLayout(headerOf: bytes, length, dimensions: place, width)
    }
  }

  /// Makes the checksums of pages and chunks right, so that a demuxer reads on where it would turn away.
  func repair(_ bytes: inout [UInt8]) {
    switch self {
    case .pages:
      for page in layout(of: bytes).pieces where page.count >= 27 {
        let place = NumberField(offset: page.lowerBound + 22, width: 4, isLittleEndian: true)
        place.write(0, to: &bytes)
        place.write(UInt64(Checksum.ogg(bytes[page])), to: &bytes)
      }
    case .portableChunks:
      for chunk in layout(of: bytes).pieces {
        let covered = bytes[chunk.lowerBound + 4..<chunk.upperBound - 4]
        NumberField(offset: chunk.upperBound - 4, width: 4).write(UInt64(Checksum.png(covered)), to: &bytes)
      }
    default: break
    }
  }
}
