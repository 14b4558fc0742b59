import Testing

@testable import Layers

/// `CAMediaTiming`, each rule by itself. Where Apple's words decide they are named: the header `CAMediaTiming.h` and the "Core
/// Animation Programming Guide". Where they leave it open SMIL 3 or Web Animations decide, whose model it is.
@Suite struct MediaTimingTests {
  /// A vector: a timing, and the basic local time at parent times; nil where it is not there.
  struct Vector: CustomTestStringConvertible {
    var testDescription: String
    var timing: MediaTiming
    var expected: [(parent: Double, local: Double?)]

    init(_ name: String, _ timing: MediaTiming, _ expected: [(Double, Double?)]) {
      testDescription = name
      self.timing = timing
      self.expected = expected.map { ($0.0, $0.1) }
    }
  }

  static let vectors: [Vector] = [
    Vector(
      "the active duration is half-open (SMIL: end-exclusive)", timing(),
      [
        (-0.001, nil), (0, 0), (0.5, 0.5), (0.999, 0.999), (1, nil), (2, nil),
      ]),
    Vector(
      "it begins at its begin time in the parent (header)", timing { $0.beginTime = 3 },
      [
        (2.999, nil), (3, 0), (3.25, 0.25), (4, nil),
      ]),
    Vector(
      "the begin time that stands for the start is the start", timing { $0.beginTime = MediaTiming.beginTimeAtZero },
      [
        (0, 0), (0.5, 0.5), (1, nil),
      ]),
    Vector(
      "of speed 2 local time runs twice as fast as the parent's (header)", timing(lasting: 4) { $0.speed = 2 },
      [
        (0, 0), (1, 2), (1.75, 3.5), (2, nil),
      ]),
    Vector(
      "the speed counts from the begin time on: t = (tp − begin) · speed (header)",
      timing(lasting: 4) {
        $0.beginTime = 1
        $0.speed = 0.5
      }, [(1, 0), (3, 1), (8.5, 3.75), (9, nil)]),
    Vector(
      "a layer is paused by speed 0 and an offset (Apple's technical Q&A QA1673)",
      timing(lasting: .infinity) {
        $0.speed = 0
        $0.timeOffset = 7.5
      }, [(0, 7.5), (3, 7.5), (1000, 7.5)]),
    Vector(
      "an offset is added in active local time and wraps (observed of Core Animation)",
      timing(lasting: 3) { $0.timeOffset = 1 }, [(0, 1), (1.5, 2.5), (2, 0), (2.5, 0.5), (3, nil)]),
    Vector(
      "time that runs backward runs down from the offset, by the header's formula",
      timing(lasting: 2) {
        $0.speed = -1
        $0.timeOffset = 2
        $0.fillMode = .both
      },
      [(0, 2), (0.5, 1.5), (2, 0), (3, 0)]),
    Vector(
      "it repeats as often as the count says (header)", timing { $0.repeatCount = 3 },
      [
        (0.25, 0.25), (1, 0), (1.25, 0.25), (2.75, 0.75), (3, nil),
      ]),
    Vector("the count may be a fraction (header)", timing { $0.repeatCount = 1.5 }, [(1.25, 0.25), (1.5, nil)]),
    Vector(
      "it repeats for the repeat duration (header)", timing { $0.repeatDuration = 2.5 },
      [
        (2.25, 0.25), (2.5, nil),
      ]),
    Vector(
      "of two ends the earlier one is it (SMIL: the active duration is the lesser)",
      timing {
        $0.repeatDuration = 2.5
        $0.repeatCount = 2
      }, [(1.75, 0.75), (2, nil)]),
    Vector("it may repeat without end", timing { $0.repeatCount = .infinity }, [(1e6 + 0.25, 0.25)]),
    Vector(
      "reversed, an iteration is as long again (Programming Guide)", timing { $0.autoreverses = true },
      [
        (0.25, 0.25), (1, 1), (1.25, 0.75), (1.75, 0.25), (2, nil),
      ]),
    Vector(
      "half an iteration of a reversing one ends at its turn",
      timing {
        $0.autoreverses = true
        $0.repeatCount = 1.5
        $0.fillMode = .forwards
      },
      [(2.25, 0.25), (3, 1), (9, 1)]),
    Vector("removed shows nothing outside (header)", timing { $0.fillMode = .removed }, [(-1, nil), (2, nil)]),
    Vector("forwards clamps to the end (header)", timing { $0.fillMode = .forwards }, [(-1, nil), (1, 1), (9, 1)]),
    Vector("backwards clamps to the start (header)", timing { $0.fillMode = .backwards }, [(-1, 0), (1, nil)]),
    Vector("both clamps to either (header)", timing { $0.fillMode = .both }, [(-1, 0), (9, 1)]),
    Vector(
      "a fill after whole iterations is the end of the last (SMIL)",
      timing {
        $0.repeatCount = 2
        $0.fillMode = .forwards
      }, [(2, 1), (5, 1)]),
    Vector(
      "a fill after a part of an iteration is where it was cut (SMIL)",
      timing {
        $0.repeatCount = 1.25
        $0.fillMode = .forwards
      }, [(2, 0.25)]),
    Vector("what lasts no time is over at once", timing(lasting: 0), [(0, nil), (1, nil)]),
    Vector(
      "what lasts without end is there for good", timing(lasting: .infinity) { $0.beginTime = 2 },
      [
        (1.9, nil), (2, 0), (1e9, 1e9 - 2),
      ]),
    Vector(
      "decimal fractions do not miss a border",
      timing(lasting: 0.1) {
        $0.beginTime = 0.1
        $0.repeatCount = 10
      }, [(0.3, 0), (0.7, 0), (1.1, nil)]),
  ]

