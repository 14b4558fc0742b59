import ModelValues

/// The key paths of layers of text, shapes, gradients, replicators and emitters.
extension LayerKeyPath {
  /// The text.
  public static let string = LayerKeyPath("string", .text(in: \.text, \.string))
  /// The size of letters, in pixels.
  public static let fontSize = LayerKeyPath("fontSize", .number(in: \.text, \.fontSize))
  /// The color of letters.
  public static let foregroundColor = LayerKeyPath("foregroundColor", .color(in: \.text, \.foregroundColor))
  /// The outline of a shape.
  public static let path = LayerKeyPath("path", .path(in: \.shape, \.path))
  /// The color within a shape.
  public static let fillColor = LayerKeyPath("fillColor", .color(in: \.shape, \.fillColor))
  /// The color of a shape's line.
  public static let strokeColor = LayerKeyPath("strokeColor", .color(in: \.shape, \.strokeColor))
  /// The beginning of the line, in parts of its length.
  public static let strokeStart = LayerKeyPath("strokeStart", .number(in: \.shape, \.strokeStart))
  /// The end of the line, in parts of its length.
  public static let strokeEnd = LayerKeyPath("strokeEnd", .number(in: \.shape, \.strokeEnd))
  /// The width of the line, in pixels.
  public static let lineWidth = LayerKeyPath("lineWidth", .number(in: \.shape, \.lineWidth))
  /// The longest pointed corner, in widths of the line.
  public static let miterLimit = LayerKeyPath("miterLimit", .number(in: \.shape, \.miterLimit))
  /// The place in its dashes at which the line begins, in pixels.
  public static let lineDashPhase = LayerKeyPath("lineDashPhase", .number(in: \.shape, \.lineDashPhase))
  /// The lengths of dashes and gaps in turn, in pixels.
  public static let lineDashPattern = LayerKeyPath("lineDashPattern", .numbers(in: \.shape, \.lineDashPattern))
  /// The colors of a gradient.
  public static let colors = LayerKeyPath("colors", .colors(in: \.gradient, \.colors))
  /// The places of a gradient's colors, 0…1.
  public static let locations = LayerKeyPath("locations", .numbers(in: \.gradient, \.locations))
  /// The beginning of a gradient, in parts of the bounds.
  public static let startPoint = LayerKeyPath("startPoint", .point(in: \.gradient, \.startPoint))
  /// The x of ``startPoint``.
  public static let startPointX = LayerKeyPath("startPoint.x", .number(in: \.gradient, \.startPoint.x))
  /// The y of ``startPoint``.
  public static let startPointY = LayerKeyPath("startPoint.y", .number(in: \.gradient, \.startPoint.y))
  /// The end of a gradient, in parts of the bounds.
  public static let endPoint = LayerKeyPath("endPoint", .point(in: \.gradient, \.endPoint))
  /// The x of ``endPoint``.
  public static let endPointX = LayerKeyPath("endPoint.x", .number(in: \.gradient, \.endPoint.x))
  /// The y of ``endPoint``.
  public static let endPointY = LayerKeyPath("endPoint.y", .number(in: \.gradient, \.endPoint.y))
  /// The number of a replicator's instances.
  public static let instanceCount = LayerKeyPath("instanceCount", .number(in: \.replicator, \.instanceCount))
  /// The delay of each instance, in seconds.
  public static let instanceDelay = LayerKeyPath("instanceDelay", .number(in: \.replicator, \.instanceDelay))
  /// The transform of each instance after the one before.
  public static let instanceTransform = LayerKeyPath(
    "instanceTransform", .transform(in: \.replicator, \.instanceTransform))
  /// The factor of the first instance's colors.
  public static let instanceColor = LayerKeyPath("instanceColor", .color(in: \.replicator, \.instanceColor))
  /// The change of the red of each instance after the one before.
  public static let instanceRedOffset = LayerKeyPath(
    "instanceRedOffset", .number(in: \.replicator, \.instanceRedOffset))
  /// The change of the green of each instance after the one before.
  public static let instanceGreenOffset = LayerKeyPath(
    "instanceGreenOffset", .number(in: \.replicator, \.instanceGreenOffset))
  /// The change of the blue of each instance after the one before.
  public static let instanceBlueOffset = LayerKeyPath(
    "instanceBlueOffset", .number(in: \.replicator, \.instanceBlueOffset))
  /// The change of the opacity of each instance after the one before.
  public static let instanceAlphaOffset = LayerKeyPath(
    "instanceAlphaOffset", .number(in: \.replicator, \.instanceAlphaOffset))
  /// The place at which particles are emitted, in pixels of the bounds.
  public static let emitterPosition = LayerKeyPath("emitterPosition", .point(in: \.emitter, \.emitterPosition))
  /// The x of ``emitterPosition``.
  public static let emitterPositionX = LayerKeyPath("emitterPosition.x", .number(in: \.emitter, \.emitterPosition.x))
  /// The y of ``emitterPosition``.
  public static let emitterPositionY = LayerKeyPath("emitterPosition.y", .number(in: \.emitter, \.emitterPosition.y))
  /// Their distance toward the viewer when they are emitted, in pixels.
  public static let emitterZPosition = LayerKeyPath("emitterZPosition", .number(in: \.emitter, \.emitterZPosition))
  /// The size of the shape that emits, in pixels.
  public static let emitterSize = LayerKeyPath("emitterSize", .size(in: \.emitter, \.emitterSize))
  /// The depth of a cuboid that emits, in pixels.
  public static let emitterDepth = LayerKeyPath("emitterDepth", .number(in: \.emitter, \.emitterDepth))
  /// The factor of the cells' birth rates.
  public static let birthRate = LayerKeyPath("birthRate", .number(in: \.emitter, \.birthRate))
  /// The factor of the cells' lifetimes.
  public static let lifetime = LayerKeyPath("lifetime", .number(in: \.emitter, \.lifetime))
  /// The factor of the cells' velocities.
  public static let velocity = LayerKeyPath("velocity", .number(in: \.emitter, \.velocity))
  /// The factor of the cells' scales.
  public static let scale = LayerKeyPath("scale", .number(in: \.emitter, \.scale))
  /// The factor of the cells' spins.
  public static let spin = LayerKeyPath("spin", .number(in: \.emitter, \.spin))

  /// Every property but those of an emitter's cells, whose paths have the cells' names in them.
  public static let all: [LayerKeyPath] =
    ofEveryLayer + [
      string, fontSize, foregroundColor, path, fillColor, strokeColor, strokeStart, strokeEnd, lineWidth, miterLimit,
      lineDashPhase, lineDashPattern, colors, locations, startPoint, startPointX, startPointY, endPoint, endPointX,
      endPointY, instanceCount, instanceDelay, instanceTransform, instanceColor, instanceRedOffset, instanceGreenOffset,
      instanceBlueOffset, instanceAlphaOffset, emitterPosition, emitterPositionX, emitterPositionY, emitterZPosition,
      emitterSize, emitterDepth, birthRate, lifetime, velocity, scale, spin,
    ]
}
