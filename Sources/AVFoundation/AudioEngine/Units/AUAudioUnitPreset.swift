public import Foundation
import Synchronization

/// Settings of a unit under a name and a number (`AUAudioUnitPreset`): from 0 on of those that come with the unit, below 0 of a program's own.
/// Threads: any. Lock order: only `values`.
open class AUAudioUnitPreset: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let values = Mutex<(number: Int, name: String)>((0, ""))

  /// Number 0, without a name.
  public override init() { super.init() }

  convenience init(_ number: Int, _ name: String) {
    self.init()
    values.withLock { $0 = (number, name) }
  }

  /// Its number.
  open var number: Int {
    get { values.withLock(\.number) }
    set { values.withLock { $0.number = newValue } }
  }
  /// Its name.
  open var name: String {
    get { values.withLock(\.name) }
    set { values.withLock { $0.name = newValue } }
  }
}

extension AUAudioUnit {
  /// The settings that come with it: of reverb and distortion those of ``AVAudioUnitReverbPreset`` and ``AVAudioUnitDistortionPreset``; nil of
  /// other units.
  public var factoryPresets: [AUAudioUnitPreset]? {
    let names = unit?.presetNames ?? []
    return names.isEmpty ? nil : names.enumerated().map { AUAudioUnitPreset($0.offset, $0.element) }
  }

  /// The settings that it has; nil of a unit without ``factoryPresets``. Setting it loads those of the number; what is none of
  /// ``factoryPresets`` changes nothing, and is reported on the standard error.
  public var currentPreset: AUAudioUnitPreset? {
    get { unit?.presetNumber.flatMap { number in factoryPresets?.first { $0.number == number } } }
    set {
      guard let newValue else { return }
      guard let unit, unit.presetNames.indices.contains(newValue.number) else {
        return Misuse.report("The unit has no settings number \(newValue.number), “\(newValue.name)”.")
      }
      unit.loadPreset(numbered: newValue.number)
    }
  }

  /// Whether it keeps settings of the user's: no.
  public var supportsUserPresets: Bool { false }
  /// The settings of the user's: none.
  public var userPresets: [AUAudioUnitPreset] { [] }

  /// Would keep `userPreset` for the user.
  ///
  /// - Throws: `NSError` ``kAudioUnitErr_PropertyNotWritable``: no settings of the user's are kept.
  public func saveUserPreset(_ userPreset: AUAudioUnitPreset) throws {
    throw AudioUnitError.error(Int(kAudioUnitErr_PropertyNotWritable))
  }

  /// Would remove `userPreset` of the user's.
  ///
  /// - Throws: `NSError` ``kAudioUnitErr_PropertyNotWritable``: there are none.
  public func deleteUserPreset(_ userPreset: AUAudioUnitPreset) throws {
    throw AudioUnitError.error(Int(kAudioUnitErr_PropertyNotWritable))
  }
}
