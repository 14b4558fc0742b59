extension AVAssetTrack {
  /// Kind of a track's association with another (`AVAssetTrack.AssociationType`).
  public struct AssociationType: RawRepresentable, Hashable, Sendable {
    /// Four letters, as movies have them.
    public var rawValue: String
    /// The kind that is called so.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The same sound, in a form that more players know.
    public static let audioFallback = AssociationType(rawValue: "fall")
    /// The names of the chapters, as text.
    public static let chapterList = AssociationType(rawValue: "chap")
    /// The same subtitles, but only those that are always shown.
    public static let forcedSubtitlesOnly = AssociationType(rawValue: "forc")
    /// A track that is chosen with this one, as subtitles in the language of a sound.
    public static let selectionFollower = AssociationType(rawValue: "folw")
    /// The timecode.
    public static let timecode = AssociationType(rawValue: "tmcd")
    /// A track that this one describes.
    public static let metadataReferent = AssociationType(rawValue: "cdsc")
  }
}
