/// Numbers that a demuxer reads in a file's header instead of the file's own, which are wrong or which it misunderstands.
/// The file itself is not touched.
package struct HeaderCorrection: Hashable, Sendable, Codable {
  /// The numbers that are replaced; of a movie the first is its own duration.
  package let fields: [Field]
  /// The part of the file that is the whole of it for the demuxer, in bytes, in which the fields' offsets are counted from
  /// its beginning; nil for all of it.
  package var window: Range<UInt64>?

  /// A correction of `fields`, in `window` of the file.
  package init(fields: [Field], window: Range<UInt64>? = nil) {
    self.fields = fields
    self.window = window
  }

  /// A number in a header.
  package struct Field: Hashable, Sendable, Codable {
    /// Its offset in the file.
    package let offset: UInt64
    /// The bytes to read there.
    package let bytes: [UInt8]

    /// The bytes that are read at `offset`.
    package init(offset: UInt64, bytes: [UInt8]) {
      self.offset = offset
      self.bytes = bytes
    }
  }
}

// QUIRK: MP4 and QuickTime: `qtdemux` leaves out a track of less than a fifth of the movie's duration, as a preview picture. In:
// GStreamer 1.22. Test: "a sound of a tenth of the movie is there".
// QUIRK: MP4 in fragments: `qtdemux` leaves out how much later than they are decoded samples are shown (`ctts`), where that is
// more than twice the duration. In: GStreamer 1.22. Test: "every picture is read, wherever the header ends".

/// The durations that `qtdemux` reads in a movie's header (ISO/IEC 14496-12 §8.2.2, 8.4.2).
///
/// ```
///  media          ├── hidden by the edit list ──┼──── shown ────┤
///  the movie's duration                         ├───────────────┤
///  qtdemux 1.22   ├─────────────── stops here, in the media's time: much of what is shown is missing
///
///  a short track  ├──┤                                                 of less than a fifth of the movie's duration:
///  qtdemux        takes it for a preview picture, and leaves it out
/// ```
///
/// Without them a movie trimmed in the middle of a group of pictures (`ffmpeg -ss … -c copy`) would lose its end, or all
/// of it, and one with a short sound that sound.
///
/// It also leaves out how much later than they are decoded samples are shown (`ctts`, §8.6.1.3) where one of them is shown
/// later by more than twice the media's duration: as in a movie whose header has two pictures, and its fragments the others.
extension HeaderCorrection {
  /// Durations that cover all media of `movie`, and leave out none of its tracks; nil where the file's own do, or where
  /// movie fragments declare them.
  package init?(of movie: MovieTracks) {
    guard movie.timescale > 0 else { return nil }
    var fields = movie.isFragmented ? [] : Self.fields(covering: movie)
    for track in movie.tracks {
      let least = UInt64(max(track.offsets.upperBound, -track.offsets.lowerBound) + 1) / 2
      let known = fields.first { $0.offset == track.durationField.offset }
      guard known?.bytes.bigEndian(at: 0, track.durationField.width) ?? track.duration < least else { continue }
      fields.removeAll { $0.offset == track.durationField.offset }
      if let field = Field(track.durationField, Double(least)) { fields.append(field) }
    }
    guard !fields.isEmpty else { return nil }
    self.fields = fields
  }

  /// The replaced fields of `movie`, which has no fragments.
  private static func fields(covering movie: MovieTracks) -> [Field] {
    let tracks = movie.tracks.filter { $0.timescale > 0 && $0.duration > 0 }
    let seconds = tracks.map { Double($0.duration) / Double($0.timescale) }
    guard let longest = seconds.max() else { return [] }
    var whole = Double(movie.duration) / Double(movie.timescale)
    var fields: [Field] = []
    if let field = Field(movie.durationField, (longest + 1) * Double(movie.timescale)), longest + 1 > whole {
      fields.append(field)
      whole = longest + 1
    }
    for (track, seconds) in zip(tracks, seconds) where seconds < whole * least {
      guard let field = Field(track.durationField, (whole * least * Double(track.timescale)).rounded(.up)) else {
        continue
      }
      fields.append(field)
    }
    return fields + movie.tracks.flatMap(\.editCorrections)
  }

  /// Least share of a movie's duration that a track must last: a fifth, and a margin for rounding.
  private static let least = 0.22
}

extension HeaderCorrection.Field {
  /// `number` at `field`; nil where it does not fit.
  fileprivate init?(_ field: (offset: UInt64, width: Int), _ number: Double) {
    let most = Double(field.width == 8 ? UInt64(Int64.max) : UInt64(UInt32.max - 1))
    guard number < most else { return nil }
    self.init(offset: field.offset, bytes: [UInt8](bigEndian: UInt64(number), field.width))
  }
}
