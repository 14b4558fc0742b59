import EditingModel
import MediaFormats
package import MediaTime
package import Rendering

extension MovieTracks {
  /// The movie's end, by its header; nil where that states no units, or no duration.
  package var end: Rational? {
    get throws {
      timescale > 0 && duration > 0 ? try Rational(Int64(clamping: duration), Int64(clamping: timescale)) : nil
    }
  }
}

/// Facts about a movie's tracks.
extension MovieTracks.Track {
  /// The number of sample descriptions in the sample table (`stsd`, ISO/IEC 14496-12 §8.5.2).
  package func descriptionCount(in file: FileBytes) throws -> Int {
    try MovieSampleTable.Entries("stsd", in: MovieBoxes(file, inside: sampleTable), of: file)?.count ?? 0
  }

  /// The track's storage in the movie, by its header.
  package func storage(in file: FileBytes, movieTimescale: UInt64?) throws -> TrackStorage {
    var storage = TrackStorage()
    let type = try codecType(in: file)
    storage.codecType = type.isEmpty || type == "encv" || type == "enca" ? nil : type
    storage.isEnabled = isEnabled
    // The volume of pictures is zero.
    if handler == "soun" { storage.preferredVolume = volume }
    if let sizes = try MovieSampleTable.SampleSizes(in: MovieBoxes(file, inside: sampleTable), of: file) {
      storage.byteCount = Int64(clamping: sizes.total)
    }
    storage.timescale = CMTimeScale(exactly: timescale).flatMap { $0 > 0 ? $0 : nil }
    if timescale > 0, duration > 0 { storage.seconds = Double(duration) / Double(timescale) }
    guard let movieTimescale, let scale = Int32(exactly: movieTimescale), scale > 0,
      let mediaScale = Int32(exactly: timescale), mediaScale > 0
    else { return storage }
    var time: UInt64 = 0
    for edit in edits ?? [] {
      let (end, overflows) = time.addingReportingOverflow(edit.duration)
      guard !overflows, let start = Int64(exactly: time), let length = Int64(exactly: edit.duration) else { break }
      let target = CMTimeRange(
        start: CMTime(value: start, timescale: scale), duration: CMTime(value: length, timescale: scale))
      time = end
      guard let mediaTime = edit.mediaTime.flatMap(Int64.init(exactly:)) else {
        storage.segments.append(AssetTrackSegment(timeMapping: CMTimeMappingMakeEmpty(target: target)))
        continue
      }
      let source = CMTimeRange(start: CMTime(value: mediaTime, timescale: mediaScale), duration: target.duration)
      storage.segments.append(AssetTrackSegment(timeMapping: CMTimeMapping(source: source, target: target)))
    }
    return storage
  }
}

extension MovieTracks.Track {
  /// The range from the presentation of its first media to the end of the last, in the time of `movie`, by its edit
  /// list; nil without a statement.
  package func presentedRange(in movie: MovieTracks) -> CMTimeRange? {
    guard let scale = CMTimeScale(exactly: timescale), scale > 0 else { return nil }
    guard let edits, !edits.isEmpty, let movieScale = CMTimeScale(exactly: movie.timescale), movieScale > 0 else {
      guard let length = Int64(exactly: duration), length > 0 else { return nil }
      return CMTimeRange(start: .zero, duration: CMTime(value: length, timescale: scale))
    }
    var (time, start): (UInt64, UInt64?) = (0, nil)
    for edit in edits {
      if edit.mediaTime != nil, start == nil { start = time }
      time &+= edit.duration
    }
    guard let first = start.flatMap(Int64.init(exactly:)), let end = Int64(exactly: time), end > first else {
      return nil
    }
    return CMTimeRange(
      start: CMTime(value: first, timescale: movieScale), end: CMTime(value: end, timescale: movieScale))
  }
}
