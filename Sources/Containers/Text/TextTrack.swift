import MediaFormats
import MediaTime
package import Rendering
package import Subtitles

/// A track of text as libavformat's muxers take it.
package struct TextTrack: Sendable {
  /// The stream, as the file describes it.
  let stream: PacketStream
  private let track: SubtitleTrack
  private let kind: SubtitleTrackWriter.Kind
  private let size: (width: Int, height: Int)

  /// `track` in a file of `settings`, in `language`, its code of three letters (ISO 639-2/T); nil where that is not known.
  package init(_ track: SubtitleTrack, language: String?, _ settings: WriterSettings) throws {
    self.track = track
    kind = settings.export.fileType == .webm ? .webMText : .plainText
    size = settings.textSize
    var stream = PacketStream(
      .subtitles, codec: kind == .webMText ? "webvtt" : "subrip", tick: try Rational(1, 1_000))
    stream.language = language
    let exact = track.languageTag?.exactLanguage
    let name = exact.map { MatroskaTrackEntries.nameWithRoom(track.name, for: $0) } ?? track.name
    if let name { stream.statements.append(FileStatement(key: "title", value: name)) }
    stream.isEnabled = track.isDefault
    stream.isForced = track.isForced
    self.stream = stream
  }

  /// The packets of the cues that are known beforehand.
  var cues: [MuxedPacket] { get throws { try packets(of: track.document.cues) } }

  /// The packets of `cues`, in the order of their starts; none for one that ends when it begins.
  ///
  /// - Throws: `RationalError` for times beyond nanoseconds' range.
  func packets(of cues: [SubtitleCue]) throws -> [MuxedPacket] {
    var document = track.document
    document.cues = cues
    let writer = SubtitleTrackWriter(document, as: kind, width: size.width, height: size.height)
    return try writer.packets.filter { $0.start < $0.end }.map { packet in
      let start = try packet.start.rounded(scaledBy: 1_000_000_000)
      let duration = try packet.end.rounded(scaledBy: 1_000_000_000) - start
      guard kind == .webMText else { return MuxedPacket(packet.bytes, presentation: start, duration: duration) }
      // A line with the name and one with the settings, which the muxer writes itself.
      let lines = packet.bytes.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
      let (name, settings) = (String(decoding: lines[0], as: UTF8.self), String(decoding: lines[1], as: UTF8.self))
      return MuxedPacket(
        Array(lines[2]), presentation: start, duration: duration,
        sideData: [.cueIdentifier(name), .cueSettings(settings)])
    }
  }
}

extension WriterSettings {
  /// The size in pixels of the pictures that text is laid out for; a usual one in a file without pictures.
  var textSize: (width: Int, height: Int) { (pictures?.size.width ?? 1_280, pictures?.size.height ?? 720) }
}
