/// The channels of a sound: their number, and the speakers they are for.
///
/// Channels stand in the order of their speakers' bits, in files' own order or not: decoders and encoders reorder them.
public struct ChannelLayout: Hashable, Sendable, Codable {
  /// The number of channels.
  public let channels: Int
  /// A bit for each speaker, in the order of GStreamer's `GstAudioChannelPosition`: front left, right and center, LFE,
  /// rear left and right, front left and right of center, rear center, second LFE, side left and right … Zero for one
  /// channel, and where channels have no speakers.
  public let mask: UInt64

  /// Channels for the speakers of `mask`; for none where their number differs.
  public init(channels: Int, mask: UInt64) {
    self.channels = channels
    self.mask = mask.nonzeroBitCount == channels && channels > 1 ? mask : 0
  }

  /// The usual speakers of `channels` channels: mono, stereo, 3.0, quad, 5.0, 5.1, 6.1, 7.1; none for more.
  public static func standard(_ channels: Int) -> ChannelLayout {
    let usual = [2: "stereo", 3: "3.0", 4: "quad", 5: "5.0", 6: "5.1", 7: "6.1", 8: "7.1"][channels]
    return ChannelLayout(channels: channels, mask: names.first { $0.value == usual }?.key ?? 0)
  }

  /// The same channels with what stands at the sides taken for what stands behind, where there is only one of the two:
  /// 5.1 and 5.1(side) are the same sound.
  public var withSidesBehind: ChannelLayout {
    let (behind, sides) = (UInt64(0x30), UInt64(0xC00))
    guard mask & behind == 0, mask & sides == sides else { return self }
    return ChannelLayout(channels: channels, mask: mask & ~sides | behind)
  }

  /// The names that FFmpeg has for layouts.
  private static let names: [UInt64: String] = [
    0x3: "stereo", 0xB: "2.1", 0x7: "3.0", 0x103: "3.0(back)", 0xF: "3.1", 0x107: "4.0", 0x33: "quad",
    0xC03: "quad(side)", 0x10F: "4.1", 0x37: "5.0", 0xC07: "5.0(side)", 0x3F: "5.1", 0xC0F: "5.1(side)",
    0xD07: "6.0", 0xCC3: "6.0(front)", 0x137: "hexagonal", 0xD0F: "6.1", 0x13F: "6.1(back)", 0xCCB: "6.1(front)",
    0xC37: "7.0", 0xCC7: "7.0(front)", 0xC3F: "7.1", 0xFF: "7.1(wide)", 0xCCF: "7.1(wide-side)", 0xD37: "octagonal",
  ]
}

extension ChannelLayout: CustomStringConvertible {
  /// "mono", "5.1(side)" (FFmpeg's names), or "9 channels" where there is no name.
  public var description: String {
    if channels == 1 { return "mono" }
    return Self.names[mask] ?? "\(channels) channels"
  }
}
