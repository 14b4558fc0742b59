public import EditingModel
import MediaFormats
import MediaTime
public import Rendering

extension FileEdit {
  /// The same files, each leading to the next by `transition`.
  ///
  /// ```
  ///  first    ├──────────────╌╌┤
  ///  second                  ├╌╌──────────────┤        the film is shorter by the transition at each join
  /// ```
  ///
  /// It joins the adjusted files, and so is the last of their changes: behind ``adjusted(by:over:)``. Its duration does
  /// not depend on their speed. Where one of two files is silent, or shows nothing, at the join, it is cut there.
  ///
  /// - Parameters:
  ///   - files: The files, in their order.
  ///   - background: Seen where a picture leaves something free.
  /// - Throws: `RenderError` with `.invalidModel` where a file is too short for it.
  public func joined(
    by transition: ClipTransition, of files: [MediaFacts], over background: Color = .black
  ) throws(RenderError) -> FileEdit {
    guard starts.count > 1 else { return self }
    do {
      let join = try FileJoin(self, by: transition, of: files, over: background)
      var film = self
      film.edit = try join.joined(edit)
      for index in separateSounds.indices { film.separateSounds[index] = try join.joined(separateSounds[index]) }
      film.duration = try CMTime(exactly: join.end * speed)
      return film
    } catch let error as RenderError {
      throw error
    } catch {
      throw RenderError(
        .invalidModel, "The times of the transitions cannot be kept exactly: \(error)",
        remedy: "Choose a duration with a smaller denominator.")
    }
  }
}

/// The stretches of overlapping files, and what is seen and heard of them.
private struct FileJoin {
  private let kind: ClipTransition.Kind
  private let background: Color
  private let facts: [AssetReference: MediaFacts]
  /// The beginning of each file one after another, and with overlaps.
  private var begins: [(alone: Rational, joined: Rational)] = []
  /// The range of each transition, which leads from the file of its number to the next.
  private var windows: [RationalRange] = []
  /// The end of the film.
  private(set) var end = Rational.zero

  /// A piece of a file that is shown or played.
  private struct Piece {
    var file: Int
    var segment: CompositionTrackSegment
    var media: RationalRange
    var range: RationalRange

    /// Leaves out what is before `start`.
    mutating func begin(at start: Rational) throws(RationalError) {
      let rate = try media.duration / range.duration
      media = try RationalRange(start: media.start + (start - range.start) * rate, end: media.end)
      range = try RationalRange(start: start, end: range.end)
    }
  }

  /// A track, and what is in it.
  private struct Lane {
    var track: CompositionTrack
    var pieces: [Piece]
  }

  /// The visible part of a file.
  private struct Shown {
    var layer: LayerInstruction
    var range: RationalRange
  }

  init(_ film: FileEdit, by transition: ClipTransition, of files: [MediaFacts], over background: Color) throws {
    guard let length = transition.duration.rational, length > .zero else {
      throw RenderError(
        .invalidModel, "The transition lasts \(transition.duration.seconds) s.",
        remedy: "Give it a duration greater than 0.")
    }
    (kind, self.background) = (transition.kind, background)
    facts = Dictionary(files.map { ($0.asset, $0) }) { first, _ in first }
    let ends = film.starts.dropFirst() + [try (film.duration.rational ?? .zero) / film.speed]
    for (number, (start, next)) in zip(film.starts, ends).enumerated() {
      let lasting = try next - start
      let joins: Int64 = number == 0 || number == film.starts.count - 1 ? 1 : 2
      guard try lasting >= length * Rational(joins) else {
        throw RenderError(
          .invalidModel,
          "It lasts \(Self.words(lasting)) s\(film.speed == .one ? "" : " at its new speed"), and a transition of "
            + "\(length.decimalText) s is at " + (joins == 1 ? "one of its ends." : "each of its ends."),
          remedy: "Choose a transition of at most \(Self.words(try lasting / Rational(joins))) s.",
          asset: files.indices.contains(number) ? files[number].asset : nil)
      }
      let joined = number == 0 ? .zero : try end - length
      if number > 0 { windows.append(try RationalRange(start: joined, end: end)) }
      begins.append((start, joined))
      end = try joined + lasting
    }
  }

