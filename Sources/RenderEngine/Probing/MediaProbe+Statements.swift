import Containers
import EditingModel
import FoundationEssentials
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering

/// Statements of a file beside its pictures and its sound, read from its own bytes.
extension MediaProbe {
  /// The file's metadata, with pictures and other data if it `readsData`; empty for kinds of files without metadata, or
  /// with none that is read here.
  ///
  /// - Throws: `RenderError` that names the file, where it is missing or cannot be read.
  func metadata(readsData: Bool) throws(RenderError) -> FileMetadata {
    try translating(asset: asset) {
      guard asset.frameRate == nil else { return FileMetadata() }
      try checkFile()
      var collection = MetadataCollection(readsData: readsData)
      try collection.collect(from: FileBytes(asset.url.path, isReadOnly: true), cancellation: cancellation)
      return collection.sorted
    }
  }

  /// The movie's track `number` of data, timecode or metadata that holds for a while, in the time of the asset, which holds `facts`.
  ///
  /// - Throws: `RenderError` that names the file.
  func dataTrack(_ number: Int32, facts: () throws -> MediaFacts) throws(RenderError) -> DataTrack {
    try translating(asset: asset) {
      try checkFile()
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
