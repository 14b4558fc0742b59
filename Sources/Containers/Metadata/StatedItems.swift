package import MediaFormats
import Rendering

/// The metadata that a file was to state, held against its own when it is written: muxers leave out what they have no place
/// for, and do not tell.
package struct StatedItems {
  /// The items that were to be stated.
  package let items: [MetadataItem]
  /// Whether items of QuickTime's metadata are to have their own keys (``FileMetadata/keepsQuickTimeKeys``).
  package let keepsQuickTimeKeys: Bool

  /// The items that were to be stated: `items`.
  package init(items: [MetadataItem], keepsQuickTimeKeys: Bool = false) {
    (self.items, self.keepsQuickTimeKeys) = (items, keepsQuickTimeKeys)
  }

  /// Whether `item` is written under its own key into a movie, and not by the muxer.
  func writesOut(_ item: MetadataItem) -> Bool {
    keepsQuickTimeKeys && item.identifier.keySpace == .quickTimeMetadata && MovieKeys.holds(item)
  }

  /// The items that the file at `path` does not state.
  package func missing(in path: String, cancellation: Cancellation) throws -> [MetadataItem] {
    guard !items.isEmpty else { return [] }
    var collection = MetadataCollection(readsData: false)
    try collection.collect(from: FileBytes(path, isReadOnly: true), cancellation: cancellation)
    let found = collection.found.items
    return items.filter { item in !found.contains { isStated(item, by: $0) } }
  }

  /// The items that the movie in `file` does not state.
  package func missing(inMovie file: FileBytes) throws -> [MetadataItem] {
    guard !items.isEmpty else { return [] }
    var collection = MetadataCollection(readsData: false)
    try MovieMetadata(file).collect(into: &collection)
    let found = collection.found.items
    return items.filter { item in !found.contains { isStated(item, by: $0) } }
  }

  /// Whether `found` says what `item` does: it has its key, or means the same and has its value. Places and dates have forms
  /// of their own in each kind of file.
  private func isStated(_ item: MetadataItem, by found: MetadataItem) -> Bool {
    guard found.trackNumber == nil, !writesOut(item) || found.identifier.keySpace == .quickTimeMetadata else {
      return false
    }
    let (key, other) = (item.identifier.key.lowercased(), found.identifier.key.lowercased())
    if key == other || other.hasSuffix(".\(key)") || other.hasSuffix(":\(key)") { return true }
    // A number stands alone, or before that of all.
    if let name = item.collectionName, name == found.collectionName { return true }
    guard let common = item.commonKey, common == found.commonKey else { return false }
    if common == .location || common == .creationDate { return true }
    guard let text = item.text, let stated = found.text else { return item.text == found.text }
    return text == stated || (!stated.isEmpty && text.hasPrefix(stated))
  }

  /// A note on `missing`, the items without a place in such a file; a sentence.
  package static func note(on missing: [MetadataItem]) -> String? {
    guard !missing.isEmpty else { return nil }
    var names: [String] = []
    for item in missing where !names.contains("\(item.identifier)") { names.append("\(item.identifier)") }
    let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] : names[0]
    return names.count > 1
      ? "The statements \(list) are left behind: such files have no place for them."
      : "The statement \(list) is left behind: such files have no place for it."
  }
}
