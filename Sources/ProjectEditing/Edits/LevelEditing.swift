import EditingModel
import MediaTime
import ProjectFile

/// Writes the levels of a track: the volume of one of sound, the opacity of one of pictures.
struct LevelEditing {
  private let project: ProjectText
  private let context: EditContext

  /// Levels in `project`, with further facts in `context`.
  init(_ project: ProjectText, _ context: EditContext) {
    self.project = project
    self.context = context
  }

  /// The edits that give track number `number` the levels `entries`.
  func edits(track number: Int, _ entries: [LevelEntry]) throws -> [JSONEdit] {
    let tracks = project.document.elements(at: .tracks)
    guard let track = tracks.first(where: { $0["id"]?.integer == number }) else {
      let known = tracks.compactMap { $0["id"]?.integer }.map(String.init).joined(separator: ", ")
      throw ProjectEditError(
        .notFound, "There is no track \(number).",
        expected: known.isEmpty ? "a track; the composition has none" : "the number of a track: \(known)")
    }
    let sorted = entries.sorted { $0.start < $1.start }
    let isVideo = track["kind"]?.text == "video"
    let limit = isVideo ? 1.0 : 10
    if let wrong = sorted.flatMap({ [$0.first, $0.last] }).first(where: { !(0...limit).contains($0) }) {
      throw ProjectEditError(
        .invalidEdit, "The level \(wrong.shortText) is out of range.", expected: "a number from 0 to \(limit.shortText)"
      )
    }
    return isVideo ? try opacity(ofTrack: number, sorted) : volume(ofTrack: number, sorted)
  }

  // MARK: Sound

  private func volume(ofTrack number: Int, _ entries: [LevelEntry]) -> [JSONEdit] {
    let mix = JSONPointer(["audioMix"])
    let inputs = mix.appending("inputs")
    let nodes = project.document.elements(at: inputs)
    guard let index = nodes.firstIndex(where: { $0["track"]?.integer == number }) else {
      guard !entries.isEmpty else { return [] }
      let input = JSONNode.object([("track", .number(number)), ("volume", .array(written(entries, like: [])))])
      return project.document.node(at: mix) == nil
        ? [.insert(mix, .node(.object([("inputs", .array([input]))])), behind: keyBeforeAudioMix)]
        : [.insert(inputs.appending("-"), .node(input))]
    }
    // An entry with no other values is removed together with its volume.
    if entries.isEmpty, nodes[index].members.allSatisfy({ $0.key == "track" || $0.key == "volume" }) {
      return [.remove(inputs.appending(index))]
    }
    return replacing("volume", of: nodes[index], at: inputs.appending(index), by: entries)
  }

  /// The key behind which the mix stands, in the order in which the format names them.
  private var keyBeforeAudioMix: String? {
    let keys = ["subtitles", "titleStyles", "titles", "overlays", "additionalLayers", "layers", "videoComposition"]
    return (keys + ["composition"]).first { project.document.root[$0] != nil }
  }

  // MARK: Pictures

  private func opacity(ofTrack number: Int, _ entries: [LevelEntry]) throws -> [JSONEdit] {
    guard !project.document.elements(at: .instructions).isEmpty else {
      return entries.isEmpty ? [] : try instruction(showing: number, entries)
    }
    let layers = try OpacityLayers(ofTrack: number, in: project).layers
    guard !layers.isEmpty else {
      throw ProjectEditError(
        .notPossible, at: .instructions, "No instruction shows track \(number) in a layer.",
        remedy: "Give the instructions a layer for it.")
    }
    return try layers.flatMap { layer -> [JSONEdit] in
      let piece = try LevelPieces.piece(of: entries, from: layer.start, to: layer.end)
      if piece == (try LevelPieces.piece(of: layer.entries, from: layer.start, to: layer.end)) { return [] }
      return replacing("opacity", of: layer.node, at: layer.pointer, by: piece)
    }
  }

