/// The selection of a file's statements that go into another one (`AVMetadataItemFilter`).
public enum MetadataFilter: String, Hashable, Sendable, Codable, CaseIterable {
  /// Statements of what the film or the piece is: title, artist, album, number, description, chapters. Where it was taken, when to the
  /// minute, and with what, stays behind (`AVMetadataItemFilter.forSharing()`).
  case forSharing = "share"
  /// Everything that the new file has a place for, places and devices included.
  case all
  /// Nothing.
  case none

  /// Keys that reveal no place, device or hour.
  private static let shared: Set<CommonMetadataKey> = [
    .title, .subject, .description, .publisher, .type, .language, .copyrights, .albumName, .creator, .artist, .author,
  ]

  /// The part of `metadata` for another file.
  public func filtered(_ metadata: FileMetadata) -> FileMetadata {
    switch self {
    case .none: return FileMetadata()
    case .all: return FileMetadata(items: metadata.items.filter { $0.isAboutFile }, chapters: metadata.chapters)
    case .forSharing:
      let items = metadata.items.filter { item in
        guard item.isAboutFile else { return false }
        if item.collectionName != nil { return true }
        guard let key = item.commonKey else { return false }
        // A year or a day is a work's; an hour is a person's.
        if key == .creationDate { return item.text.map { !$0.contains(":") } ?? false }
        return Self.shared.contains(key)
      }
      return FileMetadata(items: items, chapters: metadata.chapters)
    }
  }
}

extension MetadataItem {
  /// Whether it is about the file as a whole, and not about how it was written.
  fileprivate var isAboutFile: Bool { trackNumber == nil && commonKey != .software }
}
