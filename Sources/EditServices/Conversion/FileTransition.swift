public import EditingModel
public import MediaFormats
import MediaTime
public import Rendering

extension FileEdit {
  /// The files that `files` tell of, one after another, each leading to the next by `transition`.
  ///
  /// ```
  ///  first    ├──────────────╌╌┤
  ///  second                  ├╌╌──────────────┤        the film is shorter by the transition at each join
  /// ```
  ///
  /// A track in which one of two files is silent, or shows nothing, at the join is cut there.
  ///
  /// - Throws: `RenderError` with `.invalidModel` where a file is too short for it, and as without a transition.
  public init(
    joining files: [MediaFacts], by transition: ClipTransition, soundTracks: SoundTracks = .keep, in fileType: FileType
  ) throws(RenderError) {
    try self.init(joining: files, soundTracks: soundTracks, in: fileType)
    guard files.count > 1 else { return }
    let join: FileJoin
    do {
      join = try FileJoin(files, by: transition)
      edit = try join.joined(edit, files)
      var sounds: [EditSnapshot] = []
      for sound in separateSounds { sounds.append(try join.joined(sound, files)) }
      separateSounds = sounds
    } catch let error as RenderError {
      throw error
    } catch {
      throw RenderError(
        .invalidModel, "The times of the transitions cannot be kept exactly: \(error)",
        remedy: "Choose a duration with a smaller denominator.")
    }
    duration = edit.composition.duration
  }
}

/// Where files stand that overlap.
private struct FileJoin {
  private let transition: ClipTransition
  private let length: Rational
  /// When each file begins without a transition, and with one.
  private var begins: [(alone: Rational, joined: Rational)] = []
  private var end = Rational.zero

  init(_ files: [MediaFacts], by transition: ClipTransition) throws {
    guard let length = transition.duration.rational, length > .zero else {
      throw RenderError(
        .invalidModel, "The transition lasts \(transition.duration.seconds) s.",
        remedy: "Give it a duration greater than 0.")
    }
    self.transition = ClipTransition(transition.kind, duration: transition.duration)
    self.length = length
    var (alone, joined) = (Rational.zero, Rational.zero)
    for (number, file) in files.enumerated() {
      let ends: Int64 = number == 0 || number == files.count - 1 ? 1 : 2
      guard try file.duration >= length * Rational(ends) else {
        throw RenderError(
          .invalidModel,
          "It lasts \(file.duration.decimalText) s, and a transition of \(length.decimalText) s is at "
            + (ends == 1 ? "one of its ends." : "each of its ends."),
          remedy: "Choose a transition of at most \(try (file.duration / Rational(ends)).decimalText) s.",
          asset: file.asset)
      }
      begins.append((alone, joined))
      alone = try alone + file.duration
      end = try joined + file.duration
      joined = try end - length
    }
  }

  /// `edit` of the files one after another, with the transition at each join.
  func joined(_ edit: EditSnapshot, _ files: [MediaFacts]) throws -> EditSnapshot {
    var composition = edit.composition
    var placed: [PlacedTransition] = []
    for index in composition.tracks.indices { placed += try join(&composition.tracks[index]) }
    let facts = Dictionary(files.map { ($0.asset, $0) }) { first, _ in first }
    var videoComposition = try RenderPlanner.defaultVideoComposition(for: composition, facts: facts)
    // Where nothing is composed, each picture keeps its own time.
    videoComposition?.frameTiming = .source
    let lowering = TransitionLowering(
      of: composition, videoComposition: videoComposition, audioMix: edit.audioMix, transitions: placed)
    if let problem = lowering.problems.first {
      throw RenderError(
        .invalidModel, problem.message, remedy: problem.expected.map { "Expected \($0)." })
    }
    return EditSnapshot(
      composition: lowering.composition, videoComposition: lowering.videoComposition, audioMix: lowering.audioMix,
      subtitles: edit.subtitles)
  }

  /// Moves the segments of `track` together, each up to the middle of the transitions at its ends.
  private func join(_ track: inout CompositionTrack) throws -> [PlacedTransition] {
    var pieces: [(file: Int, source: CompositionTrackSegment.Source, offset: Rational, range: RationalRange)] = []
    for segment in track.segments {
      guard let source = segment.source, let media = try RationalRange(segment.timeMapping.source),
        let target = try RationalRange(segment.timeMapping.target),
        let file = begins.lastIndex(where: { $0.alone <= target.start })
      else { continue }
      let start = try target.start - begins[file].alone + begins[file].joined
      pieces.append((file, source, try media.start - start, try RationalRange(start: start, duration: target.duration)))
    }
    var placed: [PlacedTransition] = []
    for (index, next) in zip(pieces.indices.dropFirst(), pieces.dropFirst()) {
      let before = pieces[index - 1]
      let cut = try begins[next.file].joined + length / Rational(2)
      if before.file + 1 == next.file, before.range.end >= cut, next.range.start <= cut {
        pieces[index - 1].range = try RationalRange(start: pieces[index - 1].range.start, end: cut)
        pieces[index].range = try RationalRange(start: cut, end: next.range.end)
        placed.append(PlacedTransition(transition, inTrack: track.id, at: try CMTime(exactly: cut)))
      } else if before.range.end > next.range.start {
        pieces[index].range = try RationalRange(start: before.range.end, end: next.range.end)
      }
    }
    var segments: [CompositionTrackSegment] = []
    var end = Rational.zero
    for piece in pieces where piece.range.start < piece.range.end {
      if piece.range.start > end {
        segments.append(CompositionTrackSegment(emptyOver: try Self.range(from: end, to: piece.range.start)))
      }
      segments.append(
        CompositionTrackSegment(
          source: piece.source,
          sourceRange: try Self.range(from: piece.range.start + piece.offset, to: piece.range.end + piece.offset),
          targetRange: try Self.range(from: piece.range.start, to: piece.range.end)))
      end = piece.range.end
    }
    track.segments = segments
    return placed
  }

  private static func range(from start: Rational, to end: Rational) throws(RationalError) -> CMTimeRange {
    CMTimeRange(start: try CMTime(exactly: start), duration: try CMTime(exactly: end - start))
  }
}
