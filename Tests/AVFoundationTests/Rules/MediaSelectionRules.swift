import AVFoundation
import TestSupport
import Testing

@Suite("Rules of media selection")
struct MediaSelectionRules {
  /// Two sounds and two texts, English and German, in a movie, with the folder that holds it.
  private func film() async throws -> (folder: ScratchFolder, asset: AVURLAsset) {
    let folder = try ScratchFolder()
    return (folder, AVURLAsset(url: try await SelectionFilms.film(in: folder, seconds: 1)))
  }

  private func group(_ asset: AVAsset, _ characteristic: AVMediaCharacteristic) throws -> AVMediaSelectionGroup {
    try #require(asset.mediaSelectionGroup(forMediaCharacteristic: characteristic))
  }

  /// AVAsset.h, "mediaSelectionGroupForMediaCharacteristic:": nil if no groups are available.
  @Test func `a composition of nothing has nothing to choose`() async throws {
    let composition = AVMutableComposition()
    #expect(composition.availableMediaCharacteristicsWithMediaSelectionOptions.isEmpty)
    #expect(composition.mediaSelectionGroup(forMediaCharacteristic: .audible) == nil)
    #expect(composition.trackGroups.isEmpty && composition.allMediaSelections.count == 1)
    #expect(try await composition.loadMediaSelectionGroup(for: .legible) == nil)
  }

