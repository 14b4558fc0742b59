package import Rendering

/// The use of an element.
package struct ElementUse: Hashable, Sendable {
  /// The element.
  package let element: ElementName
  /// The codecs, containers and abilities that need it.
  package let serves: [String]
  /// Whether it drives a device.
  package let needsDevice: Bool

  private init(_ element: ElementName, _ serves: String..., needsDevice: Bool = false) {
    self.element = element
    self.serves = serves
    self.needsDevice = needsDevice
  }

  /// The uses of all elements of `ElementName`, each once.
  package static func uses(for purpose: Installation.Purpose) -> [ElementUse] {
    switch purpose {
    case .plumbing: plumbing
    case .mixing: mixing
    case .demuxers: demuxers
    case .parsers: parsers
    case .pictureDecoders: pictureDecoders
    case .soundDecoders: soundDecoders
    case .encoders: encoders
    }
  }

  private static let plumbing = [
    ElementUse(.fileSource, "reading files"),
    ElementUse(.fakeSink, "looking into files"), ElementUse(.typeFinder, "telling kinds of file apart"),
    ElementUse(.capsFilter, "asking for formats"), ElementUse(.capsSetter, "naming formats"),
    ElementUse(.videoConvert, "formats of pictures"), ElementUse(.audioConvert, "formats of sound"),
    ElementUse(.deinterlace, "interlaced pictures"), ElementUse(.videoScale, "sizes of captured pictures"),
    ElementUse(.audioResample, "rates of captured sound"), ElementUse(.screenSource, "capturing the screen"),
    ElementUse(.testPattern, "test pictures"), ElementUse(.testTone, "test sound"),
    ElementUse(.windowSink, "a player's window", needsDevice: true),
    ElementUse(.textOverlay, "the time in a player's window", needsDevice: true),
    ElementUse(.soundSink, "a player's sound", needsDevice: true),
  ]

  private static let mixing = [
    ElementUse(.compositor, "pictures over pictures"), ElementUse(.audioMixer, "several sounds"),
    ElementUse(.volume, "volume"),
  ]

  private static let demuxers = [
    ElementUse(.movieDemuxer, "MPEG-4", "QuickTime"), ElementUse(.matroskaDemuxer, "Matroska", "WebM"),
    ElementUse(.transportStreamDemuxer, "MPEG transport stream"),
    ElementUse(.programStreamDemuxer, "MPEG program stream"), ElementUse(.aviDemuxer, "AVI"),
    ElementUse(.oggDemuxer, "Ogg"), ElementUse(.flashDemuxer, "Flash video"), ElementUse(.asfDemuxer, "ASF"),
    ElementUse(.id3Demuxer, "tagged MP3"), ElementUse(.waveParser, "WAVE"), ElementUse(.aiffParser, "AIFF"),
    ElementUse(.auParser, "AU"), ElementUse(.ttaDemuxer, "True Audio"), ElementUse(.ivfParser, "IVF"),
    ElementUse(.y4mDecoder, "YUV4MPEG2"), ElementUse(.dvDemuxer, "DV"), ElementUse(.mxfDemuxer, "MXF"),
  ]

  private static let parsers = [
    ElementUse(.h264Parser, "H.264"), ElementUse(.h265Parser, "HEVC"), ElementUse(.vp9Parser, "VP9"),
    ElementUse(.av1Parser, "AV1"),
    ElementUse(.mpegVideoParser, "MPEG-1", "MPEG-2"), ElementUse(.mpeg4VideoParser, "MPEG-4 Visual"),
    ElementUse(.jpegParser, "JPEG"), ElementUse(.aacParser, "AAC"), ElementUse(.mpegAudioParser, "MPEG audio"),
    ElementUse(.opusParser, "Opus"), ElementUse(.flacParser, "FLAC"), ElementUse(.ac3Parser, "AC-3", "E-AC-3"),
    ElementUse(.dtsParser, "DTS"), ElementUse(.wavPackParser, "WavPack"), ElementUse(.amrParser, "AMR"),
  ]

  private static let pictureDecoders =
    [
      ElementUse(.h264Decoder, "H.264"), ElementUse(.h265Decoder, "HEVC"), ElementUse(.vp8Decoder, "VP8"),
      ElementUse(.libvpxVP9Decoder, "VP9"), ElementUse(.vp9Decoder, "VP9"),
      ElementUse(.vp8AlphaDecoder, "VP8 with alpha"), ElementUse(.vp9AlphaDecoder, "VP9 with alpha"),
      ElementUse(.av1Decoder, "AV1"), ElementUse(.mpeg2Decoder, "MPEG-2", "MPEG-1"),
      ElementUse(.mpeg1Decoder, "MPEG-1"), ElementUse(.mpeg4Decoder, "MPEG-4 Visual"),
      ElementUse(.theoraDecoder, "Theora"), ElementUse(.proResDecoder, "ProRes"), ElementUse(.dnxDecoder, "DNxHD"),
      ElementUse(.dvDecoder, "DV"), ElementUse(.ffv1Decoder, "FFV1"),
      ElementUse(.motionJPEGDecoder, "Motion JPEG"), ElementUse(.jpegDecoder, "JPEG", "Motion JPEG"),
      ElementUse(.pngDecoder, "PNG"), ElementUse(.pixbufDecoder, "TIFF", "BMP", "PNM"),
    ] + hardwareDecoders

  /// Elements that exist only with their device, and are used only on request.
  private static let hardwareDecoders =
    HardwareFamily.allCases.flatMap { family in
      family.decoders.sorted { $0.key < $1.key }.map { ElementUse($0.value, $0.key, needsDevice: true) }
    } + [
      // An element that fetches pictures from a device serves no codec by itself.
      ElementUse(.vaDownload, needsDevice: true), ElementUse(.vaapiDownload, needsDevice: true),
      ElementUse(.cudaDownload, needsDevice: true), ElementUse(.openGLDownload, needsDevice: true),
    ]

  private static let soundDecoders = [
    ElementUse(.aacDecoder, "AAC"), ElementUse(.mpegAudioDecoder, "MP3", "MPEG audio"),
    ElementUse(.opusDecoder, "Opus"), ElementUse(.vorbisDecoder, "Vorbis"), ElementUse(.flacDecoder, "FLAC"),
    ElementUse(.libavFLACDecoder, "FLAC"),
    ElementUse(.alacDecoder, "ALAC"), ElementUse(.ac3Decoder, "AC-3"), ElementUse(.eac3Decoder, "E-AC-3"),
    ElementUse(.dtsDecoder, "DTS"), ElementUse(.wavPackDecoder, "WavPack"), ElementUse(.ttaDecoder, "True Audio"),
    ElementUse(.muLawDecoder, "µ-law"), ElementUse(.aLawDecoder, "A-law"),
  ]

  private static let encoders =
    [
      ElementUse(.h264Encoder, "H.264"), ElementUse(.h265Encoder, "HEVC"), ElementUse(.proResEncoder, "ProRes"),
      ElementUse(.vp8Encoder, "VP8"), ElementUse(.vp9Encoder, "VP9"),
      ElementUse(.ffv1Encoder, "FFV1"),
      ElementUse(.aacEncoder, "AAC"), ElementUse(.opusEncoder, "Opus"), ElementUse(.flacEncoder, "FLAC"),
      ElementUse(.mp3Encoder, "MP3"), ElementUse(.vorbisEncoder, "Vorbis"), ElementUse(.alacEncoder, "ALAC"),
      ElementUse(.ac3Encoder, "AC-3"),
      ElementUse(.pngEncoder, "PNG"), ElementUse(.jpegEncoder, "JPEG"), ElementUse(.motionJPEGEncoder, "Motion JPEG"),
      ElementUse(.webPEncoder, "WebP"),
    ] + hardwareEncoders

  /// Elements that exist only with their device, and are used only on request.
  private static let hardwareEncoders = [
    ElementUse(.nvencH264Encoder, "H.264", needsDevice: true), ElementUse(.nvencH265Encoder, "HEVC", needsDevice: true),
    ElementUse(.vaH264Encoder, "H.264", needsDevice: true),
    ElementUse(.vaH264LowPowerEncoder, "H.264", needsDevice: true),
    ElementUse(.vaH265Encoder, "HEVC", needsDevice: true),
    ElementUse(.vaH265LowPowerEncoder, "HEVC", needsDevice: true),
    ElementUse(.vaapiH264Encoder, "H.264", needsDevice: true), ElementUse(.vaapiH265Encoder, "HEVC", needsDevice: true),
    ElementUse(.v4l2H264Encoder, "H.264", needsDevice: true), ElementUse(.v4l2H265Encoder, "HEVC", needsDevice: true),
  ]
}
