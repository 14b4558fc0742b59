package import EditingModel
package import MediaTime
package import ProjectFile

/// The outline of a project for a timeline: its tracks as the file has them, without the tracks that transitions become, with exact times,
/// and where each part stands in the text.
package struct ProjectOutline: Sendable, Encodable {
  /// How long a frame lasts; nil where neither the project nor anything else says it.
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
    /// Where it stands.
    package let pointer: JSONPointer
  }

  /// A track.
  package struct Track: Sendable, Encodable {
    /// Where it stands.
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
    /// Where it stands.
    package let pointer: JSONPointer
    /// The name of its asset.
    package let asset: String
    /// When it begins in the composition.
    package let start: ExactSeconds
    /// How long it lasts there.
    package let duration: ExactSeconds
    /// Where it begins in the media.
    package let sourceStart: ExactSeconds
    /// How much of the media it plays.
    package let sourceDuration: ExactSeconds
    /// How much of the media passes in a second.
    package let rate: ExactSeconds
    /// How it leads to the next; nil for a cut.
    package let transition: Transition?
  }

  /// A transition.
  package struct Transition: Sendable, Encodable {
    /// The name of the transition.
    package let name: String
    /// Where it moves to; left out where the file leaves it out.
    package let direction: String?
    /// How long it lasts.
    package let duration: ExactSeconds
    /// Where it stands at the cut.
    package let alignment: String
  }

  /// The volume or the opacity of a track over time.
  package struct Levels: Sendable, Encodable {
    /// `volume` or `opacity`.
    package let property: String
    /// Where the first of the entries stand; nil where there are none.
    package let pointer: JSONPointer?
    /// The entries, those of all instructions one after another.
    package let entries: [LevelEntry]
  }

  /// A title.
  package struct Title: Sendable, Encodable {
    /// Where it stands.
    package let pointer: JSONPointer
    /// Its contents.
    package let text: String
    /// The name of its style.
    package let style: String
    /// Where it stands in the picture; nil where its style says it.
    package let place: String?
    /// When it begins to be seen.
    package let start: ExactSeconds
    /// How long it is seen.
    package let duration: ExactSeconds
    /// The object in the file.
    package let value: JSONValue
  }

  /// The music.
  package struct Music: Sendable, Encodable {
    /// Where it stands.
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
