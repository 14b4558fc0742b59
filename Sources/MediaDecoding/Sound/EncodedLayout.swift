import Containers
package import GStreamer
package import MediaFormats
package import Rendering

// QUIRK: FLAC and Opus, written: `flacenc` and `opusenc` put some of the channels of a few layouts into others' places. In:
// GStreamer 1.22. Test: "each channel is written as its own, or refused".

/// The layout of a sound's channels at an encoder's input, by which each comes out where the codec has it.
///
/// FLAC (RFC 9639 §9.1.3), Opus (RFC 7845 §5.1.1.2) and AAC (ISO/IEC 14496-3 §1.6.3.5) have one layout for each number of
/// channels. GStreamer's encoders of FLAC and Opus are given them in the order that comes out right.
package struct EncodedLayout {
  /// The layout that the encoder's caps declare.
  package let label: ChannelLayout
  /// The layout of what is encoded.
  package let encoded: ChannelLayout
  /// The sound's channel at each place of the encoder's input; nil where none changes places.
  package let order: [Int]?

  /// The layout in which a sound of `layout` is written as `codec` into a file of `fileType`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the codec has no such layout.
  package init(_ layout: ChannelLayout, as codec: AudioCodec, in fileType: FileType) throws(RenderError) {
    let behind = layout.withSidesBehind
    let known: [ChannelLayout]
    switch codec {
    case .pcm where fileType == .wav:
      (label, encoded, order) = (layout, layout, WaveSpeakers(layout: layout).order)
      return
    case .pcm where fileType == .mkv:
      guard layout.mask != 0 else {
        (label, encoded, order) = (layout, layout, nil)
        return
      }
      known = Self.inMatroska
    case .pcm: known = (1...2).map(ChannelLayout.standard)
    case .flac, .opus, .vorbis: known = (1...8).map(ChannelLayout.standard)
    case .mp3, .alac: known = (1...2).map(ChannelLayout.standard)
    case .ac3: known = [1, 2, 6].map(ChannelLayout.standard)
    case .aac:
      known = [
        .standard(1), .standard(2), .standard(3), ChannelLayout(channels: 4, mask: 0x107), .standard(5), .standard(6),
      ]
    }
    guard let found = known.first(where: { $0 == layout }) ?? known.first(where: { $0 == behind }) else {
      let names = known.map(\.description).joined(separator: ", ")
      // FLAC loses nothing, either.
      let isFLAC = codec == .pcm && fileType.format.audioCodecs.contains(.flac)
      let lossless = isFLAC && [layout, behind].contains(.standard(layout.channels)) ? "flac, for " : ""
      throw RenderError(
        .unsupported, "Sound of \(layout) is not written as \(codec.rawValue) into \(fileType.rawValue).",
        remedy: "Ask for \(lossless)fewer channels (\(names)), or for pcm in wav.")
    }
    encoded = found
    switch (codec, found.channels) {
    case (.flac, 7): (label, order) = (ChannelLayout(channels: 7, mask: 0x13F), [0, 1, 4, 5, 2, 3, 6])
    case (.flac, 8): (label, order) = (found, [0, 1, 4, 5, 2, 3, 6, 7])
    case (.opus, 5): (label, order) = (found, [0, 1, 4, 2, 3])
    case (.opus, 7): (label, order) = (found, [0, 1, 4, 3, 5, 2, 6])
    case (.opus, 8): (label, order) = (found, [0, 1, 6, 7, 2, 3, 4, 5])
    default: (label, order) = (found, nil)
    }
  }

  /// Layouts that FFmpeg, mpv and GStreamer all assume for their number of channels: Matroska has the number alone, and
  /// no speakers. For three channels that is 2.1; for four and seven they differ.
  private static let inMatroska =
    [1, 2, 5, 6, 8].map(ChannelLayout.standard) + [ChannelLayout(channels: 3, mask: 0xB)]

  /// Has `convert`, an `audioconvert`, put the channels into that order.
  package func apply(to convert: Element) throws {
    guard let order else { return }
    let rows = order.map { channel in
      "<" + (0..<order.count).map { "(float)\($0 == channel ? 1 : 0)" }.joined(separator: ",") + ">"
    }
    try convert.set("mix-matrix", "<" + rows.joined(separator: ",") + ">")
  }
}

// QUIRK: FLAC: `flacdec` says other speakers than those of sounds of seven and eight channels. In: GStreamer 1.22. Test: "each
// channel is read as its own".

/// The speakers of what decoders give, channel by channel, where GStreamer's say other ones.
package enum DecodedLayout {
  /// The bits of the speakers of a decoded sound's channels, in the order in which they come; nil where the decoder is
  /// right.
  ///
  /// - Parameter mask: the speakers that a FLAC file's comments name, or the header of one of samples which stand in another order than
  ///   GStreamer's, by the bits of WAVE's mask; nil for the usual ones.
  package static func speakers(codec: String, channels: Int, mask: UInt64? = nil) -> [Int]? {
    if codec == "PCM", let mask { return WaveSpeakers.speakers(inMask: mask) }
    if codec == "FLAC", let named = mask.map(WaveSpeakers.speakers), named.count == channels {
      // The decoder puts channels into the order of the usual layout's speakers.
      switch channels {
      case 7: return [0, 1, 4, 5, 2, 3, 6].map { named[$0] }
      case 8: return [0, 1, 4, 5, 2, 3, 6, 7].map { named[$0] }
      default: return named
      }
    }
    switch (codec, channels) {
    case ("FLAC", 7): return [0, 1, 8, 10, 2, 3, 11]
    case ("FLAC", 8): return [0, 1, 4, 5, 2, 3, 10, 11]
    default: return nil
    }
  }
}
