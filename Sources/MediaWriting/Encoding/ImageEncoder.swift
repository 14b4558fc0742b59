package import Compositing
import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import PictureFiles
package import Rendering

// QUIRK: PNG, written: `pngenc` writes more than eight bits of gray alone. In: GStreamer 1.22. Test: "more than eight bits are
// kept to ten, and are written as sixteen".

/// Encodes one picture as a still image file, tagged as sRGB: `appsrc ! pngenc ! appsink`. A PNG of more than eight bits is made by the
/// module PictureFiles.
///
/// Threads: a dedicated one; blocks, and every wait is bounded.
package struct ImageEncoder {
  private let type: ImageType
  /// From 0 to 1.
  private let quality: Double

  /// An encoder of files of `type`, of `quality` where something is lost.
  package init(_ type: ImageType, quality: Double) {
    self.type = type
    self.quality = quality.isNaN ? 1 : min(1, max(0, quality))
  }

  /// The bytes of the file.
  package func encode(_ picture: PixelBuffer) throws -> [UInt8] {
    let size = PixelSize(width: picture.width, height: picture.height)
    try check(size)
    let second = Rational.one
    let source = try PixelBufferFactory(picture.format, size: size, frameDuration: second, colorimetry: .bt709)
    let target = try target(of: picture, source.format)
    let conversion = try PictureConversion(from: source.format.video, color: source.format.color, to: target)
    let buffer = try conversion.apply(to: source.buffer(of: picture))
    guard !isDeep(picture) else {
      let rows = try buffer.planes(of: target.video)[0]
      let file = try translatingPictures { try PNGEncoder.file(of: rows, width: size.width, height: size.height) }
      return ImageTags.tagged(file, as: type, hasAlpha: picture.format.hasAlpha, width: size.width, height: size.height)
    }
    let encoder = try element()
    let cancellation = Cancellation()
    let stream = try StreamEncoder(named: "image", caps: target.caps, elements: [encoder], capacity: 1)
    defer { [stream.stop()].settle() }
    try stream.push(
      buffer.restamped(presentationTime: 0, duration: 1_000_000_000), while: { try cancellation.check() })
    stream.end()
    let watchdog = Watchdog()
    while true {
      switch try stream.pull() {
      case .sample(let encoded, _):
        let file = try encoded.bytes()
        return ImageTags.tagged(
          file, as: type, hasAlpha: picture.format.hasAlpha, width: size.width, height: size.height)
      case .endOfStream: throw GStreamerError.refused("The image encoder gave nothing.")
      case .nothingYet: try watchdog.check(waitingFor: "the image encoder") { stream.graph }
      }
    }
  }

  /// Whether the file has more than eight bits a sample.
  private func isDeep(_ picture: PixelBuffer) -> Bool { type == .png && picture.format.bitDepth > 8 }

  /// Refuses a picture of `size` that a file of the type has no numbers for.
  private func check(_ size: PixelSize) throws(RenderError) {
    let most =
      switch type {
      case .webp: 16_383
      case .jpeg: 65_535
      case .png: Int(Int32.max)
      }
    guard max(size.width, size.height) > most else { return }
    throw RenderError(
      .unsupported, "The picture has \(size) pixels, and a file of \(type.rawValue) at most \(most) each way.",
      remedy: "Write a PNG, or a smaller image.")
  }

  /// RGB, with alpha where there is some; what JFIF has in JPEG: Y′CbCr of the full range, with BT.601's matrix, in
  /// 4:2:0, or in 4:4:4 at the best quality.
  private func target(of picture: PixelBuffer, _ source: PictureFormat) throws -> PictureFormat {
    let isJPEG = type == .jpeg
    let color = Colorimetry(
      isFullRange: true, matrix: isJPEG ? 6 : 0, transfer: source.color.transfer, primaries: source.color.primaries)
    let name =
      isJPEG
      ? (quality == 1 ? "Y444" : "I420") : isDeep(picture) ? "RGBA64_LE" : picture.format.hasAlpha ? "RGBA" : "RGB"
    return try source.with(name: name, color: color)
  }

  private func element() throws -> Element {
    switch type {
    case .png:
      let encoder = try ElementName.pngEncoder.make()
      // The usual 6 takes half as long again for a file that is 2 % smaller.
      try encoder.set("compression-level", 3)
      return encoder
    case .jpeg:
      let encoder = try ElementName.jpegEncoder.make()
      try encoder.set("idct-method", "islow")
      try encoder.set("quality", Int((quality * 100).rounded()))
      return encoder
    case .webp:
      let encoder = try ElementName.webPEncoder.make()
      if quality == 1 { try encoder.set("lossless", true) }
      try encoder.set("quality", (quality * 100).rounded())
      return encoder
    }
  }
}
