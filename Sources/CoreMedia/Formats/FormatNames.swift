// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreVideo

// Codecs and kinds of media that programs name besides those that are written here.

/// Apple's Animation (`'rle '`).
public let kCMVideoCodecType_Animation: CMVideoCodecType = 0x726C_6520
/// Cinepak (`'cvid'`).
public let kCMVideoCodecType_Cinepak: CMVideoCodecType = 0x6376_6964
/// JPEG as OpenDML has it (`'dmb1'`).
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646D_6231
/// Sorenson Video (`'SVQ1'`).
public let kCMVideoCodecType_SorensonVideo: CMVideoCodecType = 0x5356_5131
/// Sorenson Video 3 (`'SVQ3'`).
public let kCMVideoCodecType_SorensonVideo3: CMVideoCodecType = 0x5356_5133
/// H.263 (`'h263'`).
public let kCMVideoCodecType_H263: CMVideoCodecType = 0x6832_3633
/// HEVC with alpha (`'muxa'`).
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6D75_7861
/// HEVC as Dolby Vision has it (`'dvh1'`).
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x6476_6831
/// MPEG-2 (`'mp2v'`).
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = 0x6D70_3276
/// MPEG-1 (`'mp1v'`).
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = 0x6D70_3176
/// DV of 525 lines (`'dvc '`).
public let kCMVideoCodecType_DVCNTSC: CMVideoCodecType = 0x6476_6320
/// DV of 625 lines (`'dvcp'`).
public let kCMVideoCodecType_DVCPAL: CMVideoCodecType = 0x6476_6370
/// DVCPRO of 625 lines (`'dvpp'`).
public let kCMVideoCodecType_DVCProPAL: CMVideoCodecType = 0x6476_7070
/// DVCPRO 50 of 525 lines (`'dv5n'`).
public let kCMVideoCodecType_DVCPro50NTSC: CMVideoCodecType = 0x6476_356E
/// DVCPRO 50 of 625 lines (`'dv5p'`).
public let kCMVideoCodecType_DVCPro50PAL: CMVideoCodecType = 0x6476_3570
/// ProRes 4444 XQ (`'ap4x'`).
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x6170_3478
/// ProRes 422 HQ (`'apch'`).
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x6170_6368
/// ProRes 422 LT (`'apcs'`).
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x6170_6373
/// ProRes 422 Proxy (`'apco'`).
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170_636F
/// ProRes RAW (`'aprn'`).
public let kCMVideoCodecType_AppleProResRAW: CMVideoCodecType = 0x6170_726E
/// ProRes RAW HQ (`'aprh'`).
public let kCMVideoCodecType_AppleProResRAWHQ: CMVideoCodecType = 0x6170_7268
/// HEVC of disparities (`'dish'`).
public let kCMVideoCodecType_DisparityHEVC: CMVideoCodecType = 0x6469_7368
/// Uncompressed 4:2:2 (`'2vuy'`).
public let kCMVideoCodecType_422YpCbCr8: CMVideoCodecType = 0x3276_7579

