import GStreamer
import MediaFormats
import PictureFiles
import Rendering

extension RawPicture {
  /// The picture as GStreamer has it, presented at `time` in nanoseconds.
  package func decoded(at time: Int64) throws -> StreamReader.Decoded {
    let caps = try Caps(
      "video/x-raw,format=\(formatName),width=\(width),height=\(height),framerate=0/1,pixel-aspect-ratio=1/1"
        + ",interlace-mode=progressive,colorimetry=\(color.capsField)")
    let format = try VideoFormat(caps)
    let buffer =
      isDeep && layout != .rgba
      ? try Buffer(planes: deepPlanes, format: format) : try Buffer(rows: bytes, rowBytes: rowBytes, of: format)
    return StreamReader.Decoded(buffer: buffer, streamTime: time, caps: caps)
  }

  /// Green, blue and red of sixteen bits, a plane each.
  private var deepPlanes: [[UInt8]] {
    [1, 2, 0].map { component in
      var plane = [UInt8](repeating: 0, count: 2 * width * height)
      for row in 0..<height {
        for column in 0..<width {
          let (source, target) = (row * rowBytes + 6 * column + 2 * component, 2 * (row * width + column))
          (plane[target], plane[target + 1]) = (bytes[source], bytes[source + 1])
        }
      }
      return plane
    }
  }

  /// GStreamer's name of the layout.
  private var formatName: String {
    switch layout {
    // Green, blue and red, as their matrix says: there is no format of that name with sixteen bits.
    case _ where isDeep: layout == .rgba ? "RGBA64_LE" : "Y444_16LE"
    case .rgb: "RGB"
    case .rgba: "RGBA"
    case .rgbx: "RGBx"
    }
  }
}

extension Buffer {
  /// The picture, whose colors are multiplied by its alpha, with straight ones; itself where it has no alpha.
  func unpremultiplied(_ caps: Caps) throws -> Buffer {
    let format = try VideoFormat(caps)
    guard format.name == "RGBA" else { return self }
    let size = PixelSize(width: format.width, height: format.height)
    let mapped = try MappedPicture(
      self, format: format, extents: PixelFormat.rgba.layout.extents(of: size), isWritable: false)
    let layout = mapped.planes[0]
    let rows = try mapped.withBytes(ofPlane: 0) { bytes -> [UInt8] in
      // Most such pictures have no alpha of their own.
      var least = UInt8.max
      for row in 0..<size.height {
        for pixel in 0..<size.width { least = min(least, bytes[row &* layout.bytesPerRow &+ 4 &* pixel &+ 3]) }
      }
      guard least < .max else { return [] }
      var rows: [UInt8] = []
      rows.reserveCapacity(size.height * layout.rowByteCount)
      for row in 0..<size.height {
        for index in 0..<layout.rowByteCount { rows.append(bytes[row &* layout.bytesPerRow &+ index]) }
      }
      return rows
    }
    guard !rows.isEmpty else { return self }
    let straight = try Buffer(rows: RawPicture.unpremultiplied(rows), rowBytes: 4 * size.width, of: format)
    return try straight.restamped(presentationTime: presentationTime ?? 0, duration: duration ?? 0)
  }
}

extension RenderError {
  /// The reason for which a picture is not read.
  init(_ error: PictureError) {
    self.init(
      error.reason == .unreadable ? .mediaUnreadable : .unsupported, error.message, remedy: error.remedy)
  }
}

/// Runs `body` and translates the errors of files of pictures.
package func translatingPictures<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as PictureError {
    throw RenderError(error)
  }
}
