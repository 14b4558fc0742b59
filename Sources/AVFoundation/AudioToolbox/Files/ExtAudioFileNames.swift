// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

/// Property of a file, four letters (`ExtAudioFilePropertyID`).
public typealias ExtAudioFilePropertyID = UInt32
/// Format of the sound in the file: an `AudioStreamBasicDescription` (`'ffmt'`).
public let kExtAudioFileProperty_FileDataFormat: ExtAudioFilePropertyID = 0x6666_6D74
/// Format of the samples that are read or written: an `AudioStreamBasicDescription` of samples as numbers (`'cfmt'`).
public let kExtAudioFileProperty_ClientDataFormat: ExtAudioFilePropertyID = 0x6366_6D74
/// Number of samples of each channel in the file: an `Int64` (`'#frm'`).
public let kExtAudioFileProperty_FileLengthFrames: ExtAudioFilePropertyID = 0x2366_726D
/// The largest packet of the file, in bytes: not available here (`'fmps'`).
public let kExtAudioFileProperty_FileMaxPacketSize: ExtAudioFilePropertyID = 0x666D_7073
/// Size of a sample of all channels, in bytes: a `UInt32` (`'cmps'`).
public let kExtAudioFileProperty_ClientMaxPacketSize: ExtAudioFilePropertyID = 0x636D_7073
/// The positions of the file's channels: not available here (`'fclo'`).
public let kExtAudioFileProperty_FileChannelLayout: ExtAudioFilePropertyID = 0x6663_6C6F
/// The positions of the client's channels: not available here (`'cclo'`).
public let kExtAudioFileProperty_ClientChannelLayout: ExtAudioFilePropertyID = 0x6363_6C6F
/// The converter: not available here (`'acnv'`).
public let kExtAudioFileProperty_AudioConverter: ExtAudioFilePropertyID = 0x6163_6E76

/// There is no such property.
public let kExtAudioFileError_InvalidProperty: OSStatus = -66_561
/// The value has another size, or there is no room for it.
public let kExtAudioFileError_InvalidPropertySize: OSStatus = -66_562
/// Samples are read and written as numbers alone.
public let kExtAudioFileError_NonPCMClientFormat: OSStatus = -66_563
/// There is no such channel.
public let kExtAudioFileError_InvalidChannelMap: OSStatus = -66_564
/// A file that is written is not read, and one that is read is not written.
public let kExtAudioFileError_InvalidOperationOrder: OSStatus = -66_565
/// There is no way between the formats.
public let kExtAudioFileError_InvalidDataFormat: OSStatus = -66_566
/// The size of packets is not known.
public let kExtAudioFileError_MaxPacketSizeUnknown: OSStatus = -66_567
/// There is no such sample, or the file is written.
public let kExtAudioFileError_InvalidSeek: OSStatus = -66_568
/// More than there is room for.
public let kExtAudioFileError_AsyncWriteTooLarge: OSStatus = -66_569
/// More than could be written in time.
public let kExtAudioFileError_AsyncWriteBufferOverflow: OSStatus = -66_570
