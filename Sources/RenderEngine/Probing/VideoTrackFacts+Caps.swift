import GStreamer
import MediaFormats
import MediaTime
import Rendering

extension VideoTrackFacts {
  /// The facts of a track whose decoded pictures are described by `picture`, and its packets by `stream`.
  ///
  /// What the pictures do not say of their colors, the container may.
  init(
    codec: String, picture caps: Caps, stream: Caps? = nil, timing: FrameTiming, orientation: Orientation
  ) throws {
    let format = try VideoFormat(caps)
    // The format itself is asked only where the caps say something: GStreamer fills in a guess of its own.
    let colors = [caps, stream].compactMap { $0?.string("colorimetry") }.compactMap { VideoColor(capsField: $0) }
    var color = Colorimetry.unspecified
    for said in colors {
      color = Colorimetry(
        isFullRange: color.isFullRange ?? said.isFullRange, matrix: color.matrix == 2 ? said.matrix : color.matrix,
        transfer: color.transfer == 2 ? said.transfer : color.transfer,
        primaries: color.primaries == 2 ? said.primaries : color.primaries)
    }
    self.init(
      codec: codec, size: PixelSize(width: format.width, height: format.height),
      pixelAspect: try Rational(Int64(format.pixelAspect.numerator), Int64(format.pixelAspect.denominator)),
      orientation: orientation, timing: timing, format: format.name, hasAlpha: format.hasAlpha,
      isInterlaced: format.isInterlaced, colorimetry: color)
  }
}

extension Orientation {
  /// The turn that GStreamer's tag `image-orientation` asks for (`GST_TAG_IMAGE_ORIENTATION`).
  init(imageOrientationTag tag: String?) {
    self =
      switch tag {
      case "rotate-90": .right
      case "rotate-180": .down
      case "rotate-270": .left
      case "flip-rotate-0": .upMirrored
      case "flip-rotate-90": .rightMirrored
      case "flip-rotate-180": .downMirrored
      case "flip-rotate-270": .leftMirrored
      default: .up
      }
  }
}
