import enum TestSupport.PlaneBytes
import enum TestSupport.RawSamples

/// The pictures that ffmpeg decoded, to hold others against.
struct SurveyFrames {
  var bytes: [UInt8]
  /// How many bytes of luma a picture begins with.
  var luma: Int
  /// How many bytes a picture has.
  var size: Int
  /// Whether they are red, green, blue and alpha by turns.
  var isColor: Bool

  /// How many there are.
  var count: Int { size > 0 ? bytes.count / size : 0 }

  /// The mean difference of `planes` from picture number `frame`, in luma and in chroma; in every color alike where the
  /// pictures have colors, which lie over black.
  func distance(of planes: [[UInt8]], from frame: Int) -> (luma: Double, chroma: Double) {
    let own = planes.joined(by: isColor ? 3 * luma : size)
    let other = bytes[frame * size..<(frame + 1) * size]
    if isColor {
      let mean = PlaneBytes.meanDifference(colors: own, overBlack: other, every: 7)
      return (mean, mean)
    }
    return (
      PlaneBytes.meanDifference(own[..<luma], other.prefix(luma), every: 7),
      PlaneBytes.meanDifference(own[luma..<min(size, own.count)], other.dropFirst(luma), every: 7)
    )
  }
}

extension [[UInt8]] {
  /// All planes in a row, with zeros for what is missing of `count` bytes.
  fileprivate func joined(by count: Int) -> [UInt8] {
    let bytes = [UInt8](joined())
    return bytes + [UInt8](repeating: 0, count: Swift.max(0, count - bytes.count))
  }
}

/// Sound held against what ffmpeg decoded of it.
struct SurveySound {
  /// How many samples ffmpeg has, from the first to the last.
  let expectedCount: Int
  /// What is otherwise than ffmpeg has it.
  let differences: [String]
  /// Whether a part of it stands where a rounded time says.
  let isPlaced: Bool

  /// Compares `found`, which begins `origin` seconds into the file, with `runs`.
  init(
    found: [Double], runs: [(start: Double?, samples: [Double])], origin: Double, rate: Int, channels: Int,
    isLossless: Bool
  ) {
    var expected: [Double] = []
    var isPlaced = false
    for (number, run) in runs.enumerated() {
      let place = run.start.map { Int((($0 - origin) * Double(rate)).rounded()) * channels } ?? expected.count
      // Containers round times: what begins within three milliseconds of the first sample begins with it.
      let isFirst = number == 0 && abs(place) < 3 * rate * channels / 1_000
      let hole = isFirst ? 0 : place - expected.count
      isPlaced = isPlaced || hole != 0
      let before = max(0, -hole - expected.count)
      if hole < 0 { expected.removeLast(min(-hole, expected.count)) }
      expected += [Double](repeating: 0, count: max(0, hole)) + run.samples.dropFirst(before)
    }
    expectedCount = expected.count / max(1, channels)
    let count = min(found.count, expected.count)
    var differences: [String] = []
    for channel in 0..<channels {
      let (likeness, deviation, worst) = RawSamples.comparison(
        found[..<count], expected[..<count], channel: channel, of: channels)
      if isLossless {
        guard worst > 1e-7 else { continue }
        differences.append("channel \(channel) differs by up to \(Float(worst))")
      } else if worst > 0.02, likeness < 0.995 || deviation > 0.01 {
        differences.append("channel \(channel) is like ffmpeg's to \((likeness * 1_000).rounded() / 1_000)")
      } else {
        continue
      }
      break
    }
    self.differences = differences
    self.isPlaced = isPlaced
  }
}
