import CompositorExport

/// Darkens the first track's picture towards its corners.
struct Vignette: SynchronousVideoCompositing {
  static let description = CompositorDescription(
    name: "vignette", summary: "Darkens a picture towards its corners.",
    parameters: [.number("strength", 0...1, default: 0.5, summary: "How dark the corners become; 1 is black.")])
  static let formats: [PixelBuffer.Format] = [.yuv420p]
  let sourcePixelFormats: [PixelBuffer.Format]? = formats
  let requiredPixelFormatsForRenderContext = formats

  func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let strength = try request.parameters.number("strength")
    guard let track = request.sourceTrackIDs.first, let source = request.sourceFrame(byTrackID: track) else {
      throw Problem(description: "there is no picture to darken")
    }
    guard let frame = request.renderContext.newPixelBuffer() else {
      throw Problem(description: "there is no memory for a frame")
    }
    try frame.copyBytes(of: source)
    let (middleX, middleY) = (Double(frame.width) / 2, Double(frame.height) / 2)
    let luma = frame.planes[0]
    try frame.withMutableBytes(ofPlane: 0) { bytes in
      for y in 0..<frame.height {
        let row = luma.row(y)
        let down = (Double(y) + 0.5 - middleY) / middleY
        for x in 0..<frame.width {
          let across = (Double(x) + 0.5 - middleX) / middleX
          let light = 1 - strength * (across * across + down * down) / 2
          let place = row.lowerBound + x
          // Black is 16.
          bytes[place] = UInt8((16 + (Double(bytes[place]) - 16) * light).rounded())
        }
      }
    }
    return frame
  }
}

/// Why there is no frame: what a person reads.
struct Problem: Error, CustomStringConvertible {
  let description: String
}

private let export = CompositorPluginExport(
  "vignette", version: "1.0",
  ExportedCompositor(Vignette.description, sourceFormats: Vignette.formats, outputFormats: Vignette.formats) { _ in
    Vignette()
  })

/// The library's entry for GstEdit.
@c(gstedit_compositor_plugin)
public func plugin(abiVersion: UInt32) -> UnsafeRawPointer? { export.table(abiVersion) }
