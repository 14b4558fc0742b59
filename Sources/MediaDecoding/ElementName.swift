import Containers
package import GStreamer
package import Rendering

/// The elements this engine uses, and the Debian package of each. All factory names are listed here.
package struct ElementName: Hashable, Sendable, Codable {
  /// The factory, as `gst-inspect-1.0` lists it.
  package let factory: String
  /// The Debian package to install when it is missing; nil for an element found by searching the registry.
  package let package: String?

  private init(_ factory: String, _ package: String?) {
    self.factory = factory
    self.package = package
  }

  /// An element that was found by searching what is installed.
  init(installed factory: String) {
    self.init(factory, nil)
  }

  /// Whether it is installed.
  package var isInstalled: Bool { Framework.hasElement(factory) }

  /// A new element of this kind.
  ///
  /// - Throws: `RenderError` with `.missingPlugin`, which names the package.
  package func make(name: String? = nil) throws(RenderError) -> Element {
    do {
      return try Element(factory, name: name)
    } catch {
      guard error.isMissingElement else { throw RenderError(error) }
      throw missing(underlying: error)
    }
  }

  /// The error that this element is not installed.
  ///
  /// One whose plugin cannot be opened is not there either.
  package func missing(underlying: GStreamerError? = nil) -> RenderError {
    guard !OpenDescriptors.areExhausted else { return .outOfDescriptors(underlying: underlying?.description) }
    return RenderError(
      .missingPlugin, "GStreamer's element \"\(factory)\" is not installed.",
      remedy: package.map { "Install it: apt-get install \($0)." }, underlying: underlying?.description)
  }

  private static let core = "libgstreamer1.0-0"
  private static let base = "gstreamer1.0-plugins-base"
  private static let good = "gstreamer1.0-plugins-good"
  private static let bad = "gstreamer1.0-plugins-bad"
  private static let ugly = "gstreamer1.0-plugins-ugly"
  private static let libav = "gstreamer1.0-libav"
  private static let vaapi = "gstreamer1.0-vaapi"
  private static let openGL = "gstreamer1.0-gl"
  private static let windows = "gstreamer1.0-x"

  // Plumbing.
  static let fileSource = ElementName("filesrc", core)
  package static let fakeSink = ElementName("fakesink", core)
  package static let typeFinder = ElementName("typefind", core)
  package static let capsFilter = ElementName("capsfilter", core)
  static let capsSetter = ElementName("capssetter", good)
  package static let videoConvert = ElementName("videoconvert", base)
  package static let audioConvert = ElementName("audioconvert", base)
  static let deinterlace = ElementName("deinterlace", good)

  package static let videoScale = ElementName("videoscale", base)
  package static let audioResample = ElementName("audioresample", base)

  // Capture.
  package static let screenSource = ElementName("ximagesrc", good)
  package static let testPattern = ElementName("videotestsrc", base)
  package static let testTone = ElementName("audiotestsrc", base)

  // Playing.
  package static let windowSink = ElementName("ximagesink", windows)
  package static let textOverlay = ElementName("textoverlay", windows)
  package static let soundSink = ElementName("autoaudiosink", good)

  // Mixing.
  package static let compositor = ElementName("compositor", base)
  package static let audioMixer = ElementName("audiomixer", base)
  package static let volume = ElementName("volume", base)

  // Containers, in.
  static let movieDemuxer = ElementName("qtdemux", good)
  package static let matroskaDemuxer = ElementName("matroskademux", good)
  package static let transportStreamDemuxer = ElementName("tsdemux", bad)
  package static let programStreamDemuxer = ElementName("mpegpsdemux", ugly)
  package static let aviDemuxer = ElementName("avidemux", good)
  package static let oggDemuxer = ElementName("oggdemux", base)
  package static let flashDemuxer = ElementName("flvdemux", good)
  package static let asfDemuxer = ElementName("asfdemux", ugly)
  static let id3Demuxer = ElementName("id3demux", good)
  package static let waveParser = ElementName("wavparse", good)
  static let aiffParser = ElementName("aiffparse", bad)
  package static let auParser = ElementName("auparse", good)
  static let ttaDemuxer = ElementName("avdemux_tta", libav)
  package static let ivfParser = ElementName("ivfparse", bad)
  static let y4mDecoder = ElementName("y4mdec", bad)
  static let dvDemuxer = ElementName("dvdemux", good)
  package static let mxfDemuxer = ElementName("mxfdemux", bad)

  // Parsers.
  package static let h264Parser = ElementName("h264parse", bad)
  package static let h265Parser = ElementName("h265parse", bad)
  package static let vp9Parser = ElementName("vp9parse", bad)
  static let av1Parser = ElementName("av1parse", bad)
  static let mpegVideoParser = ElementName("mpegvideoparse", bad)
  static let mpeg4VideoParser = ElementName("mpeg4videoparse", bad)
  static let jpegParser = ElementName("jpegparse", bad)
  package static let aacParser = ElementName("aacparse", good)
  package static let mpegAudioParser = ElementName("mpegaudioparse", good)
  package static let opusParser = ElementName("opusparse", bad)
  static let flacParser = ElementName("flacparse", good)
  package static let ac3Parser = ElementName("ac3parse", good)
  package static let dtsParser = ElementName("dcaparse", good)
  static let wavPackParser = ElementName("wavpackparse", good)
  static let amrParser = ElementName("amrparse", good)

  // Decoders.
  static let h264Decoder = ElementName("avdec_h264", libav)
  static let h265Decoder = ElementName("avdec_h265", libav)
  static let vp8Decoder = ElementName("vp8dec", good)
  static let vp9Decoder = ElementName("avdec_vp9", libav)
  static let libvpxVP9Decoder = ElementName("vp9dec", good)
  static let vp8AlphaDecoder = ElementName("vp8alphadecodebin", bad)
  static let vp9AlphaDecoder = ElementName("vp9alphadecodebin", bad)
  static let av1Decoder = ElementName("av1dec", bad)
  static let mpeg2Decoder = ElementName("avdec_mpeg2video", libav)
  static let mpeg1Decoder = ElementName("avdec_mpegvideo", libav)
  static let mpeg4Decoder = ElementName("avdec_mpeg4", libav)
  static let theoraDecoder = ElementName("theoradec", base)
  static let proResDecoder = ElementName("avdec_prores", libav)
  static let ffv1Decoder = ElementName("avdec_ffv1", libav)
  static let motionJPEGDecoder = ElementName("avdec_mjpeg", libav)
  package static let jpegDecoder = ElementName("jpegdec", good)
  static let pixbufDecoder = ElementName("gdkpixbufdec", good)
  static let pngDecoder = ElementName("pngdec", good)
  static let aacDecoder = ElementName("avdec_aac", libav)
  static let mpegAudioDecoder = ElementName("mpg123audiodec", good)
  static let opusDecoder = ElementName("opusdec", base)
  static let vorbisDecoder = ElementName("vorbisdec", base)
  package static let libavFLACDecoder = ElementName("avdec_flac", libav)
  static let flacDecoder = ElementName("flacdec", good)
  static let ac3Decoder = ElementName("avdec_ac3", libav)
  static let eac3Decoder = ElementName("avdec_eac3", libav)
  static let dtsDecoder = ElementName("avdec_dca", libav)
  static let wavPackDecoder = ElementName("wavpackdec", good)
  static let ttaDecoder = ElementName("avdec_tta", libav)
  static let dvDecoder = ElementName("avdec_dvvideo", libav)
  static let dnxDecoder = ElementName("avdec_dnxhd", libav)
  static let alacDecoder = ElementName("avdec_alac", libav)
  static let muLawDecoder = ElementName("mulawdec", good)
  static let aLawDecoder = ElementName("alawdec", good)

  // Encoders.
  package static let h264Encoder = ElementName("x264enc", ugly)
  package static let h265Encoder = ElementName("x265enc", bad)
  package static let proResEncoder = ElementName("avenc_prores_ks", libav)
  package static let vp8Encoder = ElementName("vp8enc", good)
  package static let vp9Encoder = ElementName("vp9enc", good)
  package static let ffv1Encoder = ElementName("avenc_ffv1", libav)
  package static let aacEncoder = ElementName("avenc_aac", libav)
  package static let opusEncoder = ElementName("opusenc", base)
  package static let mp3Encoder = ElementName("lamemp3enc", good)
  package static let vorbisEncoder = ElementName("vorbisenc", base)
  package static let alacEncoder = ElementName("avenc_alac", libav)
  package static let ac3Encoder = ElementName("avenc_ac3", libav)
  package static let flacEncoder = ElementName("flacenc", good)
  package static let pngEncoder = ElementName("pngenc", good)
  package static let motionJPEGEncoder = ElementName("avenc_mjpeg", libav)
  package static let jpegEncoder = ElementName("jpegenc", good)
  package static let webPEncoder = ElementName("webpenc", bad)

  // Encoders in hardware, which are there where their device is.
  package static let nvencH264Encoder = ElementName("nvh264enc", bad)
  package static let nvencH265Encoder = ElementName("nvh265enc", bad)
  package static let vaH264Encoder = ElementName("vah264enc", bad)
  package static let vaH264LowPowerEncoder = ElementName("vah264lpenc", bad)
  package static let vaH265Encoder = ElementName("vah265enc", bad)
  package static let vaH265LowPowerEncoder = ElementName("vah265lpenc", bad)
  package static let vaapiH264Encoder = ElementName("vaapih264enc", vaapi)
  package static let vaapiH265Encoder = ElementName("vaapih265enc", vaapi)
  package static let v4l2H264Encoder = ElementName("v4l2h264enc", good)
  package static let v4l2H265Encoder = ElementName("v4l2h265enc", good)

  // Decoders in hardware, likewise, by the codec; and what fetches their pictures from the device's memory.
  static let nvidiaDecoders = [
    "H.264": ElementName("nvh264dec", bad), "HEVC": ElementName("nvh265dec", bad), "VP8": ElementName("nvvp8dec", bad),
    "VP9": ElementName("nvvp9dec", bad), "AV1": ElementName("nvav1dec", bad),
    "MPEG-2": ElementName("nvmpeg2videodec", bad),
  ]
  static let vaDecoders = [
    "H.264": ElementName("vah264dec", bad), "HEVC": ElementName("vah265dec", bad), "VP8": ElementName("vavp8dec", bad),
    "VP9": ElementName("vavp9dec", bad), "AV1": ElementName("vaav1dec", bad), "MPEG-2": ElementName("vampeg2dec", bad),
  ]
  static let vaapiDecoders = [
    "H.264": ElementName("vaapih264dec", vaapi), "HEVC": ElementName("vaapih265dec", vaapi),
    "VP8": ElementName("vaapivp8dec", vaapi), "VP9": ElementName("vaapivp9dec", vaapi),
    "AV1": ElementName("vaapiav1dec", vaapi), "MPEG-2": ElementName("vaapimpeg2dec", vaapi),
  ]
  static let v4l2StatelessDecoders = [
    "H.264": ElementName("v4l2slh264dec", bad), "HEVC": ElementName("v4l2slh265dec", bad),
    "VP8": ElementName("v4l2slvp8dec", bad), "VP9": ElementName("v4l2slvp9dec", bad),
    "AV1": ElementName("v4l2slav1dec", bad), "MPEG-2": ElementName("v4l2slmpeg2dec", bad),
  ]
  static let v4l2Decoders = [
    "H.264": ElementName("v4l2h264dec", good), "HEVC": ElementName("v4l2h265dec", good),
    "VP8": ElementName("v4l2vp8dec", good), "VP9": ElementName("v4l2vp9dec", good),
    "MPEG-2": ElementName("v4l2mpeg2dec", good),
  ]
  static let vaDownload = ElementName("vapostproc", bad)
  static let cudaDownload = ElementName("cudadownload", bad)
  static let vaapiDownload = ElementName("vaapipostproc", vaapi)
  static let openGLDownload = ElementName("gldownload", openGL)
}
