import EditServices
import EditingModel
import Layers
import MediaTime
import ProjectFile
import ProjectServices

/// A warning with its number, and the place and the time that it is about.
package struct NumberedWarning: Sendable {
  /// The number of its mark, from 1.
  package let number: Int
  /// The problem, as a sentence.
  package let sentence: String
  /// The expected value and the remedy, as sentences; empty where nothing can be advised.
  package let advice: String
  /// Its place: in a project the JSON pointer, otherwise the path through the model.
  package let place: String
  /// The beginning of its subject, in seconds of the film.
  package let start: Double
  /// The end of its subject.
  package let end: Double
  /// The rows that it may be marked in, the best first.
  let lanes: [DebugLane.Kind]
  /// All that is said of it.
  let details: DebugDetails

  /// The mark in its row.
  var mark: WarningMark { WarningMark(number: number, start: start, end: end) }
}

/// The warnings of an edit.
extension ViewSubject {
  /// The warnings, numbered in their order.
  var warnings: [NumberedWarning] {
    let problems = structure.warnings.enumerated().map { index, problem -> NumberedWarning in
      let range = problem.timeRange ?? self.range(of: problem.location.part)
      let part = self.part(at: problem.location)
      let expected = problem.expected.map { "Expected \($0)." }
      let advice = [expected, problem.remedy].compactMap(\.self)
      return NumberedWarning(
        number: index + 1, sentence: problem.message, advice: advice.joined(separator: " "),
        place: part?.pointer ?? "\(problem.location)", start: range.start.seconds, end: range.end.seconds,
        lanes: lanes(of: problem.location.part),
        details: DebugDetails(
          title: "Warning \(index + 1): \(problem.code.rawValue)", facts: [problem.message] + advice, part: part))
    }
    return problems
      + projectWarnings.enumerated().map { index, warning -> NumberedWarning in
        let number = problems.count + index + 1
        let range = self.range(of: warning.location.part)
        let found = warning.diagnostic
        let pointer = found.pointer.description
        let advice = found.expected.map { "Expected \($0)." } ?? ""
        return NumberedWarning(
          number: number, sentence: found.message, advice: advice, place: pointer, start: range.start.seconds,
          end: range.end.seconds, lanes: lanes(of: warning.location.part),
          details: DebugDetails(
            title: "Warning \(number)", facts: [found.message, advice].filter { !$0.isEmpty },
            part: part(at: warning.location)))
      }
  }

  /// The range in which the part of the model is shown or played; the film's beginning where it is about all of it.
  private func range(of part: ModelLocation.Part) -> CMTimeRange {
    let edit = structure.edit
    let instructions = structure.videoComposition?.instructions ?? []
    func instruction(_ index: Int) -> CMTimeRange? {
      instructions.indices.contains(index) ? instructions[index].timeRange : nil
    }
    let found: CMTimeRange? =
      switch part {
      case .segment(let track, let index):
        edit.composition.tracks[safely: track]?.segments[safely: index]?.timeMapping.target
      case .instruction(let index), .layer(let index, _): instruction(index)
      case .layerEntry(let index, let layer, let ramps, let entry):
        instructions[safely: index]?.layerInstructions[safely: layer]?.range(ofEntry: entry, of: ramps)
          ?? instruction(index)
      case .volumeEntry(let input, let index):
        edit.audioMix?.inputParameters[safely: input]?.volume.entries[safely: index].map {
          CMTimeRange(start: $0.start, end: $0.end)
        }
      case .title(let index): edit.videoComposition?.animationTool?.titles[safely: index]?.timeRange
      case .overlay(let index): edit.videoComposition?.animationTool?.overlays[safely: index]?.timeRange
      case .additionalLayer: CMTimeRange(start: .zero, duration: edit.composition.duration)
      default: nil
      }
    guard let found, found.start.isNumeric, found.duration.isNumeric else { return .zero }
    return found
  }

  /// The rows in which the part of the model lies, the most precise first.
  private func lanes(of part: ModelLocation.Part) -> [DebugLane.Kind] {
    switch part {
    case .composition: return [.track(0)]
    case .track(let track), .segment(let track, _): return [.track(track)]
    case .instruction: return [.instructions]
    case .layer(_, let index): return [.layer(index), .instructions]
    case .layerEntry(_, let layer, let ramps, _):
      return [.ramps(ramps, layer: layer), .layer(layer), .instructions]
    case .audioMixInput(let input), .volumeEntry(let input, _):
      let track = structure.edit.audioMix?.inputParameters[safely: input]?.trackID
      return (track.map { [DebugLane.Kind.volume($0)] } ?? []) + [.track(0)]
    case .overlay(let index): return [.overlays(row(ofOverlay: index)), .instructions]
    case .title(let index): return [.titles(row(ofTitle: index)), .instructions]
    case .subtitles(let index): return [.subtitles(index, row: 0), .subtitleTrack(index, row: 0), .instructions]
    case .animationLayer: return [.tree, .instructions, .track(0)]
    case .videoComposition, .additionalLayer: return [.instructions, .track(0)]
    }
  }
}

extension LayerInstruction {
  /// The range of entry `index` of one of its values; nil where there is none that ends.
  fileprivate func range(ofEntry index: Int, of ramps: ModelLocation.LayerRamps) -> CMTimeRange? {
    func range<Value>(_ ramps: Ramps<Value>?) -> CMTimeRange? {
      ramps?.entries[safely: index].map { CMTimeRange(start: $0.start, end: $0.end) }
    }
    return switch ramps {
    case .opacity: range(opacity)
    case .transform: range(transform)
    case .cropRectangle: range(cropRectangle)
    case .clipRectangle: range(clipRectangle)
    }
  }
}

extension Array {
  /// The element at `index`; nil where there is none.
  subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
