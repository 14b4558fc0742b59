import EditingModel
public import Foundation
public import MediaToolbox
import Synchronization

// SAFETY: what is looked up is written where the caller says, once.

/// The volume of one audio track (`AVAudioMixInputParameters`), over the film's time. Immutable; ``AVMutableAudioMixInputParameters`` is
/// edited. Threads: any.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: the values are under a lock.
  private let state: Mutex<State>

  /// The track, its volume, and its treatment of pitch.
  struct State: Sendable {
    var parameters = AudioMixInputParameters(trackID: .invalid)
    var algorithm: AVAudioTimePitchAlgorithm?
    var tap: MTAudioProcessingTap?
  }

  /// Parameters of no track: volume 1.
  public override init() {
    state = Mutex(State())
    super.init()
  }

  init(_ state: State) {
    self.state = Mutex(state)
    super.init()
  }

  convenience init(copying other: AVAudioMixInputParameters) { self.init(other.snapshot) }

  var snapshot: State {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// The number of the track.
  open internal(set) var trackID: CMPersistentTrackID {
    get { snapshot.parameters.trackID.rawValue }
    set { snapshot.parameters.trackID = TrackID(rawValue: newValue) }
  }

  /// The treatment of the sound's pitch at another speed; nil for that of the export session or the segments.
  open internal(set) var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { snapshot.algorithm }
    set { snapshot.algorithm = newValue }
  }

  /// Tap that changes the track's sound on its way into the mix; nil where that stays.
  open internal(set) var audioTapProcessor: MTAudioProcessingTap? {
    get { snapshot.tap }
    set { snapshot.tap = newValue }
  }

  /// The volume ramp that contains `time`, or else the next one (`getVolumeRamp(for:startVolume:endVolume:timeRange:)`). A set volume is a
  /// flat ramp up to the next.
  ///
  /// - Returns: False behind the last.
  public func getVolumeRamp(
    for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = snapshot.parameters.volumeRamp(for: time) else { return false }
    unsafe startVolume?.pointee = Float(ramp.start)
    unsafe endVolume?.pointee = Float(ramp.end)
    unsafe timeRange?.pointee = ramp.timeRange
    return true
  }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVAudioMixInputParameters(snapshot) }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableAudioMixInputParameters(snapshot) }

  /// The engine's.
  var model: AudioMixInputParameters {
    let state = snapshot
    var parameters = state.parameters
    parameters.audioTimePitchAlgorithm = state.algorithm?.timePitch
    return parameters
  }
}

/// The volume of one audio track, edited (`AVMutableAudioMixInputParameters`).
///
/// A time or a range that is not finite, and one that overlaps another ramp, end the process with the words of the exception that
/// AVFoundation raises.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Parameters of `track`, at volume 1; of no track if nil.
  public convenience init(track: AVAssetTrack?) {
    self.init()
    trackID = track?.trackID ?? kCMPersistentTrackID_Invalid
  }

  /// The number of the track.
  open override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { super.trackID = newValue }
  }

  /// The treatment of the sound's pitch at another speed.
  open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
    get { super.audioTimePitchAlgorithm }
    set { super.audioTimePitchAlgorithm = newValue }
  }

  /// Tap that changes the track's sound on its way into the mix.
  open override var audioTapProcessor: MTAudioProcessingTap? {
    get { super.audioTapProcessor }
    set { super.audioTapProcessor = newValue }
  }

  /// Sets the volume from `time` on; a linear gain of 0…10, which others are brought to (`setVolume(_:at:)`).
  public func setVolume(_ volume: Float, at time: CMTime) {
    change("setVolume:atTime:") { parameters throws(RampError) in
      try parameters.setVolume(Self.gain(volume), at: time)
    }
  }

  /// Ramps the volume over `timeRange`; afterwards it stays (`setVolumeRamp(fromStartVolume:toEndVolume:timeRange:)`).
  public func setVolumeRamp(
    fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange
  ) {
    change("setVolumeRampFromStartVolume:toEndVolume:timeRange:") { parameters throws(RampError) in
      try parameters.setVolumeRamp(
        fromStartVolume: Self.gain(startVolume), toEndVolume: Self.gain(endVolume), timeRange: timeRange)
    }
  }

  private static func gain(_ volume: Float) -> Double { volume.isNaN ? 1 : min(max(Double(volume), 0), 10) }

  private func change(
    _ method: String, _ change: (inout AudioMixInputParameters) throws(RampError) -> Void
  ) {
    var state = snapshot
    do throws(RampError) {
      try change(&state.parameters)
    } catch {
      Misuse.raise("-[AVMutableAudioMixInputParameters \(method)] \(Ramped.volume.reason(of: error))")
    }
    snapshot = state
  }
}
