import Compositing
import EditingModel
import MediaFormats
import PictureRows

/// The new picture appears where a grayscale picture is dark first and where it is bright last.
///
/// The matte is the layer between the two pictures: a still or a film, stretched to the frame.
struct LumaMatte: Transition {
  static let description = CompositorDescription(
    name: "luma-matte",
    summary: "The new picture appears where the layer between the two, a greyscale picture, is dark first.",
    parameters: [
      BorderParameters.softness,
      BorderParameters.reversed,
    ])

  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let layers = request.videoCompositionInstruction.layerInstructions
    guard layers.count == 3 else {
      throw CompositorFailure(
        "the instruction has \(layers.count) layers; name three: the new picture, the matte, and the old picture")
    }
    guard let matte = request.sourceFrame(byTrackID: layers[1].trackID) else {
      throw CompositorFailure("track \(layers[1].trackID), which is the matte's, has no picture here")
    }
    let fitted = try matte.fitted(to: request.renderContext, as: pictures.from.format)
    return try WipeGradient(lumaOf: fitted, isReversed: request.parameters.boolean(BorderParameters.reversed.name))
      .frame(
        pictures, edge: SoftEdge(at: pictures.progress, request.parameters), in: request.renderContext)
  }
}

extension WipeGradient {
  /// The map that the luma of `matte` is: black, 16 of 255, comes first and white, 235, last; with `isReversed` the other
  /// way round. Chroma has the average of the pixels that it serves.
  init(lumaOf matte: PixelBuffer, isReversed: Bool) throws {
    let layout = SampleLayout(matte.format)
    let luma = try Self.luma(of: matte, isReversed: isReversed)
    planes = (layout?.planes ?? []).map { plane in
      guard plane.components != [0] else { return luma }
      return Self.averages(of: luma, width: matte.width, height: matte.height, on: plane)
    }
  }

  /// The arrivals of the pixels.
  private static func luma(of matte: PixelBuffer, isReversed: Bool) throws -> [UInt16] {
    let layout = SampleLayout(matte.format)
    let step = layout?.bytesPerSample ?? 1
    let unused = layout?.unusedLowBits ?? 0
    let depth = matte.format.bitDepth
    // Every value that a sample can have, worked out once.
    let arrivals = (0..<1 << depth).map { value in
      let part = min(max((Double(value) / Double(1 << (depth - 8)) - 16) / 219, 0), 1)
      return UInt16(((isReversed ? 1 - part : part) * Double(SoftEdge.lastArrival)).rounded())
    }
    return try matte.withBytes(ofPlane: 0) { bytes in
      var luma: [UInt16] = []
      luma.reserveCapacity(matte.width * matte.height)
      for row in 0..<matte.height {
        for place in stride(
          from: matte.planes[0].row(row).lowerBound, to: matte.planes[0].row(row).upperBound, by: step)
        {
          let value = step == 1 ? Int(bytes[place]) : (Int(bytes[place]) | Int(bytes[place + 1]) << 8) >> unused
          luma.append(arrivals[value & (arrivals.count - 1)])
        }
      }
      return luma
    }
  }

  /// The averages of `luma` where each sample of `plane` serves.
  private static func averages(
    of luma: [UInt16], width: Int, height: Int, on plane: SampleLayout.Plane
  ) -> [UInt16] {
    var samples: [UInt16] = []
    for top in stride(from: 0, to: height, by: plane.pixelsDown) {
      for left in stride(from: 0, to: width, by: plane.pixelsAcross) {
        var (sum, count) = (0, 0)
        for y in top..<min(top + plane.pixelsDown, height) {
          for x in left..<min(left + plane.pixelsAcross, width) {
            sum += Int(luma[y * width + x])
            count += 1
          }
        }
        for _ in plane.components { samples.append(UInt16((sum + count / 2) / count)) }
      }
    }
    return samples
  }
}
