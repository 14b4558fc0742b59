import EditingModel
import FoundationEssentials
import MediaTime
import ProjectFile

/// Puts media on tracks: an asset where there is none of the file yet, segments, and tracks where none has room.
struct MediaPlacing {
  private let project: ProjectText
  private let context: EditContext

  /// Placements in `project`, with further facts in `context`.
  init(_ project: ProjectText, _ context: EditContext) {
    self.project = project
    self.context = context
  }

  /// A part of a medium that is put on a track.
  private struct Part {
    /// Whether it is pictures.
    var isVideo: Bool
    /// The track; nil for a new one.
    var track: Int?
  }

  /// The edits that place `placement`.
  func edits(_ placement: MediaPlacement) throws -> [JSONEdit] {
    let original = try project.timeline()
    let asset = try asset(of: placement.file)
    let duration = try duration(of: placement, asset: asset.name)
    let parts = try parts(of: placement, for: duration, in: original)
    let start = try self.start(of: placement, parts, in: original)
    var timeline = original
    var elements: [Int: JSONNode] = [:]
    var additions: [JSONEdit] = []
    var numbers: [(number: Int, order: Int)] = []
    for part in parts.map({ fitted($0, from: start, for: duration, in: original) }) {
      let element = element(of: asset.name, duration, in: part.track)
      if let track = part.track {
        let clip = TimelineClip(
          id: timeline.unusedNumber, asset: asset.name, sourceStart: .zero, sourceDuration: duration, start: start,
          end: try start + duration)
        elements[clip.id] = element
        try timeline.tracks[track].place(clip, nearestTo: start)
        numbers.append((timeline.tracks[track].id, track))
      } else {
        let number = unusedTrackNumber(besides: numbers.map(\.number))
        let (edit, order) = newTrack(number, isVideo: part.isVideo, element, at: start, in: original)
        additions.append(edit)
        numbers.append((number, order))
      }
    }
    let end = try max(timeline.duration, start + duration)
    let writing = TimelineWriting(project: project, original: original)
    return try asset.edits + writing.edits(for: timeline, elements: elements)
      + project.fittingInstructions(to: end, from: original.duration)
      + parts.indices.filter { parts[$0].isVideo }.flatMap { index in
        try layers(
          showing: numbers[index].number, order: numbers[index].order, from: start, for: duration, in: original)
      } + additions
  }

  // MARK: The asset

  /// The name of the asset of `file`, and the edits that make it where there is none.
  private func asset(of file: String) throws(ProjectEditError) -> (name: String, edits: [JSONEdit]) {
    let assets = JSONPointer(["assets"])
    let url: URL
    do {
      url = try MediaPath(uri: file, baseURL: context.baseURL).url
    } catch {
      throw ProjectEditError(.invalidEdit, at: JSONPointer(["file"]), error.diagnostic)
    }
    let known = project.document.node(at: assets)?.members ?? []
    let path = url.standardizedFileURL.path
    if let present = known.first(where: { member in
      member.value["uri"]?.text.flatMap { try? MediaPath(uri: $0, baseURL: context.baseURL) }?.url
        .standardizedFileURL.path == path
    }) {
      return (present.key, [])
    }
    let stem = url.deletingPathExtension().lastPathComponent
    let wanted = stem.isEmpty || stem == "/" ? "asset" : stem
    let names = Set(known.map(\.key))
    var (name, number) = (wanted, 2)
    while names.contains(name) { (name, number) = ("\(wanted) \(number)", number + 1) }
    let uri = file.hasPrefix("/") ? MediaPath.uri(of: url, baseURL: context.baseURL) : file
    return (name, [.insert(assets.appending(name), .node(.object([("uri", .string(uri))])))])
  }

  private func duration(of placement: MediaPlacement, asset: String) throws(ProjectEditError) -> Rational {
    let held = context.fileDurations[placement.file] ?? context.mediaDurations[asset]
    if let duration = placement.duration { return held.map { min(duration, $0) } ?? duration }
    if let held, held > .zero { return held }
    guard context.stills.contains(asset) else {
      throw ProjectEditError(
        .invalidEdit, "Nothing says how long \(placement.file) is.", remedy: "Give a duration.")
    }
    return EditContext.stillDuration
  }

  // MARK: Tracks

  /// The parts, each with the track that is asked for.
  private func parts(
    of placement: MediaPlacement, for duration: Rational, in timeline: Timeline
  ) throws(ProjectEditError) -> [Part] {
    let asked = try placement.track.map { (pointer) throws(ProjectEditError) in try timeline.track(at: pointer) }
    let kinds = [placement.video ? true : nil, placement.audio ? false : nil].compactMap(\.self)
    guard !kinds.isEmpty else {
      throw ProjectEditError(
        .invalidEdit, "Neither pictures nor sound are placed.", expected: "video or audio, or both")
    }
    if let asked, !kinds.contains(timeline.tracks[asked].isVideo) {
      throw ProjectEditError(
        .notPossible, at: .tracks.appending(asked), "The track is one of the other kind.",
        remedy: "Choose a track of the same kind, or none.")
    }
    return kinds.map { isVideo in
      let own = asked.flatMap { timeline.tracks[$0].isVideo == isVideo ? $0 : nil }
      return Part(isVideo: isVideo, track: own)
    }
  }

