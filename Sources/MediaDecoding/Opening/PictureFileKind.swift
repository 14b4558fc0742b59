import Containers
package import MediaFormats
import Rendering

/// Pictures that are not decoded by one pipeline of GStreamer's elements.
package enum PictureFileKind: Hashable, Sendable, Codable {
  /// One picture of HEIF or AVIF, by libheif.
  case heif
  /// One picture of JPEG 2000, by libopenjp2.
  case jpeg2000
  /// One drawing in SVG, by librsvg.
  case svg
  /// One picture or more, by libwebp.
  case webP
  /// One picture or more of a GIF.
  case gif
  /// One picture of a PNG.
  case png
  /// The pictures of an animated PNG.
  case animatedPNG
  /// A file for each picture, numbered from `first` on.
  case sequence(first: Int)
}

extension PictureFileKind {
  /// The orientation of the pictures in the file at `path`, by its Exif: libheif turns its pictures itself, and the
  /// others state none.
  package func orientation(ofFile path: String) throws -> Orientation {
    switch self {
    case .webP, .png, .animatedPNG: try Orientation(exifOf: FileBytes(path, isReadOnly: true))
    case .heif, .jpeg2000, .svg, .gif, .sequence: .up
    }
  }
}

extension MediaContainer {
  /// Whether it holds one picture.
  package var isStill: Bool {
    switch self {
    case .still, .pictures(.heif, _), .pictures(.jpeg2000, _), .pictures(.svg, _), .pictures(.png, _): true
    default: false
    }
  }

  /// The decoder of a still; nil where none of GStreamer's elements is it.
  package var stillDecoder: ElementName? {
    if case .still(_, let decoder, _) = self { decoder } else { nil }
  }

  /// The kind of a file of ISO media by its major brand (ISO/IEC 14496-12 §4.3), where that is no MPEG-4; one without a
  /// brand, as movies were before there were any, is QuickTime's (File Format Specification, "File Type Compatibility").
  ///
  /// - Throws: `RenderError` with `.unsupported` for moving pictures without a track.
  init?(brandOf file: FileBytes) throws {
    let head = try file.read(at: 4, 8)
    guard head.starts(with: "ftyp".utf8) else {
      guard ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(where: { head.starts(with: $0.utf8) }) else {
        return nil
      }
      self = .quickTime
      return
    }
    switch String(decoding: head.dropFirst(4), as: UTF8.self) {
    case "qt  ": self = .quickTime
    case "heic", "heix", "heim", "heis", "mif1", "mif2": self = .heif
    case "avif": self = .avif
    case "avis": self = try .streams(of: file, name: "AVIF")
    case "msf1", "hevc", "hevx", "hevm", "hevs": self = try .streams(of: file, name: "HEIF")
    default: return nil
    }
  }

  /// A file of several pictures called `name`, which is a movie.
  ///
  /// - Throws: `RenderError` with `.unsupported` if it has no track of pictures.
  private static func streams(of file: FileBytes, name: String) throws -> MediaContainer {
    let container = MediaContainer.streams(.movieDemuxer, name: name)
    guard try !container.isMovie || PictureTracks(of: file).fields.isEmpty else { return container }
    throw RenderError(
      .unsupported, "The file calls itself a sequence of pictures (\(name)), and has no track of them.",
      remedy: "Convert it to PNG or to a film, with a program that shows it.")
  }
}