  @Test(arguments: vectors) func `local time follows from the parent's`(_ vector: Vector) {
    for (parent, expected) in vector.expected {
      let local = vector.timing.localTime(at: Moment(seconds: parent), lasting: vector.timing.duration)
      guard let expected else {
        #expect(local == nil, "at \(parent)")
        continue
      }
      #expect(
        near(local?.seconds, expected, 1e-6 * max(1, abs(expected) / 1000)), "at \(parent): \(local?.seconds as Any)")
    }
  }

  @Test func `iterations are counted`() {
    let timing = timing {
      $0.repeatCount = 3
      $0.fillMode = .forwards
    }
    let counts = [0, 0.5, 1, 2.5, 3, 7].map {
      timing.localTime(at: Moment(seconds: $0), lasting: 1)?.iteration
    }
    #expect(counts == [0, 0, 1, 2, 2, 2])
  }

  @Test func `what its parent ends with is still there at the end`() {
    let end = Moment(seconds: 1, isEnd: true)
    #expect(timing().localTime(at: end, lasting: 1)?.seconds == 1)
    #expect(timing().localTime(at: end, lasting: 0.5) == nil)
  }

  @Test func `a layer without timing is there from the start without end, at the movie's time`() throws {
    #expect(try layer().at(0)?.time == 0)
    #expect(try layer().at(7, 2)?.time == 3.5)
    #expect(try layer().at(-1) == nil)
  }

  @Test func `layers are timed in their superlayers, and animations in their layers`() throws {
    var inner = layer(.layer, basic(.opacity, from: 0, to: 1, begin: 1, duration: 2, fill: .removed))
    inner.timing.beginTime = 2
    inner.timing.speed = 2
    var outer = Layer()
    outer.timing.beginTime = 10
    outer.timing.speed = 0.5
    outer.sublayers = [inner]
    // Movie 16 s is 3 s of the outer one, and (3 − 2) · 2 = 2 s of the inner: half of the animation.
    let present = try outer.at(16)
    #expect(present?.time == 3)
    #expect(present?.sublayers.first?.time == 2)
    #expect(present?.sublayers.first?.layer.opacity == 0.5)
    #expect(try outer.at(13)?.sublayers.isEmpty == true)
  }

  @Test func `a layer is there for its active duration`() throws {
    var title = Layer()
    title.timing.beginTime = 1
    title.timing.duration = 2
    #expect(try title.at(99, 100) == nil)
    #expect(try title.at(1) != nil)
    #expect(try title.at(299, 100) != nil)
    #expect(try title.at(3) == nil)
    title.timing.fillMode = .forwards
    #expect(try title.at(50)?.time == 2)
  }
}
