// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

/// Property of a file of packets, four letters (`AudioFilePropertyID`).
public typealias AudioFilePropertyID = UInt32
/// Kind of the file: an ``AudioFileTypeID`` (`'ffmt'`).
public let kAudioFilePropertyFileFormat: AudioFilePropertyID = 0x6666_6D74
/// The sound's format: an `AudioStreamBasicDescription` (`'dfmt'`).
public let kAudioFilePropertyDataFormat: AudioFilePropertyID = 0x6466_6D74
/// Whether packets stand in the order of their times, with nothing to be put right: a `UInt32` (`'optm'`).
public let kAudioFilePropertyIsOptimized: AudioFilePropertyID = 0x6F70_746D
/// Configuration that a decoder begins with: bytes (`'mgic'`).
public let kAudioFilePropertyMagicCookieData: AudioFilePropertyID = 0x6D67_6963
/// Number of bytes that the packets have together: a `UInt64` (`'bcnt'`).
public let kAudioFilePropertyAudioDataByteCount: AudioFilePropertyID = 0x6263_6E74
/// Number of packets: a `UInt64` (`'pcnt'`).
public let kAudioFilePropertyAudioDataPacketCount: AudioFilePropertyID = 0x7063_6E74
/// Size of the largest packet, in bytes: a `UInt32`. All are looked through where the file does not say it (`'psze'`).
public let kAudioFilePropertyMaximumPacketSize: AudioFilePropertyID = 0x7073_7A65
/// Offset of the first packet, in bytes: an `Int64` (`'doff'`).
public let kAudioFilePropertyDataOffset: AudioFilePropertyID = 0x646F_6666
/// Speakers of the channels: an `AudioChannelLayout` (`'cmap'`).
public let kAudioFilePropertyChannelLayout: AudioFilePropertyID = 0x636D_6170
/// Whether lengths are put right when the file is closed alone: a `UInt32`, 1 here, whatever is set (`'dszu'`).
public let kAudioFilePropertyDeferSizeUpdates: AudioFilePropertyID = 0x6473_7A75
/// The file's information dictionary: not available here (`'info'`).
public let kAudioFilePropertyInfoDictionary: AudioFilePropertyID = 0x696E_666F
/// Samples of packets beside the sound: an ``AudioFilePacketTableInfo`` (`'pnfo'`).
public let kAudioFilePropertyPacketTableInfo: AudioFilePropertyID = 0x706E_666F
/// The formats in which the sound can be decoded, the best first: `AudioFormatListItem` each (`'flst'`).
public let kAudioFilePropertyFormatList: AudioFilePropertyID = 0x666C_7374
/// Upper bound of a packet's size, in bytes, by the file's or the codec's own rules, without a look at all: a `UInt32` (`'pkub'`).
public let kAudioFilePropertyPacketSizeUpperBound: AudioFilePropertyID = 0x706B_7562
/// Duration of the sound, in seconds: a `Double` (`'edur'`).
public let kAudioFilePropertyEstimatedDuration: AudioFilePropertyID = 0x6564_7572
/// Bits a second: a `UInt32` (`'brat'`).
public let kAudioFilePropertyBitRate: AudioFilePropertyID = 0x6272_6174
/// Bits of the samples that packets were made of: an `Int32`, below zero of IEEE 754 (`'sbtd'`).
public let kAudioFilePropertySourceBitDepth: AudioFilePropertyID = 0x7362_7464

/// Kinds of files that are read: ``AudioFileTypeID`` each (`'afrf'`).
public let kAudioFileGlobalInfo_ReadableTypes: AudioFilePropertyID = 0x6166_7266
/// Kinds of files that are written: ``AudioFileTypeID`` each (`'afwf'`).
public let kAudioFileGlobalInfo_WritableTypes: AudioFilePropertyID = 0x6166_7766
/// Formats that a kind of file, the specifier, is written with: `AudioFormatID` each (`'fmid'`).
public let kAudioFileGlobalInfo_AvailableFormatIDs: AudioFilePropertyID = 0x666D_6964
/// Forms of samples in files that are written, the specifier being an ``AudioFileTypeAndFormatID``: `AudioStreamBasicDescription` each, without rates
/// and channels (`'sdid'`).
public let kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat: AudioFilePropertyID = 0x7364_6964

/// Something is wrong with the file (`'wht?'`).
public let kAudioFileUnspecifiedError: OSStatus = 0x7768_743F
/// Files of this kind are not read, or not written (`'typ?'`).
public let kAudioFileUnsupportedFileTypeError: OSStatus = 0x7479_703F
/// Such a file does not hold such sound (`'fmt?'`).
public let kAudioFileUnsupportedDataFormatError: OSStatus = 0x666D_743F
/// There is no such property (`'pty?'`).
public let kAudioFileUnsupportedPropertyError: OSStatus = 0x7074_793F
/// The value has another size, or there is no room for it (`'!siz'`).
public let kAudioFileBadPropertySizeError: OSStatus = 0x2173_697A
/// The file is there, and is not to be replaced; or it may not be opened, read or written (`'prm?'`).
public let kAudioFilePermissionsError: OSStatus = 0x7072_6D3F
/// The table of the packets' places comes behind them (`'optm'`).
public let kAudioFileNotOptimizedError: OSStatus = 0x6F70_746D
/// There is no such packet (`'pck?'`).
public let kAudioFileInvalidPacketOffsetError: OSStatus = 0x7063_6B3F
/// The file is damaged, or none of sound (`'dta?'`).
public let kAudioFileInvalidFileError: OSStatus = 0x6474_613F
/// It is not done with such files (`0x6F703F3F`).
public let kAudioFileOperationNotSupportedError: OSStatus = 0x6F70_3F3F
/// The file is closed.
public let kAudioFileNotOpenError: OSStatus = -38
/// There is nothing behind it.
public let kAudioFileEndOfFileError: OSStatus = -39
/// The same.
public let eofErr = Int(kAudioFileEndOfFileError)
/// There is nothing before it.
public let kAudioFilePositionError: OSStatus = -40
/// There is no such file.
public let kAudioFileFileNotFoundError: OSStatus = -43

/// Options of a file's making (`AudioFileFlags`).
public struct AudioFileFlags: OptionSet, Hashable, Sendable {
  /// Bits.
  public let rawValue: UInt32
  /// The flags whose bits are set in `rawValue`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// One that is there is replaced.
  public static let eraseFile = AudioFileFlags(rawValue: 1)
  /// Samples may begin anywhere, as they do here.
  public static let dontPageAlignAudioData = AudioFileFlags(rawValue: 2)
}

/// Access that a file is opened for (`AudioFilePermissions`).
public enum AudioFilePermissions: Int8, Sendable {
  /// To be read.
  case readPermission = 1
  /// To be written.
  case writePermission = 2
  /// Both.
  case readWritePermission = 3
}

/// A kind of file, and a format in it (`AudioFileTypeAndFormatID`).
public struct AudioFileTypeAndFormatID: Hashable, Sendable {
  /// The kind of file.
  public var mFileType: AudioFileTypeID
  /// The format.
  public var mFormatID: UInt32

  /// Nothing.
  public init() { self.init(mFileType: 0, mFormatID: 0) }
  /// The fields as they are.
  public init(mFileType: AudioFileTypeID, mFormatID: UInt32) {
    (self.mFileType, self.mFormatID) = (mFileType, mFormatID)
  }
}
