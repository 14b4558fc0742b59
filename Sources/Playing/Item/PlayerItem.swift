public import EditServices
public import EditingModel
public import MediaTime
public import Rendering
import Synchronization

/// An item of a player: a file or an edit, and how it is played (`AVPlayerItem`).
///
/// ```swift
/// let item = PlayerItem(asset: movie)
/// let player = Player(playerItem: item, renderer: renderer)
/// player.play()
/// item.videoComposition = brighter      // goes over at a frame's border, and playing goes on
/// ```
///
/// Nothing is looked at until the item is in a player: then it is planned and its readers are opened, and ``status`` says when it
/// can be played. An item is in one player at a time.
///
/// Threads: any. Everything can be changed while it plays.
public final class PlayerItem: Sendable {
  /// The subject that is played.
  public let asset: AnalysisSubject

  /// Lock order: a player's, then `state`; no player is called while it is held.
  let state: Mutex<PlayerItemState>
  /// The notifications of the item.
  let notices = Broadcast<PlayerItemNotification>()
  /// Changes of the item's status.
  let statuses = Broadcast<Status>()

  /// An item that plays `asset`: a file at a `URL`, a `URLAsset`, a composition, an edit (`init(asset:)`, `init(url:)`).
  public init(asset: some MediaSource) {
    self.asset = asset.analysisSubject
    var state = PlayerItemState()
    if case .edit(let edit) = self.asset.kind {
      state.edit = edit
      (state.audioMix, state.videoComposition) = (edit.audioMix, edit.videoComposition)
    }
    self.state = Mutex(state)
  }

  /// Another item that plays the same in the same way, from the same time on, in no player and without outputs (`copy()`).
  public func copy() -> PlayerItem {
    let item = PlayerItem(asset: asset)
    let time = currentTimeValue
    let original = state.withLock { $0.settings }
    item.state.withLock { copy in
      copy.settings = original
      copy.time = time
    }
    return item
  }

  /// Whether the item can be played (`AVPlayerItem.Status`).
  public enum Status: Int, Hashable, Sendable {
    /// It is in no player, or its media are being looked at.
    case unknown = 0
    /// It can be played.
    case readyToPlay = 1
    /// It cannot, or not any more; ``PlayerItem/error`` says why.
    case failed = 2
  }

  /// Whether it can be played (`status`).
  public var status: Status { state.withLock(\.status) }

  /// The statuses from now on, the present one at once.
  public func statusUpdates() -> some AsyncSequence<Status, Never> & Sendable {
    state.withLock { statuses.stream(startingWith: $0.status) }
  }

  /// Sets the status and notifies observers on `queue`, in the order of the changes.
  func setStatus(_ status: Status, _ error: RenderError? = nil, tellingOn queue: CallbackQueue) {
    state.withLock { state in
      guard state.status != status else { return }
      (state.status, state.error) = (status, error)
      statuses.send(status, on: queue)
    }
  }

  /// The error for which it cannot be played; nil while nothing has failed (`error`).
  public var error: RenderError? { state.withLock(\.error) }

  /// Its duration: indefinite until it can be played (`duration`).
  public var duration: CMTime { state.withLock(\.duration) }

  /// The size of its pictures: zero until it can be played, and where there are none (`presentationSize`).
  public var presentationSize: Size { state.withLock(\.presentationSize) }

  /// Its tracks; none until it can be played (`tracks`).
  public var tracks: [PlayerItemTrack] { state.withLock(\.tracks) }

  /// The times that can be sought: from zero to the duration, once it can be played (`seekableTimeRanges`).
  public var seekableTimeRanges: [CMTimeRange] {
    let duration = duration
    return duration.isNumeric ? [CMTimeRange(start: .zero, duration: duration)] : []
  }

  /// The times whose media are there: all, as media are files (`loadedTimeRanges`).
  public var loadedTimeRanges: [CMTimeRange] { seekableTimeRanges }

  /// Whether it can be played backwards at the item's own speed, faster, and slower (`canPlayReverse`, `canPlayFastReverse`,
  /// `canPlaySlowReverse`), and faster and slower forwards: once it can be played at all.
  public var canPlayReverse: Bool { status == .readyToPlay }
  /// As ``canPlayReverse``.
  public var canPlayFastReverse: Bool { canPlayReverse }
  /// As ``canPlayReverse``.
  public var canPlaySlowReverse: Bool { canPlayReverse }
  /// As ``canPlayReverse``.
  public var canPlayFastForward: Bool { canPlayReverse }
  /// As ``canPlayReverse``.
  public var canPlaySlowForward: Bool { canPlayReverse }
  /// Whether ``step(byCount:)`` goes forwards (`canStepForward`).
  public var canStepForward: Bool { canPlayReverse }
  /// Whether ``step(byCount:)`` goes backwards (`canStepBackward`).
  public var canStepBackward: Bool { canPlayReverse }

  /// Its time (`currentTime()`): in a player the player's, else the one at which it begins or was left. Rounded down to
  /// a nanosecond where no timescale holds it.
  public func currentTime() -> CMTime { CMTime(notAfter: currentTimeValue) }

  /// Its exact time.
  var currentTimeValue: Rational {
    core?.time(of: self) ?? state.withLock(\.time)
  }

  /// The number of frames that it could not show in time so far: those that passed while it played without having been
  /// shown.
  public var droppedFrameCount: Int { state.withLock(\.droppedFrameCount) }

  /// The player that it is in.
  var core: PlayerCore? { state.withLock(\.core) }
}

/// An item's state.
struct PlayerItemState: Sendable {
  var settings = PlayerItemSettings()
  var outputs: [any PlayerItemOutput] = []
  var status = PlayerItem.Status.unknown
  var error: RenderError?
  var duration = CMTime.indefinite
  var presentationSize = Size.zero
  var frameRate = 0.0
  var tracks: [PlayerItemTrack] = []
  /// The tracks that are switched on in the plan.
  var enabled: [TrackID: Bool] = [:]
  /// The item that replaces this one in the queue once it leaves it, with false, or has ended, with true; called under
  /// a player's lock.
  var successor: (@Sendable (Bool) -> PlayerItem?)?
  /// The time at which it begins when it is played, or was left.
  var time = Rational.zero
  var droppedFrameCount = 0
  weak var core: PlayerCore?

  /// The edit that is played; nil for the file.
  var edit: EditSnapshot? {
    get { settings.edit }
    set { settings.edit = newValue }
  }
  /// The mix.
  var audioMix: AudioMix? {
    get { settings.audioMix }
    set { settings.audioMix = newValue }
  }
  /// The video composition.
  var videoComposition: VideoComposition? {
    get { settings.videoComposition }
    set { settings.videoComposition = newValue }
  }
}

/// The settings of an item's playing.
struct PlayerItemSettings: Hashable, Sendable {
  var edit: EditSnapshot?
  var audioMix: AudioMix?
  var videoComposition: VideoComposition?
  var pitch = TimePitch.timeDomain
  var forwardEnd = CMTime.invalid
  var reverseEnd = CMTime.invalid
  /// The tracks that were switched on or off.
  var switched: [TrackID: Bool] = [:]
}
