import EditServices
public import Foundation
import MediaFormats
import Waiting

/// Chapters: each is a group of one statement, its title, for the time that it lasts. A composition has none.
extension AVAsset {
  /// The languages of its chapters' titles, `und` where a file does not say. Blocks.
  public var availableChapterLocales: [Locale] { Self.locales(of: (try? chapters()) ?? []) }

  /// Its chapters by their titles in the first of `preferredLanguages`, BCP 47 tags, in which there are some; else by the titles that come
  /// first. Blocks.
  public func chapterMetadataGroups(bestMatchingPreferredLanguages preferredLanguages: [String])
    -> [AVTimedMetadataGroup]
  {
    Self.groups(of: (try? chapters()) ?? [], preferring: preferredLanguages)
  }

  /// Its chapters by their titles in the language of `locale`; those without one are left out. A chapter states nothing besides, whatever
  /// `commonKeys` asks for. Blocks.
  public func chapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
  ) -> [AVTimedMetadataGroup] {
    Self.groups(of: (try? chapters()) ?? [], in: locale)
  }

  /// As ``chapterMetadataGroups(bestMatchingPreferredLanguages:)``.
  ///
  /// - Throws: An error of AVFoundation's where the asset cannot be read.
  public func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String]
  ) async throws -> [AVTimedMetadataGroup] {
    Self.groups(of: try await loadChapters(), preferring: preferredLanguages)
  }

  /// As ``chapterMetadataGroups(withTitleLocale:containingItemsWithCommonKeys:)``.
  ///
  /// - Throws: An error of AVFoundation's where the asset cannot be read.
  public func loadChapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
  ) async throws -> [AVTimedMetadataGroup] {
    Self.groups(of: try await loadChapters(), in: locale)
  }

  private func chapters() throws -> [Chapter] {
    guard case .file(let file) = source else { return [] }
    try awaitFile()
    return try CallingThread.run { try await file.load(.chapters) }
  }

  fileprivate func loadChapters() async throws -> [Chapter] {
    guard case .file(let file) = source else { return [] }
    return try await translated { try await file.load(.chapters) }
  }

  fileprivate static func locales(of chapters: [Chapter]) -> [Locale] {
    var tags: [String] = []
    for tag in chapters.flatMap(\.titles).map({ $0.languageTag ?? "und" }) where !tags.contains(tag) {
      tags.append(tag)
    }
    return tags.map { Locale(identifier: $0) }
  }

  private static func groups(of chapters: [Chapter], preferring languages: [String]) -> [AVTimedMetadataGroup] {
    let preferred = languages.first { language in
      chapters.contains { $0.titles.contains { $0.speaks(language) } }
    }
    return chapters.compactMap { chapter in
      let titles = chapter.titles
      let title = preferred.flatMap { language in titles.first { $0.speaks(language) } } ?? titles.first
      return group(of: chapter, named: title)
    }
  }

  private static func groups(of chapters: [Chapter], in locale: Locale) -> [AVTimedMetadataGroup] {
    chapters.compactMap { chapter in
      chapter.titles.first { $0.speaks(locale.identifier) }.flatMap { group(of: chapter, named: $0) }
    }
  }

  private static func group(of chapter: Chapter, named title: Chapter.Title?) -> AVTimedMetadataGroup? {
    let range = CMTimeRange(start: chapter.start, end: chapter.end ?? .positiveInfinity)
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = NSString(string: title?.text ?? "")
    item.extendedLanguageTag = title?.languageTag
    (item.time, item.duration) = (range.start, range.duration)
    return AVTimedMetadataGroup(items: item.value.map { _ in [item] } ?? [], timeRange: range)
  }
}

extension Chapter.Title {
  /// Whether it is in `language`, a BCP 47 tag, or in the same language elsewhere.
  fileprivate func speaks(_ language: String) -> Bool {
    func root(_ tag: String) -> Substring { tag.lowercased().split { $0 == "-" || $0 == "_" }.first ?? "" }
    return root(languageTag ?? "und") == root(language)
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The languages of its chapters' titles.
  public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
    AVAsyncProperty(
      "availableChapterLocales", prepare: { _ = try await $0.loadChapters() }, status: { $0.contentStatus },
      { $0.availableChapterLocales })
  }
}
