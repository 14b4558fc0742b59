public import CoreMedia
import EditServices
import EditingModel
public import Foundation
import GstEdit
import Playing
import Rendering
import Synchronization
import Waiting

/// Asset that a player plays, and how it is played (`AVPlayerItem`).
///
/// Nothing is looked at until the item is in a player; of a mutable composition it plays what that holds when the item is made. Threads: any.
/// Lock order: only `state`.
open class AVPlayerItem: KeyValueObject, NSCopying, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// Asset that is played, by ``asset``.
  private let played: AVAsset
  /// Item of the engine that plays it: it is exchanged in copies alone, before others have them.
  private(set) var engine: PlayerItem
  private let observers = KeyValueObservers()
  private let state = Mutex(State())

  private struct State: Sendable {
    var videoComposition: AVVideoComposition?
    var audioMix: AVAudioMix?
    var pitch = AVAudioTimePitchAlgorithm.timeDomain
    var outputs: [AVPlayerItemOutput] = []
    var tracks: [AVPlayerItemTrack]?
    /// Tracks of metadata, which outputs name.
    var dataTracks: [AVPlayerItemTrack] = []
    /// The class of compositors, and its objects.
    var compositor: PlayerCompositor?
    var watching: [PlayerObservation] = []
    var network = NetworkChoices()
    var statements = ItemStatements()
    var selection = ItemSelection()
    weak var player: AVPlayer?
  }

  /// Player of the item; it is not kept.
  var player: AVPlayer? {
    get { state.withLock(\.player) }
    set { state.withLock { $0.player = newValue } }
  }

  /// Settings for media of a network.
  var network: NetworkChoices {
    get { state.withLock(\.network) }
    set { state.withLock { $0.network = newValue } }
  }
  /// Statements that do not affect its playing.
  var statements: ItemStatements {
    get { state.withLock(\.statements) }
    set { state.withLock { $0.statements = newValue } }
  }
  /// Changes that.
  func editStatements(_ edit: (inout ItemStatements) -> Void) { state.withLock { edit(&$0.statements) } }
  /// Followers of its time and its statements.
  let followers = ItemFollowers()
  /// Options that are chosen of its groups.
  var selection: ItemSelection { state.withLock(\.selection) }
  /// Changes what is chosen.
  func editSelection(_ edit: (inout ItemSelection) -> Void) { state.withLock { edit(&$0.selection) } }

  /// An item that plays `asset`.
  public convenience init(asset: AVAsset) { self.init(asset: asset, automaticallyLoadedAssetKeys: nil) }

  /// An item that plays the file at `url`.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  /// An item that plays `asset`; what `automaticallyLoadedAssetKeys` names is known when its status is ready.
  public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
    func make(_ source: some MediaSource) -> PlayerItem { PlayerItem(asset: source) }
    (engine, played) = (make(asset.mediaSource), asset)
    super.init()
    statements.loadedKeys = automaticallyLoadedAssetKeys ?? []
    watchEngine()
  }

  /// The item that `engine` plays.
  convenience init(_ engine: PlayerItem, of asset: AVAsset) {
    self.init(asset: asset)
    for watching in state.withLock(\.watching) { watching.cancel() }
    self.engine = engine
    watchEngine()
  }

  private func watchEngine() {
    let notices = engine.onNotification { [weak self] in self?.post($0) }
    state.withLock { $0.watching = [notices] }
    let statuses = engine.statusUpdates()
    Task.detached(executorPreference: WorkerThreads.shared) { [weak self] in
      for await _ in statuses { self?.lookForChanges() }
    }
  }

  deinit {
    for observation in state.withLock(\.watching) { observation.cancel() }
    followers.end()
  }

  /// Another item that plays the same in the same way, in no player and without outputs.
  open func copy(with zone: NSZone? = nil) -> Any { copied(engine.copy()) }

  /// The object of `engine`, a copy of this item's.
  func copied(_ engine: PlayerItem) -> AVPlayerItem {
    let copy = AVPlayerItem(engine, of: asset)
    let known = state.withLock { $0 }
    copy.state.withLock { state in
      (state.videoComposition, state.audioMix) = (known.videoComposition, known.audioMix)
      (state.pitch, state.compositor) = (known.pitch, known.compositor)
      (state.statements, state.selection) = (known.statements, known.selection)
      state.statements.collectors = []
    }
    return copy
  }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  // MARK: What it is

  /// Asset that is played.
  open var asset: AVAsset { played }
  /// Metadata of the item beside its asset's: for display by the program.
  open var externalMetadata: [AVMetadataItem] {
    get { statements.externalMetadata }
    set { statements.externalMetadata = newValue }
  }
  /// The style of text whose file does not give one; nil unless set. A player shows no text here: rules apply to the
  /// strings of an ``AVPlayerItemLegibleOutput``, from the next one on.
  open var textStyleRules: [AVTextStyleRule]? {
    get { statements.textStyleRules }
    set { statements.textStyleRules = newValue }
  }
  /// Whether it can be played.
  open var status: Status {
    switch engine.status {
    case .unknown: .unknown
    case .readyToPlay: .readyToPlay
    case .failed: .failed
    }
  }
  /// Error by which it cannot be played; nil while nothing has failed.
  open var error: (any Error)? { engine.error.map { avError($0, hasVideoComposition: videoComposition != nil) } }
  /// Duration of the item; indefinite until it can be played.
  open var duration: CMTime { engine.duration.inMovieUnits }
  /// Size of its pictures; zero until it can be played.
  open var presentationSize: CGSize { CGSize(engine.presentationSize) }
  /// Its tracks; none until it can be played.
  open var tracks: [AVPlayerItemTrack] {
    // The asset is asked for outside of the lock: subclasses may override it.
    let (tracks, asset) = (engine.tracks, asset)
    return state.withLock { state in
      if let known = state.tracks, known.count == tracks.count { return known }
      let made = tracks.map { AVPlayerItemTrack($0, of: asset) }
      if !made.isEmpty { state.tracks = made }
      return made
    }
  }
  /// The times that can be sought, boxed.
  open var seekableTimeRanges: [NSValue] { engine.seekableTimeRanges.map { NSValue(timeRange: $0.inMovieUnits) } }
  /// The times whose media are there, boxed: all, as media are files.
  open var loadedTimeRanges: [NSValue] { engine.loadedTimeRanges.map { NSValue(timeRange: $0.inMovieUnits) } }
  /// Whether it plays without stalling, as far as can be known: once it can be played.
  open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
  /// Whether all of it is loaded: once it can be played.
  open var isPlaybackBufferFull: Bool { status == .readyToPlay }
  /// Whether nothing is there to be played.
  open var isPlaybackBufferEmpty: Bool { status != .readyToPlay }
  /// Whether it can be played backwards.
  open var canPlayReverse: Bool { engine.canPlayReverse }
  /// Whether it can be played backwards fast.
  open var canPlayFastReverse: Bool { engine.canPlayFastReverse }
  /// Whether it can be played backwards slowly.
  open var canPlaySlowReverse: Bool { engine.canPlaySlowReverse }
  /// Whether it can be played fast.
  open var canPlayFastForward: Bool { engine.canPlayFastForward }
  /// Whether it can be played slowly.
  open var canPlaySlowForward: Bool { engine.canPlaySlowForward }
  /// Whether it goes on frame by frame.
  open var canStepForward: Bool { engine.canStepForward }
  /// Whether it goes back frame by frame.
  open var canStepBackward: Bool { engine.canStepBackward }

  // MARK: How it is played

  /// Composition of the tracks into one picture; a copy of the one that is set. A new one is seen from the border of a frame on.
  ///
  /// One without a positive frame duration, a size or instructions ends the process, with the words of AVFoundation's
  /// exception. One that is not supported makes no change, and is reported on the standard error.
  open var videoComposition: AVVideoComposition? {
    get { state.withLock(\.videoComposition) }
    set {
      newValue?.demandCompleteness(for: "-[AVPlayerItem setVideoComposition:]")
      let copy = (newValue?.copy() as? AVVideoComposition)?.settled()
      do throws(RenderError) {
        let compositor = copy.flatMap { $0.customVideoCompositorClass == nil ? nil : PlayerCompositor($0) }
        var model = try copy?.configuration.model(compositor: CompositorSource.name)
        if let compositor { model?.customCompositor = compositor.reference }
        state.withLock { ($0.videoComposition, $0.compositor) = (copy, compositor) }
        engine.videoComposition = model
      } catch {
        Misuse.report(error.description)
      }
    }
  }

  /// The instance of the video composition's compositor class that draws frames; nil without one. Settings of the
  /// compositor can be passed to it before playing.
  open var customVideoCompositor: (any AVVideoCompositing)? { videoComposition?.customVideoCompositor }

  /// Volumes of the tracks; a copy of the mix that is set. A new one is heard from the border of a frame on.
  open var audioMix: AVAudioMix? {
    get { state.withLock(\.audioMix) }
    set {
      let copy = newValue?.copy() as? AVAudioMix
      state.withLock { $0.audioMix = copy }
      if copy?.soundProcessing.tracks.isEmpty == false {
        Misuse.report("A player plays tracks without the taps of its item's audio mix, which readers and exports call.")
      }
      engine.audioMix = (try? asset.composition()).flatMap { copy?.model(of: $0) }
    }
  }

  /// The treatment of pitch at other rates than 1.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { state.withLock(\.pitch) }
    set {
      state.withLock { $0.pitch = newValue }
      engine.audioTimePitchAlgorithm = newValue.timePitch
    }
  }
  /// Time at which playing ends; its duration where that is not numeric. It may lie beyond the duration.
  open var forwardPlaybackEndTime: CMTime {
    get { engine.forwardPlaybackEndTime }
    set { engine.forwardPlaybackEndTime = newValue }
  }
  /// Time at which playing backwards ends; zero where that is not numeric.
  open var reversePlaybackEndTime: CMTime {
    get { engine.reversePlaybackEndTime }
    set { engine.reversePlaybackEndTime = newValue }
  }

  // MARK: Outputs

  /// Outputs that take its pictures, captions or statements.
  open var outputs: [AVPlayerItemOutput] { state.withLock(\.outputs) }

  /// Adds an output. One that asks for pictures of another format than the first one does is not added, nor is one of
  /// text or metadata that is another item's, which is reported on the standard error.
  open func add(_ output: AVPlayerItemOutput) {
    guard output.attach(to: self), engine.add(output.engine) else {
      return Misuse.report(
        "An output was not added: it is there already, or another item's, or asks for another pixel format than the first one."
      )
    }
    state.withLock { $0.outputs.append(output) }
    output.begin(with: self)
  }

  /// Removes an output.
  open func remove(_ output: AVPlayerItemOutput) {
    let isThere = state.withLock { state in
      defer { state.outputs.removeAll { $0 === output } }
      return state.outputs.contains { $0 === output }
    }
    engine.remove(output.engine)
    if isThere { output.detach(from: self) }
  }

  /// Track of the item for `track`, which is one of metadata: the same whenever it is asked for.
  func track(ofData track: AVAssetTrack) -> AVPlayerItemTrack {
    let asset = asset
    return state.withLock { state in
      if let known = state.dataTracks.first(where: { $0.assetTrack == track }) { return known }
      let made = AVPlayerItemTrack(ofData: track, of: asset)
      state.dataTracks.append(made)
      return made
    }
  }

  // MARK: Options

  /// Has `mediaSelectionOption` of `mediaSelectionGroup` be presented, and no other of it; none if nil.
  ///
  /// An option of another group, or a group of another asset, changes nothing, and neither does nil where the group
  /// cannot be left out. A sound that is not read here is not selected, and the last track that is played is not
  /// deselected, which is reported on the standard error.
  open func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
    choose(mediaSelectionOption, in: mediaSelectionGroup)
  }

  /// Has the option of `mediaSelectionGroup` be presented that fits the player's criteria best; without criteria, the default one.
  open func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
    guard mediaSelectionGroup.asset === asset else { return }
    editSelection { $0.chosen[mediaSelectionGroup.characteristic] = nil }
    chooseAutomatically(in: mediaSelectionGroup)
  }

  /// The option of `mediaSelectionGroup` that is presented; nil for none.
  open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    mediaSelectionGroup.asset === asset ? presentedOption(in: mediaSelectionGroup) : nil
  }

  /// Options that are presented of all groups. Blocks until the asset is loaded.
  open var currentMediaSelection: AVMediaSelection { presentedSelection }

  // MARK: Networks

  /// The most bits a second that are wanted; 0 for any number. Files have one rate.
  open var preferredPeakBitRate: Double {
    get { network.preferredPeakBitRate }
    set { network.preferredPeakBitRate = newValue }
  }
  /// The largest pictures that are wanted; zero for any size. Files have one size.
  open var preferredMaximumResolution: CGSize {
    get { network.preferredMaximumResolution }
    set { network.preferredMaximumResolution = newValue }
  }
  /// Duration of media that is to be loaded ahead, in seconds; 0 leaves it to the player. All of a file is there.
  open var preferredForwardBufferDuration: TimeInterval {
    get { network.preferredForwardBufferDuration }
    set { network.preferredForwardBufferDuration = newValue }
  }
  /// Log of the media that came over the network: nil, as of every file.
  open func accessLog() -> AVPlayerItemAccessLog? { nil }
  /// Log of the network's errors: nil, as of every file.
  open func errorLog() -> AVPlayerItemErrorLog? { nil }

  // MARK: Times

  /// Time of the item.
  open func currentTime() -> CMTime { engine.currentTime().inMovieUnits }

  /// Goes `stepCount` frames on, or back where it is negative; the player is paused.
  open func step(byCount stepCount: Int) {
    player?.noteSeek(in: self)
    engine.step(byCount: stepCount)
  }

  /// Ends a seek under way, whose handler gets false.
  open func cancelPendingSeeks() { engine.cancelPendingSeeks() }

  /// Goes to `time`, or wherever near it is shown soonest, and calls `completionHandler` once: with true when the picture is shown.
  ///
  /// A time that is not numeric ends the process, with the words of AVFoundation's exception.
  open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Goes to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter`, and calls `completionHandler` once.
  ///
  /// A time that is not numeric ends the process, with the words of AVFoundation's exception.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    SeekTime.demand(time)
    player?.noteSeek(in: self)
    engine.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { completionHandler?($0) }
  }

  /// Goes to `time`, or wherever near it is shown soonest; true when the picture is shown.
  @discardableResult
  open func seek(to time: CMTime) async -> Bool {
    await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }

  /// Goes to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter`; true when the picture is shown.
  @discardableResult
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
    SeekTime.demand(time)
    player?.noteSeek(in: self)
    return await engine.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
  }

  /// The date of what is presented; nil, as files have no dates of their own.
  open func currentDate() -> Date? { nil }

  /// Goes to what is of `date`; false, as files have no dates of their own. `completionHandler` is called with false.
  @discardableResult
  open func seek(to date: Date, completionHandler: (@Sendable (Bool) -> Void)? = nil) -> Bool {
    completionHandler?(false)
    return false
  }

  /// The timebase of its time, over the machine's clock: it follows the rate of the player. Read only. Valid from its
  /// first use on.
  open var timebase: CMTimebase? { followers.timebase(of: self) }

  /// Statements that the player came to last; nil before. From when it is first asked for: observers begin with that. An
  /// ``AVPlayerItemMetadataOutput`` says more.
  open var timedMetadata: [AVMetadataItem]? { followers.statements(of: self) }
}
