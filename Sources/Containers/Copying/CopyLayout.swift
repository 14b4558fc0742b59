import EditingModel
import FoundationEssentials
import MediaTime
package import Rendering

/// The tracks of a file of copied packets, before the first packet.
package struct CopyLayout {
  private let copy: PacketCopy
  private let container: CopyContainer

  /// The tracks of the file of `copy`, which is a `container`.
  package init(_ copy: PacketCopy, in container: CopyContainer) {
    self.copy = copy
    self.container = container
  }

  /// Adds tracks like the streams of `feed` to `target`, in their order.
  package func addTracks(of feed: PacketFeed, to target: PacketTarget) throws -> [CopiedTrack] {
    try feed.streams.sorted { $0.key < $1.key }.map { _, index in
      let stream = feed.source.streams[index]
      var track = CopiedTrack(stream, target: 0)
      // A single file of Matroska may say it of any codec; where several are joined, few read it.
      let isDeclared = copy.trustsFiles || copy.parts.count == 1 && feed.source.container.hasPrefix("matroska")
      track.padding = container.padding(of: stream, isDeclared: isDeclared)
      if track.padding == 0, copy.parts.count == 1 { track.padding = try lead(of: stream, in: feed) }
      track.target = try target.addStream(
        like: feed.source, index, tick: tick(of: stream), padding: stream.kind == .sound ? Int(track.padding) : nil)
      track.turnsViewer = try turn(track, in: target)
      try track.beginPart(at: .zero)
      return track
    }
  }

  /// The samples of `stream` that stand in a movie before the presentation of `feed`, all of it, begins: Matroska says them where a movie's edit
  /// list does.
  private func lead(of stream: PacketStream, in feed: PacketFeed) throws -> Int64 {
    guard container.isMatroska, feed.range == nil, feed.source.container.hasPrefix("mov"), stream.kind == .sound,
      stream.sampleRate > 0, Self.delayed.contains(stream.codec),
      let listing = feed.source.listing(ofStream: stream.index)
    else { return 0 }
    let first = try stream.seconds(listing.first) + feed.shift
    guard first < .zero, first > Self.earliest else { return 0 }
    return try (Rational(Int64(-stream.sampleRate)) * first).rounded()
  }

  /// The codecs whose encoders put samples before the sound.
  private static let delayed: Set<String> = ["aac", "mp3", "ac3", "eac3"]
  /// When more than any encoder puts before the sound begins, in seconds.
  private static let earliest = Rational(-1)

  /// Sets the rotation of the pictures of `track` in `target`, if it can; true if it is stated by the viewer's pose.
  private func turn(_ track: CopiedTrack, in target: PacketTarget) throws -> Bool {
    let matrix = DisplayMatrix(numbers: track.stream.matrix)
    guard !track.stream.matrix.isEmpty, container.holds(matrix) else { return false }
    try target.turn(track.target, by: track.stream.matrix)
    guard container.isMatroska, let pose = matrix.pose, pose.yaw != 0 || pose.roll != 0 else { return false }
    try target.setProjectionPose(of: track.target, yaw: pose.yaw, roll: pose.roll)
    return true
  }

  /// Has the frames of FLAC be those of one stream where they are a part of one, or several make it.
  package func renumberFrames(of parts: ArraySlice<PacketFeed>, _ tracks: [CopiedTrack], in target: PacketTarget) throws
  {
    guard let first = parts.first, parts.count > 1 || first.range != nil else { return }
    for (number, index) in first.streams where first.source.streams[index].codec == "flac" {
      let streams = parts.compactMap { part in part.streams[number].map { part.source.streams[$0] } }
      try target.renumberFrames(ofStream: tracks[number].target, joining: streams)
    }
  }

  /// The muxer's options for the file of `tracks` that `parts` make.
  package func options(for parts: ArraySlice<PacketFeed>, _ tracks: [CopiedTrack]) throws -> [(String, String)] {
    guard container.isMovie else { return [] }
    let seconds = max(1, try PacketFeed.duration(of: parts).ceil())
    let ticks = try tracks.map { try tick(of: $0.stream).denominator }
    // The timescale makes all lengths whole, as long as they fit into 32 bits. In a coarse one, an edit list cannot
    // extend the last picture.
    var common = parts.contains(where: \.mayHoldPicture) ? Int64(MovieTracks.fineTimescale) : 1_000
    for tick in ticks {
      guard let multiple = common.leastCommonMultiple(with: tick) else { continue }
      if multiple <= Int64(Int32.max) / seconds { common = multiple }
    }
    return [("movie_timescale", "\(common)")]
  }

  /// The ticks that the track of `stream` would have: those of the file it comes from, or of its own rate where those are
  /// coarse.
  private func tick(of stream: PacketStream) throws -> Rational {
    if stream.kind == .sound, stream.sampleRate > 0 { return try Rational(1, Int64(stream.sampleRate)) }
    guard stream.kind == .pictures, stream.tick.denominator <= 1_000, let rate = stream.frameRate else {
      return stream.tick
    }
    return try Rational(1, rate.numerator)
  }
}
