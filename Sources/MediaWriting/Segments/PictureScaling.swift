import Compositing
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// Scales pictures to the size of the film that they are encoded into.
///
/// Threads: any; one at a time scales. Lock order: only `conversion`.
final class PictureScaling: Sendable {
  private let pictures: WriterSettings.Pictures
  private let target: PixelBufferFactory
  /// The conversion of the last picture, for the next is like it.
  private let conversion = Mutex<Conversion?>(nil)

  private struct Conversion {
    var source: PixelBufferFactory
    var converter: PictureConversion

    func accepts(_ picture: PixelBuffer) -> Bool {
      source.pixelFormat == picture.format && source.format.size.width == picture.width
        && source.format.size.height == picture.height
    }
  }

  /// Scales pictures of the film of `pictures` to what `target` makes.
  init(_ pictures: WriterSettings.Pictures, to target: PixelBufferFactory) {
    (self.pictures, self.target) = (pictures, target)
  }

  /// `picture` in the film's size, and in the encoder's format; the picture itself where it has that size.
  func scaled(_ picture: PixelBuffer) throws -> PixelBuffer {
    let size = target.format.size
    guard picture.width != size.width || picture.height != size.height else { return picture }
    return try conversion.withLock { conversion in
      let known = try conversion.flatMap { $0.accepts(picture) ? $0 : nil } ?? make(for: picture)
      conversion = known
      return try target.wrap(known.converter.apply(to: known.source.buffer(of: picture)))
    }
  }

  private func make(for picture: PixelBuffer) throws -> Conversion {
    let source = try PixelBufferFactory(
      picture.format, size: PixelSize(width: picture.width, height: picture.height),
      frameDuration: pictures.frameDuration, colorimetry: pictures.colorimetry)
    let converter = try PictureConversion(
      from: source.format.video, color: source.format.color, to: target.format)
    return Conversion(source: source, converter: converter)
  }
}
