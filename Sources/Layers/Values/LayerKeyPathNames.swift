import ModelValues

/// The properties by name. Each is one of ``all`` too.
extension LayerKeyPath {
  // What every layer has.
  public static let opacity = LayerKeyPath("opacity", .number(\.opacity))
  public static let hidden = LayerKeyPath("hidden", .flag(\.isHidden))
  public static let masksToBounds = LayerKeyPath("masksToBounds", .flag(\.masksToBounds))
  public static let position = LayerKeyPath("position", .point(\.position))
  public static let positionX = LayerKeyPath("position.x", .number(\.position.x))
  public static let positionY = LayerKeyPath("position.y", .number(\.position.y))
  public static let anchorPoint = LayerKeyPath("anchorPoint", .point(\.anchorPoint))
  public static let anchorPointX = LayerKeyPath("anchorPoint.x", .number(\.anchorPoint.x))
  public static let anchorPointY = LayerKeyPath("anchorPoint.y", .number(\.anchorPoint.y))
  public static let zPosition = LayerKeyPath("zPosition", .number(\.zPosition))
  public static let anchorPointZ = LayerKeyPath("anchorPointZ", .number(\.anchorPointZ))
  public static let bounds = LayerKeyPath("bounds", .rectangle(\.bounds))
  public static let boundsOrigin = LayerKeyPath("bounds.origin", .origin(of: \.bounds))
  public static let boundsOriginX = LayerKeyPath("bounds.origin.x", .number(\.bounds.x))
  public static let boundsOriginY = LayerKeyPath("bounds.origin.y", .number(\.bounds.y))
  public static let boundsSize = LayerKeyPath("bounds.size", .size(of: \.bounds))
  public static let boundsSizeWidth = LayerKeyPath("bounds.size.width", .number(\.bounds.width))
  public static let boundsSizeHeight = LayerKeyPath("bounds.size.height", .number(\.bounds.height))
  public static let contentsRect = LayerKeyPath("contentsRect", .rectangle(\.contentsRect))
  public static let contentsRectOrigin = LayerKeyPath("contentsRect.origin", .origin(of: \.contentsRect))
  public static let contentsRectOriginX = LayerKeyPath("contentsRect.origin.x", .number(\.contentsRect.x))
  public static let contentsRectOriginY = LayerKeyPath("contentsRect.origin.y", .number(\.contentsRect.y))
  public static let contentsRectSize = LayerKeyPath("contentsRect.size", .size(of: \.contentsRect))
  public static let contentsRectSizeWidth = LayerKeyPath("contentsRect.size.width", .number(\.contentsRect.width))
  public static let contentsRectSizeHeight = LayerKeyPath("contentsRect.size.height", .number(\.contentsRect.height))
  public static let contentsCenter = LayerKeyPath("contentsCenter", .rectangle(\.contentsCenter))
  public static let contentsCenterOrigin = LayerKeyPath("contentsCenter.origin", .origin(of: \.contentsCenter))
  public static let contentsCenterOriginX = LayerKeyPath("contentsCenter.origin.x", .number(\.contentsCenter.x))
  public static let contentsCenterOriginY = LayerKeyPath("contentsCenter.origin.y", .number(\.contentsCenter.y))
  public static let contentsCenterSize = LayerKeyPath("contentsCenter.size", .size(of: \.contentsCenter))
  public static let contentsCenterSizeWidth = LayerKeyPath("contentsCenter.size.width", .number(\.contentsCenter.width))
  public static let contentsCenterSizeHeight = LayerKeyPath(
    "contentsCenter.size.height", .number(\.contentsCenter.height))
  public static let transform = LayerKeyPath("transform", .transform(\.transform))
  public static let transformRotation = LayerKeyPath("transform.rotation", .angle(2, of: \.transform))
  public static let transformRotationX = LayerKeyPath("transform.rotation.x", .angle(0, of: \.transform))
  public static let transformRotationY = LayerKeyPath("transform.rotation.y", .angle(1, of: \.transform))
  public static let transformRotationZ = LayerKeyPath("transform.rotation.z", .angle(2, of: \.transform))
  public static let transformScale = LayerKeyPath("transform.scale", .evenScale(of: \.transform))
  public static let transformScaleX = LayerKeyPath("transform.scale.x", .part(\.scale, 0, of: \.transform))
  public static let transformScaleY = LayerKeyPath("transform.scale.y", .part(\.scale, 1, of: \.transform))
  public static let transformScaleZ = LayerKeyPath("transform.scale.z", .part(\.scale, 2, of: \.transform))
  public static let transformTranslation = LayerKeyPath("transform.translation", .translation(of: \.transform))
  public static let transformTranslationX = LayerKeyPath(
    "transform.translation.x", .part(\.translation, 0, of: \.transform))
  public static let transformTranslationY = LayerKeyPath(
    "transform.translation.y", .part(\.translation, 1, of: \.transform))
  public static let transformTranslationZ = LayerKeyPath(
    "transform.translation.z", .part(\.translation, 2, of: \.transform))
  public static let sublayerTransform = LayerKeyPath("sublayerTransform", .transform(\.sublayerTransform))
  public static let sublayerTransformRotation = LayerKeyPath(
    "sublayerTransform.rotation", .angle(2, of: \.sublayerTransform))
  public static let sublayerTransformRotationX = LayerKeyPath(
    "sublayerTransform.rotation.x", .angle(0, of: \.sublayerTransform))
  public static let sublayerTransformRotationY = LayerKeyPath(
    "sublayerTransform.rotation.y", .angle(1, of: \.sublayerTransform))
  public static let sublayerTransformRotationZ = LayerKeyPath(
    "sublayerTransform.rotation.z", .angle(2, of: \.sublayerTransform))
  public static let sublayerTransformScale = LayerKeyPath(
    "sublayerTransform.scale", .evenScale(of: \.sublayerTransform))
  public static let sublayerTransformScaleX = LayerKeyPath(
    "sublayerTransform.scale.x", .part(\.scale, 0, of: \.sublayerTransform))
  public static let sublayerTransformScaleY = LayerKeyPath(
    "sublayerTransform.scale.y", .part(\.scale, 1, of: \.sublayerTransform))
  public static let sublayerTransformScaleZ = LayerKeyPath(
    "sublayerTransform.scale.z", .part(\.scale, 2, of: \.sublayerTransform))
  public static let sublayerTransformTranslation = LayerKeyPath(
    "sublayerTransform.translation", .translation(of: \.sublayerTransform))
  public static let sublayerTransformTranslationX = LayerKeyPath(
    "sublayerTransform.translation.x", .part(\.translation, 0, of: \.sublayerTransform))
  public static let sublayerTransformTranslationY = LayerKeyPath(
    "sublayerTransform.translation.y", .part(\.translation, 1, of: \.sublayerTransform))
  public static let sublayerTransformTranslationZ = LayerKeyPath(
    "sublayerTransform.translation.z", .part(\.translation, 2, of: \.sublayerTransform))
  public static let backgroundColor = LayerKeyPath("backgroundColor", .color(\.backgroundColor))
  public static let cornerRadius = LayerKeyPath("cornerRadius", .number(\.cornerRadius))
  public static let borderWidth = LayerKeyPath("borderWidth", .number(\.borderWidth))
  public static let borderColor = LayerKeyPath("borderColor", .color(\.borderColor))
  public static let shadowColor = LayerKeyPath("shadowColor", .color(\.shadowColor))
  public static let shadowOpacity = LayerKeyPath("shadowOpacity", .number(\.shadowOpacity))
  public static let shadowOffset = LayerKeyPath("shadowOffset", .size(\.shadowOffset))
  public static let shadowOffsetWidth = LayerKeyPath("shadowOffset.width", .number(\.shadowOffset.width))
  public static let shadowOffsetHeight = LayerKeyPath("shadowOffset.height", .number(\.shadowOffset.height))
  public static let shadowRadius = LayerKeyPath("shadowRadius", .number(\.shadowRadius))
  public static let shadowPath = LayerKeyPath("shadowPath", .path(\.shadowPath))
  public static let contents = LayerKeyPath("contents", .contents)
  public static let contentsScale = LayerKeyPath("contentsScale", .number(\.contentsScale))

