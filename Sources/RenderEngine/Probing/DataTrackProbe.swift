import Containers
import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import Rendering

/// Reads a movie's track of data: timecode, or metadata that holds for a while.
///
/// Threads: any; blocks while it reads.
struct DataTrackProbe {
  let asset: AssetReference
  /// The track's number in the movie.
  let number: Int32
  let cancellation: Cancellation

  /// The track, in the asset's time.
  ///
  /// - Parameter facts: What the movie holds.
  /// - Throws: `RenderError` that names the file.
  func track(facts: () throws -> MediaFacts) throws(RenderError) -> DataTrack {
    try translating(asset: asset) {
      try MediaProbe(asset, cancellation: cancellation).checkFile()
      let file = try FileBytes(asset.url.path, isReadOnly: true)
      var track = try MovieDataTrack(numbered: number, of: file, cancellation: cancellation).track
      // The asset's time begins with the first picture or sample.
      let origin = try facts().origin
      guard origin != .zero else { return track }
      track.samples = try track.samples.map { sample in
        DataTrack.Sample(
          sample.bytes, from: try sample.start - origin, to: try sample.end.map { try $0 - origin })
      }
      return track
    }
  }
}
