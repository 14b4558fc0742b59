import EditingModel
import FoundationEssentials
import MediaFormats
import MediaTime
import ProjectFile
import Testing

@Suite struct ProjectReadingTests {
  private func time(_ value: Int64, _ timescale: CMTimeScale = 1) -> CMTime {
    CMTime(value: value, timescale: timescale)
  }

  private func range(_ start: CMTime, _ duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
  }

  @Test func `the contract's example reads as the model it describes`() throws {
    let film = try Project(Projects.contract).resolve()
    let cat = AssetReference(url: URL(filePath: "/films/demo/media/cat.mp4"), name: "cat")
    let voice = AssetReference(url: URL(filePath: "/srv/voice.wav"), name: "voice")
    func clip(_ asset: AssetReference, _ source: CMTimeRange, at start: CMTime) -> CompositionTrackSegment {
      CompositionTrackSegment(
        source: CompositionTrackSegment.Source(asset: asset), sourceRange: source,
        targetRange: range(start, source.duration))
    }
    #expect(
      film.composition
        == Composition(tracks: [
          CompositionTrack(id: 1, mediaType: .video, segments: [clip(cat, range(.zero, time(8)), at: .zero)]),
          CompositionTrack(
            id: 2, mediaType: .video,
            segments: [
              CompositionTrackSegment(emptyOver: range(.zero, time(7))),
              clip(cat, range(time(21, 2), time(8)), at: time(7)),
            ]),
          CompositionTrack(
            id: 3, mediaType: .audio,
            segments: [
              clip(cat, range(.zero, time(8)), at: .zero),
              CompositionTrackSegment(emptyOver: range(time(8), time(3))),
              clip(voice, range(.zero, time(1, 200)), at: time(11)),
            ]),
        ]))
    #expect(
      film.videoComposition
        == VideoComposition(
          frameDuration: time(1001, 30_000), renderSize: Size(width: 1280, height: 720),
          instructions: [
            VideoCompositionInstruction(
              timeRange: range(.zero, time(7)), layerInstructions: [LayerInstruction(trackID: 1)]),
            VideoCompositionInstruction(
              timeRange: range(time(7), time(1)),
              layerInstructions: [
                LayerInstruction(
                  trackID: 1, opacity: Ramps([.ramp(range: range(time(7), time(1)), from: 1, to: 0)])),
                LayerInstruction(trackID: 2),
              ]),
            VideoCompositionInstruction(
              timeRange: range(time(8), time(7)),
              layerInstructions: [
                LayerInstruction(trackID: 2, transform: Ramps([.setting(at: time(8), value: .identity)]))
              ]),
          ]))
    #expect(
      film.audioMix
        == AudioMix(inputParameters: [
          AudioMixInputParameters(
            trackID: 3,
            volume: Ramps([.setting(at: .zero, value: 1), .ramp(range: range(time(10), time(1)), from: 1, to: 0.2)]))
        ]))
    #expect(
      film.export
        == ExportDescription(
          fileType: .mp4,
          video: VideoDescription(codec: .codec(.h264), rateControl: .constantQuality(23), speed: .veryfast),
          audio: AudioDescription(codec: .codec(.aac))))
  }

  @Test func `keys that a project leaves out have the format's defaults`() throws {
    let film = try Project(Projects.smallest).resolve()
    #expect(film.videoComposition == nil && film.audioMix == nil && film.export == ExportDescription())
    #expect(film.composition.duration == time(1))
    let track = try #require(film.composition.tracks.first)
    #expect(track.isEnabled && track.preferredVolume == 1 && track.segments.first?.timePitch == .preserve)
  }

  @Test func `every key of the format is read`() throws {
    let project = try Project(Projects.everything)
    #expect(project.usesFrameTimes && project.frameDuration == time(1, 25))
    let film = try project.resolve()
    let picture = try #require(film.composition.tracks.first)
    #expect(film.composition.naturalSize == Size(width: 320, height: 180))
    #expect(picture.preferredVolume == 0.5 && picture.extendedLanguageTag == "de-CH")
    #expect(picture.preferredTransform == Transform(a: 0, b: 1, c: -1, d: 0, tx: 100, ty: 0))
    let clip = try #require(picture.segments.last)
    #expect(clip.source?.trackIndex == 1 && clip.timePitch == .varispeed)
    #expect(clip.timeMapping.source == range(time(12, 25), time(2)))
    #expect(clip.timeMapping.target == range(time(1), time(1)))
    let sound = try #require(film.composition.track(withTrackID: 8))
    #expect(!sound.isEnabled && sound.segments.first?.source?.trackIndex == 2)
    let video = try #require(film.videoComposition)
    #expect(video.renderScale == 0.5 && video.customCompositor?.name == "wipe")
    #expect(video.customCompositor?.path(ofFile: "a.png") == folder.appending(path: "a.png").path)
    #expect(
      video.customCompositor?.parameters
        == .object(["angle": .number("1.50"), "on": .array([.bool(true), .null, .string("x")])]))
    let first = video.instructions[0]
    #expect(first.passthroughTrackID == 7 && !first.enablePostProcessing && first.layerInstructions.isEmpty)
    #expect(first.backgroundColor == Color(red: 1, green: 128 / 255, blue: 0, alpha: 0.8))
    #expect(first.parameters == .array([.number("1e3"), .object([:])]))
    #expect(first.requiredSourceTrackIDs == nil && first.isTweening == true)
    #expect(video.instructions[1].requiredSources == .tracks([7]) && video.instructions[1].isTweening == nil)
    #expect(film.audioMix?.parameters(for: 8)?.audioTimePitchAlgorithm == .preserve)
    let layer = try #require(video.instructions[1].layerInstructions.first)
    #expect(video.instructions[1].backgroundColor == Color(red: 0.1, green: 0.2, blue: 0.3))
    #expect(layer.opacity.entries.last == .ramp(range: range(time(26, 25), time(10, 25)), from: 0, to: 1))
    #expect(
      layer.transform.entries == [
        .ramp(
          range: range(time(1), time(1)), from: .identity,
          to: Transform(a: 0.5, b: 0, c: 0, d: 0.5, tx: 80.25, ty: -45))
      ])
    #expect(
      layer.cropRectangle.entries.first == .setting(at: time(1), value: Rectangle(x: 0, y: 0, width: 320, height: 180)))
    #expect(
      film.export
        == ExportDescription(
          fileType: .mkv,
          video: VideoDescription(
            codec: .codec(.ffv1), rateControl: .averageBitrate(4_000_000), speed: .slow, keyframeInterval: 48,
            pixelFormat: .yuv444p),
          audio: AudioDescription(codec: .omitted, bitrate: 128_000, sampleRate: 48_000, channels: 2)))
  }

  @Test(arguments: FileType.allCases)
  func `every container of the format is read`(fileType: FileType) throws {
    let text = Projects.contract.replacing(#""fileType": "mp4""#, with: #""fileType": "\#(fileType.rawValue)""#)
    #expect(try Project(text).resolve().export.fileType == fileType)
  }

  @Test(arguments: VideoCodec.allCases.map(\.rawValue) + ["none"])
  func `every codec of the format is read`(name: String) throws {
    let text = Projects.contract.replacing(#""codec": "h264""#, with: #""codec": "\#(name)""#)
    let wanted = VideoCodec(rawValue: name).map { CodecChoice.codec($0) } ?? .omitted
    #expect(try Project(text).resolve().export.video?.codec == wanted)
  }

  // MARK: Times

  @Test(arguments: [
    ("8", 8, 1), ("2.5", 5, 2), ("2.50", 5, 2), ("1e1", 10, 1), ("25E-1", 5, 2), ("0.1e1", 1, 1), ("-0", 0, 1),
    ("0e99999", 0, 1),
    ("\"8\"", 8, 1), ("\"2.5\"", 5, 2), ("\"1001/30000\"", 1001, 30_000), ("\"30f\"", 1001, 1000),
    ("\"00:01:02.500\"", 125, 2), ("0.000000001", 1, 1_000_000_000), ("2147483647.5", 4_294_967_295, 2),
  ])
  func `times have the values of their digits`(text: String, value: Int64, timescale: CMTimeScale) throws {
    let project = try Project(Projects.contract.replacing(#""in": "10.5""#, with: #""in": \#(text)"#))
    let segment = try #require(project.resolve().composition.tracks[1].segments.last)
    #expect(segment.timeMapping.source.start == time(value, timescale))
    #expect(!segment.timeMapping.source.start.hasBeenRounded)
  }

  @Test func `a cut in tenths is exact where floating-point numbers are not`() throws {
    let segments = (0..<10).map { _ in #"{ "asset": "a", "in": 0.1, "duration": 0.1 }"# }.joined(separator: ",")
    let text = Projects.smallest.replacing(#"{"asset":"a","in":0,"duration":1}"#, with: segments)
    #expect(try Project(text).resolve().composition.duration == time(1))
  }

  @Test func `frames of the media wait for its frame rate`() throws {
    let project = try Project(Projects.framesOfTheMedia)
    #expect(project.usesFrameTimes && project.frameDuration == nil)
    #expect(project.videoSources.map(\.asset.name) == ["a"])
    #expect(project.videoSources.first?.asset.url.path == "/films/demo/a.mp4")
    let film = try project.resolve(frameDuration: time(1001, 30_000))
    #expect(film.composition.duration == time(60 * 1001, 30_000))
    let error = try #require(throws: ProjectError.self) { try project.resolve() }
    #expect(
      error.places == [
        "/composition/tracks/0/segments/0/duration", "/composition/tracks/1/segments/0/in",
        "/composition/tracks/1/segments/0/duration",
      ])
    #expect(error.diagnostics[0].message == #""60f" counts frames, and nothing says how long one lasts."#)
  }

  @Test func `the project's own grid goes before any other`() throws {
    let film = try Project(Projects.everything).resolve(frameDuration: time(1, 10))
    #expect(film.composition.tracks[0].segments.last?.timeMapping.target.start == time(1))
  }

  // MARK: Files

  @Test func `a project is read from its file, with paths from its folder`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gstedit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "film.json")
    try Data(Projects.smallest.utf8).write(to: file)
    #expect(try Project(contentsOf: file).videoSources.first?.asset.url.path == folder.path + "/a.mp4")
  }

  @Test func `a file that is not there is said to be missing`() throws {
    let file = URL(filePath: "/no/such/project.json")
    let error = try #require(throws: ProjectError.self) { try Project(contentsOf: file) }
    #expect(error == .unreadable(file: "/no/such/project.json", reason: "there is no such file."))
    #expect(error.diagnostics.isEmpty)
    #expect(error.description == "The project /no/such/project.json cannot be read: there is no such file.")
  }

  @Test func `a folder and a device are named as what they are`() throws {
    let folder = try #require(throws: ProjectError.self) { try Project(contentsOf: URL(filePath: "/dev")) }
    #expect(folder.description == "The project /dev cannot be read: it is a folder. Name the project's file in it.")
    let device = try #require(throws: ProjectError.self) { try Project(contentsOf: URL(filePath: "/dev/null")) }
    #expect(
      device
        == .unreadable(
          file: "/dev/null",
          reason: "it is a pipe or a device. Give it to standard input, and - as the project's name."))
  }
}
