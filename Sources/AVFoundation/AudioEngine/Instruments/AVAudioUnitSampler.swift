// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Foundation
import Synchronization

/// A node that plays notes (`AVAudioUnitMIDIInstrument`). There is no instrument here: it gives silence, and the first
/// note or message reports that on the standard error. Threads: any. Lock order: innermost.
open class AVAudioUnitMIDIInstrument: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let hasReported = Mutex(false)

  override init() { super.init() }

  /// None.
  open override var numberOfInputs: Int { 0 }

  /// Would play note `note`, 0…127, with `velocity`.
  open func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) { report() }
  /// Would end note `note`.
  open func stopNote(_ note: UInt8, onChannel channel: UInt8) { report() }
  /// Would set controller `controller` to `value`.
  open func sendController(_ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8) { report() }
  /// Would bend the pitch: 8,192 for not at all.
  open func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) { report() }
  /// Would press all keys.
  open func sendPressure(_ pressure: UInt8, onChannel channel: UInt8) { report() }
  /// Would press key `key`.
  open func sendPressure(forKey key: UInt8, withValue value: UInt8, onChannel channel: UInt8) { report() }
  /// Would choose an instrument of the bank.
  open func sendProgramChange(_ program: UInt8, onChannel channel: UInt8) { report() }
  /// Would choose an instrument of a bank.
  open func sendProgramChange(_ program: UInt8, bankMSB: UInt8, bankLSB: UInt8, onChannel channel: UInt8) { report() }
  /// Would take a message of MIDI.
  open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8, data2: UInt8) { report() }
  /// Would take a message of MIDI.
  open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8) { report() }
  /// Would take a message of MIDI that is a maker's own.
  open func sendMIDISysExEvent(_ midiData: Data) { report() }

  private func report() {
    let isFirst = hasReported.withLock { hasReported in
      defer { hasReported = true }
      return !hasReported
    }
    if isFirst { Misuse.report("Notes are not played: there is no instrument.") }
  }
}

/// A node that plays notes by sounds and banks of them (`AVAudioUnitSampler`). None can be loaded here: it gives silence.
/// Lock order: innermost.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
  // @unchecked: as its superclass.
  private let settings = Mutex<(pan: Float, gain: Float, tuning: Float)>((0, 0, 0))

  /// A sampler without sounds.
  public override init() { super.init() }

  open override var name: String { "AUSampler" }
  open override var audioComponentDescription: AudioComponentDescription {
    AudioComponentDescription(
      componentType: kAudioUnitType_MusicDevice, componentSubType: kAudioUnitSubType_Sampler,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
  }

  /// Would load the instrument at `instrumentURL`.
  ///
  /// - Throws: `NSError` -3000 of `com.apple.coreaudio.avfaudio`, always: there is no sampler.
  open func loadInstrument(at instrumentURL: URL) throws { throw AudioUnitError.noComponent }
  /// Would load the files of sound at `audioFiles`.
  ///
  /// - Throws: As ``loadInstrument(at:)``.
  open func loadAudioFiles(at audioFiles: [URL]) throws { throw AudioUnitError.noComponent }
  /// Would load an instrument of the bank at `bankURL`.
  ///
  /// - Throws: As ``loadInstrument(at:)``.
  open func loadSoundBankInstrument(at bankURL: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8) throws {
    throw AudioUnitError.noComponent
  }

  /// Balance that all sounds would have, -100…100; 0 unless set.
  open var stereoPan: Float {
    get { settings.withLock { $0.pan } }
    set { settings.withLock { $0.pan = newValue.within(-100...100) } }
  }
  /// Gain that all sounds would have, -90…12 decibels; 0 unless set.
  open var overallGain: Float {
    get { settings.withLock { $0.gain } }
    set { settings.withLock { $0.gain = newValue.within(-90...12) } }
  }
  /// The older name of ``overallGain``.
  open var masterGain: Float {
    get { overallGain }
    set { overallGain = newValue }
  }
  /// Shift of pitch that all sounds would have, -2,400…2,400 cents; 0 unless set.
  open var globalTuning: Float {
    get { settings.withLock { $0.tuning } }
    set { settings.withLock { $0.tuning = newValue.within(-2_400...2_400) } }
  }
}

/// The sampler, by its letters, `samp` (`kAudioUnitSubType_Sampler`). There is none.
public let kAudioUnitSubType_Sampler: UInt32 = 0x7361_6D70

extension AudioUnitError {
  /// There is no such unit.
  static var noComponent: NSError { error(-3_000) }
}
