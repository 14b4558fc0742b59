// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

/// Property of a file that comes in pieces, four letters (`AudioFileStreamPropertyID`).
public typealias AudioFileStreamPropertyID = UInt32
/// Whether packets come from now on: a `UInt32` (`'redy'`).
public let kAudioFileStreamProperty_ReadyToProducePackets: AudioFileStreamPropertyID = 0x7265_6479
/// Kind of the file: an ``AudioFileTypeID`` (`'ffmt'`).
public let kAudioFileStreamProperty_FileFormat: AudioFileStreamPropertyID = 0x6666_6D74
/// The sound's format: an `AudioStreamBasicDescription` (`'dfmt'`).
public let kAudioFileStreamProperty_DataFormat: AudioFileStreamPropertyID = 0x6466_6D74
/// The formats in which the sound can be decoded, the best first: `AudioFormatListItem` each (`'flst'`).
public let kAudioFileStreamProperty_FormatList: AudioFileStreamPropertyID = 0x666C_7374
/// Configuration that a decoder begins with: bytes (`'mgic'`).
public let kAudioFileStreamProperty_MagicCookieData: AudioFileStreamPropertyID = 0x6D67_6963
/// Number of bytes that the packets have together: a `UInt64` (`'bcnt'`).
public let kAudioFileStreamProperty_AudioDataByteCount: AudioFileStreamPropertyID = 0x6263_6E74
/// Number of packets: a `UInt64` (`'pcnt'`).
public let kAudioFileStreamProperty_AudioDataPacketCount: AudioFileStreamPropertyID = 0x7063_6E74
/// Size of the largest packet, in bytes: a `UInt32` (`'psze'`).
public let kAudioFileStreamProperty_MaximumPacketSize: AudioFileStreamPropertyID = 0x7073_7A65
/// Offset of the first packet, in bytes: an `Int64` (`'doff'`).
public let kAudioFileStreamProperty_DataOffset: AudioFileStreamPropertyID = 0x646F_6666
/// Speakers of the channels: an `AudioChannelLayout` (`'cmap'`).
public let kAudioFileStreamProperty_ChannelLayout: AudioFileStreamPropertyID = 0x636D_6170
/// The first sample of a packet: not available here (`'pkfr'`).
public let kAudioFileStreamProperty_PacketToFrame: AudioFileStreamPropertyID = 0x706B_6672
/// The packet of a sample: not available here (`'frpk'`).
public let kAudioFileStreamProperty_FrameToPacket: AudioFileStreamPropertyID = 0x6672_706B
/// Place of a packet: see ``AudioFileStreamSeek(_:_:_:_:)`` (`'pkby'`).
public let kAudioFileStreamProperty_PacketToByte: AudioFileStreamPropertyID = 0x706B_6279
/// The packet of a byte: not available here (`'bypk'`).
public let kAudioFileStreamProperty_ByteToPacket: AudioFileStreamPropertyID = 0x6279_706B
/// Samples of packets beside the sound: an ``AudioFilePacketTableInfo`` (`'pnfo'`).
public let kAudioFileStreamProperty_PacketTableInfo: AudioFileStreamPropertyID = 0x706E_666F
/// Upper bound of a packet's size, in bytes: a `UInt32` (`'pkub'`).
public let kAudioFileStreamProperty_PacketSizeUpperBound: AudioFileStreamPropertyID = 0x706B_7562
/// Average size of a packet, in bytes: a `Double` (`'abpp'`).
public let kAudioFileStreamProperty_AverageBytesPerPacket: AudioFileStreamPropertyID = 0x6162_7070
/// Bits a second: a `UInt32` (`'brat'`).
public let kAudioFileStreamProperty_BitRate: AudioFileStreamPropertyID = 0x6272_6174
/// The file's information dictionary: not available here (`'info'`).
public let kAudioFileStreamProperty_InfoDictionary: AudioFileStreamPropertyID = 0x696E_666F

/// The file is of no kind that is read as it comes (`'typ?'`).
public let kAudioFileStreamError_UnsupportedFileType: OSStatus = 0x7479_703F
/// The sound is of no kind that is read as it comes (`'fmt?'`).
public let kAudioFileStreamError_UnsupportedDataFormat: OSStatus = 0x666D_743F
/// There is no such property (`'pty?'`).
public let kAudioFileStreamError_UnsupportedProperty: OSStatus = 0x7074_793F
/// There is no room for the value (`'!siz'`).
public let kAudioFileStreamError_BadPropertySize: OSStatus = 0x2173_697A
/// The table of the packets' places comes behind them (`'optm'`).
public let kAudioFileStreamError_NotOptimized: OSStatus = 0x6F70_746D
/// There is no such packet (`'pck?'`).
public let kAudioFileStreamError_InvalidPacketOffset: OSStatus = 0x7063_6B3F
/// The file says what cannot be (`'dta?'`).
public let kAudioFileStreamError_InvalidFile: OSStatus = 0x6474_613F
/// The file does not say it before its packets (`'unk?'`).
public let kAudioFileStreamError_ValueUnknown: OSStatus = 0x756E_6B3F
/// It is not known yet (`'more'`).
public let kAudioFileStreamError_DataUnavailable: OSStatus = 0x6D6F_7265
/// The stream is closed (`'nope'`).
public let kAudioFileStreamError_IllegalOperation: OSStatus = 0x6E6F_7065
/// Something else is wrong (`'wht?'`).
public let kAudioFileStreamError_UnspecifiedError: OSStatus = 0x7768_743F
/// The bytes' position in the file cannot be found (`'dsc!'`).
public let kAudioFileStreamError_DiscontinuityCantRecover: OSStatus = 0x6473_6321

/// Flags of a property that a listener is called for (`AudioFileStreamPropertyFlags`).
public struct AudioFileStreamPropertyFlags: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt32
  /// The flags whose bits are set in `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The value is kept, and can be asked for later.
  public static let propertyIsCached = AudioFileStreamPropertyFlags(rawValue: 1)
  /// Set by the listener: the value is to be kept, as all are here.
  public static let cacheProperty = AudioFileStreamPropertyFlags(rawValue: 2)
}

/// Flags of reading bytes (`AudioFileStreamParseFlags`).
public struct AudioFileStreamParseFlags: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt32
  /// The flags whose bits are set in `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The bytes do not follow those before.
  public static let discontinuity = AudioFileStreamParseFlags(rawValue: 1)
}

/// Flags of a place that was found (`AudioFileStreamSeekFlags`).
public struct AudioFileStreamSeekFlags: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt32
  /// The flags whose bits are set in `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The place is a guess, by the bit rate.
  public static let offsetIsEstimated = AudioFileStreamSeekFlags(rawValue: 1)
}

/// Called when a property is known.
public typealias AudioFileStream_PropertyListenerProc =
  @Sendable (
    _ inClientData: UnsafeMutableRawPointer, _ inAudioFileStream: AudioFileStreamID,
    _ inPropertyID: AudioFileStreamPropertyID, _ ioFlags: UnsafeMutablePointer<AudioFileStreamPropertyFlags>
  ) -> Void
/// Is given packets, and where each is among the bytes; nil where all have as many.
public typealias AudioFileStream_PacketsProc =
  @Sendable (
    _ inClientData: UnsafeMutableRawPointer, _ inNumberBytes: UInt32, _ inNumberPackets: UInt32,
    _ inInputData: UnsafeRawPointer, _ inPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  ) -> Void