  // What layers of text, shapes, gradients, replicators and emitters have.
  public static let string = LayerKeyPath("string", .text(in: \.text, \.string))
  public static let fontSize = LayerKeyPath("fontSize", .number(in: \.text, \.fontSize))
  public static let foregroundColor = LayerKeyPath("foregroundColor", .color(in: \.text, \.foregroundColor))
  public static let path = LayerKeyPath("path", .path(in: \.shape, \.path))
  public static let fillColor = LayerKeyPath("fillColor", .color(in: \.shape, \.fillColor))
  public static let strokeColor = LayerKeyPath("strokeColor", .color(in: \.shape, \.strokeColor))
  public static let strokeStart = LayerKeyPath("strokeStart", .number(in: \.shape, \.strokeStart))
  public static let strokeEnd = LayerKeyPath("strokeEnd", .number(in: \.shape, \.strokeEnd))
  public static let lineWidth = LayerKeyPath("lineWidth", .number(in: \.shape, \.lineWidth))
  public static let miterLimit = LayerKeyPath("miterLimit", .number(in: \.shape, \.miterLimit))
  public static let lineDashPhase = LayerKeyPath("lineDashPhase", .number(in: \.shape, \.lineDashPhase))
  public static let lineDashPattern = LayerKeyPath("lineDashPattern", .numbers(in: \.shape, \.lineDashPattern))
  public static let colors = LayerKeyPath("colors", .colors(in: \.gradient, \.colors))
  public static let locations = LayerKeyPath("locations", .numbers(in: \.gradient, \.locations))
  public static let startPoint = LayerKeyPath("startPoint", .point(in: \.gradient, \.startPoint))
  public static let startPointX = LayerKeyPath("startPoint.x", .number(in: \.gradient, \.startPoint.x))
  public static let startPointY = LayerKeyPath("startPoint.y", .number(in: \.gradient, \.startPoint.y))
  public static let endPoint = LayerKeyPath("endPoint", .point(in: \.gradient, \.endPoint))
  public static let endPointX = LayerKeyPath("endPoint.x", .number(in: \.gradient, \.endPoint.x))
  public static let endPointY = LayerKeyPath("endPoint.y", .number(in: \.gradient, \.endPoint.y))
  public static let instanceCount = LayerKeyPath("instanceCount", .number(in: \.replicator, \.instanceCount))
  public static let instanceDelay = LayerKeyPath("instanceDelay", .number(in: \.replicator, \.instanceDelay))
  public static let instanceTransform = LayerKeyPath(
    "instanceTransform", .transform(in: \.replicator, \.instanceTransform))
  public static let instanceColor = LayerKeyPath("instanceColor", .color(in: \.replicator, \.instanceColor))
  public static let instanceRedOffset = LayerKeyPath(
    "instanceRedOffset", .number(in: \.replicator, \.instanceRedOffset))
  public static let instanceGreenOffset = LayerKeyPath(
    "instanceGreenOffset", .number(in: \.replicator, \.instanceGreenOffset))
  public static let instanceBlueOffset = LayerKeyPath(
    "instanceBlueOffset", .number(in: \.replicator, \.instanceBlueOffset))
  public static let instanceAlphaOffset = LayerKeyPath(
    "instanceAlphaOffset", .number(in: \.replicator, \.instanceAlphaOffset))
  public static let emitterPosition = LayerKeyPath("emitterPosition", .point(in: \.emitter, \.emitterPosition))
  public static let emitterPositionX = LayerKeyPath("emitterPosition.x", .number(in: \.emitter, \.emitterPosition.x))
  public static let emitterPositionY = LayerKeyPath("emitterPosition.y", .number(in: \.emitter, \.emitterPosition.y))
  public static let emitterZPosition = LayerKeyPath("emitterZPosition", .number(in: \.emitter, \.emitterZPosition))
  public static let emitterSize = LayerKeyPath("emitterSize", .size(in: \.emitter, \.emitterSize))
  public static let emitterDepth = LayerKeyPath("emitterDepth", .number(in: \.emitter, \.emitterDepth))
  public static let birthRate = LayerKeyPath("birthRate", .number(in: \.emitter, \.birthRate))
  public static let lifetime = LayerKeyPath("lifetime", .number(in: \.emitter, \.lifetime))
  public static let velocity = LayerKeyPath("velocity", .number(in: \.emitter, \.velocity))
  public static let scale = LayerKeyPath("scale", .number(in: \.emitter, \.scale))
  public static let spin = LayerKeyPath("spin", .number(in: \.emitter, \.spin))

