import ModelValues
import Testing

@testable import Layers

@Suite struct AnimationTimingTests {
  @Test func `an animation is removed on completion, whatever its fill mode`() throws {
    let kept = layer(.layer, basic(.opacity, from: 0.2, to: 0.4))
    let removed = layer(.layer, basic(.opacity, from: 0.2, to: 0.4) { $0.isRemovedOnCompletion = true })
    #expect(try kept.number(.opacity, at: 5) == 0.4)
    #expect(try removed.number(.opacity, at: 1, 2).map { near($0, 0.3) } == true)
    #expect(try removed.number(.opacity, at: 1) == 1)
  }

  @Test func `the pace is that of the timing function`() throws {
    let eased = layer(.layer, basic(.opacity, from: 0, to: 1) { $0.timingFunction = .easeIn })
    #expect(near(try eased.number(.opacity, at: 1, 2), MediaTimingFunction.easeIn.progress(at: 0.5)))
  }

  @Test func `an animation without a duration has a quarter of a second`() throws {
    let brief = layer(.layer, basic(.opacity, from: 0, to: 1, duration: 0))
    #expect(near(try brief.number(.opacity, at: 1, 8), 0.5))
  }

  @Test func `animations of a group have its time, and are cut off by it`() throws {
    var group = AnimationGroup([
      basic(.opacity, from: 0, to: 1, duration: 4, fill: .removed),
      basic(.zPosition, from: 0, to: 10, duration: 0, fill: .removed),
      basic(.cornerRadius, from: 0, to: 8, begin: 1, duration: 0.5, fill: .removed),
    ])
    group.beginTime = 1
    group.duration = 2
    let layer = layer(.layer, .group(group))
    #expect(near(try layer.number(.opacity, at: 2), 0.25))
    #expect(near(try layer.number(.zPosition, at: 2), 5))
    #expect(near(try layer.number(.cornerRadius, at: 9, 4), 4))
    #expect(try layer.number(.cornerRadius, at: 11, 4) == 0)
    #expect(try layer.number(.opacity, at: 3) == 1)
  }

  @Test func `a group that fills shows the ends of those that end with it`() throws {
    var group = AnimationGroup([basic(.opacity, from: 0, to: 0.75, duration: 0, fill: .removed)])
    group.duration = 2
    group.fillMode = .forwards
    group.isRemovedOnCompletion = false
    #expect(try layer(.layer, .group(group)).number(.opacity, at: 9) == 0.75)
  }

  @Test func `groups nest, repeat, reverse and have a pace`() throws {
    var inner = AnimationGroup([basic(.zPosition, from: 0, to: 1, duration: 0, fill: .removed)])
    inner.duration = 1
    inner.speed = 2
    var outer = AnimationGroup([.group(inner)])
    outer.duration = 0.5
    outer.autoreverses = true
    outer.repeatCount = 2
    let layer = layer(.layer, .group(outer))
    #expect(near(try layer.number(.zPosition, at: 1, 4), 0.5))
    #expect(near(try layer.number(.zPosition, at: 1, 2), 1))
    #expect(near(try layer.number(.zPosition, at: 3, 4), 0.5))
    #expect(near(try layer.number(.zPosition, at: 11, 8), 0.75))
    var paced = AnimationGroup([basic(.opacity, from: 0, to: 1, duration: 2)])
    paced.duration = 2
    paced.timingFunction = .easeOut
    let eased = Layer(animations: [.group(paced)])
    #expect(near(try eased.number(.opacity, at: 1), MediaTimingFunction.easeOut.progress(at: 0.5)))
  }

  @Test func `a repeat that accumulates goes on from where it was`() throws {
    let layer = layer(
      .layer,
      basic(.zPosition, from: 2, to: 12) {
        $0.repeatCount = 3
        $0.isCumulative = true
      })
    // SMIL: the iteration k adds k times the last value.
    #expect(near(try layer.number(.zPosition, at: 1, 2), 7))
    #expect(near(try layer.number(.zPosition, at: 3, 2), 12 + 7))
    #expect(near(try layer.number(.zPosition, at: 5, 2), 24 + 7))
    #expect(near(try layer.number(.zPosition, at: 9), 24 + 12))
  }

  @Test func `timing functions keep to their curve`() {
    // x and y of the curve at a parameter are its own vectors.
    for function in [MediaTimingFunction.easeIn, .easeOut, .easeInEaseOut, .default, .init(0.9, -2, 0.05, 3)] {
      for step in 1..<100 {
        let u = Double(step) / 100
        func ordinate(_ a: Double, _ b: Double) -> Double {
          3 * (1 - u) * (1 - u) * u * a + 3 * (1 - u) * u * u * b + u * u * u
        }
        let x = ordinate(function.firstControlPoint.x, function.secondControlPoint.x)
        let y = ordinate(function.firstControlPoint.y, function.secondControlPoint.y)
        #expect(near(function.progress(at: x), y, 1e-9))
      }
      #expect(function.progress(at: 0) == 0)
      #expect(function.progress(at: 1) == 1)
    }
    #expect(MediaTimingFunction.linear.progress(at: 0.3) == 0.3)
    // CSS: ease-in at its middle is 0.3153568...
    #expect(near(MediaTimingFunction.easeIn.progress(at: 0.5), 0.315_356_8, 1e-6))
    // CSS: ease at its middle, and ease-in-out at a quarter.
    #expect(near(MediaTimingFunction.default.progress(at: 0.5), 0.802_403_4, 1e-6))
    #expect(near(MediaTimingFunction.easeInEaseOut.progress(at: 0.25), 0.129_161_9, 1e-6))
    #expect(MediaTimingFunction(.nan, .nan, .nan, .nan).progress(at: 0).isFinite)
  }
}
