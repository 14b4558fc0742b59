import EditingModel
import MediaFormats
import Rendering

/// Notes on losses of pictures, which a film does not hold as the media has them, and on settings that would keep them: a sentence or two
/// for each file.
struct PictureLossNotes {
  /// The film's container and encodings.
  let settings: ExportSettings
  /// The colors that were asked for; nil where they follow from the media. Of colors that were asked for
  /// no loss is noted.
  let color: FilmColor?
  /// The codecs that could be chosen instead, in the film's container.
  let codecs: [VideoCodec]
  /// Whether the film could be written into another container.
  let mayChangeContainer: Bool

  /// Notes on a film of `settings`, in which `color` was asked for, and of which `codecs` alone are written, in its container; nil for all
  /// that can be written.
  init(_ settings: ExportSettings, asked color: FilmColor?, codecs: [VideoCodec]? = nil) {
    (self.settings, self.color) = (settings, color)
    self.codecs = codecs ?? settings.fileType.format.videoCodecs
    mayChangeContainer = codecs == nil
  }

  /// Notes on the losses in `picture`.
  func notes(on picture: PicturePlan) -> [String] {
    guard let video = settings.video else { return [] }
    return picture.losses.compactMap { loss in
      switch loss.kind {
      case .alpha:
        ["\(loss.asset.name): its alpha is left out, and what is transparent is black.", adviceOnAlpha(video)]
          .compactMap(\.self).joined(separator: " ")
      case .highDynamicRange where color == nil:
        "\(loss.asset.name): its high dynamic range (\(loss.colorimetry.transfer == 18 ? "HLG" : "PQ")) becomes standard. "
          + "\(adviceOnLight(video)) to keep it."
      case .wideColor where color == nil:
        "\(loss.asset.name): its wide colors (\(loss.colorimetry.primaries == 9 ? "BT.2020" : "P3")) become those of "
          + "\(picture.colorimetry.primaries == 1 ? "BT.709" : "BT.601"). Have a project's videoComposition.color be bt2020 to "
          + "keep them."
      case .secondField:
        "\(loss.asset.name): of pictures of two fields the first one is kept, and the lines between are made of it."
      case .precision:
        [
          "\(loss.asset.name): its samples of \(Self.precision(of: loss.format)) become those of "
            + "\(Self.precision(of: picture.pixelFormat.layout.chroma, picture.pixelFormat.bitDepth)).",
          adviceOnPrecision(loss.format, video, than: picture.pixelFormat),
        ].compactMap(\.self).joined(separator: " ")
      case .sideData(let data): "\(loss.asset.name): \(Self.words(of: data)) left behind where pictures are encoded."
      case .highDynamicRange, .wideColor: nil
      }
    }
  }

  /// What is lost with `data`, with its verb.
  private static func words(of data: PictureSideData) -> String {
    switch data {
    case .spherical: "that its pictures surround the viewer (360°) is"
    case .stereo3D: "that its pictures hold a view for each eye is"
    case .dolbyVision: "its metadata of Dolby Vision are"
    case .dynamicHDR: "its dynamic metadata (HDR10+) are"
    case .closedCaptions: "its closed captions (CEA-608/708) are"
    }
  }

  /// "4:2:2 of 10 bits", of pictures that are decoded as `format`, in GStreamer's words.
  private static func precision(of format: String) -> String {
    precision(
      of: PixelFormat.film(storedAs: format, hasAlpha: false).layout.chroma, PixelFormat.bitDepth(storedAs: format))
  }

  private static func precision(of chroma: PixelLayout.ChromaSubsampling, _ bits: Int) -> String {
    let words = chroma == .full ? "4:4:4" : chroma == .cut422 ? "4:2:2" : "4:2:0"
    return "\(words) of \(bits) bits"
  }

  /// Advice on keeping more of the samples of pictures that are decoded as `format`, in GStreamer's words, than `given` does; nil where the
  /// film cannot.
  private func adviceOnPrecision(_ format: String, _ video: VideoSettings, than given: PixelFormat) -> String? {
    let wanted = PixelFormat.film(storedAs: format, hasAlpha: false)
    guard wanted.bitDepth > given.bitDepth || wanted.layout.chroma != given.layout.chroma else { return nil }
    for codec in [video.codec] + codecs where codec.format.pixelFormats.contains(wanted) {
      let choice = codec == video.codec ? "" : "the codec \(codec.rawValue) and "
      let isWhole = PixelFormat.bitDepth(storedAs: format) == wanted.bitDepth
      return "Choose \(choice)the pixel format \(wanted.rawValue) to keep \(isWhole ? "them" : "more of them")."
    }
    return nil
  }

  /// Advice on keeping alpha in the film; nil where it cannot.
  private func adviceOnAlpha(_ video: VideoSettings) -> String? {
    if let format = alphaFormat(of: video.codec) { return "Choose the pixel format \(format.rawValue) to keep it." }
    for codec in codecs {
      guard let format = alphaFormat(of: codec) else { continue }
      return "Choose the codec \(codec.rawValue) and the pixel format \(format.rawValue) to keep it."
    }
    guard mayChangeContainer else { return nil }
    return
      "Choose the preset \(ExportPreset.appleProRes4444LPCM.name) and a name that ends in .mov, or the pixel format "
      + "\(PixelFormat.yuva420p.rawValue) and one in .webm, to keep it."
  }

  /// The first pixel format with alpha that `codec` is written in into the film's container; nil where there is none.
  private func alphaFormat(of codec: VideoCodec) -> PixelFormat? {
    // Only Matroska's blocks hold the second stream of VP8 and VP9.
    guard ![.vp8, .vp9].contains(codec) || [.mkv, .webm].contains(settings.fileType) else { return nil }
    return codec.format.pixelFormats.first(where: \.hasAlpha)
  }

  /// Advice on keeping high dynamic range in the film, without the end of the sentence.
  private func adviceOnLight(_ video: VideoSettings) -> String {
    let render = RenderSettings(for: settings)
    if render.keepsHighDynamicRange, (render.highDynamicRangeFormat ?? render.pixelFormat).bitDepth > 8 {
      return "Have a project's videoComposition.color be pq or hlg"
    }
    if let format = video.codec.highDynamicRangeFormat { return "Choose the pixel format \(format.rawValue)" }
    let bright = codecs.filter { $0.highDynamicRangeFormat != nil }.map(\.rawValue)
    guard let last = bright.last else { return "Choose the codec hevc, and a name that ends in .mp4 or .mov," }
    return "Choose the codec " + (bright.count == 1 ? last : "\(bright.dropLast().joined(separator: ", ")) or \(last)")
  }
}
