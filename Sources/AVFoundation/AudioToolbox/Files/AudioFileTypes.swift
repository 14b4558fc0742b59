// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

/// Kind of a file of sound, four letters (`AudioFileTypeID`).
public typealias AudioFileTypeID = UInt32
/// AIFF (`'AIFF'`).
public let kAudioFileAIFFType: AudioFileTypeID = 0x4149_4646
/// AIFF-C (`'AIFC'`).
public let kAudioFileAIFCType: AudioFileTypeID = 0x4149_4643
/// WAVE (`'WAVE'`).
public let kAudioFileWAVEType: AudioFileTypeID = 0x5741_5645
/// WAVE with lengths of 64 bits, after EBU Tech 3306 (`'RF64'`).
public let kAudioFileRF64Type: AudioFileTypeID = 0x5246_3634
/// WAVE with lengths of 64 bits, after ITU-R BS.2088 (`'BW64'`).
public let kAudioFileBW64Type: AudioFileTypeID = 0x4257_3634
/// Wave64 (`'W64f'`).
public let kAudioFileWave64Type: AudioFileTypeID = 0x5736_3466
/// Sound Designer II: none is read or written here (`'Sd2f'`).
public let kAudioFileSoundDesigner2Type: AudioFileTypeID = 0x5364_3266
/// AU, of NeXT and Sun (`'NeXT'`).
public let kAudioFileNextType: AudioFileTypeID = 0x4E65_5854
/// MPEG audio, Layer III (`'MPG3'`).
public let kAudioFileMP3Type: AudioFileTypeID = 0x4D50_4733
/// MPEG audio, Layer II (`'MPG2'`).
public let kAudioFileMP2Type: AudioFileTypeID = 0x4D50_4732
/// MPEG audio, Layer I (`'MPG1'`).
public let kAudioFileMP1Type: AudioFileTypeID = 0x4D50_4731
/// AC-3 (`'ac-3'`).
public let kAudioFileAC3Type: AudioFileTypeID = 0x6163_2D33
/// AAC in its transport stream (`'adts'`).
public let kAudioFileAAC_ADTSType: AudioFileTypeID = 0x6164_7473
/// MP4 (`'mp4f'`).
public let kAudioFileMPEG4Type: AudioFileTypeID = 0x6D70_3466
/// MP4 of sound alone (`'m4af'`).
public let kAudioFileM4AType: AudioFileTypeID = 0x6D34_6166
/// MP4 of a book (`'m4bf'`).
public let kAudioFileM4BType: AudioFileTypeID = 0x6D34_6266
/// Core Audio's own (`'caff'`).
public let kAudioFileCAFType: AudioFileTypeID = 0x6361_6666
/// 3GPP (`'3gpp'`).
public let kAudioFile3GPType: AudioFileTypeID = 0x3367_7070
/// 3GPP2 (`'3gp2'`).
public let kAudioFile3GP2Type: AudioFileTypeID = 0x3367_7032
/// AMR: none is read or written here (`'amrf'`).
public let kAudioFileAMRType: AudioFileTypeID = 0x616D_7266
/// FLAC (`'flac'`).
public let kAudioFileFLACType: AudioFileTypeID = 0x666C_6163
/// AAC in its other transport stream (`'loas'`).
public let kAudioFileLATMInLOASType: AudioFileTypeID = 0x6C6F_6173

/// Numbers of samples of each channel in packets, in the sound and beside it (`AudioFilePacketTableInfo`).
public struct AudioFilePacketTableInfo: Hashable, Sendable {
  /// Number of samples of the sound.
  public var mNumberValidFrames: Int64
  /// Number of samples before it.
  public var mPrimingFrames: Int32
  /// Number of samples behind it.
  public var mRemainderFrames: Int32

  /// None.
  public init() { self.init(mNumberValidFrames: 0, mPrimingFrames: 0, mRemainderFrames: 0) }
  /// The fields as they are.
  public init(mNumberValidFrames: Int64, mPrimingFrames: Int32, mRemainderFrames: Int32) {
    self.mNumberValidFrames = mNumberValidFrames
    (self.mPrimingFrames, self.mRemainderFrames) = (mPrimingFrames, mRemainderFrames)
  }
}

/// A parameter is wrong, or one is missing that is needed.
public let kAudio_ParamError: OSStatus = -50
/// There is not the memory.
public let kAudio_MemFullError: OSStatus = -108
/// It is not done here.
public let kAudio_UnimplementedError: OSStatus = -4

/// A truth of C's (`DarwinBoolean`).
public struct DarwinBoolean: Hashable, Sendable, ExpressibleByBooleanLiteral {
  /// Whether it is true.
  public var boolValue: Bool
  /// The truth of `value`.
  public init(_ value: Bool) { boolValue = value }
  /// The truth of `value`.
  public init(booleanLiteral value: Bool) { boolValue = value }
}
