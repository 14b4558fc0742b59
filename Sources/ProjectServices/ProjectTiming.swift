public import EditServices
import EditingModel
import MediaTime
public import ProjectFile
import Rendering

/// An edit with every time in seconds, its subtitles read, and the part of it to render.
struct ProjectTiming {
  /// The edit as values, and what is known of its media.
  var document: ResolvedDocument
  /// The part that is rendered; all of it if nil.
  var range: CMTimeRange?
  /// The film's subtitles, in the composition's time.
  var subtitles: [FilmSubtitles] = []

  /// The edit as values.
  var model: ResolvedProject { document.model }
  /// The edit that is described, its subtitles included.
  var edit: EditSnapshot { model.edit(with: subtitles) }
}

extension ProjectRender {
  /// The edit with its times, and those of `choices`, in seconds.
  func timing(for choices: Choices) async throws -> ProjectTiming {
    var timing = try await timing(countingFrames: choices.timeRange?.countsFrames == true)
    let missing = timing.model.missingHandles(facts: timing.document.facts)
    guard missing.isEmpty else { throw ProjectError.invalid(missing.map(\.diagnostic)) }
    if let range = choices.timeRange {
      do throws(ProjectTimeRangeError) {
        timing.range = try range.timeRange(
          frameDuration: timing.document.frameDuration?.rational,
          duration: timing.model.composition.duration.rational ?? .zero,
          canOutlast: timing.edit.videoComposition?.animationTool != nil)
      } catch {
        throw ChoiceError(error.description)
      }
    }
    return timing
  }

  /// The edit with its times in seconds, and how long a frame lasts: nil where that is not known and, unless `countingFrames`, not
  /// needed.
  func timing(countingFrames: Bool) async throws -> ProjectTiming {
    let resolved = try await document.resolve(
      with: MediaInspector(renderer: renderer), countingFrames: countingFrames)
    return ProjectTiming(document: resolved, subtitles: try await subtitles(of: resolved.model))
  }
}

extension ResolvedProject {
  /// The edit that the project describes, but for its subtitles, which are in files of their own (``ProjectRender/subtitles()``).
  public var edit: EditSnapshot {
    EditSnapshot(composition: composition, videoComposition: videoComposition, audioMix: audioMix)
  }
}

extension ProjectTimeRange {
  /// Whether an end of it, or its duration, is a number of frames.
  public var countsFrames: Bool { [start, end, duration].contains { $0?.countsFrames == true } }
}

extension ProjectTime {
  /// Whether it is a number of frames.
  var countsFrames: Bool {
    if case .frames = self { true } else { false }
  }
}
