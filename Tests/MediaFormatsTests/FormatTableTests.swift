import MediaFormats
import Testing

@Suite("The table of formats")
struct FormatTableTests {
  @Test func `containers and codecs have the names of the project format`() {
    #expect(
      FileType.allCases.map(\.rawValue) == [
        "mp4", "mov", "mkv", "webm", "ts", "m4a", "wav", "aiff", "flac", "ogg", "mp3", "gif", "png", "jpg", "webp",
      ])
    #expect(FileType.allCases.filter(\.isSoundOnly) == [.m4a, .wav, .aiff, .flac, .ogg, .mp3])
    #expect(
      VideoCodec.allCases.map(\.rawValue) == [
        "h264", "hevc", "vp8", "vp9", "av1", "prores", "dnxhr", "mjpeg", "ffv1", "png", "webp", "gif",
      ])
    #expect(AudioCodec.allCases.map(\.rawValue) == ["aac", "opus", "mp3", "flac", "pcm", "vorbis", "alac", "ac3"])
    #expect(
      PixelFormat.outputFormats.map(\.rawValue)
        == ["yuv420p", "yuv422p", "yuv444p", "yuv420p10", "yuv422p10", "yuv444p10"])
  }

  @Test(arguments: FileType.allCases) func `a container's row is complete and its endings are its own`(type: FileType) {
    let format = type.format
    #expect(format.audioCodecs.isEmpty == (type.isPictureSequence || type == .gif))
    #expect(format.pathExtensions.first == type.rawValue)
    for ending in format.pathExtensions {
      #expect(FileType(pathExtension: ending) == type)
      #expect(FileType(pathExtension: ending.uppercased()) == type)
    }
    #expect(Set(format.videoCodecs).count == format.videoCodecs.count)
    #expect(Set(format.audioCodecs).count == format.audioCodecs.count)
  }

  @Test func `titles tell rows apart`() {
    #expect(Set(FileType.allCases.map(\.format.title)).count == FileType.allCases.count)
    #expect(Set(VideoCodec.allCases.map(\.format.title)).count == VideoCodec.allCases.count)
    #expect(Set(AudioCodec.allCases.map(\.format.title)).count == AudioCodec.allCases.count)
  }

  @Test func `transport streams of 192 byte packets are not taken for those of 188`() {
    #expect(["m2ts", "mts", "avi", ""].map { FileType(pathExtension: $0) } == [nil, nil, nil, nil])
  }

  @Test(arguments: VideoCodec.allCases) func `the usual quality is in range, and the usual pixel format the first`(
    codec: VideoCodec
  ) {
    let format = codec.format
    if let scale = format.qualityScale { #expect(scale.range.contains(scale.usual)) }
    let isRGB = [.png, .webp, .gif].contains(codec)
    let usual: PixelFormat = codec == .prores ? .yuv422p10 : codec == .dnxhr ? .yuv422p : isRGB ? .rgb24 : .yuv420p
    #expect(format.pixelFormats.first == usual)
    #expect(format.keyframeInterval == ([.ffv1, .prores, .dnxhr, .png, .mjpeg, .webp, .gif].contains(codec) ? 1 : 250))
  }

  @Test func `lossless sound has no bit rate and comes at every rate`() {
    #expect(AudioCodec.allCases.filter(\.format.isLossless) == [.flac, .pcm, .alac])
    #expect(AudioCodec.opus.format.sampleRates == [48_000])
    for codec in AudioCodec.allCases { #expect(codec.format.sampleRates == codec.format.sampleRates.sorted()) }
  }

  @Test(arguments: PixelFormat.allCases) func `planes hold every sample`(format: PixelFormat) {
    let layout = format.layout
    let bytes = layout.extents(of: PixelSize(width: 96, height: 4)).reduce(0) { $0 + $1.rowByteCount * $1.height }
    let pixels = 96 * 4
    let chroma = format.isRGB ? 2 * pixels : 2 * pixels / (layout.chroma.across * layout.chroma.down)
    let samples = pixels + chroma + (format.hasAlpha ? pixels : 0)
    // v210 packs three samples into four bytes.
    #expect(bytes == (format == .v210 ? samples * 4 / 3 : samples * (format.bitDepth > 8 ? 2 : 1)))
  }

  @Test func `formats are known by FFmpeg's names as well`() {
    #expect(PixelFormat(name: "yuva444p10le") == .yuva444p10)
    #expect(PixelFormat(name: "yuva444p10") == .yuva444p10)
    #expect(PixelFormat(name: "rgba") == .rgba)
    #expect(PixelFormat(name: "yuva444p12le") == nil)
  }

  @Test func `chroma of an odd size is rounded up`() {
    let size = PixelSize(width: 5, height: 3)
    #expect(PixelFormat.yuv420p.layout.extents(of: size).map(\.rowByteCount) == [5, 3, 3])
    #expect(PixelFormat.yuv420p.layout.extents(of: size).map(\.height) == [3, 2, 2])
    #expect(PixelFormat.p010.layout.extents(of: size).map(\.rowByteCount) == [10, 12])
    #expect(PixelFormat.v210.layout.extents(of: size).map(\.rowByteCount) == [128])
    #expect(PixelFormat.yuva420p.layout.extents(of: size).map(\.height) == [3, 2, 2, 3])
  }

  @Test func `ten bits, alpha and RGB are known`() {
    #expect(
      PixelFormat.allCases.filter { $0.bitDepth == 10 } == [
        .yuv420p10, .p010, .yuv422p10, .v210, .yuv444p10, .yuva420p10, .yuva422p10, .yuva444p10,
      ])
    #expect(
      PixelFormat.allCases.filter(\.hasAlpha) == [
        .yuva420p, .yuva420p10, .yuva422p10, .yuva444p10, .bgra, .argb, .abgr, .rgba,
      ])
    #expect(PixelFormat.allCases.filter(\.isRGB) == [.rgb24, .bgra, .argb, .abgr, .rgba])
  }

  @Test func `what sample formats are written with`() {
    #expect(SampleFormat.allCases.map(\.bitDepth) == [16, 24, 32, 32])
    #expect(SampleFormat.allCases.filter(\.isFloat) == [.float])
  }
}
