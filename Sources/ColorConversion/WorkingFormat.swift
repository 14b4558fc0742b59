import CZimg
import MediaFormats

// SAFETY: zimg fills in a local variable.

/// A picture as zimg sees it: planar, in samples of one or two bytes.
struct WorkingFormat: Hashable {
  /// Pixels, in whole chroma samples.
  var size: PixelSize
  /// The part that is shown, if not all of it.
  var window: PictureDescription.Window?
  /// Bits of a sample.
  var bitDepth: Int
  /// The halvings of chroma.
  var chromaShifts: SampleArrangement.ChromaShifts
  /// The colorimetry of its samples; a matrix of 0 for RGB.
  var color: Colorimetry
  /// The chroma location.
  var chromaSite: ChromaSite

  /// The number of components. Alpha is a picture of its own: zimg would multiply it into the colors and divide by it
  /// again, which does not give the chroma back that it took.
  static let componentCount = 3
  /// Bytes of a sample.
  var bytesPerSample: Int { bitDepth > 8 ? 2 : 1 }

  /// The halvings of component `component`.
  func shifts(ofComponent component: Int) -> SampleArrangement.ChromaShifts {
    component == 1 || component == 2 ? chromaShifts : .none
  }

  /// Samples across and down of component `component`.
  func extent(ofComponent component: Int) -> (width: Int, height: Int) {
    let shifts = shifts(ofComponent: component)
    return (size.width >> shifts.across, size.height >> shifts.down)
  }

  /// The smallest size of whole chroma samples that holds `size`.
  static func padded(_ size: PixelSize, to shifts: SampleArrangement.ChromaShifts) -> PixelSize {
    let (across, down) = (1 << shifts.across, 1 << shifts.down)
    return PixelSize(
      width: (size.width + across - 1) & ~(across - 1), height: (size.height + down - 1) & ~(down - 1))
  }

  /// zimg's description of it.
  var description: zimg_image_format {
    var format = zimg_image_format()
    unsafe zimg_image_format_default(&format, gstedit_zimg_version)
    format.width = UInt32(size.width)
    format.height = UInt32(size.height)
    format.pixel_type = bitDepth > 8 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
    format.depth = UInt32(bitDepth)
    format.subsample_w = UInt32(chromaShifts.across)
    format.subsample_h = UInt32(chromaShifts.down)
    format.color_family = color.matrix == 0 ? ZIMG_COLOR_RGB : ZIMG_COLOR_YUV
    format.matrix_coefficients = zimg_matrix_coefficients_e(Int32(color.matrix))
    format.transfer_characteristics = zimg_transfer_characteristics_e(Int32(color.transfer))
    format.color_primaries = zimg_color_primaries_e(Int32(color.primaries))
    format.pixel_range = color.isFullRange == true ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
    format.chroma_location =
      switch chromaSite {
      case .left: ZIMG_CHROMA_LEFT
      case .center: ZIMG_CHROMA_CENTER
      case .topLeft: ZIMG_CHROMA_TOP_LEFT
      case .top: ZIMG_CHROMA_TOP
      }
    format.alpha = ZIMG_ALPHA_NONE
    if let window {
      format.active_region.left = window.left
      format.active_region.top = window.top
      format.active_region.width = window.width
      format.active_region.height = window.height
    }
    return format
  }
}
