public import ModelValues

/// A particle of an emitter at one time.
public struct Particle: Hashable, Sendable {
  /// The cell that it is of: its place among the emitter's cells, then among that cell's.
  public var cell: [Int]
  /// The place of its middle in the layer's bounds.
  public var position: Point
  /// Its distance toward the viewer, in pixels.
  public var zPosition: Double
  /// Its size, in multiples of the picture's.
  public var scale: Double
  /// Its rotation, in radians, clockwise.
  public var rotation: Double
  /// The factor of the picture's colors.
  public var color: Color
  /// Its age, in seconds.
  public var age: Double
  /// Its lifetime, in seconds.
  public var lifetime: Double
  /// The picture.
  public var contents: LayerContents
  /// The part of the picture, in parts of it.
  public var contentsRect: Rectangle
}

/// The beginning and the motion of a particle, from which follows its place at any later time.
struct ParticleFlight {
  var cell: EmitterCell
  var path: [Int]
  var birth: Double
  var lifetime: Double
  var origin: [Double]
  var velocity: [Double]
  var scale: Double
  var scaleSpeed: Double
  var spin: Double
  var color: [Double]

  /// Its place `age` seconds after its birth, in all three directions: it moves evenly, and faster by its acceleration.
  func place(atAge age: Double) -> [Double] {
    let acceleration = [cell.xAcceleration, cell.yAcceleration, cell.zAcceleration]
    return (0..<3).map { origin[$0] + velocity[$0] * age + acceleration[$0] * age * age / 2 }
  }

  /// The particle `age` seconds after its birth; nil for one that is not seen.
  func particle(atAge age: Double) -> Particle? {
    guard let contents = cell.contents else { return nil }
    let place = place(atAge: age)
    let speeds = [cell.redSpeed, cell.greenSpeed, cell.blueSpeed, cell.alphaSpeed]
    let levels = zip(color, speeds).map { min(max(0, $0 + $1 * age), 1) }
    return Particle(
      cell: path, position: Point(x: place[0], y: place[1]), zPosition: place[2],
      scale: max(0, scale + scaleSpeed * age) / (cell.contentsScale > 0 ? cell.contentsScale : 1), rotation: spin * age,
      color: Color(red: levels[0], green: levels[1], blue: levels[2], alpha: levels[3]), age: age, lifetime: lifetime,
      contents: contents, contentsRect: cell.contentsRect)
  }
}
