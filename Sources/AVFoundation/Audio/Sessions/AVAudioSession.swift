import Capture
public import Foundation
import GstEdit
import Synchronization

/// A program's declared use of sound: category, mode, preferences (`AVAudioSession`).
///
/// No system here arbitrates between programs: settings are stored and returned, activating does nothing, and sessions
/// are never interrupted. The inputs are the machine's microphones, of which `AVAudioRecorder` takes the preferred one;
/// there are no outputs. No notification comes. Threads: any. Lock order: only `state`.
open class AVAudioSession: NSObject, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let observers = KeyValueObservers()
  private let state = Mutex(State())

  private struct State: Sendable {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
    var policy = RouteSharingPolicy.default
    var preferredInput: AVAudioSessionPortDescription?
    var sampleRate = 0.0
    var bufferDuration: TimeInterval = 0
    var inputChannels = 0
    var outputChannels = 0
    var orientation = StereoOrientation.none
    var allowsHaptics = false
    var prefersNoInterruptions = false
    var prefersInterruptionOnDisconnect = true
    var supportsMultichannel = false
  }

  private static let shared = AVAudioSession()

  /// A session with settings of its own, which are the process' as little as any; programs take ``sharedInstance()``.
  public override init() { super.init() }

  /// The one of the process.
  open class func sharedInstance() -> AVAudioSession { shared }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  private func set(_ change: (inout State) -> Void) {
    state.withLock { change(&$0) }
    observers.look()
  }

  // MARK: What the program does

  /// The categories that can be stated.
  open var availableCategories: [Category] {
    [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
  }
  /// The modes that can be stated.
  open var availableModes: [Mode] {
    [
      .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .videoChat, .spokenAudio,
      .voicePrompt,
    ]
  }
  /// Category of the program's sound; `soloAmbient` unless set.
  open var category: Category { state.withLock(\.category) }
  /// Mode of the program's sound; `default` unless set.
  open var mode: Mode { state.withLock(\.mode) }
  /// Options of the category: mixing with other programs' sound, and routes; none unless set.
  open var categoryOptions: CategoryOptions { state.withLock(\.options) }
  /// Policy of the route of longer sound; `default` unless set.
  open var routeSharingPolicy: RouteSharingPolicy { state.withLock(\.policy) }

  /// States the category, without options.
  ///
  /// - Throws: Nothing; what AVFoundation throws where the system does not allow it.
  open func setCategory(_ category: Category) throws { try setCategory(category, options: []) }
  /// States the category and its options.
  ///
  /// - Throws: Nothing.
  open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
    set { ($0.category, $0.options) = (category, options) }
  }
  /// States the category, the mode and options.
  ///
  /// - Throws: Nothing.
  open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    set { ($0.category, $0.mode, $0.options) = (category, mode, options) }
  }
  /// States the category, the mode, where longer sound goes, and options.
  ///
  /// - Throws: Nothing.
  open func setCategory(
    _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
  ) throws {
    set { ($0.category, $0.mode, $0.policy, $0.options) = (category, mode, policy, options) }
  }
  /// States the mode.
  ///
  /// - Throws: Nothing.
  open func setMode(_ mode: Mode) throws { set { $0.mode = mode } }

  /// Activates or deactivates the session: without effect, and not needed by players and recorders.
  ///
  /// - Throws: Nothing.
  open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
  /// Calls `handler` with true, on any thread: there is nothing to activate.
  open func activate(
    options: AVAudioSessionActivationOptions = [],
    completionHandler handler: @escaping @Sendable (_ activated: Bool, _ error: (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { handler(true, nil) }
  }
  /// True: there is nothing to activate.
  ///
  /// - Throws: Nothing.
  open func activate(options: AVAudioSessionActivationOptions = []) async throws -> Bool { true }

  // MARK: Permission

  /// Whether the program may record: no user is asked here, and the rights to the device's file decide when it is opened.
  open var recordPermission: RecordPermission { .granted }
  /// Calls `response` with true, on any thread: no user is asked here.
  open func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    DispatchQueue.global().async { response(true) }
  }

  // MARK: The route

  /// The machine's microphones. Blocks for some tenths of a second.
  open var availableInputs: [AVAudioSessionPortDescription]? {
    AVCaptureDevice.connected().filter { $0.deviceType == .microphone }.map(AVAudioSessionPortDescription.init)
  }
  /// The input that is recorded from; nil for the first one.
  open var preferredInput: AVAudioSessionPortDescription? { state.withLock(\.preferredInput) }
  /// Has `inPort` be recorded from, from the next recorder on; nil for the first one.
  ///
  /// - Throws: Nothing: whether it is connected is found out when it is opened.
  open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws { set { $0.preferredInput = inPort } }
  /// Inputs and outputs of the sound: where the category records, the input that would be recorded from, which blocks as ``availableInputs`` does; no
  /// outputs.
  open var currentRoute: AVAudioSessionRouteDescription {
    guard [.record, .playAndRecord, .multiRoute].contains(category) else {
      return AVAudioSessionRouteDescription(inputs: [])
    }
    let inputs = preferredInput.map { [$0] } ?? availableInputs?.prefix(1).map(\.self) ?? []
    return AVAudioSessionRouteDescription(inputs: inputs)
  }
  /// Whether there is a microphone. Blocks as ``availableInputs`` does.
  open var isInputAvailable: Bool { availableInputs?.isEmpty == false }
  /// Data sources that an input can be switched to: none is known.
  open var inputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// Data source that the input is switched to: none is known.
  open var inputDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// Data sources that an output can be switched to: none, as there is no output.
  open var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// Data source that the output is switched to: none, as there is no output.
  open var outputDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// Switches the input; nil changes nothing.
  ///
  /// - Throws: An error with `badParam` for anything else.
  open func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw ErrorCode.badParam.error }
  }
  /// Switches the output; nil changes nothing.
  ///
  /// - Throws: An error with `badParam` for anything else.
  open func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw ErrorCode.badParam.error }
  }
  /// Has sound go to the speaker, or not: there is none, and nothing changes.
  ///
  /// - Throws: Nothing.
  open func overrideOutputAudioPort(_ portOverride: PortOverride) throws {}

  // MARK: The hardware

  /// Samples a second: what is preferred, or what microphones are asked for, 48,000.
  open var sampleRate: Double { state.withLock { $0.sampleRate > 0 ? $0.sampleRate : 48_000 } }
  /// The samples a second that were stated last; 0 unless set.
  open var preferredSampleRate: Double { state.withLock(\.sampleRate) }
  /// States samples a second.
  ///
  /// - Throws: Nothing.
  open func setPreferredSampleRate(_ sampleRate: Double) throws { set { $0.sampleRate = max(0, sampleRate) } }
  /// Duration of a buffer, in seconds: the preferred one, or that of 1,024 samples.
  open var ioBufferDuration: TimeInterval {
    state.withLock { $0.bufferDuration > 0 ? $0.bufferDuration : 1_024 / ($0.sampleRate > 0 ? $0.sampleRate : 48_000) }
  }
  /// The seconds that were stated last; 0 unless set.
  open var preferredIOBufferDuration: TimeInterval { state.withLock(\.bufferDuration) }
  /// States how long a buffer is, in seconds.
  ///
  /// - Throws: Nothing.
  open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    set { $0.bufferDuration = max(0, duration) }
  }
  /// Number of channels of the route's input: as many as are preferred, or two; 0 without one.
  open var inputNumberOfChannels: Int {
    let preferred = preferredInputNumberOfChannels
    return currentRoute.inputs.isEmpty ? 0 : preferred > 0 ? preferred : 2
  }
  /// Largest number of channels that the route's input may have: two, or as many as are preferred; 0 without one.
  open var maximumInputNumberOfChannels: Int {
    currentRoute.inputs.isEmpty ? 0 : max(2, preferredInputNumberOfChannels)
  }
  /// The number that was stated last; 0 unless set.
  open var preferredInputNumberOfChannels: Int { state.withLock(\.inputChannels) }
  /// States how many channels the input is to have.
  ///
  /// - Throws: Nothing.
  open func setPreferredInputNumberOfChannels(_ count: Int) throws { set { $0.inputChannels = max(0, count) } }
  /// Number of the output's channels: none, as there is none.
  open var outputNumberOfChannels: Int { 0 }
  /// Largest number of channels that the output may have: none, as there is none.
  open var maximumOutputNumberOfChannels: Int { 0 }
  /// The number that was stated last; 0 unless set.
  open var preferredOutputNumberOfChannels: Int { state.withLock(\.outputChannels) }
  /// States how many channels the output is to have.
  ///
  /// - Throws: Nothing.
  open func setPreferredOutputNumberOfChannels(_ count: Int) throws { set { $0.outputChannels = max(0, count) } }
  /// Latency from the microphone, in seconds: 0, as it is not known.
  open var inputLatency: TimeInterval { 0 }
  /// Latency to the speaker, in seconds: 0, as there is none.
  open var outputLatency: TimeInterval { 0 }
  /// Volume of the machine, 0…1: 1, as nothing changes what is played.
  open var outputVolume: Float { 1 }
  /// Gain of the input, 0…1: 1, as nothing is changed.
  open var inputGain: Float { 1 }
  /// Whether that can be set: no.
  open var isInputGainSettable: Bool { false }
  /// Cannot be set.
  ///
  /// - Throws: An error with `unspecified`.
  open func setInputGain(_ gain: Float) throws { throw ErrorCode.unspecified.error }

  // MARK: Others

  /// Whether another program plays: not known, so false.
  open var isOtherAudioPlaying: Bool { false }
  /// Whether secondary sound is to be silent for another program's: not known, so false.
  open var secondaryAudioShouldBeSilencedHint: Bool { false }
  /// Prompts that may be spoken: any.
  open var promptStyle: PromptStyle { .normal }
  /// Whether a phone may shake and ring while it records, as it was stated; false unless set.
  open var allowHapticsAndSystemSoundsDuringRecording: Bool { state.withLock(\.allowsHaptics) }
  /// States whether a phone may shake and ring while it records.
  ///
  /// - Throws: Nothing.
  open func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws { set { $0.allowsHaptics = inValue } }
  /// Whether alerts are not to interrupt, as it was stated; false unless set.
  open var prefersNoInterruptionsFromSystemAlerts: Bool { state.withLock(\.prefersNoInterruptions) }
  /// States whether alerts are not to interrupt.
  ///
  /// - Throws: Nothing.
  open func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
    set { $0.prefersNoInterruptions = inValue }
  }
  /// Whether a device that is gone is to interrupt, as it was stated; true unless set.
  open var prefersInterruptionOnRouteDisconnect: Bool { state.withLock(\.prefersInterruptionOnDisconnect) }
  /// States whether a device that is gone is to interrupt.
  ///
  /// - Throws: Nothing.
  open func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
    set { $0.prefersInterruptionOnDisconnect = inValue }
  }
  /// Whether there is sound of more than two channels, as it was stated; false unless set.
  open var supportsMultichannelContent: Bool { state.withLock(\.supportsMultichannel) }
  /// States whether there is sound of more than two channels.
  ///
  /// - Throws: Nothing.
  open func setSupportsMultichannelContent(_ inValue: Bool) throws { set { $0.supportsMultichannel = inValue } }
  /// The orientation of a phone whose microphones record in stereo: none, as it is not known.
  open var inputOrientation: StereoOrientation { .none }
  /// Orientation in which the device was stated to be held; none unless set.
  open var preferredInputOrientation: StereoOrientation { state.withLock(\.orientation) }
  /// States how a phone is held.
  ///
  /// - Throws: Nothing.
  open func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
    set { $0.orientation = orientation }
  }
  /// States whether input and output come together: they do not here.
  ///
  /// - Throws: Nothing.
  open func setAggregatedIOPreference(_ inIOType: IOType) throws {}
}
