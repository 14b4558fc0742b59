import EditingModel
import MediaFormats
import MediaTime
package import Rendering

/// What is said of a movie's tracks to who asks for facts.
extension MovieTracks.Track {
  /// How many kinds of sample the sample table describes (`stsd`, ISO/IEC 14496-12 §8.5.2).
  package func descriptionCount(in file: FileBytes) throws -> Int {
    try MovieSampleTable.Entries("stsd", in: MovieBoxes(file, inside: sampleTable), of: file)?.count ?? 0
  }

  /// How the movie stores the track, by its header.
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
