package import MediaFormats
package import MediaTime
package import Rendering

/// Tracks of data as they are put into a finished movie.
///
/// ```
///  samples       ┌────┐ ┌──┐        each holds until its end, or until the next one
///  metadata   [ ][────][][──]       an empty sample where nothing holds, of text one without words
///  timecode      [──────][──]       a sample holds until the next one
///  edit list  ───┤                  no timecode before the first
/// ```
package struct MovieDataInsertion {
  private let data: [DataTrack]
  /// The language of each track, by its code of three letters (ISO 639-2/T); nil of one that is not known.
  private let languages: [String?]
  /// The end of what holds until the film ends; nil where it is not known.
  private let end: Rational?
  private let fileType: FileType

  /// The tracks `data`, in `languages`, a code of three letters for each, in a movie of `fileType` that ends at `end`.
  package init(_ data: [DataTrack], languages: [String?], in fileType: FileType, until end: Rational?) {
    (self.data, self.languages, self.end) = (data, languages, end)
    self.fileType = fileType
  }

  /// Inserts the tracks, and what they and others are to one another, into the finished movie in `file`.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if its header does not stand at its end.
  package func insert(into file: FileBytes, associations: [TrackAssociation]) throws {
    try MovieTrackInsertion(tracks: try tracks).insert(into: file)
    try MovieAssociations(associations: associations).insert(into: file)
  }

  private typealias Track = MovieTrackInsertion.Track

  /// The tracks; one without samples is not among them.
  var tracks: [MovieTrackInsertion.Track] {
    get throws { try zip(data, languages).compactMap { try track($0, language: $1) } }
  }

  private func track(_ whole: DataTrack, language: String?) throws -> Track? {
    var data = whole
    data.samples = try whole.samples.compactMap { try $0.behindZero(as: whole.format) }
    guard let first = data.samples.first?.start else { return nil }
    let times = data.samples.flatMap { [$0.start, $0.end].compactMap(\.self) } + [end].compactMap(\.self)
    let usual = data.timescale ?? (data.kind == .timecode ? TimecodeDescription(data.format)?.timescale : nil)
    let scale = Track.timescale(of: times, from: usual ?? 600)
    let before = try first.rounded(scaledBy: scale)
    let samples = try samples(of: data, scale: scale)
    // The movie's own units may be coarser than the track's: an edit list is left to what cannot be empty.
    let isEmptyBefore = data.kind != .timecode && before > 0
    let statements = TrackStatements(data.items, in: fileType)
    let size = data.size ?? TextSampleDescription(data.format)?.size
    return Track(
      handler: data.kind.dataHandler, name: data.kind.handlerName, isEnabled: data.isEnabled,
      alternateGroup: data.alternateGroup, transform: data.transform, language: language,
      extendedLanguage: data.languageTag?.exactLanguage,
      size: (size?.width ?? 0, size?.height ?? 0), description: (data.format.codecType, data.format.bytes),
      mediaHeader: mediaHeader(of: data.kind), userData: statements.userData, metadata: statements.metadata,
      timescale: scale, lead: isEmptyBefore ? 0 : before,
      samples: (isEmptyBefore ? [Track.Sample(duration: before, bytes: data.format.emptySample)] : []) + samples)
  }

  private func samples(of data: DataTrack, scale: Int64) throws -> [Track.Sample] {
    var samples: [Track.Sample] = []
    for (number, sample) in data.samples.enumerated() {
      let start = try sample.start.rounded(scaledBy: scale)
      let said = try (data.end(ofSample: number) ?? end)?.rounded(scaledBy: scale) ?? start
      guard number + 1 < data.samples.count else {
        // Of unknown length it holds for one unit at least.
        samples.append(Track.Sample(duration: max(1, said - start), bytes: sample.bytes))
        break
      }
      let next = try data.samples[number + 1].start.rounded(scaledBy: scale)
      let stop = max(start, data.kind == .timecode ? next : min(said, next))
      if stop > start { samples.append(Track.Sample(duration: stop - start, bytes: sample.bytes)) }
      if next > stop { samples.append(Track.Sample(duration: next - stop, bytes: data.format.emptySample)) }
    }
    return samples
  }

  /// The header of media of `kind` (QuickTime File Format, base media information; ISO/IEC 14496-12 §12.10).
  private func mediaHeader(of kind: AncillaryTrack.Kind) -> [UInt8] {
    // QuickTime's movies have one for such tracks.
    guard fileType == .mov, kind != .subtitle else { return Track.box("nmhd", Track.big(0, 4)) }
    let gray = Track.big(0x8000, 2)
    let usual = Track.box("gmin", Track.big(0, 4) + Track.big(0x40, 2) + gray + gray + gray + Track.big(0, 4))
    if kind == .text { return Track.box("gmhd", usual + Track.box("text", Track.unityMatrix)) }
    guard kind == .timecode else { return Track.box("gmhd", usual) }
    // Font, face and size of a timecode that is shown; black on white, in the system's font.
    let shown =
      Track.big(0, 4) + Track.big(0, 4) + Track.big(12, 2) + Track.big(0, 2) + Track.big(0, 6)
      + Track.big(-1, 2) + Track.big(-1, 2) + Track.big(-1, 2) + [0]
    return Track.box("gmhd", usual + Track.box("tmcd", Track.box("tcmi", shown)))
  }
}

extension DataFormat {
  /// A sample in which nothing holds: of timed text one of no words, of WebVTT one without a cue.
  fileprivate var emptySample: [UInt8] {
    switch codecType {
    case "tx3g", "text": [0, 0]
    case "wvtt": MovieBoxes.Box.bytes("vtte", [])
    default: []
    }
  }
}

extension AncillaryTrack.Kind {
  /// The movies' handler of such data.
  fileprivate var dataHandler: String {
    switch self {
    case .text: "text"
    case .subtitle: "sbtl"
    case .closedCaption: "clcp"
    case .timecode: "tmcd"
    case .metadata, .sound, .picture, .other: "meta"
    }
  }

  /// The same in words.
  fileprivate var handlerName: String {
    switch self {
    case .text: "Text"
    case .subtitle: "Subtitles"
    case .closedCaption: "Closed Captions"
    case .timecode: "Timecode"
    case .metadata, .sound, .picture, .other: "Metadata"
    }
  }
}

extension DataTrack.Sample {
  /// The sample from time zero on; nil where it ends before.
  fileprivate func behindZero(as format: DataFormat) throws -> Self? {
    guard start < .zero else { return self }
    if let end, end <= .zero { return nil }
    return Self(format.advanced(bytes, by: try .zero - start), from: .zero, to: end)
  }
}
