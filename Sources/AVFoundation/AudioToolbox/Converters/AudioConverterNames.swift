// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

/// Property of a converter, four letters (`AudioConverterPropertyID`).
public typealias AudioConverterPropertyID = UInt32
/// Largest size of a packet that goes in, in bytes: a `UInt32` (`'xips'`).
public let kAudioConverterPropertyMaximumInputPacketSize: AudioConverterPropertyID = 0x7869_7073
/// Largest size of a packet that comes out, in bytes: a `UInt32` (`'xops'`).
public let kAudioConverterPropertyMaximumOutputPacketSize: AudioConverterPropertyID = 0x786F_7073
/// Format of the input: an `AudioStreamBasicDescription` (`'acid'`).
public let kAudioConverterCurrentInputStreamDescription: AudioConverterPropertyID = 0x6163_6964
/// Format of the output: an `AudioStreamBasicDescription` (`'acod'`).
public let kAudioConverterCurrentOutputStreamDescription: AudioConverterPropertyID = 0x6163_6F64
/// Quality of the conversion of rates: a `UInt32`; there is one filter here (`'srcq'`).
public let kAudioConverterSampleRateConverterQuality: AudioConverterPropertyID = 0x7372_6371
/// Numbers of samples beside the sound: an ``AudioConverterPrimeInfo`` (`'prim'`).
public let kAudioConverterPrimeInfo: AudioConverterPropertyID = 0x7072_696D
/// Channel of the input for each of the output's: an `Int32` each, -1 for silence (`'chmp'`).
public let kAudioConverterChannelMap: AudioConverterPropertyID = 0x6368_6D70
/// Bits a second of what is encoded: a `UInt32` (`'brat'`).
public let kAudioConverterEncodeBitRate: AudioConverterPropertyID = 0x6272_6174
/// Configuration that a decoder begins with: bytes (`'dmgc'`).
public let kAudioConverterDecompressionMagicCookie: AudioConverterPropertyID = 0x646D_6763
/// Configuration that a decoder of the encoded packets begins with: bytes (`'cmgc'`).
public let kAudioConverterCompressionMagicCookie: AudioConverterPropertyID = 0x636D_6763

/// Speakers of the input's channels: an `AudioChannelLayout`, of one or two channels alone; their order is not changed (`'icl '`).
public let kAudioConverterInputChannelLayout: AudioConverterPropertyID = 0x6963_6C20
/// Speakers of the output's channels: an `AudioChannelLayout`, as ``kAudioConverterInputChannelLayout`` (`'ocl '`).
public let kAudioConverterOutputChannelLayout: AudioConverterPropertyID = 0x6F63_6C20
/// Whether conversion can go on after an interruption of the machine's codec: no property of a converter here, which has none and
/// is not interrupted (`'crfi'`).
public let kAudioConverterPropertyCanResumeFromInterruption: AudioConverterPropertyID = 0x6372_6669

/// There is no way between the formats (`'fmt?'`).
public let kAudioConverterErr_FormatNotSupported: OSStatus = 0x666D_743F
/// It cannot be done with these formats (`'op??'`).
public let kAudioConverterErr_OperationNotSupported: OSStatus = 0x6F70_3F3F
/// There is no such property (`'prop'`).
public let kAudioConverterErr_PropertyNotSupported: OSStatus = 0x7072_6F70
/// The input is no whole number of samples, or beyond its buffer (`'insz'`).
public let kAudioConverterErr_InvalidInputSize: OSStatus = 0x696E_737A
/// There is no room for what comes out (`'otsz'`).
public let kAudioConverterErr_InvalidOutputSize: OSStatus = 0x6F74_737A
/// It could not be converted (`'what'`).
public let kAudioConverterErr_UnspecifiedError: OSStatus = 0x7768_6174
/// The value has another size (`'!siz'`).
public let kAudioConverterErr_BadPropertySizeError: OSStatus = 0x2173_697A
/// Packets of unequal sizes come without their places (`'!pkd'`).
public let kAudioConverterErr_RequiresPacketDescriptionsError: OSStatus = 0x2170_6B64
/// There is no such rate (`'!isr'`).
public let kAudioConverterErr_InputSampleRateOutOfRange: OSStatus = 0x2169_7372
/// There is no such rate (`'!osr'`).
public let kAudioConverterErr_OutputSampleRateOutOfRange: OSStatus = 0x216F_7372
/// The machine's own codec is in use: none is used here (`'hwiu'`).
public let kAudioConverterErr_HardwareInUse: OSStatus = 0x6877_6975
/// The machine's own codec is not allowed: none is used here (`'perm'`).
public let kAudioConverterErr_NoHardwarePermission: OSStatus = 0x7065_726D

/// The least trouble over rates.
public let kAudioConverterQuality_Min: UInt32 = 0
/// Little trouble over rates.
public let kAudioConverterQuality_Low: UInt32 = 0x20
/// Some trouble over rates.
public let kAudioConverterQuality_Medium: UInt32 = 0x40
/// Much trouble over rates.
public let kAudioConverterQuality_High: UInt32 = 0x60
/// The most trouble over rates.
public let kAudioConverterQuality_Max: UInt32 = 0x7F

/// Numbers of samples of each channel beside the sound (`AudioConverterPrimeInfo`).
public struct AudioConverterPrimeInfo: Hashable, Sendable {
  /// Number of samples before it.
  public var leadingFrames: UInt32
  /// Number of samples behind it.
  public var trailingFrames: UInt32

  /// None.
  public init() { self.init(leadingFrames: 0, trailingFrames: 0) }
  /// The fields as they are.
  public init(leadingFrames: UInt32, trailingFrames: UInt32) {
    (self.leadingFrames, self.trailingFrames) = (leadingFrames, trailingFrames)
  }
}

/// Codec that is asked for, by four letters each (`AudioClassDescription`).
public struct AudioClassDescription: Hashable, Sendable {
  /// Whether it encodes (`'aenc'`) or decodes (`'adec'`).
  public var mType: OSType
  /// The format of its packets.
  public var mSubType: OSType
  /// Manufacturer of the codec.
  public var mManufacturer: OSType

  /// All zero.
  public init() { self.init(mType: 0, mSubType: 0, mManufacturer: 0) }
  /// The fields as they are.
  public init(mType: OSType, mSubType: OSType, mManufacturer: OSType) {
    (self.mType, self.mSubType, self.mManufacturer) = (mType, mSubType, mManufacturer)
  }
}

/// Encoders (`'aenc'`).
public let kAudioEncoderComponentType: UInt32 = 0x6165_6E63
/// Decoders (`'adec'`).
public let kAudioDecoderComponentType: UInt32 = 0x6164_6563

/// Is asked for packets: how many are wanted, and are there; where they are; where each is among the bytes, which is nil where all have as
/// many. None with ``noErr`` are the end of the sound; another status has the conversion stop for now.
public typealias AudioConverterComplexInputDataProc =
  @Sendable (
    _ inAudioConverter: AudioConverterRef, _ ioNumberDataPackets: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<AudioBufferList>,
    _ outDataPacketDescription: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
    _ inUserData: UnsafeMutableRawPointer?
  ) -> OSStatus
