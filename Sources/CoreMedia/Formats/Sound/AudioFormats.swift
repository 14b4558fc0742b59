// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Core Audio's description of sound, as far as format descriptions and settings need it.

/// The format of sound, four letters.
public typealias AudioFormatID = UInt32
/// Flags of a format.
public typealias AudioFormatFlags = UInt32

/// Samples as numbers (`'lpcm'`).
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// AAC (`'aac '`).
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// MPEG-1 Audio Layer III (`'.mp3'`).
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033
/// Apple Lossless (`'alac'`).
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// FLAC (`'flac'`).
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus (`'opus'`).
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573
/// Dolby Digital (`'ac-3'`).
public let kAudioFormatAC3: AudioFormatID = 0x6163_2D33
/// Dolby Digital Plus (`'ec-3'`).
public let kAudioFormatEnhancedAC3: AudioFormatID = 0x6563_2D33
/// Apple Positional Audio (`apac`): no element here reads or writes it, and settings that ask for it are refused.
public let kAudioFormatAPAC: AudioFormatID = 0x6170_6163

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// The higher byte comes first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// Samples have a sign.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// Samples fill their bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32

/// The format of sound (`AudioStreamBasicDescription`).
public struct AudioStreamBasicDescription: Hashable, Sendable {
  /// Samples a second.
  public var mSampleRate: Float64
  /// The format.
  public var mFormatID: AudioFormatID
  /// Its flags.
  public var mFormatFlags: AudioFormatFlags
  /// Bytes of a packet; 0 where packets differ.
  public var mBytesPerPacket: UInt32
  /// Samples of a channel in a packet; 0 where packets differ.
  public var mFramesPerPacket: UInt32
  /// Bytes of one sample of all channels; 0 where it is compressed.
  public var mBytesPerFrame: UInt32
  /// Channels.
  public var mChannelsPerFrame: UInt32
  /// Bits of a sample; 0 where it is compressed.
  public var mBitsPerChannel: UInt32
  /// Nothing.
  public var mReserved: UInt32

  /// All zero.
  public init() {
    self.init(
      mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
      mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
  }

  /// The fields as they are.
  public init(
    mSampleRate: Float64, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
    (self.mBytesPerPacket, self.mFramesPerPacket) = (mBytesPerPacket, mFramesPerPacket)
    (self.mBytesPerFrame, self.mChannelsPerFrame) = (mBytesPerFrame, mChannelsPerFrame)
    (self.mBitsPerChannel, self.mReserved) = (mBitsPerChannel, mReserved)
  }
}
