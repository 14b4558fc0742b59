public import FoundationEssentials

/// Where a segment's media comes from: a file, and the name by which people know it.
///
/// The name is what every error says ("clip cat"); in a project file it is the key under `assets`.
public struct AssetReference: Hashable, Sendable, Codable {
  /// The media file (`AVURLAsset.url`). Only `file:` URLs can be rendered.
  public var url: URL
  /// What people call it; the last component of the path unless given.
  public var name: String

  /// The media at `url`, called `name`.
  public init(url: URL, name: String? = nil) {
    self.url = url
    self.name = name ?? url.lastPathComponent
  }
}
