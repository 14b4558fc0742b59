import EditingModel
public import Foundation

/// Options that exclude one another: the sounds of a film in several languages, its subtitles (`AVMediaSelectionGroup`). Immutable.
/// Threads: any.
///
/// Groups of the same options are equal.
open class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: immutable; the reference to the asset is weak, which is safe from any thread.
  /// The asset whose tracks the options are; nil where it is gone.
  private(set) weak var asset: AVAsset?
  /// Characteristic of the options: audible, visual or legible.
  let characteristic: AVMediaCharacteristic
  /// The options, in the asset's order.
  public let options: [AVMediaSelectionOption]
  /// The default option; nil without one.
  public let defaultOption: AVMediaSelectionOption?
  /// Whether none may be presented: sounds and pictures can be left out where the asset has both, and text always.
  public let allowsEmptySelection: Bool

  /// The group of `tracks` of `asset`, whose header says `header`; it may be left out where `allowsEmptySelection`.
  init(_ tracks: AlternateTracks, of asset: AVAsset, _ header: HeaderFacts, allowsEmptySelection: Bool) {
    (self.asset, characteristic) = (asset, tracks.characteristic)
    options = tracks.tracks.map { AVMediaSelectionOption($0, header.track($0.trackID)) }
    let isText = tracks.characteristic == .legible
    defaultOption = options.first { isText ? $0.track.isEnabled : $0.track.isPlayedByItself }
    self.allowsEmptySelection = allowsEmptySelection
    super.init()
  }

  /// The option that `plist` is of, which an option gave (``AVMediaSelectionOption/propertyList()``); nil where it is none of these.
  open func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
    options.first { $0.isDescribed(by: plist) }
  }

  // MARK: Choosing among options

  /// The options of `mediaSelectionOptions` that are played here.
  open class func playableMediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter(\.isPlayable)
  }

  /// The options of `mediaSelectionOptions` in the language of `locale`, of its country where both say one.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale
  ) -> [AVMediaSelectionOption] {
    guard let language = MediaLanguage(locale.identifier) else { return [] }
    return mediaSelectionOptions.filter { MediaLanguage($0.extendedLanguageTag).map(language.fits) ?? false }
  }

  /// The options of `mediaSelectionOptions` in one of `preferredLanguages`, BCP 47 tags, in the order of those.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMediaSelectionOption] {
    MediaLanguage.sorted(mediaSelectionOptions, by: preferredLanguages, \.extendedLanguageTag)
  }

  /// The options of `mediaSelectionOptions` that are all of `mediaCharacteristics`.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { mediaCharacteristics.allSatisfy($0.hasMediaCharacteristic) }
  }

  /// The options of `mediaSelectionOptions` that are none of `mediaCharacteristics`.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { !mediaCharacteristics.contains(where: $0.hasMediaCharacteristic) }
  }

  // MARK: As an object

  /// Itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
  /// Groups of the same options are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVMediaSelectionGroup else { return false }
    return other.characteristic == characteristic && other.options == options
  }
  /// Follows from the options'.
  open override var hash: Int { options.hashValue }
  /// The options.
  open override var description: String { "<\(type(of: self)): \(options)>" }
}

extension AVAssetTrack {
  /// Whether it is played unless another is chosen: of a file's sounds and pictures the first one where none is enabled.
  var isPlayedByItself: Bool {
    if case .file(let asset, let track) = content { return asset.plays(track) }
    return isPlayable && isEnabled
  }
}
