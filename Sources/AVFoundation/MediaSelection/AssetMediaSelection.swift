import EditServices

/// The options among which a person can choose, and the tracks that they are.
extension AVAsset {
  /// The kinds of options that it has: audible, visual, legible. Blocks.
  public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    ((try? selectionGroups()) ?? []).map(\.characteristic)
  }

  /// The options that are of `mediaCharacteristic`: of `.audible` the sounds, of `.legible` the subtitles, of `.visual` the pictures; nil where
  /// there is nothing to choose. Blocks.
  public func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? {
    try? selectionGroups().first { $0.characteristic == mediaCharacteristic }
  }

  /// As ``mediaSelectionGroup(forMediaCharacteristic:)``, without blocking.
  ///
  /// - Throws: As `load(_:)`.
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> AVMediaSelectionGroup? {
    try await loadContent()
    return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
  }

  /// As the one above, handed to `completionHandler` on any thread.
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
  ) {
    deliver(to: completionHandler) { try await self.loadMediaSelectionGroup(for: mediaCharacteristic) }
  }

  /// Options that are presented unless others are chosen: the default option of each group.
  public var preferredMediaSelection: AVMediaSelection { AVMediaSelection(of: self) }

  /// Every choice of one option of each group, none included where a group can be left out; of very many the first 10,000. Blocks.
  public var allMediaSelections: [AVMediaSelection] {
    let groups = (try? selectionGroups()) ?? []
    let start: [[AVMediaCharacteristic: CMPersistentTrackID]] = [[:]]
    let all = groups.reduce(start) { choices, group in
      let numbers = group.options.map(\.track.trackID)
      let possible = numbers + (group.allowsEmptySelection ? [kCMPersistentTrackID_Invalid] : [])
      return Array(
        choices.lazy.flatMap { choice in
          possible.lazy.map { choice.merging([group.characteristic: $0]) { $1 } }
        }.prefix(Self.mostSelections))
    }
    return all.map { AVMediaSelection(of: self, .init(tracks: $0, chosen: Set($0.keys))) }
  }

  private static let mostSelections = 10_000

  /// The groups of alternate tracks; of a movie, those stated in its header. Blocks.
  public var trackGroups: [AVAssetTrackGroup] {
    let groups = try? AlternateTracks.groups(of: self, HeaderFacts(of: self))
    return (groups ?? []).filter { $0.tracks.count > 1 }.map { AVAssetTrackGroup($0) }
  }

  /// The groups, one of each kind. Blocks.
  ///
  /// - Throws: `RenderError` where it cannot be read.
  func selectionGroups() throws -> [AVMediaSelectionGroup] {
    let header = HeaderFacts(of: self)
    let playable = try trackObjects().filter(\.isPlayable)
    let isFilm = [AVMediaType.audio, .video].allSatisfy { type in playable.contains { $0.mediaType == type } }
    return try AlternateTracks.groups(of: self, header).reduce(into: []) { groups, tracks in
      guard !groups.contains(where: { $0.characteristic == tracks.characteristic }) else { return }
      groups.append(
        AVMediaSelectionGroup(
          tracks, of: self, header, allowsEmptySelection: isFilm || tracks.characteristic == .legible))
    }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The kinds of options that it has.
  public static var availableMediaCharacteristicsWithMediaSelectionOptions:
    AVAsyncProperty<Root, [AVMediaCharacteristic]>
  {
    .init("availableMediaCharacteristicsWithMediaSelectionOptions") { try $0.selectionGroups().map(\.characteristic) }
  }
  /// Options that are presented unless others are chosen.
  public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
    .init("preferredMediaSelection") { $0.preferredMediaSelection }
  }
  /// Every choice of one option of each group.
  public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
    .init("allMediaSelections") { $0.allMediaSelections }
  }
  /// The tracks that stand for one another.
  public static var trackGroups: AVAsyncProperty<Root, [AVAssetTrackGroup]> { .init("trackGroups") { $0.trackGroups } }
}
