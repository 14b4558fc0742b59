import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// The text tracks of an MP4 or QuickTime movie, from its sample tables and its fragments.
package struct MovieTextTracks {
  /// The text tracks found.
  package let found: FoundTextTracks

  /// Bytes of a sample beyond which it is no text.
  private static let largest: UInt64 = 1 << 20
  /// Bytes of all samples of a track.
  private static let most: UInt64 = 64 << 20

  /// The tracks of `file`.
  package init(_ file: FileBytes, cancellation: Cancellation) throws {
    var found = FoundTextTracks()
    guard let movie = try MovieTracks(of: file) else { throw Self.noHeader }
    for track in movie.tracks {
      if ["vide", "soun"].contains(track.handler) { found.hasMedia = true }
      guard ["text", "sbtl", "subt", "clcp"].contains(track.handler), track.timescale > 0,
        let (type, content) = try track.textDescription(in: file), let coding = SubtitleCoding(codecType: type)
      else { continue }
      let header = coding == .movieWebVTT ? Self.configuration(in: content) : content
      var reader = SubtitleTrackReader(coding, header: header, height: Self.height(of: content))
      var warnings: [SubtitleWarning] = []
      var left = Self.most
      do {
        for sample in try MovieSamples(of: track, in: movie, file: file, cancellation: cancellation).samples {
          try cancellation.check()
          guard sample.size > 0, sample.size <= Self.largest, sample.size <= left else { continue }
          left -= sample.size
          let bytes = try file.read(at: sample.offset, Int(sample.size))
          for part in try track.presented(sample, in: movie) {
            reader.add(SubtitlePacket(bytes, from: part.shown.start, to: part.shown.end))
          }
        }
      } catch let error as RationalError {
        warnings.append(SubtitleWarning("The track's times cannot be read: \(error)"))
      }
      // Chapters are text as well, and no subtitles.
      if try ChapterTrack.numbers(in: file).contains(track.number) { continue }
      found.tracks.append(
        StoredSubtitles(
          SubtitleTrack(
            reader.document, languageTag: track.writtenLanguage, isDefault: track.isEnabled,
            isForced: try track.isForced(in: file)),
          number: track.number, codecType: type, format: coding.format, warnings: warnings))
    }
    self.found = found
  }

  private static let noHeader = RenderError(
    .mediaUnreadable, "The movie has no header.", remedy: "Look whether the file is whole.")

  /// The height of the box that timed text stands in, in pixels; nil where it says none.
  private static func height(of description: [UInt8]) -> Double? {
    let (top, bottom) = (description.bigEndian(at: 10, 2), description.bigEndian(at: 14, 2))
    return bottom > top ? Double(bottom - top) : nil
  }

  /// The header of WebVTT in the boxes of a description.
  private static func configuration(in description: [UInt8]) -> [UInt8] {
    MovieBoxes(description)["vttC"].map { Array(description[Int($0.body)..<Int($0.end)]) } ?? []
  }
}
