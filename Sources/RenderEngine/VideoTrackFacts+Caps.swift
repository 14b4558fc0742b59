import GStreamer
import MediaTime
import RenderPlan

extension VideoTrackFacts {
  /// The facts of a track whose decoded pictures are described by `picture`.
  init(codec: String, picture caps: Caps, timing: FrameTiming, orientation: Orientation) throws {
    let format = try VideoFormat(caps)
    // The format itself is asked only where the caps say something: GStreamer fills in a guess of its own.
    let said = caps.string("colorimetry").flatMap { VideoColour(capsField: $0) }
    let colour = said.map {
      Colorimetry(
        isFullRange: $0.isFullRange, matrix: $0.matrix, transfer: $0.transfer, primaries: $0.primaries)
    }
    self.init(
      codec: codec, size: PixelSize(width: format.width, height: format.height),
      pixelAspect: try Rational(Int64(format.pixelAspect.numerator), Int64(format.pixelAspect.denominator)),
      orientation: orientation, timing: timing, format: format.name, hasAlpha: format.hasAlpha,
      isInterlaced: format.isInterlaced, colorimetry: colour ?? .unspecified)
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
