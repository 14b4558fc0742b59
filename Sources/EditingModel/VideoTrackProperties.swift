public import MediaTime

/// What edits and video compositions have to know of a track's or a segment's pictures (`AVAssetTrack.naturalSize`,
/// `preferredTransform`, `minFrameDuration`).
public struct VideoTrackProperties: Hashable, Sendable, Codable {
  /// The picture's size in square pixels, before it is turned upright.
  public var naturalSize: Size
  /// How it is turned upright.
  public var preferredTransform: Transform
  /// How long the shortest of its frames lasts; nil of a still, or where it is not known.
  public var minFrameDuration: CMTime?

  /// Pictures of `naturalSize`.
  public init(naturalSize: Size, preferredTransform: Transform = .identity, minFrameDuration: CMTime? = nil) {
    self.naturalSize = naturalSize
    self.preferredTransform = preferredTransform
    self.minFrameDuration = minFrameDuration
  }

  /// Whether pictures of both kinds can stand in one track: they are equally large and turned alike. Their rates may
  /// differ.
  public func isCompatible(with other: VideoTrackProperties) -> Bool {
    naturalSize == other.naturalSize && preferredTransform == other.preferredTransform
  }
}
