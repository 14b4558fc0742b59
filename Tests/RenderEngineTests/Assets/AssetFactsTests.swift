import Foundation
import GstEdit
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// An asset's facts about its tracks, with ffprobe as the witness; and its behavior when its file changes.
@Suite("Assets of files")
struct AssetFactsTests {
  private static func streams(_ file: URL) async throws -> [[String: Any]] {
    let text = try await MediaTools.ffprobe(["-show_streams", "-show_data", "-of", "json", file.path])
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(object?["streams"] as? [[String: Any]])
  }

  private static func byteCount(_ file: URL, _ stream: String) async throws -> Int64 {
    let text = try await MediaTools.ffprobe(
      ["-select_streams", stream, "-show_entries", "packet=size", "-of", "default=nw=1:nk=1", file.path])
    return text.split(separator: "\n").compactMap { Int64($0) }.reduce(0, +)
  }

  @Test(arguments: [TaggedFile.mp4, .mov, .mkv, .m4a, .opus, .flac, .mp3, .wav, .avi, .aiff])
  func `bytes, rates, codecs and their private data are ffprobe's`(kind: TaggedFile) async throws {
    let file = try await kind.url()
    let witness = try await Self.streams(file)
    let tracks = try await URLAsset(url: file).load(.tracks)
    for track in tracks {
      let isVideo = track.mediaType == .video
      let stream = try #require(witness.first { $0["codec_type"] as? String == (isVideo ? "video" : "audio") })
      #expect(track.totalSampleDataLength == (try await Self.byteCount(file, isVideo ? "v:0" : "a:0")))
      let format = try #require(track.formatDescriptions.first)
      if let size = stream["extradata_size"] as? Int, [.mp4, .mov, .mkv, .m4a].contains(kind) {
        #expect(format.privateData.count == size)
      }
      if [.mp4, .mov, .m4a].contains(kind) {
        #expect(format.codecType == stream["codec_tag_string"] as? String)
        let rate = try #require((stream["bit_rate"] as? String).flatMap(Double.init))
        #expect(abs(track.estimatedDataRate - rate) <= 1)
      }
      if let video = format.video {
        #expect(video.dimensions == PixelSize(width: 160, height: 96))
        #expect(track.requiresFrameReordering == (kind != .avi))
        #expect(track.characteristics == [.visual, .frameBased])
      } else {
        #expect(format.audio?.sampleRate == 48_000 && format.audio?.channels == 1)
        #expect(track.characteristics == [.audible])
      }
      // ffmpeg calls none of Matroska's tracks the default, where there is one of each kind.
      #expect(track.isEnabled && track.preferredVolume == 1 && track.hasPreciseTiming)
    }
  }

