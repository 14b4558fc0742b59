// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

// SAFETY: what a function is given of the program's stays the program's.

/// Number of a unit's property (`AudioUnitPropertyID`).
public typealias AudioUnitPropertyID = UInt32
/// Origin of an input's sound: an ``AudioUnitConnection``.
public let kAudioUnitProperty_MakeConnection: AudioUnitPropertyID = 1
/// Samples a second of an input or an output: a `Double`.
public let kAudioUnitProperty_SampleRate: AudioUnitPropertyID = 2
/// The numbers of the parameters: an ``AudioUnitParameterID`` each.
public let kAudioUnitProperty_ParameterList: AudioUnitPropertyID = 3
/// Format of the sound at an input or an output: an `AudioStreamBasicDescription` of samples.
public let kAudioUnitProperty_StreamFormat: AudioUnitPropertyID = 8
/// Number of inputs or outputs: a `UInt32`.
public let kAudioUnitProperty_ElementCount: AudioUnitPropertyID = 11
/// Latency of the sound, in seconds: a `Double`, 0.
public let kAudioUnitProperty_Latency: AudioUnitPropertyID = 12
/// Largest number of samples that are rendered at once: a `UInt32`.
public let kAudioUnitProperty_MaximumFramesPerSlice: AudioUnitPropertyID = 14
/// Whether what comes in goes on as it is: a `UInt32`.
public let kAudioUnitProperty_BypassEffect: AudioUnitPropertyID = 21
/// Error that rendering failed by last: an `OSStatus`.
public let kAudioUnitProperty_LastRenderError: AudioUnitPropertyID = 22
/// The function that an input's sound comes from: an ``AURenderCallbackStruct``.
public let kAudioUnitProperty_SetRenderCallback: AudioUnitPropertyID = 23
/// Whether rendering may take its time: a `UInt32`; it always may.
public let kAudioUnitProperty_OfflineRender: AudioUnitPropertyID = 37
/// Whether the unit has memory for an input: a `UInt32`; it always has.
public let kAudioUnitProperty_ShouldAllocateBuffer: AudioUnitPropertyID = 51
/// The device: there is none.
public let kAudioOutputUnitProperty_CurrentDevice: AudioUnitPropertyID = 2_000
/// Whether an output unit runs: a `UInt32`.
public let kAudioOutputUnitProperty_IsRunning: AudioUnitPropertyID = 2_001
/// Whether a side of an output unit is used: a `UInt32`; 1 of what comes out, 0 of what a device would give.
public let kAudioOutputUnitProperty_EnableIO: AudioUnitPropertyID = 2_003
/// The callback for input from a device; never called, as there is none.
public let kAudioOutputUnitProperty_SetInputCallback: AudioUnitPropertyID = 2_005
/// Whether a side of an output unit can be used: a `UInt32`.
public let kAudioOutputUnitProperty_HasIO: AudioUnitPropertyID = 2_006

/// Units that sound ends in (`'auou'`).
public let kAudioUnitType_Output: UInt32 = 0x6175_6F75
/// Output that renders when it is asked (`'genr'`).
public let kAudioUnitSubType_GenericOutput: UInt32 = 0x6765_6E72
/// The device of iOS: here the clock, and it is not heard (`'rioc'`).
public let kAudioUnitSubType_RemoteIO: UInt32 = 0x7269_6F63
/// The device with echoes taken out, likewise (`'vpio'`).
public let kAudioUnitSubType_VoiceProcessingIO: UInt32 = 0x7670_696F
/// A device of macOS, likewise (`'ahal'`).
public let kAudioUnitSubType_HALOutput: UInt32 = 0x6168_616C
/// The usual device of macOS, likewise (`'def '`).
public let kAudioUnitSubType_DefaultOutput: UInt32 = 0x6465_6620
/// The device of alerts, likewise (`'sys '`).
public let kAudioUnitSubType_SystemOutput: UInt32 = 0x7379_7320
/// A mixer of any number of inputs (`'mcmx'`).
public let kAudioUnitSubType_MultiChannelMixer: UInt32 = 0x6D63_6D78
/// Another rate, other channels (`'conv'`).
public let kAudioUnitSubType_AUConverter: UInt32 = 0x636F_6E76

/// Volume of an input, or of all, 0 to 1.
public let kMultiChannelMixerParam_Volume: AudioUnitParameterID = 0
/// Whether an input is heard: 0 or 1.
public let kMultiChannelMixerParam_Enable: AudioUnitParameterID = 1
/// Balance of an input: -1 left, 1 right.
public let kMultiChannelMixerParam_Pan: AudioUnitParameterID = 2

/// Occasion and result of a call to a function that renders (`AudioUnitRenderActionFlags`).
public struct AudioUnitRenderActionFlags: OptionSet, Hashable, Sendable {
  /// Bits.
  public var rawValue: UInt32
  /// The flags whose bits are set in `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Nothing is rendered yet.
  public static let unitRenderAction_PreRender = AudioUnitRenderActionFlags(rawValue: 1 << 2)
  /// It has been rendered.
  public static let unitRenderAction_PostRender = AudioUnitRenderActionFlags(rawValue: 1 << 3)
  /// All of it is silence.
  public static let unitRenderAction_OutputIsSilence = AudioUnitRenderActionFlags(rawValue: 1 << 4)
  /// It could not be rendered.
  public static let unitRenderAction_PostRenderError = AudioUnitRenderActionFlags(rawValue: 1 << 8)
}

/// Fills the buffers of an input, or looks at what is rendered (`AURenderCallback`).
public typealias AURenderCallback =
  @Sendable (
    _ inRefCon: UnsafeMutableRawPointer, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inBusNumber: UInt32, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<AudioBufferList>?
  ) -> OSStatus

/// A function that an input's sound comes from (`AURenderCallbackStruct`).
@unsafe public struct AURenderCallbackStruct {
  /// The function; nil for none.
  public var inputProc: AURenderCallback?
  /// Pointer of the program's that the function is given.
  public var inputProcRefCon: UnsafeMutableRawPointer?

  /// No function.
  public init() { unsafe self.init(inputProc: nil, inputProcRefCon: nil) }
  /// The fields as they are.
  public init(inputProc: AURenderCallback?, inputProcRefCon: UnsafeMutableRawPointer?) {
    unsafe (self.inputProc, self.inputProcRefCon) = (inputProc, inputProcRefCon)
  }
}

/// Output of a unit that an input's sound comes from (`AudioUnitConnection`).
public struct AudioUnitConnection: Sendable {
  /// The unit; nil for none.
  public var sourceAudioUnit: AudioUnit?
  /// Its output.
  public var sourceOutputNumber: UInt32
  /// The input.
  public var destInputNumber: UInt32

  /// No connection.
  public init() { self.init(sourceAudioUnit: nil, sourceOutputNumber: 0, destInputNumber: 0) }
  /// The fields as they are.
  public init(sourceAudioUnit: AudioUnit?, sourceOutputNumber: UInt32, destInputNumber: UInt32) {
    (self.sourceAudioUnit, self.sourceOutputNumber) = (sourceAudioUnit, sourceOutputNumber)
    self.destInputNumber = destInputNumber
  }
}
