package import MediaFormats

/// The selection of statements of a file and its tracks that go into a copy of their packets: those that
/// `MetadataFilter` lets into files that are encoded, by libav's names for them.
package struct StatementFilter {
  private let filter: MetadataFilter

  package init(_ filter: MetadataFilter) {
    self.filter = filter
  }

  /// Whether `statement` is copied; a track's language always is.
  package func passes(_ statement: FileStatement, ofTrack isOfTrack: Bool = false) -> Bool {
    let key = Self.plain(statement.key)
    if Self.ownKeys.contains(key) || key.hasPrefix("_statistics") { return false }
    if isOfTrack, key == "language" { return true }
    switch filter {
    case .none: return false
    case .all: return true
    // A year or a day is a work's; an hour is a person's.
    case .forSharing where key == "date" || key == "year": return !statement.value.contains(":")
    case .forSharing: return Self.shared.contains(key)
    }
  }

  /// Keys that belong to a file alone, count its packets, or state the samples that its encoder added
  /// (``GaplessStatement``).
  private static let ownKeys: Set<String> = [
    "major_brand", "minor_version", "compatible_brands", "encoder", "duration", "bps", "number_of_frames",
    "number_of_bytes", "vendor_id", "itunsmpb", "encoding params",
  ]

  /// Keys that say what the film or the piece is. Names of handlers are none of it: cameras put theirs there.
  private static let shared: Set<String> = [
    "title", "subtitle", "artist", "album", "album_artist", "author", "performer", "composer", "lyricist", "director",
    "producer", "genre", "comment", "description", "synopsis", "summary", "copyright", "license", "publisher",
    "language",
    "keywords", "subject", "track", "tracktotal", "disc", "disctotal", "compilation", "show", "episode_id",
    "episode_sort", "season_number", "network", "grouping", "lyrics",
  ]

  /// `key` in small letters, without the prefix of QuickTime's keys and the language that may follow: "title-deu".
  private static func plain(_ key: String) -> String {
    var key = key.lowercased()
    if let prefix = key.firstRange(of: "com.apple.quicktime.") { key.removeSubrange(..<prefix.upperBound) }
    let parts = key.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].count == 3 { key = String(parts[0]) }
    return key
  }
}
