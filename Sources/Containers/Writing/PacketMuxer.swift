import EditingModel
import MediaFormats
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
/// The header is written when the first packet of every track is there, which says what the track is; a track that ends
/// without one is left out. Threads: each track is fed by one; whichever makes a packet due writes it. Lock
/// order: `handover`, then `state`, under which nobody is called.
package final class PacketMuxer: Sendable {
  private let settings: WriterSettings
  private let container: CopyContainer
  private let output: Output
  private var isTransport: Bool { settings.export.fileType == .ts }
  private let state: Mutex<State>
  /// The tracks of text, where they stand among the packets; in a movie they are put into the finished file.
  private let texts: [TextTrack]
  /// Says that all is written, or that nothing more can be.
  private let end = OneShotChannel<Void>()
  /// Held while segments are handed over, so that they come in order: outside of `state`, for who takes them may call the writer.
  private let handover = Mutex(())

  /// Where the file comes to be.
  package enum Output {
    /// At a path.
    case path(String)
    /// Nowhere: it is a movie that is handed over in segments.
    case segments(@Sendable (MovieSegment) -> Void)
  }

  private struct State {
    let target: PacketTarget
    /// The movie that is handed over in segments; nil of a file.
    var segmented: SegmentedMovie?
    /// What puts packets into fragments; nil where there are none.
    var movie: (any FragmentWriting)?
    var tracks: [MuxerQueue] = []
    /// The most bytes that the file may have; nil where there is no such number.
    var mostBytes: Int64?
    var hasBegun = false
    var failure: RenderError?

    /// The track at whose packets fragments begin: that of the pictures, or the first, of those that have not ended.
    var leading: Int? {
      let open = tracks.indices.filter { tracks[$0].number != nil && !tracks[$0].isOver }
      return open.first { tracks[$0].stream?.kind == .pictures } ?? open.first
    }

    /// Whether all packets of the tracks that are waited for are written.
    var isDrained: Bool { hasBegun && tracks.allSatisfy(\.isOver) }
  }

  /// A muxer into `output`, with `texts`, the tracks of text of `settings`.
  ///
  /// - Throws: `RenderError` where there is no such muxer, or the file cannot be written.
  package init(_ settings: WriterSettings, texts: [TextTrack], to output: Output) throws {
    (self.settings, self.output) = (settings, output)
    container = try CopyContainer(written: settings.export.fileType)
    self.texts = container.isMatroska ? texts : []
    switch output {
    case .path(let path):
      let target = try PacketTarget(path, format: container.format)
      target.writesAtOnce = settings.fragmentDuration != nil || settings.export.fileType == .ts
      state = Mutex(State(target: target))
    case .segments:
      let target = try PacketTarget(inMemory: container.format)
      target.writesAtOnce = true
      state = Mutex(State(target: target, segmented: SegmentedMovie(target)))
    }
  }

  // MARK: Tracks

  /// A track that is fed: packets in decode order.
  package final class Input: PacketSink {
    /// Which of the file's tracks it is.
    package let track: MuxedTrack
    /// How the file is written.
    package var settings: WriterSettings { muxer.settings }
    private let muxer: PacketMuxer
    private let index: Int
    private let gate: InputGate

    fileprivate init(_ muxer: PacketMuxer, _ track: MuxedTrack, _ index: Int, _ gate: InputGate) {
      (self.muxer, self.track, self.index, self.gate) = (muxer, track, index, gate)
    }

    /// Says what the track is, before its first packet.
    package func describe(_ stream: PacketStream) {
      muxer.state.withLock { $0.tracks[index].stream = stream }
    }

    /// Puts `packet` into the track; waits while the queue is full, until `isWanted` throws.
    ///
    /// - Throws: what `isWanted` throws, or the error that ended the muxer.
    package func push(_ packet: MuxedPacket, while isWanted: () throws -> Void) throws {
      try gate.enter(while: isWanted)
      try muxer.push(packet, into: index)
    }

    /// Says, before its first packet, how many samples of it are not presented: those before its beginning, of packets that were not
    /// encoded here.
    package func hide(_ count: Int64) { muxer.state.withLock { $0.tracks[index].hiddenCount = count } }

    /// Ends the track.
    package func end() throws { try muxer.end(index) }
  }

  /// Adds a track, before the muxer starts.
  package func addTrack(_ track: MuxedTrack) -> Input {
    let new = MuxerQueue(track: track, countsHidden: container.isMatroska)
    let index = state.withLock { state in
      state.tracks.append(new)
      return state.tracks.count - 1
    }
    return Input(self, track, index, new.gate)
  }

  /// Begins, once all tracks are there.
  package func start() throws {
    try state.withLock { state in
      for text in texts { state.tracks.append(MuxerQueue(track: nil, stream: text.stream, queue: try text.cues)) }
      // Without any other track there is nothing to wait for.
      if !state.tracks.contains(where: { !$0.isText }) { try advance(&state) }
    }
  }

  // MARK: Packets

  private func push(_ packet: MuxedPacket, into index: Int) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      guard state.tracks[index].stream != nil else {
        throw RenderError(.engineFailed, "An encoder's first packet does not say what it is.")
      }
      var packet = packet
      packet.presentation += state.tracks[index].lead
      state.tracks[index].queue.append(packet)
      state.tracks[index].hasBegun = true
      try advance(&state)
    }
    handOver()
  }

  /// Hands the segments over that are complete.
  private func handOver() {
    guard case .segments(let take) = output else { return }
    handover.withLock { _ in
      for segment in state.withLock({ $0.segmented?.takeSegments() ?? [] }) { take(segment) }
    }
  }

  private func end(_ index: Int) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.tracks[index].isEnded = true
      try advance(&state)
    }
    handOver()
  }

  /// Puts `cue` into track of text number `track`; false where text is put into the finished file.
  package func write(_ cue: SubtitleCue, to track: Int) throws -> Bool {
    guard texts.indices.contains(track) else { return false }
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      let index = state.tracks.count - texts.count + track
      state.tracks[index].queue += try texts[track].packets(of: [cue])
      state.tracks[index].queue.sort { $0.decoding < $1.decoding }
      try advance(&state)
      return true
    }
  }

  /// Has a segment begin with the first packet presented at `time`, in nanoseconds, or later, that decoding can start with: of a movie that
  /// is handed over in segments.
  package func beginSegment(at time: Int64) { state.withLock { $0.segmented?.beginSegment(at: time) } }

  /// How many bytes were handed over, of a movie that is.
  package var handedOverByteCount: Int64? { state.withLock { $0.segmented?.byteCount } }

  /// Writes what is due; what fails ends the muxer.
  private func advance(_ state: inout State) throws {
    do throws(RenderError) {
      try translating { try writeDue(&state) }
    } catch {
      state.failure = error
      end.send(())
      throw error
    }
    if state.isDrained { end.send(()) }
  }

  /// Writes the packets that nothing can precede any more.
  private func writeDue(_ state: inout State) throws {
    guard try state.hasBegun || begin(&state) else { return }
    while let index = Self.next(state.tracks) {
      let item = state.tracks[index].queue.removeFirst()
      state.tracks[index].comesFirst = false
      let isStart = item.isKeyFrame && index == state.leading
      if let movie = state.movie,
        movie.isComplete(before: item.decoding, presented: item.presentation, isStart: isStart)
      {
        try writeFragment(movie, of: state.tracks)
      }
      try write(item, of: &state.tracks[index], to: state.target, in: state.movie)
      if let most = state.mostBytes, state.target.position > most {
        throw RenderError.tooLong(settings.export.fileType)
      }
      state.tracks[index].gate.leave()
    }
  }

  /// The track whose first packet is decoded first; nil where one may still come before it, or no media is left.
  private static func next(_ tracks: [MuxerQueue]) -> Int? {
    if let first = tracks.firstIndex(where: { $0.comesFirst && !$0.queue.isEmpty }) { return first }
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

  /// Writes the header once it is known what all tracks are; false before.
  private func begin(_ state: inout State) throws -> Bool {
    guard state.tracks.allSatisfy({ $0.stream != nil && !$0.queue.isEmpty || $0.isText || $0.isEnded }) else {
      return false
    }
    if isTransport { TransportTiming.settle(&state.tracks, of: settings) }
    try WrittenStatements(settings, container: container).addChapters(to: state.target, behind: 0)
    let streams = state.tracks.compactMap(\.stream)
    let options =
      state.segmented == nil
      ? settings.staysFragmented ? FragmentedFile.options(for: streams) : []
      : SegmentedMovie.options(for: streams, from: settings.firstFragmentNumber)
    let numbers = try begin(state.target, with: state.tracks, options)
    state.mostBytes = traits(of: state.tracks).mostBytes
    for (index, number) in numbers.enumerated() {
      state.tracks[index].number = number
      if let number { state.tracks[index].tick = state.target.tick(of: number) }
    }
    state.movie = try fragments(&state)
    state.hasBegun = true
    return true
  }

  /// Writes the header of `target`, in which `tracks` are; the numbers that they have there.
  private func begin(
    _ target: PacketTarget, with tracks: [MuxerQueue], _ more: [(String, String)] = []
  ) throws -> [Int?] {
    let numbers = try tracks.map { track -> Int? in
      guard let stream = track.stream else { return nil }
      let number = try target.addStream(stream)
      if let language = stream.language { target.state("language", language, ofStream: number) }
      for statement in stream.statements { target.state(statement.key, statement.value, ofStream: number) }
      if let isEnabled = stream.isEnabled { target.setDefault(isEnabled, ofStream: number) }
      return number
    }
    try WrittenStatements(settings, container: container).state(in: target)
    try target.begin(traits(of: tracks).options + more)
    return numbers
  }

  private func traits(of tracks: [MuxerQueue]) -> MuxerTraits {
    MuxerTraits(settings, tracks.compactMap(\.stream))
  }

  /// The movie in fragments, which begins; nil of another file.
  private func fragments(_ state: inout State) throws -> (any FragmentWriting)? {
    if let segmented = state.segmented {
      try settleFirst(&state)
      let tracks = state.tracks.filter { $0.number != nil }
      segmented.begin(tracks.map { ($0.stream?.kind == .pictures ? .video : .audio, $0.tick) })
      return segmented
    }
    guard let duration = settings.fragmentDuration, case .path(let path) = output else { return nil }
    let length = try duration.rounded(scaledBy: 1_000_000_000)
    if settings.staysFragmented {
      try settleFirst(&state)
      return FragmentedFile(state.target, at: path, duration: length)
    }
    let start = try PacketTarget(inMemory: container.format)
    start.writesAtOnce = true
    _ = try begin(start, with: state.tracks, PacketTarget.fragmentOptions)
    try settleFirst(&state)
    let first = try settings.firstFragmentDuration?.rounded(scaledBy: 1_000_000_000)
    return try FragmentedMovie(state.target, at: path, start: start, duration: length, first: first ?? length)
  }

  /// Notes when each track begins, those included that are not in the first fragment.
  private func settleFirst(_ state: inout State) throws {
    for index in state.tracks.indices {
      guard let item = state.tracks[index].queue.first else { continue }
      var track = state.tracks[index]
      _ = try track.ticks(of: item, strictly: true)
      state.tracks[index].first = track.first
    }
  }

  private func writeFragment(_ movie: any FragmentWriting, of tracks: [MuxerQueue]) throws {
    try movie.writeFragment { header in
      let written = tracks.filter { $0.number != nil }
      var film = FinishedFilm(unfinished: settings)
      for track in tracks {
        guard case .packets(let number)? = track.track else { continue }
        film.packets[number].start = track.hiddenCount
      }
      let edits = MovieEdits(tracks: try written.edits(presenting: film), isOpen: true)
      return try MovieHeader(settings).completed(edits.corrected(header), stating: [])
    }
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
  /// - Parameter film: What is presented of it.
  package func finish(_ settings: WriterSettings, _ film: FinishedFilm) throws {
    let tracks = try state.withLock { state in
      if let failure = state.failure { throw failure }
      let limit = try film.end?.rounded(scaledBy: 1_000_000_000) ?? .max
      for index in state.tracks.indices where state.tracks[index].isText {
        for var item in state.tracks[index].queue where item.presentation < limit {
          item.duration = min(item.duration, limit - item.presentation)
          try write(item, of: &state.tracks[index], to: state.target)
        }
        state.tracks[index].queue = []
      }
      let statements = WrittenStatements(settings, container: container)
      try statements.addChapters(to: state.target, behind: self.settings.metadata.chapters.count)
      let tracks = state.tracks.filter { $0.number != nil }
      if let movie = state.movie {
        try writeFragment(movie, of: state.tracks)
        try movie.finish(MovieEdits(tracks: tracks.edits(presenting: film)))
      } else {
        try state.target.finish()
      }
      return tracks
    }
    guard case .path(let path) = output else { return handOver() }
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

  /// What it is, for error reports.
  package var graph: String { "libavformat's \(container.format)" }
}