  /// AVAsset.h, "loadMediaSelectionGroupForMediaCharacteristic:completionHandler:": an error where the asset cannot be loaded.
  @Test func `a file that is not there has no groups, and says why`() async {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/film.mov"))
    await #expect(throws: (any Error).self) { try await asset.loadMediaSelectionGroup(for: .audible) }
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .audible) == nil)
    let error = await withCheckedContinuation { done in
      asset.loadMediaSelectionGroup(for: .audible) { _, error in done.resume(returning: error) }
    }
    #expect(error != nil)
  }

  /// AVMediaSelectionGroup.h, "defaultOption": the option that is used unless one is selected.
  @Test func `the default option is selected without a choice`() async throws {
    let (folder, asset) = try await film()
    let sounds = try group(asset, .audible)
    #expect(sounds.defaultOption === sounds.options.first)
    #expect(asset.preferredMediaSelection.selectedMediaOption(in: sounds) == sounds.defaultOption)
    #expect(AVPlayerItem(asset: asset).currentMediaSelection.selectedMediaOption(in: sounds) == sounds.defaultOption)
    withExtendedLifetime(folder) {}
  }

  /// AVMediaSelectionGroup.h, "mediaSelectionOptionsFromArray:withLocale:": those whose locale matches.
  @Test func `options are found by a locale`() async throws {
    let (folder, asset) = try await film()
    let options = try group(asset, .audible).options
    let german = AVMediaSelectionGroup.mediaSelectionOptions(from: options, with: Locale(identifier: "de_CH"))
    #expect(german == [options[1]])
    #expect(AVMediaSelectionGroup.mediaSelectionOptions(from: options, with: Locale(identifier: "fr")).isEmpty)
    withExtendedLifetime(folder) {}
  }

  /// AVMediaSelectionGroup.h, "mediaSelectionOptionsFromArray:filteredAndSortedAccordingToPreferredLanguages:".
  @Test func `options are sorted by preferred languages, and others are left out`() async throws {
    let (folder, asset) = try await film()
    let options = try group(asset, .audible).options
    func sorted(_ languages: [String]) -> [AVMediaSelectionOption] {
      AVMediaSelectionGroup.mediaSelectionOptions(
        from: options, filteredAndSortedAccordingToPreferredLanguages: languages)
    }
    #expect(sorted(["de", "en"]) == [options[1], options[0]] && sorted(["fr", "en-GB"]) == [options[0]])
    #expect(sorted(["fr"]).isEmpty && sorted([]).isEmpty)
    withExtendedLifetime(folder) {}
  }

  /// AVMediaSelectionGroup.h, "mediaSelectionOptionsFromArray:withMediaCharacteristics:", "withoutMediaCharacteristics:": all of them, none of
  /// them.
  @Test func `options are found by what they are, and by what they are not`() async throws {
    let (folder, asset) = try await film()
    let options = try group(asset, .audible).options + group(asset, .legible).options
    let heard = AVMediaSelectionGroup.mediaSelectionOptions(from: options, withMediaCharacteristics: [.audible])
    let others = AVMediaSelectionGroup.mediaSelectionOptions(
      from: options, withoutMediaCharacteristics: [.audible, .visual])
    #expect(heard == Array(options.prefix(2)) && others.allSatisfy { $0.hasMediaCharacteristic(.legible) })
    let both = AVMediaSelectionGroup.mediaSelectionOptions(
      from: options, withMediaCharacteristics: [.audible, .legible])
    #expect(both.isEmpty)
    #expect(AVMediaSelectionGroup.playableMediaSelectionOptions(from: options) == heard)
    withExtendedLifetime(folder) {}
  }

  /// AVMediaSelectionGroup.h, "locale", "extendedLanguageTag", "displayNameWithLocale:".
  @Test func `an option is called by its language`() async throws {
    let (folder, asset) = try await film()
    let option = try group(asset, .audible).options[1]
    #expect(option.extendedLanguageTag == "de" && option.locale?.language.languageCode == "de")
    #expect(option.displayName(with: Locale(identifier: "en")) == "German")
    #expect(option.displayName(with: Locale(identifier: "de")) == "Deutsch" && !option.displayName.isEmpty)
    #expect(!option.mediaSubTypes.isEmpty)
    withExtendedLifetime(folder) {}
  }

  /// AVPlayerItem.h, "selectMediaOption:inMediaSelectionGroup:": no change for an option that is no member of the group.
  @Test func `an option of another group is not selected`() async throws {
    let (folder, asset) = try await film()
    let (sounds, texts) = (try group(asset, .audible), try group(asset, .legible))
    let item = AVPlayerItem(asset: asset)
    item.select(texts.options[1], in: sounds)
    #expect(item.currentMediaSelection.selectedMediaOption(in: sounds) == sounds.options[0])
    let other = AVPlayerItem(asset: AVURLAsset(url: asset.url))
    other.select(sounds.options[1], in: sounds)
    #expect(other.selectedMediaOption(in: sounds) == nil)
    let selection = try #require(asset.preferredMediaSelection.mutableCopy() as? AVMutableMediaSelection)
    selection.select(texts.options[1], in: sounds)
    #expect(selection.selectedMediaOption(in: sounds) == sounds.options[0])
    withExtendedLifetime(folder) {}
  }

  /// AVPlayerItem.h, "selectMediaOptionAutomaticallyInMediaSelectionGroup:"; AVMediaSelection.h,
  /// "mediaSelectionCriteriaCanBeAppliedAutomaticallyToMediaSelectionGroup:": not where a selection was made.
  @Test func `a choice is left to the player again`() async throws {
    let (folder, asset) = try await film()
    let (item, sounds) = (AVPlayerItem(asset: asset), try group(asset, .audible))
    item.select(sounds.options[1], in: sounds)
    #expect(!item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: sounds))
    item.selectMediaOptionAutomatically(in: sounds)
    #expect(item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: sounds))
    #expect(item.currentMediaSelection.selectedMediaOption(in: sounds) == sounds.defaultOption)
    withExtendedLifetime(folder) {}
  }

  /// AVPlayerMediaSelectionCriteria.h: what it was made with.
  @Test func `criteria say what is preferred`() {
    let criteria = AVPlayerMediaSelectionCriteria(
      principalMediaCharacteristics: [.isMainProgramContent], preferredLanguages: ["de"],
      preferredMediaCharacteristics: [.easyToRead])
    #expect(criteria.principalMediaCharacteristics == [.isMainProgramContent])
    #expect(criteria.preferredLanguages == ["de"] && criteria.preferredMediaCharacteristics == [.easyToRead])
    let simple = AVPlayerMediaSelectionCriteria(preferredLanguages: nil, preferredMediaCharacteristics: nil)
    #expect(simple.principalMediaCharacteristics == nil && simple.preferredLanguages == nil)
  }

  /// AVMediaFormat.h, "AVMediaCharacteristic": names.
  @Test func `characteristics have Apple's names`() {
    let names: [AVMediaCharacteristic] = [
      .isMainProgramContent, .isAuxiliaryContent, .containsOnlyForcedSubtitles, .easyToRead, .dubbedTranslation,
    ]
    #expect(
      names.map(\.rawValue) == [
        "public.main-program-content", "public.auxiliary-content", "public.subtitles.forced-only",
        "public.easy-to-read", "public.translation.dubbed",
      ])
  }
}
