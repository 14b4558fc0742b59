public import MediaTime
import ModelValues
import Subtitles

extension Layer {
  /// The tree at `time` of the movie: a function of the two alone, whatever was asked before; nil where the layer is not there.
  ///
  /// - Throws: ``LayerProblem`` for a time that is not finite, and for a tree beyond ``LayerLimits``.
  public func presentation(at time: CMTime) throws(LayerProblem) -> PresentationLayer? {
    guard let seconds = time.rational else {
      throw LayerProblem(.invalidTime, at: "", "The time is not a number of seconds.", expected: "a finite time")
    }
    return try presentation(at: seconds)
  }

  /// The tree at `time` of the movie, in seconds; nil where the layer is not there.
  ///
  /// - Throws: ``LayerProblem`` for a tree beyond ``LayerLimits``.
  public func presentation(at time: Rational) throws(LayerProblem) -> PresentationLayer? {
    var evaluation = LayerEvaluation()
    return try evaluation.presentation(of: self, at: Moment(seconds: time.seconds), location: "", depth: 0)
  }

  /// The layer's own properties at a moment of its own time, sublayers and mask as they are.
  func animated(at moment: Moment) -> Layer {
    guard !animations.isEmpty else { return self }
    var layer = self
    for animation in animations { animation.apply(to: &layer, at: moment) }
    return layer
  }
}

/// The evaluation of one tree at one time.
private struct LayerEvaluation {
  /// The number of layers that may still be evaluated.
  private var layers = LayerLimits.layers
  /// The number of births that may still be looked at.
  private var births = LayerLimits.particles

  /// `layer` at a moment of its superlayer.
  mutating func presentation(
    of layer: Layer, at moment: Moment, location: String, depth: Int
  ) throws(LayerProblem) -> PresentationLayer? {
    guard let local = layer.timing.localTime(at: moment, lasting: layer.timing.duration) else { return nil }
    return try presentation(of: layer, within: local.moment, location: location, depth: depth)
  }

  /// `layer` at a moment of its own.
  private mutating func presentation(
    of layer: Layer, within moment: Moment, location: String, depth: Int, withTransitions: Bool = true
  ) throws(LayerProblem) -> PresentationLayer {
    try count(location, depth)
    guard layer.animations.count <= LayerLimits.animations else {
      throw LayerProblem(
        .tooLarge, at: location, "The layer has \(layer.animations.count) animations.",
        expected: "at most \(LayerLimits.animations)")
    }
    guard layer.animations.allSatisfy({ $0.isNested(atMost: LayerLimits.groupDepth) }) else {
      throw LayerProblem(
        .tooDeep, at: location, "Groups of animations are in one another more often than can be evaluated.",
        expected: "at most \(LayerLimits.groupDepth) times")
    }
    var plain = layer.animated(at: moment)
    plain.animations = []
    plain.sublayers = []
    plain.mask = nil
    var result = PresentationLayer(layer: plain, time: moment.seconds)
    if let replicator = plain.kind.replicator {
      result.instances = try instances(of: replicator, layer, plain, at: moment, location, depth)
    } else {
      result.sublayers = try sublayers(of: layer, at: moment, location, depth)
    }
    if let mask = layer.mask {
      result.mask = try presentation(of: mask, at: moment, location: Self.path(location, "mask"), depth: depth + 1)
      result.isMaskedOut = result.mask == nil
    }
    result.scriptMoment = plain.kind.script?.script?.moment(at: moment.seconds)
    if case .emitter(let emitter) = plain.kind {
      result.particles = try particles(of: layer, emitter, at: moment.seconds, location)
    }
    if withTransitions, let (transition, progress, start) = layer.transition(at: moment) {
      // The state just before is that of a millionth of a second earlier, before anything else that begins with the transition.
      let before = Moment(seconds: start - 1e-6)
      let from = try presentation(
        of: layer, within: before, location: location, depth: depth + 1, withTransitions: false)
      result.transition = PresentationLayer.ActiveTransition(transition, progress: progress, from: from)
    }
    return result
  }

