public import CoreMedia
import Foundation
import Synchronization

/// A node that changes what comes in (`AVAudioUnit`). There are those that AVFAudio has as classes; Audio Units of the system are not there.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let isBypassed = Mutex(false)
  /// Values that its parameters are to be set to at times to come. Lock order: innermost.
  let schedule = Mutex(ParameterSchedule())

  /// Whether what comes in goes on as it is; false unless set. Holds from the next block on.
  var isPassedBy: Bool {
    get { isBypassed.withLock { $0 } }
    set { isBypassed.withLock { $0 = newValue } }
  }

  override var passesFormatOn: Bool { true }

  /// The parameters of the unit that it stands for, in the order of their numbers.
  var unitParameters: [UnitParameter] { [] }
  /// Value of parameter `address`, which it has.
  func unitValue(_ address: AUParameterAddress) -> Float { 0 }
  /// Sets parameter `address`, which it has; what is beyond its range is brought to its end.
  func setUnitValue(_ address: AUParameterAddress, _ value: Float) {}

  /// The names of the settings that come with it, by their numbers from 0 on.
  var presetNames: [String] { [] }
  /// The number of those that it has; nil of a unit without any.
  var presetNumber: Int? { nil }
  /// Has it take settings number `number`, which it has.
  func loadPreset(numbered number: Int) {}

  /// The same as a unit of version 2, for functions.
  open var audioUnit: AudioUnit { AudioUnit(auAudioUnit) }

  /// Description of AVFAudio's unit that it stands for; all zero where it is of a program's own.
  open var audioComponentDescription: AudioComponentDescription { AudioComponentDescription() }
  /// Name of the unit that it stands for.
  open var name: String { "" }
  /// The manufacturer: this package, whatever unit it stands for.
  open var manufacturerName: String { "GstEdit" }
  /// The version of the unit: 1.
  open var version: Int { 1 }

  /// Would set what a file of an Audio Unit's settings says: there are no such units here.
  ///
  /// - Throws: `NSError` -10868 of `com.apple.coreaudio.avfaudio`, always.
  open func loadPreset(at url: URL) throws { throw AudioUnitError.formatNotSupported.error }
}

/// A node that changes what comes in, sample by sample (`AVAudioUnitEffect`).
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The unit, where AVFAudio has no class of it; nil of those that it has.
  private let unit: EffectUnit?

  /// The effect that `audioComponentDescription` names, of those that AVFAudio has no class of: filters, shelves, a band of an equalizer, the
  /// limiter and the dynamics processor.
  ///
  /// Others end the process, as an exception of AVFAudio's does where there is no such unit: those of other makers are not there, and those
  /// with a class are made by it or by `instantiate`.
  public init(audioComponentDescription: AudioComponentDescription) {
    guard let unit = EffectUnit(audioComponentDescription) else {
      Misuse.audio(
        "required condition is false: component != NULL: there is no effect \(audioComponentDescription.letters) without a class here"
      )
    }
    self.unit = unit
    super.init()
  }

  override init() {
    unit = nil
    super.init()
  }

  open override var audioComponentDescription: AudioComponentDescription {
    unit?.description ?? super.audioComponentDescription
  }
  open override var name: String { unit?.name ?? super.name }
  override var unitParameters: [UnitParameter] { unit?.parameters ?? [] }
  override func unitValue(_ address: AUParameterAddress) -> Float { unit?.value(address) ?? 0 }
  override func setUnitValue(_ address: AUParameterAddress, _ value: Float) { unit?.set(address, value) }

  /// Whether what comes in goes on as it is; false unless set. Holds from the next block on.
  open var bypass: Bool {
    get { isPassedBy }
    set { isPassedBy = newValue }
  }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    var block = cycle.input(of: self, request.count, channels: request.channels).inOrder(request.channels)
    withScheduledParameters(&block, request, in: cycle) { part in
      if !bypass { process(&part, rate: request.rate) }
    }
    return block
  }

  /// Processes `block`, which has `rate` samples a second.
  func process(_ block: inout SoundBlock, rate: Double) { unit?.process(&block, rate: rate) }

  override func clear() { unit?.clear() }
}

/// A node that changes how fast what comes in is heard (`AVAudioUnitTimeEffect`). It asks for more or fewer samples than it gives.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Whether what comes in goes on as it is; false unless set. Holds from the next block on.
  open var bypass: Bool {
    get { isPassedBy }
    set { isPassedBy = newValue }
  }

  override func render(_ request: RenderRequest, in cycle: RenderCycle) -> SoundBlock {
    let source = { (count: Int) in
      cycle.input(of: self, count, channels: request.channels).inOrder(request.channels)
    }
    // How fast it plays changes with blocks.
    if beginScheduledParameters(request, in: cycle) {
      _ = setScheduledParameters(at: request.first, before: request.first + Int64(request.count))
    }
    guard !bypass else {
      clear()
      return source(request.count)
    }
    return stretch(request, from: source)
  }

  /// The samples that are asked for; `source` gives as many as it is asked for.
  func stretch(_ request: RenderRequest, from source: (Int) -> SoundBlock) -> SoundBlock { source(request.count) }
}