  /// Every property but those of an emitter's cells, whose paths have the cells' names in them.
  public static let all: [LayerKeyPath] = [
    opacity, hidden, masksToBounds, position, positionX, positionY, anchorPoint, anchorPointX, anchorPointY,
    zPosition, anchorPointZ, bounds, boundsOrigin, boundsOriginX, boundsOriginY, boundsSize, boundsSizeWidth,
    boundsSizeHeight, contentsRect, contentsRectOrigin, contentsRectOriginX, contentsRectOriginY, contentsRectSize,
    contentsRectSizeWidth, contentsRectSizeHeight, contentsCenter, contentsCenterOrigin, contentsCenterOriginX,
    contentsCenterOriginY, contentsCenterSize, contentsCenterSizeWidth, contentsCenterSizeHeight, transform,
    transformRotation, transformRotationX, transformRotationY, transformRotationZ, transformScale, transformScaleX,
    transformScaleY, transformScaleZ, transformTranslation, transformTranslationX, transformTranslationY,
    transformTranslationZ, sublayerTransform, sublayerTransformRotation, sublayerTransformRotationX,
    sublayerTransformRotationY, sublayerTransformRotationZ, sublayerTransformScale, sublayerTransformScaleX,
    sublayerTransformScaleY, sublayerTransformScaleZ, sublayerTransformTranslation, sublayerTransformTranslationX,
    sublayerTransformTranslationY, sublayerTransformTranslationZ, backgroundColor, cornerRadius, borderWidth,
    borderColor, shadowColor, shadowOpacity, shadowOffset, shadowOffsetWidth, shadowOffsetHeight, shadowRadius,
    shadowPath, contents, contentsScale, string, fontSize, foregroundColor, path, fillColor, strokeColor, strokeStart,
    strokeEnd, lineWidth, miterLimit, lineDashPhase, lineDashPattern, colors, locations, startPoint, startPointX,
    startPointY, endPoint, endPointX, endPointY, instanceCount, instanceDelay, instanceTransform, instanceColor,
    instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset, emitterPosition,
    emitterPositionX, emitterPositionY, emitterZPosition, emitterSize, emitterDepth, birthRate, lifetime, velocity,
    scale, spin,
  ]
}