  @Test func `an edit list is a track's segments`() async throws {
    let folder = try ScratchFolder()
    let film = folder.url("late.mp4")
    // Sound that begins a second late.
    try await MediaTools.ffmpeg(
      ["-i", try await TaggedFile.mp4.url().path, "-itsoffset", "1", "-i", try await TaggedFile.mp4.url().path, "-map"]
        + ["0:v", "-map", "1:a", "-c", "copy", "-map_chapters", "-1", film.path])
    let sound = try #require(try await URLAsset(url: film).loadTracks(withMediaType: .audio).first)
    #expect(sound.segments.map(\.isEmpty) == [true, false])
    #expect(abs(sound.segments[0].timeMapping.target.duration.seconds - 1) < 0.03)
    #expect(sound.segment(forTrackTime: .zero)?.isEmpty == true)
    // AAC's priming lies before what is shown.
    let early = try #require(
      try await URLAsset(url: try await TaggedFile.mp4.url()).loadTracks(withMediaType: .audio).first)
    #expect(early.segments.map(\.timeMapping.source.start) == [CMTime(value: 1_024, timescale: 48_000)])
  }

  @Test func `alpha and high dynamic range are characteristics`() async throws {
    let folder = try ScratchFolder()
    let alpha = folder.url("alpha.mov")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "color=red@0.5:size=64x64:duration=1,format=rgba", "-c:v", "png", alpha.path])
    let bright = folder.url("bright.mkv")
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=64x64:duration=1", "-pix_fmt", "yuv420p", "-c:v", "libx264"]
        + ["-x264-params", "colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc", bright.path])
    #expect(try await URLAsset(url: alpha).loadTracks(withMediaCharacteristic: .containsAlphaChannel).count == 1)
    #expect(try await URLAsset(url: bright).loadTracks(withMediaCharacteristic: .containsHDRVideo).count == 1)
    #expect(try await URLAsset(url: bright).loadTracks(withMediaCharacteristic: .usesWideGamutColorSpace).count == 1)
    #expect(try await URLAsset(url: bright).loadTracks(withMediaCharacteristic: .containsAlphaChannel).isEmpty)
  }

  // MARK: A film like its composition

  @Test func `a composition says what its film says`() async throws {
    let folder = try ScratchFolder()
    let clip = URLAsset(url: try await TaggedFile.mp4.url())
    let second = CMTime(value: 1, timescale: 1)
    var movie = Composition()
    try movie.insertTimeRange(CMTimeRange(start: .zero, duration: second), of: clip, at: .zero)
    try movie.insertTimeRange(CMTimeRange(start: second, duration: second), of: clip, at: second)
    let settings = ExportSettings(
      fileType: .mov, video: ExportRules.defaults(for: .mov).video, audio: AudioSettings(codec: .pcm))
    let file = folder.url("film.mov")
    try await ExportSession(ExportRequest(EditSnapshot(composition: movie), as: settings, to: file)).export()

    func answers<Root: LoadableAsset>(_ asset: Root) async throws -> [String] {
      let (tracks, duration, size, transform) = try await asset.load(
        .tracks, .duration, .presentationSize, .preferredTransform)
      let (isPlayable, isPrecise, isProtected) = try await asset.load(
        .isPlayable, .providesPreciseDurationAndTiming, .hasProtectedContent)
      return ["\(duration.seconds) \(size) \(transform) \(isPlayable) \(isPrecise) \(isProtected)"]
        + tracks.map { track in
          """
          \(track.mediaType) \(track.timeRange.start.seconds) \(track.timeRange.duration.seconds) \(track.naturalSize) \
          \(track.nominalFrameRate) \(track.minFrameDuration.seconds) \(track.preferredTransform) \(track.isEnabled) \
          \(track.characteristics.map(\.rawValue).sorted()) \
          \(track.formatDescriptions.map { "\($0.video?.dimensions.description ?? "") \($0.audio?.sampleRate ?? 0) \($0.audio?.layout.description ?? "")" })
          """
        }
    }
    #expect(try await answers(CompositionAsset(movie)) == answers(URLAsset(url: file)))
  }

  // MARK: Files that change

  @Test func `pipes, devices, folders and empty files are refused at once`() async throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "empty.mp4")
    try await MediaTools.run("mkfifo", [folder.url("pipe.mp4").path])
    for url in [folder.url("empty.mp4"), folder.url("pipe.mp4"), URL(filePath: "/dev/zero"), folder.url] {
      for option in [true, false] {
        let asset = URLAsset(url: url, options: URLAsset.Options(prefersPreciseDurationAndTiming: option))
        await #expect { try await asset.load(.duration) } throws: { ($0 as? RenderError)?.code == .mediaUnreadable }
        await #expect { try await asset.load(.metadata) } throws: { ($0 as? RenderError)?.code == .mediaUnreadable }
        #expect(try await !asset.load(.isPlayable))
      }
    }
    let missing = URLAsset(url: folder.url("missing.mp4"))
    await #expect { try await missing.load(.isPlayable) } throws: { ($0 as? RenderError)?.code == .mediaMissing }
  }

  @Test func `an encrypted movie says that it is, and that it cannot be played`() async throws {
    let folder = try ScratchFolder()
    let key = String(repeating: "0123456789abcdef", count: 2)
    let file = folder.url("encrypted.mp4")
    try await MediaTools.ffmpeg(
      WildFile.picture + WildFile.h264
        + ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key, file.path])
    let asset = URLAsset(url: file)
    let (isProtected, isPlayable) = try await asset.load(.hasProtectedContent, .isPlayable)
    #expect(isProtected && !isPlayable)
    await #expect { try await asset.load(.tracks) } throws: { ($0 as? RenderError)?.code == .contentIsProtected }
  }

  @Test func `a file that goes or is another one after it was loaded is noticed`() async throws {
    let folder = try ScratchFolder()
    let file = try FileManager.default.copy(of: try await TaggedFile.mp4.url(), in: folder.url, named: "a.mp4")
    let asset = URLAsset(url: file)
    var movie = Composition()
    let seconds = CMTimeRange(start: CMTime(value: 2, timescale: 1), duration: CMTime(value: 1, timescale: 1))
    try movie.insertTimeRange(seconds, of: asset, at: .zero)
    let images = ImageGenerator(of: EditSnapshot(composition: movie), renderer: Engine.renderer())
    #expect(try await images.image(at: .zero).picture.width == 160)
    // A film of a second in its place.
    let other = folder.url("b.mp4")
    try await MediaTools.ffmpeg(["-i", file.path, "-t", "1", "-c:v", "libx264", "-map_chapters", "-1", other.path])
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: other, to: file)
    await #expect { try await images.image(at: .zero) } throws: {
      ($0 as? RenderError)?.code == .sourceRangeBeyondMedia
    }
    try FileManager.default.removeItem(at: file)
    await #expect { try await images.image(at: .zero) } throws: { ($0 as? RenderError)?.code == .mediaMissing }
    // What was loaded stays what it was; another asset sees what is there.
    #expect(try await asset.load(.duration).seconds > 2.9)
    await #expect { try await URLAsset(url: file).load(.duration) } throws: {
      ($0 as? RenderError)?.code == .mediaMissing
    }
  }

  @Test func `a file that is still being written is read as far as it goes, or refused`() async throws {
    let folder = try ScratchFolder()
    let whole = try Data(contentsOf: try await TaggedFile.mkv.url())
    let file = folder.url("growing.mkv")
    var last = 0.0
    for part in [whole.count / 8, whole.count / 2, whole.count] {
      try whole.prefix(part).write(to: file)
      do {
        let duration = try await URLAsset(url: file).load(.duration).seconds
        #expect(duration >= last)
        last = duration
      } catch {
        #expect(error.code == .mediaUnreadable && part < whole.count)
      }
    }
    #expect(last > 2.9)
  }
}
