import MediaDecoding
import MediaFormats
import Rendering

/// The element that encodes pictures: the usual one, or one of the machine's hardware where that is asked for.
///
/// Plug-ins of hardware register their elements when they find a device, so that what is installed is what can be used.
struct EncoderChoice: Hashable, Sendable {
  /// The element.
  let element: ElementName
  /// The family of hardware that it drives; nil of the usual one.
  let family: HardwareFamily?
  /// The note on hardware that was preferred and not found.
  let note: String?

  /// The encoder for `settings`; nil for a codec that this program encodes by itself. `isInstalled` checks for
  /// elements.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` where hardware is required and there is none, and `.unsupported` for a codec
  ///   that no hardware here encodes.
  init?(
    _ settings: VideoSettings, usual: ElementName?, isInstalled: (ElementName) -> Bool = { $0.isInstalled }
  ) throws(RenderError) {
    guard let usual else { return nil }
    let wish = settings.hardware ?? .off
    guard wish != .off else {
      (element, family, note) = (usual, nil, nil)
      return
    }
    let title = settings.codec.format.title
    let known = HardwareFamily.allCases.flatMap { family in family.encoders(of: settings.codec).map { (family, $0) } }
    if let (family, element) = known.first(where: { isInstalled($0.1) }) {
      (self.element, self.family, note) = (element, family, nil)
      return
    }
    let looked =
      known.isEmpty
      ? "No hardware is known here that encodes \(title)"
      : "This machine has no hardware that encodes \(title): of \(known.map { "\($0.1.factory) (\($0.0.title))" }.joined(separator: ", ")) none is there"
    guard wish == .require else {
      (element, family, note) = (usual, nil, "\(looked); \(usual.factory) is used.")
      return
    }
    throw .noHardware(looked, isKnown: !known.isEmpty)
  }
}

extension EncoderUse {
  /// The use of `choice`.
  init(_ choice: EncoderChoice) {
    self.init(name: choice.element.factory, isHardware: choice.family != nil, note: choice.note)
  }
}

extension HardwareFamily {
  /// The elements that encode `codec`.
  func encoders(of codec: VideoCodec) -> [ElementName] {
    switch (self, codec) {
    case (.nvenc, .h264): return [.nvencH264Encoder]
    case (.nvenc, .hevc): return [.nvencH265Encoder]
    case (.va, .h264): return [.vaH264Encoder, .vaH264LowPowerEncoder]
    case (.va, .hevc): return [.vaH265Encoder, .vaH265LowPowerEncoder]
    case (.vaapi, .h264): return [.vaapiH264Encoder]
    case (.vaapi, .hevc): return [.vaapiH265Encoder]
    case (.v4l2, .h264): return [.v4l2H264Encoder]
    case (.v4l2, .hevc): return [.v4l2H265Encoder]
    default: return []
    }
  }

  /// The properties of the element for `settings`; `bitrate` in bits a second, quality on the codec's scale.
  func properties(_ settings: VideoSettings) -> [(name: String, value: String)] {
    let interval = String(settings.keyframeInterval ?? settings.codec.format.keyframeInterval)
    let quality = Int((settings.rateControl?.quality ?? settings.codec.format.qualityScale?.usual ?? 0).rounded())
    let mode = settings.rateControl?.bitrateMode == .constant ? "cbr" : "vbr"
    let kilobits = settings.rateControl?.bitrate.map { String(max(1, $0 / 1_000)) }
    switch self {
    case .nvenc:
      let rate =
        kilobits.map { [("rc-mode", mode), ("bitrate", $0)] } ?? [("rc-mode", "constqp"), ("qp-const", "\(quality)")]
      return [("gop-size", interval), ("bframes", "0")] + rate
    case .va:
      let rate =
        kilobits.map { [("rate-control", mode), ("bitrate", $0)] }
        ?? [("rate-control", "cqp")] + ["qpi", "qpp", "qpb"].map { ($0, "\(quality)") }
      return [("key-int-max", interval)] + rate
    case .vaapi:
      let rate =
        kilobits.map { [("rate-control", mode), ("bitrate", $0)] }
        ?? [("rate-control", "cqp"), ("init-qp", "\(quality)")]
      return [("keyframe-period", interval)] + rate
    case .v4l2Stateless, .v4l2:
      let rate = settings.rateControl?.bitrate.map {
        "video_bitrate=\($0),video_bitrate_mode=\(mode == "cbr" ? 1 : 0)"
      }
      let fallback = "h264_i_frame_qp_value=\(quality),h264_p_frame_qp_value=\(quality)"
      return [("extra-controls", "controls,video_gop_size=\(interval),\(rate ?? fallback)")]
    }
  }
}
