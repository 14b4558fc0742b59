import Containers
import EditingModel
import Foundation
import MediaFormats
import Rendering

/// Reads what a file says of itself, from its own bytes.
///
/// Threads: any; blocks while it reads.
struct MetadataProbe {
  let asset: AssetReference
  /// Whether pictures and other data are read, too.
  let readsData: Bool
  let cancellation: Cancellation

  /// The metadata of the file; empty where its kind has none, or none that is read here.
  ///
  /// - Throws: `RenderError` that names the file, where there is none that can be read.
  func run() throws(RenderError) -> FileMetadata {
    try translating(asset: asset) {
      guard asset.frameRate == nil else { return FileMetadata() }
      try MediaProbe(asset, cancellation: cancellation).checkFile()
      let file = try FileBytes(asset.url.path, isReadOnly: true)
      var collection = MetadataCollection(readsData: readsData)
      try collection.collect(from: file, cancellation: cancellation)
      return collection.sorted
    }
  }
}
