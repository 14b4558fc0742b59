import CGStreamer
import ColorConversion
import MediaFormats

// SAFETY: `finfo` leads to a constant table of the library; of its tuples of four only as many members are read as
// the format has components.

extension VideoFormat {
  /// The layout of samples in memory, where each has a byte or two of its own; nil for formats in which some share
  /// bytes.
  ///
  /// C: `GstVideoFormatInfo`, whose tables are not right for all formats: those are left out, or put right.
  var samples: SampleArrangement? {
    guard unsafe withUnsafePointer(to: info, { unsafe gste_video_format_is_complex($0) }) == 0,
      !Self.sharedBytes.contains(name)
    else { return nil }
    let format = unsafe info.finfo.pointee
    let bytes = depth > 8 ? 2 : 1
    func item<Element>(_ tuple: (Element, Element, Element, Element), _ index: Int) -> Element {
      switch index {
      case 0: tuple.0
      case 1: tuple.1
      case 2: tuple.2
      default: tuple.3
      }
    }
    let components = unsafe (0..<Int(format.n_components)).map { index in
      let offset = unsafe Int(item(format.poffset, index))
      // P010's and P016's table counts samples instead of bytes.
      return unsafe SampleArrangement.Component(
        plane: Int(item(format.plane, index)), offset: bytes == 2 && offset == 1 ? 2 : offset,
        step: Int(item(format.pixel_stride, index)))
    }
    let isLittleEndian = unsafe withUnsafePointer(to: info) { unsafe gste_video_format_is_little_endian($0) != 0 }
    return unsafe SampleArrangement(
      components, bitDepth: depth, unusedLowBits: Int(format.shift.0),
      // The only format in the machine's byte order whose flags do not say so.
      isBigEndian: depth > 8 && !isLittleEndian && name != "v216",
      chromaShifts: components.count < 3
        ? .none : .init(across: chromaShifts.width, down: chromaShifts.height), isRGB: isRGB)
  }

  /// The layout of samples in a picture unpacked row by row, four samples a pixel: alpha, and red, green and blue or
  /// luma and chroma, with subsampled chroma repeated.
  ///
  /// C: `GstVideoFormatInfo.unpack_format`: ARGB, AYUV, ARGB64 or AYUV64.
  var unpackedSamples: SampleArrangement {
    let bytes = depth > 8 ? 2 : 1
    let shifts = SampleArrangement.ChromaShifts(across: chromaShifts.width, down: chromaShifts.height)
    let components = [1, 2, 3, 0].prefix(hasAlpha ? 4 : 3).map { place in
      // Chroma is read from the first pixel that it belongs to, in a plane with rows as far apart.
      let isChroma = !isRGB && (place == 2 || place == 3)
      return SampleArrangement.Component(
        plane: isChroma ? 1 : 0, offset: place * bytes, step: (4 * bytes) << (isChroma ? shifts.across : 0))
    }
    return SampleArrangement(
      components, bitDepth: bytes == 2 ? depth : 8, unusedLowBits: bytes == 2 ? 16 - depth : 0,
      chromaShifts: isRGB ? .none : shifts, isRGB: isRGB)
  }

  /// Whether samples are red, green and blue by the format's own name.
  public var isRGB: Bool { unsafe withUnsafePointer(to: info) { unsafe gste_video_format_is_rgb($0) != 0 } }

  /// Formats that count as plain in GStreamer's table, but whose samples share bytes, lie elsewhere, or are numbers of
  /// colors.
  private static let sharedBytes: Set<String> = [
    "r210", "Y210", "Y410", "Y212_LE", "Y212_BE", "Y412_LE", "Y412_BE", "BGR10A2_LE", "RGB10A2_LE", "IYU1", "RGB8P",
    "RGB15", "RGB16", "BGR15", "BGR16",
  ]
}

extension SampleArrangement {
  /// The same samples as `color` has them: where its matrix is the identity (H.273 §8.3: 0), what a format calls luma and
  /// chroma is green, blue and red. Decoders of AV1 give RGB so, and pictures of 16 bits have no other format.
  func read(in color: Colorimetry) -> SampleArrangement {
    guard color.matrix == 0, !isRGB, components.count >= 3, chromaShifts == .none else { return self }
    var samples = self
    samples.isRGB = true
    (samples.components[0], samples.components[1], samples.components[2]) = (
      components[2], components[0], components[1]
    )
    return samples
  }
}
