import EditingModel
package import MediaFormats
import MediaTime
package import Rendering
package import Subtitles
import Synchronization
import Waiting

/// Muxes packets into a file by libavformat, in the order of their decoding.
///
/// ```
///  track 0 ─► queue ─┐
///  track 1 ─► queue ─┼─► the earliest, once every open track has one ─► PacketTarget
///  text ────► queue ─┘   (text is not waited for: it comes when it comes)
/// ```
///
/// The header is written when it is settled which tracks there are, and the first packet of each is there, which says what the track is; a
/// track that ends without one is left out. A track that is ahead of the others waits for them; in a file that was begun with open tracks
/// for ``patience`` alone, and its packets are held then, whose ``PacketSpool`` bounds the memory. Threads: each track is fed by one;
/// whichever makes a packet due writes it. Lock order: `handover`, then `state`, under which no callback runs.
package final class PacketMuxer: Sendable {
  let container: CopyContainer
  let output: Output
  /// The container.
  package let fileType: FileType
  var isTransport: Bool { fileType == .ts }
  let state: Mutex<State>
  /// Says that all is written, or that nothing more can be.
  private let end = OneShotChannel<Void>()
  /// Whether writing was cancelled: read between packets, as very many may be due at once.
  private let isCancelled = Atomic(false)
  /// The wait of a track with a full queue for others, before its packets are held; nil for a wait without an end,
  /// where the engine feeds all tracks.
  let patience: Duration?
  /// The length of a wait with an end: tracks of a program that gives them by turns come in the meantime.
  private static let patience = Duration.milliseconds(250)
  /// Held while segments are handed over, so that they come in order: outside of `state`, since the receiver may call
  /// the writer.
  private let handover = Mutex(())

  /// The destination of the file.
  package enum Output {
    /// At a path.
    case path(String)
    /// Nowhere: it is a movie that is handed over in segments.
    case segments(@Sendable (MovieSegment) -> Void)
  }

  struct State {
    let target: PacketTarget
    /// The settings of the file, as far as they are known.
    var settings: WriterSettings
    /// Whether it is known which tracks there are.
    var isSettled = false
    /// The tracks of text, where they stand among the packets; in a movie they are put into the finished file.
    var texts: [TextTrack] = []
    /// The movie that is handed over in segments; nil of a file.
    var segmented: SegmentedMovie?
    /// The writer of fragments; nil where there are none.
    var movie: (any FragmentWriting)?
    var tracks: [MuxerQueue] = []
    /// The number of the next track that is added.
    var nextID = 0
    /// The most bytes that the file may have; nil where there is no such number.
    var mostBytes: Int64?
    var hasBegun = false
    var failure: RenderError?

    /// The track at whose packets fragments begin: that of the pictures, or the first, of those that have not ended.
    var leading: Int? {
      let open = tracks.indices.filter { tracks[$0].number != nil && !tracks[$0].isOver }
      return open.first { tracks[$0].stream?.kind == .pictures } ?? open.first
    }

    /// The index of the track that was added as number `id`.
    func index(_ id: Int) throws(RenderError) -> Int {
      if let index = tracks.firstIndex(where: { $0.id == id }) { return index }
      throw RenderError(.engineFailed, "A packet comes for a track that the file does not have.")
    }

    /// Whether all packets of the tracks that are waited for are written.
    var isDrained: Bool { hasBegun && tracks.allSatisfy(\.isOver) }
  }

  /// A muxer into `output` of a file of `settings`, as far as those are known.
  ///
  /// - Throws: `RenderError` where there is no such muxer, or the file cannot be written.
  package init(_ settings: WriterSettings, to output: Output) throws {
    (self.output, fileType) = (output, settings.export.fileType)
    patience = settings.hasOpenTracks ? Self.patience : nil
    container = try CopyContainer(written: settings.export.fileType)
    switch output {
    case .path(let path):
      let target = try PacketTarget(path, format: container.format)
      target.writesAtOnce = settings.fragmentDuration != nil || settings.export.fileType == .ts
      state = Mutex(State(target: target, settings: settings))
    case .segments:
      let target = try PacketTarget(inMemory: container.format)
      target.writesAtOnce = true
      state = Mutex(State(target: target, settings: settings, segmented: SegmentedMovie(target)))
    }
  }

  // MARK: Packets

  /// Bytes of the packets that wait to be written.
  package var heldByteCount: Int64 {
    state.withLock { state in state.tracks.reduce(0) { $0 + Int64($1.queue.heldByteCount) } }
  }

  func push(_ packet: MuxedPacket, into id: Int) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      let index = try state.index(id)
      guard state.tracks[index].stream != nil else {
        throw RenderError(.engineFailed, "An encoder's first packet does not say what it is.")
      }
      var packet = packet
      packet.presentation += state.tracks[index].lead
      try state.tracks[index].queue.append(packet)
      state.tracks[index].hasBegun = true
      try advance(&state)
    }
    try handOver()
  }

  /// Hands the segments over that are complete, and writes what is due behind them.
  func handOver() throws {
    guard case .segments(let take) = output else { return }
    try handover.withLock { _ in
      while true {
        let segments = state.withLock { $0.segmented?.takeSegments() ?? [] }
        guard !segments.isEmpty else { return }
        for segment in segments { take(segment) }
        try state.withLock { state in
          if let failure = state.failure { throw failure }
          try advance(&state)
        }
      }
    }
  }

  func end(_ id: Int) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.tracks[try state.index(id)].isEnded = true
      try advance(&state)
    }
    try handOver()
  }

  /// Puts `cue` into track of text number `track`; false where text is put into the finished file.
  package func write(_ cue: SubtitleCue, to track: Int) throws -> Bool {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      guard state.texts.indices.contains(track) else { return false }
      let index = state.tracks.count - state.texts.count + track
      for packet in try state.texts[track].packets(of: [cue]) { state.tracks[index].queue.insert(packet) }
      try advance(&state)
      return true
    }
  }

  /// Has a segment begin with the first packet presented at `time`, in nanoseconds, or later, that decoding can start with: of a movie that
  /// is handed over in segments.
  package func beginSegment(at time: Int64) { state.withLock { $0.segmented?.beginSegment(at: time) } }

  /// Bytes that were handed over, of a movie that is.
  package var handedOverByteCount: Int64? { state.withLock { $0.segmented?.byteCount } }

  /// Writes what is due; what fails ends the muxer.
  func advance(_ state: inout State) throws {
    do throws(RenderError) {
      try translatingPacketErrors { try writeDue(&state) }
    } catch {
      state.failure = error
      end.send(())
      throw error
    }
    if state.isDrained { end.send(()) }
  }

  /// Writes the packets that nothing can precede any more; of a movie that is handed over in segments as far as the next one is complete,
  /// so that memory has one of them however many packets were held.
  private func writeDue(_ state: inout State) throws {
    guard try state.hasBegun || begin(&state) else { return }
    while state.segmented?.hasSegments != true, let index = Self.next(state.tracks) {
      if isCancelled.load(ordering: .relaxed) { throw RenderError.cancelled() }
      // Before its packet is taken: whether the end of the track is known by then must not decide where a fragment begins.
      let isLeading = index == state.leading
      guard let item = try state.tracks[index].queue.removeFirst() else { return }
      state.tracks[index].hasPriority = false
      let isStart = item.isKeyFrame && isLeading
      if let movie = state.movie,
        movie.isComplete(before: item.decoding, presented: item.presentation, isStart: isStart)
      {
        try writeFragment(movie, of: state.tracks, state.settings)
      }
      try write(item, of: &state.tracks[index], to: state.target, in: state.movie)
      if let most = state.mostBytes, state.target.position > most {
        throw RenderError.tooLong(fileType)
      }
      state.tracks[index].gate.leave()
    }
  }

  /// The track whose first packet is decoded first; nil where one may still come before it, or no media is left.
  private static func next(_ tracks: [MuxerQueue]) -> Int? {
    if let first = tracks.firstIndex(where: { $0.hasPriority && !$0.queue.isEmpty }) { return first }
    var earliest: Int?
    for (index, track) in tracks.enumerated() {
      guard let head = track.queue.first else {
        if track.isEnded || track.isText { continue }
        return nil
      }
      guard let other = earliest, let first = tracks[other].queue.first, first.decoding <= head.decoding else {
        earliest = index
        continue
      }
    }
    return tracks.allSatisfy(\.isOver) ? nil : earliest
  }

  private func write(
    _ item: MuxedPacket, of track: inout MuxerQueue, to target: PacketTarget, in movie: (any FragmentWriting)? = nil
  ) throws {
    guard let number = track.number else { return }
    let packet = try StoredPacket(copying: item.bytes.span, isKeyFrame: item.isKeyFrame)
    for data in item.sideData { try packet.attach(data) }
    let times = try track.ticks(of: item, strictly: container.isMovie || isTransport)
    if let movie { return try movie.add(packet, to: number, at: item.decoding, times) }
    try target.write(
      packet, to: number, presentation: times.presentation, decoding: times.decoding, duration: times.duration)
    if isTransport, case .sound? = track.track { try target.writeGathered() }
  }

  // MARK: The end

  /// Ends whatever writes packets; waits for nothing.
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Throws the error that ended the muxer, if one did.
  package func check() throws {
    if let failure = state.withLock(\.failure) { throw failure }
  }

  /// Whether the file is complete; waits up to the poll interval.
  ///
  /// - Throws: the error that ended the muxer.
  package func isComplete() throws -> Bool {
    try check()
    if state.withLock(\.isDrained) { return true }
    _ = end.take(within: Cancellation.pollInterval)
    try check()
    return state.withLock(\.isDrained)
  }

  /// Writes what belongs at the file's end, whose settings are `settings` by now: text and chapters came while it was written.
  ///
  /// - Parameter film: The presented part of it.
  package func finish(_ settings: WriterSettings, _ film: FinishedFilm) throws {
    let tracks = try state.withLock { state in
      if let failure = state.failure { throw failure }
      let limit = try film.end?.rounded(scaledBy: 1_000_000_000) ?? .max
      for index in state.tracks.indices where state.tracks[index].isText {
        while var item = try state.tracks[index].queue.removeFirst() {
          guard item.presentation < limit else { continue }
          item.duration = min(item.duration, limit - item.presentation)
          try write(item, of: &state.tracks[index], to: state.target)
        }
      }
      let statements = WrittenStatements(settings, container: container)
      try statements.addChapters(to: state.target, behind: state.settings.metadata.chapters.count)
      let tracks = state.tracks.filter { $0.number != nil }
      if let movie = state.movie {
        try writeFragment(movie, of: state.tracks, settings)
        try movie.finish(MovieEdits(tracks: tracks.edits(presenting: film)))
      } else {
        try state.target.finish()
      }
      return tracks
    }
    guard case .path(let path) = output else { return try handOver() }
    let file = try FileBytes(path)
    if isTransport {
      try TransportStart.putTables(behindSounds: TransportTiming.primedSounds(tracks, of: settings), in: file)
    } else if container.isMatroska {
      try tracks.matroskaEntries(settings).complete(file)
      if let duration = film.duration { try MatroskaDuration.state(duration, in: file) }
    } else if container.isMovie, settings.fragmentDuration == nil {
      try MovieEdits(tracks: try tracks.edits(presenting: film)).correct(file)
    }
  }

  /// The muxer's name, for error reports.
  package var graph: String { "libavformat's \(container.format)" }
}
