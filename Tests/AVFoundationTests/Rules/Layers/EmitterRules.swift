import AVFoundation
import Testing

@Suite("Rules of emitters")
struct EmitterRules {
  private let emitter = CAEmitterLayer()
  private let cell = CAEmitterCell()

  /// CAEmitterLayer.h, "birthRate", "lifetime", "velocity", "scale", "spin": one by default.
  @Test func `a fresh emitter leaves its cells' numbers as they are`() {
    #expect([emitter.birthRate, emitter.lifetime, emitter.velocity, emitter.scale, emitter.spin] == [1, 1, 1, 1, 1])
  }

  /// CAEmitterLayer.h, "emitterPosition", "emitterZPosition", "emitterSize", "emitterDepth": zero by default.
  @Test func `a fresh emitter is at the origin and has no size`() {
    #expect(emitter.emitterPosition == .zero && emitter.emitterZPosition == 0)
    #expect(emitter.emitterSize == .zero && emitter.emitterDepth == 0)
  }

  /// CAEmitterLayer.h, "emitterShape": point; "emitterMode": volume; "renderMode": unordered by default.
  @Test func `a fresh emitter is a point`() {
    #expect(emitter.emitterShape == .point && emitter.emitterMode == .volume && emitter.renderMode == .unordered)
  }

  /// CAEmitterLayer.h, "preservesDepth": NO; "seed": zero by default.
  @Test func `a fresh emitter flattens its particles and has no seed`() {
    #expect(!emitter.preservesDepth && emitter.seed == 0 && emitter.emitterCells == nil)
  }

  /// CAEmitterLayer.h, the shapes', modes' and orders' names.
  @Test func `shapes, modes and orders go by Core Animation's words`() {
    let shapes: [CAEmitterLayerEmitterShape] = [.point, .line, .rectangle, .cuboid, .circle, .sphere]
    #expect(shapes.map(\.rawValue) == ["point", "line", "rectangle", "cuboid", "circle", "sphere"])
    let modes: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]
    #expect(modes.map(\.rawValue) == ["points", "outline", "surface", "volume"])
    let orders: [CAEmitterLayerRenderMode] = [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
    #expect(orders.map(\.rawValue) == ["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"])
    #expect(kCAEmitterLayerLine == .line && kCAEmitterLayerOutline == .outline && kCAEmitterLayerAdditive == .additive)
  }

  /// CAEmitterCell.h, "enabled": emitted; "name", "contents", "emitterCells", "style": nil by default.
  @Test func `a fresh cell is enabled and shows nothing`() {
    #expect(cell.isEnabled && cell.name == nil && cell.contents == nil && cell.emitterCells == nil && cell.style == nil)
  }

  /// CAEmitterCell.h, "birthRate", "lifetime", "lifetimeRange", "velocity", "velocityRange": zero by default.
  @Test func `a fresh cell is never born`() {
    #expect(cell.birthRate == 0 && cell.lifetime == 0 && cell.lifetimeRange == 0)
    #expect(cell.velocity == 0 && cell.velocityRange == 0)
  }

  /// CAEmitterCell.h, "emissionLatitude", "emissionLongitude", "emissionRange", accelerations: zero by default.
  @Test func `a fresh cell goes where its emitter's shape has it`() {
    #expect([cell.emissionLatitude, cell.emissionLongitude, cell.emissionRange] == [0, 0, 0])
    #expect([cell.xAcceleration, cell.yAcceleration, cell.zAcceleration] == [0, 0, 0])
  }

  /// CAEmitterCell.h, "scale": one; "scaleRange", "scaleSpeed", "spin", "spinRange": zero by default.
  @Test func `a fresh cell is as large as its picture, and does not turn`() {
    #expect(cell.scale == 1 && cell.scaleRange == 0 && cell.scaleSpeed == 0 && cell.spin == 0 && cell.spinRange == 0)
  }

  /// CAEmitterCell.h, "color": opaque white; ranges and speeds of it: zero by default.
  @Test func `a fresh cell is white`() {
    #expect(cell.color == .white)
    #expect([cell.redRange, cell.greenRange, cell.blueRange, cell.alphaRange] == [0, 0, 0, 0])
    #expect([cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed] == [0, 0, 0, 0])
  }

  /// CAEmitterCell.h, "contentsRect": the unit rectangle; "contentsScale": as of layers; filters: linear by default.
  @Test func `a fresh cell shows all of its contents, scaled linearly`() {
    #expect(cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1) && cell.contentsScale == 1)
    #expect(cell.minificationFilter == "linear" && cell.magnificationFilter == "linear")
    #expect(cell.minificationFilterBias == 0)
  }

  /// CAMediaTiming.h, for cells: they begin at zero and emit without end.
  @Test func `a fresh cell emits as long as its layer is there`() {
    #expect(cell.beginTime == 0 && cell.duration == .infinity && cell.speed == 1 && cell.timeOffset == 0)
  }

  /// CAEmitterCell.h, "defaultValueForKey:".
  @Test func `the class says what its cells begin with`() {
    #expect(CAEmitterCell.defaultValue(forKey: "scale") as? Double == 1)
    #expect(CAEmitterCell.defaultValue(forKey: "birthRate") as? Double == 0)
    #expect(CAEmitterCell.defaultValue(forKey: "contents") == nil)
    #expect(CAEmitterCell.defaultValue(forKey: "wobble") == nil)
    #expect(CAEmitterLayer.defaultValue(forKey: "emitterShape") as? String == "point")
  }

  /// CAEmitterCell.h, "name": used to construct key paths.
  @Test func `a cell in a cell is reached by both names`() {
    let spark = CAEmitterCell()
    (cell.name, spark.name, cell.emitterCells) = ("rocket", "spark", [spark])
    emitter.emitterCells = [cell]
    emitter.setValue(3, forKeyPath: "emitterCells.rocket.emitterCells.spark.velocity")
    #expect(spark.velocity == 3 && cell.velocity == 0)
    #expect(emitter.value(forKeyPath: "emitterCells.rocket.emitterCells.spark.velocity") as? CGFloat == 3)
  }

  /// Key-Value Coding Extensions (Core Animation Programming Guide): a value for a key that is no property's is kept.
  @Test func `a cell keeps a value for any key`() {
    cell.setValue("confetti", forKey: "kind")
    cell.setValue(2.5, forKey: "scale")
    #expect(cell.value(forKey: "kind") as? String == "confetti" && cell.scale == 2.5)
    cell.setValue(nil, forKey: "scale")
    #expect(cell.scale == 1)
  }
}
