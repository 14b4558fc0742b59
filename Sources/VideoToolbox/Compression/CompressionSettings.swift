import CoreMedia
import CoreVideo
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// An encoder's settings by a session's properties.
struct CompressionSettings {
  let codec: VideoCodec
  let size: PixelSize
  let properties: SessionProperties
  /// Whether packets are to come as fast as they can.
  let isLowLatency: Bool

  /// The codec that is called `type`; nil for one that is not encoded.
  static func codec(_ type: CMVideoCodecType) -> VideoCodec? {
    switch type {
    case kCMVideoCodecType_H264: .h264
    case kCMVideoCodecType_HEVC: .hevc
    default: nil
    }
  }

  /// The properties that there are.
  static func table(of codec: VideoCodec) -> [CFString: SessionProperty] {
    var table: [CFString: SessionProperty] = [
      kVTCompressionPropertyKey_RealTime: .boolean, kVTCompressionPropertyKey_ProfileLevel: .text,
      kVTCompressionPropertyKey_AverageBitRate: .number, kVTCompressionPropertyKey_ConstantBitRate: .number,
      kVTCompressionPropertyKey_DataRateLimits: .array, kVTCompressionPropertyKey_Quality: .number,
      kVTCompressionPropertyKey_MaxKeyFrameInterval: .number,
      kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: .number,
      kVTCompressionPropertyKey_AllowFrameReordering: .boolean,
      kVTCompressionPropertyKey_AllowTemporalCompression: .boolean,
      kVTCompressionPropertyKey_ExpectedFrameRate: .number,
      kVTCompressionPropertyKey_MaxFrameDelayCount: .number, kVTCompressionPropertyKey_MinAllowedFrameQP: .number,
      kVTCompressionPropertyKey_MaxAllowedFrameQP: .number,
      kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality: .boolean,
      kVTCompressionPropertyKey_ColorPrimaries: .text, kVTCompressionPropertyKey_TransferFunction: .text,
      kVTCompressionPropertyKey_YCbCrMatrix: .text, kVTCompressionPropertyKey_NumberOfPendingFrames: .readOnly(.number),
      kVTCompressionPropertyKey_PixelBufferPoolIsShared: .readOnly(.boolean),
      kVTCompressionPropertyKey_EncoderID: .readOnly(.text),
      kVTCompressionPropertyKey_VideoEncoderPixelBufferAttributes: .readOnly(.dictionary),
      kVTCompressionPropertyKey_UsingHardwareAcceleratedVideoEncoder: .readOnly(.boolean),
    ]
    if codec == .h264 { table[kVTCompressionPropertyKey_H264EntropyMode] = .text }
    return table
  }

  /// The value of `key` where it was not set; nil where it has none then.
  static func usual(_ key: CFString) -> Any? {
    switch key {
    case kVTCompressionPropertyKey_AllowFrameReordering, kVTCompressionPropertyKey_AllowTemporalCompression: true
    case kVTCompressionPropertyKey_RealTime, kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality,
      kVTCompressionPropertyKey_PixelBufferPoolIsShared, kVTCompressionPropertyKey_UsingHardwareAcceleratedVideoEncoder:
      false
    case kVTCompressionPropertyKey_AverageBitRate, kVTCompressionPropertyKey_ExpectedFrameRate,
      kVTCompressionPropertyKey_MaxKeyFrameInterval, kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration:
      0
    case kVTCompressionPropertyKey_MaxFrameDelayCount: kVTUnlimitedFrameDelayCount
    default: nil
    }
  }

  /// Whether each frame's packet comes before the next frame goes in.
  var isImmediate: Bool {
    isLowLatency || properties.boolean(kVTCompressionPropertyKey_RealTime) == true
      || properties.integer(kVTCompressionPropertyKey_MaxFrameDelayCount) == 0
  }

