import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaAnalysis
import MediaFormats
import MediaTime
import ProjectServices
import Rendering
import Testing

import enum TestSupport.FilmCodec
import struct TestSupport.Fraction
import struct TestSupport.FrameRate
import struct TestSupport.IndexedFilm
import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundCodec
import enum TestSupport.SoundContent
import struct TestSupport.SoundFile
import enum TestSupport.SoundReader

/// Films whose sound is the media's own packets: each is what it was, and each sample where it was.
@Suite("Smart rendering of sound")
struct SmartSoundTests {
  /// What is copied into what.
  struct Case: CustomTestStringConvertible, Sendable {
    var container: String
    var sound: SoundCodec
    var pictures = FilmCodec.h264
    var target: FileType

    var testDescription: String { "\(sound) from \(container) to \(target)" }

    /// Its film of four seconds.
    func film(_ number: UInt8, _ content: SoundContent) -> IndexedFilm {
      SmallPicture.film(number, frameCount: 100) { film in
        (film.timing, film.container, film.codec) = (.constant(FrameRate(25)), container, pictures)
        // Noise that a decoder makes up by itself would be another one from each place on.
        film.options = sound == .aac ? ["-aac_pns", "0"] : []
        film.sound = SoundFile(content) { ($0.codec, $0.count) = (sound, 192_000) }
      }
    }

