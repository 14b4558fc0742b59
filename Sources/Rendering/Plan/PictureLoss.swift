public import EditingModel
public import MediaFormats

/// A property of a media file's pictures that the film made of them lacks.
public struct PictureLoss: Hashable, Sendable {
  /// The properties that are lost.
  public enum Kind: Hashable, Sendable {
    /// Alpha: transparent pixels show the background, which is opaque.
    case alpha
    /// Light above reference white is brought down to standard dynamic range.
    case highDynamicRange
    /// Colors beyond the primaries of the film.
    case wideColor
    /// The second of two fields: the first one is the picture.
    case secondField
    /// Bits of samples, or chroma samples: the film's pixel format holds fewer.
    case precision
    /// What the file says beside the samples.
    case sideData(PictureSideData)
  }

  /// The file.
  public var asset: AssetReference
  /// The property that is lost.
  public var kind: Kind
  /// The colors that the file states.
  public var colorimetry: Colorimetry
  /// The decoded format in GStreamer's words ("I420_10LE").
  public var format: String
}

extension PicturePlan {
  /// The losses of the media's pictures in the frames that are rendered, file by file.
  ///
  /// Alpha is lost where nothing but the black background lies behind a film. What lies over another picture, over a background of a color,
  /// or goes into a custom compositor is composed, and so are stills, which are laid out by hand.
  public var losses: [PictureLoss] {
    var losses: [PictureLoss] = []
    func add(_ kind: PictureLoss.Kind, _ run: SourceRun) {
      guard !losses.contains(where: { $0.asset == run.source.asset && $0.kind == kind }) else { return }
      losses.append(
        PictureLoss(
          asset: run.source.asset, kind: kind, colorimetry: run.facts.colorimetry, format: run.facts.format))
    }
    if !pixelFormat.hasAlpha {
      for span in spans where span.frames.overlaps(range) {
        guard let number = span.method.runOverBlack, runs.indices.contains(number) else { continue }
        let run = runs[number]
        if run.facts.hasAlpha, run.facts.timing != .still { add(.alpha, run) }
      }
    }
    for run in runs where run.frames.overlaps(range) {
      if run.facts.showsOneField { add(.secondField, run) }
      let colors = run.facts.colorimetry
      let losesLight = colors.isHighDynamicRange && !colorimetry.isHighDynamicRange
      if !losesLight, run.facts.isFiner(than: pixelFormat) { add(.precision, run) }
      // Light that is brought down needs no description of it.
      for data in run.facts.sideData where !losesLight || ![.dolbyVision, .dynamicHDR].contains(data) {
        add(.sideData(data), run)
      }
      if colors.isHighDynamicRange {
        if losesLight { add(.highDynamicRange, run) }
      } else if colors.hasWideColor, !colorimetry.hasWideColor, run.facts.timing != .still {
        add(.wideColor, run)
      }
    }
    return losses
  }
}

extension VideoTrackFacts {
  /// Whether samples of the pictures of a film have more bits than those of `format`, or more of them are chroma. Red, green and blue become
  /// luma and chroma in any film.
  fileprivate func isFiner(than format: PixelFormat) -> Bool {
    guard timing != .still, !PixelFormat.isRGB(storedAs: self.format) else { return false }
    let own = PixelFormat.film(storedAs: self.format, hasAlpha: hasAlpha).pixelsPerChroma
    let (across, down) = format.pixelsPerChroma
    return PixelFormat.bitDepth(storedAs: self.format) > format.bitDepth || own.across < across || own.down < down
  }
}

extension PictureSpan.Method {
  /// The run behind which there is nothing but black; nil where there is none.
  fileprivate var runOverBlack: Int? {
    switch self {
    case .passthrough(let run): run
    case .mix(let background, let layers): background == .black ? layers.first?.run : nil
    case .warp(let background, let layers): background == .black ? layers.first?.feed.run : nil
    case .empty, .custom: nil
    }
  }
}
