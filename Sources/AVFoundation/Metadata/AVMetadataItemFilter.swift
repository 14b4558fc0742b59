public import Foundation
import MediaFormats

/// Filter of the statements that go along with an exported film (`AVMetadataItemFilter`).
open class AVMetadataItemFilter: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  let filter: MetadataFilter

  init(_ filter: MetadataFilter) {
    self.filter = filter
    super.init()
  }

  /// A filter for sharing: titles stay, places and people do not.
  open class func forSharing() -> AVMetadataItemFilter { AVMetadataItemFilter(.forSharing) }

  /// Whether `item` is kept.
  func passes(_ item: AVMetadataItem) -> Bool {
    guard let written = item.writtenItem else { return false }
    return !filter.filtered(FileMetadata(items: [written])).items.isEmpty
  }
}
