package import EditingModel
package import MediaTime
package import ProjectFile

/// The outline of a project for a timeline: its tracks as the file has them, without the tracks that transitions become, with exact times,
/// and where each part stands in the text.
package struct ProjectOutline: Sendable, Encodable {
  /// The duration of a frame; nil where neither the project nor anything else states it.
  package let frameDuration: ExactSeconds?
  /// The media.
  package let assets: [Asset]
  /// The tracks.
  package let tracks: [Track]
  /// The titles.
  package let titles: [Title]
  /// The music; nil without.
  package let music: Music?

  /// A media file.
  package struct Asset: Sendable, Encodable {
    /// The name that segments use.
    package let name: String
    /// The path or `file:` URI.
    package let uri: String
    /// Its place in the file.
    package let pointer: JSONPointer
  }

  /// A track.
  package struct Track: Sendable, Encodable {
    /// Its place in the file.
    package let pointer: JSONPointer
    /// Its number.
    package let id: Int
    /// `video` or `audio`.
    package let kind: String
    /// Whether it takes part.
    package let enabled: Bool
    /// Its gain.
    package let volume: Double
    /// Its segments, in time order.
    package let segments: [Segment]
    /// Its volume, or its opacity.
    package let levels: Levels
  }

  /// A segment.
  package struct Segment: Sendable, Encodable {
    /// Its place in the file.
    package let pointer: JSONPointer
    /// The name of its asset.
    package let asset: String
    /// Its beginning in the composition.
    package let start: ExactSeconds
    /// Its duration there.
    package let duration: ExactSeconds
    /// Its beginning in the media.
    package let sourceStart: ExactSeconds
    /// The length of the media that it plays.
    package let sourceDuration: ExactSeconds
    /// The media's time that passes in a second.
    package let rate: ExactSeconds
    /// The transition to the next; nil for a cut.
    package let transition: Transition?
  }

  /// A transition.
  package struct Transition: Sendable, Encodable {
    /// The name of the transition.
    package let name: String
    /// The direction of its motion; left out where the file leaves it out.
    package let direction: String?
    /// Its duration.
    package let duration: ExactSeconds
    /// Its place at the cut.
    package let alignment: String
  }

  /// The volume or the opacity of a track over time.
  package struct Levels: Sendable, Encodable {
    /// `volume` or `opacity`.
    package let property: String
    /// The place of the first of the entries; nil where there are none.
    package let pointer: JSONPointer?
    /// The entries, those of all instructions one after another.
    package let entries: [LevelEntry]
  }

  /// A title.
  package struct Title: Sendable, Encodable {
    /// Its place in the file.
    package let pointer: JSONPointer
    /// Its contents.
    package let text: String
    /// The name of its style.
    package let style: String
    /// Its place in the picture; nil where its style states it.
    package let place: String?
    /// The beginning of its being seen.
    package let start: ExactSeconds
    /// The duration for which it is seen.
    package let duration: ExactSeconds
    /// The object in the file.
    package let value: JSONValue
  }

  /// The music.
  package struct Music: Sendable, Encodable {
    /// Its place in the file.
    package let pointer: JSONPointer
    /// The object in the file.
    package let value: JSONValue
  }
}

/// Seconds that are written as their exact text: `2.8`, `27/2`.
package struct ExactSeconds: Hashable, Sendable, Encodable {
  /// The seconds.
  package let seconds: Rational

  /// These seconds.
  package init(_ seconds: Rational) {
    self.seconds = seconds
  }

  /// Writes the text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(seconds.decimalText)
  }
}
