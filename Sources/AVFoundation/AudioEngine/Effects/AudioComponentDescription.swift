// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Foundation

/// Value of a unit's parameter.
public typealias AUValue = Float

/// Kind, subtype and manufacturer of a unit of sound, by four letters each (`AudioComponentDescription`).
public struct AudioComponentDescription: Hashable, Sendable {
  /// Kind of the unit: an effect, a generator.
  public var componentType: OSType
  /// Subtype: the unit among those of its kind.
  public var componentSubType: OSType
  /// Manufacturer of the unit.
  public var componentManufacturer: OSType
  /// Nothing.
  public var componentFlags: UInt32
  /// Nothing.
  public var componentFlagsMask: UInt32

  /// All zero.
  public init() {
    self.init(
      componentType: 0, componentSubType: 0, componentManufacturer: 0, componentFlags: 0, componentFlagsMask: 0)
  }

  /// The fields as they are.
  public init(
    componentType: OSType, componentSubType: OSType, componentManufacturer: OSType, componentFlags: UInt32,
    componentFlagsMask: UInt32
  ) {
    (self.componentType, self.componentSubType) = (componentType, componentSubType)
    self.componentManufacturer = componentManufacturer
    (self.componentFlags, self.componentFlagsMask) = (componentFlags, componentFlagsMask)
  }

  /// The unit that AVFAudio has under four letters, of the kind `type`.
  init(_ subType: String, type: OSType) {
    self.init(
      componentType: type, componentSubType: OSType(letters: subType),
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
  }

  /// The effect that AVFAudio has under four letters.
  init(effect subType: String) { self.init(subType, type: kAudioUnitType_Effect) }
}

/// Effects (`'aufx'`).
public let kAudioUnitType_Effect: UInt32 = 0x6175_6678
/// Converters, which ask for more or fewer samples than they give (`'aufc'`).
public let kAudioUnitType_FormatConverter: UInt32 = 0x6175_6663
/// Mixers (`'aumx'`).
public let kAudioUnitType_Mixer: UInt32 = 0x6175_6D78
/// Generators of sound (`'augn'`).
public let kAudioUnitType_Generator: UInt32 = 0x6175_676E
/// Effects that are led by notes (`'aumf'`): none is here.
public let kAudioUnitType_MusicEffect: UInt32 = 0x6175_6D66
/// Panners (`'aupn'`): none is here.
public let kAudioUnitType_Panner: UInt32 = 0x6175_706E
/// Effects that need all of a sound (`'auol'`): none is here.
public let kAudioUnitType_OfflineEffect: UInt32 = 0x6175_6F6C
/// Processors that make notes of notes (`'aumi'`): none is here.
public let kAudioUnitType_MIDIProcessor: UInt32 = 0x6175_6D69
/// Instruments (`'aumu'`).
public let kAudioUnitType_MusicDevice: UInt32 = 0x6175_6D75
/// The units that AVFAudio names (`'appl'`).
public let kAudioUnitManufacturer_Apple: UInt32 = 0x6170_706C
/// A delay (`'dely'`).
public let kAudioUnitSubType_Delay: UInt32 = 0x6465_6C79
/// A room (`'rvb2'`).
public let kAudioUnitSubType_Reverb2: UInt32 = 0x7276_6232
/// Distortion (`'dist'`).
public let kAudioUnitSubType_Distortion: UInt32 = 0x6469_7374
/// An equalizer of bands (`'nbeq'`).
public let kAudioUnitSubType_NBandEQ: UInt32 = 0x6E62_6571
/// Another speed (`'vari'`).
public let kAudioUnitSubType_Varispeed: UInt32 = 0x7661_7269
/// Another tempo and pitch (`'nutp'`).
public let kAudioUnitSubType_NewTimePitch: UInt32 = 0x6E75_7470

/// Flags of a unit (`AudioComponentFlags`).
public struct AudioComponentFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// The flags of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// It is found only by who asks for it by all its letters.
  public static let unsearchable = AudioComponentFlags(rawValue: 1)
  /// It may run in a sandbox.
  public static let sandboxSafe = AudioComponentFlags(rawValue: 2)
  /// It is of version 3.
  public static let isV3AudioUnit = AudioComponentFlags(rawValue: 4)
  /// It is made while the caller does not wait.
  public static let requiresAsyncInstantiation = AudioComponentFlags(rawValue: 8)
  /// It can be made in the program's own process.
  public static let canLoadInProcess = AudioComponentFlags(rawValue: 16)
}

/// Options of a unit's making (`AudioComponentInstantiationOptions`).
public struct AudioComponentInstantiationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// The options of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// In a process of its own: units here have none.
  public static let loadOutOfProcess = AudioComponentInstantiationOptions(rawValue: 1)
  /// In this process.
  public static let loadInProcess = AudioComponentInstantiationOptions(rawValue: 2)
}

extension AVAudioUnit {
  /// The unit that `description` names: of one that AVFAudio has as a class, of that; else an ``AVAudioUnitEffect``.
  ///
  /// - Throws: `NSError` -3000 of `NSOSStatusErrorDomain` for any other.
  public class func instantiate(
    with description: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
  ) async throws -> AVAudioUnit { try made(description) }

  /// Calls `completionHandler` with the unit that `description` names, or `NSError` -3000 of
  /// `NSOSStatusErrorDomain`; on any thread.
  public class func instantiate(
    with description: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
    completionHandler: @escaping @Sendable (AVAudioUnit?, (any Error)?) -> Void
  ) {
    deliver(to: completionHandler) { try made(description) }
  }

  static func made(_ description: AudioComponentDescription) throws -> AVAudioUnit {
    guard description.componentManufacturer == kAudioUnitManufacturer_Apple else { throw noComponent }
    switch (description.componentType, description.componentSubType) {
    case (kAudioUnitType_Effect, kAudioUnitSubType_Delay): return AVAudioUnitDelay()
    case (kAudioUnitType_Effect, kAudioUnitSubType_Reverb2): return AVAudioUnitReverb()
    case (kAudioUnitType_Effect, kAudioUnitSubType_Distortion): return AVAudioUnitDistortion()
    case (kAudioUnitType_Effect, kAudioUnitSubType_NBandEQ): return AVAudioUnitEQ()
    case (kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed): return AVAudioUnitVarispeed()
    case (kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch): return AVAudioUnitTimePitch()
    case (kAudioUnitType_Effect, _):
      guard EffectUnit(description) != nil else { throw noComponent }
      return AVAudioUnitEffect(audioComponentDescription: description)
    default: throw noComponent
    }
  }

  private static var noComponent: NSError { NSError(domain: NSOSStatusErrorDomain, code: -3_000) }
}
