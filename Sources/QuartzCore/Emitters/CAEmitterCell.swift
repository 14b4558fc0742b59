public import CoreGraphics
import Layers
import ModelValues

/// A kind of particle (`CAEmitterCell`). A property with a range is spread evenly over the range about it.
///
/// Of its timing, when emission begins and how long it lasts count; a film with another speed, an offset, repeats or a fill mode is
/// refused.
open class CAEmitterCell: NSObject, CAMediaTiming {
  /// When emission begins, in seconds of the layer, or of the particle that emits it.
  open var beginTime: CFTimeInterval = 0
  /// The duration of emission, in seconds.
  open var duration: CFTimeInterval = .infinity
  /// The speed of its time.
  open var speed: Float = 1
  /// The offset of its time.
  open var timeOffset: CFTimeInterval = 0
  /// The number of repeats.
  open var repeatCount: Float = 0
  /// The duration of all repeats.
  open var repeatDuration: CFTimeInterval = 0
  /// Whether each repeat is followed by one backward.
  open var autoreverses = false
  /// The state outside its time.
  open var fillMode = CAMediaTimingFillMode.removed

  /// A name for key paths, without a period; nil for none.
  open var name: String?
  /// Whether it is emitted.
  open var isEnabled = true
  /// Particles in a second.
  open var birthRate: Float = 0
  /// The lifetime of a particle, in seconds.
  open var lifetime: Float = 0
  /// The range of lifetimes.
  open var lifetimeRange: Float = 0
  /// The rise of its direction toward the viewer from that of the emitter's shape, in radians.
  open var emissionLatitude: CGFloat = 0
  /// The turn of its direction in the plane from that of the emitter's shape, in radians.
  open var emissionLongitude: CGFloat = 0
  /// The range of directions in the plane, in radians.
  open var emissionRange: CGFloat = 0
  /// The initial speed of a particle, in pixels a second.
  open var velocity: CGFloat = 0
  /// The range of velocities.
  open var velocityRange: CGFloat = 0
  /// The acceleration along x, in pixels a second squared.
  open var xAcceleration: CGFloat = 0
  /// The acceleration along y.
  open var yAcceleration: CGFloat = 0
  /// The acceleration toward the viewer.
  open var zAcceleration: CGFloat = 0
  /// The size, in multiples of the picture's.
  open var scale: CGFloat = 1
  /// The range of sizes.
  open var scaleRange: CGFloat = 0
  /// The change of the size in a second.
  open var scaleSpeed: CGFloat = 0
  /// The speed of its rotation, in radians a second.
  open var spin: CGFloat = 0
  /// The range of spins.
  open var spinRange: CGFloat = 0
  /// The factor of the picture's colors at first; nil for white.
  open var color: CGColor? = .white
  /// The range of the color's red.
  open var redRange: Float = 0
  /// The range of the color's green.
  open var greenRange: Float = 0
  /// The range of the color's blue.
  open var blueRange: Float = 0
  /// The range of the color's opacity.
  open var alphaRange: Float = 0
  /// The change of the red in a second.
  open var redSpeed: Float = 0
  /// The change of the green in a second.
  open var greenSpeed: Float = 0
  /// The change of the blue in a second.
  open var blueSpeed: Float = 0
  /// The change of the opacity in a second.
  open var alphaSpeed: Float = 0
  /// The picture: a `CGImage`; nil for one that is not seen. A film with another object is refused.
  open var contents: Any?
  /// The part of the picture, in parts of it from its top left corner.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// The picture's pixels for one of the particle's.
  open var contentsScale: CGFloat = 1
  /// The filter from a larger picture to the particle's size: kept, and interpolated whatever it says.
  open var minificationFilter = "linear"
  /// The filter from a smaller picture to the particle's size: kept, and interpolated whatever it says.
  open var magnificationFilter = "linear"
  /// The choice among several smaller pictures: kept.
  open var minificationFilterBias: Float = 0
  /// The cells that each particle emits in turn.
  open var emitterCells: [CAEmitterCell]?
  /// Values under keys that the cell has none for.
  open var style: [AnyHashable: Any]?
  /// The values under keys that are no property's.
  private var values: [String: Any] = [:]

