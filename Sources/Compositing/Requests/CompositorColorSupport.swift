public import MediaFormats

/// The colors that a custom compositor takes: the declaration in ``VideoCompositing``.
public struct CompositorColorSupport: Hashable, Sendable, Codable {
  /// Whether source frames may have wide colors in standard dynamic range (`supportsWideColorSourceFrames`).
  public var wideColor: Bool
  /// Whether they may have high dynamic range, and wide colors with it (`supportsHDRSourceFrames`).
  public var highDynamicRange: Bool

  /// Standard dynamic range in the colors of BT.709 and BT.601, unless more is declared.
  public init(wideColor: Bool = false, highDynamicRange: Bool = false) {
    self.wideColor = wideColor
    self.highDynamicRange = highDynamicRange
  }

  /// The colors of the compositor's frames, its sources' and its own, in a film of the colors `film`: those where it takes
  /// them, else the nearest that it takes.
  public func colorimetry(in film: Colorimetry) -> Colorimetry {
    if film.isHighDynamicRange {
      return highDynamicRange ? film : (wideColor ? FilmColor.bt2020 : .bt709).colorimetry
    }
    return wideColor || highDynamicRange || !film.hasWideColor ? film : .bt709
  }
}

extension VideoCompositing {
  /// The declared color support.
  package var colorSupport: CompositorColorSupport {
    CompositorColorSupport(wideColor: supportsWideColorSourceFrames, highDynamicRange: supportsHDRSourceFrames)
  }
}
