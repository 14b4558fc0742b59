import MediaFormats
import MediaTime
import PacketFiles
import Rendering

/// What a file that is written says of itself, in libav's names.
struct WrittenStatements {
  private let settings: WriterSettings
  private let container: CopyContainer

  /// What `settings` say, in a file of `container`.
  init(_ settings: WriterSettings, container: CopyContainer) {
    (self.settings, self.container) = (settings, container)
  }

  /// States it in `target`, before its header is written.
  ///
  /// - Throws: `RenderError` with `.unsupported` for an item that has no place in such a file, where none is to be left behind.
  func state(in target: PacketTarget) throws {
    var names: Set<String> = []
    for item in CopiedStatements.inOrder(settings.metadata.items) {
      let own = container.isMovie ? nil : item.identifier.key
      guard let text = item.text, let name = CopiedStatements.name(of: item) ?? own else {
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
    try addChapters(to: target, behind: 0)
  }

  /// Adds the chapters behind the first `count`, which the file has.
  func addChapters(to target: PacketTarget, behind count: Int) throws {
    let chapters = settings.metadata.chapters
    for (index, chapter) in chapters.enumerated().dropFirst(count) {
      let next = index + 1 < chapters.count ? chapters[index + 1].exactStart : nil
      let end = try chapter.exactEnd ?? next ?? chapter.exactStart + .one
      if chapter.exactStart < end { try target.addChapter(chapter.title, start: chapter.exactStart, end: end) }
    }
  }
}
