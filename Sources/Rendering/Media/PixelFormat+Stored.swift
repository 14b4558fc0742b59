package import MediaFormats

extension PixelFormat {
  /// The format in which a film holds all of a picture that is decoded as `name`, in GStreamer's words. Red, green and blue
  /// of eight bits come back exactly from luma and chroma of ten.
  package static func film(storedAs name: String, hasAlpha: Bool) -> PixelFormat {
    func isOne(of parts: [String]) -> Bool { parts.contains { name.contains($0) } }
    let isRGB = isRGB(storedAs: name)
    let isDeep = isRGB || bitDepth(storedAs: name) > 8
    if isRGB || isOne(of: ["444", "AYUV", "VUYA", "v308", "IYU2", "Y410", "Y412", "Y416"]) {
      return hasAlpha ? .yuva444p10 : isDeep ? .yuv444p10 : .yuv444p
    }
    let packed = ["YUY2", "UYVY", "YVYU", "VYUY", "v210", "v216", "UYVP", "Y210", "Y212", "Y216"]
    if isOne(of: ["422", "42B", "NV16", "NV61"] + packed) {
      return hasAlpha ? .yuva422p10 : isDeep ? .yuv422p10 : .yuv422p
    }
    return hasAlpha ? (isDeep ? .yuva420p10 : .yuva420p) : isDeep ? .yuv420p10 : .yuv420p
  }

  /// The format in which a picture that is decoded as `name` is given where none is asked for.
  package static func usual(storedAs name: String, hasAlpha: Bool) -> PixelFormat {
    let isShallow = isRGB(storedAs: name) && bitDepth(storedAs: name) == 8
    return isShallow ? (hasAlpha ? .bgra : .rgb24) : film(storedAs: name, hasAlpha: hasAlpha)
  }

  /// Bits of a sample of a picture that is decoded as `name`.
  package static func bitDepth(storedAs name: String) -> Int {
    // Of these the number is of a pixel, or of the blocks of a picture.
    let name = ["NV12", "YV12", "AV12", "_64Z32"].reduce(name) { $0.replacing($1, with: "") }
    if name.contains("10") || name == "UYVP" { return 10 }
    if name.contains("12") { return 12 }
    return ["16_", "_16", "64", "v216"].contains(where: name.contains) ? 16 : 8
  }

  /// Whether a picture that is decoded as `name` is red, green and blue.
  static func isRGB(storedAs name: String) -> Bool { ["RGB", "BGR", "GBR"].contains(where: name.contains) }
}
