public import Foundation
import Synchronization

/// Sounds around a listener (`AVAudioEnvironmentNode`): each input of one channel is heard from where the node says that it comes from
/// (``AVAudio3DMixing``), softer the farther it is; others are added as a mixer does.
///
/// ```
///  input ─▶ speed ─▶ distance ─┬─▶ obstruction ─▶ place ──▶ +  ─▶ out
///                              └─▶ occlusion ─▶ + ─▶ room ─▶┘
/// ```
///
/// Two channels come out, or one, in which there is no side; of more, the first two are used. Settings hold from the next block on; a sound moves to
/// its new place within a block. Threads: any. Lock order: only `values`, and those of parameters.
open class AVAudioEnvironmentNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let values = Mutex(Values())
  /// Attenuation of sounds by their distance.
  public let distanceAttenuationParameters = AVAudioEnvironmentDistanceAttenuationParameters()
  /// The room.
  public let reverbParameters = AVAudioEnvironmentReverbParameters()

  private let inputs = MixerInputs()
  private var sources: [ObjectIdentifier: SpatialSource] = [:]
  private var room: (preset: AVAudioUnitReverbPreset, rate: Double, channels: Int, network: ReverbNetwork)?
  private var filter: BandFilter?

  private struct Values: Sendable {
    var pose = ListenerPose()
    var outputType = AVAudioEnvironmentOutputType.auto
    var volume: Float = 1
  }

  /// An environment whose listener is in the middle and looks along -z.
  public override init() { super.init() }

  /// Number of inputs: as a mixer has.
  open override var numberOfInputs: Int { MixerInputs.count(of: self) }
  override var takesAnyInput: Bool { true }

  /// The first input to which nothing is connected.
  open var nextAvailableInputBus: AVAudioNodeBus { MixerInputs.next(of: self) }

  /// Volume of everything, from 0 to 1, to which others are brought; 1 unless set.
  open var outputVolume: Float {
    get { values.withLock(\.volume) }
    set { values.withLock { $0.volume = newValue.within(0...1) } }
  }

  /// Device that it is heard with, which ``AVAudio3DMixingRenderingAlgorithm/auto`` goes by.
  open var outputType: AVAudioEnvironmentOutputType {
    get { values.withLock(\.outputType) }
    set { values.withLock { $0.outputType = newValue } }
  }

  /// The numbers of the algorithms that differ here; the others are taken for one of them, as ``AVAudio3DMixingRenderingAlgorithm`` says.
  open var applicableRenderingAlgorithms: [NSNumber] {
    [.equalPowerPanning, .sphericalHead, .stereoPassThrough, .auto].map {
      (algorithm: AVAudio3DMixingRenderingAlgorithm) in
      NSNumber(value: algorithm.rawValue)
    }
  }

  // MARK: The listener

  /// Position of the listener, in meters; in the middle unless set.
  open var listenerPosition: AVAudio3DPoint {
    get { values.withLock(\.pose.position) }
    set { values.withLock { $0.pose.position = newValue } }
  }

  /// Direction in which the listener looks, and that of his head's top: (0, 0, -1) and (0, 1, 0) unless set. A vector that is no direction changes
  /// nothing.
  open var listenerVectorOrientation: AVAudio3DVectorOrientation {
    get { values.withLock(\.pose.orientation) }
    set { values.withLock { $0.pose.turn(to: newValue) } }
  }

  /// Turn of the listener's head, in degrees; the same in other words as ``listenerVectorOrientation``.
  open var listenerAngularOrientation: AVAudio3DAngularOrientation {
    get { values.withLock(\.pose.angles) }
    set { values.withLock { $0.pose.angles = newValue } }
  }

  /// Whether the listener turns with the headphones: never, as their orientation is not known. Setting it changes
  /// nothing.
  open var isListenerHeadTrackingEnabled: Bool {
    get { false }
    set {}
  }

  // MARK: Rendering

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    let connections = cycle.inputs(of: self)
    inputs.keep(connections)
    sources = sources.filter { key, _ in connections.contains { ObjectIdentifier($0) == key } }
    let (values, room) = (values.withLock { $0 }, reverbParameters.current)
    var heard = SoundBlock(silence: request.count, channels: request.channels)
    var sent = heard
    for connection in connections {
      let source = sources[ObjectIdentifier(connection)] ?? SpatialSource()
      sources[ObjectIdentifier(connection)] = source
      var (direct, answered) = sounds(of: connection, source, values, request, cycle)
      let space = connection.mix.space
      source.muffle(space, direct: &direct, room: &answered, rate: request.rate)
      if room.isEnabled {
        direct.multiply(by: 1 - space.reverbBlend)
        answered.multiply(by: space.reverbBlend)
        sent.add(answered)
      }
      heard.add(direct)
    }
    if room.isEnabled { heard.add(answer(to: sent, room, rate: request.rate)) } else { self.room = nil }
    heard.multiply(by: values.volume)
    return heard
  }

  /// Sound of an input that the listener hears directly, and the sound that comes into the room.
  private func sounds(
    of connection: AudioConnection, _ source: SpatialSource, _ values: Values, _ request: RenderRequest,
    _ cycle: RenderCycle
  ) -> (direct: SoundBlock, room: SoundBlock) {
    let (mix, space) = (connection.mix, connection.mix.space)
    let bearing = values.pose.bearing(of: space.position)
    let isInside = bearing.map { $0.distance < SphericalHead.radius } ?? true
    let isPoint =
      switch space.sourceMode {
      case .spatializeIfMono: connection.format.channelCount == 1
      case .pointSource: !(isInside && space.inHeadMode == .bypass)
      case .bypass, .ambienceBed: false
      }
    let isPlaced = isPoint && space.algorithm != .stereoPassThrough
    let channels = isPlaced ? 1 : request.channels
    var block = source.samples(request.count, rate: space.rate, channels: channels) { count in
      inputs.sound(of: connection, count, rate: request.rate, channels: channels, cycle)
    }
    guard isPlaced, let bearing else {
      block.multiply(by: mix.gains(request.channels))
      return (block.inOrder(request.channels), block.inOrder(request.channels))
    }
    let distance = distanceAttenuationParameters.current.gain(at: bearing.distance)
    block.multiply(by: mix.volume * Float(distance))
    let answered = block.inOrder(request.channels)
    guard request.channels > 1, let samples = block.channels.first else { return (answered, answered) }
    let byHead =
      switch space.algorithm {
      case .sphericalHead, .HRTF, .HRTFHQ: true
      case .auto: values.outputType == .headphones
      case .equalPowerPanning, .soundField, .stereoPassThrough: false
      }
    let placed = source.place(
      samples, lateral: isInside ? 0 : bearing.lateral, byHead: byHead, rate: request.rate)
    return (placed.inOrder(request.channels), answered)
  }

  /// The room's answer to `block`.
  private func answer(
    to block: SoundBlock, _ values: AVAudioEnvironmentReverbParameters.Values, rate: Double
  ) -> SoundBlock {
    let channels = block.channels.count
    if room?.preset != values.preset || room?.rate != rate || room?.channels != channels {
      let network = ReverbNetwork(values.preset.room, rate: rate, channels: channels)
      room = (values.preset, rate, channels, network)
    }
    var answer = room?.network.answer(to: block) ?? block
    answer.multiply(by: Float(pow(10, Double(values.level) / 20)))
    let band = reverbParameters.filterParameters.current
    filter = band.bypass ? nil : BandFilter(band, rate: rate, channels: channels, after: filter)
    answer.change { samples, channel in filter?.run(&samples, channel) }
    return answer
  }

  override func clear() {
    (sources, room, filter) = ([:], nil, nil)
    inputs.clear()
  }
}
