// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CoreVideo

// Codecs by the names that Swift has for them, beside those that are written here.

extension CMFormatDescription.MediaType: CustomStringConvertible {
  /// The kind of these four letters.
  public init(string: String) { self.init(rawValue: FourCharCode(letters: string)) }
  /// The four letters, in quotes.
  public var description: String { letters(rawValue) }
}

extension CMFormatDescription.MediaSubType {
  /// The codec of these four letters.
  public init(string: String) { self.init(rawValue: FourCharCode(letters: string)) }

  /// Cinepak.
  public static let cinepak = Self(rawValue: kCMVideoCodecType_Cinepak)
  /// JPEG as OpenDML has it.
  public static let jpeg_OpenDML = Self(rawValue: kCMVideoCodecType_JPEG_OpenDML)
  /// Sorenson Video.
  public static let sorensonVideo = Self(rawValue: kCMVideoCodecType_SorensonVideo)
  /// Sorenson Video 3.
  public static let sorensonVideo3 = Self(rawValue: kCMVideoCodecType_SorensonVideo3)
  /// DVCPRO of 625 lines.
  public static let dvcProPAL = Self(rawValue: kCMVideoCodecType_DVCProPAL)
  /// DVCPRO 50 of 525 lines.
  public static let dvcPro50NTSC = Self(rawValue: kCMVideoCodecType_DVCPro50NTSC)
  /// DVCPRO 50 of 625 lines.
  public static let dvcPro50PAL = Self(rawValue: kCMVideoCodecType_DVCPro50PAL)
  /// MPEG-1 Audio Layer I.
  public static let mpegLayer1 = Self(rawValue: kAudioFormatMPEGLayer1)
  /// AAC of low delay.
  public static let mpeg4AAC_LD = Self(rawValue: kAudioFormatMPEG4AAC_LD)
  /// AAC of enhanced low delay.
  public static let mpeg4AAC_ELD = Self(rawValue: kAudioFormatMPEG4AAC_ELD)
  /// Extended HE-AAC.
  public static let mpegD_USAC = Self(rawValue: kAudioFormatMPEGD_USAC)
  /// Adaptive Multi-Rate.
  public static let amr = Self(rawValue: kAudioFormatAMR)
  /// Adaptive Multi-Rate, wideband.
  public static let amr_WB = Self(rawValue: kAudioFormatAMR_WB)
  /// µ-law.
  public static let uLaw = Self(rawValue: kAudioFormatULaw)
  /// A-law.
  public static let aLaw = Self(rawValue: kAudioFormatALaw)
  /// IMA 4:1.
  public static let appleIMA4 = Self(rawValue: kAudioFormatAppleIMA4)
  /// Internet Low Bitrate Codec.
  public static let iLBC = Self(rawValue: kAudioFormatiLBC)
  /// QDesign Music 2.
  public static let qDesign2 = Self(rawValue: kAudioFormatQDesign2)
  /// Pixels of alpha, red, green and blue, 8 bits each.
  public static let pixelFormat_32ARGB = Self(rawValue: kCVPixelFormatType_32ARGB)
  /// Pixels of blue, green, red and alpha, 8 bits each.
  public static let pixelFormat_32BGRA = Self(rawValue: kCVPixelFormatType_32BGRA)
  /// Pixels of red, green and blue, 8 bits each.
  public static let pixelFormat_24RGB = Self(rawValue: kCVPixelFormatType_24RGB)
  /// Chroma and luma of 8 bits by turns (`'2vuy'`).
  public static let pixelFormat_422YpCbCr8 = Self(rawValue: kCMVideoCodecType_422YpCbCr8)
  /// Luma and chroma of 8 bits by turns (`'yuvs'`).
  public static let pixelFormat_422YpCbCr8_yuvs = Self(string: "yuvs")
  /// Luma and chroma of 10 bits (`'v210'`).
  public static let pixelFormat_422YpCbCr10 = Self(rawValue: kCVPixelFormatType_422YpCbCr10)
  /// Luma and chroma of 16 bits (`'v216'`).
  public static let pixelFormat_422YpCbCr16 = Self(string: "v216")
  /// Messages of streams (`'emsg'`).
  public static let emsg = Self(string: "emsg")
}
