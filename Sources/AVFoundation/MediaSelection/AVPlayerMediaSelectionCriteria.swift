public import Foundation

/// Preferences of a player among the options of a group (`AVPlayerMediaSelectionCriteria`). Immutable. Threads: any.
open class AVPlayerMediaSelectionCriteria: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// Characteristics that an option must have to be considered at all; nil for any.
  public let principalMediaCharacteristics: [AVMediaCharacteristic]?
  /// The languages, BCP 47 tags, the best first; nil for any.
  public let preferredLanguages: [String]?
  /// Characteristics that an option should have, the most important first; nil for any.
  public let preferredMediaCharacteristics: [AVMediaCharacteristic]?

  /// Prefers `preferredLanguages`, and among options of one language `preferredMediaCharacteristics`.
  public required convenience init(
    preferredLanguages: [String]?, preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    self.init(
      principalMediaCharacteristics: nil, preferredLanguages: preferredLanguages,
      preferredMediaCharacteristics: preferredMediaCharacteristics)
  }

  /// Prefers the same among options that are all of `principalMediaCharacteristics`.
  public required init(
    principalMediaCharacteristics: [AVMediaCharacteristic]?, preferredLanguages: [String]?,
    preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    self.principalMediaCharacteristics = principalMediaCharacteristics
    self.preferredLanguages = preferredLanguages
    self.preferredMediaCharacteristics = preferredMediaCharacteristics
    super.init()
  }

  /// The option of `group` that fits best; the group's default where no option has the required characteristics or one
  /// of the languages.
  ///
  /// Subtitle tracks with forced subtitles alone are selected only where no other option fits as well.
  func option(of group: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    var fitting = AVMediaSelectionGroup.mediaSelectionOptions(
      from: group.options, withMediaCharacteristics: principalMediaCharacteristics ?? [])
    if let languages = preferredLanguages, !languages.isEmpty {
      fitting = AVMediaSelectionGroup.mediaSelectionOptions(
        from: fitting, filteredAndSortedAccordingToPreferredLanguages: languages)
      let best = fitting.first.flatMap { MediaLanguage($0.extendedLanguageTag)?.place(among: languages) }
      fitting = fitting.filter { MediaLanguage($0.extendedLanguageTag)?.place(among: languages) == best }
    }
    let preferred = preferredMediaCharacteristics ?? []
    func rank(_ option: AVMediaSelectionOption) -> [Int] {
      let isPlain = preferred.isEmpty && !option.hasMediaCharacteristic(.containsOnlyForcedSubtitles)
      return preferred.map { option.hasMediaCharacteristic($0) ? 1 : 0 } + [isPlain ? 1 : 0]
    }
    // The first of those that rank highest.
    let best = fitting.map(rank).max { $0.lexicographicallyPrecedes($1) }
    return fitting.first { rank($0) == best } ?? group.defaultOption
  }
}
