package import Containers
import GStreamer
import Rendering

// QUIRK: PNG: `pngdec` moves all samples of RGB of 16 bits by one, and alpha by a pixel. In: GStreamer 1.22. Test: "more than
// eight bits are kept to ten, and are written as sixteen".
// QUIRK: PNG: `pngdec` shows the color of gray and RGB that is clear (`tRNS`). In: GStreamer 1.22. Test: "a color of a PNG that
// is clear is clear".
// QUIRK: JPEG: `jpegdec` leaves out half of the chroma of 4:4:4 and 4:2:2. In: GStreamer 1.22. Test: "JPEG of 4:4:4, 4:2:2, 4:4:0
// and 4:1:1 keeps all of its chroma".
// QUIRK: JPEG: `jpegdec` and `avdec_mjpeg` have no pixels for 4:4:0, 4:1:1 and other shapes. In: GStreamer 1.22. Test: "JPEG of
// 4:4:4, 4:2:2, 4:4:0 and 4:1:1 keeps all of its chroma".
// QUIRK: JPEG: `jpegdec` gives CMYK the wrong colors. In: GStreamer 1.22. Test: "a JPEG of four inks has their colors".
// QUIRK: Targa: Type finding takes it for MPEG audio, or for nothing. In: GStreamer 1.22. Test: "a still keeps its colors".

/// The decoder of a still picture: another one where GStreamer's usual one would get it wrong.
///
/// | picture | usual decoder | read by |
/// |---|---|---|
/// | PNG of 16 bits | `pngdec` moves all samples of RGB by one, and alpha by a pixel | the module PictureFiles, in 16 bits |
/// | PNG with a color that is clear, gray or RGB | `pngdec` shows it | the module PictureFiles |
/// | JPEG of 4:4:4 and 4:2:2 | `jpegdec` leaves out half of the chroma | `avdec_mjpeg` |
/// | JPEG of 4:4:0, 4:1:1 and other shapes | the same; `avdec_mjpeg` has no name for them | `gdkpixbufdec` |
/// | JPEG in CMYK | `jpegdec` gives the wrong colors | `gdkpixbufdec` |
/// | GIF, animated PNG, HEIF, AVIF, JPEG 2000 | the first picture alone, none, or other colors | the module PictureFiles |
/// | Targa | taken for MPEG audio, or for nothing | `gdkpixbufdec` |
package struct StillPicture {
  private let file: FileBytes

  /// The picture in `file`.
  package init(_ file: FileBytes) {
    self.file = file
  }

  /// The way to open a picture by the mark of its kind at its beginning; nil for other files. GStreamer's search for
  /// the kind of a file, which costs a pipeline, fails at some small JPEG files.
  package func marked() throws -> MediaContainer? {
    let head = try file.read(at: 0, 16)
    let marks: [(bytes: [UInt8], mediaType: String)] = [
      ([0xFF, 0xD8, 0xFF], "image/jpeg"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
      (Array("GIF87a".utf8), "image/gif"), (Array("GIF89a".utf8), "image/gif"),
      ([0xFF, 0x4F, 0xFF, 0x51], "image/x-jpc"),
    ]
    if head.starts(with: "RIFF".utf8), head.dropFirst(8).starts(with: "WEBP".utf8) { return .webP }
    return try marks.first { head.starts(with: $0.bytes) }.flatMap { MediaContainer(fileCaps: try Caps($0.mediaType)) }
  }

  /// The way to open a Targa picture called `name`; nil for other files. Its header has no mark of its own: only fields
  /// that must make sense, and the file's name.
  package func targa(named name: String) throws -> MediaContainer? {
    guard name.lowercased().hasSuffix(".tga") else { return nil }
    let header = try file.read(at: 0, 18)
    guard header.count == 18, header[1] <= 1,
      [1, 2, 3, 9, 10, 11].contains(header[2]), [8, 15, 16, 24, 32].contains(header[16]),
      header.littleEndian(at: 12, 2) > 0, header.littleEndian(at: 14, 2) > 0
    else { return nil }
    return .still(parser: nil, decoder: .pixbufDecoder, name: "Targa")
  }

  /// The way to open a Windows bitmap; nil for other files. Its pixels may look like packets of MPEG audio.
  package func bitmap() throws -> MediaContainer? {
    let header = try file.read(at: 0, 18)
    // The mark, a reserved number, and the length of one of the information headers.
    guard header.count == 18, header.starts(with: "BM".utf8), header.littleEndian(at: 6, 4) == 0,
      [12, 40, 52, 56, 64, 108, 124].contains(header.littleEndian(at: 14, 4))
    else { return nil }
    return .bmp
  }

  /// The way to open the picture, whose first bytes mark it as `container`; `container` itself where there is nothing
  /// to correct.
  ///
  /// - Throws: `RenderError` with `.unsupported` for a picture that no decoder here gets right.
  package func container(insteadOf container: MediaContainer) throws -> MediaContainer {
    switch container {
    case .still(_, .pngDecoder, let name):
      // The header chunk: depth and color type follow width and height (ISO/IEC 15948 §11.2.2).
      let header = try file.read(at: 24, 2)
      guard try !hasChunk("acTL") else { return .animatedPNG }
      // Gray and RGB: the alphas of a palette are read right.
      let hasClearColor = try (header.last == 0 || header.last == 2) && hasChunk("tRNS")
      return header.first == 16 || hasClearColor ? .pictures(.png, name: name) : container
    case .still(_, .jpegDecoder, let name):
      if try StillPictureEnd(file).isMotionJPEG() { return .single([.jpegParser], name: "Motion JPEG stream") }
      guard let header = try JPEGHeader(of: file) else { return container }
      if header.sampling.count == 4 {
        guard header.hasAdobeMark else {
          throw RenderError(
            .unsupported, "The picture's colors are those of printing (CMYK), and nothing says how they are stored.",
            remedy: "Convert it to RGB, as with: convert FILE -colorspace sRGB NEW.png.")
        }
        return .still(parser: nil, decoder: .pixbufDecoder, name: name)
      }
      if header.isHalvedBothWays { return container }
      return header.isFullOrHalvedAcross
        ? .still(parser: .jpegParser, decoder: .motionJPEGDecoder, name: name)
        : .still(parser: nil, decoder: .pixbufDecoder, name: name)
    case .streams(.movieDemuxer, _): return try MediaContainer(brandOf: file) ?? container
    default: return container
    }
  }

  /// Whether there is a chunk `type` before the data of a PNG: "acTL" announces other pictures (APNG 1.0).
  private func hasChunk(_ type: String) throws -> Bool {
    var offset: UInt64 = 8
    while offset < file.count {
      let head = try file.read(at: offset, 8)
      guard head.count == 8, !head[4...].elementsEqual("IDAT".utf8) else { return false }
      if head[4...].elementsEqual(type.utf8) { return true }
      offset += 12 + head.bigEndian(at: 0, 4)
    }
    return false
  }
}