/// MPEG-1 Audio Layer I (`'.mp1'`).
public let kAudioFormatMPEGLayer1: AudioFormatID = 0x2E6D_7031
/// MPEG-1 Audio Layer II (`'.mp2'`).
public let kAudioFormatMPEGLayer2: AudioFormatID = 0x2E6D_7032
/// AAC with spectral band replication (`'aach'`).
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368
/// AAC with parametric stereo (`'aacp'`).
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370
/// AAC of low delay (`'aacl'`).
public let kAudioFormatMPEG4AAC_LD: AudioFormatID = 0x6161_636C
/// AAC of enhanced low delay (`'aace'`).
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365
/// Extended HE-AAC (`'usac'`).
public let kAudioFormatMPEGD_USAC: AudioFormatID = 0x7573_6163
/// Adaptive Multi-Rate (`'samr'`).
public let kAudioFormatAMR: AudioFormatID = 0x7361_6D72
/// Adaptive Multi-Rate, wideband (`'sawb'`).
public let kAudioFormatAMR_WB: AudioFormatID = 0x7361_7762
/// µ-law (`'ulaw'`).
public let kAudioFormatULaw: AudioFormatID = 0x756C_6177
/// A-law (`'alaw'`).
public let kAudioFormatALaw: AudioFormatID = 0x616C_6177
/// IMA 4:1 (`'ima4'`).
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696D_6134
/// Internet Low Bitrate Codec (`'ilbc'`).
public let kAudioFormatiLBC: AudioFormatID = 0x696C_6263
/// QDesign Music 2 (`'QDM2'`).
public let kAudioFormatQDesign2: AudioFormatID = 0x5144_4D32
/// Samples fill the higher bits of their bytes.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 16
/// Samples are not to be mixed.
public let kAudioFormatFlagIsNonMixable: AudioFormatFlags = 64
/// No flag is set.
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000
/// Bytes in the machine's order: the lower one first.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Floating-point numbers in the machine's order.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags = 9
/// Samples are floating-point numbers.
public let kLinearPCMFormatFlagIsFloat: AudioFormatFlags = 1
/// The higher byte comes first.
public let kLinearPCMFormatFlagIsBigEndian: AudioFormatFlags = 2
/// Samples have a sign.
public let kLinearPCMFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// Samples fill their bytes.
public let kLinearPCMFormatFlagIsPacked: AudioFormatFlags = 8
/// Samples fill the higher bits of their bytes.
public let kLinearPCMFormatFlagIsAlignedHigh: AudioFormatFlags = 16
/// Each channel has a buffer of its own.
public let kLinearPCMFormatFlagIsNonInterleaved: AudioFormatFlags = 32
/// Samples are not to be mixed.
public let kLinearPCMFormatFlagIsNonMixable: AudioFormatFlags = 64
/// By how many bits the flags are shifted that tell how many bits of an integer are behind the point: 0 of integers whose full scale is 1.
public let kLinearPCMFormatFlagsSampleFractionShift: AudioFormatFlags = 7
/// The flags that tell how many bits of an integer are behind the point.
public let kLinearPCMFormatFlagsSampleFractionMask: AudioFormatFlags = 0x3F << 7
/// No flag is set.
public let kLinearPCMFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000
/// The depth of Apple Lossless: 16 bits of a sample.
public let kAppleLosslessFormatFlag_16BitSourceData: AudioFormatFlags = 1
/// The depth of Apple Lossless: 20 bits of a sample.
public let kAppleLosslessFormatFlag_20BitSourceData: AudioFormatFlags = 2
/// The depth of Apple Lossless: 24 bits of a sample.
public let kAppleLosslessFormatFlag_24BitSourceData: AudioFormatFlags = 3
/// The depth of Apple Lossless: 32 bits of a sample.
public let kAppleLosslessFormatFlag_32BitSourceData: AudioFormatFlags = 4
/// Integers with a sign, in the machine's order.
public let kAudioFormatFlagsCanonical: AudioFormatFlags = 12

extension CMFormatDescription.MediaType {
  /// Text.
  public static let text = Self(rawValue: kCMMediaType_Text)
  /// Captions.
  public static let closedCaption = Self(rawValue: kCMMediaType_ClosedCaption)
  /// Subtitles.
  public static let subtitle = Self(rawValue: kCMMediaType_Subtitle)
  /// Timecode.
  public static let timeCode = Self(rawValue: kCMMediaType_TimeCode)
  /// Metadata.
  public static let metadata = Self(rawValue: kCMMediaType_Metadata)
  /// Picture and sound by turns.
  public static let muxed = Self(rawValue: kCMMediaType_Muxed)
}