  /// `seconds` to the millisecond before.
  private static func words(_ seconds: Rational) -> String {
    (try? Rational((seconds * Rational(1_000)).floor(), 1_000))?.decimalText ?? seconds.decimalText
  }

  /// `edit` of the files one after another, with the transition at each join.
  func joined(_ edit: EditSnapshot) throws -> EditSnapshot {
    var joined = edit
    joined.composition.tracks = []
    var shown: [[Shown]] = Array(repeating: [], count: begins.count)
    let given = edit.videoComposition?.instructions.first?.layerInstructions ?? []
    var taken = edit.videoComposition?.animationTool?.additionalTrackIDs ?? []
    for track in edit.composition.tracks {
      let twinID = edit.composition.unusedTrackID(besides: taken)
      let lanes = lanes(of: try pieces(of: track), track, twinID: twinID)
      if lanes.count > 1 { taken.append(twinID) }
      for lane in lanes {
        joined.composition.tracks.append(try filled(lane))
        if track.mediaType == .audio, let fades = try fades(of: lane, among: lanes) {
          var mix = joined.audioMix ?? AudioMix()
          mix.inputParameters.append(AudioMixInputParameters(trackID: lane.track.id, volume: fades))
          joined.audioMix = mix
        }
        for piece in lane.pieces where track.mediaType == .video {
          var layer = given.first { $0.trackID == track.id } ?? LayerInstruction(assetTrack: lane.track)
          layer.trackID = lane.track.id
          shown[piece.file].append(Shown(layer: layer, range: piece.range))
        }
      }
    }
    var asked = edit.videoComposition ?? VideoComposition(fit: .resizeAspect)
    // Where nothing is composed, each picture keeps its own time.
    if edit.videoComposition == nil { asked.frameTiming = .source }
    joined.videoComposition = try RenderPlanner.defaultVideoComposition(
      for: joined.composition, completing: asked, facts: facts)
    if let size = joined.videoComposition?.renderSize {
      joined.videoComposition?.instructions = try instructions(showing: shown, in: size)
    }
    return joined
  }

  // MARK: Tracks

  /// The pieces of `track`, where it stands now. Of two files that cannot lead into each other, the second begins where the first ends.
  private func pieces(of track: CompositionTrack) throws -> [Piece] {
    var pieces: [Piece] = []
    for segment in track.segments where !segment.isEmpty {
      guard let media = try RationalRange(segment.timeMapping.source),
        let target = try RationalRange(segment.timeMapping.target),
        let file = begins.lastIndex(where: { $0.alone <= target.start })
      else { continue }
      let start = try target.start - begins[file].alone + begins[file].joined
      var piece = Piece(
        file: file, segment: segment, media: media,
        range: try RationalRange(start: start, duration: target.duration))
      if let before = pieces.last, before.range.end > start, !leads(before, to: piece) {
        guard before.range.end < piece.range.end else { continue }
        try piece.begin(at: before.range.end)
      }
      pieces.append(piece)
    }
    return pieces
  }

  /// Whether a transition leads from one piece to the other: both are there amid it.
  private func leads(_ old: Piece, to new: Piece) -> Bool {
    old.file + 1 == new.file && isPlayed(windows[old.file], from: old.range, to: new.range)
  }

  private func isPlayed(_ window: RationalRange, from old: RationalRange, to new: RationalRange) -> Bool {
    guard let middle = try? (window.start + window.end) / Rational(2) else { return false }
    return old.end >= middle && new.start <= middle
  }

