public import Foundation

/// Sources that can be somewhere in an environment (`AVAudio3DMixing`). Not used by mixers.
public protocol AVAudio3DMixing: NSObjectProtocol {
  /// Rendering algorithm of the place; ``AVAudio3DMixingRenderingAlgorithm/equalPowerPanning`` unless set.
  var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm { get set }
  /// Channels of it that are somewhere; ``AVAudio3DMixingSourceMode/spatializeIfMono`` unless set.
  var sourceMode: AVAudio3DMixingSourceMode { get set }
  /// Rendering of a point within the listener's head; ``AVAudio3DMixingPointSourceInHeadMode/mono`` unless set.
  var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode { get set }
  /// Rate of playing, which its pitch follows, from 0.5 to 2; 1 unless set.
  var rate: Float { get set }
  /// Part of it that is heard by the environment's room, from 0 to 1; the rest is heard from where it is. 0 unless set. Not used where the room is
  /// not enabled.
  var reverbBlend: Float { get set }
  /// Loss of tones from 1,000 Hz on by something before it, in dB from -100 to 0, on its way to the listener; 0 unless set.
  var obstruction: Float { get set }
  /// Loss of tones from 1,000 Hz on by walls around it, in dB from -100 to 0, on its way to the listener and into the room; 0 unless set.
  var occlusion: Float { get set }
  /// Position, in meters; in the middle unless set.
  var position: AVAudio3DPoint { get set }
}

/// Position of an input of an environment, and its rendering there.
struct SpaceSettings: Hashable, Sendable {
  var algorithm = AVAudio3DMixingRenderingAlgorithm.equalPowerPanning
  var sourceMode = AVAudio3DMixingSourceMode.spatializeIfMono
  var inHeadMode = AVAudio3DMixingPointSourceInHeadMode.mono
  /// From 0.5 to 2.
  var rate: Float = 1 { didSet { rate = rate.within(0.5...2) } }
  /// From 0 to 1.
  var reverbBlend: Float = 0 { didSet { reverbBlend = reverbBlend.within(0...1) } }
  /// From -100 to 0.
  var obstruction: Float = 0 { didSet { obstruction = obstruction.within(-100...0) } }
  /// From -100 to 0.
  var occlusion: Float = 0 { didSet { occlusion = occlusion.within(-100...0) } }
  var position = AVAudio3DPoint()
}

extension AVAudioMixing where Self: AVAudioNode {
  /// Rendering algorithm of the place; ``AVAudio3DMixingRenderingAlgorithm/equalPowerPanning`` unless set.
  public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
    get { mixSettings.space.algorithm }
    set { mix { $0.space.algorithm = newValue } }
  }

  /// Channels of it that are somewhere; ``AVAudio3DMixingSourceMode/spatializeIfMono`` unless set.
  public var sourceMode: AVAudio3DMixingSourceMode {
    get { mixSettings.space.sourceMode }
    set { mix { $0.space.sourceMode = newValue } }
  }

  /// Rendering of a point within the listener's head; ``AVAudio3DMixingPointSourceInHeadMode/mono`` unless set.
  public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
    get { mixSettings.space.inHeadMode }
    set { mix { $0.space.inHeadMode = newValue } }
  }

  /// Rate of playing in environments, which its pitch follows, from 0.5 to 2, to which others are brought; 1 unless set.
  public var rate: Float {
    get { mixSettings.space.rate }
    set { mix { $0.space.rate = newValue } }
  }

  /// Part of it that is heard by an environment's room, from 0 to 1, to which others are brought; 0 unless set.
  public var reverbBlend: Float {
    get { mixSettings.space.reverbBlend }
    set { mix { $0.space.reverbBlend = newValue } }
  }

  /// Loss of tones from 1,000 Hz on by something before it, in dB from -100 to 0, to which others are brought; 0 unless set.
  public var obstruction: Float {
    get { mixSettings.space.obstruction }
    set { mix { $0.space.obstruction = newValue } }
  }

  /// Loss of tones from 1,000 Hz on by walls around it, in dB from -100 to 0, to which others are brought; 0 unless set.
  public var occlusion: Float {
    get { mixSettings.space.occlusion }
    set { mix { $0.space.occlusion = newValue } }
  }

  /// Position, in meters; in the middle unless set.
  public var position: AVAudio3DPoint {
    get { mixSettings.space.position }
    set { mix { $0.space.position = newValue } }
  }
}

extension AVAudioMixingDestination {
  /// Rendering algorithm of the place.
  public var renderingAlgorithm: AVAudio3DMixingRenderingAlgorithm {
    get { space.algorithm }
    set { change { $0.algorithm = newValue } }
  }

  /// Channels of it that are somewhere.
  public var sourceMode: AVAudio3DMixingSourceMode {
    get { space.sourceMode }
    set { change { $0.sourceMode = newValue } }
  }

  /// Rendering of a point within the listener's head.
  public var pointSourceInHeadMode: AVAudio3DMixingPointSourceInHeadMode {
    get { space.inHeadMode }
    set { change { $0.inHeadMode = newValue } }
  }

  /// Rate of playing, which its pitch follows, from 0.5 to 2.
  public var rate: Float {
    get { space.rate }
    set { change { $0.rate = newValue } }
  }

  /// Part of it that is heard by the environment's room, from 0 to 1.
  public var reverbBlend: Float {
    get { space.reverbBlend }
    set { change { $0.reverbBlend = newValue } }
  }

  /// Loss of tones from 1,000 Hz on by something before it, in dB from -100 to 0.
  public var obstruction: Float {
    get { space.obstruction }
    set { change { $0.obstruction = newValue } }
  }

  /// Loss of tones from 1,000 Hz on by walls around it, in dB from -100 to 0.
  public var occlusion: Float {
    get { space.occlusion }
    set { change { $0.occlusion = newValue } }
  }

  /// Position, in meters.
  public var position: AVAudio3DPoint {
    get { space.position }
    set { change { $0.position = newValue } }
  }

  private var space: SpaceSettings { connection.mix.space }
  private func change(_ change: (inout SpaceSettings) -> Void) { connection.changeMix { change(&$0.space) } }
}
