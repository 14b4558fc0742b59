// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Compositing
public import CoreVideo
import EditingModel
package import MediaFormats
import MediaTime

// SAFETY: of attachments nothing is asked for by address.

/// The colors' primaries.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// The transfer.
public let kCMFormatDescriptionExtension_TransferFunction: CFString = kCVImageBufferTransferFunctionKey
/// The matrix.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
/// Whether luma runs over 0…255.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// The number of fields in a frame, of those that hold two.
public let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey
/// The codec's name.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// The primaries of ITU-R BT.709.
public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString = kCVImageBufferColorPrimaries_ITU_R_709_2
/// The transfer of ITU-R BT.709.
public let kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString = kCVImageBufferTransferFunction_ITU_R_709_2
/// The matrix of ITU-R BT.709.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString = kCVImageBufferYCbCrMatrix_ITU_R_709_2

extension CMFormatDescription {
  /// The statements of a format beside its kind and codec: its colors, its range, its codec's name.
  public struct Extensions: @unchecked Sendable {
    // @unchecked: the values are those of property lists, which are handed out as they were put in.
    private(set) var values: [CFString: Any]

    init(values: [CFString: Any]) { self.values = values }
    /// Nothing.
    public init() { self.init(values: [:]) }
    /// The extensions in `base`.
    public init(base: CFDictionary?) { self.init(values: base ?? [:]) }

    /// The value of `key`; nil where it is not set.
    public subscript(_ key: CFString) -> Any? {
      get { values[key] }
      set { values[key] = newValue }
    }
    /// The value of `key`; nil where it is not set.
    public subscript(_ key: Key) -> Value? {
      get { values[key.rawValue].map { Value($0) } }
      set { values[key.rawValue] = newValue?.propertyListRepresentation }
    }

    /// The names of values.
    public struct Key: RawRepresentable, Hashable, Sendable {
      /// The string.
      public var rawValue: CFString
      /// The key of this string.
      public init(rawValue: CFString) { self.rawValue = rawValue }
      /// The colors' primaries.
      public static let colorPrimaries = Key(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
      /// The transfer.
      public static let transferFunction = Key(rawValue: kCMFormatDescriptionExtension_TransferFunction)
      /// The matrix.
      public static let yCbCrMatrix = Key(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
    }

    /// A value of an extension: a word, a number, bytes, or a dictionary of such.
    public struct Value: Hashable, @unchecked Sendable {
      // @unchecked: as above.
      /// The value in a property list.
      public var propertyListRepresentation: Any

      /// The value of `plist`.
      public init(_ plist: Any) { propertyListRepresentation = plist }

      /// Values of the same content are equal.
      public static func == (left: Value, right: Value) -> Bool {
        NSDictionary(dictionary: ["": left.propertyListRepresentation])
          .isEqual(to: ["": right.propertyListRepresentation])
      }
      /// Hashes a word.
      public func hash(into hasher: inout Hasher) { hasher.combine(propertyListRepresentation as? CFString) }

      /// The words of primaries.
      public struct ColorPrimaries: RawRepresentable, Hashable, Sendable {
        /// The word.
        public var rawValue: CFString
        /// The primaries of this word.
        public init(rawValue: CFString) { self.rawValue = rawValue }
        /// ITU-R BT.709.
        public static let itu_R_709_2 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_ITU_R_709_2)
        /// ITU-R BT.2020.
        public static let itu_R_2020 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_ITU_R_2020)
        /// Display P3.
        public static let p3_D65 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_P3_D65)
      }

      /// The words of transfers.
      public struct TransferFunction: RawRepresentable, Hashable, Sendable {
        /// The word.
        public var rawValue: CFString
        /// The transfer of this word.
        public init(rawValue: CFString) { self.rawValue = rawValue }
        /// ITU-R BT.709.
        public static let itu_R_709_2 = TransferFunction(rawValue: kCVImageBufferTransferFunction_ITU_R_709_2)
        /// Hybrid log-gamma.
        public static let itu_R_2100_HLG = TransferFunction(rawValue: kCVImageBufferTransferFunction_ITU_R_2100_HLG)
        /// Perceptual quantizer.
        public static let smpte_ST_2084_PQ = TransferFunction(
          rawValue: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ)
      }

