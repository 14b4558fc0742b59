import CoreGraphics

extension CAEmitterCell {
  /// The properties of cells, by their keys.
  static let keys: [String: KeyedProperty<CAEmitterCell>] = [
    "beginTime": KeyedProperty(\CAEmitterCell.beginTime), "duration": KeyedProperty(\CAEmitterCell.duration),
    "speed": KeyedProperty(\CAEmitterCell.speed), "timeOffset": KeyedProperty(\CAEmitterCell.timeOffset),
    "repeatCount": KeyedProperty(\CAEmitterCell.repeatCount),
    "repeatDuration": KeyedProperty(\CAEmitterCell.repeatDuration),
    "autoreverses": KeyedProperty(\CAEmitterCell.autoreverses), "fillMode": KeyedProperty(\CAEmitterCell.fillMode),
    "name": KeyedProperty(\CAEmitterCell.name), "enabled": KeyedProperty(\CAEmitterCell.isEnabled),
    "birthRate": KeyedProperty(\CAEmitterCell.birthRate), "lifetime": KeyedProperty(\CAEmitterCell.lifetime),
    "lifetimeRange": KeyedProperty(\CAEmitterCell.lifetimeRange),
    "emissionLatitude": KeyedProperty(\CAEmitterCell.emissionLatitude),
    "emissionLongitude": KeyedProperty(\CAEmitterCell.emissionLongitude),
    "emissionRange": KeyedProperty(\CAEmitterCell.emissionRange), "velocity": KeyedProperty(\CAEmitterCell.velocity),
    "velocityRange": KeyedProperty(\CAEmitterCell.velocityRange),
    "xAcceleration": KeyedProperty(\CAEmitterCell.xAcceleration),
    "yAcceleration": KeyedProperty(\CAEmitterCell.yAcceleration),
    "zAcceleration": KeyedProperty(\CAEmitterCell.zAcceleration), "scale": KeyedProperty(\CAEmitterCell.scale),
    "scaleRange": KeyedProperty(\CAEmitterCell.scaleRange), "scaleSpeed": KeyedProperty(\CAEmitterCell.scaleSpeed),
    "spin": KeyedProperty(\CAEmitterCell.spin), "spinRange": KeyedProperty(\CAEmitterCell.spinRange),
    "color": KeyedProperty(\CAEmitterCell.color), "redRange": KeyedProperty(\CAEmitterCell.redRange),
    "greenRange": KeyedProperty(\CAEmitterCell.greenRange), "blueRange": KeyedProperty(\CAEmitterCell.blueRange),
    "alphaRange": KeyedProperty(\CAEmitterCell.alphaRange), "redSpeed": KeyedProperty(\CAEmitterCell.redSpeed),
    "greenSpeed": KeyedProperty(\CAEmitterCell.greenSpeed), "blueSpeed": KeyedProperty(\CAEmitterCell.blueSpeed),
    "alphaSpeed": KeyedProperty(\CAEmitterCell.alphaSpeed), "contents": KeyedProperty(any: \CAEmitterCell.contents),
    "contentsRect": KeyedProperty(\CAEmitterCell.contentsRect),
    "contentsScale": KeyedProperty(\CAEmitterCell.contentsScale),
    "minificationFilter": KeyedProperty(\CAEmitterCell.minificationFilter),
    "magnificationFilter": KeyedProperty(\CAEmitterCell.magnificationFilter),
    "minificationFilterBias": KeyedProperty(\CAEmitterCell.minificationFilterBias),
    "emitterCells": KeyedProperty(\CAEmitterCell.emitterCells), "style": KeyedProperty(\CAEmitterCell.style),
  ]
}
