/// The kind of a layer, with the properties of that kind.
public enum LayerKind: Hashable, Sendable {
  /// A layer of its background, contents and sublayers alone (`CALayer`).
  case layer
  /// Text.
  case text(TextLayer)
  /// A shape.
  case shape(ShapeLayer)
  /// A gradient.
  case gradient(GradientLayer)
  /// Its sublayers, many times.
  case replicator(ReplicatorLayer)
  /// Particles.
  case emitter(EmitterLayer)
  /// The movie's frames.
  case video(VideoLayer)
  /// A script of subtitles.
  case script(ScriptLayer)

  /// The name of its type in project files.
  public var name: String {
    switch self {
    case .layer: "layer"
    case .text: "text"
    case .shape: "shape"
    case .gradient: "gradient"
    case .replicator: "replicator"
    case .emitter: "emitter"
    case .video: "video"
    case .script: "script"
    }
  }

  /// One of each that a project can state, with every default.
  static let standards: [LayerKind] = [
    .layer, .text(TextLayer()), .shape(ShapeLayer()), .gradient(GradientLayer()), .replicator(ReplicatorLayer()),
    .emitter(EmitterLayer()), .video(VideoLayer()),
  ]
}

/// The properties of the kinds, where a layer is of the kind; setting one of another kind does nothing.
extension LayerKind {
  package var text: TextLayer? {
    get { if case .text(let text) = self { text } else { nil } }
    set { if let newValue, text != nil { self = .text(newValue) } }
  }

  var shape: ShapeLayer? {
    get { if case .shape(let shape) = self { shape } else { nil } }
    set { if let newValue, shape != nil { self = .shape(newValue) } }
  }

  var gradient: GradientLayer? {
    get { if case .gradient(let gradient) = self { gradient } else { nil } }
    set { if let newValue, gradient != nil { self = .gradient(newValue) } }
  }

  var replicator: ReplicatorLayer? {
    get { if case .replicator(let replicator) = self { replicator } else { nil } }
    set { if let newValue, replicator != nil { self = .replicator(newValue) } }
  }

  var emitter: EmitterLayer? {
    get { if case .emitter(let emitter) = self { emitter } else { nil } }
    set { if let newValue, emitter != nil { self = .emitter(newValue) } }
  }
}

extension LayerKind {
  /// The properties of the kind.
  var properties: [CodedProperty<Layer>] {
    switch self {
    case .layer: []
    case .text(let standard): Self.lifted(\.text, standard)
    case .shape(let standard): Self.lifted(\.shape, standard)
    case .gradient(let standard): Self.lifted(\.gradient, standard)
    case .replicator(let standard): Self.lifted(\.replicator, standard)
    case .emitter(let standard): Self.lifted(\.emitter, standard)
    case .video: Self.lifted(\.video, VideoLayer())
    case .script: Self.lifted(\.script, ScriptLayer())
    }
  }

  private var video: VideoLayer? {
    get { if case .video(let video) = self { video } else { nil } }
    set { if let newValue, video != nil { self = .video(newValue) } }
  }

  package var script: ScriptLayer? {
    get { if case .script(let script) = self { script } else { nil } }
    set { if let newValue, script != nil { self = .script(newValue) } }
  }

  private static func lifted<Part: PropertyCoded>(
    _ path: WritableKeyPath<LayerKind, Part?>, _ standard: Part
  ) -> [CodedProperty<Layer>] {
    let kind: WritableKeyPath<Layer, LayerKind> = \.kind
    let whole = kind.appending(path: path)
    return Part.properties.map { property in
      var lifted = CodedProperty<Layer>(name: property.name) { layer, container in
        var part = layer[keyPath: whole] ?? standard
        try property.decode(&part, container)
        layer[keyPath: whole] = part
      } encode: { layer, _, container in
        try property.encode(layer[keyPath: whole] ?? Part(), Part(), &container)
      }
      (lifted.choices, lifted.isOptional) = (property.choices, property.isOptional)
      return lifted
    }
  }
}
