import CGStreamer
public import MediaFormats

// SAFETY: the info is a local copy of plain numbers whose `finfo` leads to a constant table of the library; texts are
// copied, and freed where they are ours.

/// The format of raw pictures. C: `GstVideoInfo`.
///
/// Threads: any.
@safe public struct VideoFormat: @unchecked Sendable {
  // @unchecked: the C struct is plain numbers and a pointer to a constant table.
  var info: GstVideoInfo

  /// The format that raw video caps describe. C: `gst_video_info_from_caps`.
  ///
  /// - Throws: `GStreamerError` if they describe none.
  public init(_ caps: Caps) throws(GStreamerError) {
    var info = unsafe GstVideoInfo()
    guard unsafe gst_video_info_from_caps(&info, caps.pointer) != 0 else {
      throw .refused("\(caps) is not raw video.")
    }
    unsafe self.info = info
  }

  /// "I420", "RGBA", …
  public var name: String {
    unsafe withUnsafePointer(to: info) { unsafe gste_video_format_name($0).map { unsafe String(cString: $0) } } ?? ""
  }
  /// Pixels across.
  public var width: Int { unsafe Int(info.width) }
  /// Pixels down.
  public var height: Int { unsafe Int(info.height) }
  /// Bytes of a tightly packed frame.
  public var byteCount: Int { unsafe Int(info.size) }
  /// Whether pixels carry alpha.
  public var hasAlpha: Bool { unsafe withUnsafePointer(to: info) { unsafe gste_video_format_has_alpha($0) != 0 } }
  /// Bits of the first component.
  public var depth: Int { unsafe withUnsafePointer(to: info) { unsafe Int(gste_video_format_depth($0)) } }
  /// The number of planes.
  public var planeCount: Int { unsafe Int(info.finfo.pointee.n_planes) }
  /// The halvings of the second plane, across and down.
  public var chromaShifts: (width: Int, height: Int) {
    unsafe (Int(info.finfo.pointee.w_sub.1), Int(info.finfo.pointee.h_sub.1))
  }
  /// Whether frames hold two fields.
  public var isInterlaced: Bool { unsafe info.interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE }
  /// The pixel aspect ratio: a pixel's width over its height.
  public var pixelAspect: (numerator: Int, denominator: Int) { unsafe (Int(info.par_n), Int(info.par_d)) }
  /// The colorimetry of its samples.
  public var color: Colorimetry { unsafe Colorimetry(info.colorimetry) }
}

/// The site of chroma as GStreamer has it. C: `GstVideoChromaSite`.
extension ChromaSite {
  /// The site that the field `chroma-site` of caps says: "mpeg2", "jpeg", …; that of MPEG-2 for one that is unknown.
  public init(capsField text: String) {
    let site = unsafe gst_video_chroma_site_from_string(text).rawValue
    let isOnColumn = site & GST_VIDEO_CHROMA_SITE_H_COSITED.rawValue != 0
    let isOnRow = site & GST_VIDEO_CHROMA_SITE_V_COSITED.rawValue != 0
    self =
      switch (isOnColumn, isOnRow) {
      case (true, false): .left
      case (true, true): .topLeft
      case (false, true): .top
      case (false, false): site == GST_VIDEO_CHROMA_SITE_UNKNOWN.rawValue ? .left : .center
      }
  }
}

/// Colorimetry as GStreamer has it. C: `GstVideoColorimetry`.
extension Colorimetry {
  init(_ colorimetry: GstVideoColorimetry) {
    let isFullRange: Bool? =
      switch colorimetry.range {
      case GST_VIDEO_COLOR_RANGE_0_255: true
      case GST_VIDEO_COLOR_RANGE_16_235: false
      default: nil
      }
    let matrix =
      colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_UNKNOWN ? 2 : Int(gst_video_color_matrix_to_iso(colorimetry.matrix))
    let transfer =
      colorimetry.transfer == GST_VIDEO_TRANSFER_UNKNOWN
      ? 2 : Int(gst_video_transfer_function_to_iso(colorimetry.transfer))
    let primaries =
      colorimetry.primaries == GST_VIDEO_COLOR_PRIMARIES_UNKNOWN
      ? 2 : Int(gst_video_color_primaries_to_iso(colorimetry.primaries))
    self.init(isFullRange: isFullRange, matrix: matrix, transfer: transfer, primaries: primaries)
  }

  /// Parses a `colorimetry` field of caps; nil if it cannot be parsed. C: `gst_video_colorimetry_from_string`.
  public init?(capsField text: String) {
    var colorimetry = GstVideoColorimetry()
    guard unsafe gst_video_colorimetry_from_string(&colorimetry, text) != 0 else { return nil }
    self.init(colorimetry)
  }

  /// The `colorimetry` field of caps: "bt709", or four numbers of GStreamer's. C: `gst_video_colorimetry_to_string`.
  public var capsField: String {
    var colorimetry = colorimetry
    guard let text = unsafe gst_video_colorimetry_to_string(&colorimetry) else { return "0:0:0:0" }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  fileprivate var colorimetry: GstVideoColorimetry {
    let range =
      switch isFullRange {
      case nil: GST_VIDEO_COLOR_RANGE_UNKNOWN
      case true?: GST_VIDEO_COLOR_RANGE_0_255
      case false?: GST_VIDEO_COLOR_RANGE_16_235
      }
    return GstVideoColorimetry(
      range: range, matrix: gst_video_color_matrix_from_iso(guint(matrix)),
      transfer: gst_video_transfer_function_from_iso(guint(transfer)),
      primaries: gst_video_color_primaries_from_iso(guint(primaries)))
  }
}

/// A usual number of pictures a second.
public enum FrameRate {
  /// The usual rate of pictures that last `duration` nanoseconds each, or one near it. C: `gst_video_guess_framerate`.
  public static func usual(lasting duration: Int64) -> (numerator: Int, denominator: Int)? {
    guard duration > 0 else { return nil }
    var (numerator, denominator): (gint, gint) = (0, 1)
    unsafe _ = gst_video_guess_framerate(GstClockTime(duration), &numerator, &denominator)
    return denominator > 0 ? (Int(numerator), Int(denominator)) : nil
  }
}
