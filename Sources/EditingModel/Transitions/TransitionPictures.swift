import MediaTime

/// Shows video tracks that have become two: cuts instructions where transitions begin and end, and lays both tracks over each other
/// between.
///
/// ```
///  instruction   [ track 1                                        )
///  becomes       [ track 1 ) [ track 4 over track 1 ) [ track 4   )
///                            ↑ transition           ↑
/// ```
struct TransitionPictures {
  /// The tracks.
  let overlaps: [TrackOverlap]
  /// The size of the picture, in which layers are placed.
  let renderSize: Size
  /// What is wrong with instructions.
  private(set) var problems: [TransitionProblem] = []
  /// For how long instructions show each transition, by its index.
  private var shown: [Int: Rational] = [:]

  init(overlaps: [TrackOverlap], renderSize: Size) {
    self.overlaps = overlaps
    self.renderSize = renderSize
  }

  /// The transitions that instructions show in part only, or not at all.
  var unshown: [TransitionProblem] {
    let reported = Set(problems.map(\.index))
    return overlaps.filter(\.track.isEnabled).flatMap { overlap in
      overlap.windows.compactMap { window in
        guard shown[window.index] ?? .zero < window.range.duration, !reported.contains(window.index) else { return nil }
        let (start, end) = (window.range.start.decimalText, window.range.end.decimalText)
        return TransitionProblem(
          .unsuitableInstruction, ofTransition: window.index,
          "Instructions do not show track \(overlap.track.id) all through the transition, from \(start) to \(end) s.",
          expected: "a layer of track \(overlap.track.id) in each instruction from \(start) to \(end) s")
      }
    }
  }

  /// What `instruction` becomes, with the index that each layer had.
  mutating func pieces(
    of instruction: VideoCompositionInstruction
  ) throws(RationalError) -> [(instruction: VideoCompositionInstruction, layers: [Int])] {
    let own = instruction.passthroughTrackID.map { [$0] } ?? instruction.layerInstructions.map(\.trackID)
    let concerned = overlaps.filter { own.contains($0.track.id) }
    guard !concerned.isEmpty, let range = try RationalRange(instruction.timeRange) else {
      return [(instruction, Array(instruction.layerInstructions.indices))]
    }
    var borders: Set<Rational> = [range.start, range.end]
    for window in concerned.flatMap(\.windows) {
      for time in [window.range.start, window.range.end] where range.start < time && time < range.end {
        borders.insert(time)
      }
    }
    let times = borders.sorted()
    var pieces: [(instruction: VideoCompositionInstruction, layers: [Int])] = []
    for (start, end) in zip(times, times.dropFirst()) {
      var piece = instruction
      piece.timeRange = CMTimeRange(start: try CMTime(exactly: start), duration: try CMTime(exactly: end - start))
      let layers = try self.layers(of: instruction, from: start, to: end)
      piece.layerInstructions = layers.map(\.layer)
      piece.passthroughTrackID = instruction.passthroughTrackID.map { id in
        concerned.first { $0.track.id == id }.map { $0.trackID(of: $0.lane(at: start)) } ?? id
      }
      if case .tracks(let tracks) = instruction.requiredSources {
        piece.requiredSources = .tracks(
          tracks + concerned.filter { tracks.contains($0.track.id) }.map(\.twinID))
      }
      if let id = instruction.passthroughTrackID, let overlap = concerned.first(where: { $0.track.id == id }),
        let window = overlap.windows.first(where: { $0.range.contains(start) })
      {
        report(
          window, "An instruction passes track \(id) through as it is, and the transition begins or plays in it.",
          expected: "an instruction with a layer of track \(id) in place of passthrough")
      }
      pieces.append((piece, layers.map(\.index)))
    }
    return pieces
  }

  /// The layers of `instruction` between two borders.
  private mutating func layers(
    of instruction: VideoCompositionInstruction, from start: Rational, to end: Rational
  ) throws(RationalError) -> [(layer: LayerInstruction, index: Int)] {
    var layers: [(layer: LayerInstruction, index: Int)] = []
    for (index, layer) in instruction.layerInstructions.enumerated() {
      guard let overlap = overlaps.first(where: { $0.track.id == layer.trackID }) else {
        layers.append((layer, index))
        continue
      }
      guard let number = overlap.windows.firstIndex(where: { $0.range.contains(start) }) else {
        var only = layer
        only.trackID = overlap.trackID(of: overlap.lane(at: start))
        layers.append((only, index))
        continue
      }
      let window = overlap.windows[number]
      // A layer that shows the track a second time adds nothing.
      if !layers.contains(where: { $0.layer.trackID == overlap.trackID(of: number) }) {
        shown[window.index] = try (shown[window.index] ?? .zero) + (end - start)
      }
      var old = layer
      old.trackID = overlap.trackID(of: number)
      var new = layer
      new.trackID = overlap.trackID(of: number + 1)
      do throws(TransitionLayers.Failure) {
        let pair = TransitionLayers(base: layer, window: window, renderSize: renderSize)
        layers += try pair.layers(from: old, to: new).map { ($0, index) }
      } catch {
        switch error {
        case .inexact(let error): throw error
        case .unsuitable(let message, let expected): report(window, message, expected: expected)
        }
      }
    }
    return layers
  }

  private mutating func report(_ window: TrackOverlap.Window, _ message: String, expected: String) {
    guard !problems.contains(where: { $0.index == window.index }) else { return }
    problems.append(
      TransitionProblem(.unsuitableInstruction, ofTransition: window.index, message, expected: expected))
  }
}

