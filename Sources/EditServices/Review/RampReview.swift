import EditingModel
import MediaTime
import Rendering

/// Ramps that do not end where they should.
///
/// ```
///  instruction   [                )              clip   ├──────────────┤
///  overshoots             ╲_________╲            volume         ╲__________╲   never comes to its end
///  stops short        ╲_______╲___
///  jumps         ╲____╲
///                      ╲____╲                    the second begins elsewhere
/// ```
extension EditReview {
  /// Ramps of opacities, transforms, crops and clips.
  var pictureRamps: [ModelProblem] {
    guard let videoComposition else { return [] }
    let instructions = videoComposition.instructions
    return instructions.enumerated().flatMap { number, instruction -> [ModelProblem] in
      guard instruction.passthroughTrackID == nil, let range = try? RationalRange(instruction.timeRange) else {
        return []
      }
      // A ramp that goes on in the next instruction, or comes from the one before, stands in both.
      func neighbors<Value>(_ ramps: KeyPath<LayerInstruction, Ramps<Value>>, _ id: TrackID) -> [Ramps<Value>.Entry] {
        [number - 1, number + 1].filter(instructions.indices.contains).flatMap { index in
          instructions[index].layerInstructions.filter { $0.trackID == id }.flatMap { $0[keyPath: ramps].entries }
        }
      }
      return instruction.layerInstructions.enumerated().flatMap { index, layer -> [ModelProblem] in
        func look<Value>(
          _ ramps: Ramps<Value>, _ name: ModelLocation.LayerRamps, shared: [Ramps<Value>.Entry]
        ) -> [ModelProblem] {
          let review = RampReview(
            ramps: ramps, name: name.phrase, range: range, host: "its instruction", moment: moment, shared: shared,
            words: words(for:))
          return review.problems {
            ModelLocation(.layerEntry(instruction: number, layer: index, ramps: name, index: $0))
          }
        }
        return look(layer.opacity, .opacity, shared: neighbors(\.opacity, layer.trackID))
          + look(layer.transform, .transform, shared: neighbors(\.transform, layer.trackID))
          + look(layer.cropRectangle, .cropRectangle, shared: neighbors(\.cropRectangle, layer.trackID))
          + look(
            layer.clipRectangle ?? Ramps(), .clipRectangle,
            shared: neighbors(\.clipRectangle.orEmpty, layer.trackID))
      }
    }
  }

  /// Ramps of volumes.
  var soundRamps: [ModelProblem] {
    (edit.audioMix?.inputParameters ?? []).enumerated().flatMap { number, parameters -> [ModelProblem] in
      guard let track = edit.composition.track(withTrackID: parameters.trackID),
        let end = track.segments.last(where: { !$0.isEmpty })?.timeMapping.target.end.rational,
        let range = try? RationalRange(start: .zero, end: end)
      else { return [] }
      let review = RampReview(
        ramps: parameters.volume, name: "volume", range: range, host: "the sound of its track", moment: moment,
        shared: [], words: words(for:), miss: 0.01)
      // A sound that is silent before its end, or loud to its end, is as it should be.
      return review.problems(stopsShort: false) { ModelLocation(.volumeEntry(input: number, index: $0)) }
    }
  }
}

/// The ramps of one value, held against the time in which they count.
private struct RampReview<Value: Interpolatable> {
  let ramps: Ramps<Value>
  /// The ramps' property.
  let name: String
  /// The time in which they count.
  let range: RationalRange
  /// Whose time that is.
  let host: String
  /// The longest gap that is hardly meant.
  let moment: Rational
  /// Entries that go on beside the range.
  let shared: [Ramps<Value>.Entry]
  let words: (Rational) -> String
  /// The distance of a last value from 0 and 1 up to which it is taken for them.
  var miss = 0.05

  func problems(stopsShort: Bool = true, at location: (Int) -> ModelLocation) -> [ModelProblem] {
    ramps.entries.enumerated().flatMap { index, entry -> [ModelProblem] in
      guard case .ramp(let timeRange, let from, let to) = entry, from != to,
        let (start, end) = try? RationalRange(timeRange).map({ ($0.start, $0.end) }), start < range.end,
        range.start < end
      else { return [] }
      func problem(_ code: ModelProblem.Code, _ message: String, _ expected: String) -> ModelProblem {
        ModelProblem(code, at: location(index), message, expected: expected, timeRange: timeRange)
      }
      var found: [ModelProblem] = []
      if end > range.end, !shared.contains(entry) {
        found.append(
          problem(
            .misalignedRamp,
            "The ramp of the \(name) ends \(distance(range.end, end)) after \(host), and does not come to its last value.",
            "a ramp that ends at \(range.end.decimalText) s"))
      } else if start < range.start, !shared.contains(entry) {
        found.append(
          problem(
            .misalignedRamp,
            "The ramp of the \(name) begins \(distance(start, range.start)) before \(host), and is not seen from its first value.",
            "a ramp that begins at \(range.start.decimalText) s"))
      } else if stopsShort, end < range.end, isMoment(end, range.end), !isFollowed(index) {
        found.append(
          problem(
            .misalignedRamp, "The ramp of the \(name) ends \(distance(end, range.end)) before \(host) does.",
            "a ramp that ends at \(range.end.decimalText) s"))
      } else if stopsShort, range.start < start, isMoment(range.start, start), index == 0 {
        found.append(
          problem(
            .misalignedRamp, "The ramp of the \(name) begins \(distance(range.start, start)) after \(host) does.",
            "a ramp that begins at \(range.start.decimalText) s"))
      }
      if let value = to as? Double, let bound = missed(by: value), !isFollowed(index) {
        found.append(
          problem(
            .misalignedRamp, "The ramp of the \(name) ends at \(value), which is not quite \(bound).", "\(bound)"))
      }
      if let next = follower(of: index), case .ramp(_, let value, _) = next.entry, value != to {
        found.append(
          ModelProblem(
            .rampJumps, at: location(next.index),
            "The ramp of the \(name) begins elsewhere than the one before it ends.", expected: "ramps that meet",
            timeRange: timeRange))
      }
      return found
    }
  }

  /// The entry that begins shortly after entry `index` ends.
  private func follower(of index: Int) -> (index: Int, entry: Ramps<Value>.Entry)? {
    guard index + 1 < ramps.entries.count, let end = ramps.entries[index].end.rational,
      let start = ramps.entries[index + 1].start.rational, start < range.end, start == end || isMoment(end, start)
    else { return nil }
    return (index + 1, ramps.entries[index + 1])
  }

  private func isFollowed(_ index: Int) -> Bool { follower(of: index) != nil }

  private func isMoment(_ start: Rational, _ end: Rational) -> Bool {
    (try? end - start).map { $0 <= moment } ?? false
  }

  private func distance(_ start: Rational, _ end: Rational) -> String { (try? end - start).map(words) ?? "some time" }

  /// The one of 0 and 1 that `value` misses; nil where it is one of them, or neither.
  private func missed(by value: Double) -> Int? {
    [0, 1].first { bound in
      let distance = abs(value - Double(bound))
      return distance > 0 && distance < miss
    }
  }
}

extension ModelLocation.LayerRamps {
  /// The common name of the property.
  fileprivate var phrase: String {
    switch self {
    case .opacity: "opacity"
    case .transform: "transform"
    case .cropRectangle: "crop"
    case .clipRectangle: "clip"
    }
  }
}

extension Ramps<Rectangle>? {
  fileprivate var orEmpty: Ramps<Rectangle> { self ?? Ramps() }
}
