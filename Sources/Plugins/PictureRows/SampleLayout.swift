package import Compositing

/// Where the samples of a Y′CbCr picture lie: what code needs that draws any such format sample by sample.
package struct SampleLayout: Hashable, Sendable {
  /// Bytes of a sample: 1, or 2 with the lower one first.
  package let bytesPerSample: Int
  /// Bits of a sample.
  package let bitDepth: Int
  /// How many low bits of two bytes hold nothing.
  package let unusedLowBits: Int
  /// The planes.
  package let planes: [Plane]

  /// One plane: samples of one component, or of several by turns.
  package struct Plane: Hashable, Sendable {
    /// Which components the samples are of, by turns: 0 is Y, 1 is Cb, 2 is Cr.
    package let components: [Int]
    /// Pixels across that share a sample.
    package let pixelsAcross: Int
    /// Pixels down that share a sample.
    package let pixelsDown: Int
  }

  /// The layout of `format`; nil where it is none of ``PixelBuffer/Format/plainYCbCr``.
  package init?(_ format: PixelBuffer.Format) {
    guard PixelBuffer.Format.plainYCbCr.contains(format) else { return nil }
    let chroma = format.pixelsPerChroma
    let isInterleaved = format == .nv12 || format == .p010
    bitDepth = format.bitDepth
    bytesPerSample = bitDepth > 8 ? 2 : 1
    unusedLowBits = format == .p010 ? 6 : 0
    planes =
      [Plane(components: [0], pixelsAcross: 1, pixelsDown: 1)]
      + (isInterleaved ? [[1, 2]] : [[1], [2]]).map {
        Plane(components: $0, pixelsAcross: chroma.across, pixelsDown: chroma.down)
      }
  }

  /// Which plane component `component` is in, and how its samples lie there: the first one's place and the distance
  /// of the next, both counted in samples.
  package func place(ofComponent component: Int) -> (plane: Int, first: Int, step: Int) {
    for (number, plane) in planes.enumerated() {
      if let first = plane.components.firstIndex(of: component) { return (number, first, plane.components.count) }
    }
    return (0, 0, 1)
  }
}

extension PixelBuffer.Format {
  /// The formats with a ``SampleLayout``: Y′CbCr without alpha, each sample in bytes of its own.
  package static let plainYCbCr: [Self] = [
    .yuv420p, .nv12, .yuv422p, .yuv444p, .yuv420p10, .p010, .yuv422p10, .yuv444p10,
  ]
}
