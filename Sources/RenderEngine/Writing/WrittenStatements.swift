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
  /// - Throws: `RenderError` with `.unsupported` for an item that is no text.
  func state(in target: PacketTarget) throws {
    for item in CopiedStatements.inOrder(settings.metadata.items) {
      guard let text = item.text else {
        throw RenderError(
          .unsupported,
          "The statement \(item.identifier) has no place in \(settings.export.fileType.format.title) here.",
          remedy: "State it as text; or write MP4 or QuickTime, with keys of QuickTime's metadata.")
      }
      target.state(CopiedStatements.name(of: item) ?? item.identifier.key, text)
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
