package import Compositing
import CompositorABI

extension PixelBuffer.Format {
  /// The formats as `gstedit_compositor.h` numbers them.
  private static let pluginNumbers: [(number: Int, format: Self)] = [
    (GSTEDIT_FORMAT_YUV420P, .yuv420p), (GSTEDIT_FORMAT_NV12, .nv12), (GSTEDIT_FORMAT_YUVA420P, .yuva420p),
    (GSTEDIT_FORMAT_YUV422P, .yuv422p), (GSTEDIT_FORMAT_YUV444P, .yuv444p), (GSTEDIT_FORMAT_V308, .v308),
    (GSTEDIT_FORMAT_YUV420P10, .yuv420p10), (GSTEDIT_FORMAT_P010, .p010), (GSTEDIT_FORMAT_YUV422P10, .yuv422p10),
    (GSTEDIT_FORMAT_V210, .v210), (GSTEDIT_FORMAT_YUV444P10, .yuv444p10), (GSTEDIT_FORMAT_RGB24, .rgb24),
    (GSTEDIT_FORMAT_BGRA, .bgra), (GSTEDIT_FORMAT_ARGB, .argb), (GSTEDIT_FORMAT_ABGR, .abgr),
    (GSTEDIT_FORMAT_RGBA, .rgba),
  ]

  /// The format that plug-ins call `number`.
  package init?(pluginNumber number: UInt32) {
    guard let entry = Self.pluginNumbers.first(where: { $0.number == Int(number) }) else { return nil }
    self = entry.format
  }

  /// The number that plug-ins call the format by.
  package var pluginNumber: UInt32 {
    UInt32(Self.pluginNumbers.first { $0.format == self }?.number ?? 0)
  }
}
