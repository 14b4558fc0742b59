import Rendering
import Synchronization

/// A file into which samples of movies are copied, and to which their headers refer then (`AVMediaDataStorage`).
///
/// What it has taken once it does not take again. Threads: any; copies wait for one another. Lock order: only `taken`.
package final class MovieSampleStorage: Sendable {
  /// Its path.
  private let path: String
  /// Samples that are stored already, by their track.
  private let taken = Mutex<[ReferenceMovie.Source: ReferencedSamples]>([:])

  /// The file at `path`, which is made where there is none.
  package init(path: String) { self.path = path }

  /// `samples`, those of `source`, as they lie here.
  ///
  /// - Throws: `RenderError` where they cannot be read, or the file cannot be written.
  func stored(_ samples: ReferencedSamples, of source: ReferenceMovie.Source) throws -> ReferencedSamples {
    try taken.withLock { taken in
      if let known = taken[source], known.count == samples.count { return known }
      var samples = samples
      try store(&samples)
      taken[source] = samples
      return samples
    }
  }

  private func store(_ samples: inout ReferencedSamples) throws {
    guard samples.places.contains(where: { $0 != path }) else { return }
    if FileSystem.kind(of: path) == nil, let failure = FileSystem.create(path) {
      throw RenderError(.cannotCreateOutput, "No file can be created at \(path): \(failure.words).")
    }
    let file = try FileBytes(path)
    if file.count == 0 {
      try file.write(MovieBoxes.Box.bytes("ftyp", Array("qt  ".utf8) + [0, 0, 2, 0] + Array("qt  ".utf8)), at: 0)
    }
    var copy = try MovieMediaCopy(into: file, at: path) {}
    try copy.take(&samples) { [path] in $0 != path }
    try copy.finish()
    try file.synchroniseAndClose()
  }
}
