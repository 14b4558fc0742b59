import EditingModel
import FoundationEssentials
import GStreamer

extension Element {
  /// The bytes of `asset`, with `movieDuration` in the place of the movie's own.
  static func fileSource(_ asset: AssetReference, movieDuration: MovieDuration?) throws -> Element {
    let source = try ElementName.fileSource.make()
    try source.set("location", asset.url.path)
    if let movieDuration {
      try source.pad("src").replaceBytes(at: movieDuration.place, with: movieDuration.bytes)
    }
    return source
  }
}
