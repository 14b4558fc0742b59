package import Containers
package import EditingModel
import Foundation
package import MediaFormats
import MediaTime
package import Rendering

/// Finds the packets of a track in the lists of its file: in the sample table of a movie, or in the clusters of Matroska.
///
/// Threads: one; blocks.
package struct StoredSamples {
  /// The packets.
  package let table: SampleTable

  /// The packets of track `source` of `mediaType` in the file that `index` describes.
  ///
  /// - Throws: `RenderError`: `.invalidModel` where there is no such track, `.unsupported` for a file that lists none.
  package init(
    of source: CompositionTrackSegment.Source, _ mediaType: MediaType, _ index: MediaIndex, cancellation: Cancellation
  ) throws {
    let facts = index.facts
    let identities = mediaType == .video ? facts.videoTracks.map(\.identity) : facts.audioTracks.map(\.identity)
    guard identities.indices.contains(source.trackIndex) else {
      throw RenderError(
        .invalidModel, "The file has no \(mediaType.rawValue) track number \(source.trackIndex).",
        remedy: "Ask for one of its \(identities.count) tracks of that kind.", asset: source.asset)
    }
    let file = try FileBytes(source.asset.url.path, isReadOnly: true)
    let number = identities[source.trackIndex].number
    if let movie = try MovieTracks(of: file) {
      table = try Self.table(of: movie, numbered: number, mediaType, file, zero: index.zero)
    } else if index.container.isMatroska, let number {
      let access = mediaType == .audio ? index.audioAccess[source.trackIndex] : nil
      let delay = access.map { $0.codecDelay.addingSaturated($0.stored?.blocks?.opusDelay ?? 0) } ?? 0
      table = try MatroskaSamples(of: UInt64(number), in: file, cancellation: cancellation)
        .table(zero: index.zero + Rational(delay, 1_000_000_000))
    } else {
      throw RenderError.unlisted("is no movie and no Matroska file, and lists no packets")
    }
  }

  private static func table(
    of movie: MovieTracks, numbered number: Int32?, _ mediaType: MediaType, _ file: FileBytes, zero: Rational
  ) throws -> SampleTable {
    guard !movie.isFragmented else {
      throw RenderError.unlisted("is a movie in fragments, which has no list of them all")
    }
    guard let track = movie.track(numbered: number), track.timescale > 0,
      let entries = try MovieSampleTable.entries(of: track, mediaType, file: file)
    else { throw RenderError.unlisted("has a sample table that cannot be read") }
    // The media's time at the movie's zero, by the first edit that is not empty.
    let edits = track.edits ?? []
    let gap = try edits.prefix { $0.mediaTime == nil }.reduce(Rational.zero) {
      try $0 + Rational(Int64(clamping: $1.duration), Int64(clamping: max(1, movie.timescale)))
    }
    let timescale = Int64(clamping: track.timescale)
    let start = edits.first { $0.mediaTime != nil }?.mediaTime.map { Int64(clamping: $0) } ?? 0
    let origin = try Rational(start) - (gap - zero) * Rational(timescale)
    return SampleTable(entries, timescale: timescale, origin: origin)
  }
}
