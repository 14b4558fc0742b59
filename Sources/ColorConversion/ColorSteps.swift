import MediaFormats

/// zimg's colors at both ends, and the conversion of light between, if there is one.
///
/// In standard dynamic range, codes keep their appearance on a display: BT.709, BT.601, BT.2020 and sRGB are shown by
/// one display, so that greys keep their codes, and other primaries are converted in the source's own light. From and
/// to high dynamic range, light is what is converted.
struct ColorSteps {
  /// The source's colors, as zimg reads them.
  var source: Colorimetry
  /// The target's colors, as zimg makes them.
  var target: Colorimetry
  /// Red, green and blue before and after the conversion of light, as zimg makes and reads them.
  var between: (source: Colorimetry, target: Colorimetry)?
  /// The conversion of light.
  var light: LightConversion?

  /// The colors of a conversion.
  init(from source: PictureDescription, to target: PictureDescription) {
    self.source = Self.complete(source)
    self.target = Self.complete(target)
    if source.samples.isGrey, self.source.matrix == 0 {
      self.source.matrix = self.target.matrix == 0 ? 1 : self.target.matrix
    }
    let isSame = source.color.transfer == target.color.transfer && self.source.primaries == self.target.primaries
    // zimg's own tables of transfers are off by up to a code of eight bits, and its powers take four times as long.
    let isOther = self.source.primaries != self.target.primaries
    if (source.color.isHighDynamicRange || target.color.isHighDynamicRange || isOther) && !isSame {
      light = LightConversion.shared(
        from: self.source, peak: source.peakLuminance, to: self.target)
    }
    // zimg must not convert light: both ends get the same transfer function.
    if light != nil { between = (Self.signal(self.source), Self.signal(self.target)) }
    self.source = Self.withoutLight(self.source)
    self.target = Self.withoutLight(self.target)
  }

  private static let matrices = [0, 1, 4, 5, 6, 7, 8, 9, 10]
  private static let primaries = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22]

  /// The colors of `picture`, completed with defaults, by code points that zimg supports.
  private static func complete(_ picture: PictureDescription) -> Colorimetry {
    let isRGB = picture.samples.isRGB
    let assumed = Colorimetry.assumed(height: picture.size.height)
    var color = picture.color.completed(
      from: Colorimetry(
        isFullRange: isRGB, matrix: assumed.matrix, transfer: assumed.transfer, primaries: assumed.primaries))
    if isRGB {
      color.matrix = 0
    } else if !matrices.contains(color.matrix) || color.matrix == 0 && !picture.samples.isGrey {
      color.matrix = assumed.matrix
    }
    if !primaries.contains(color.primaries) { color.primaries = assumed.primaries }
    if color.primaries == 7 { color.primaries = 6 }
    return color
  }

  /// Red, green and blue of `color`, with room for what is whiter than white.
  private static func signal(_ color: Colorimetry) -> Colorimetry {
    Colorimetry(isFullRange: false, matrix: 0, transfer: 1, primaries: 1)
  }

  /// The range and the matrix of `color`, with one transfer and one set of primaries.
  private static func withoutLight(_ color: Colorimetry) -> Colorimetry {
    Colorimetry(isFullRange: color.isFullRange, matrix: color.matrix, transfer: 1, primaries: 1)
  }
}
