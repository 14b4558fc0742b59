import EditingModel
import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// The tracks of text of the files that a film is made of, in the film's time: those of the same number follow one another.
struct CarriedSubtitles {
  /// The tracks.
  private(set) var tracks: [SubtitleTrack] = []
  /// Notes on tracks that are left behind, a sentence each.
  private(set) var notes: [String] = []

  /// The subtitles of `files`, each at the placement of the same index, in a file of `fileType`; all are left behind
  /// with a note where other subtitles replace them (`isReplaced`).
  ///
  /// - Throws: Errors of times that are not exact.
  init(
    of files: [MediaFacts], at placements: [(source: RationalRange, target: RationalRange)], in fileType: FileType,
    isReplaced: Bool, inspector: MediaInspector
  ) async throws {
    for (facts, placement) in zip(files, placements) {
      let listed = facts.ancillaryTracks.filter { [.text, .subtitle, .closedCaption].contains($0.kind) }
      guard !listed.isEmpty else { continue }
      var found: [StoredSubtitles] = []
      do {
        found = try await inspector.subtitles(of: facts.asset)
      } catch {
        notes.append(
          "The subtitles of \(facts.asset.name) are left behind: \(RenderError(describing: error).description)")
        continue
      }
      let numbers = Set(found.compactMap(\.number))
      for track in listed where track.kind != .text && !(track.number.map(numbers.contains) ?? true) {
        leave(track.codecType, track.languageTag, of: facts, "its text is none that is read")
      }
      for (number, stored) in found.enumerated() {
        guard fileType.format.holdsSubtitles, !isReplaced else {
          let reason =
            isReplaced
            ? "other subtitles take its place" : "a file of type \(fileType.rawValue) does not hold it here"
          leave(stored.codecType, stored.track.languageTag, of: facts, reason)
          continue
        }
        notes += stored.warnings.map { "\(facts.asset.name): \($0)" }
        if stored.track.document.script != nil {
          let words = [stored.codecType, stored.track.languageTag].compactMap(\.self).joined(separator: ", ")
          notes.append(
            "The subtitle track (\(words)) of \(facts.asset.name) is kept as text alone, without the styles, the places and the "
              + "fonts of its script: a copy of its packets keeps those, where the container has a place for them.")
        }
        try add(stored.track, as: number, at: placement)
      }
    }
  }

  private mutating func leave(_ codec: String, _ language: String?, of facts: MediaFacts, _ reason: String) {
    let words = [codec, language].compactMap(\.self).joined(separator: ", ")
    notes.append("The subtitle track (\(words)) of \(facts.asset.name) is left behind: \(reason).")
  }

  private mutating func add(
    _ track: SubtitleTrack, as number: Int, at placement: (source: RationalRange, target: RationalRange)
  ) throws {
    var track = track
    // Tracks hold cues.
    track.document.script = nil
    track.document = try track.document.mapped(through: [placement])
    guard tracks.indices.contains(number) else {
      tracks.append(track)
      return
    }
    tracks[number].document.cues += track.document.cues
  }
}
