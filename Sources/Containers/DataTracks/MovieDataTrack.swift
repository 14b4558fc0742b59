package import MediaFormats
import MediaTime
package import Rendering

/// A movie's track of timecode, of metadata that holds for a while, or of text, as its sample table and its fragments have it.
package struct MovieDataTrack {
  /// The track, in the movie's time.
  package let track: DataTrack

  /// Bytes of all samples of a track, at most; samples, each time that they are presented; and entries of its edit list.
  private static let most: (bytes: UInt64, samples: Int, edits: Int) = (256 << 20, 200_000, 200)

  /// The track called `number` of `file`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where there is no such track, or its samples are more than can be held.
  package init(numbered number: Int32, of file: FileBytes, cancellation: Cancellation) throws {
    guard let movie = try MovieTracks(of: file), let track = movie.track(numbered: number),
      let kind = track.dataKind, let format = try track.dataFormat(in: file), track.timescale > 0
    else {
      throw RenderError(
        .unsupported, "The file has no track of timecode, metadata or text whose number is \(number).",
        remedy: "Read one of the tracks that a movie lists.")
    }
    guard try track.descriptionCount(in: file) <= 1, (track.edits?.count ?? 0) <= Self.most.edits else {
      throw RenderError(
        .unsupported, "The samples of track \(number) are of several formats, or presented in too many pieces.",
        remedy: "Read a track of one format.")
    }
    var samples: [DataTrack.Sample] = []
    var left = Self.most.bytes
    for sample in try MovieSamples(of: track, in: movie, file: file, cancellation: cancellation).samples {
      try cancellation.check()
      let parts = try sample.size > 0 ? track.presented(sample, in: movie) : []
      guard !parts.isEmpty else { continue }
      guard sample.size <= left, samples.count + parts.count <= Self.most.samples else {
        throw RenderError(
          .unsupported,
          "The samples of track \(number) are more than \(Self.most.samples), or have more than \(Self.most.bytes >> 20) MiB.",
          remedy: "Read a track of fewer.")
      }
      left -= sample.size
      let bytes = try file.read(at: sample.offset, Int(sample.size))
      guard bytes.count == Int(sample.size) else { continue }
      for part in parts {
        samples.append(
          DataTrack.Sample(format.advanced(bytes, by: part.skipped), from: part.shown.start, to: part.shown.end))
      }
    }
    var found = DataTrack(kind, format, samples: samples.sorted { $0.start < $1.start })
    let language = track.writtenLanguage
    found.languageTag = language == "und" ? nil : language
    (found.isEnabled, found.timescale) = (track.isEnabled, Int64(clamping: track.timescale))
    found.size = track.size
    self.track = found
  }
}

extension MovieTracks.Track {
  /// The kind of a track of data; nil of others.
  package var dataKind: AncillaryTrack.Kind? { AncillaryTrack.Kind(dataHandler: handler) }

  /// The format in its sample description; nil where there is none, or its format is called by no letters.
  package func dataFormat(in file: FileBytes) throws -> DataFormat? {
    guard let found = try textDescription(in: file), found.type.utf8.count == 4 else { return nil }
    return DataFormat(codecType: found.type, bytes: found.content, kind: dataKind.flatMap { $0.isText ? $0 : nil })
  }
}

extension AncillaryTrack.Kind {
  /// The kind of a track of data whose handler is called by the letters `handler`; nil of others.
  package init?(dataHandler handler: String) {
    switch handler {
    case "tmcd": self = .timecode
    case "meta": self = .metadata
    case "text": self = .text
    case "sbtl", "subt": self = .subtitle
    case "clcp": self = .closedCaption
    default: return nil
    }
  }

  /// Whether it is read, in whatever form.
  package var isText: Bool { [.text, .subtitle, .closedCaption].contains(self) }
}
