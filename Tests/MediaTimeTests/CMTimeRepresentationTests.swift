import Foundation
import MediaTime
import Testing

@Suite("Representation of times")
struct CMTimeRepresentationTests {
  @Test func `flags have CoreMedia's bits`() {
    #expect(CMTimeFlags.valid.rawValue == 1)
    #expect(CMTimeFlags.hasBeenRounded.rawValue == 2)
    #expect(CMTimeFlags.positiveInfinity.rawValue == 4)
    #expect(CMTimeFlags.negativeInfinity.rawValue == 8)
    #expect(CMTimeFlags.indefinite.rawValue == 16)
    #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 28)
  }

  @Test func `rounding methods have CoreMedia's numbers`() {
    #expect(CMTimeRoundingMethod.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
    #expect(CMTimeRoundingMethod.roundHalfAwayFromZero.rawValue == 1)
    #expect(CMTimeRoundingMethod.roundTowardZero.rawValue == 2)
    #expect(CMTimeRoundingMethod.roundAwayFromZero.rawValue == 3)
    #expect(CMTimeRoundingMethod.quickTime.rawValue == 4)
    #expect(CMTimeRoundingMethod.roundTowardPositiveInfinity.rawValue == 5)
    #expect(CMTimeRoundingMethod.roundTowardNegativeInfinity.rawValue == 6)
    #expect(CMTimeRoundingMethod.default == .roundHalfAwayFromZero)
  }

  @Test(
    arguments: [
      (.zero, Fields(0, 1, flags: CMTimeFlags(rawValue: 1))), (.invalid, Fields(0, 0, flags: CMTimeFlags(rawValue: 0))),
      (.positiveInfinity, Fields(0, 0, flags: CMTimeFlags(rawValue: 5))),
      (.negativeInfinity, Fields(0, 0, flags: CMTimeFlags(rawValue: 9))),
      (.indefinite, Fields(0, 0, flags: CMTimeFlags(rawValue: 17))), (CMTime(), Fields(.invalid)),
      (kCMTimeZero, Fields(.zero)), (kCMTimeInvalid, Fields(.invalid)), (kCMTimeIndefinite, Fields(.indefinite)),
      (kCMTimePositiveInfinity, Fields(.positiveInfinity)), (kCMTimeNegativeInfinity, Fields(.negativeInfinity)),
    ] as [(CMTime, Fields)])
  func `constants have CoreMedia's fields`(constant: CMTime, fields: Fields) {
    #expect(Fields(constant) == fields)
  }

  @Test func `the largest timescale is the largest 32-bit number`() {
    #expect(kCMTimeMaxTimescale == 0x7fff_ffff)
  }

  @Test(
    arguments: [
      (.zero, [true, true, false, false, false]), (.invalid, [false, false, false, false, false]),
      (.indefinite, [true, false, true, false, false]), (.positiveInfinity, [true, false, false, true, false]),
      (.negativeInfinity, [true, false, false, false, true]),
      // A finite time needs a timescale.
      (CMTime(value: 5, timescale: 0, flags: .valid, epoch: 0), [false, false, false, false, false]),
      (CMTime(value: 5, timescale: -1, flags: .valid, epoch: 0), [false, false, false, false, false]),
      // Without the valid flag nothing else counts.
      (CMTime(value: 5, timescale: 1, flags: .positiveInfinity, epoch: 0), [false, false, false, false, false]),
    ] as [(CMTime, [Bool])])
  func `a time is one of five kinds`(time: CMTime, kinds: [Bool]) {
    let properties = [
      time.isValid, time.isNumeric, time.isIndefinite, time.isPositiveInfinity, time.isNegativeInfinity,
    ]
    let functions = [
      CMTIME_IS_VALID(time), CMTIME_IS_NUMERIC(time), CMTIME_IS_INDEFINITE(time), CMTIME_IS_POSITIVEINFINITY(time),
      CMTIME_IS_NEGATIVEINFINITY(time),
    ]
    #expect(properties == kinds)
    #expect(functions == kinds)
    #expect(CMTIME_IS_INVALID(time) == !time.isValid)
  }

  @Test func `only a valid time has been rounded`() {
    let rounded = CMTime(value: 1, timescale: 2, flags: [.valid, .hasBeenRounded], epoch: 0)
    #expect(rounded.hasBeenRounded)
    #expect(CMTIME_HAS_BEEN_ROUNDED(rounded))
    #expect(!CMTime(value: 1, timescale: 2, flags: .hasBeenRounded, epoch: 0).hasBeenRounded)
    #expect(!CMTIME_HAS_BEEN_ROUNDED(time(1, 2)))
  }

  @Test func `a time that is not finite in seconds`() {
    #expect(CMTimeGetSeconds(.invalid).isNaN)
    #expect(CMTimeGetSeconds(.indefinite).isNaN)
    #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity)
    #expect(CMTimeGetSeconds(.negativeInfinity) == -.infinity)
    #expect(CMTimeGetSeconds(time(-3, 2)) == -1.5)
  }

  @Test func `making a time of an epoch`() {
    #expect(Fields(CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: 7)) == Fields(3, 2, epoch: 7))
    #expect(Fields(CMTimeMakeWithEpoch(value: 3, timescale: 0, epoch: 7)) == Fields(.invalid))
  }

  @Test(
    arguments: [
      ["value": 1, "timescale": 2, "flags": 1], ["value": 1, "timescale": 1 << 40, "flags": 1, "epoch": 0],
      ["value": 1, "timescale": 2, "flags": -1, "epoch": 0],
    ] as [[String: Int64]])
  func `a dictionary without a field, or with one that does not fit, makes the invalid time`(fields: [String: Int64]) {
    #expect(Fields(CMTime(dictionaryRepresentation: fields)) == Fields(.invalid))
  }

  @Test func `equal times hash equally and flags do not count`() {
    let rounded = CMTime(value: 2, timescale: 4, flags: [.valid, .hasBeenRounded], epoch: 0)
    let oddInvalid = CMTime(value: 9, timescale: -3, flags: .valid, epoch: 5)
    #expect(Set([time(1, 2), rounded, time(300, 600)]).count == 1)
    #expect(Set([CMTime.invalid, oddInvalid]).count == 1)
    #expect(Set([time(0, 1), time(0, 600), time(0, 1, epoch: 1)]).count == 2)
    #expect(Set([CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity, .zero]).count == 5)
  }

  @Test(arguments: [
    CMTime(value: .min, timescale: .max, flags: [.valid, .hasBeenRounded], epoch: -1), .invalid, .indefinite,
    .positiveInfinity,
  ])
  func `a time keeps its fields in JSON`(time: CMTime) throws {
    let data = try JSONEncoder().encode(time)
    #expect(Fields(try JSONDecoder().decode(CMTime.self, from: data)) == Fields(time))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(Set(object.keys) == ["value", "timescale", "flags", "epoch"])
  }

  @Test func `a mapping keeps its ranges in JSON`() throws {
    let mapping = CMTimeMapping(source: range(0, 4), target: range(10, 2))
    let data = try JSONEncoder().encode(mapping)
    #expect(try JSONDecoder().decode(CMTimeMapping.self, from: data) == mapping)
  }
}
