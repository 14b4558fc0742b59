// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

/// Unit of a parameter's values (`AudioUnitParameterUnit`).
public enum AudioUnitParameterUnit: UInt32, Sendable {
  /// A number.
  case generic = 0
  /// A number of a list.
  case indexed = 1
  /// 0 or 1.
  case boolean = 2
  /// 0 to 100.
  case percent = 3
  /// Seconds.
  case seconds = 4
  /// Samples.
  case sampleFrames = 5
  /// -180 to 180.
  case phase = 6
  /// A factor.
  case rate = 7
  /// Hertz.
  case hertz = 8
  /// Hundredths of a semitone.
  case cents = 9
  /// Semitones.
  case relativeSemiTones = 10
  /// A note.
  case midiNoteNumber = 11
  /// A controller.
  case midiController = 12
  /// Decibels.
  case decibels = 13
  /// 0 to 1, linear.
  case linearGain = 14
  /// Degrees.
  case degrees = 15
  /// 0 to 100, by equal power.
  case equalPowerCrossfade = 16
  /// 0 to 1, by a fader's curve.
  case mixerFaderCurve1 = 17
  /// -1 to 1, left to right.
  case pan = 18
  /// Meters.
  case meters = 19
  /// Cents above a lowest note.
  case absoluteCents = 20
  /// Octaves.
  case octaves = 21
  /// Beats a minute.
  case BPM = 22
  /// Beats.
  case beats = 23
  /// Milliseconds.
  case milliseconds = 24
  /// A ratio.
  case ratio = 25
  /// One of its own, by name.
  case customUnit = 26
}

/// Options of a parameter (`AudioUnitParameterOptions`).
public struct AudioUnitParameterOptions: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt32
  /// The options whose bits are set in `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// It goes from one value to another over some samples.
  public static let flag_CanRamp = AudioUnitParameterOptions(rawValue: 1 << 25)
  /// It can be read.
  public static let flag_IsReadable = AudioUnitParameterOptions(rawValue: 1 << 30)
  /// It can be set.
  public static let flag_IsWritable = AudioUnitParameterOptions(rawValue: 1 << 31)
}

/// The number of a parameter of a unit (`AUParameterAddress`).
public typealias AUParameterAddress = UInt64
/// Number of samples of each channel.
public typealias AUAudioFrameCount = UInt32
/// The same, of units of version 2.
public typealias AudioUnitParameterID = UInt32
/// Value of the parameters of units of version 2.
public typealias AudioUnitParameterValue = Float32
/// Side of a unit.
public typealias AudioUnitScope = UInt32
/// Number of an input or output.
public typealias AudioUnitElement = UInt32

/// The unit as a whole.
public let kAudioUnitScope_Global: AudioUnitScope = 0
/// Its inputs.
public let kAudioUnitScope_Input: AudioUnitScope = 1
/// Its outputs.
public let kAudioUnitScope_Output: AudioUnitScope = 2

/// There is no such property.
public let kAudioUnitErr_InvalidProperty: OSStatus = -10_879
/// There is no such parameter.
public let kAudioUnitErr_InvalidParameter: OSStatus = -10_878
/// There is no such input or output.
public let kAudioUnitErr_InvalidElement: OSStatus = -10_877
/// An input is not connected.
public let kAudioUnitErr_NoConnection: OSStatus = -10_876
/// It cannot be begun.
public let kAudioUnitErr_FailedInitialization: OSStatus = -10_875
/// More samples at once than were announced.
public let kAudioUnitErr_TooManyFramesToProcess: OSStatus = -10_874
/// Sound of this format is not taken.
public let kAudioUnitErr_FormatNotSupported: OSStatus = -10_868
/// It has not begun.
public let kAudioUnitErr_Uninitialized: OSStatus = -10_867
/// It has no such side.
public let kAudioUnitErr_InvalidScope: OSStatus = -10_866
/// The property cannot be set.
public let kAudioUnitErr_PropertyNotWritable: OSStatus = -10_865
/// It cannot be done at this moment.
public let kAudioUnitErr_CannotDoInCurrentContext: OSStatus = -10_863
/// The property cannot have this value.
public let kAudioUnitErr_InvalidPropertyValue: OSStatus = -10_851

/// Lets what is low pass (`'lpas'`).
public let kAudioUnitSubType_LowPassFilter: UInt32 = 0x6C70_6173
/// Lets what is high pass (`'hpas'`).
public let kAudioUnitSubType_HighPassFilter: UInt32 = 0x6870_6173
/// Lets what is around a frequency pass (`'bpas'`).
public let kAudioUnitSubType_BandPassFilter: UInt32 = 0x6270_6173
/// Raises or lowers what is high (`'hshf'`).
public let kAudioUnitSubType_HighShelfFilter: UInt32 = 0x6873_6866
/// Raises or lowers what is low (`'lshf'`).
public let kAudioUnitSubType_LowShelfFilter: UInt32 = 0x6C73_6866
/// Raises or lowers what is around a frequency (`'pmeq'`).
public let kAudioUnitSubType_ParametricEQ: UInt32 = 0x706D_6571
/// Keeps what is loud below full scale (`'lmtr'`).
public let kAudioUnitSubType_PeakLimiter: UInt32 = 0x6C6D_7472
/// Makes what is loud softer, and what is soft softer still (`'dcmp'`).
public let kAudioUnitSubType_DynamicsProcessor: UInt32 = 0x6463_6D70
/// Another tempo and pitch (`'tmpt'`).
public let kAudioUnitSubType_TimePitch: UInt32 = 0x746D_7074
/// Another tempo (`'iptm'`).
public let kAudioUnitSubType_AUiPodTime: UInt32 = 0x6970_746D
/// Another tempo (`'ipto'`).
public let kAudioUnitSubType_AUiPodTimeOther: UInt32 = 0x6970_746F

