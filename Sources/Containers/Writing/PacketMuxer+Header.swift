import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// The beginning of a file, and the fragments of a movie.
extension PacketMuxer {
  /// Writes the header once it is known what all tracks are; false before.
  func begin(_ state: inout State) throws -> Bool {
    guard state.isSettled, state.tracks.allSatisfy({ $0.stream != nil && !$0.queue.isEmpty || $0.isText || $0.isEnded })
    else {
      return false
    }
    let settings = state.settings
    if isTransport { TransportTiming.settle(&state.tracks, of: settings) }
    try WrittenStatements(settings, container: container).addChapters(to: state.target, behind: 0)
    let streams = state.tracks.compactMap(\.stream)
    let options =
      state.segmented == nil
      ? settings.staysFragmented ? FragmentedFile.options(for: streams) : []
      : SegmentedMovie.options(for: streams, from: settings.firstFragmentNumber)
    let numbers = try begin(state.target, with: state.tracks, settings, options)
    state.mostBytes = Self.traits(of: state.tracks, settings).mostBytes
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
    _ target: PacketTarget, with tracks: [MuxerQueue], _ settings: WriterSettings, _ more: [(String, String)]
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
    try target.begin(Self.traits(of: tracks, settings).options + more)
    return numbers
  }

  private static func traits(of tracks: [MuxerQueue], _ settings: WriterSettings) -> MuxerTraits {
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
    let settings = state.settings
    guard let duration = settings.fragmentDuration, case .path(let path) = output else { return nil }
    let length = try duration.rounded(scaledBy: 1_000_000_000)
    if settings.staysFragmented {
      try settleFirst(&state)
      return FragmentedFile(state.target, at: path, duration: length)
    }
    let start = try PacketTarget(inMemory: container.format)
    start.writesAtOnce = true
    _ = try begin(start, with: state.tracks, settings, PacketTarget.fragmentOptions)
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

  func writeFragment(
    _ movie: any FragmentWriting, of tracks: [MuxerQueue], _ settings: WriterSettings
  ) throws {
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
}