  /// The beginning of all parts: the time that is asked for, or the end of the track that is, or else of the first that
  /// takes part.
  private func start(
    of placement: MediaPlacement, _ parts: [Part], in timeline: Timeline
  ) throws(RationalError) -> Rational {
    guard let part = parts.first(where: { $0.track != nil }) ?? parts.first else { return .zero }
    let track = part.track ?? timeline.tracks.firstIndex { $0.isVideo == part.isVideo && $0.isEnabled }
    guard let at = placement.at else { return track.map { timeline.tracks[$0].end } ?? .zero }
    return max(.zero, at)
  }

  /// `part` on the first track with room, where the requested one has none, or none is requested.
  private func fitted(_ part: Part, from start: Rational, for duration: Rational, in timeline: Timeline) -> Part {
    guard let end = try? start + duration else { return part }
    let order = [part.track].compactMap(\.self) + timeline.tracks.indices
    var fitted = part
    fitted.track = order.first { index in
      let track = timeline.tracks[index]
      return track.isVideo == part.isVideo && (track.isEnabled || index == part.track)
        && track.isFree(from: start, to: end)
    }
    return fitted
  }

  /// The edit that makes track `number` with `element` on it: a video track on top of the others, an audio track behind them. Its order is
  /// its place among the tracks as they are.
  private func newTrack(
    _ number: Int, isVideo: Bool, _ element: JSONNode, at start: Rational, in timeline: Timeline
  ) -> (edit: JSONEdit, order: Int) {
    var segment = element.members.map { ($0.key, $0.value) }
    if start > .zero { segment.append(("at", TimeNotation.node(start, like: nil, frameDuration: nil))) }
    let track = JSONNode.object([
      ("id", .number(number)), ("kind", .string(isVideo ? "video" : "audio")), ("segments", .array([.object(segment)])),
    ])
    let first = timeline.tracks.firstIndex(where: \.isVideo)
    guard isVideo, let first else { return (.insert(.tracks.appending("-"), .node(track)), timeline.tracks.count) }
    return (.insert(.tracks.appending(first), .node(track)), first - 1)
  }

  private func unusedTrackNumber(besides taken: [Int]) -> Int {
    let trees = project.document.elements(at: JSONPointer(["additionalLayers"])).compactMap { $0["track"]?.integer }
    let known = Set(project.document.elements(at: .tracks).compactMap { $0["id"]?.integer } + trees + taken)
    let next = (known.max() ?? 0) + 1
    return next <= Int(Int32.max) ? next : (1...Int(Int32.max)).first { !known.contains($0) } ?? 1
  }

  /// The element of a segment, its times written as those of its track.
  private func element(of asset: String, _ duration: Rational, in track: Int?) -> JSONNode {
    let model = track.flatMap { project.document.elements(at: .tracks.appending($0).appending("segments")).last }
    return .object([
      ("asset", .string(asset)),
      ("in", TimeNotation.node(.zero, like: model?["in"], frameDuration: project.frameDuration)),
      ("duration", TimeNotation.node(duration, like: model?["duration"], frameDuration: project.frameDuration)),
    ])
  }

  // MARK: Instructions

  /// The edits by which instructions show track `number`, the one of `order`, in the time from `start` on: those that do not yet.
  private func layers(
    showing number: Int, order: Int, from start: Rational, for duration: Rational, in timeline: Timeline
  ) throws -> [JSONEdit] {
    let instructions = project.document.elements(at: .instructions)
    guard project.document.node(at: JSONPointer.videoComposition.appending("customCompositor")) == nil else {
      return []
    }
    let end = try start + duration
    let orders = Dictionary(timeline.tracks.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return try instructions.enumerated().compactMap { index, instruction -> JSONEdit? in
      guard instruction["passthrough"] == nil, let begin = project.seconds(instruction["start"]),
        let length = project.seconds(instruction["duration"]), begin < end,
        try index == instructions.count - 1 || begin + length > start
      else { return nil }
      let pointer = JSONPointer.instructions.appending(index).appending("layers")
      let layer = JSONNode.object([("track", .number(number))])
      guard let layers = instruction["layers"]?.elements else { return .insert(pointer, .node(.array([layer]))) }
      let shown = layers.map { $0["track"]?.integer ?? 0 }
      guard !shown.contains(number) else { return nil }
      let place = shown.firstIndex { (orders[$0] ?? -1) > order } ?? layers.count
      return .insert(pointer.appending(place), .node(layer))
    }
  }
}