/// Hertz.
public let kLowPassParam_CutoffFrequency: AudioUnitParameterID = 0
/// Decibels.
public let kLowPassParam_Resonance: AudioUnitParameterID = 1
/// Hertz.
public let kHipassParam_CutoffFrequency: AudioUnitParameterID = 0
/// Decibels.
public let kHipassParam_Resonance: AudioUnitParameterID = 1
/// Hertz.
public let kBandpassParam_CenterFrequency: AudioUnitParameterID = 0
/// Cents.
public let kBandpassParam_Bandwidth: AudioUnitParameterID = 1
/// Hertz.
public let kHighShelfParam_CutOffFrequency: AudioUnitParameterID = 0
/// Decibels.
public let kHighShelfParam_Gain: AudioUnitParameterID = 1
/// Hertz.
public let kAULowShelfParam_CutoffFrequency: AudioUnitParameterID = 0
/// Decibels.
public let kAULowShelfParam_Gain: AudioUnitParameterID = 1
/// Hertz.
public let kParametricEQParam_CenterFreq: AudioUnitParameterID = 0
/// The frequency against the width.
public let kParametricEQParam_Q: AudioUnitParameterID = 1
/// Decibels.
public let kParametricEQParam_Gain: AudioUnitParameterID = 2
/// Seconds.
public let kLimiterParam_AttackTime: AudioUnitParameterID = 0
/// Seconds.
public let kLimiterParam_DecayTime: AudioUnitParameterID = 1
/// Decibels.
public let kLimiterParam_PreGain: AudioUnitParameterID = 2
/// Decibels.
public let kDynamicsProcessorParam_Threshold: AudioUnitParameterID = 0
/// Decibels.
public let kDynamicsProcessorParam_HeadRoom: AudioUnitParameterID = 1
/// A factor.
public let kDynamicsProcessorParam_ExpansionRatio: AudioUnitParameterID = 2
/// Decibels.
public let kDynamicsProcessorParam_ExpansionThreshold: AudioUnitParameterID = 3
/// Seconds.
public let kDynamicsProcessorParam_AttackTime: AudioUnitParameterID = 4
/// Seconds.
public let kDynamicsProcessorParam_ReleaseTime: AudioUnitParameterID = 5
/// Decibels.
public let kDynamicsProcessorParam_OverallGain: AudioUnitParameterID = 6
/// Decibels, to be read.
public let kDynamicsProcessorParam_CompressionAmount: AudioUnitParameterID = 1_000
/// Decibels, to be read.
public let kDynamicsProcessorParam_InputAmplitude: AudioUnitParameterID = 2_000
/// Decibels, to be read.
public let kDynamicsProcessorParam_OutputAmplitude: AudioUnitParameterID = 3_000
/// Percent.
public let kDelayParam_WetDryMix: AudioUnitParameterID = 0
/// Seconds.
public let kDelayParam_DelayTime: AudioUnitParameterID = 1
/// Percent.
public let kDelayParam_Feedback: AudioUnitParameterID = 2
/// Hertz.
public let kDelayParam_LopassCutoff: AudioUnitParameterID = 3
/// A factor.
public let kNewTimePitchParam_Rate: AudioUnitParameterID = 0
/// Cents.
public let kNewTimePitchParam_Pitch: AudioUnitParameterID = 1
/// A number.
public let kNewTimePitchParam_Overlap: AudioUnitParameterID = 4
/// A factor.
public let kVarispeedParam_PlaybackRate: AudioUnitParameterID = 0
/// Percent.
public let kReverb2Param_DryWetMix: AudioUnitParameterID = 0
/// Decibels.
public let kAUNBandEQParam_GlobalGain: AudioUnitParameterID = 0
/// 0 or 1, of the first band.
public let kAUNBandEQParam_BypassBand: AudioUnitParameterID = 1_000
/// A number of a list, of the first band.
public let kAUNBandEQParam_FilterType: AudioUnitParameterID = 2_000
/// Hertz, of the first band.
public let kAUNBandEQParam_Frequency: AudioUnitParameterID = 3_000
/// Decibels, of the first band.
public let kAUNBandEQParam_Gain: AudioUnitParameterID = 4_000
/// Octaves, of the first band.
public let kAUNBandEQParam_Bandwidth: AudioUnitParameterID = 5_000
