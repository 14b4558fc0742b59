package import MediaFormats
import MediaTime
package import Rendering

/// A movie's track of timecode or of metadata that holds for a while, as its sample table and its fragments have it.
package struct MovieDataTrack {
  /// The track, in the movie's time.
  package let track: DataTrack

  /// Bytes of all samples of a track, at most.
  private static let most: UInt64 = 256 << 20

  /// The track called `number` of `file`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where there is no such track, or its samples are more than can be held.
  package init(numbered number: Int32, of file: FileBytes, cancellation: Cancellation) throws {
    guard let movie = try MovieTracks(of: file), let track = movie.track(numbered: number),
      let kind = track.dataKind, let format = try track.dataFormat(in: file), track.timescale > 0
    else {
      throw RenderError(
        .unsupported, "The file has no track of timecode or metadata whose number is \(number).",
        remedy: "Read one of the tracks that a movie lists.")
    }
    var samples: [DataTrack.Sample] = []
    var left = Self.most
    for sample in try MovieSamples(of: track, in: movie, file: file, cancellation: cancellation).samples {
      try cancellation.check()
      guard sample.size > 0 else { continue }
      guard sample.size <= left else {
        throw RenderError(
          .unsupported, "The samples of track \(number) have more than \(Self.most >> 20) MiB.",
          remedy: "Read a track of fewer.")
      }
      let bytes = try file.read(at: sample.offset, Int(sample.size))
      guard bytes.count == Int(sample.size) else { continue }
      for part in try track.presented(sample, in: movie) {
        left -= min(left, sample.size)
        samples.append(
          DataTrack.Sample(format.advanced(bytes, by: part.skipped), from: part.shown.start, to: part.shown.end))
      }
    }
    var found = DataTrack(kind, format, samples: samples.sorted { $0.start < $1.start })
    let language = track.writtenLanguage
    found.languageTag = language == "und" ? nil : language
    (found.isEnabled, found.timescale) = (track.isEnabled, Int64(clamping: track.timescale))
    self.track = found
  }
}

extension MovieTracks.Track {
  /// What it holds, of a track of data; nil of others.
  package var dataKind: AncillaryTrack.Kind? {
    switch handler {
    case "tmcd": .timecode
    case "meta": .metadata
    default: nil
    }
  }

  /// What its sample description says; nil where there is none, or it has more than is meant for programs to be read.
  package func dataFormat(in file: FileBytes) throws -> DataFormat? {
    try textDescription(in: file).map { DataFormat(codecType: $0.type, bytes: $0.content) }
  }
}