  /// A cell that is never born.
  public override init() { super.init() }

  /// The value at `key`: a property, or any value that was set; numbers and geometry in boxes.
  open func value(forKey key: String) -> Any? {
    if let property = Self.keys[key] { return property.get(self) }
    return values[key] ?? CALayer.value(ofStyle: style, key) ?? type(of: self).defaultValue(forKey: key)
  }
  /// Sets the value at `key`: a property, whose default is set by nil, or any value to be kept.
  open func setValue(_ value: Any?, forKey key: String) {
    guard let property = Self.keys[key] else { return values[key] = value }
    property.set(self, value ?? property.get(CAEmitterCell()))
  }
  /// The value at the end of `keyPath`, such as `emitterCells.spark.velocity`.
  open func value(forKeyPath keyPath: String) -> Any? {
    guard let found = emitterCells?.cell(at: keyPath) else { return value(forKey: keyPath) }
    return found.cell.value(forKeyPath: found.rest)
  }
  /// Sets what is at the end of `keyPath`.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let found = emitterCells?.cell(at: keyPath) else { return setValue(value, forKey: keyPath) }
    found.cell.setValue(value, forKeyPath: found.rest)
  }
  /// The value of a fresh cell at `key`; nil for nothing.
  open class func defaultValue(forKey key: String) -> Any? { keys[key].flatMap { $0.get(CAEmitterCell()) } }
}

extension CAEmitterCell {
  /// The cell as the engine has it, `depth` cells down from the emitter's.
  func value(_ making: LayerMaking, depth: Int) throws -> EmitterCell {
    guard depth < LayerLimits.cellDepth else {
      throw UnsupportedLayer("The emitter's cells are in one another more than \(LayerLimits.cellDepth) times.")
    }
    let isPlain =
      speed == 1 && timeOffset == 0 && repeatCount == 0 && repeatDuration == 0 && !autoreverses && fillMode == .removed
    guard isPlain else {
      let cell = name.map { "“\($0)”" } ?? "without a name"
      throw UnsupportedLayer(
        "The emitter's cell \(cell) has a speed, an offset, repeats or a fill mode, which are not drawn.")
    }
    var cell = EmitterCell()
    (cell.name, cell.isEnabled, cell.beginTime, cell.duration) = (name ?? "", isEnabled, beginTime, max(0, duration))
    cell.contents = try making.contents(contents)
    (cell.contentsRect, cell.contentsScale) = (contentsRect.rectangle, Double(contentsScale))
    cell.emitterCells = try (emitterCells ?? []).map { try $0.value(making, depth: depth + 1) }
    // A lifetime without end is longer than any film.
    (cell.birthRate, cell.lifetime) = (Double(max(0, birthRate)), Double(min(max(0, lifetime), 1e9)))
    cell.lifetimeRange = Double(lifetimeRange)
    (cell.emissionLatitude, cell.emissionLongitude) = (Double(emissionLatitude), Double(emissionLongitude))
    cell.emissionRange = Double(emissionRange)
    (cell.velocity, cell.velocityRange) = (Double(velocity), Double(velocityRange))
    (cell.xAcceleration, cell.yAcceleration) = (Double(xAcceleration), Double(yAcceleration))
    cell.zAcceleration = Double(zAcceleration)
    (cell.scale, cell.scaleRange, cell.scaleSpeed) = (Double(scale), Double(scaleRange), Double(scaleSpeed))
    (cell.spin, cell.spinRange) = (Double(spin), Double(spinRange))
    cell.color = (color ?? .white).color
    (cell.redRange, cell.greenRange) = (Double(redRange), Double(greenRange))
    (cell.blueRange, cell.alphaRange) = (Double(blueRange), Double(alphaRange))
    (cell.redSpeed, cell.greenSpeed) = (Double(redSpeed), Double(greenSpeed))
    (cell.blueSpeed, cell.alphaSpeed) = (Double(blueSpeed), Double(alphaSpeed))
    return cell
  }
}