/// The two layers that one layer becomes while a transition plays.
struct TransitionLayers {
  /// The layer as the instruction has it.
  let base: LayerInstruction
  /// The transition.
  let window: TrackOverlap.Window
  /// The size of the picture.
  let renderSize: Size

  /// Why a layer cannot show a transition.
  enum Failure: Error {
    case inexact(RationalError)
    case unsuitable(String, expected: String)
  }

  /// Where the pictures are: things move across it, and are not seen outside.
  private var region: Rectangle { base.frame ?? Rectangle(renderSize) }

  /// The layers, the topmost first, of which `old` shows the clip before the cut and `new` the one behind.
  func layers(from old: LayerInstruction, to new: LayerInstruction) throws(Failure) -> [LayerInstruction] {
    var (old, new) = (old, new)
    do {
      switch window.transition.kind {
      case .crossDissolve:
        try checkOpacity()
        old.opacity = try line(1, 0)
        return [old, new]
      case .fadeThroughBlack:
        let fades = try halves()
        old.opacity = try base.opacity.times(fades.old, over: window.range)
        new.opacity = try base.opacity.times(fades.new, over: window.range)
        return [new, old]
      case .push(let direction):
        try clip(&old, &new)
        let way = direction.way(across: region)
        old.transform = try moved(from: Point(x: 0, y: 0), to: way)
        new.transform = try moved(from: Point(x: -way.x, y: -way.y), to: Point(x: 0, y: 0))
        return [new, old]
      case .slide(let direction):
        try clip(&old, &new)
        let way = direction.way(across: region)
        new.transform = try moved(from: Point(x: -way.x, y: -way.y), to: Point(x: 0, y: 0))
        return [new, old]
      case .wipe(let direction):
        try checkClip()
        new.clipRectangle = try line(direction.edge(of: region), region)
        return [new, old]
      }
    } catch let error as RationalError {
      throw .inexact(error)
    } catch let error as Failure {
      throw error
    } catch {
      throw .inexact(.overflow)
    }
  }

  /// From `start` to `end` over the transition.
  private func line<Value>(_ start: Value, _ end: Value) throws(RationalError) -> Ramps<Value> {
    try Ramps(joining: [LinearPiece(range: window.range, from: start, to: end)])
  }

  /// One and nothing, then nothing and one.
  private func halves() throws(RationalError) -> (old: Ramps<Double>, new: Ramps<Double>) {
    let half = try window.range.duration / Rational(2)
    let first = try RationalRange(start: window.range.start, duration: half)
    let second = try RationalRange(start: first.end, duration: half)
    return (
      try Ramps(joining: [LinearPiece(range: first, from: 1, to: 0), LinearPiece(range: second, from: 0, to: 0)]),
      try Ramps(joining: [LinearPiece(range: first, from: 0, to: 0), LinearPiece(range: second, from: 0, to: 1)])
    )
  }

  /// The layer's transform, and behind it a movement.
  private func moved(from start: Point, to end: Point) throws(RationalError) -> Ramps<Transform> {
    var pieces: [LinearPiece<Transform>] = []
    for var piece in try base.transform.pieces(over: window.range, initial: .identity) {
      func shift(_ time: Rational) throws(RationalError) -> Transform {
        let fraction = try ((time - window.range.start) / window.range.duration).seconds
        let place = Point.interpolated(from: start, to: end, at: fraction)
        return .translation(x: place.x, y: place.y)
      }
      piece.from = piece.from.concatenating(try shift(piece.range.start))
      piece.to = piece.to.concatenating(try shift(piece.range.end))
      pieces.append(piece)
    }
    return try Ramps(joining: pieces)
  }

  /// Pictures that move in a frame of their own are not seen outside of it.
  private func clip(_ old: inout LayerInstruction, _ new: inout LayerInstruction) throws(Failure) {
    guard base.frame != nil else { return }
    try checkClip()
    let all = Ramps([.setting(at: .zero, value: region)])
    (old.clipRectangle, new.clipRectangle) = (all, all)
  }

  private func checkClip() throws(Failure) {
    guard base.clipRectangle != nil else { return }
    throw .unsuitable(
      "The layer of track \(base.trackID) has a clip of its own, and the transition cuts its pictures too.",
      expected: "a layer without clip, or a crossDissolve")
  }

  private func checkOpacity() throws(Failure) {
    let pieces: [LinearPiece<Double>]
    do {
      pieces = try base.opacity.pieces(over: window.range, initial: 1)
    } catch {
      throw .inexact(error)
    }
    guard pieces.allSatisfy({ $0.from == 1 && $0.to == 1 }) else {
      throw .unsuitable(
        "The layer of track \(base.trackID) is translucent during the transition, and two translucent pictures do not dissolve "
          + "into each other evenly.",
        expected: "an opacity of 1 during the transition, or a fadeThroughBlack")
    }
  }
}

extension ClipTransition.Direction {
  /// From one side of `region` to the other.
  fileprivate func way(across region: Rectangle) -> Point {
    switch self {
    case .left: Point(x: -region.width, y: 0)
    case .right: Point(x: region.width, y: 0)
    case .up: Point(x: 0, y: -region.height)
    case .down: Point(x: 0, y: region.height)
    }
  }

  /// Nothing of `region`, at the side from which a border travels in this direction.
  fileprivate func edge(of region: Rectangle) -> Rectangle {
    switch self {
    case .left: Rectangle(x: region.maxX, y: region.y, width: 0, height: region.height)
    case .right: Rectangle(x: region.x, y: region.y, width: 0, height: region.height)
    case .up: Rectangle(x: region.x, y: region.maxY, width: region.width, height: 0)
    case .down: Rectangle(x: region.x, y: region.y, width: region.width, height: 0)
    }
  }
}
