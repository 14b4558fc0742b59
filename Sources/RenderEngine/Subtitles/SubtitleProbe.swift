import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// Reads the subtitles of a file: the text tracks of a movie or of Matroska, or a file that is nothing else.
///
/// Threads: any; blocks while it reads.
struct SubtitleProbe {
  let asset: AssetReference
  /// The encoding of a file of subtitles; found out if nil.
  let charset: String?
  let cancellation: Cancellation

  /// The tracks of text, in the file's order, in the asset's time.
  ///
  /// - Parameter facts: What the film holds, which is asked for only if it has text, and anything else.
  /// - Throws: `RenderError` that names the file.
  func tracks(facts: () throws -> MediaFacts) throws(RenderError) -> [StoredSubtitles] {
    try translating(asset: asset) {
      guard asset.frameRate == nil else { return [] }
      try MediaProbe(asset, cancellation: cancellation).checkFile()
      let file = try FileBytes(asset.url.path, isReadOnly: true)
      let head = try file.read(at: 0, 12)
      var found: FoundTextTracks
      if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
        found = try MatroskaText(file, cancellation: cancellation).found
      } else if ["ftyp", "moov", "mdat", "wide", "free", "skip", "styp"].contains(where: {
        head.dropFirst(4).starts(with: $0.utf8)
      }) {
        found = try MovieTextTracks(file, cancellation: cancellation).found
      } else {
        return try [subtitleFile(file)]
      }
      for (number, track) in found.tracks.enumerated() {
        found.tracks[number].track.languageTag = track.track.languageTag.flatMap {
          LanguageCode.shortest($0) ?? $0.exactLanguage
        }
      }
      guard !found.tracks.isEmpty, found.hasMedia else { return found.tracks }
      // The asset's time begins with the first picture or sample.
      let origin = try facts().origin
      return try found.tracks.map { track in
        var track = track
        track.track.document = try track.track.document.shifted(by: -origin)
        return track
      }
    }
  }

  private func subtitleFile(_ file: FileBytes) throws -> StoredSubtitles {
    let limit = 1 << 27
    let bytes = try file.read(at: 0, Int(clamping: min(file.count, UInt64(limit))))
    do {
      let reading = try SubtitleReading(bytes, suffix: asset.url.pathExtension, charset: charset)
      return StoredSubtitles(
        SubtitleTrack(reading.document, languageTag: reading.document.language, isDefault: true),
        codecType: reading.format.name, format: reading.format, encoding: reading.encoding, warnings: reading.warnings)
    } catch {
      throw RenderError(
        charset == nil ? .mediaUnreadable : .unsupported, error.description,
        remedy: error.diagnostic.remedy ?? "Name a file of subtitles, or a film with a track of text.")
    }
  }
}
