// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreMedia
public import Foundation
import Synchronization
import Waiting

/// Takes sample buffers with sound, and releases each when its time has passed (`AVSampleBufferAudioRenderer`).
///
/// The sound is discarded without being decoded, and volume and pitch have no effect: servers have no sound card, and
/// none is looked for, as for ``AVPlayer``. The amounts taken and their times are those of a renderer with a sound
/// card, by the synchronizer's time; without a synchronizer, time stays at zero. Threads: any. Lock order: only
/// `state`.
open class AVSampleBufferAudioRenderer: NSObject, SynchronizedRendering, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let sound = SoundSampleQueue()
  private let request = MediaDataRequest()
  private let observers = KeyValueObservers()
  private let state = Mutex(State())

  private struct State: Sendable {
    var volume: Float = 1
    var isMuted = false
    var pitch = AVAudioTimePitchAlgorithm.timeDomain
    var spatialization = AVAudioSpatializationFormats.multichannel
  }

  /// One that has nothing.
  public override init() { super.init() }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  /// Clock that it goes by.
  var clock: RenderingClock { sound.clock }

  // MARK: What it is given

  /// The timebase that times refer to: the synchronizer's; without one, a timebase that stays at zero.
  open var timebase: CMTimebase { clock.timebase }

  /// Takes `sampleBuffer`, to be heard at its output presentation time. One without sound is a failure, after which nothing is taken until it
  /// is flushed.
  open func enqueue(_ sampleBuffer: CMSampleBuffer) {
    if sound.enqueue(sampleBuffer) { clock.noteMedia() }
    observers.look()
  }

  /// Forgets what was not heard yet. Ends a failure.
  open func flush() {
    sound.flush()
    observers.look()
  }

  /// Forgets what is heard from `time` on, and calls `completionHandler` once: with false, and nothing is forgotten, where that is past.
  open func flush(fromSourceTime time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    let isDone = sound.flush(from: time)
    observers.look()
    Task.detached(executorPreference: WorkerThreads.shared) { completionHandler(isDone) }
  }

  /// Forgets what is heard from `time` on; false, and nothing is forgotten, where that is past.
  @discardableResult
  public func flush(fromSourceTime time: CMTime) async -> Bool {
    let isDone = sound.flush(from: time)
    observers.look()
    return isDone
  }

  /// Whether it has room for more: for three seconds in all that are not heard yet.
  open var isReadyForMoreMediaData: Bool { sound.hasRoom }

  /// Calls `block` on `queue` whenever there is room, until ``stopRequestingMediaData()``.
  open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    request.start(on: queue, using: block) { [weak self] in self?.isReadyForMoreMediaData ?? false }
  }

  /// Ends what ``requestMediaDataWhenReady(on:using:)`` began.
  open func stopRequestingMediaData() { request.stop() }

  /// Whether it has sound whose time has not passed.
  open var hasSufficientMediaDataForReliablePlaybackStart: Bool { sound.hasMedia }

  // MARK: What it does

  /// Whether it takes what it is given.
  open var status: AVQueuedSampleBufferRenderingStatus {
    sound.error != nil ? .failed : sound.hasBegun ? .rendering : .unknown
  }
  /// Error for which it takes nothing more; nil while nothing has failed.
  open var error: (any Error)? { sound.error }
  /// The device that it is heard on: nil, since there is none. Setting another one is reported on the standard error,
  /// and changes nothing.
  open var audioOutputDeviceUniqueID: String? {
    get { nil }
    set { if let newValue { Misuse.report("Renderers of sound have no device, so “\(newValue)” is not used.") } }
  }
  /// Volume, 0…1.
  open var volume: Float {
    get { state.withLock(\.volume) }
    set { change { $0.volume = newValue } }
  }
  /// Whether it is silent.
  open var isMuted: Bool {
    get { state.withLock(\.isMuted) }
    set { change { $0.isMuted = newValue } }
  }
  /// The treatment of pitch at other rates than 1.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { state.withLock(\.pitch) }
    set { change { $0.pitch = newValue } }
  }
  /// Formats of sound that may be heard as if it came from places in a room: kept as they are set, as none is.
  open var allowedAudioSpatializationFormats: AVAudioSpatializationFormats {
    get { state.withLock(\.spatialization) }
    set { change { $0.spatialization = newValue } }
  }

  private func change(_ change: (inout State) -> Void) {
    state.withLock { change(&$0) }
    observers.look()
  }
}

extension Notification.Name {
  /// A renderer of sound was flushed by the system, with the time under ``AVSampleBufferAudioRendererFlushTimeKey``: never, as no device
  /// changes here.
  public static let AVSampleBufferAudioRendererWasFlushedAutomatically = Notification.Name(
    "AVSampleBufferAudioRendererWasFlushedAutomaticallyNotification")
  /// The device that a renderer's sound is heard on has changed: never, as there is none.
  public static let AVSampleBufferAudioRendererOutputConfigurationDidChange = Notification.Name(
    "AVSampleBufferAudioRendererOutputConfigurationDidChangeNotification")
}

/// The key of the time, boxed, of ``Foundation/Notification/Name/AVSampleBufferAudioRendererWasFlushedAutomatically``.
public let AVSampleBufferAudioRendererFlushTimeKey = "AVSampleBufferAudioRendererFlushTimeKey"
