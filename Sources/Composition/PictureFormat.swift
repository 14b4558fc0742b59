public import MediaTime

/// What the pictures of a video track are like: what decides whether they can share a track with others.
public struct PictureFormat: Hashable, Sendable, Codable {
  /// The size in square pixels, before `preferredTransform` (`AVAssetTrack.naturalSize`).
  public var naturalSize: Size
  /// How the pictures are turned upright.
  public var preferredTransform: Transform
  /// How long a frame lasts; invalid where that is not known, as of a still (`minFrameDuration`).
  public var frameDuration: CMTime

  /// Pictures of `naturalSize`.
  public init(naturalSize: Size, preferredTransform: Transform = .identity, frameDuration: CMTime = .invalid) {
    self.naturalSize = naturalSize
    self.preferredTransform = preferredTransform
    self.frameDuration = frameDuration
  }

  /// Whether pictures of both formats can stand in one track: they are equally large and turned alike. Their rates may
  /// differ.
  public func isCompatible(with other: PictureFormat) -> Bool {
    naturalSize == other.naturalSize && preferredTransform == other.preferredTransform
  }
}
