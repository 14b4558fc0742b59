import Compositing
import EditingModel
import GStreamer
import MediaFormats
import MediaTime
import Rendering

/// Encodes one picture as a still image file: `appsrc ! pngenc ! appsink`.
///
/// Threads: a dedicated one; blocks, and every wait is bounded.
struct ImageEncoder {
  private let type: ImageType

  /// An encoder of files of `type`.
  init(_ type: ImageType) {
    self.type = type
  }

  /// The quality of JPEG files, of 100.
  private static let quality = 90

  /// The bytes of the file.
  func encode(_ picture: PixelBuffer) throws -> [UInt8] {
    let size = PixelSize(width: picture.width, height: picture.height)
    let second = Rational.one
    let source = try PixelBufferFactory(picture.format, size: size, frameDuration: second, colorimetry: .bt709)
    let format = wantedFormat(for: picture)
    let target = try PixelBufferFactory(format, size: size, frameDuration: second, colorimetry: .bt709)
    let conversion = try PictureConversion(from: source.format.video, color: source.format.color, to: target.format)
    let buffer = try conversion.apply(to: source.buffer(of: picture))
    let encoder = try element()
    let cancellation = Cancellation()
    let stream = try StreamEncoder(named: "image", caps: target.format.caps, elements: [encoder], capacity: 1)
    defer { [stream.stop()].settle() }
    try stream.push(
      buffer.restamped(presentationTime: 0, duration: 1_000_000_000), while: { try cancellation.check() })
    stream.end()
    let watchdog = Watchdog()
    while true {
      switch try stream.pull() {
      case .sample(let encoded, _): return try encoded.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      case .endOfStream: throw GStreamerError.refused("The image encoder gave nothing.")
      case .nothingYet: try watchdog.check(waitingFor: "the image encoder") { stream.graph }
      }
    }
  }

  /// RGB for PNG, with alpha where there is some; Y′CbCr in 4:2:0 for JPEG.
  private func wantedFormat(for picture: PixelBuffer) -> PixelBuffer.Format {
    switch type {
    case .png: picture.format.hasAlpha ? .rgba : .rgb24
    case .jpeg: .rgb24
    }
  }

  private func element() throws -> Element {
    switch type {
    case .png:
      return try ElementName.pngEncoder.make()
    case .jpeg:
      let encoder = try ElementName.jpegEncoder.make()
      try encoder.set("quality", Self.quality)
      return encoder
    }
  }
}
