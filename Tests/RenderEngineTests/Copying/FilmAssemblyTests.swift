import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.FilmReader
import class TestSupport.MediaCache
import enum TestSupport.MediaTools
import enum TestSupport.ProofScope
import class TestSupport.ScratchFolder

/// Films whose files are put together after they are encoded, and presets.
@Suite("Files converted")
struct FilmAssemblyTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A film with two sounds in two languages, a title, a place and chapters.
  private func film() async throws -> URL {
    let film = try await CopiedFilm.url(46, .h264, .aac, in: "mp4", count: 100)
    let statements = """
      ;FFMETADATA1
      title=The Sea
      artist=Ann
      location=+48.2082+016.3738/
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=2000
      title=One
      [CHAPTER]
      TIMEBASE=1/1000
      START=2000
      END=4000
      title=Two

      """
    let recipe = [
      "-map", "0:v", "-map", "0:a", "-map", "1:a", "-map_metadata", "2", "-map_chapters", "2", "-c:v", "copy", "-c:a",
      "aac", "-metadata:s:a:0", "language=deu", "-metadata:s:a:1", "language=fra",
    ]
    return try await MediaCache.shared.file(
      named: "stated", extension: "mp4", recipe: [film.lastPathComponent, statements] + recipe
    ) { [folder] target in
      let chapters = try folder.write(statements, to: "chapters.txt")
      try await MediaTools.ffmpeg(
        ["-i", film.path, "-f", "lavfi", "-i", "sine=440:d=4:r=48000", "-i", chapters.path] + recipe + [target.path])
      try FileManager.default.removeItem(at: chapters)
    }
  }

  private func probe(_ url: URL) async throws -> String {
    try await MediaTools.ffprobe([
      "-show_entries",
      "stream=index,codec_name,codec_type,width,height:stream_tags=language:format_tags:chapter=start_time:chapter_tags",
      "-show_chapters", "-of", "compact", url.path,
    ])
  }

  @Test(arguments: [FileType.mp4, .mkv]) func `when a file was changed is not said of another`(type: FileType)
    async throws
  {
    let dated = folder.url("dated.mov")
    try await MediaTools.ffmpeg([
      "-y", "-i", try await film().path, "-c", "copy", "-metadata", "creation_time=2020-01-02T03:04:05Z", dated.path,
    ])
    var conversion = FileConversion([AssetReference(url: dated)])
    conversion.metadata = .all
    let target = folder.url("all.\(type.rawValue)")
    let report = try await conversion.session(to: target).export()
    let text = try await probe(target)
    #expect(text.contains("The Sea") && text.contains("2020-01-02"), "\(text)")
    #expect(!text.lowercased().contains("modification_time") && report.notes.isEmpty, "\(text) \(report.notes)")
  }

  @Test(arguments: [FileType.mp4, .mov, .mkv]) func `sounds stay apart, with their languages; the place is left out`(
    type: FileType
  ) async throws {
    let target = folder.url("all.\(type.rawValue)")
    var conversion = FileConversion([AssetReference(url: try await film())])
    conversion.isOptimizedForNetwork = true
    let report = try await conversion.session(to: target).export()
    let text = try await probe(target)
    #expect(report.frameCount == 100)
    #expect(text.components(separatedBy: "codec_type=audio").count == 3, "\(text)")
    #expect(text.contains("language=deu") || text.contains("language=ger"), "\(text)")
    #expect(text.contains("language=fra") || text.contains("language=fre"), "\(text)")
    #expect(text.contains("The Sea") && text.contains("Ann") && !text.contains("48.2082"), "\(text)")
    #expect(text.contains("Two"), "\(text)")
    let frames = try await FilmReader.frames(target)
    #expect(frames == CopiedFilm.frames(0..<100, of: 46))
    if type != .mkv {
      let bytes = try Data(contentsOf: target)
      let (header, media) = (bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8)))
      let (start, end) = (try #require(header?.lowerBound), try #require(media?.lowerBound))
      #expect(start < end)
    }
    let facts = try #require(try await CopiedFilm.facts(of: target))
    #expect(facts.videoTracks.first?.timing.count == 100 && facts.audioTracks.count == 2)
    #expect(facts.audioTracks.first?.firstSample == 0)
  }

  @Test(arguments: FileType.allCases)
  func `a film with a title becomes a file of every kind, the same with and without`(
    type: FileType
  ) async throws {
    let source = AssetReference(url: try await film())
    let name = type.isPictureSequence ? "%03d.\(type.rawValue)" : "all.\(type.rawValue)"
    var decoded: [Data] = []
    for metadata in [MetadataFilter.forSharing, .none] {
      let place = folder.url("\(metadata)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      var conversion = FileConversion([source])
      conversion.metadata = metadata
      conversion.soundTracks = .mix
      conversion.choices.timeRange = try ProjectTimeRange("0.4..1.4")
      try await conversion.session(to: place.appending(path: name)).export()
      let written = place.appending(path: name).path
      let kinds = (type.isSoundOnly ? [] : ["0:v"]) + (type.format.audioCodecs.isEmpty ? [] : ["0:a"])
      let frames = try await MediaTools.ffmpegOutput(
        ["-i", written] + kinds.flatMap { ["-map", $0] } + ["-f", "framemd5"])
      decoded.append(frames)
      let lines = String(decoding: frames, as: UTF8.self).split(separator: "\n")
      #expect(kinds.indices.allSatisfy { number in lines.contains { $0.hasPrefix("\(number),") } }, "\(type)")
      let tells = try await MediaTools.ffprobe(["-show_format", "-show_streams", written]).contains("The Sea")
      #expect(tells == (type.holdsStatements && type != .ts && metadata != .none))
    }
    #expect(decoded[0] == decoded[1], "\(decoded.map(\.count))")
  }

  @Test(arguments: [AudioCodec.aac, .mp3, .ac3, .vorbis, .opus])
  func `sound in Matroska is where it is, with a title and without`(codec: AudioCodec) async throws {
    let recipe = [
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-f", "lavfi", "-i",
      "aevalsrc='if(eq(n,48000),0.9,0)':s=48000:d=2", "-c:v", "libx264", "-c:a", "pcm_s16le", "-metadata",
      "title=Click",
    ]
    let source = try await MediaCache.shared.file(named: "click", extension: "mov", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    var found: [[String]] = []
    for metadata in [MetadataFilter.forSharing, .none] {
      let target = folder.url("\(metadata).mkv")
      var conversion = FileConversion([AssetReference(url: source)])
      conversion.metadata = metadata
      conversion.choices.wishes.audio = AudioDescription(codec: .codec(codec))
      try await conversion.session(to: target).export()
      let facts = try #require(try await CopiedFilm.facts(of: target))
      let samples = try await MediaTools.ffmpegOutput(["-i", target.path, "-map", "0:a", "-f", "md5"])
      let (pictures, sound) = try await CopiedFilm.times(of: target)
      let times = sound.prefix(3) + pictures.prefix(1)
      found.append([
        "\(facts.audioTracks.map(\.sampleCount)) \(facts.audioTracks.map(\.firstSample)) \(facts.duration)",
        String(decoding: samples, as: UTF8.self), "\(times)",
      ])
    }
    #expect(found[0] == found[1])
  }

  @Test func `all statements where they are asked for, one sound, and a part`() async throws {
    let target = folder.url("part.mp4")
    var conversion = FileConversion([AssetReference(url: try await film())])
    conversion.metadata = .all
    conversion.soundTracks = .mix
    conversion.choices.timeRange = try ProjectTimeRange("1..3")
    try await conversion.session(to: target).export()
    let text = try await probe(target)
    #expect(text.contains("48.2082") && text.components(separatedBy: "codec_type=audio").count == 2, "\(text)")
    #expect(text.contains("start_time=1.000000"), "\(text)")
    #expect(try await FilmReader.frames(target) == CopiedFilm.frames(25..<75, of: 46))
  }

  @Test func `a film that would be too large ends earlier`() async throws {
    let whole = folder.url("whole.mp4")
    let asset = AssetReference(url: try await film())
    let size = try await FileConversion([asset]).session(to: whole).export().byteCount
    let target = folder.url("limited.mp4")
    var conversion = FileConversion([asset])
    conversion.fileLengthLimit = size / 2
    let session = try await conversion.session(to: target)
    let report = try await session.export()
    let verification = FileVerification(of: session, renderer: GStreamerRenderer())
    #expect(try await verification?.problems() == [])
    let frames = try await FilmReader.frames(target)
    let seconds = try #require(report.duration?.seconds)
    #expect(report.frameCount == frames.count && abs(seconds * 25 - Double(frames.count)) < 1)
    #expect(report.notes.contains { $0.contains("does not fit into \(size / 2) bytes") }, "\(report.notes)")
    let written = try Data(contentsOf: target).count
    #expect(report.byteCount <= size / 2 && report.byteCount == written)
    #expect(frames.count > 20 && frames == CopiedFilm.frames(0..<frames.count, of: 46))
    #expect(try folder.names().filter { $0.hasPrefix(".") } == [])
  }

  @Test(arguments: ["mp4", "mkv"]) func `all sounds of a film that ends earlier end with it`(type: String) async throws
  {
    let source = folder.url("sounds.mkv")
    try await MediaTools.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=4", "-f", "lavfi", "-i", "anoisesrc=r=48000:d=4:seed=1", "-f",
      "lavfi", "-i", "anoisesrc=r=44100:d=4:seed=2", "-f", "lavfi", "-i", "sine=r=48000:d=0.5", "-map", "0", "-map",
      "1",
      "-map", "2", "-map", "3", "-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "flac", source.path,
    ])
    let asset = AssetReference(url: source)
    let (whole, target) = (folder.url("whole.\(type)"), folder.url("limited.\(type)"))
    var conversion = FileConversion([asset])
    let size = try await conversion.session(to: whole).export().byteCount
    conversion.fileLengthLimit = size / 2
    let report = try await conversion.session(to: target).export()
    let facts = try #require(try await CopiedFilm.facts(of: target))
    let ends = facts.audioTracks.map { Double($0.firstSample + $0.sampleCount) / Double($0.sampleRate) }
    // Matroska has no edit list: sounds end with a packet.
    let tolerance = type == "mp4" ? 0.001 : 0.03
    #expect(report.byteCount <= size / 2 && facts.duration.seconds < 3)
    #expect(ends.count == 3 && abs(ends[0] - ends[1]) < tolerance && abs(ends[2] - 0.5) < tolerance, "\(ends)")
    let pictures = try #require(facts.videoTracks.first?.timing.count)
    // And pictures with the last that is decoded before: up to three with this encoder's order.
    #expect(abs(Double(pictures) / 25 - ends[1]) < (type == "mp4" ? 0.05 : 0.125), "\(pictures) pictures")
  }

  @Test func `a film without a part that fits leaves the file that it was to replace`() async throws {
    let asset = AssetReference(url: try await film())
    let target = try folder.write("kept", to: "limited.mp4")
    var conversion = FileConversion([asset])
    conversion.fileLengthLimit = 2_000
    let error = await #expect(throws: RenderError.self) {
      _ = try await conversion.session(to: target, replacing: true).export()
    }
    #expect(error?.code == .unsupported && error?.description.contains("No part") == true, "\(error as Any)")
    #expect(try String(contentsOf: target, encoding: .utf8) == "kept")
    #expect(try folder.names().filter { $0.hasPrefix(".") } == [])
  }

  @Test func `the preset Passthrough copies an edit's packets`() async throws {
    let media = try await CopiedFilm.url(46, .h264, .aac, in: "mp4", count: 100)
    let target = folder.url("part.mov")
    var conversion = FileConversion([AssetReference(url: media)])
    conversion.choices.preset = try ExportPreset.named("Passthrough")
    conversion.choices.timeRange = try ProjectTimeRange("0.4..2")
    try await conversion.session(to: target).export()
    #expect(try await FilmReader.frames(target) == CopiedFilm.frames(10..<50, of: 46))
  }

  @Test func `the preset Passthrough copies a project's packets, and refuses what they cannot show`() async throws {
    let media = try await CopiedFilm.url(46, .h264, .aac, in: "mp4", count: 100)
    func project(_ more: String) throws -> ProjectRender {
      let cut = #""segments": [ { "asset": "film", "in": 0, "duration": 4 } ]"#
      let text = """
        { "gstedit": 1, "assets": { "film": { "uri": "\(media.path)" } }, "composition": { "tracks": [
          { "id": 1, "kind": "video", \(cut) }, { "id": 2, "kind": "audio", \(cut) } ] }\(more) }
        """
      return ProjectRender(try Project(contentsOf: folder.write(text, to: "project.json")))
    }
    var choices = ProjectRender.Choices(preset: try ExportPreset.named("Passthrough"))
    let target = folder.url("whole.mp4")
    try await project("").session(to: target, choices).export()
    #expect(try await CopiedFilm.packets(of: target) == CopiedFilm.packets(of: media))
    let mix = #", "audioMix": { "inputs": [ { "track": 2, "volume": [ { "at": 0, "value": 0.5 } ] } ] }"#
    let refused = try project(mix)
    let error = await #expect(throws: ProjectRender.ChoiceError.self) {
      _ = try await refused.session(to: target, choices, replacing: true)
    }
    #expect(error?.diagnostic.message.contains("audioMix") == true, "\(error as Any)")
    choices.smartRendering = .always
    let plain = try project("")
    await #expect(throws: ProjectRender.ChoiceError.self) {
      _ = try await plain.session(to: target, choices, replacing: true)
    }
  }

  @Test func `a range beyond the film goes on with the background`() async throws {
    let media = try await CopiedFilm.url(46, .h264, .aac, in: "mp4", count: 100)
    let facts = try #require(try await CopiedFilm.facts(of: media))
    var request = ExportRequest(
      try FileEdit(joining: [facts], in: .mp4).edit, as: ExportRules.defaults(for: .mp4), to: folder.url("long.mp4"))
    request.settings.video?.speed = .ultrafast
    request.timeRange = CMTimeRange(
      start: CMTime(value: 3, timescale: 1), duration: CMTime(value: 2, timescale: 1))
    let report = try await ExportSession(request).export()
    let frames = try await FilmReader.frames(folder.url("long.mp4"))
    #expect(report.frameCount == 26 && Array(frames.prefix(25)) == CopiedFilm.frames(75..<100, of: 46))
    // One picture of the background lasts to the end.
    #expect(frames.suffix(1).allSatisfy { if case .flat = $0 { true } else { false } })
    let written = try await MediaInspector().facts(of: folder.url("long.mp4"))
    #expect(written.duration.seconds == 2)
  }

  @Test func `estimates are near what comes out`() async throws {
    let media = try await CopiedFilm.url(47, .h264, .aac, in: "mp4", count: 1_000)
    for name in ["640x480", "AppleM4A"] {
      var conversion = FileConversion([AssetReference(url: media)])
      conversion.choices.preset = try ExportPreset.named(name)
      let target = folder.url(name + (name == "AppleM4A" ? ".m4a" : ".mp4"))
      let session = try await conversion.session(to: target)
      let estimate = try await session.estimatedOutputFileLength()
      let size = try await session.export().byteCount
      let isNear = abs(Double(estimate) - Double(size)) < 0.2 * Double(size)
      #expect(isNear, "\(name): \(estimate) of \(size)")
    }
  }

  @Test(arguments: ExportPreset.all) func `ffprobe opens every preset's file`(preset: ExportPreset) async throws {
    let media = try await CopiedFilm.url(48, .h264, .aac, in: "mp4", count: 25)
    let presets = PresetCompatibility()
    let types = try await presets.compatibleFileTypes(of: preset, with: AssetReference(url: media))
    // The film's pictures are smaller than DNxHR's.
    guard !preset.name.hasPrefix("DNxHR") else { return #expect(types.isEmpty) }
    let first = try #require(types.first)
    // Where the preset says no container, the first, and another one for each preset; or all.
    let turn = try #require(ExportPreset.all.firstIndex { $0.name == preset.name })
    let some =
      ProofScope.isFull ? types : [first] + types.dropFirst().dropFirst(turn % max(1, types.count - 1)).prefix(1)
    for type in preset.description.fileType == nil ? some : [first] {
      let target = folder.url("\(preset.name).\(type.format.pathExtensions[0])")
      var conversion = FileConversion([AssetReference(url: media)])
      conversion.choices.preset = preset
      conversion.choices.wishes = ExportDescription(fileType: type)
      try await conversion.session(to: target).export()
      let text = try await probe(target)
      #expect(text.contains("codec_type=video") != preset.isSoundOnly, "\(type): \(text)")
      if !preset.isSoundOnly, preset.maximumSize.map({ $0.width > 224 }) ?? true {
        #expect(try await FilmReader.frames(target) == CopiedFilm.frames(0..<25, of: 48), "\(type)")
      }
    }
    #expect(await presets.compatibility(ofExportPreset: preset, with: AssetReference(url: media)))
  }

  @Test func `an edit fits the presets that its film does`() async throws {
    let media = try await CopiedFilm.url(48, .h264, .aac, in: "mp4", count: 25)
    let presets = PresetCompatibility()
    let passthrough = try ExportPreset.named("Passthrough")
    var film = Composition()
    try film.insertTimeRange(seconds(0, 1), of: URLAsset(url: media), at: .zero)
    let names = try await presets.exportPresets(compatibleWith: film).map(\.name)
    #expect(names == (try await presets.exportPresets(compatibleWith: media).map(\.name)))
    #expect(try await presets.compatibleFileTypes(of: passthrough, with: film).contains(.mp4))
    // Packets do not play at another speed.
    try film.scaleTimeRange(seconds(0, 1), toDuration: CMTime(value: 2, timescale: 1))
    #expect(try await presets.compatibleFileTypes(of: passthrough, with: film).isEmpty)
    film.tracks.removeAll { $0.mediaType == .video }
    let sounds = try await presets.exportPresets(compatibleWith: film)
    #expect(sounds.map(\.name).contains("AppleM4A") && sounds.allSatisfy { $0.isSoundOnly || $0.isPassthrough })
    #expect(await !presets.compatibility(ofExportPreset: try ExportPreset.named("1280x720"), with: film))
  }

  private func seconds(_ start: Int64, _ duration: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 1), duration: CMTime(value: duration, timescale: 1))
  }
}
