import GStreamer
import MediaFormats
import Rendering

/// Converts decoded pictures from one format to another, in as few steps as possible.
///
/// Threads: one at a time.
struct PictureConversion: Sendable {
  private let steps: [Step]

  /// One step of the conversion.
  private enum Step: Sendable {
    /// Another pixel format, size or part.
    case convert(VideoConverter)
    /// Other colors, in planes of the first format; they become a picture of the second.
    case recolor(ColorMatrix, from: PictureFormat, to: PictureFormat)
    /// A quarter turn or a mirror image, from the first format to the second.
    case turn(PlaneRotation, from: PictureFormat, to: PictureFormat)
  }

  /// The conversion of pictures of `source` in the colors `color`, of which `crop` is shown, turned by `orientation`,
  /// to `target`. With `isSited` their chroma lies where `target`'s does.
  ///
  /// ```
  ///  decoded ─► format, part and size ─► colors ─► turn ─► target      only what is needed; RGB is recolored in full
  ///                                                                     resolution and its chroma halved after
  /// ```
  ///
  /// Targets that are not 8-bit planar are made by GStreamer's converter in one step; they are not turned.
  init(
    from source: VideoFormat, color: Colorimetry, isSited: Bool = true, to target: PictureFormat,
    crop: PixelRectangle? = nil, orientation: Orientation = .up
  ) throws {
    // The format of the picture before it is turned. Chroma that is halved across alone cannot be turned: it would be
    // halved down alone.
    let isCutUnevenly = target.isPlanar && target.chromaShifts.width != target.chromaShifts.height
    let lying = try target.with(
      name: orientation.swapsAxes && isCutUnevenly ? "Y444" : nil, size: orientation.apply(to: target.size))
    let isSameSize = source.width == lying.size.width && source.height == lying.size.height
    func convert(to format: PictureFormat, convertsPrimaries: Bool = false) throws -> Step {
      .convert(
        try VideoConverter(
          from: source.read(as: color), to: format.video, area: crop, convertsPrimaries: convertsPrimaries,
          keepsChroma: isSameSize && isSited && crop == nil && source.chromaShifts == format.chromaShifts))
    }
    let isSameColor =
      color.primaries == target.color.primaries && color.isFullRange == target.color.isFullRange
      && color.matrix == target.color.matrix
    var steps: [Step] = []
    if !target.isPlanar {
      if source.name != target.video.name || !isSameSize || !isSited || crop != nil || !isSameColor {
        steps.append(try convert(to: target, convertsPrimaries: color.primaries != target.color.primaries))
      }
    } else if color.primaries != target.color.primaries {
      // Primaries are converted in linear light, by GStreamer's converter.
      steps.append(try convert(to: lying, convertsPrimaries: true))
    } else if color.matrix == 0 {
      let rgb = try lying.with(name: target.video.hasAlpha ? "GBRA" : "GBR", color: color)
      steps.append(try convert(to: rgb))
      steps.append(.recolor(ColorMatrix(from: color, to: target.color), from: rgb, to: lying))
    } else {
      let own = try lying.with(name: lying.video.name, color: color)
      if source.name != own.video.name || !isSameSize || !isSited || crop != nil {
        steps.append(try convert(to: own))
      }
      if !isSameColor {
        steps.append(.recolor(ColorMatrix(from: color, to: target.color), from: own, to: lying))
      }
    }
    if orientation != .up { steps.append(.turn(PlaneRotation(orientation), from: lying, to: target)) }
    self.steps = steps
  }

  /// Whether the conversion leaves pictures unchanged.
  var changesNothing: Bool { steps.isEmpty }

  /// `picture`, converted; unchanged where there is no step.
  func apply(to picture: Buffer) throws -> Buffer {
    try steps.reduce(picture) { try Self.apply($1, to: $0) }
  }

  private static func apply(_ step: Step, to picture: Buffer) throws -> Buffer {
    switch step {
    case .convert(let converter):
      return try converter.convert(picture)
    case .recolor(let matrix, let from, let to):
      let planes = try matrix.convert(
        picture.planes(of: from.video), width: from.size.width, shifts: from.chromaShifts)
      let isHalved = from.chromaShifts == to.chromaShifts
      return try Buffer(
        planes: isHalved ? planes : ChromaDownsampling(to.chromaShifts).apply(to: planes, width: from.size.width),
        format: to.video)
    case .turn(let turn, let from, let to):
      let planes = try turn.apply(to: picture.planes(of: from.video), width: from.size.width)
      let isHalved = from.chromaShifts == to.chromaShifts
      return try Buffer(
        planes: isHalved ? planes : ChromaDownsampling(to.chromaShifts).apply(to: planes, width: to.size.width),
        format: to.video)
    }
  }
}
