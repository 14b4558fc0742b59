// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The parameters of `kAudioUnitSubType_Distortion` by Apple's numbers (AudioUnitParameters.h). The unit here has the last one alone
// (`AVAudioUnitDistortion`): the others are found by no tree, and `AudioUnitSetParameter` of them is `kAudioUnitErr_InvalidParameter`.

/// Milliseconds.
public let kDistortionParam_Delay: AudioUnitParameterID = 0
/// A rate.
public let kDistortionParam_Decay: AudioUnitParameterID = 1
/// Percent.
public let kDistortionParam_DelayMix: AudioUnitParameterID = 2
/// Percent.
public let kDistortionParam_Decimation: AudioUnitParameterID = 3
/// Percent.
public let kDistortionParam_Rounding: AudioUnitParameterID = 4
/// Percent.
public let kDistortionParam_DecimationMix: AudioUnitParameterID = 5
/// 0 to 1.
public let kDistortionParam_LinearTerm: AudioUnitParameterID = 6
/// 0 to 20.
public let kDistortionParam_SquaredTerm: AudioUnitParameterID = 7
/// 0 to 20.
public let kDistortionParam_CubicTerm: AudioUnitParameterID = 8
/// Percent.
public let kDistortionParam_PolynomialMix: AudioUnitParameterID = 9
/// Hertz.
public let kDistortionParam_RingModFreq1: AudioUnitParameterID = 10
/// Hertz.
public let kDistortionParam_RingModFreq2: AudioUnitParameterID = 11
/// Percent.
public let kDistortionParam_RingModBalance: AudioUnitParameterID = 12
/// Percent.
public let kDistortionParam_RingModMix: AudioUnitParameterID = 13
/// Decibels.
public let kDistortionParam_SoftClipGain: AudioUnitParameterID = 14
/// Percent.
public let kDistortionParam_FinalMix: AudioUnitParameterID = 15