  /// The longest time from one key frame to the next, in seconds; nil for any.
  var keyFrameDuration: Double? {
    properties.number(kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Bits a second; nil where the quality is kept.
  var bitrate: Int? {
    [kVTCompressionPropertyKey_ConstantBitRate, kVTCompressionPropertyKey_AverageBitRate]
      .lazy.compactMap { properties.integer($0) }.first { $0 > 0 }
  }

  /// The words of a profile and its level: "H264_High_4_1".
  private var profile: [Substring] {
    properties.text(kVTCompressionPropertyKey_ProfileLevel)?.split(separator: "_") ?? []
  }

  /// The pixel format of the profile.
  private var pixelFormat: PixelFormat {
    switch (codec, profile.dropFirst().first) {
    case (.hevc, "Main10"): .yuv420p10
    case (.hevc, "Main42210"): .yuv422p10
    default: .yuv420p
    }
  }

  /// The coding of pictures of `colorimetry` with the usual duration `duration`.
  func coding(_ colorimetry: Colorimetry, lasting duration: Rational) -> PicturePacketCoding {
    var settings = VideoSettings(codec: codec)
    let words = profile
    if words.count >= 3 {
      settings.profile =
        switch words[1] {
        case "Baseline", "ConstrainedBaseline": "baseline"
        case "ConstrainedHigh": "high"
        case "Main42210": "main422-10"
        default: words[1].lowercased()
        }
      if words.count == 4 { settings.level = "\(words[2]).\(words[3])" }
    }
    if let constant = properties.integer(kVTCompressionPropertyKey_ConstantBitRate), constant > 0 {
      settings.rateControl = .constantBitrate(constant)
    } else if let bitrate {
      settings.rateControl = .averageBitrate(bitrate)
    } else if let quality = properties.number(kVTCompressionPropertyKey_Quality),
      let scale = codec.format.qualityScale?.range
    {
      // Apple's scale rises with the quality, and the codecs' own falls.
      let share = min(max(quality, 0), 1)
      settings.rateControl = .constantQuality(scale.upperBound - (scale.upperBound - scale.lowerBound) * share)
    }
    if properties.boolean(kVTCompressionPropertyKey_AllowTemporalCompression) == false {
      settings.keyframeInterval = 1
    } else if let most = properties.integer(kVTCompressionPropertyKey_MaxKeyFrameInterval), most > 0 {
      settings.keyframeInterval = most
    }
    let isFast = properties.boolean(kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality) == true || isImmediate
    settings.speed = isFast ? .veryfast : .medium
    var coding = PicturePacketCoding(
      settings, size: size, pixelFormat: pixelFormat, colorimetry: colorimetry,
      frameDuration: frameDuration ?? duration)
    coding.reordersPictures =
      properties.boolean(kVTCompressionPropertyKey_AllowFrameReordering) != false && settings.profile != "baseline"
      && settings.keyframeInterval != 1
    coding.isImmediate = isImmediate
    coding.maximumBitrate = maximumBitrate
    coding.leastQuantizer = properties.integer(kVTCompressionPropertyKey_MinAllowedFrameQP)
    coding.greatestQuantizer = properties.integer(kVTCompressionPropertyKey_MaxAllowedFrameQP)
    coding.codesByContext = properties.text(kVTCompressionPropertyKey_H264EntropyMode).map {
      $0 == kVTH264EntropyMode_CABAC
    }
    return coding
  }

  /// The duration of a frame at the expected rate; nil without one.
  private var frameDuration: Rational? {
    guard let rate = properties.number(kVTCompressionPropertyKey_ExpectedFrameRate), rate >= 1, rate < 10_000 else {
      return nil
    }
    return try? Rational(1_000, Int64((rate * 1_000).rounded()))
  }

  /// The most bits a second: the least of what the limits, pairs of bytes and seconds, allow.
  private var maximumBitrate: Int? {
    let numbers = (properties[kVTCompressionPropertyKey_DataRateLimits] as? CFArray ?? []).compactMap {
      SessionProperty.number($0)
    }
    return stride(from: 0, to: numbers.count - 1, by: 2).compactMap { place in
      let (bytes, seconds) = (numbers[place], numbers[place + 1])
      return seconds > 0 && bytes > 0 ? Int(exactly: (bytes * 8 / seconds).rounded()) : nil
    }.min()
  }

  /// The colorimetry of `buffer`: as the properties say, or else as it does itself; luma and chroma.
  func colorimetry(of buffer: CVPixelBuffer) -> Colorimetry {
    func number(_ key: CFString, _ words: [Int: CFString], _ said: Int) -> Int {
      properties[key] == nil ? said : ColorWords.number(of: properties[key], in: words)
    }
    let said = buffer.declaredColorimetry
    let matrix = number(kVTCompressionPropertyKey_YCbCrMatrix, ColorWords.matrices, said.matrix)
    return Colorimetry(
      isFullRange: buffer.format.isFullRange,
      // Of RGB nothing says by which matrix it would become luma and chroma.
      matrix: matrix == 0 ? Colorimetry.assumed(height: size.height).matrix : matrix,
      transfer: number(kVTCompressionPropertyKey_TransferFunction, ColorWords.transfers, said.transfer),
      primaries: number(kVTCompressionPropertyKey_ColorPrimaries, ColorWords.primaries, said.primaries))
  }
}
