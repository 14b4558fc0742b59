import EditingModel
import FoundationEssentials
import GStreamer

extension Element {
  /// A source of the bytes of `asset`, in which `movieDuration` replaces the movie's own duration.
  static func fileSource(_ asset: AssetReference, movieDuration: MovieDuration?) throws -> Element {
    let source = try ElementName.fileSource.make()
    try source.set("location", asset.url.path)
    if let movieDuration {
      try source.pad("src").replaceBytes(at: movieDuration.offset, with: movieDuration.bytes)
    }
    return source
  }
}
