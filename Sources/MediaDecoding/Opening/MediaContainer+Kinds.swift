import Containers
import MediaFormats
import Rendering

/// The kinds of file that are read.
extension MediaContainer {
  // Streams of pictures and sound.
  static let quickTime = MediaContainer.streams(.movieDemuxer, name: "QuickTime")
  static let mpeg4 = MediaContainer.streams(.movieDemuxer, name: "MPEG-4")
  static let matroska = MediaContainer.streams(.matroskaDemuxer, name: "Matroska")
  static let webM = MediaContainer.streams(.matroskaDemuxer, name: "WebM")
  static let transportStream = MediaContainer.streams(.transportStreamDemuxer, name: "MPEG transport stream")
  static let programStream = MediaContainer.streams(.programStreamDemuxer, name: "MPEG program stream")
  package static let avi = MediaContainer.streams(.aviDemuxer, name: "AVI")
  static let ogg = MediaContainer.streams(.oggDemuxer, name: "Ogg")
  static let flashVideo = MediaContainer.streams(.flashDemuxer, name: "Flash video")
  static let asf = MediaContainer.streams(.asfDemuxer, name: "ASF")
  static let dv = MediaContainer.streams(.dvDemuxer, name: "DV")
  static let mxf = MediaContainer.streams(.mxfDemuxer, name: "MXF")

  // Pictures alone.
  static let ivf = MediaContainer.single([.ivfParser], name: "IVF")
  static let y4m = MediaContainer.single([.y4mDecoder], name: "YUV4MPEG2")
  static let h264Stream = MediaContainer.single([.h264Parser], name: "H.264 stream")
  static let h265Stream = MediaContainer.single([.h265Parser], name: "HEVC stream")
  static let mpegVideoStream = MediaContainer.single([.mpegVideoParser], name: "MPEG video stream")
  static let mpeg4VideoStream = MediaContainer.single([.mpeg4VideoParser], name: "MPEG-4 video stream")

  // Sound alone.
  package static let mp3 = MediaContainer.single([.id3Demuxer, .mpegAudioParser], name: "MP3")
  package static let mpegAudio = MediaContainer.single([.mpegAudioParser], name: "MPEG audio")
  package static let adts = MediaContainer.single([.aacParser], name: "ADTS")
  static let wave = MediaContainer.single([.waveParser], name: "WAVE")
  static let aiff = MediaContainer.single([.aiffParser], name: "AIFF")
  package static let flac = MediaContainer.listed(.flac, name: "FLAC")
  package static let ac3 = MediaContainer.single([.ac3Parser], name: "AC-3")
  static let au = MediaContainer.single([.auParser], name: "AU")
  package static let dts = MediaContainer.single([.dtsParser], name: "DTS")
  package static let wavPack = MediaContainer.single([.wavPackParser], name: "WavPack")
  static let trueAudio = MediaContainer.streams(.ttaDemuxer, name: "True Audio")
  static let amr = MediaContainer.single([.amrParser], name: "AMR")

  // Stills and animations.
  static let png = MediaContainer.still(parser: nil, decoder: .pngDecoder, name: "PNG")
  static let jpeg = MediaContainer.still(parser: .jpegParser, decoder: .jpegDecoder, name: "JPEG")
  static let tiff = MediaContainer.still(parser: nil, decoder: .pixbufDecoder, name: "TIFF")
  static let bmp = MediaContainer.still(parser: nil, decoder: .pixbufDecoder, name: "BMP")
  static let pnm = MediaContainer.still(parser: nil, decoder: .pixbufDecoder, name: "PNM")
  package static let webP = MediaContainer.pictures(.webP, name: "WebP")
  static let jpeg2000 = MediaContainer.pictures(.jpeg2000, name: "JPEG 2000")
  package static let svg = MediaContainer.pictures(.svg, name: "SVG")
  package static let gif = MediaContainer.pictures(.gif, name: "GIF")
  package static let animatedPNG = MediaContainer.pictures(.animatedPNG, name: "APNG")
  static let heif = MediaContainer.pictures(.heif, name: "HEIF")
  static let avif = MediaContainer.pictures(.heif, name: "AVIF")

  /// Every kind, those that hold the most first.
  package static let all: [MediaContainer] = [
    .quickTime, .mpeg4, .matroska, .webM, .transportStream, .programStream, .avi, .ogg, .flashVideo, .asf, .dv, .mxf,
    .ivf, .y4m, .h264Stream, .h265Stream, .mpegVideoStream, .mpeg4VideoStream,
    .mp3, .mpegAudio, .adts, .wave, .aiff, .flac, .ac3, .au, .dts, .wavPack, .trueAudio, .amr,
    .png, .jpeg, .tiff, .bmp, .pnm, .webP, .jpeg2000, .svg, .gif, .animatedPNG, .heif, .avif,
  ]

  /// The elements that find the streams of such a file; none for pictures that are read by code of this engine.
  package var elements: [ElementName] {
    switch self {
    case .streams(let demuxer, _): [demuxer]
    case .single(let parsers, _): parsers
    case .still(let parser, let decoder, _): [parser, decoder].compactMap(\.self)
    case .listed, .packets, .pictures: []
    }
  }
}

extension SampleFile {
  /// The way to open the file.
  package var container: MediaContainer { .listed(.samples, name: name) }
}

extension WaveFile {
  /// The way to open a file with packets of a codec that a parser has to find, or with lengths that `wavparse` does not
  /// read; nil for others.
  package func container() throws -> MediaContainer? {
    switch format.littleEndian(at: 0, 2) {
    // QUIRK: WAVE: `mpegaudioparse` loses the last packet of MPEG audio behind `wavparse`, or all of it. In: GStreamer 1.22. Test:
    // "MPEG audio in WAVE is read to its end".
    case 0x50, 0x55: return .single([.mpegAudioParser], name: name)
    case 0x2000, 0x2001:
      throw RenderError(
        .unsupported, "The WAVE file holds AC-3 or DTS, of which much would be lost.",
        remedy: "Put it into another container, as with: ffmpeg -i FILE -c copy NEW.mka.")
    case 0xFF: return .single([.waveParser, .aacParser], name: name)
    default: return isLong ? .single([.waveParser], name: name) : nil
    }
  }
}
