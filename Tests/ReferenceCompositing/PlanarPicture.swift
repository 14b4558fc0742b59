public import Compositing
import EditingModel

/// A picture as three planes of 8-bit samples, with an optional alpha plane: what ``ReferenceCompositor`` works on.
///
/// The first plane (luma, or any component) holds `width × height` samples. The second and the third (chroma) may be
/// subsampled: 1 << `chromaWidthShift` pixels across share a sample, and 1 << `chromaHeightShift` pixels down; at an
/// odd edge the last sample serves fewer. The fourth, where there is one, is alpha: as large as the first, full range
/// (0 is invisible, 255 opaque), not multiplied into the others.
///
/// A chroma sample sits, horizontally, on the first pixel it serves, and vertically in the middle of those it serves:
/// MPEG-2's siting ("left"), which H.264 and HEVC take where nothing else is said (ITU-T H.264, figure E-1, type 0).
public struct PlanarPicture: Hashable, Sendable {
  /// Pixels across, 1…32,768.
  public var width: Int
  /// Pixels down, 1…32,768.
  public var height: Int
  /// Pixels across that share a chroma sample, as a power of two: 1 for 4:2:0 and 4:2:2, 0 for 4:4:4; at most 2.
  public var chromaWidthShift: Int
  /// Pixels down that share a chroma sample, as a power of two: 1 for 4:2:0, 0 for 4:2:2 and 4:4:4; at most 2.
  public var chromaHeightShift: Int
  /// Y, Cb, Cr, row by row from the top, without padding; and A where there is alpha.
  public var planes: [[UInt8]]

  /// The picture that `planes` hold.
  ///
  /// - Throws: `invalidPictureFormat` and `planesDoNotFit`.
  public init(width: Int, height: Int, chromaWidthShift: Int, chromaHeightShift: Int, planes: [[UInt8]])
    throws(CompositingError)
  {
    self.width = width
    self.height = height
    self.chromaWidthShift = chromaWidthShift
    self.chromaHeightShift = chromaHeightShift
    self.planes = planes
    try check()
  }

  /// A picture of one color: every sample of the three planes is the corresponding one of `samples`. Opaque.
  ///
  /// - Throws: `invalidPictureFormat`.
  public init(
    filledWith samples: (UInt8, UInt8, UInt8), width: Int, height: Int, chromaWidthShift: Int, chromaHeightShift: Int
  ) throws(CompositingError) {
    self.width = width
    self.height = height
    self.chromaWidthShift = chromaWidthShift
    self.chromaHeightShift = chromaHeightShift
    self.planes = []
    try checkFormat()
    planes = [samples.0, samples.1, samples.2].enumerated().map { plane, sample in
      Array(repeating: sample, count: sampling(ofPlane: plane).count)
    }
  }

  /// Whether there is an alpha plane.
  public var hasAlpha: Bool { planes.count == 4 }

  /// All of it, in its pixels.
  var bounds: Rectangle { Rectangle(Size(width: Double(width), height: Double(height))) }

  /// How the samples of plane `plane` (0…3) lie over the pixels.
  func sampling(ofPlane plane: Int) -> PlaneSampling {
    let isChroma = plane == 1 || plane == 2
    return PlaneSampling(
      pictureWidth: width, pictureHeight: height,
      widthShift: isChroma ? chromaWidthShift : 0, heightShift: isChroma ? chromaHeightShift : 0)
  }

  /// Checks what the initializers promise: the properties can be set since, so every use checks again.
  func check() throws(CompositingError) {
    try checkFormat()
    try checkPlanes()
  }

  /// Checks that sizes and shifts are within reach.
  private func checkFormat() throws(CompositingError) {
    let sizes = 1...32_768
    guard sizes.contains(width), sizes.contains(height) else {
      throw CompositingError(
        .invalidPictureFormat, "A picture is \(width) × \(height) pixels.",
        remedy: "Give it a width and a height of 1…32768.")
    }
    let shifts = 0...2
    guard shifts.contains(chromaWidthShift), shifts.contains(chromaHeightShift) else {
      throw CompositingError(
        .invalidPictureFormat, "A picture has the chroma shifts \(chromaWidthShift) and \(chromaHeightShift).",
        remedy: "Give it shifts of 0…2: 1 and 1 for 4:2:0, 1 and 0 for 4:2:2, 0 and 0 for 4:4:4.")
    }
  }

  /// Checks that there are as many planes and samples as the format asks for; `checkFormat` comes first.
  private func checkPlanes() throws(CompositingError) {
    guard (3...4).contains(planes.count) else {
      throw CompositingError(
        .planesDoNotFit, "A picture has \(planes.count) planes.", remedy: "Give it three, or four with alpha.")
    }
    for (plane, samples) in planes.enumerated() {
      let sampling = sampling(ofPlane: plane)
      guard samples.count == sampling.count else {
        throw CompositingError(
          .planesDoNotFit, "Plane \(plane) of a picture holds \(samples.count) samples.",
          remedy: "Give it \(sampling.width) × \(sampling.height) = \(sampling.count), without padding.")
      }
    }
  }
}

extension CompositingError.Code {
  /// A picture has neither three planes nor four, or a plane has another number of samples than its size asks for.
  public static let planesDoNotFit = Self(rawValue: "planesDoNotFit")
}
