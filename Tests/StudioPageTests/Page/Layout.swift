import MediaTime
import ModelValues
import ProjectEditing
import Testing

/// What tracks hold, as short sentences, so that a failure shows what differs.
extension ProjectOutline {
  /// The segments of track number `track`: "one 2 at 0 for 3".
  func clips(_ track: Int) -> [String] {
    guard tracks.indices.contains(track) else { return [] }
    return tracks[track].segments.map { segment in
      let times = [segment.sourceStart, segment.start, segment.duration].map(\.seconds.decimalText)
      return "\(segment.asset) \(times[0]) at \(times[1]) for \(times[2])"
    }
  }

  /// The titles: "Hello title bottom at 1 for 2".
  var titleSentences: [String] {
    titles.map { title in
      let words = [title.text, title.style, title.place].compactMap(\.self) + ["at", title.start.seconds.decimalText]
      return (words + ["for", title.duration.seconds.decimalText]).joined(separator: " ")
    }
  }

  /// The transitions of a track: "crossDissolve 1 center".
  func transitions(_ track: Int) -> [String] {
    tracks[track].segments.compactMap(\.transition).map {
      [$0.name, $0.direction, $0.duration.seconds.decimalText, $0.alignment].compactMap(\.self).joined(separator: " ")
    }
  }
}

extension StudioPage {
  /// Does something by hand, looks at what the project says then, takes it back, does it again and takes it back once more: the text is as
  /// it was, to the last byte, and then as it became.
  func tryOut(
    _ name: Comment, _ action: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation,
    expecting check: (ProjectOutline) -> Bool
  ) async throws {
    let before = try text
    let after: String
    do {
      after = try await edited(by: action)
    } catch let error as WebDriver.Failure where error.kind == "timeout" {
      try await keepPicture(named: "refused")
      Issue.record("\(name): nothing came of it", sourceLocation: sourceLocation)
      return
    }
    let outline = try outline()
    #expect(check(outline), "\(name): \(outline.sentences)", sourceLocation: sourceLocation)
    try await undo()
    #expect(try text == before, "\(name): undone", sourceLocation: sourceLocation)
    try await redo()
    #expect(try text == after, "\(name): done again", sourceLocation: sourceLocation)
    try await undo()
    try await settle()
  }
}

extension ProjectOutline {
  /// All of it.
  fileprivate var sentences: String {
    (tracks.indices.map { "\(clips($0)) \(transitions($0)) \(tracks[$0].levels.entries)" } + titleSentences).joined(
      separator: "; ")
  }
}
