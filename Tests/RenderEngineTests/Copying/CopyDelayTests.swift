import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder
import enum TestSupport.SoundReader

/// What a decoder gives before the sound is hidden in a copy as it is in the file, and tracks of text have their languages.
@Suite("Copied films whose sound has a lead")
struct CopyDelayTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test func `a lead that Matroska says of AAC is said again`() async throws {
    let film = WildFile(
      "led", "mp4",
      WildFile.picture + ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=3:seed=5:a=0.4"] + WildFile.h264
        + ["-c:a", "aac"])
    let source = folder.url("led.mkv")
    var conversion = FileConversion([AssetReference(url: try await film.url())])
    conversion.choices.wishes.audio = AudioDescription(codec: .codec(.aac))
    try await conversion.session(to: source).export()
    let (facts, samples) = (try await WildFile.facts(of: source), try await SoundReader.samples(source, []))
    let start = ["-select_streams", "a:0", "-show_entries", "stream=start_time", "-of", "csv=p=0"]
    for type in [FileType.mkv, .mp4] {
      let url = folder.url("copied.\(type.rawValue)")
      let file = try await CopiedFilm.copy(PacketCopy([.init(AssetReference(url: source))], as: type), to: url)
      #expect(file.notes == [])
      let copied = try await WildFile.facts(of: url)
      #expect(copied.audioTracks.first?.firstSample == facts.audioTracks.first?.firstSample)
      #expect(copied.videoTracks.first?.timing == facts.videoTracks.first?.timing)
      if type == .mkv {
        #expect(try await MediaTools.ffprobe(start + [url.path]) == MediaTools.ffprobe(start + [source.path]))
        #expect(try await SoundReader.samples(url, []) == samples)
        #expect(copied.audioTracks == facts.audioTracks)
      } else {
        // The edit list hides the lead, to the sample.
        let heard = try await SoundReader.samples(url, [])
        #expect(heard.count >= 144_000 && zip(heard, samples.dropFirst(1_024)).allSatisfy { $0 == $1 })
      }
    }
  }

  @Test(arguments: [nil, 0.0, 1.0]) func `MP3 in Matroska begins with the sound as its own file does`(start: Double?)
    async throws
  {
    let (source, url) = (folder.url("noise.mp3"), folder.url("noise.mkv"))
    try await MediaTools.ffmpeg(
      ["-f", "lavfi", "-i", "anoisesrc=r=44100:d=2:seed=5:a=0.4", "-c:a", "libmp3lame", source.path])
    let range = try start.map { try RationalRange(start: Rational(Int64($0)), end: Rational(2)) }
    let file = try await CopiedFilm.copy(
      PacketCopy([.init(AssetReference(url: source), range: range)], as: .mkv), to: url)
    let (whole, heard) = (try await SoundReader.samples(source, []), try await SoundReader.samples(url, []))
    // ffmpeg gives what stands before zero, too, and says when it begins.
    let text = try await MediaTools.ffprobe([
      "-select_streams", "a:0", "-show_entries", "stream=start_time", "-of", "csv=p=0", url.path,
    ])
    let first = try #require(Double(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    let from = Int((file.start.seconds * 44_100).rounded())
    if start ?? 0 == 0 {
      #expect(from == 0 && abs(first * 44_100 + 1_105) < 44)
      #expect(Array(heard.dropFirst(1_105).prefix(whole.count)) == whole)
      let (facts, copied) = (try await WildFile.facts(of: source), try await WildFile.facts(of: url))
      #expect(copied.audioTracks.first?.firstSample == facts.audioTracks.first?.firstSample)
      #expect(copied.audioTracks.first?.sampleCount == facts.audioTracks.first?.sampleCount)
    } else {
      // Behind what the first packets lack of those before, each sample is at its time, to the millisecond of Matroska.
      let lead = Int((-first * 44_100).rounded())
      let place = 8_000
      let found = (-60...60).first { shift in
        Array(heard[(place + lead + shift)...].prefix(2_000)) == Array(whole[(from + place)...].prefix(2_000))
      }
      #expect(found != nil)
    }
  }

  @Test(arguments: [("aac", 1_024), ("libmp3lame", 1_105), ("ac3", 256)])
  func `what a movie's edit list hides before the sound is hidden in Matroska`(encoder: String, lead: Int) async throws
  {
    let film = WildFile(
      "hides-\(encoder)", "mp4",
      WildFile.picture + ["-f", "lavfi", "-i", "anoisesrc=r=48000:d=3:seed=5:a=0.4"] + WildFile.h264
        + ["-c:a", encoder])
    let (source, url) = (try await film.url(), folder.url("hidden.mkv"))
    let file = try await CopiedFilm.copy(PacketCopy([.init(AssetReference(url: source))], as: .mkv), to: url)
    #expect(file.start == .zero && file.notes == [])
    let (facts, copied) = (try await WildFile.facts(of: source), try await WildFile.facts(of: url))
    #expect(copied.videoTracks.first?.timing == facts.videoTracks.first?.timing)
    #expect(copied.audioTracks.first?.firstSample == facts.audioTracks.first?.firstSample)
    // ffmpeg gives what stands before zero, too.
    let (whole, heard) = (try await SoundReader.samples(source, []), try await SoundReader.samples(url, []))
    let count = min(whole.count, heard.count - lead)
    #expect(count > 140_000 && heard[lead..<lead + count].elementsEqual(whole.prefix(count)))
    let times = try await CopiedFilm.times(of: url)
    let (picture, sound) = (try #require(times.pictures.first), try #require(times.sound.first))
    #expect(picture == 0 && abs(sound + Double(lead) / 48_000) < 0.001)
  }

  @Test(arguments: [FileType.mp4, .mov]) func `text keeps its language`(type: FileType) async throws {
    let text = try folder.write("1\n00:00:00,250 --> 00:00:01,000\nHallo\n\n", to: "text.srt")
    let film = try await WildFile("spoken", "mp4", WildFile.picture + WildFile.h264).url()
    let source = folder.url("spoken.mp4")
    try await MediaTools.ffmpeg([
      "-i", film.path, "-i", text.path, "-map", "0", "-map", "1", "-c", "copy", "-c:s", "mov_text", "-metadata:s:s:0",
      "language=deu", source.path,
    ])
    let url = folder.url("copied.\(type.rawValue)")
    _ = try await CopiedFilm.copy(PacketCopy([.init(AssetReference(url: source))], as: type), to: url)
    let said = try await MediaTools.ffprobe([
      "-select_streams", "s", "-show_entries", "stream_tags=language", "-of", "csv=p=0", url.path,
    ])
    #expect(["deu", "ger"].contains(said.trimmingCharacters(in: .whitespacesAndNewlines)), "\(said)")
  }
}
