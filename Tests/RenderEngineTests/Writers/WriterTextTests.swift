import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Subtitles
import TestSupport
import Testing

/// Text and metadata that a writer writes, and a reader reads again.
@Suite("Asset writer: text and metadata")
struct WriterTextTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private static func time(_ hundredths: Int64) -> CMTime { CMTime(value: hundredths, timescale: 100) }

  private static func cue(_ text: SubtitleText, _ start: Int64, _ end: Int64) -> SampleBuffer {
    SampleBuffer(
      .cue(SubtitleCue(start: .zero, end: .one, text: text)), presentationTime: time(start),
      duration: time(end - start))
  }

  /// Writes two seconds of pictures beside `inputs`.
  private func write(
    _ name: String, _ inputs: [(input: AssetWriterInput, buffers: [SampleBuffer])], from start: Int64 = 0,
    _ change: (AssetWriterInput, AssetWriter) -> Void = { _, _ in }
  ) async throws -> URL {
    let url = folder.url(name)
    let writer = try AssetWriter(outputURL: url)
    let codec: VideoCodec = name.hasSuffix("webm") ? .vp8 : .h264
    let pictures = AssetWriterInput(mediaType: .video, outputSettings: .video(codec))
    try writer.add(pictures)
    for (input, _) in inputs { try writer.add(input) }
    change(pictures, writer)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Self.time(start))
    for (input, buffers) in inputs {
      for buffer in buffers { try await input.append(buffer) }
      input.markAsFinished()
    }
    for number in 0..<50 {
      try await pictures.append(
        SampleBuffer(
          .picture(try WriterFixtures.picture(number % 25)), presentationTime: Self.time(start + Int64(number) * 4)))
    }
    try await writer.finishWriting()
    return url
  }

  private func read(_ url: URL, _ output: some AssetReaderOutput, in range: CMTimeRange? = nil) async throws
    -> [SampleBuffer]
  {
    let reader = AssetReader(asset: URLAsset(url: url))
    if let range { reader.timeRange = range }
    try reader.add(output)
    try reader.startReading()
    var buffers: [SampleBuffer] = []
    for try await buffer in output.sampleBuffers { buffers.append(buffer) }
    #expect(reader.status == .completed)
    return buffers
  }

  @Test(arguments: ["mp4", "mov", "mkv", "webm"])
  func `cues that are written are read, and ffmpeg reads them`(container: String) async throws {
    let german = AssetWriterInput(mediaType: .subtitle)
    german.languageTag = "de-CH"
    german.name = "Für alle"
    let french = AssetWriterInput(mediaType: .text)
    (french.languageTag, french.marksOutputTrackAsEnabled) = ("fr", false)
    french.containsOnlyForcedSubtitles = true
    var slanted = SubtitleText.Run("Meer")
    slanted.style.isItalic = true
    let cues = [
      Self.cue("Wo sind alle?", 20, 70), Self.cue(SubtitleText([SubtitleText.Run("Am "), slanted]), 100, 150),
    ]
    let url = try await write("film.\(container)", [(german, cues), (french, [Self.cue("Oui.", 50, 90)])])
    let tracks = try await URLAsset(url: url).load(.ancillaryTracks)
    try #require(tracks.count == 2)
    #expect(tracks.map { $0.languageTag?.prefix(2) } == ["de", "fr"])
    #expect(tracks.map(\.isForced) == [false, true])
    #expect(tracks.map(\.isEnabled) == [true, false])
    let read = try await read(url, AssetReaderTextOutput(track: tracks[0]))
    #expect(read.map { $0.cue?.text.plain } == ["Wo sind alle?", "Am Meer"])
    #expect(read.map(\.presentationTime) == [Self.time(20), Self.time(100)])
    #expect(read.map(\.duration) == [Self.time(50), Self.time(50)])
    #expect(read.last?.cue?.text.runs.last?.style.isItalic == true)
    let part = try await self.read(
      url, AssetReaderTextOutput(track: tracks[0]), in: CMTimeRange(start: Self.time(60), end: Self.time(120)))
    #expect(part.map(\.presentationTime) == [Self.time(60), Self.time(100)])
    #expect(part.map(\.duration) == [Self.time(10), Self.time(20)])
    let words = try await MediaTools.ffmpegOutput(["-i", url.path, "-map", "0:s:0", "-f", "srt"])
    let text = String(decoding: words, as: UTF8.self)
    #expect(text.contains("00:00:00,200 --> 00:00:00,700\n") && text.contains("Wo sind alle?"))
    #expect(text.contains("Am <i>Meer</i>"))
  }

  @Test func `cues are cut to the session, and what lies before it is left out`() async throws {
    let input = AssetWriterInput(mediaType: .subtitle)
    let cues = [Self.cue("before", 10, 90), Self.cue("across", 95, 130), Self.cue("inside", 150, 180)]
    let url = try await write("film.mkv", [(input, cues)], from: 100)
    let track = try #require(try await URLAsset(url: url).load(.ancillaryTracks).first)
    let read = try await read(url, AssetReaderTextOutput(track: track))
    #expect(read.map { $0.cue?.text.plain } == ["across", "inside"])
    #expect(read.map(\.presentationTime) == [.zero, Self.time(50)])
    #expect(read.map(\.duration) == [Self.time(30), Self.time(30)])
  }

  @Test func `chapters come as groups of metadata and are read as such`() async throws {
    let input = AssetWriterInput(mediaType: .metadata)
    let title = MetadataIdentifier(.chapters, "title")
    let url = try await write(
      "film.mp4",
      [
        (
          input,
          [("Sea", 0, 80), ("Shore", 80, 200)].map { name, start, end in
            SampleBuffer(
              .metadata([MetadataItem(title, .text(name))]), presentationTime: Self.time(start),
              duration: Self.time(end - start))
          }
        )
      ])
    let output = AssetReaderMetadataOutput()
    let reader = AssetReader(asset: URLAsset(url: url))
    try reader.add(output)
    try reader.startReading()
    let adaptor = AssetReaderOutputMetadataAdaptor(assetReaderOutput: output)
    var found: [TimedMetadataGroup] = []
    while let group = await adaptor.nextTimedMetadataGroup() { found.append(group) }
    #expect(found.map(\.items) == ["Sea", "Shore"].map { [MetadataItem(title, .text($0))] })
    #expect(
      found.map(\.timeRange) == [
        CMTimeRange(start: .zero, end: Self.time(80)), CMTimeRange(start: Self.time(80), end: Self.time(200)),
      ])
    let chapters = try await MediaTools.ffprobe(["-show_chapters", "-of", "compact=p=0:nk=1", url.path])
    #expect(chapters.contains("Shore") && chapters.contains("0.800000"))
  }

  @Test(arguments: [false, true]) func `tracks say what they are to each other`(isInFragments: Bool) async throws {
    let names = AssetWriterInput(mediaType: .text)
    names.marksOutputTrackAsEnabled = false
    let url = try await write("film.mov", [(names, [Self.cue("Sea", 0, 80), Self.cue("Shore", 80, 200)])]) {
      pictures, writer in
      pictures.addTrackAssociation(withTrackOf: names, type: .chapterList)
      names.addTrackAssociation(withTrackOf: pictures, type: .metadataReferent)
      if isInFragments { writer.movieFragmentInterval = CMTime(value: 1, timescale: 1) }
    }
    let chapters = try await URLAsset(url: url).load(.chapters)
    #expect(chapters.map(\.title) == ["Sea", "Shore"])
    #expect(chapters.map(\.start.seconds) == [0, 0.8])
    let seen = try await MediaTools.ffprobe(["-show_chapters", "-of", "compact=p=0:nk=1", url.path])
    #expect(seen.contains("Shore") && seen.contains("0.800000"))
    #expect(String(decoding: try Data(contentsOf: url), as: UTF8.self).contains("cdsc"))
  }

  @Test func `inputs that are something to each other do not keep each other`() throws {
    weak var kept: AssetWriterInput?
    let text = AssetWriterInput(mediaType: .text)
    do {
      let pictures = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
      pictures.addTrackAssociation(withTrackOf: text, type: .chapterList)
      text.addTrackAssociation(withTrackOf: pictures, type: .metadataReferent)
      kept = pictures
    }
    #expect(kept == nil)
    // And what nothing keeps is no track of the file.
    let writer = try AssetWriter(outputURL: folder.url("film.mov"))
    try writer.add(text)
    try writer.add(AssetWriterInput(mediaType: .video, outputSettings: .video(.h264)))
    let error = #expect(throws: RenderError.self) { try writer.startWriting() }
    #expect(error?.code == .outOfRange)
  }

  @Test func `what a container has no place for is refused before anything is written`() async throws {
    func refused(_ name: String, _ kind: AncillaryTrack.Kind) throws -> String {
      let writer = try AssetWriter(outputURL: folder.url(name))
      let input = AssetWriterInput(mediaType: kind)
      #expect(!writer.canAdd(input))
      let error = #expect(throws: RenderError.self) { try writer.add(input) }
      return try #require(error).message
    }
    #expect(try refused("film.ts", .subtitle) == "\(FileType.ts.format.title) has no place for tracks of text.")
    let matroska = FileType.mkv.format.title
    #expect(
      try refused("film.mkv", .metadata) == "\(matroska) has no place here for statements that hold for a while.")
    #expect(try refused("film.mp4", .timecode) == "Tracks of timecode cannot be written like that.")
    let writer = try AssetWriter(outputURL: folder.url("film.mp4"))
    try writer.add(AssetWriterInput(mediaType: .subtitle))
    #expect(throws: RenderError.self) { try writer.startWriting() }
    let other = try AssetWriter(outputURL: folder.url("other.mkv"))
    let pictures = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    let text = AssetWriterInput(mediaType: .subtitle)
    text.addTrackAssociation(withTrackOf: pictures, type: .selectionFollower)
    try other.add(pictures)
    try other.add(text)
    #expect(throws: RenderError.self) { try other.startWriting() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url("").path).isEmpty)
  }
}
