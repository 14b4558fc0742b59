package import EditingModel
package import MediaFormats

/// The places of a picture's samples: in the planes of its memory, and over its pixels.
///
/// Components are numbered 0…3: Y, Cb, Cr and alpha, or red, green, blue and alpha.
package struct SampleLayout: Hashable, Sendable {
  /// Bytes of a sample: 1, or 2 with the lower one first.
  package let bytesPerSample: Int
  /// Bits of a sample.
  package let bitDepth: Int
  /// The number of low bits of two bytes that hold nothing.
  package let unusedLowBits: Int
  /// The planes.
  package let planes: [Plane]

  /// One plane: samples of one component, or of several by turns.
  package struct Plane: Hashable, Sendable {
    /// The components of the samples, by turns.
    package let components: [Int]
    /// Pixels across that share a sample: 1 or 2.
    package let pixelsAcross: Int
    /// Pixels down that share a sample: 1 or 2.
    package let pixelsDown: Int

    /// The sampling of a picture of `width` × `height` pixels.
    package func sampling(width: Int, height: Int) -> PlaneSampling {
      PlaneSampling(
        pictureWidth: width, pictureHeight: height, widthShift: pixelsAcross.trailingZeroBitCount,
        heightShift: pixelsDown.trailingZeroBitCount)
    }
  }

  /// The layout of `format`; nil for v210, whose samples share bytes.
  package init?(_ format: PixelBuffer.Format) {
    let components: [[Int]]
    switch format {
    case .v210: return nil
    case .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10: components = [[0], [1], [2]]
    case .yuva420p, .yuva420p10, .yuva422p10, .yuva444p10: components = [[0], [1], [2], [3]]
    case .nv12, .p010: components = [[0], [1, 2]]
    case .v308, .rgb24: components = [[0, 1, 2]]
    case .bgra: components = [[2, 1, 0, 3]]
    case .argb: components = [[3, 0, 1, 2]]
    case .abgr: components = [[3, 2, 1, 0]]
    case .rgba: components = [[0, 1, 2, 3]]
    }
    bitDepth = format.bitDepth
    bytesPerSample = bitDepth > 8 ? 2 : 1
    unusedLowBits = format == .p010 ? 6 : 0
    let chroma = format.pixelsPerChroma
    planes = components.map { components in
      let isChroma = components.allSatisfy((1...2).contains)
      return Plane(
        components: components, pixelsAcross: isChroma ? chroma.across : 1, pixelsDown: isChroma ? chroma.down : 1)
    }
  }

  /// The plane of component `component`, and the layout of its samples there: the first one's place and the distance of
  /// the next, both counted in samples.
  package func place(ofComponent component: Int) -> (plane: Int, first: Int, step: Int) {
    for (number, plane) in planes.enumerated() {
      if let first = plane.components.firstIndex(of: component) { return (number, first, plane.components.count) }
    }
    return (0, 0, 1)
  }
}

extension PixelBuffer.Format {
  /// Y′CbCr without alpha, each sample in bytes of its own.
  package static let plainYCbCr: [Self] = [
    .yuv420p, .nv12, .yuv422p, .yuv444p, .yuv420p10, .p010, .yuv422p10, .yuv444p10,
  ]
}

/// The places of one plane's samples over the pixels of its picture.
///
/// Two systems of coordinates: the picture's, in which pixel i covers [i, i + 1), and the plane's, in which sample i
/// does, with its value at the center. For luma they are the same.
package struct PlaneSampling: Hashable {
  /// Pixels across.
  package let pictureWidth: Int
  /// Pixels down.
  package let pictureHeight: Int
  /// Pixels across that share a sample, as a power of two.
  package let widthShift: Int
  /// Pixels down that share a sample, as a power of two.
  package let heightShift: Int

  /// The sampling of a plane of a picture of `pictureWidth` by `pictureHeight` pixels.
  package init(pictureWidth: Int, pictureHeight: Int, widthShift: Int, heightShift: Int) {
    self.pictureWidth = pictureWidth
    self.pictureHeight = pictureHeight
    self.widthShift = widthShift
    self.heightShift = heightShift
  }

  /// Samples across.
  package var width: Int { (pictureWidth + (1 << widthShift) - 1) >> widthShift }

  /// Samples down.
  package var height: Int { (pictureHeight + (1 << heightShift) - 1) >> heightShift }

  /// Whether pixels share samples.
  package var isSubsampled: Bool { widthShift > 0 || heightShift > 0 }

  /// Samples in all.
  package var count: Int { width * height }

  /// The columns of pixels that share the samples of `column`.
  package func pixelColumns(of column: Int) -> Range<Int> {
    column << widthShift..<min((column + 1) << widthShift, pictureWidth)
  }

  /// The rows of pixels that share the samples of `row`.
  package func pixelRows(of row: Int) -> Range<Int> {
    row << heightShift..<min((row + 1) << heightShift, pictureHeight)
  }

  /// The columns of samples that serve some of the columns `pixels`, at least one of which is in the picture.
  package func columns(servingSomeOf pixels: Range<Int>) -> Range<Int> {
    (pixels.lowerBound >> widthShift..<(pixels.upperBound - 1) >> widthShift + 1).clamped(to: 0..<width)
  }

  /// The rows of samples that serve some of the rows `pixels`, at least one of which is in the picture.
  package func rows(servingSomeOf pixels: Range<Int>) -> Range<Int> {
    (pixels.lowerBound >> heightShift..<(pixels.upperBound - 1) >> heightShift + 1).clamped(to: 0..<height)
  }

  /// The columns whose samples serve none but the columns `pixels`.
  package func columns(servingOnly pixels: Range<Int>) -> Range<Int> {
    let first = (pixels.lowerBound + (1 << widthShift) - 1) >> widthShift
    let end = pixels.upperBound == pictureWidth ? width : pixels.upperBound >> widthShift
    return first..<max(first, end)
  }

  /// From the picture's coordinates to the plane's: on the first pixel across, in the middle down.
  package var fromPicture: Transform {
    let across = 1 / Double(1 << widthShift)
    let down = 1 / Double(1 << heightShift)
    return Transform(a: across, b: 0, c: 0, d: down, tx: (1 - across) / 2, ty: 0)
  }

  /// From the plane's coordinates to the picture's.
  package var toPicture: Transform {
    let across = Double(1 << widthShift)
    let down = Double(1 << heightShift)
    return Transform(a: across, b: 0, c: 0, d: down, tx: (1 - across) / 2, ty: 0)
  }
}
