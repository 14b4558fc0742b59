// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreMedia
import EditingModel
public import Foundation
import Playing
import Waiting

/// Options that are chosen of an item's groups.
struct ItemSelection: Sendable {
  /// Explicitly selected tracks by the group's characteristic, `kCMPersistentTrackID_Invalid` for none.
  var chosen: [AVMediaCharacteristic: CMPersistentTrackID] = [:]
  /// The track of text, where it is not the default one; `kCMPersistentTrackID_Invalid` for none.
  var text: CMPersistentTrackID?
  /// Criteria of the player.
  var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
}

/// Options: which sound is heard, and which pictures are seen. Text is chosen as well, and is not seen, as there is no screen.
///
/// A choice of sound or pictures switches the item's tracks on and off (``tracks``), as a program may do itself; it goes over at the border of a
/// frame. Where a file enables several tracks of a group, all are heard until one is chosen.
extension AVPlayerItem {
  /// Has `mediaSelectionOption` be presented, as ``select(_:in:)`` says.
  func choose(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
    guard mediaSelectionGroup.asset === asset, mediaSelectionGroup.allows(mediaSelectionOption) else { return }
    let isOfText = mediaSelectionGroup.characteristic == .legible
    guard isOfText || mediaSelectionOption?.isPlayable ?? leavesSomething(without: mediaSelectionGroup) else {
      return Misuse.report("The option is not selected: it is not read here, or nothing would be left to be played.")
    }
    let number = mediaSelectionOption?.track.trackID ?? kCMPersistentTrackID_Invalid
    editSelection { $0.chosen[mediaSelectionGroup.characteristic] = number }
    present(mediaSelectionOption, in: mediaSelectionGroup)
  }

  /// Options that are presented of all groups. Blocks until the asset is loaded.
  var presentedSelection: AVMediaSelection {
    let chosen = Set(selection.chosen.keys)
    var choices = AVMediaSelection.Choices(chosen: chosen)
    for group in (try? asset.selectionGroups()) ?? [] {
      choices.tracks[group.characteristic] = presentedOption(in: group)?.track.trackID ?? kCMPersistentTrackID_Invalid
    }
    return AVMediaSelection(of: asset, choices)
  }

  /// The presented options have changed.
  public static let mediaSelectionDidChangeNotification = Notification.Name(
    "AVPlayerItemMediaSelectionDidChangeNotification")

  // MARK: A player's criteria

  /// Applies `criteria` of a player to groups without an explicit selection: at once where the asset is loaded, or else
  /// as soon as it is.
  func prefer(_ criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria]) {
    let known = selection.criteria
    let changed = Set(criteria.keys).union(known.keys).filter { criteria[$0] !== known[$0] }
    editSelection { $0.criteria = criteria }
    guard !changed.isEmpty else { return }
    Task.detached(executorPreference: WorkerThreads.shared) { [weak self, asset] in
      guard (try? await asset.loadContent()) != nil, let groups = try? asset.selectionGroups() else { return }
      for group in groups where changed.contains(group.characteristic) { self?.chooseAutomatically(in: group) }
    }
  }

  /// Has the option of `group` be presented that the criteria ask for, unless one is chosen explicitly.
  func chooseAutomatically(in group: AVMediaSelectionGroup) {
    func choice() -> CMPersistentTrackID? { selection.chosen[group.characteristic] }
    guard choice() == nil else { return }
    let criteria = selection.criteria[group.characteristic]
    present(criteria.map { $0.option(of: group) } ?? group.defaultOption, in: group)
    // An option may have been selected explicitly meanwhile.
    if let number = choice() { present(group.options.first { $0.track.trackID == number }, in: group) }
  }

  // MARK: Presenting

  /// The track of text that is presented; nil for none. Blocks until the asset is loaded.
  var presentedText: AVAssetTrack? {
    let group = (try? asset.selectionGroups())?.first { $0.characteristic == .legible }
    return group.flatMap { presentedOption(in: $0) }?.track
  }

  /// The option of `group` that is presented; nil for none.
  func presentedOption(in group: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    guard group.characteristic == .legible else { return group.options.first { isPlayed($0.track) } }
    guard let number = selection.text else { return group.defaultOption }
    return group.options.first { $0.track.trackID == number }
  }

  private func present(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
    let before = presentedOption(in: group)
    if group.characteristic == .legible {
      let number = option?.track.trackID ?? kCMPersistentTrackID_Invalid
      editSelection { $0.text = number }
    } else {
      let states = group.options.filter { $0.track.isPlayable }.map { ($0.track, $0 == option) }
      engine.setEnabled(
        Dictionary(states.map { (TrackID(rawValue: $0.trackID), $1) }, uniquingKeysWith: { first, _ in first }))
    }
    guard before != presentedOption(in: group) else { return }
    if group.characteristic == .legible { for output in outputs { output.selectionChanged() } }
    NotificationCenter.default.post(name: Self.mediaSelectionDidChangeNotification, object: self)
    lookForChanges()
  }

  /// Whether `track` is played, by the item's own tracks or, before these are known, by the asset.
  private func isPlayed(_ track: AVAssetTrack) -> Bool {
    track.isPlayable && (engine.isEnabled(TrackID(rawValue: track.trackID)) ?? track.isPlayedByItself)
  }

  /// Whether something is played that is not of `group`.
  private func leavesSomething(without group: AVMediaSelectionGroup) -> Bool {
    return ((try? asset.trackObjects()) ?? []).contains { track in
      !group.options.contains { $0.track == track } && isPlayed(track)
    }
  }
}

extension Notification.Name {
  /// ``AVPlayerItem/mediaSelectionDidChangeNotification``.
  public static let AVPlayerItemMediaSelectionDidChange = AVPlayerItem.mediaSelectionDidChangeNotification
}
