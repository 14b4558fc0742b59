import ColorConversion
package import Compositing
package import CoreVideo
package import MediaFormats
import Rendering
import Synchronization

// SAFETY: the addresses of planes are used only within the closures that provide them, and the source is not written.

/// Brings pictures into others of another format and size, by a converter that is kept for the next one.
///
/// Threads: any, one after the other. Lock order: only `kept`.
package final class PictureTransfer: Sendable {
  private struct Kept: @unchecked Sendable {
    // @unchecked: used under the lock alone.
    let source: PictureDescription
    let target: PictureDescription
    let orientation: Orientation
    let converter: PictureConverter
  }

  private let kept = Mutex<Kept?>(nil)

  package init() {}

  /// The formats of eight bits that pictures are brought from and to, the usual one first.
  package static let types: [OSType] = [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32ABGR, kCVPixelFormatType_32RGBA,
    kCVPixelFormatType_24RGB, kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
  ]

  /// Brings `part` of `picture`, whose samples mean `color`, turned by `orientation`, into `target`, whose samples mean `targetColor`; all of
  /// it where no part is given.
  ///
  /// - Throws: `RenderError` for a format that is not converted; what converts, for sizes that cannot be.
  package func transfer(
    _ picture: PixelBuffer, meaning color: Colorimetry, part: PixelRectangle? = nil, orientation: Orientation = .up,
    into target: PixelBuffer, meaning targetColor: Colorimetry
  ) throws {
    let (from, to) = (
      PictureDescription(
        size: PixelSize(width: picture.width, height: picture.height), window: part.map { .init($0) },
        samples: try Self.samples(picture.format), color: color),
      PictureDescription(
        size: PixelSize(width: target.width, height: target.height), samples: try Self.samples(target.format),
        color: targetColor)
    )
    try kept.withLock { kept in
      let converter: PictureConverter
      if let known = kept, known.source == from, known.target == to, known.orientation == orientation {
        converter = known.converter
      } else {
        converter = try PictureConverter(from: from, to: to, orientation: orientation)
        kept = Kept(source: from, target: to, orientation: orientation, converter: converter)
      }
      unsafe try Self.lend(picture, planes: picture.planes.count) { source in
        unsafe try Self.lendMutable(target, planes: target.planes.count) { target in
          unsafe try converter.convert(source, into: target)
        }
      }
    }
  }

  private static func samples(_ format: PixelFormat) throws(RenderError) -> SampleArrangement {
    guard let layout = SampleLayout(format) else {
      throw RenderError(
        .unsupported, "A picture is brought from or to \(format), which is not converted.",
        remedy: "Choose another format.")
    }
    let count = layout.planes.reduce(0) { $0 + $1.components.count }
    let components = (0..<count).map { component in
      let place = layout.place(ofComponent: component)
      return SampleArrangement.Component(
        plane: place.plane, offset: place.first * layout.bytesPerSample, step: place.step * layout.bytesPerSample)
    }
    let chroma = format.pixelsPerChroma
    return SampleArrangement(
      components, bitDepth: layout.bitDepth, unusedLowBits: layout.unusedLowBits,
      chromaShifts: SampleArrangement.ChromaShifts(
        across: chroma.across.trailingZeroBitCount, down: chroma.down.trailingZeroBitCount), isRGB: format.isRGB)
  }

  // MARK: Addresses

  /// Calls `body` with where the first `count` planes of `picture` are, to be read.
  private static func lend(
    _ picture: PixelBuffer, planes count: Int, _ body: ([PlaneAddress]) throws -> Void
  ) throws {
    guard count > 0 else { return unsafe try body([]) }
    let plane = picture.planes[count - 1]
    try picture.withBytes(ofPlane: count - 1) { bytes in
      unsafe try bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        let address = unsafe PlaneAddress(
          start: UnsafeMutableRawPointer(mutating: start), bytesPerRow: plane.bytesPerRow)
        unsafe try lend(picture, planes: count - 1) { rest in unsafe try body(rest + [address]) }
      }
    }
  }

  /// Calls `body` with where the first `count` planes of `picture` are, to be written.
  private static func lendMutable(
    _ picture: PixelBuffer, planes count: Int, _ body: ([PlaneAddress]) throws -> Void
  ) throws {
    guard count > 0 else { return unsafe try body([]) }
    let plane = picture.planes[count - 1]
    try picture.withMutableBytes(ofPlane: count - 1) { bytes in
      unsafe try bytes.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        let address = unsafe PlaneAddress(start: start, bytesPerRow: plane.bytesPerRow)
        unsafe try lendMutable(picture, planes: count - 1) { rest in unsafe try body(rest + [address]) }
      }
    }
  }
}