      /// The words of matrices.
      public struct YCbCrMatrix: RawRepresentable, Hashable, Sendable {
        /// The word.
        public var rawValue: CFString
        /// The matrix of this word.
        public init(rawValue: CFString) { self.rawValue = rawValue }
        /// ITU-R BT.709.
        public static let itu_R_709_2 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_709_2)
        /// ITU-R BT.601.
        public static let itu_R_601_4 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_601_4)
        /// ITU-R BT.2020.
        public static let itu_R_2020 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_2020)
      }

      /// These primaries.
      public static func colorPrimaries(_ primaries: ColorPrimaries) -> Value { Value(primaries.rawValue) }
      /// This transfer.
      public static func transferFunction(_ transfer: TransferFunction) -> Value { Value(transfer.rawValue) }
      /// This matrix.
      public static func yCbCrMatrix(_ matrix: YCbCrMatrix) -> Value { Value(matrix.rawValue) }
    }
  }
}

/// Colors by Core Video's words.
package enum ColorWords {
  /// The words of H.273's numbers; nil for those that Core Video has none for.
  package static let primaries = [
    1: kCVImageBufferColorPrimaries_ITU_R_709_2, 5: kCVImageBufferColorPrimaries_EBU_3213,
    6: kCVImageBufferColorPrimaries_SMPTE_C, 9: kCVImageBufferColorPrimaries_ITU_R_2020,
    12: kCVImageBufferColorPrimaries_P3_D65,
  ]
  /// The same of transfers.
  package static let transfers = [
    1: kCVImageBufferTransferFunction_ITU_R_709_2, 6: kCVImageBufferTransferFunction_ITU_R_709_2,
    13: kCVImageBufferTransferFunction_sRGB, 16: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
    18: kCVImageBufferTransferFunction_ITU_R_2100_HLG,
  ]
  /// The same of matrices.
  package static let matrices = [
    1: kCVImageBufferYCbCrMatrix_ITU_R_709_2, 5: kCVImageBufferYCbCrMatrix_ITU_R_601_4,
    6: kCVImageBufferYCbCrMatrix_ITU_R_601_4, 9: kCVImageBufferYCbCrMatrix_ITU_R_2020,
  ]

  /// The first of H.273's numbers whose word is `word`; 2 (unspecified) where there is none.
  package static func number(of word: Any?, in words: [Int: CFString]) -> Int {
    let word = word as? CFString
    return words.keys.sorted().first { words[$0] == word } ?? 2
  }
}

extension FormatDescription {
  /// The statements of the format beside its kind and codec, by Core Media's keys.
  var extensionValues: [CFString: Any] {
    guard let video else {
      return [kCMFormatDescriptionExtension_FormatName: codec].merging(textExtensionValues) { name, _ in name }
    }
    var values: [CFString: Any] = [kCMFormatDescriptionExtension_FormatName: codec]
    let colors = video.colorimetry
    values[kCMFormatDescriptionExtension_ColorPrimaries] = ColorWords.primaries[colors.primaries]
    values[kCMFormatDescriptionExtension_TransferFunction] = ColorWords.transfers[colors.transfer]
    values[kCMFormatDescriptionExtension_YCbCrMatrix] = ColorWords.matrices[colors.matrix]
    values[kCMFormatDescriptionExtension_FullRangeVideo] = colors.isFullRange
    if video.isInterlaced { values[kCMFormatDescriptionExtension_FieldCount] = NSNumber(value: 2) }
    if video.pixelAspect != .one {
      values[kCVImageBufferPixelAspectRatioKey] = [
        kCVImageBufferPixelAspectRatioHorizontalSpacingKey: NSNumber(value: video.pixelAspect.numerator),
        kCVImageBufferPixelAspectRatioVerticalSpacingKey: NSNumber(value: video.pixelAspect.denominator),
      ]
    }
    return values
  }

