import EditingModel
import MediaFormats
import Rendering

/// The tracks that a container takes by its list and not in fact: each is tried by itself.
package struct RefusedTracks {
  private let container: CopyContainer
  private var names: [String] = []

  /// The tracks of `feeds` that `container` does not take.
  package init(of feeds: [PacketFeed], by container: CopyContainer) {
    self.container = container
    for feed in feeds {
      for index in feed.streams.values.sorted() {
        let stream = feed.source.streams[index]
        do throws(PacketFileError) {
          let trial = try PacketTarget("/dev/null", format: container.format)
          _ = try trial.addStream(like: feed.source, index, tick: stream.tick)
          try trial.begin()
        } catch {
          let name = "the \(stream.words) of \(feed.asset.name)"
          if !names.contains(name) { names.append(name) }
        }
      }
    }
  }

  /// The error that names them, because of `error`; `error` itself where each of them can be copied alone.
  package func error(because error: PacketFileError) -> any Error {
    guard !names.isEmpty else { return error }
    return RenderError(
      .unsupported,
      "A file of type \(container.fileType.rawValue) does not take \(names.joined(separator: " and ")) as it is.",
      remedy: "Name another container, as mkv or mov, or convert the file.", underlying: error.underlying)
  }
}