extension CMFormatDescription.MediaSubType {
  /// Apple's Animation.
  public static let animation = Self(rawValue: kCMVideoCodecType_Animation)
  /// HEVC with alpha.
  public static let hevcWithAlpha = Self(rawValue: kCMVideoCodecType_HEVCWithAlpha)
  /// MPEG-4 Part 2.
  public static let mpeg4Video = Self(rawValue: kCMVideoCodecType_MPEG4Video)
  /// MPEG-2.
  public static let mpeg2Video = Self(rawValue: kCMVideoCodecType_MPEG2Video)
  /// MPEG-1.
  public static let mpeg1Video = Self(rawValue: kCMVideoCodecType_MPEG1Video)
  /// ProRes 4444 XQ.
  public static let proRes4444XQ = Self(rawValue: kCMVideoCodecType_AppleProRes4444XQ)
  /// ProRes 422 HQ.
  public static let proRes422HQ = Self(rawValue: kCMVideoCodecType_AppleProRes422HQ)
  /// ProRes 422 LT.
  public static let proRes422LT = Self(rawValue: kCMVideoCodecType_AppleProRes422LT)
  /// ProRes 422 Proxy.
  public static let proRes422Proxy = Self(rawValue: kCMVideoCodecType_AppleProRes422Proxy)
  /// ProRes RAW.
  public static let proResRAW = Self(rawValue: kCMVideoCodecType_AppleProResRAW)
  /// ProRes RAW HQ.
  public static let proResRAWHQ = Self(rawValue: kCMVideoCodecType_AppleProResRAWHQ)
  /// DV of 525 lines.
  public static let dvcNTSC = Self(rawValue: kCMVideoCodecType_DVCNTSC)
  /// DV of 625 lines.
  public static let dvcPAL = Self(rawValue: kCMVideoCodecType_DVCPAL)
  /// H.263.
  public static let h263 = Self(rawValue: kCMVideoCodecType_H263)
  /// AV1.
  public static let av1 = Self(rawValue: kCMVideoCodecType_AV1)
  /// VP9.
  public static let vp9 = Self(rawValue: kCMVideoCodecType_VP9)
  /// Apple Lossless.
  public static let appleLossless = Self(rawValue: kAudioFormatAppleLossless)
  /// MPEG-1 Audio Layer III.
  public static let mpegLayer3 = Self(rawValue: kAudioFormatMPEGLayer3)
  /// MPEG-1 Audio Layer II.
  public static let mpegLayer2 = Self(rawValue: kAudioFormatMPEGLayer2)
  /// Dolby Digital.
  public static let ac3 = Self(rawValue: kAudioFormatAC3)
  /// Dolby Digital Plus.
  public static let enhancedAC3 = Self(rawValue: kAudioFormatEnhancedAC3)
  /// FLAC.
  public static let flac = Self(rawValue: kAudioFormatFLAC)
  /// Opus.
  public static let opus = Self(rawValue: kAudioFormatOpus)
  /// AAC with spectral band replication.
  public static let mpeg4AAC_HE = Self(rawValue: kAudioFormatMPEG4AAC_HE)
  /// AAC with parametric stereo.
  public static let mpeg4AAC_HE_V2 = Self(rawValue: kAudioFormatMPEG4AAC_HE_V2)
  /// Timecode in 32 bits.
  public static let timeCode32 = Self(rawValue: kCMTimeCodeFormatType_TimeCode32)
  /// Timecode in 64 bits.
  public static let timeCode64 = Self(rawValue: kCMTimeCodeFormatType_TimeCode64)
}

/// The format of a timecode, four letters.
public typealias CMTimeCodeFormatType = FourCharCode
/// Timecode in 32 bits (`'tmcd'`).
public let kCMTimeCodeFormatType_TimeCode32: CMTimeCodeFormatType = 0x746D_6364
/// Timecode in 64 bits (`'tc64'`).
public let kCMTimeCodeFormatType_TimeCode64: CMTimeCodeFormatType = 0x7463_3634
