import Foundation
import MediaFormats
import Testing

/// Settings of an export as JSON: the object `export` of a project file.
@Suite("Settings of an export")
struct ExportSettingsTests {
  private func recoded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test(arguments: FileType.allCases) func `every pair of codecs in every container comes back`(type: FileType) throws {
    let videos: [VideoSettings?] =
      [nil]
      + type.format.videoCodecs.flatMap { codec in
        [nil, .constantQuality(18.5), .averageBitrate(4_000_000)].map {
          VideoSettings(codec: codec, rateControl: $0, speed: .slow, keyframeInterval: 48, pixelFormat: .yuv422p)
        } + [VideoSettings(codec: codec)]
      }
    let audios: [AudioSettings?] =
      [nil]
      + type.format.audioCodecs.flatMap {
        [AudioSettings(codec: $0), AudioSettings(codec: $0, bitrate: 96_000, sampleRate: 48_000, channels: 6)]
      }
    for video in videos {
      for audio in audios {
        let settings = ExportSettings(fileType: type, video: video, audio: audio)
        #expect(try recoded(settings) == settings)
        if let video { #expect(try recoded(video) == video) }
        if let audio { #expect(try recoded(audio) == audio) }
      }
    }
  }

  @Test func `they are written as a project writes them`() throws {
    let settings = ExportSettings(
      fileType: .mp4, video: VideoSettings(codec: .h264, rateControl: .constantQuality(23), speed: .veryfast),
      audio: AudioSettings(codec: .aac, bitrate: 128_000))
    #expect(
      try json(settings)
        == #"{"audio":{"bitrate":128000,"codec":"aac"},"fileType":"mp4","#
        + #""video":{"codec":"h264","quality":23,"speed":"veryfast"}}"#)
    #expect(
      try json(ExportSettings(fileType: .mkv, video: nil, audio: AudioSettings(codec: .flac)))
        == #"{"audio":{"codec":"flac"},"fileType":"mkv","video":{"codec":"none"}}"#)
    #expect(
      try json(ExportSettings(fileType: .wav, video: nil, audio: AudioSettings(codec: .pcm)))
        == #"{"audio":{"codec":"pcm"},"fileType":"wav"}"#)
  }

  @Test func `an open codec is the container's usual one`() throws {
    let text = #"{"fileType":"webm","video":{"bitrate":1000}}"#
    #expect(
      try JSONDecoder().decode(ExportSettings.self, from: Data(text.utf8))
        == ExportSettings(
          fileType: .webm, video: VideoSettings(codec: .vp9, rateControl: .averageBitrate(1_000)),
          audio: AudioSettings(codec: .opus)))
  }

  @Test func `a rate is a quality or a bit rate`() throws {
    for control in [RateControl.constantQuality(0), .constantQuality(30.25), .averageBitrate(1), .constantBitrate(1)] {
      #expect(try recoded(control) == control)
    }
    #expect(try json(RateControl.averageBitrate(5)) == #"{"bitrate":5}"#)
    #expect(try json(RateControl.constantBitrate(5)) == #"{"bitrate":5,"bitrateMode":"constant"}"#)
    var video = VideoSettings(codec: .h264, rateControl: .averageBitrate(5))
    (video.profile, video.level, video.passes, video.hardware) = ("high", "4.1", 2, .prefer)
    #expect(try JSONDecoder().decode(VideoSettings.self, from: Data(json(video).utf8)) == video)
    #expect(RateControl.constantQuality(3).quality == 3 && RateControl.constantQuality(3).bitrate == nil)
  }

  @Test(arguments: [
    #"{"fileType":"mp4","video":{"codec":"h264","quality":23,"bitrate":5}}"#, #"{"video":{"codec":"h264"}}"#,
    #"{"fileType":"avi"}"#, #"{"fileType":"mp4","video":{"codec":"divx"}}"#,
  ])
  func `words that are no settings are refused`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(ExportSettings.self, from: Data(text.utf8)) }
  }

  @Test func `settings of one medium name a codec`() {
    for text in ["{}", #"{"codec":"none"}"#] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(VideoSettings.self, from: Data(text.utf8)) }
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(AudioSettings.self, from: Data(text.utf8)) }
    }
  }

  @Test func `an open value of a description has no key`() throws {
    let descriptions = [
      ("{}", ExportDescription()),
      (#"{"audio":{},"video":{}}"#, ExportDescription(video: VideoDescription(), audio: AudioDescription())),
      (
        #"{"audio":{"channels":2},"fileType":"mkv","video":{"codec":"none","speed":"slow"}}"#,
        ExportDescription(
          fileType: .mkv, video: VideoDescription(codec: .omitted, speed: .slow),
          audio: AudioDescription(codec: nil, channels: 2))
      ),
      (
        #"{"audio":{"codec":"pcm","sampleFormat":"float","sampleRate":44100},"#
          + #""video":{"bitrate":9,"codec":"hevc","hardware":"off","keyframeInterval":4,"level":"4.1","passes":2,"#
          + #""pixelFormat":"yuv420p10","profile":"main10"}}"#,
        ExportDescription(
          video: VideoDescription(
            codec: .codec(.hevc), rateControl: .averageBitrate(9), keyframeInterval: 4, pixelFormat: .yuv420p10,
            profile: "main10", level: "4.1", passes: 2, hardware: .off),
          audio: AudioDescription(codec: .codec(.pcm), sampleRate: 44_100, sampleFormat: .float))
      ),
    ]
    for (text, description) in descriptions {
      #expect(try json(description) == text)
      #expect(try JSONDecoder().decode(ExportDescription.self, from: Data(text.utf8)) == description)
    }
    let null = Data(#"{"codec":null}"#.utf8)
    #expect(try JSONDecoder().decode(VideoDescription.self, from: null) == VideoDescription())
    #expect(try JSONDecoder().decode(AudioDescription.self, from: null) == AudioDescription())
  }

  @Test func `a description gives the settings it was made of`() {
    for type in FileType.allCases {
      let settings = ExportSettings(
        fileType: type, video: nil, audio: type.format.audioCodecs.last.map { AudioSettings(codec: $0) })
      #expect(ExportDescription(settings).settings(in: type) == settings)
    }
  }

  @Test func `another codec replaces what was meant for the one before, and a rate the other kind of rate`() {
    let base = ExportDescription(
      fileType: .mkv,
      video: VideoDescription(
        codec: .codec(.h264), rateControl: .averageBitrate(9), speed: .slow, keyframeInterval: 12,
        pixelFormat: .yuv444p),
      audio: AudioDescription(codec: .codec(.aac), bitrate: 7, sampleRate: 48_000))
    let other = ExportDescription(
      video: VideoDescription(codec: .codec(.ffv1)), audio: AudioDescription(codec: .codec(.flac)))
    #expect(
      other.merged(over: base)
        == ExportDescription(
          fileType: .mkv,
          video: VideoDescription(codec: .codec(.ffv1), keyframeInterval: 12, pixelFormat: .yuv444p),
          audio: AudioDescription(codec: .codec(.flac), sampleRate: 48_000)))
    let finer = ExportDescription(video: VideoDescription(codec: nil, rateControl: .constantQuality(18)))
    #expect(finer.merged(over: base).video?.rateControl == .constantQuality(18))
    #expect(finer.merged(over: base).video?.speed == .slow)
    #expect(ExportDescription().merged(over: base) == base)
  }
}
