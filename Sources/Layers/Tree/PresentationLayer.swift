public import ModelValues

/// A layer as it is at one time (`CALayer.presentation()`): its animations evaluated, and what is in it at the same time.
public struct PresentationLayer: Hashable, Sendable {
  /// The properties with their values at the time. It has no animations, sublayers or mask: those that are there stand below.
  public var layer: Layer
  /// The layer's own time, in seconds.
  public var time: Double
  /// Its number among its superlayer's sublayers, from 0.
  public var number = 0
  /// The layers in it that are there, in order.
  public var sublayers: [PresentationLayer] = []
  /// A replicator's instances, in order; of another layer none.
  public var instances: [Instance] = []
  /// An emitter's particles, in order of the cells and of birth; of another layer none.
  public var particles: [Particle] = []

  /// The time of a script that it is drawn at, in milliseconds: the same as long as it looks the same; nil of another
  /// layer, and where nothing is visible.
  public var scriptMoment: Int64?

  private var masks: [PresentationLayer] = []
  private var transitions: [ActiveTransition] = []

  /// The layer whose opacity it is seen through; nil for none.
  public var mask: PresentationLayer? {
    get { masks.first }
    set { masks = newValue.map { [$0] } ?? [] }
  }

  /// Whether the layer has a mask that is not there at the time, so that nothing is seen.
  public var isMaskedOut = false

  /// The transition that it is in; nil for none.
  public var transition: ActiveTransition? {
    get { transitions.first }
    set { transitions = newValue.map { [$0] } ?? [] }
  }

  init(layer: Layer, time: Double) {
    self.layer = layer
    self.time = time
  }

  /// The layer with no time of its own: equal to that of another moment at which it looks the same.
  public var appearance: PresentationLayer {
    var timeless = self
    timeless.time = 0
    timeless.sublayers = sublayers.map(\.appearance)
    timeless.masks = masks.map(\.appearance)
    timeless.instances = instances.map { instance in
      var instance = instance
      instance.sublayers = instance.sublayers.map(\.appearance)
      return instance
    }
    timeless.transitions = transitions.map(\.appearance)
    return timeless
  }

  /// Has every layer show the contents that `replacement` gives for its own and its own time.
  public mutating func replaceContents(_ replacement: (LayerContents, Double) -> LayerContents) {
    layer.contents = layer.contents?.replaced(at: time, by: replacement)
    for index in sublayers.indices { sublayers[index].replaceContents(replacement) }
    for index in masks.indices { masks[index].replaceContents(replacement) }
    for index in instances.indices {
      for sublayer in instances[index].sublayers.indices {
        instances[index].sublayers[sublayer].replaceContents(replacement)
      }
    }
    for index in transitions.indices { transitions[index].replaceContents(replacement) }
  }

  /// The sublayers in the order that they are drawn: the farthest first, and at one distance as they stand.
  public var sublayersInDrawingOrder: [PresentationLayer] { Self.drawingOrder(sublayers) }

  /// `layers` in the order that they are drawn.
  public static func drawingOrder(_ layers: [PresentationLayer]) -> [PresentationLayer] {
    layers.enumerated().sorted { left, right in
      let (first, second) = (left.element.layer.zPosition, right.element.layer.zPosition)
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }

  /// One of the times that a replicator shows its sublayers.
  public struct Instance: Hashable, Sendable {
    /// The transform of the sublayers' plane in the replicator's.
    public var transform: Transform3D
    /// The factor of their colors.
    public var color: Color
    /// The sublayers at the instance's time.
    public var sublayers: [PresentationLayer]
  }

  /// A transition at one time.
  public struct ActiveTransition: Hashable, Sendable {
    /// Its look.
    public var type: TransitionType
    /// The side that it comes from.
    public var subtype: TransitionSubtype
    /// The part of its way that is done, 0…1.
    public var progress: Double
    /// The layer as it was just before; nil where it was not there.
    public var from: PresentationLayer? { before.first }

    private var before: [PresentationLayer]

    fileprivate mutating func replaceContents(_ replacement: (LayerContents, Double) -> LayerContents) {
      for index in before.indices { before[index].replaceContents(replacement) }
    }

    /// The transition between two appearances.
    fileprivate var appearance: ActiveTransition {
      var timeless = self
      timeless.before = before.map(\.appearance)
      return timeless
    }

    init(_ transition: Transition, progress: Double, from: PresentationLayer?) {
      type = transition.transitionType
      subtype = transition.subtype
      self.progress = progress
      before = from.map { [$0] } ?? []
    }
  }
}

extension LayerContents {
  fileprivate func replaced(at time: Double, by replacement: (LayerContents, Double) -> LayerContents) -> LayerContents
  {
    guard case .dissolve(let from, let to, let fraction) = self else { return replacement(self, time) }
    return .dissolve(
      from: from?.replaced(at: time, by: replacement), to: to?.replaced(at: time, by: replacement), fraction: fraction)
  }
}
