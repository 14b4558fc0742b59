/// A property of a layer that animations can change, by the path that Core Animation knows it by.
///
/// A path that names a part, such as `transform.rotation.z`, changes that part alone. A path of one kind of layer does nothing on
/// another, which is a problem of the tree.
public enum LayerKeyPath: String, Hashable, Sendable, Codable, CaseIterable {
  // What every layer has.
  case opacity
  case hidden
  case masksToBounds
  case position
  case positionX = "position.x"
  case positionY = "position.y"
  case anchorPoint
  case anchorPointX = "anchorPoint.x"
  case anchorPointY = "anchorPoint.y"
  case zPosition
  case anchorPointZ
  case bounds
  case boundsOrigin = "bounds.origin"
  case boundsOriginX = "bounds.origin.x"
  case boundsOriginY = "bounds.origin.y"
  case boundsSize = "bounds.size"
  case boundsSizeWidth = "bounds.size.width"
  case boundsSizeHeight = "bounds.size.height"
  case contentsRect
  case contentsRectOrigin = "contentsRect.origin"
  case contentsRectOriginX = "contentsRect.origin.x"
  case contentsRectOriginY = "contentsRect.origin.y"
  case contentsRectSize = "contentsRect.size"
  case contentsRectSizeWidth = "contentsRect.size.width"
  case contentsRectSizeHeight = "contentsRect.size.height"
  case contentsCenter
  case contentsCenterOrigin = "contentsCenter.origin"
  case contentsCenterOriginX = "contentsCenter.origin.x"
  case contentsCenterOriginY = "contentsCenter.origin.y"
  case contentsCenterSize = "contentsCenter.size"
  case contentsCenterSizeWidth = "contentsCenter.size.width"
  case contentsCenterSizeHeight = "contentsCenter.size.height"
  case transform
  case transformRotation = "transform.rotation"
  case transformRotationX = "transform.rotation.x"
  case transformRotationY = "transform.rotation.y"
  case transformRotationZ = "transform.rotation.z"
  case transformScale = "transform.scale"
  case transformScaleX = "transform.scale.x"
  case transformScaleY = "transform.scale.y"
  case transformScaleZ = "transform.scale.z"
  case transformTranslation = "transform.translation"
  case transformTranslationX = "transform.translation.x"
  case transformTranslationY = "transform.translation.y"
  case transformTranslationZ = "transform.translation.z"
  case sublayerTransform
  case sublayerTransformRotation = "sublayerTransform.rotation"
  case sublayerTransformRotationX = "sublayerTransform.rotation.x"
  case sublayerTransformRotationY = "sublayerTransform.rotation.y"
  case sublayerTransformRotationZ = "sublayerTransform.rotation.z"
  case sublayerTransformScale = "sublayerTransform.scale"
  case sublayerTransformScaleX = "sublayerTransform.scale.x"
  case sublayerTransformScaleY = "sublayerTransform.scale.y"
  case sublayerTransformScaleZ = "sublayerTransform.scale.z"
  case sublayerTransformTranslation = "sublayerTransform.translation"
  case sublayerTransformTranslationX = "sublayerTransform.translation.x"
  case sublayerTransformTranslationY = "sublayerTransform.translation.y"
  case sublayerTransformTranslationZ = "sublayerTransform.translation.z"
  case backgroundColor
  case cornerRadius
  case borderWidth
  case borderColor
  case shadowColor
  case shadowOpacity
  case shadowOffset
  case shadowOffsetWidth = "shadowOffset.width"
  case shadowOffsetHeight = "shadowOffset.height"
  case shadowRadius
  case shadowPath
  case contents
  case contentsScale

  // What layers of text, shapes, gradients, replicators and emitters have.
  case string
  case fontSize
  case foregroundColor
  case path
  case fillColor
  case strokeColor
  case strokeStart
  case strokeEnd
  case lineWidth
  case miterLimit
  case lineDashPhase
  case lineDashPattern
  case colors
  case locations
  case startPoint
  case startPointX = "startPoint.x"
  case startPointY = "startPoint.y"
  case endPoint
  case endPointX = "endPoint.x"
  case endPointY = "endPoint.y"
  case instanceCount
  case instanceDelay
  case instanceTransform
  case instanceColor
  case instanceRedOffset
  case instanceGreenOffset
  case instanceBlueOffset
  case instanceAlphaOffset
  case emitterPosition
  case emitterPositionX = "emitterPosition.x"
  case emitterPositionY = "emitterPosition.y"
  case emitterZPosition
  case emitterSize
  case emitterDepth
  case birthRate
  case lifetime
  case velocity
  case scale
  case spin
}