  private mutating func sublayers(
    of layer: Layer, at moment: Moment, _ location: String, _ depth: Int
  ) throws(LayerProblem) -> [PresentationLayer] {
    var result: [PresentationLayer] = []
    for (index, sublayer) in layer.sublayers.enumerated() {
      // Of thousands of titles few are there at a time; the others cost no more than this question.
      guard let local = sublayer.timing.localTime(at: moment, lasting: sublayer.timing.duration) else { continue }
      let place = Self.path(location, "sublayers[\(index)]")
      var item = try presentation(of: sublayer, within: local.moment, location: place, depth: depth + 1)
      item.number = index
      result.append(item)
    }
    return result
  }

  private mutating func instances(
    of replicator: ReplicatorLayer, _ layer: Layer, _ plain: Layer, at moment: Moment, _ location: String, _ depth: Int
  ) throws(LayerProblem) -> [PresentationLayer.Instance] {
    let wanted = replicator.instanceCount.rounded(.down)
    guard wanted >= 1 else { return [] }
    guard wanted <= Double(LayerLimits.instances) else {
      throw LayerProblem(
        .tooLarge, at: location, "The replicator has \(replicator.instanceCount) instances.",
        expected: "at most \(LayerLimits.instances)")
    }
    let bounds = plain.bounds
    let middle = Point(x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2)
    var power = Transform3D.identity
    var result: [PresentationLayer.Instance] = []
    let together = replicator.instanceDelay == 0 ? try sublayers(of: layer, at: moment, location, depth) : nil
    for index in 0..<Int(wanted) {
      let present: [PresentationLayer]
      if let together {
        present = together
      } else {
        let delayed = Moment(seconds: moment.seconds - Double(index) * replicator.instanceDelay)
        present = try sublayers(of: layer, at: index == 0 ? moment : delayed, location, depth)
      }
      result.append(
        PresentationLayer.Instance(
          transform: Transform3D.translation(x: -middle.x, y: -middle.y).concatenating(power)
            .concatenating(.translation(x: middle.x, y: middle.y)),
          color: replicator.color(of: index), sublayers: present))
      power = power.concatenating(replicator.instanceTransform)
    }
    return result
  }

  private mutating func particles(
    of layer: Layer, _ emitter: EmitterLayer, at time: Double, _ location: String
  ) throws(LayerProblem) -> [Particle] {
    var changing = Layer(layer.kind)
    changing.animations = layer.animations.filter { $0.changes { LayerKind.emitter(emitter).has($0) } }
    let animated = { birth in changing.animated(at: Moment(seconds: birth)).kind.emitter ?? emitter }
    var emission = Emission(
      highest: changing.highestEmitter ?? emitter, animated: changing.animations.isEmpty ? nil : animated, limit: births
    )
    guard emission.emit(at: time) else {
      throw LayerProblem(
        .tooLarge, at: location, "The emitter has more particles than can be drawn.",
        expected: "at most \(LayerLimits.particles) in a picture",
        remedy: "Lower the cells' birth rates or lifetimes.")
    }
    births = emission.remaining
    return emission.particles
  }

  private mutating func count(_ location: String, _ depth: Int) throws(LayerProblem) {
    guard depth < LayerLimits.depth else {
      throw LayerProblem(
        .tooDeep, at: location, "The layers are in one another \(depth) times.",
        expected: "at most \(LayerLimits.depth) times")
    }
    layers -= 1
    guard layers >= 0 else {
      throw LayerProblem(
        .tooLarge, at: location, "The picture has more layers than can be drawn.",
        expected: "at most \(LayerLimits.layers), those of replicators counted each time")
    }
  }

  private static func path(_ location: String, _ part: String) -> String {
    location.isEmpty ? part : "\(location).\(part)"
  }
}

extension Layer {
  /// The last transition that is under way at a moment of the layer, how much of it is done, and when it began.
  fileprivate func transition(at moment: Moment) -> (Transition, progress: Double, start: Double)? {
    for case .transition(let transition) in animations.reversed() {
      let timing = transition.timing
      guard
        let (local, _) = timing.localTime(at: moment, lasting: MediaTiming.standardDuration, isInGroup: false)
      else { continue }
      let way = transition.endProgress - transition.startProgress
      return (transition, transition.startProgress + way * timing.progress(at: local), timing.beginTime)
    }
    return nil
  }
}
