// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreMedia

// SAFETY: descriptions are read, and results written, where the caller says, while it waits.

/// A kind of unit that can be made (`AudioComponent`).
public typealias AudioComponent = OpaqueAudioComponent
/// A unit of version 2.
public typealias AudioComponentInstance = OpaqueAudioComponentInstance

/// A kind of unit that can be made: outputs, the mixer, the converter, and the effects that ``AVAudioUnitEffect`` is made of.
public final class OpaqueAudioComponent: Sendable {
  /// Kind, subtype and manufacturer.
  let description: AudioComponentDescription
  /// Name of the component.
  let name: String

  private init(_ type: OSType, _ subType: OSType, _ name: String) {
    description = AudioComponentDescription(
      componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
      componentFlags: 0, componentFlagsMask: 0)
    self.name = name
  }

  /// All there are.
  static let all =
    [
      (kAudioUnitSubType_GenericOutput, "AUGenericOutput"), (kAudioUnitSubType_RemoteIO, "AURemoteIO"),
      (kAudioUnitSubType_VoiceProcessingIO, "AUVoiceProcessingIO"), (kAudioUnitSubType_HALOutput, "AUHAL"),
      (kAudioUnitSubType_DefaultOutput, "AUDefaultOutput"), (kAudioUnitSubType_SystemOutput, "AUSystemOutput"),
    ].map { OpaqueAudioComponent(kAudioUnitType_Output, $0, $1) }
    + [
      OpaqueAudioComponent(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, "AUMultiChannelMixer"),
      OpaqueAudioComponent(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter, "AUConverter"),
    ]
    + [
      (kAudioUnitSubType_LowPassFilter, "AULowpass"), (kAudioUnitSubType_HighPassFilter, "AUHipass"),
      (kAudioUnitSubType_BandPassFilter, "AUBandpass"), (kAudioUnitSubType_LowShelfFilter, "AULowShelfFilter"),
      (kAudioUnitSubType_HighShelfFilter, "AUHighShelfFilter"), (kAudioUnitSubType_ParametricEQ, "AUParametricEQ"),
      (kAudioUnitSubType_PeakLimiter, "AUPeakLimiter"),
      (kAudioUnitSubType_DynamicsProcessor, "AUDynamicsProcessor"), (kAudioUnitSubType_Delay, "AUDelay"),
      (kAudioUnitSubType_Reverb2, "AUReverb2"), (kAudioUnitSubType_Distortion, "AUDistortion"),
      (kAudioUnitSubType_NBandEQ, "AUNBandEQ"),
    ].map { OpaqueAudioComponent(kAudioUnitType_Effect, $0, $1) }

  /// Whether it is what `wanted` asks for, in which 0 stands for any.
  func fits(_ wanted: AudioComponentDescription) -> Bool {
    [
      (wanted.componentType, description.componentType), (wanted.componentSubType, description.componentSubType),
      (wanted.componentManufacturer, description.componentManufacturer),
    ].allSatisfy { $0 == 0 || $0 == $1 }
  }
}

/// The next kind of unit behind `inComponent`, or the first, that `inDesc` names, in which 0 stands for any (`AudioComponentFindNext`); nil where
/// there is none.
public func AudioComponentFindNext(
  _ inComponent: AudioComponent?, _ inDesc: UnsafePointer<AudioComponentDescription>
) -> AudioComponent? {
  let wanted = unsafe inDesc.pointee
  let start = inComponent.flatMap { known in OpaqueAudioComponent.all.firstIndex { $0 === known } }.map { $0 + 1 } ?? 0
  return OpaqueAudioComponent.all[start...].first { $0.fits(wanted) }
}

/// Number of kinds of units that `inDesc` names (`AudioComponentCount`).
public func AudioComponentCount(_ inDesc: UnsafePointer<AudioComponentDescription>) -> UInt32 {
  let wanted = unsafe inDesc.pointee
  return UInt32(OpaqueAudioComponent.all.count { $0.fits(wanted) })
}

/// Returns which kind of unit it is (`AudioComponentGetDescription`).
@discardableResult public func AudioComponentGetDescription(
  _ inComponent: AudioComponent, _ outDesc: UnsafeMutablePointer<AudioComponentDescription>
) -> OSStatus {
  unsafe outDesc.pointee = inComponent.description
  return noErr
}

/// Makes a unit (`AudioComponentInstanceNew`).
@discardableResult public func AudioComponentInstanceNew(
  _ inComponent: AudioComponent, _ outInstance: UnsafeMutablePointer<AudioComponentInstance?>
) -> OSStatus {
  let instance = OpaqueAudioComponentInstance(inComponent)
  unsafe outInstance.pointee = instance
  return instance == nil ? kAudioUnitErr_FailedInitialization : noErr
}

/// Stops a unit (`AudioComponentInstanceDispose`); it is freed when the last reference to it goes.
@discardableResult public func AudioComponentInstanceDispose(_ inInstance: AudioComponentInstance) -> OSStatus {
  inInstance.stage?.uninitialize()
  return noErr
}
