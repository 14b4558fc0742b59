package import MediaTime

/// The two layers that one layer becomes while a transition plays.
package struct TransitionLayers {
  /// The layer as the instruction has it.
  let base: LayerInstruction
  /// The kind of transition.
  let kind: ClipTransition.Kind
  /// Its range.
  let range: RationalRange
  /// The size of the picture.
  let renderSize: Size

  /// The reason for which a layer cannot show a transition.
  package enum Failure: Error {
    case inexact(RationalError)
    case unsuitable(String, expected: String)
  }

  /// The layers that replace `layer` over `range`, in a picture of `renderSize`.
  package init(
    of layer: LayerInstruction, by kind: ClipTransition.Kind, over range: RationalRange, renderSize: Size
  ) {
    (base, self.kind, self.range, self.renderSize) = (layer, kind, range, renderSize)
  }

  /// The region of the pictures: things move across it, and are not seen outside.
  private var region: Rectangle { base.frame ?? Rectangle(renderSize) }

  /// The layers, the topmost first; `old` shows the clip before the cut and `new` the one behind.
  package func layers(from old: LayerInstruction, to new: LayerInstruction) throws(Failure) -> [LayerInstruction] {
    var (old, new) = (old, new)
    do {
      switch kind {
      case .crossDissolve:
        try checkOpacity()
        old.opacity = try line(1, 0)
        return [old, new]
      case .fadeThroughBlack:
        let fades = try halves()
        old.opacity = try base.opacity.times(fades.old, over: range)
        new.opacity = try base.opacity.times(fades.new, over: range)
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
    try Ramps(joining: [LinearPiece(range: range, from: start, to: end)])
  }

  /// One and nothing, then nothing and one.
  private func halves() throws(RationalError) -> (old: Ramps<Double>, new: Ramps<Double>) {
    let half = try range.duration / Rational(2)
    let first = try RationalRange(start: range.start, duration: half)
    let second = try RationalRange(start: first.end, duration: half)
    return (
      try Ramps(joining: [LinearPiece(range: first, from: 1, to: 0), LinearPiece(range: second, from: 0, to: 0)]),
      try Ramps(joining: [LinearPiece(range: first, from: 0, to: 0), LinearPiece(range: second, from: 0, to: 1)])
    )
  }

  /// The layer's transform, and behind it a movement.
  private func moved(from start: Point, to end: Point) throws(RationalError) -> Ramps<Transform> {
    var pieces: [LinearPiece<Transform>] = []
    for var piece in try base.transform.pieces(over: range, initial: .identity) {
      func shift(_ time: Rational) throws(RationalError) -> Transform {
        let fraction = try ((time - range.start) / range.duration).seconds
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
      pieces = try base.opacity.pieces(over: range, initial: 1)
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

  /// The empty part of `region`, at the side from which a border travels in this direction.
  fileprivate func edge(of region: Rectangle) -> Rectangle {
    switch self {
    case .left: Rectangle(x: region.maxX, y: region.y, width: 0, height: region.height)
    case .right: Rectangle(x: region.x, y: region.y, width: 0, height: region.height)
    case .up: Rectangle(x: region.x, y: region.maxY, width: region.width, height: 0)
    case .down: Rectangle(x: region.x, y: region.y, width: region.width, height: 0)
    }
  }
}
