import EditingModel
import MediaFormats
import Rendering
import Testing

struct ExportRulesTests {
  /// Every combination that can be written; all others are refused.
  private static let offered: [FileType: (video: Set<VideoCodec>, audio: Set<AudioCodec>)] = [
    .mp4: ([.h264, .hevc, .av1, .vp9], [.aac, .alac, .mp3, .ac3]),
    .mov: ([.h264, .hevc, .prores, .dnxhr, .mjpeg], [.aac, .pcm, .alac, .ac3]),
    .mkv: ([.h264, .hevc, .av1, .vp9, .vp8, .ffv1, .prores, .mjpeg], [.opus, .flac, .pcm, .aac, .mp3, .ac3, .vorbis]),
    .webm: ([.vp8, .vp9, .av1], [.opus, .vorbis]), .ts: ([.h264, .hevc], [.aac, .mp3, .ac3]),
    .m4a: ([], [.aac, .alac]), .wav: ([], [.pcm]), .aiff: ([], [.pcm]), .flac: ([], [.flac]),
    .ogg: ([], [.opus, .vorbis, .flac]), .mp3: ([], [.mp3]), .gif: ([.gif], []), .png: ([.png], []),
    .jpg: ([.mjpeg], []),
    .webp: ([.webp], []),
  ]

  private func refusal(of settings: ExportSettings) -> RenderError.Code? {
    do throws(RenderError) {
      _ = try ExportRules.complete(settings)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: FileType.allCases)
  func `a container takes its own codecs and refuses all others by name`(fileType: FileType) throws {
    let offered = try #require(Self.offered[fileType])
    for codec in VideoCodec.allCases {
      let settings = ExportSettings(fileType: fileType, video: VideoSettings(codec: codec), audio: nil)
      #expect(refusal(of: settings) == (offered.video.contains(codec) ? nil : .unsupported))
    }
    for codec in AudioCodec.allCases {
      let settings = ExportSettings(fileType: fileType, video: nil, audio: AudioSettings(codec: codec))
      #expect(refusal(of: settings) == (offered.audio.contains(codec) ? nil : .unsupported))
    }
  }

  @Test func `a refusal says what the container takes`() {
    let settings = ExportSettings(fileType: .mkv, video: VideoSettings(codec: .dnxhr), audio: nil)
    let error = #expect(throws: RenderError.self) { try ExportRules.complete(settings) }
    #expect(
      error?.description
        == "A Matroska file cannot be written with pictures in DNxHR. "
        + "It takes H.264, HEVC, AV1, VP9, VP8, FFV1, ProRes, Motion JPEG.")
  }

  @Test(arguments: FileType.allCases)
  func `what is usual is complete and can be written`(fileType: FileType) throws {
    let settings = ExportRules.defaults(for: fileType)
    #expect(settings.fileType == fileType)
    #expect((settings.video == nil) == fileType.isSoundOnly)
    #expect((settings.audio == nil) == (fileType.isPictureSequence || fileType == .gif))
    #expect(try ExportRules.complete(settings) == settings)
  }

