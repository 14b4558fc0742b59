import CoreGraphics

extension CAAnimation {
  /// The properties of animations of all classes, by their keys; of another class none is there.
  static let keys: [String: KeyedProperty<CAAnimation>] = [
    "beginTime": KeyedProperty(\CAAnimation.beginTime), "duration": KeyedProperty(\CAAnimation.duration),
    "speed": KeyedProperty(\CAAnimation.speed), "timeOffset": KeyedProperty(\CAAnimation.timeOffset),
    "repeatCount": KeyedProperty(\CAAnimation.repeatCount),
    "repeatDuration": KeyedProperty(\CAAnimation.repeatDuration),
    "autoreverses": KeyedProperty(\CAAnimation.autoreverses), "fillMode": KeyedProperty(\CAAnimation.fillMode),
    "timingFunction": KeyedProperty(\CAAnimation.timingFunction),
    "removedOnCompletion": KeyedProperty(\CAAnimation.isRemovedOnCompletion),
    "keyPath": KeyedProperty(\CAPropertyAnimation.keyPath), "additive": KeyedProperty(\CAPropertyAnimation.isAdditive),
    "cumulative": KeyedProperty(\CAPropertyAnimation.isCumulative),
    "valueFunction": KeyedProperty(\CAPropertyAnimation.valueFunction),
    "fromValue": KeyedProperty(any: \CABasicAnimation.fromValue),
    "toValue": KeyedProperty(any: \CABasicAnimation.toValue), "byValue": KeyedProperty(any: \CABasicAnimation.byValue),
    "mass": KeyedProperty(\CASpringAnimation.mass), "stiffness": KeyedProperty(\CASpringAnimation.stiffness),
    "damping": KeyedProperty(\CASpringAnimation.damping),
    "initialVelocity": KeyedProperty(\CASpringAnimation.initialVelocity),
    "values": KeyedProperty(\CAKeyframeAnimation.values), "path": KeyedProperty(\CAKeyframeAnimation.path),
    "keyTimes": KeyedProperty(\CAKeyframeAnimation.keyTimes),
    "timingFunctions": KeyedProperty(\CAKeyframeAnimation.timingFunctions),
    "animations": KeyedProperty(\CAAnimationGroup.animations),
    "startProgress": KeyedProperty(\CATransition.startProgress),
    "endProgress": KeyedProperty(\CATransition.endProgress),
  ]
}
