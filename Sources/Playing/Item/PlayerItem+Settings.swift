public import EditServices
public import EditingModel
import MediaFormats
public import MediaTime
import Rendering
import Synchronization

/// The settings that can be changed while an item plays.
extension PlayerItem {
  /// The volumes of its audio tracks (`audioMix`); parameters for unknown tracks are ignored. A new one is heard from
  /// the border of a frame on, a fifth of a second after it is set.
  public var audioMix: AudioMix? {
    get { state.withLock(\.settings.audioMix) }
    set { change(.media) { $0.audioMix = newValue } }
  }

  /// The composition of its video tracks into one picture (`videoComposition`); nil for the tracks' own pictures at
  /// their own times. A new one is seen from the border of a frame on, at once where the player stands.
  public var videoComposition: VideoComposition? {
    get { state.withLock(\.settings.videoComposition) }
    set { change(.media) { $0.videoComposition = newValue } }
  }

  /// Replaces everything that is played by `edit`: composition, video composition, and mix. Tracks that were switched
  /// on or off are as the new composition has them.
  ///
  /// While the item plays, the new edit is planned and its readers are opened beside it. Playing changes over at a
  /// frame border, without a gap: frames and samples before it are the old edit's, those from it on the new one's.
  /// Readers that both plans have in common stay open. The item's time is kept; where the new edit is shorter, playing
  /// ends at once.
  public func replace(edit: EditSnapshot) {
    change(.media) { settings in
      settings.edit = edit
      (settings.audioMix, settings.videoComposition, settings.switched) = (edit.audioMix, edit.videoComposition, [:])
    }
  }

  /// The treatment of pitch at rates other than 1 (`audioTimePitchAlgorithm`, `.timeDomain` unless changed).
  public var audioTimePitchAlgorithm: AudioTimePitchAlgorithm {
    get { state.withLock(\.settings.pitch) }
    set { change(.stretch) { $0.pitch = newValue } }
  }

  /// The end of playing forwards (`forwardPlaybackEndTime`); the duration where it is not numeric, as at first. It may
  /// lie beyond the duration: the last picture is shown until then. Where the item is beyond it already, playing ends
  /// there.
  public var forwardPlaybackEndTime: CMTime {
    get { state.withLock(\.settings.forwardEnd) }
    set { change(.stretch) { $0.forwardEnd = newValue } }
  }

  /// The end of playing backwards (`reversePlaybackEndTime`); zero where it is not numeric, as at first.
  public var reversePlaybackEndTime: CMTime {
    get { state.withLock(\.settings.reverseEnd) }
    set { change(.stretch) { $0.reverseEnd = newValue } }
  }

  /// Goes `count` frames on, or back where it is negative, exactly to a frame's beginning, not beyond the first or the last
  /// (`step(byCount:)`). The player is paused. Nothing happens to an item that is in no player, or has no pictures.
  public func step(byCount count: Int) { core?.step(self, by: count) }

  /// Ends a seek under way, whose completion is called with false (`cancelPendingSeeks()`). The item's time is kept.
  public func cancelPendingSeeks() { core?.cancelPendingSeek() }

  /// Seeks as ``PlayerControls/seek(to:toleranceBefore:toleranceAfter:)`` does, if the item is its player's current one; else
  /// it begins there when it is played, and the answer is true.
  @discardableResult
  public func seek(
    to time: CMTime, toleranceBefore: CMTime = .positiveInfinity, toleranceAfter: CMTime = .positiveInfinity
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Seeks as ``seek(to:toleranceBefore:toleranceAfter:)`` does, and returns at once; `completionHandler` is called once: on the player's
  /// thread of calls, or where the item is not its player's current one before this returns.
  public func seek(
    to time: CMTime, toleranceBefore: CMTime = .positiveInfinity, toleranceAfter: CMTime = .positiveInfinity,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    guard let target = Rational(time) else { return completionHandler(false) }
    if let core, core.currentItem === self {
      return core.seek(in: self, to: time, before: toleranceBefore, after: toleranceAfter, completionHandler)
    }
    state.withLock { $0.time = max(.zero, target) }
    completionHandler(true)
  }

  // MARK: Tracks

  /// Switches tracks on and off by their numbers, all at once; those that are not named stay as they are. Also before the item is in a
  /// player. A change goes over at the border of a frame, as that of a mix does.
  public func setEnabled(_ states: [TrackID: Bool]) {
    change(.media) { $0.switched.merge(states) { $1 } }
  }

  /// Whether track `trackID` is seen or heard; nil for a track that is not set explicitly as long as the item cannot be
  /// played, and for missing tracks.
  public func isEnabled(_ trackID: TrackID) -> Bool? {
    state.withLock { $0.settings.switched[trackID] ?? $0.enabled[trackID] }
  }

  // MARK: Outputs

  /// The outputs for pictures, sound and times (`outputs`).
  public var outputs: [any PlayerItemOutput] { state.withLock(\.outputs) }

  /// Adds an output (`add(_:)`). Pictures have one format: that of the first output that asks for one. False, and nothing happens,
  /// for an output that asks for another, or is there already.
  @discardableResult
  public func add(_ output: any PlayerItemOutput) -> Bool {
    let isAdded = state.withLock { state in
      guard !state.outputs.contains(where: { $0 === output }) else { return false }
      (output as? PlayerItemTimedOutput)?.leave()
      if let asked = (output as? PlayerItemVideoOutput)?.pixelFormat, let format = state.outputFormat, asked != format {
        return false
      }
      state.outputs.append(output)
      return true
    }
    if isAdded { core?.itemChanged(self, output.change) }
    return isAdded
  }

  /// Removes an output (`remove(_:)`).
  public func remove(_ output: any PlayerItemOutput) {
    let isThere = state.withLock { state in
      defer { state.outputs.removeAll { $0 === output } }
      return state.outputs.contains { $0 === output }
    }
    guard isThere else { return }
    (output as? PlayerItemTimedOutput)?.leave()
    core?.itemChanged(self, output.change)
  }

  // MARK: Helpers

  private func change(_ change: PlayerItemChange, _ body: (inout PlayerItemSettings) -> Void) {
    let isNew = state.withLock { state in
      let old = state.settings
      body(&state.settings)
      return state.settings != old
    }
    if isNew { core?.itemChanged(self, change) }
  }
}

/// A change of an item.
enum PlayerItemChange {
  /// The media, which are planned anew.
  case media
  /// The outputs that take it.
  case outputs
  /// The outputs that follow its times, and its direction.
  case moments
  /// The making of its sound, and its end.
  case stretch
}

extension PlayerItemOutput {
  /// The change by which it is added or removed.
  fileprivate var change: PlayerItemChange {
    self is PlayerItemVideoOutput || self is PlayerItemAudioOutput ? .outputs : .moments
  }
}

extension PlayerItemState {
  /// The format that an output asks for.
  var outputFormat: PixelFormat? { outputs.lazy.compactMap { ($0 as? PlayerItemVideoOutput)?.pixelFormat }.first }
}
