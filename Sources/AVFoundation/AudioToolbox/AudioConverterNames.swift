// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

/// What is asked of a converter, four letters (`AudioConverterPropertyID`).
public typealias AudioConverterPropertyID = UInt32
/// How many bytes a packet that goes in has at most: a `UInt32` (`'xips'`).
public let kAudioConverterPropertyMaximumInputPacketSize: AudioConverterPropertyID = 0x7869_7073
/// How many bytes a packet that comes out has at most: a `UInt32` (`'xops'`).
public let kAudioConverterPropertyMaximumOutputPacketSize: AudioConverterPropertyID = 0x786F_7073
/// What goes in: an `AudioStreamBasicDescription` (`'acid'`).
public let kAudioConverterCurrentInputStreamDescription: AudioConverterPropertyID = 0x6163_6964
/// What comes out: an `AudioStreamBasicDescription` (`'acod'`).
public let kAudioConverterCurrentOutputStreamDescription: AudioConverterPropertyID = 0x6163_6F64
/// How much trouble is taken over rates: a `UInt32`; there is one filter here (`'srcq'`).
public let kAudioConverterSampleRateConverterQuality: AudioConverterPropertyID = 0x7372_6371
/// How many samples are beside the sound: an ``AudioConverterPrimeInfo`` (`'prim'`).
public let kAudioConverterPrimeInfo: AudioConverterPropertyID = 0x7072_696D
/// Which channel of the input each of the output's is: an `Int32` each, -1 for silence (`'chmp'`).
public let kAudioConverterChannelMap: AudioConverterPropertyID = 0x6368_6D70
/// Bits a second of what is encoded: a `UInt32` (`'brat'`).
public let kAudioConverterEncodeBitRate: AudioConverterPropertyID = 0x6272_6174
/// What a decoder begins with: bytes (`'dmgc'`).
public let kAudioConverterDecompressionMagicCookie: AudioConverterPropertyID = 0x646D_6763
/// What a decoder of what is encoded begins with: bytes (`'cmgc'`).
public let kAudioConverterCompressionMagicCookie: AudioConverterPropertyID = 0x636D_6763

/// There is no way between the formats (`'fmt?'`).
public let kAudioConverterErr_FormatNotSupported: OSStatus = 0x666D_743F
/// It cannot be done with these formats (`'op??'`).
public let kAudioConverterErr_OperationNotSupported: OSStatus = 0x6F70_3F3F
/// There is no such property (`'prop'`).
public let kAudioConverterErr_PropertyNotSupported: OSStatus = 0x7072_6F70
/// What goes in is no whole number of samples, or beyond its buffer (`'insz'`).
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

/// How many samples of each channel are beside the sound (`AudioConverterPrimeInfo`).
public struct AudioConverterPrimeInfo: Hashable, Sendable {
  /// How many are before it.
  public var leadingFrames: UInt32
  /// How many are behind it.
  public var trailingFrames: UInt32

  /// None.
  public init() { self.init(leadingFrames: 0, trailingFrames: 0) }
  /// The fields as they are.
  public init(leadingFrames: UInt32, trailingFrames: UInt32) {
    (self.leadingFrames, self.trailingFrames) = (leadingFrames, trailingFrames)
  }
}

/// Which codec is asked for, by four letters each (`AudioClassDescription`).
public struct AudioClassDescription: Hashable, Sendable {
  /// Whether it encodes (`'aenc'`) or decodes (`'adec'`).
  public var mType: OSType
  /// The format of its packets.
  public var mSubType: OSType
  /// Whose.
  public var mManufacturer: OSType

  /// All zero.
  public init() { self.init(mType: 0, mSubType: 0, mManufacturer: 0) }
  /// The fields as they are.
  public init(mType: OSType, mSubType: OSType, mManufacturer: OSType) {
    (self.mType, self.mSubType, self.mManufacturer) = (mType, mSubType, mManufacturer)
  }
}

/// What encodes (`'aenc'`).
public let kAudioEncoderComponentType: UInt32 = 0x6165_6E63
/// What decodes (`'adec'`).
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