  /// The format of the picture in `buffer`, as its attachments say its colors.
  init(of buffer: CVImageBuffer) {
    func number(_ key: CFString, _ words: [Int: CFString]) -> Int {
      ColorWords.number(of: CVBufferCopyAttachment(buffer, key, nil), in: words)
    }
    let format = buffer.format
    let colorimetry = Colorimetry(
      isFullRange: format.isFullRange || format.format.isRGB,
      matrix: format.format.isRGB ? 0 : number(kCVImageBufferYCbCrMatrixKey, ColorWords.matrices),
      transfer: number(kCVImageBufferTransferFunctionKey, ColorWords.transfers),
      primaries: number(kCVImageBufferColorPrimariesKey, ColorWords.primaries))
    let video = Video(
      dimensions: PixelSize(width: buffer.picture.width, height: buffer.picture.height), pixelAspect: .one,
      colorimetry: colorimetry, hasAlpha: format.format.hasAlpha)
    self.init(codecType: FormatDescription.text(format.type), codec: format.format.rawValue, media: .video(video))
  }

  /// The four letters of `type`.
  package static func text(_ type: OSType) -> String {
    String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type >> $0) }, as: UTF8.self)
  }
}

extension FormatDescription {
  /// Sound of the format `stream`.
  init(_ stream: AudioStreamBasicDescription) {
    let isPCM = stream.mFormatID == kAudioFormatLinearPCM
    self.init(
      codecType: FormatDescription.text(stream.mFormatID), codec: isPCM ? "PCM" : letters(stream.mFormatID),
      media: .audio(
        Audio(
          sampleRate: Int(stream.mSampleRate.isFinite ? min(max(0, stream.mSampleRate), 1e9) : 0),
          layout: .standard(Int(clamping: stream.mChannelsPerFrame)))))
  }
}

extension AudioStreamBasicDescription {
  /// Interleaved samples of `channels`, `sampleRate` a second, in `format`.
  package init(sampleRate: Int, channels: Int, _ format: SampleFormat, isInterleaved: Bool = true) {
    self.init()
    let (bits, parts) = (UInt32(format.bitDepth), UInt32(clamping: isInterleaved ? channels : 1))
    (mSampleRate, mFormatID) = (Float64(sampleRate), kAudioFormatLinearPCM)
    mFormatFlags =
      (format.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger) | kAudioFormatFlagIsPacked
      | (isInterleaved ? 0 : kAudioFormatFlagIsNonInterleaved)
    (mBytesPerFrame, mBytesPerPacket) = (bits / 8 * parts, bits / 8 * parts)
    (mFramesPerPacket, mChannelsPerFrame, mBitsPerChannel) = (1, UInt32(clamping: channels), bits)
  }

  /// The width of interleaved samples whose lower byte comes first; nil of others, and of compressed sound.
  package var sampleFormat: SampleFormat? {
    guard mFormatID == kAudioFormatLinearPCM, mFormatFlags & kAudioFormatFlagIsBigEndian == 0,
      mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 || mChannelsPerFrame == 1
    else { return nil }
    return switch (mFormatFlags & kAudioFormatFlagIsFloat != 0, mBitsPerChannel) {
    case (true, 32): .float
    case (false, 16): .integer16
    case (false, 24) where mBytesPerFrame == 3 * mChannelsPerFrame: .integer24
    case (false, 32): .integer32
    default: nil
    }
  }

  /// The format of the sound that `format` is of; nil of pictures.
  init?(_ format: FormatDescription) {
    guard let audio = format.audio else { return nil }
    self.init()
    mSampleRate = Float64(audio.sampleRate)
    mChannelsPerFrame = UInt32(clamping: audio.channels)
    switch format.codecType {
    case "mp4a": (mFormatID, mFramesPerPacket) = (kAudioFormatMPEG4AAC, 1_024)
    case ".mp3": (mFormatID, mFramesPerPacket) = (kAudioFormatMPEGLayer3, 1_152)
    case "fLaC": mFormatID = kAudioFormatFLAC
    case "Opus": mFormatID = kAudioFormatOpus
    case "sowt", "twos", "in24", "in32", "fl32", "fl64", "lpcm", "raw ", "ipcm", "fpcm":
      mFormatID = kAudioFormatLinearPCM
      mFramesPerPacket = 1
    case let type?: mFormatID = FourCharCode(letters: type)
    case nil: mFormatID = format.codec.uppercased().hasPrefix("PCM") ? kAudioFormatLinearPCM : 0
    }
  }
}
