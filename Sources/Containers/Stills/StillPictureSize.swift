import MediaFormats
import Rendering

/// The size in a still picture's header: a few bytes can claim more than any memory holds.
package struct StillPictureSize {
  private let file: FileBytes

  /// The most pixels that are read: photographs of 108 megapixels have fewer. A decoder and its copy take eight bytes each.
  package static let most = 128_000_000

  /// The size of the picture in `file`.
  package init(_ file: FileBytes) {
    self.file = file
  }

  /// Checks the size of a picture of the format called `name`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where it has too many pixels.
  package func check(_ name: String) throws {
    guard let size = try size(name) else { return }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard overflow || pixels > UInt64(Self.most) else { return }
    throw RenderError(
      .unsupported,
      "The picture says it has \(size.width) × \(size.height) pixels; up to \(Self.most / 1_000_000) million are read.",
      remedy: "Scale it down first, as with: convert FILE -resize 8000x8000 NEW.png.")
  }

  private func size(_ name: String) throws -> (width: UInt64, height: UInt64)? {
    let head = try file.read(at: 0, 64)
    switch name {
    case "PNG": return (head.bigEndian(at: 16, 4), head.bigEndian(at: 20, 4))
    case "JPEG": return try JPEGHeader(of: file).map { (UInt64($0.size.width), UInt64($0.size.height)) }
    case "BMP":
      guard head.littleEndian(at: 14, 4) >= 40 else {
        return (head.littleEndian(at: 18, 2), head.littleEndian(at: 20, 2))
      }
      let (width, height) = (head.littleEndian(at: 18, 4), head.littleEndian(at: 22, 4))
      return (
        UInt64(Int32(truncatingIfNeeded: width).magnitude), UInt64(Int32(truncatingIfNeeded: height).magnitude)
      )
    case "Targa": return (head.littleEndian(at: 12, 2), head.littleEndian(at: 14, 2))
    case "PNM": return try anymapSize()
    case "TIFF": return try TIFFDirectory(file)?.size
    default: return nil
    }
  }

  /// The first two numbers of a portable anymap.
  private func anymapSize() throws -> (width: UInt64, height: UInt64)? {
    let text = String(decoding: try file.read(at: 2, 1_024), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.prefix { $0 != "#" } }
    let numbers = lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).prefix(2).compactMap { UInt64($0) }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }
}
