import Glibc
import Testing

@testable import Layers

@Suite struct SpringTests {
  @Test func `a spring solves its equation, damped little, just enough or too much`() {
    for (mass, stiffness, damping, velocity, overdamped) in [
      (1.0, 100.0, 10.0, 0.0, false), (2, 50, 1, 5, false), (1, 100, 20, 3, false), (1, 100, 50, -4, true),
      (1, 100, 0, 0, false),
    ] {
      var spring = SpringAnimation(keyPath: .opacity)
      (spring.mass, spring.stiffness, spring.damping) = (mass, stiffness, damping)
      (spring.initialVelocity, spring.allowsOverdamping) = (velocity, overdamped)
      let step = 1e-4
      #expect(near(spring.progress(after: 0), 0))
      #expect(near(spring.progress(after: step) / step, velocity, 0.02))
      for time in stride(from: 0.05, to: 2, by: 0.05) {
        // m·x″ + c·x′ + k·x = 0, where x is the distance from rest.
        let (before, now, after) = (
          1 - spring.progress(after: time - step), 1 - spring.progress(after: time),
          1 - spring.progress(after: time + step)
        )
        let acceleration: Double = (after - 2 * now + before) / (step * step)
        let speed: Double = (after - before) / (2 * step)
        let force: Double = mass * acceleration + damping * speed + stiffness * now
        #expect(abs(force) < 1e-3 * stiffness)
      }
    }
  }

  @Test func `the closed formula of the standard spring`() {
    let spring = SpringAnimation(keyPath: .opacity)
    let swing = 75.0.squareRoot()
    for time in [0.1, 0.37, 1.2] {
      let wave: Double = cos(swing * time) + 5 / swing * sin(swing * time)
      let rest: Double = exp(-5 * time) * wave
      #expect(near(spring.progress(after: time), 1 - rest, 1e-12))
    }
    #expect(near(spring.settlingDuration, 1.472_700_334_678_1, 1e-6))
  }

  @Test func `it settles when Apple's reference says`() {
    // "With a damping coefficient of 5, the settling duration is approximately 2.85 seconds", with one of 15 "just over 1".
    var spring = SpringAnimation(keyPath: .positionX)
    spring.damping = 5
    #expect(near(spring.settlingDuration, 2.855, 0.001))
    spring.damping = 15
    #expect(near(spring.settlingDuration, 1.022, 0.001))
  }

  @Test func `after the settling duration it keeps within a thousandth`() {
    for (damping, velocity) in [(10.0, 0.0), (3, 20), (20, 0), (20, 40), (60, 5)] {
      var spring = SpringAnimation(keyPath: .opacity)
      spring.damping = damping
      spring.initialVelocity = velocity
      spring.allowsOverdamping = true
      let settled = spring.settlingDuration
      #expect(settled.isFinite)
      for step in 0..<200 {
        #expect(abs(1 - spring.progress(after: settled + Double(step) * 0.01)) <= 0.001_000_1)
      }
    }
    var free = SpringAnimation(keyPath: .opacity)
    free.damping = 0
    #expect(free.settlingDuration == .infinity)
  }

  @Test func `a spring swings over, and its duration cuts it off`() throws {
    var spring = SpringAnimation(keyPath: .zPosition)
    spring.fromValue = 0
    spring.toValue = 100
    spring.damping = 4
    spring.duration = 2
    let layer = Layer(animations: [.spring(spring)])
    #expect(try layer.number(.zPosition, at: 32, 100).map { $0 > 120 } == true)
    #expect(try layer.number(.zPosition, at: 2) == 0)
    #expect(
      near(SpringAnimation(keyPath: .opacity, perceptualDuration: 0.5, bounce: 0.3).stiffness, 157.913_670_417, 1e-6))
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0]) func `a spring of bad numbers has a finite value`(bad: Double) {
    for path in [\SpringAnimation.mass, \.stiffness, \.damping, \.initialVelocity] {
      var spring = SpringAnimation(keyPath: .opacity)
      spring[keyPath: path] = bad
      for time in [0, 0.1, 5, 1e300, .infinity] { #expect(!spring.progress(after: time).isNaN) }
      _ = spring.settlingDuration
    }
  }
}
