import EditingModel
import MediaTime
import ProjectFile

/// A level over time in pieces: the entries of a stretch of time, and the entries of joined pieces.
enum LevelPieces {
  /// The part of `entries`, which are in order, from `start` up to `end`, or to the end if nil; empty where the level
  /// is 1 all the time.
  static func piece(
    of entries: [LevelEntry], from start: Rational, to end: Rational?
  ) throws(RationalError) -> [LevelEntry] {
    var piece: [LevelEntry] = []
    if let running = entries.last(where: { $0.start <= start }) {
      if running.start == start {
        piece.append(running)
      } else if try running.end() > start {
        piece.append(
          .ramp(
            start: start, duration: try running.end() - start, from: try running.value(at: start), to: running.last))
      } else if running.last != 1 {
        piece.append(.setting(at: start, value: running.last))
      }
    }
    piece += entries.filter { entry in entry.start > start && (end.map { entry.start < $0 } ?? true) }
    if let end, let last = piece.last, case .ramp(let from, _, let first, _) = last, try last.end() > end {
      piece[piece.count - 1] = .ramp(
        start: from, duration: try end - from, from: first, to: try last.value(at: end))
    }
    return piece
  }

  /// `entries` with `piece`, which holds from `start` on, behind them: without what only says there what holds already.
  static func joining(
    _ entries: [LevelEntry], with piece: [LevelEntry], from start: Rational
  ) throws(RationalError) -> [LevelEntry] {
    let held = entries.last?.last ?? 1
    var (entries, piece) = (entries, piece[...])
    switch piece.first {
    case .setting(start, held)?:
      piece.removeFirst()
    case .ramp(start, let duration, let from, let to)?:
      // A straight line that only instructions part is one.
      guard case .ramp(let begin, let length, let first, let last)? = entries.last, try begin + length == start,
        (last - from).magnitude < 1e-9,
        ((last - first) / length.seconds - (to - from) / duration.seconds).magnitude < 1e-6
      else { break }
      entries[entries.count - 1] = .ramp(start: begin, duration: try length + duration, from: first, to: to)
      piece.removeFirst()
    case let entry? where entry.start == start: break
    default: if held != 1 { entries.append(.setting(at: start, value: 1)) }
    }
    return entries + piece
  }
}

/// The layers in which instructions show a track, and the entries of their opacity.
struct OpacityLayers {
  /// A layer of the track.
  struct Layer {
    /// Its place in the file.
    let pointer: JSONPointer
    /// The layer.
    let node: JSONNode
    /// The beginning of its instruction.
    let start: Rational
    /// Its end; nil of the last one.
    let end: Rational?
    /// The entries.
    let entries: [LevelEntry]
  }

  /// The layers, in time order.
  let layers: [Layer]

  /// The layers of track `track`. Instructions that pass a track through have none.
  init(ofTrack track: Int, in project: ProjectText) throws(RationalError) {
    var found: [Layer] = []
    for (index, instruction) in project.document.elements(at: .instructions).enumerated() {
      guard instruction["passthrough"] == nil, let start = project.seconds(instruction["start"]),
        let duration = project.seconds(instruction["duration"])
      else { continue }
      for (place, node) in (instruction["layers"]?.elements ?? []).enumerated() where node["track"]?.integer == track {
        found.append(
          Layer(
            pointer: JSONPointer.instructions.appending(index).appending("layers").appending(place), node: node,
            start: start, end: try start + duration,
            entries: (node["opacity"]?.elements ?? []).compactMap { LevelEntry($0, in: project) }))
      }
    }
    layers = found.enumerated().map { index, layer in
      index < found.count - 1 && found[index + 1].start > layer.start
        ? layer
        : Layer(pointer: layer.pointer, node: layer.node, start: layer.start, end: nil, entries: layer.entries)
    }
  }

  /// The opacity of the track over the film: the entries of all layers, one after another.
  func entries() throws(RationalError) -> [LevelEntry] {
    var all: [LevelEntry] = []
    for (index, layer) in layers.enumerated() {
      // A track that an instruction shows twice has the entries of the upper layer.
      if index > 0, layers[index - 1].start == layer.start { continue }
      let piece = try LevelPieces.piece(of: layer.entries, from: layer.start, to: layer.end)
      all = index == 0 ? piece : try LevelPieces.joining(all, with: piece, from: layer.start)
    }
    return all
  }
}
