import Glibc
import ModelValues

/// The particles of an emitter at one time, found without those of any time before: each particle's number gives its birth, and its
/// birth and its chances where it is.
///
/// The state of the emitter and its cells at a birth is asked of their animations at that time, so that a moving emitter leaves a
/// trail. A birth rate that changes leaves out births of the highest one, by chance.
struct Emission {
  /// The emitter, every birth rate and lifetime as high as it ever is.
  let highest: EmitterLayer
  /// The emitter as its animations make it at a time of the layer; nil where none does.
  let animated: ((Double) -> EmitterLayer)?
  /// The number of births that may still be looked at.
  private(set) var remaining: Int
  private(set) var particles: [Particle] = []

  init(highest: EmitterLayer, animated: ((Double) -> EmitterLayer)?, limit: Int) {
    self.highest = highest
    self.animated = animated
    remaining = limit
  }

  /// Finds every particle that is there at `time`.
  ///
  /// - Returns: false where there are too many.
  mutating func emit(at time: Double) -> Bool {
    emit(highest.emitterCells, at: time, path: [], seed: UInt64(highest.seed), parent: nil)
  }

  /// Collects the particles of `cells` that exist at `time`, emitted by the layer itself, or by the particle `parent`,
  /// whose random numbers follow from `seed`.
  private mutating func emit(
    _ cells: [EmitterCell], at time: Double, path: [Int], seed: UInt64, parent: ParticleFlight?
  ) -> Bool {
    guard path.count < LayerLimits.cellDepth, time.isFinite else { return path.count < LayerLimits.cellDepth }
    for (number, cell) in cells.enumerated() where cell.isEnabled {
      let start = (parent?.birth ?? 0) + cell.beginTime
      let rate = cell.birthRate * (parent == nil ? max(0, highest.birthRate) : 1)
      guard rate > 0, rate.isFinite, start.isFinite, cell.hasFiniteNumbers else { continue }
      let end = min(time, start + cell.duration, parent.map { $0.birth + $0.lifetime } ?? .infinity)
      // Particles that are gone count as long as what they emitted may be there.
      let first = max(0, ((time - lifespan(of: cell, depth: path.count) - start) * rate).rounded(.up))
      let last = ((end - start) * rate + Moment.tolerance).rounded(.down)
      guard first <= last else { continue }
      guard last - first < Double(remaining) else { return false }
      remaining -= Int(last - first) + 1
      for count in 0...Int(last - first) {
        let index = first + Double(count)
        var chance = ChanceSequence(seed: seed, cell: number, particle: Int64(min(index, 9e18)))
        let particleSeed = chance.seed
        guard
          let flight = flight(
            of: cell, path: path + [number], born: start + index / rate, at: rate, parent: parent, &chance)
        else { continue }
        let age = max(0, time - flight.birth)
        if age < flight.lifetime, let particle = flight.particle(atAge: age) { particles.append(particle) }
        if !cell.emitterCells.isEmpty,
          !emit(cell.emitterCells, at: time, path: path + [number], seed: particleSeed, parent: flight)
        {
          return false
        }
      }
    }
    return true
  }

  /// The flight of a particle that is born at `birth`, where `highestRate` are born in a second at most; nil for one
  /// that chance leaves out.
  private func flight(
    of cell: EmitterCell, path: [Int], born birth: Double, at highestRate: Double, parent: ParticleFlight?,
    _ chance: inout ChanceSequence
  ) -> ParticleFlight? {
    var (emitter, cell) = (highest, cell)
    let isBorn = chance.next()
    if let animated {
      emitter = animated(birth)
      cell = emitter.cell(at: path)
      let rate = cell.birthRate * (parent == nil ? emitter.birthRate : 1)
      guard isBorn * highestRate < rate, cell.isEnabled, cell.hasFiniteNumbers else { return nil }
    }
    let own = emitter.start(&chance)
    // A particle emits from a place, not the shape.
    let start = parent.map { EmitterStart(place: $0.place(atAge: birth - $0.birth)) } ?? own
    let lifetime = chance.next(about: cell.lifetime, range: cell.lifetimeRange) * emitter.lifetime
    let speed = chance.next(about: cell.velocity, range: cell.velocityRange) * emitter.velocity
    let longitude = start.longitude + chance.next(about: cell.emissionLongitude, range: cell.emissionRange)
    let latitude = start.latitude + cell.emissionLatitude
    let rise = cos(latitude)
    let scale = chance.next(about: cell.scale, range: cell.scaleRange) * emitter.scale
    let spin = chance.next(about: cell.spin, range: cell.spinRange) * emitter.spin
    let color = [
      chance.next(about: cell.color.red, range: cell.redRange),
      chance.next(about: cell.color.green, range: cell.greenRange),
      chance.next(about: cell.color.blue, range: cell.blueRange),
      chance.next(about: cell.color.alpha, range: cell.alphaRange),
    ]
    return ParticleFlight(
      cell: cell, path: path, birth: birth, lifetime: max(0, lifetime), origin: start.place,
      velocity: [speed * rise * cos(longitude), speed * rise * sin(longitude), speed * sin(latitude)],
      scale: scale, scaleSpeed: cell.scaleSpeed * emitter.scale, spin: spin, color: color)
  }

  /// The longest time from the birth of a particle of `cell` to the end of the last that comes of it.
  private func lifespan(of cell: EmitterCell, depth: Int) -> Double {
    let own = max(0, cell.lifetime + abs(cell.lifetimeRange) / 2) * max(0, highest.lifetime)
    guard depth < LayerLimits.cellDepth else { return own }
    return own + (cell.emitterCells.map { lifespan(of: $0, depth: depth + 1) }.max() ?? 0)
  }
}

extension EmitterLayer {
  /// The cell at the places `path`, each among the cells of the one before.
  fileprivate func cell(at path: [Int]) -> EmitterCell {
    path.dropFirst().reduce(emitterCells[path[0]]) { $0.emitterCells[$1] }
  }
}

extension EmitterCell {
  /// Whether every number is finite, but for a duration without end.
  var hasFiniteNumbers: Bool {
    Self.numbers.allSatisfy { self[keyPath: $0.path].isFinite } && beginTime.isFinite && !duration.isNaN
      && LayerValue.color(color).isFinite && LayerValue.rectangle(contentsRect).isFinite
      && contents?.isFinite != false
  }
}
