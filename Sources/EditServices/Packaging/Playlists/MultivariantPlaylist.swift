import MediaFormats
import MediaTime
import Rendering

/// The playlist by which a player begins: which sizes and sounds there are (RFC 8216 §4.3.4; "multivariant" since RFC 8216bis).
///
/// ```
/// #EXTM3U
/// #EXT-X-VERSION:6
/// #EXT-X-INDEPENDENT-SEGMENTS
/// #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="sound/index.m3u8"
/// #EXT-X-STREAM-INF:BANDWIDTH=2634000,AVERAGE-BANDWIDTH=2210000,CODECS="avc1.64001F,mp4a.40.2",RESOLUTION=1280x720,…
/// 720p/index.m3u8
/// #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=310000,CODECS="avc1.64001F",RESOLUTION=1280x720,URI="720p/iframes.m3u8"
/// ```
package struct MultivariantPlaylist {
  /// The tracks of pictures, the largest first.
  private let pictures: [PackagedTrack]
  private let sounds: [PackagedTrack]
  private let texts: [PackagedText]
  private let targetDuration: Int

  private static let group = "sound"
  private static let textGroup = "text"

  /// The playlist of `tracks` with `texts`, in whose media playlists the target duration is `targetDuration`.
  package init(_ tracks: [PackagedTrack], texts: [PackagedText] = [], targetDuration: Int) {
    self.texts = texts
    pictures = tracks.filter { $0.pictures != nil }
    sounds = tracks.filter { $0.sound != nil }
    self.targetDuration = targetDuration
  }

  /// The playlist's text.
  package var text: String {
    let version = (pictures + sounds).contains { $0.media.initializationByteCount != nil } ? 6 : 4
    var lines = ["#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-INDEPENDENT-SEGMENTS"]
    guard !pictures.isEmpty else {
      // Sound alone is a variant stream by itself, and the others are beside it.
      if sounds.count > 1 { lines += media }
      for sound in sounds.prefix(1) { lines += variant(sound) }
      return lines.joined(separator: "\n") + "\n"
    }
    lines += media + subtitles
    for track in pictures { lines += variant(track) }
    for track in pictures where !track.keyFrames.isEmpty { lines.append(keyFrames(track)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The sounds that go along with each size (§4.3.4.1).
  private var media: [String] {
    let names = Self.names(sounds.map { $0.sound?.title ?? $0.sound?.languageTag }, "Sound")
    // One at most is played by default.
    let usual = sounds.firstIndex { $0.sound?.isDefault == true } ?? 0
    return sounds.enumerated().map { number, track in
      var fields = ["TYPE=AUDIO", "GROUP-ID=\"\(Self.group)\"", "NAME=\"\(names[number])\""]
      if let language = track.sound?.languageTag { fields.append("LANGUAGE=\"\(Self.quoted(language))\"") }
      fields += [number == usual ? "DEFAULT=YES" : "DEFAULT=NO", "AUTOSELECT=YES"]
      if let channels = track.sound?.channels { fields.append("CHANNELS=\"\(channels)\"") }
      return "#EXT-X-MEDIA:" + (fields + ["URI=\"\(track.name)/\(MediaPlaylist.name)\""]).joined(separator: ",")
    }
  }

  /// The subtitles that can be chosen (§4.3.4.1).
  private var subtitles: [String] {
    let names = Self.names(texts.map { $0.title ?? $0.languageTag }, "Subtitles")
    let usual = texts.firstIndex(where: \.isDefault)
    return texts.enumerated().map { number, text in
      var fields = ["TYPE=SUBTITLES", "GROUP-ID=\"\(Self.textGroup)\"", "NAME=\"\(names[number])\""]
      if let language = text.languageTag { fields.append("LANGUAGE=\"\(Self.quoted(language))\"") }
      fields += [number == usual ? "DEFAULT=YES" : "DEFAULT=NO", "AUTOSELECT=YES"]
      fields.append(text.isForced ? "FORCED=YES" : "FORCED=NO")
      return "#EXT-X-MEDIA:" + (fields + ["URI=\"\(text.name)/\(MediaPlaylist.name)\""]).joined(separator: ",")
    }
  }

  /// Unique names for `wanted` (§4.3.4.1.1); `usual` for those without one.
  private static func names(_ wanted: [String?], _ usual: String) -> [String] {
    var names: [String] = []
    for (number, title) in wanted.enumerated() {
      let name = quoted(title ?? (wanted.count == 1 ? usual : "\(usual) \(number + 1)"))
      names.append(names.contains(name) || name.isEmpty ? "\(name) \(number + 1)" : name)
    }
    return names
  }

  /// A quoted string holds no quotes and no ends of line (§4.2).
  private static func quoted(_ text: String) -> String {
    String(text.map { $0 == "\"" ? "'" : $0.isNewline ? " " : $0 })
  }

  /// The variant stream of `track`, with the sounds (§4.3.4.2).
  private func variant(_ track: PackagedTrack) -> [String] {
    let own = MeasuredBandwidth(of: track.parts, target: targetDuration)
    let others = track.pictures == nil ? [] : sounds
    let beside = others.map { MeasuredBandwidth(of: $0.parts, target: targetDuration) }
    var fields = [
      "BANDWIDTH=\(own.peak + (beside.map(\.peak).max() ?? 0))",
      "AVERAGE-BANDWIDTH=\(own.average + (beside.map(\.average).max() ?? 0))",
    ]
    var codecs = [track.media.codec]
    for codec in others.map(\.media.codec) where !codecs.contains(codec) { codecs.append(codec) }
    fields.append("CODECS=\"\(codecs.joined(separator: ","))\"")
    if let pictures = track.pictures {
      fields += ["RESOLUTION=\(pictures.size)", "FRAME-RATE=\(pictures.frameRate.decimals(3))", pictures.range]
    }
    if !others.isEmpty || track.pictures == nil && sounds.count > 1 { fields.append("AUDIO=\"\(Self.group)\"") }
    if track.pictures != nil, !texts.isEmpty { fields.append("SUBTITLES=\"\(Self.textGroup)\"") }
    return ["#EXT-X-STREAM-INF:" + fields.joined(separator: ","), "\(track.name)/\(MediaPlaylist.name)"]
  }

  /// The key frames of `track` (§4.3.4.3).
  private func keyFrames(_ track: PackagedTrack) -> String {
    let bandwidth = MeasuredBandwidth(
      of: track.keyFrames.map(\.part), target: KeyFramePlaylist(track: track).targetDuration)
    var fields = [
      "BANDWIDTH=\(bandwidth.peak)", "AVERAGE-BANDWIDTH=\(bandwidth.average)", "CODECS=\"\(track.media.codec)\"",
    ]
    if let pictures = track.pictures { fields += ["RESOLUTION=\(pictures.size)", pictures.range] }
    return "#EXT-X-I-FRAME-STREAM-INF:"
      + (fields + ["URI=\"\(track.name)/\(KeyFramePlaylist.name)\""]).joined(separator: ",")
  }
}

extension PackagedTrack.Pictures {
  /// Their video range (RFC 8216bis §4.4.6.2).
  fileprivate var range: String {
    switch colorimetry.transfer {
    case 16: "VIDEO-RANGE=PQ"
    case 18: "VIDEO-RANGE=HLG"
    default: "VIDEO-RANGE=SDR"
    }
  }
}
