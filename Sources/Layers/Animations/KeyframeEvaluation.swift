import Glibc
import ModelValues

extension KeyframeAnimation {
  /// The value of the animation at one time.
  struct Frame {
    var value: LayerValue
    /// The rotation of the layer, in radians; nil for none.
    var angle: Double?
  }

  /// The value where `progress` of the way is done; nil where there are neither values nor a path.
  func frame(at progress: Double) -> Frame? {
    guard progress.isFinite else { return nil }
    let segments = property.valueKind == .point ? path.segments : []
    if !segments.isEmpty { return frame(at: progress, along: segments) }
    guard let first = values.first else { return nil }
    if values.count == 1 { return Frame(value: first) }
    switch calculationMode {
    case .discrete: return Frame(value: values[discreteKey(at: progress, count: values.count)])
    case .linear, .cubic:
      let (index, fraction) = place(at: progress, keys: values.count)
      return Frame(value: calculationMode == .cubic ? spline(index, fraction) : line(index, fraction))
    case .paced:
      let lengths = zip(values, values.dropFirst()).map { $0.distance(to: $1) }
      let (index, length) = Self.pacedPlace(at: progress, lengths: lengths)
      return Frame(value: line(index, lengths[index] > 0 ? length / lengths[index] : 0))
    case .cubicPaced: return Frame(value: pacedSpline(at: progress))
    }
  }

  private func frame(at progress: Double, along segments: [PathSegment]) -> Frame {
    func frame(_ segment: PathSegment, _ parameter: Double) -> Frame {
      let tangent = segment.tangent(at: parameter)
      let angle = rotationMode.map { atan2(tangent.y, tangent.x) + ($0 == .autoReverse ? .pi : 0) }
      return Frame(value: .point(segment.point(at: parameter)), angle: angle)
    }
    switch calculationMode {
    case .discrete:
      let key = discreteKey(at: progress, count: segments.count + 1)
      return key == 0 ? frame(segments[0], 0) : frame(segments[key - 1], 1)
    case .linear, .cubic:
      let (index, fraction) = place(at: progress, keys: segments.count + 1)
      return frame(segments[index], fraction)
    case .paced, .cubicPaced:
      let (index, length) = Self.pacedPlace(at: progress, lengths: segments.map { $0.length() })
      return frame(segments[index], progress >= 1 ? 1 : segments[index].parameter(atLength: length))
    }
  }

  /// The times of `count` keys: those that are given, where they are usable, and else even ones.
  func times(count: Int) -> [Double] {
    let isUsable =
      keyTimes.count == count && keyTimes.first == 0 && keyTimes.last == 1
      && zip(keyTimes, keyTimes.dropFirst()).allSatisfy { $0 <= $1 }
    return isUsable ? keyTimes : (0..<count).map { Double($0) / Double(count - 1) }
  }

  /// The key that a discrete animation of `count` keys shows.
  private func discreteKey(at progress: Double, count: Int) -> Int {
    let times = times(count: count + 1)
    return max(0, (times[..<count].lastIndex { $0 <= progress + Moment.tolerance }) ?? 0)
  }

  /// The key before `progress`, and the way from it to the next, after its pace; there are two keys or more.
  private func place(at progress: Double, keys: Int) -> (index: Int, fraction: Double) {
    let times = times(count: keys)
    let index = times[..<(keys - 1)].lastIndex { $0 <= progress } ?? 0
    let length = times[index + 1] - times[index]
    let fraction = length > 0 ? (progress - times[index]) / length : 1
    guard timingFunctions.indices.contains(index) else { return (index, fraction) }
    return (index, timingFunctions[index].progress(at: fraction))
  }

  /// The piece that contains `progress` of the whole length, and the length passed within it.
  private static func pacedPlace(at progress: Double, lengths: [Double]) -> (index: Int, length: Double) {
    var rest = min(max(0, progress), 1) * lengths.reduce(0, +)
    for (index, length) in lengths.enumerated() {
      if rest < length || index == lengths.count - 1 { return (index, min(rest, length)) }
      rest -= length
    }
    return (0, 0)
  }

  private func line(_ index: Int, _ fraction: Double) -> LayerValue {
    values[index].interpolated(to: values[index + 1], at: fraction)
  }

  /// The spline between two keys; a line where values are not of one form.
  private func spline(_ index: Int, _ fraction: Double) -> LayerValue {
    func value(_ index: Int) -> LayerValue { values[min(max(0, index), values.count - 1)] }
    let points = (index - 1...index + 2).map(value)
    guard points.allSatisfy({ $0.hasForm(of: points[1]) }) else { return line(index, fraction) }
    let leaving = tangentWeights(at: index, isLeaving: true)
    let arriving = tangentWeights(at: index + 1, isLeaving: false)
    let (square, cube) = (fraction * fraction, fraction * fraction * fraction)
    let (start, end) = (2 * cube - 3 * square + 1, 3 * square - 2 * cube)
    let (out, into) = (cube - 2 * square + fraction, cube - square)
    // A tangent is a sum of the way to the key and the way from it.
    return points[1].combined([
      (points[0], -out * leaving.before),
      (points[1], start + out * (leaving.before - leaving.after) - into * arriving.before),
      (points[2], end + out * leaving.after + into * (arriving.before - arriving.after)),
      (points[3], into * arriving.after),
    ])
  }

  /// The weights of the ways before and after a key in its tangent (Kochanek and Bartels, 1984).
  private func tangentWeights(at key: Int, isLeaving: Bool) -> (before: Double, after: Double) {
    func parameter(_ list: [Double]) -> Double { list.indices.contains(key) ? list[key] : 0 }
    let (tension, continuity, bias) = (
      parameter(tensionValues), parameter(continuityValues) * (isLeaving ? 1 : -1), parameter(biasValues)
    )
    return (
      (1 - tension) * (1 + continuity) * (1 + bias) / 2, (1 - tension) * (1 - continuity) * (1 - bias) / 2
    )
  }

  /// The spline at one speed, measured along 64 chords from each key to the next.
  private func pacedSpline(at progress: Double) -> LayerValue {
    let chords = 64
    var lengths: [Double] = []
    var last = values[0]
    for step in 1...(values.count - 1) * chords {
      let next = spline((step - 1) / chords, Double((step - 1) % chords + 1) / Double(chords))
      lengths.append(last.distance(to: next))
      last = next
    }
    let (index, length) = Self.pacedPlace(at: progress, lengths: lengths)
    let part = lengths[index] > 0 ? length / lengths[index] : 0
    return spline(index / chords, (Double(index % chords) + part) / Double(chords))
  }
}