  /// The edits that make one instruction over the whole film, which shows all video tracks as they are shown without it, where track
  /// `number` has the opacity `entries`.
  private func instruction(showing number: Int, _ entries: [LevelEntry]) throws -> [JSONEdit] {
    let film = try project.timeline().duration
    let shown = project.document.elements(at: .tracks).filter {
      $0["kind"]?.text == "video" && ($0["enabled"]?.truth ?? true)
    }
    guard film > .zero, shown.contains(where: { $0["id"]?.integer == number }) else {
      throw ProjectEditError(
        .notPossible, "Track \(number) shows nothing.", remedy: "Enable the track, and put a segment on it.")
    }
    let time = { TimeNotation.node($0, like: nil, frameDuration: nil) }
    let trees = project.document.elements(at: JSONPointer(["additionalLayers"])).compactMap { $0["track"] }
    let layers =
      trees.map { JSONNode.object([("track", $0)]) }
      + shown.map { track in
        var members: [(String, JSONNode)] = [("track", track["id"] ?? .number(number))]
        if let transform = track["transform"] {
          members.append(("transform", .array([.object([("at", .number(0)), ("value", transform)])])))
        }
        if track["id"]?.integer == number { members.append(("opacity", .array(written(entries, like: [])))) }
        return .object(members)
      }
    let instruction = JSONNode.object([
      ("start", .number(0)), ("duration", time(film)), ("layers", .array(layers)),
    ])
    let present = project.document.node(at: .videoComposition)
    var members: [(String, JSONNode)] = []
    if present?["frameDuration"] == nil {
      guard let frameDuration = context.frameDuration else { throw Self.unknown("how long a frame lasts") }
      members.append(("frameDuration", time(frameDuration)))
    }
    if present?["renderSize"] == nil {
      guard let size = context.renderSize else { throw Self.unknown("how large the picture is") }
      members.append(("renderSize", .array(size.map(JSONNode.number))))
    }
    if present?["fit"] == nil { members.append(("fit", .string("fit"))) }
    members.append(("instructions", .array([instruction])))
    guard present != nil else {
      return [.insert(.videoComposition, .node(.object(members)), behind: "composition")]
    }
    return members.map { .set(JSONPointer.videoComposition.appending($0.0), .node($0.1)) }
  }

  private static func unknown(_ what: String) -> ProjectEditError {
    ProjectEditError(
      .notPossible, at: .videoComposition, "Nothing says \(what).",
      remedy: "Give the project a videoComposition with frameDuration and renderSize.")
  }

  // MARK: Lists

  /// The edits that make `entries` of the list `key` of `node`, which keep those at its beginning and end that stay.
  private func replacing(
    _ key: String, of node: JSONNode, at place: JSONPointer, by entries: [LevelEntry]
  ) -> [JSONEdit] {
    let list = place.appending(key)
    guard let nodes = node[key]?.elements, !nodes.isEmpty else {
      return entries.isEmpty ? [] : [.set(list, .node(.array(written(entries, like: []))))]
    }
    guard !entries.isEmpty else { return [.remove(list)] }
    let old = nodes.map { LevelEntry($0, in: project) }
    let start = zip(old, entries).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), entries.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    let (oldMiddle, newMiddle) = (start..<(old.count - end), start..<(entries.count - end))
    let texts = written(entries, like: nodes)
    let common = min(oldMiddle.count, newMiddle.count)
    let changed = (start..<(start + common)).flatMap { index -> [JSONEdit] in
      // Of an entry of the same kind, only what is different.
      Set(nodes[index].members.map(\.key)) == Set(texts[index].members.map(\.key))
        ? differences(nodes[index], texts[index], at: list.appending(index))
        : [.set(list.appending(index), .node(texts[index]))]
    }
    return changed
      + newMiddle.dropFirst(common).map { .insert(list.appending($0), .node(texts[$0])) }
      + oldMiddle.dropFirst(common).reversed().map { .remove(list.appending($0)) }
  }

  private func differences(_ old: JSONNode, _ new: JSONNode, at pointer: JSONPointer) -> [JSONEdit] {
    new.members.compactMap { member in
      let before = old[member.key]
      let isTime = member.key == "at" || member.key == "start" || member.key == "duration"
      let isSame =
        isTime
        ? project.seconds(before) == project.seconds(member.value) : before?.number == member.value.number
      return isSame ? nil : .set(pointer.appending(member.key), .node(member.value))
    }
  }

  private func written(_ entries: [LevelEntry], like nodes: [JSONNode]) -> [JSONNode] {
    entries.enumerated().map { index, entry in
      entry.node(
        like: nodes.indices.contains(index) ? nodes[index] : nodes.last, frameDuration: project.frameDuration)
    }
  }
}