    /// The film at `url`, copied as far as that is possible.
    func conversion(_ url: URL) throws -> FileConversion {
      var conversion = FileConversion([AssetReference(url: url)])
      conversion.choices.smartRendering = .always
      conversion.choices.wishes.audio = AudioDescription(
        codec: .codec(try #require(AudioCodec(rawValue: sound.rawValue))))
      return conversion
    }
  }

  private static let wholes = [
    Case(container: "mp4", sound: .aac, target: .mp4), Case(container: "mp4", sound: .aac, target: .mkv),
    Case(container: "mkv", sound: .aac, target: .mkv), Case(container: "mkv", sound: .aac, target: .mov),
    Case(container: "mp4", sound: .mp3, target: .mkv), Case(container: "mkv", sound: .ac3, target: .mp4),
    Case(container: "webm", sound: .opus, pictures: .vp9, target: .webm),
  ]

  private static let parts = [
    Case(container: "mp4", sound: .aac, target: .mp4), Case(container: "mp4", sound: .aac, target: .mkv),
    Case(container: "mkv", sound: .aac, target: .mov), Case(container: "mkv", sound: .aac, target: .mkv),
    Case(container: "mp4", sound: .mp3, target: .mp4),
  ]

  /// Hashes of the packets of the first sound of the film at `url`, in order.
  private func packets(_ url: URL) async throws -> [String] {
    let text = try await MediaTools.ffprobe([
      "-v", "error", "-select_streams", "a:0", "-show_entries", "packet=data_hash", "-show_data_hash", "md5", "-of",
      "csv=p=0", url.path,
    ])
    // A packet with side data has a line more.
    return text.matches(of: /MD5:[0-9a-f]+/).map { String($0.output) }
  }

  /// The samples of the film at `url` as this program decodes them, of both channels by turns.
  private func samples(_ url: URL, _ folder: ScratchFolder) async throws -> [Int16] {
    let wave = folder.url("\(url.lastPathComponent).wav")
    try await FileConversion([AssetReference(url: url)]).session(to: wave, replacing: true).export()
    let bytes = [UInt8](try await SoundReader.pcm(wave))
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  private func sound(_ film: FilmPlan) throws -> SmartSound { try #require(film.smartSounds?.first) }

  private func facts(_ url: URL) async throws -> AudioTrackFacts {
    let asset = AssetReference(url: url)
    return try #require(try await Engine.renderer().facts(of: [asset])[asset]?.audioTracks.first)
  }

  @Test(arguments: wholes) func `a sound that nothing is done to is the media's, packet by packet and sample by sample`(
    film: Case
  ) async throws {
    let folder = try ScratchFolder()
    let media = try await film.film(31, .noise(seed: 31)).url()
    let url = folder.url("film.\(film.target.rawValue)")
    let session = try await film.conversion(media).session(to: url)
    let plan = try sound(try await session.filmPlan())
    let copied = try #require(plan.copied, "\(plan.reasons)")
    let report = try await session.export()
    #expect(report.sampleCount == copied.end && report.soundLevel == nil)
    #expect(try await packets(url) == Array(packets(media)[copied.packets]))
    let (before, after) = (try await facts(media), try await facts(url))
    #expect(after.firstSample == before.firstSample && abs(after.sampleCount - before.sampleCount) <= 1)
    let (meant, found) = (try await samples(media, folder), try await samples(url, folder))
    #expect(abs(found.count - meant.count) <= 2)
    let isSame = zip(found, meant).allSatisfy { $0 == $1 }
    #expect(isSame)
    let words = try await MediaTools.ffmpegComplaints(url)
    #expect(words.isEmpty, "\(words.prefix(400))")
  }

  @Test(arguments: parts) func `of a part every sample is where it was`(film: Case) async throws {
    let folder = try ScratchFolder()
    let media = try await film.film(32, .noise(seed: 32)).url()
    let all = try await samples(media, folder)
    for (first, last) in [(10, 80), (37, 81), (63, 64)] {
      let url = folder.url("\(first).\(film.target.rawValue)")
      var conversion = try film.conversion(media)
      conversion.choices.timeRange = try ProjectTimeRange(
        "\(Double(first * 4) / 100)..\(Double(last * 4) / 100)")
      let session = try await conversion.session(to: url)
      let plan = try sound(try await session.filmPlan())
      let copied = try #require(plan.copied, "\(plan.reasons)")
      #expect(copied.hiddenAtStart >= 0 && copied.hiddenAtEnd >= 0 && copied.start == 0)
      _ = try await session.export()
      #expect(try await packets(url) == Array(packets(media)[copied.packets]))
      let facts = try await facts(url)
      #expect(facts.firstSample == 0 && facts.sampleCount == Int64(last - first) * 1_920, "\(first)..<\(last)")
      let found = try await samples(url, folder)
      let meant = all[first * 3_840..<last * 3_840]
      // Where pictures begin later than the sound, those of the part end later, too.
      #expect(found.count >= meant.count, "\(first)..<\(last)")
      let difference = zip(found, meant).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(difference <= 2, "\(first)..<\(last): \(difference)")
    }
  }

  @Test(arguments: [FileType.mp4, .mov, .mkv]) func `a click is where it was, as FFmpeg hears it`(type: FileType)
    async throws
  {
    let folder = try ScratchFolder()
    let film = Case(container: "mp4", sound: .aac, target: type)
    let media = try await film.film(33, .click(at: Fraction(2))).url()
    func click(_ samples: [Int16]) throws -> Int {
      try #require(samples.indices.max { samples[$0].magnitude < samples[$1].magnitude }) / 2
    }
    let before = try click(try await samples(media, folder))
    for tenths in [4, 16] {
      let url = folder.url("\(tenths).\(type.rawValue)")
      var conversion = try film.conversion(media)
      conversion.choices.timeRange = try ProjectTimeRange("\(Double(tenths) / 10)..3.2")
      let session = try await conversion.session(to: url)
      let copied = try #require(try sound(try await session.filmPlan()).copied)
      _ = try await session.export()
      #expect(try click(try await samples(url, folder)) == before - tenths * 4_800)
      // Of Matroska FFmpeg gives what is hidden, too.
      let heard = try await SoundReader.firstChannel(url).map(\.magnitude)
      let place = try #require(heard.indices.max { heard[$0] < heard[$1] })
      #expect(place == before - tenths * 4_800 + (type == .mkv ? Int(copied.hiddenAtStart) : 0))
    }
  }

  @Test func `a sound that fades is encoded, and the plan says why`() async throws {
    let folder = try ScratchFolder()
    let film = Case(container: "mp4", sound: .aac, target: .mp4)
    let media = try await film.film(34, .tone(hertz: 440)).url()
    var request = try await film.conversion(media).session(to: folder.url("film.mp4")).request
    var parameters = AudioMixInputParameters(
      track: try #require(request.edit.composition.tracks(withMediaType: .audio).first))
    try parameters.setVolumeRamp(
      fromStartVolume: 1, toEndVolume: 0, timeRange: CMTimeRange(Fraction(3), to: Fraction(4)))
    request.edit.audioMix = AudioMix(inputParameters: [parameters])
    let session = ExportSession(request, renderer: Engine.renderer())
    let plan = try await session.makePlan()
    #expect(plan.text.hasSuffix("sound 0: encoded: The volume is changed.\n"), "\(plan.text)")
    #expect(try await session.export().soundLevel != nil)
    let samples = try await samples(folder.url("film.mp4"), folder)
    #expect(samples.suffix(96).allSatisfy { $0.magnitude < 200 } && samples.prefix(9_600).contains { $0 > 15_000 })
  }

  @Test func `silence before a sound is said by an edit list, and in Matroska encoded`() async throws {
    let folder = try ScratchFolder()
    let film = Case(container: "mp4", sound: .aac, target: .mp4)
    let (early, media) = (try await film.film(35, .click(at: Fraction(2))).url(), folder.url("late.mp4"))
    try await MediaTools.ffmpeg([
      "-i", early.path, "-itsoffset", "0.5", "-i", early.path, "-map", "0:v", "-map", "1:a", "-c", "copy", media.path,
    ])
    let before = try await facts(media)
    try #require(before.firstSample > 20_000)
    for type in [FileType.mp4, .mkv] {
      let url = folder.url("film.\(type.rawValue)")
      let session = try await film.conversion(media).session(to: url)
      let plan = try sound(try await session.filmPlan())
      #expect((plan.copied?.start ?? 0) == (type == .mp4 ? before.firstSample : 0))
      #expect(plan.reasons.count == (type == .mp4 ? 0 : 1) && plan.reasons.allSatisfy { $0.contains("no edit list") })
      _ = try await session.export()
      guard type == .mp4 else { continue }
      let after = try await facts(url)
      #expect(after.firstSample == before.firstSample && after.sampleCount == before.sampleCount)
      #expect(try await samples(url, folder) == samples(media, folder))
    }
  }

  @Test func `each sound of several is copied or encoded by itself`() async throws {
    let folder = try ScratchFolder()
    let film = Case(container: "mp4", sound: .aac, target: .mov)
    let (one, two) = (film.film(36, .noise(seed: 36)), film.film(37, .noise(seed: 37)))
    let media = folder.url("two.mp4")
    try await MediaTools.ffmpeg([
      "-i", try await one.url().path, "-i", try await two.url().path, "-map", "0:v", "-map", "0:a", "-map", "1:a",
      "-c", "copy", "-c:a:1", "ac3", media.path,
    ])
    let url = folder.url("film.mov")
    let session = try await film.conversion(media).session(to: url)
    let sounds = try #require(try await session.filmPlan().smartSounds)
    #expect(sounds.map { $0.copied != nil } == [true, false])
    #expect(sounds.last?.reasons == ["The media's sound is AC-3, and the film's is AAC."])
    _ = try await session.export()
    let asset = AssetReference(url: url)
    #expect(try await Engine.renderer().facts(of: [asset])[asset]?.audioTracks.map(\.codec) == ["AAC", "AAC"])
    let copied = try #require(sounds.first?.copied)
    #expect(try await packets(url) == Array(packets(media)[copied.packets]))
  }

  @Test func `MP3 of few bits, which refers far back, is right from the first sample on`() async throws {
    let folder = try ScratchFolder()
    let film = Case(container: "mkv", sound: .mp3, target: .mkv)
    let (loud, media) = (try await film.film(41, .noise(seed: 41)).url(), folder.url("narrow.mkv"))
    try await MediaTools.ffmpeg([
      "-i", loud.path, "-map", "0:a", "-ar", "24000", "-ac", "1", "-c:a", "libmp3lame", "-b:a", "8k", media.path,
    ])
    var conversion = try film.conversion(media)
    conversion.choices.timeRange = try ProjectTimeRange("2.01..3.5")
    let url = folder.url("film.mkv")
    let session = try await conversion.session(to: url)
    let copied = try #require(try sound(try await session.filmPlan()).copied)
    #expect(copied.hiddenAtStart > 11_520 + 2 * 576)
    _ = try await session.export()
    let (all, found) = (try await samples(media, folder), try await samples(url, folder))
    let meant = all[48_240..<84_000]
    #expect(found.count == meant.count)
    #expect(zip(found, meant).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  @Test func `mono MP3 is copied out of an MP4, whose header says two channels, and another layer is not`() async throws
  {
    let folder = try ScratchFolder()
    let film = Case(container: "mp4", sound: .mp3, target: .mp4)
    let whole = try await Case(container: "mp4", sound: .aac, target: .mp4).film(32, .noise(seed: 32)).url()
    for encoder in ["libmp3lame", "mp2"] {
      let (media, url) = (folder.url("\(encoder).mp4"), folder.url("\(encoder)-film.mp4"))
      try await MediaTools.ffmpeg([
        "-i", whole.path, "-map", "0:v", "-map", "0:a", "-c:v", "copy", "-ac", "1", "-c:a", encoder, media.path,
      ])
      let session = try await film.conversion(media).session(to: url)
      let plan = try sound(try await session.filmPlan())
      guard encoder == "libmp3lame" else {
        #expect(plan.reasons == ["The media's sound is MPEG audio of another layer than MP3's."])
        continue
      }
      let copied = try #require(plan.copied, "\(plan.reasons)")
      _ = try await session.export()
      #expect(try await packets(url) == Array(packets(media)[copied.packets]))
      #expect(try await facts(url).channels == 1)
      let (meant, found) = (try await samples(media, folder), try await samples(url, folder))
      let isSame = zip(found, meant).allSatisfy { $0 == $1 }
      #expect(isSame && abs(found.count - meant.count) <= 2)
    }
  }

  /// The only track of a file begins and ends where the file does, whatever an edit list says.
  @Test func `silence at an end has its length, with pictures and without`() async throws {
    let folder = try ScratchFolder()
    let film = Case(container: "mp4", sound: .aac, target: .mp4)
    let (whole, media) = (try await film.film(42, .noise(seed: 42)).url(), folder.url("gaps.mp4"))
    try await MediaTools.ffmpeg([
      "-i", whole.path, "-itsoffset", "0.5", "-t", "2", "-i", whole.path, "-map", "0:v", "-map", "1:a", "-c", "copy",
      media.path,
    ])
    let before = try await facts(media)
    try #require(before.firstSample > 20_000 && before.firstSample + before.sampleCount < 150_000)
    for type in [FileType.mp4, .m4a] {
      let url = folder.url("film.\(type.rawValue)")
      let session = try await film.conversion(media).session(to: url)
      let report = try await session.export()
      #expect((report.smartSounds.first?.copied != nil) == (type == .mp4))
      let verification = try #require(FileVerification(of: session))
      #expect(try await verification.problems() == [])
      #expect(try await facts(url).firstSample == (type == .mp4 ? before.firstSample : 0))
      guard type == .m4a else { continue }
      #expect(try await samples(url, folder).count >= 384_000)
    }
  }

  @Test func `a part of Opus is encoded in Matroska, and begins with the film`() async throws {
    let folder = try ScratchFolder()
    let film = Case(container: "webm", sound: .opus, pictures: .vp9, target: .webm)
    let media = try await film.film(43, .noise(seed: 43)).url()
    var conversion = try film.conversion(media)
    conversion.choices.timeRange = try ProjectTimeRange("1.01..3")
    let url = folder.url("film.webm")
    let session = try await conversion.session(to: url)
    #expect(
      try sound(try await session.filmPlan()).reasons == [
        "Decoding has to begin more than a second before the sound does."
      ])
    _ = try await session.export()
    let facts = try await facts(url)
    #expect(facts.firstSample == 0 && facts.sampleCount == 95_520)
  }

  @Test(arguments: ["webm", "mkv"]) func `the beginning of Opus is copied bit for bit, samples too`(container: String)
    async throws
  {
    let folder = try ScratchFolder()
    let type = try #require(FileType(rawValue: container))
    let film = Case(container: container, sound: .opus, pictures: container == "webm" ? .vp9 : .h264, target: type)
    let media = try await film.film(43, .noise(seed: 43)).url()
    var conversion = try film.conversion(media)
    conversion.choices.timeRange = try ProjectTimeRange("0..3.2")
    let url = folder.url("film.\(container)")
    let session = try await conversion.session(to: url)
    let plan = try sound(try await session.filmPlan())
    let copied = try #require(plan.copied, "\(plan.reasons)")
    _ = try await session.export()
    #expect(try await packets(url) == Array(packets(media)[copied.packets]))
    let (all, found) = (try await samples(media, folder), try await samples(url, folder))
    let meant = Array(all.prefix(80 * 3_840))
    #expect(found.count >= meant.count && Array(found.prefix(meant.count)) == meant)
  }

  /// Encoded PCM has the samples that copied packets would have.
  @Test(arguments: [FileType.mov, .mkv]) func `PCM of several stretches has the media's samples, bit for bit`(
    type: FileType
  ) async throws {
    let folder = try ScratchFolder()
    let film = Case(container: type.rawValue, sound: .pcm, target: type)
    let media = [
      try await film.film(45, .noise(seed: 45)).url(), try await film.film(46, .noise(seed: 46)).url(),
    ]
    var conversion = try film.conversion(media[0])
    conversion.assets.append(AssetReference(url: media[1]))
    conversion.choices.timeRange = try ProjectTimeRange("0.44..6.8")
    let url = folder.url("film.\(type.rawValue)")
    let session = try await conversion.session(to: url)
    let plan = try await session.filmPlan()
    #expect(try sound(plan).copied == nil && plan.segments?.hasCopies == true)
    _ = try await session.export()
    let (first, second) = (try await samples(media[0], folder), try await samples(media[1], folder))
    #expect(try await samples(url, folder) == Array(first[11 * 3_840..<100 * 3_840] + second[..<(70 * 3_840)]))
  }

  @Test func `a film of sound alone is copied, too`() async throws {
    let folder = try ScratchFolder()
    let film = Case(container: "m4a", sound: .aac, target: .m4a)
    let media = try await SoundFile(.noise(seed: 38)) {
      ($0.codec, $0.container, $0.count) = (.aac, "m4a", 192_000)
    }.url()
    let url = folder.url("film.m4a")
    let session = try await film.conversion(media).session(to: url)
    let copied = try #require(try sound(try await session.filmPlan()).copied)
    _ = try await session.export()
    #expect(try await packets(url) == Array(packets(media)[copied.packets]))
    #expect(try await samples(url, folder) == samples(media, folder))
  }

  @Test(arguments: [FileType.mp4, .mkv]) func `parts that others render are joined into the same bytes`(type: FileType)
    async throws
  {
    let folder = try ScratchFolder()
    let film = Case(container: "mp4", sound: .aac, target: type)
    let media = try await film.film(39, .noise(seed: 39)).url()
    var conversion = try film.conversion(media)
    conversion.choices.timeRange = try ProjectTimeRange("0.4..3.6")
    let (whole, joined) = (folder.url("whole.\(type.rawValue)"), folder.url("joined.\(type.rawValue)"))
    let session = try await conversion.session(to: whole)
    let data = try JSONEncoder().encode(try await session.filmPlan())
    _ = try await session.export()
    let plan = try JSONDecoder().decode(FilmPlan.self, from: data)
    #expect(try sound(plan).copied != nil)
    let renderer = Engine.renderer()
    for segment in (plan.segments?.segments ?? []).reversed() {
      _ = try await plan.render(segment.number, into: folder.url("parts"), by: renderer)
    }
    _ = try await plan.join(from: folder.url("parts"), to: joined, by: renderer)
    #expect(try Data(contentsOf: joined) == Data(contentsOf: whole))
  }

  @Test func `the sound of a file that is another one by now is not copied`() async throws {
    let folder = try ScratchFolder()
    let film = Case(container: "m4a", sound: .aac, target: .m4a)
    let media = folder.url("media.m4a")
    func sound(_ count: Int) async throws -> URL {
      try await SoundFile(.noise(seed: 40)) { ($0.codec, $0.container, $0.count) = (.aac, "m4a", count) }.url()
    }
    try FileManager.default.copyItem(at: try await sound(192_000), to: media)
    let plan = try await film.conversion(media).session(to: folder.url("film.m4a")).filmPlan()
    try FileManager.default.removeItem(at: media)
    try FileManager.default.copyItem(at: try await sound(48_000), to: media)
    do {
      _ = try await Export(plan, to: folder.url("film.m4a"), replacing: false).run(Engine.renderer()) { _ in }
      Issue.record("The packets of another file were copied.")
    } catch {
      #expect(error.code == .mediaUnreadable && error.remedy?.contains("without smart rendering") == true, "\(error)")
      #expect(!FileManager.default.fileExists(atPath: folder.url("film.m4a").path))
    }
  }
}