  /// `pieces` by turns on `track` and on a second one: those of files that overlap are on different ones.
  private func lanes(of pieces: [Piece], _ track: CompositionTrack, twinID: TrackID) -> [Lane] {
    let first = pieces.first?.file ?? 0
    let halves = [pieces.filter { ($0.file - first) % 2 == 0 }, pieces.filter { ($0.file - first) % 2 != 0 }]
    return halves.enumerated().compactMap { number, pieces in
      guard number == 0 || !pieces.isEmpty else { return nil }
      var lane = track
      if number == 1 { lane.id = twinID }
      return Lane(track: lane, pieces: pieces)
    }
  }

  /// The track of `lane`, with its segments.
  private func filled(_ lane: Lane) throws -> CompositionTrack {
    var track = lane.track
    track.segments = []
    var end = Rational.zero
    for piece in lane.pieces {
      if piece.range.start > end {
        track.segments.append(CompositionTrackSegment(emptyOver: try CMTimeRange(from: end, to: piece.range.start)))
      }
      var segment = piece.segment
      segment.timeMapping = CMTimeMapping(
        source: try CMTimeRange(from: piece.media.start, to: piece.media.end),
        target: try CMTimeRange(from: piece.range.start, to: piece.range.end))
      track.segments.append(segment)
      end = piece.range.end
    }
    return track
  }

  // MARK: Sound

  /// The volume ramps of transitions in `lane`; nil where there is none.
  private func fades(of lane: Lane, among lanes: [Lane]) throws -> Ramps<Double>? {
    let all = lanes.flatMap(\.pieces).sorted { $0.range.start < $1.range.start }
    var entries: [Ramps<Double>.Entry] = []
    for (old, new) in zip(all, all.dropFirst()) where leads(old, to: new) {
      let isIn = lane.pieces.contains { $0.file == new.file }
      entries += try kind.fade(isIn: isIn, over: windows[old.file])
    }
    guard !entries.isEmpty else { return nil }
    // One that comes without a transition is as loud as ever.
    for piece in lane.pieces where !all.contains(where: { leads($0, to: piece) }) {
      entries.append(.setting(at: try CMTime(exactly: piece.range.start), value: 1))
    }
    return Ramps(entries.sorted { $0.start < $1.start })
  }

  // MARK: Pictures

  /// An instruction for each file alone and each transition.
  private func instructions(showing shown: [[Shown]], in size: Size) throws -> [VideoCompositionInstruction] {
    var instructions: [VideoCompositionInstruction] = []
    var start = Rational.zero
    func add(until end: Rational, _ layers: [LayerInstruction]) throws {
      guard end > start else { return }
      instructions.append(
        VideoCompositionInstruction(
          timeRange: try CMTimeRange(from: start, to: end), layerInstructions: layers, backgroundColor: background))
      start = end
    }
    for (file, window) in windows.enumerated() {
      try add(until: window.start, shown[file].map(\.layer))
      try add(until: window.end, try layers(from: shown[file], to: shown[file + 1], over: window, in: size))
    }
    try add(until: end, shown.last?.map(\.layer) ?? [])
    return instructions
  }

  /// The layers while a transition plays over `window`: the topmost picture of each file takes part.
  private func layers(
    from old: [Shown], to new: [Shown], over window: RationalRange, in size: Size
  ) throws -> [LayerInstruction] {
    guard let first = old.first, let second = new.first, isPlayed(window, from: first.range, to: second.range) else {
      return (old + new).map(\.layer)
    }
    let pair = TransitionLayers(of: first.layer, by: kind, over: window, renderSize: size)
    return try pair.layers(from: first.layer, to: second.layer) + (old.dropFirst() + new.dropFirst()).map(\.layer)
  }
}

extension CMTimeRange {
  fileprivate init(from start: Rational, to end: Rational) throws(RationalError) {
    self.init(start: try CMTime(exactly: start), duration: try CMTime(exactly: end - start))
  }
}
