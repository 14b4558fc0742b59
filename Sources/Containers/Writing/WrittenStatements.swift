import MediaFormats
import MediaTime
package import Rendering

/// The statements of a file that is written, in libav's names.
package struct WrittenStatements {
  private let settings: WriterSettings
  private let container: CopyContainer

  /// The statements of `settings`, in a file of `container`.
  package init(_ settings: WriterSettings, container: CopyContainer) {
    (self.settings, self.container) = (settings, container)
  }

  /// States it in `target`, but for chapters, before its header is written.
  ///
  /// - Throws: `RenderError` with `.unsupported` for an item that has no place in such a file, where none is to be left behind.
  package func state(in target: PacketTarget) throws {
    var names: Set<String> = []
    for item in CopiedStatements.inOrder(settings.statedItems.items) {
      guard let text = item.text, !isWrittenOut(item), let name = CopiedStatements.key(of: item, in: container),
        settings.leavesStatementsBehind || container.statedNames?.contains(name) ?? true
      else {
        // A movie's keys are written out afterwards.
        guard settings.leavesStatementsBehind || container.isMovie && MovieKeys.holds(item) else {
          throw RenderError(
            .unsupported,
            "The statement \(item.identifier) has no place in \(settings.export.fileType.format.title) here.",
            remedy: "State it as text; or write MP4 or QuickTime, with keys of QuickTime's metadata.")
        }
        continue
      }
      // Files may say a thing twice, and best at first.
      if names.insert(name.lowercased()).inserted { target.state(name, text) }
    }
  }

  /// Whether `item` has QuickTime's own key (`mdta`), which a movie keeps on request: libavformat's muxer would turn it into the four
  /// letters of the older list, and readers find these items by their keys alone.
  private func isWrittenOut(_ item: MetadataItem) -> Bool {
    container.isMovie && settings.statedItems.writesOut(item)
  }

  /// The note on chapters where the file has no place for them; a sentence.
  package var noteOnChapters: String? {
    container.hasChapters || settings.metadata.chapters.isEmpty ? nil : CopiedStatements.noteOnChapters
  }

  /// Adds the chapters behind the first `count`, which the file has, where it has any.
  package func addChapters(to target: PacketTarget, behind count: Int) throws {
    guard container.hasChapters else { return }
    let chapters = settings.metadata.chapters.map { ($0.exactStart, $0.exactEnd, $0.title) }
    try CopiedStatements.addChapters(chapters, behind: count, to: target, length: nil)
  }
}

extension WriterSettings {
  /// The file's metadata to be written. Of another file's metadata, only those about the work are kept.
  package var statedItems: StatedItems {
    let items = metadata.items
    guard leavesStatementsBehind else {
      // A program's statements of a QuickTime movie have their own keys.
      return StatedItems(items: items, keepsQuickTimeKeys: metadata.keepsQuickTimeKeys || export.fileType == .mov)
    }
    return StatedItems(
      items: items.filter { !CopiedStatements.belongsToFile($0) }, keepsQuickTimeKeys: metadata.keepsQuickTimeKeys)
  }
}