  @Test func `the usual codecs are those that play`() {
    let usual = Dictionary(
      uniqueKeysWithValues: FileType.allCases.map { fileType in
        let settings = ExportRules.defaults(for: fileType)
        return (fileType, [settings.video?.codec.rawValue, settings.audio?.codec.rawValue])
      })
    #expect(
      usual == [
        .mp4: ["h264", "aac"], .mov: ["h264", "aac"], .mkv: ["h264", "opus"], .webm: ["vp9", "opus"],
        .ts: ["h264", "aac"], .m4a: [nil, "aac"], .wav: [nil, "pcm"], .flac: [nil, "flac"], .png: ["png", nil],
        .aiff: [nil, "pcm"], .ogg: [nil, "opus"], .mp3: [nil, "mp3"], .gif: ["gif", nil], .jpg: ["mjpeg", nil],
        .webp: ["webp", nil],
      ])
  }

  @Test func `what is not said is filled in and what is said stays`() throws {
    let bare = ExportSettings(
      fileType: .mp4, video: VideoSettings(codec: .h264), audio: AudioSettings(codec: .aac, channels: 1))
    #expect(
      try ExportRules.complete(bare)
        == ExportSettings(
          fileType: .mp4,
          video: VideoSettings(
            codec: .h264, rateControl: .constantQuality(23), speed: .medium, keyframeInterval: 250),
          audio: AudioSettings(codec: .aac, channels: 1)))
    let said = ExportSettings(
      fileType: .mkv,
      video: VideoSettings(
        codec: .h264, rateControl: .averageBitrate(1_000_000), speed: .veryfast, keyframeInterval: 1,
        pixelFormat: .yuv444p),
      audio: AudioSettings(codec: .flac, sampleRate: 192_000, channels: 8))
    #expect(try ExportRules.complete(said) == said)
    let lossless = ExportSettings(fileType: .mkv, video: VideoSettings(codec: .ffv1), audio: nil)
    #expect(
      try ExportRules.complete(lossless).video
        == VideoSettings(codec: .ffv1, keyframeInterval: 1))
    let opus = ExportSettings(fileType: .webm, video: nil, audio: AudioSettings(codec: .opus))
    #expect(try ExportRules.complete(opus).audio?.sampleRate == 48_000)
  }

  @Test(
    arguments: [
      VideoSettings(codec: .h264, rateControl: .constantQuality(-1)),
      VideoSettings(codec: .h264, rateControl: .constantQuality(51.5)),
      VideoSettings(codec: .h264, rateControl: .constantQuality(.nan)),
      VideoSettings(codec: .h264, rateControl: .averageBitrate(0)), VideoSettings(codec: .h264, keyframeInterval: 0),
      VideoSettings(codec: .h264, pixelFormat: .p010), VideoSettings(codec: .ffv1, pixelFormat: .nv12),
      VideoSettings(codec: .ffv1, rateControl: .constantQuality(3)),
      VideoSettings(codec: .ffv1, rateControl: .averageBitrate(3)),
      VideoSettings(codec: .ffv1, speed: .fast), VideoSettings(codec: .ffv1, keyframeInterval: 2),
    ])
  func `a picture that no encoder makes is refused`(video: VideoSettings) {
    let error = #expect(throws: RenderError.self) {
      try ExportRules.complete(ExportSettings(fileType: .mkv, video: video, audio: nil))
    }
    #expect(error?.code == .unsupported)
  }

  @Test(arguments: [VideoCodec.vp8, .vp9])
  func `WebM takes its quality from 0 to 63 and no pixels of 4 to 2 to 2 in 8 bits`(codec: VideoCodec) throws {
    func settings(_ video: VideoSettings) -> ExportSettings {
      ExportSettings(fileType: .webm, video: video, audio: nil)
    }
    for quality in [0.0, 63] {
      let wanted = settings(VideoSettings(codec: codec, rateControl: .constantQuality(quality)))
      #expect(try ExportRules.complete(wanted).video?.rateControl == .constantQuality(quality))
    }
    #expect(throws: RenderError.self) {
      try ExportRules.complete(settings(VideoSettings(codec: codec, rateControl: .constantQuality(64))))
    }
    #expect(throws: RenderError.self) {
      try ExportRules.complete(settings(VideoSettings(codec: codec, pixelFormat: .yuv422p)))
    }
  }

  @Test(
    arguments: [
      AudioSettings(codec: .opus, sampleRate: 44_100), AudioSettings(codec: .opus, bitrate: 0),
      AudioSettings(codec: .flac, bitrate: 1_000), AudioSettings(codec: .pcm, channels: 0),
      AudioSettings(codec: .pcm, channels: 9), AudioSettings(codec: .pcm, sampleRate: 0),
      AudioSettings(codec: .flac, sampleRate: 44_101), AudioSettings(codec: .aac, bitrate: 1),
      AudioSettings(codec: .opus, bitrate: 3_999), AudioSettings(codec: .opus, bitrate: 650_001),
    ])
  func `a sound that no encoder makes is refused`(audio: AudioSettings) {
    let error = #expect(throws: RenderError.self) {
      try ExportRules.complete(ExportSettings(fileType: .mkv, video: nil, audio: audio))
    }
    #expect(error?.code == .unsupported)
  }

  @Test(arguments: FileType.allCases)
  func `neither picture nor sound is no film`(fileType: FileType) {
    #expect(throws: RenderError.self) {
      try ExportRules.complete(ExportSettings(fileType: fileType, video: nil, audio: nil))
    }
  }

  @Test func `a name's ending tells the container`() {
    for fileType in FileType.allCases {
      #expect(FileType(pathExtension: fileType.rawValue) == fileType)
      #expect(FileType(pathExtension: fileType.rawValue.uppercased()) == fileType)
    }
    #expect(FileType(pathExtension: "m4v") == .mp4)
    #expect(FileType(pathExtension: "avi") == nil)
    #expect(FileType(pathExtension: "") == nil)
  }
}
