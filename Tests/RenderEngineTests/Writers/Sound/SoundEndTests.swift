import Containers
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import ProjectServices
import Rendering
import TestSupport
import Testing

@testable import RenderEngine

/// Ends of sounds whose last packets contain more samples: exact to the sample, as FFmpeg and this program read it,
/// down to the last one's value.
@Suite("Ends of sounds")
struct SoundEndTests {
  /// Lengths around those at which packets end: of AAC 49,152 and of AC-3 49,152 less the half of a block before the sound.
  static let counts = [48_252, 48_896, 49_151, 49_152, 49_153, 20_000]

  /// So many samples of noise below 2 kHz, as numbers of 32 bits.
  private static func noise(_ count: Int) async throws -> (url: URL, samples: [Float]) {
    try await Noises.shared.noise(count)
  }

  /// The noises, each made and read once.
  private actor Noises {
    static let shared = Noises()
    private var known: [Int: Task<(url: URL, samples: [Float]), any Error>] = [:]

    func noise(_ count: Int) async throws -> (url: URL, samples: [Float]) {
      let task = known[count] ?? Task { try await SoundEndTests.newNoise(count) }
      known[count] = task
      return try await task.value
    }
  }

  private static func newNoise(_ count: Int) async throws -> (url: URL, samples: [Float]) {
    let recipe = [
      "-f", "lavfi", "-i", "anoisesrc=r=48000:d=\(count / 48_000 + 2):seed=5:a=0.5", "-af",
      "lowpass=f=1500,lowpass=f=1500,atrim=end_sample=\(count)", "-c:a", "pcm_f32le",
    ]
    let url = try await MediaCache.shared.file(named: "noise-\(count)", extension: "wav", recipe: recipe) { target in
      try await MediaTools.ffmpeg(recipe + [target.path])
    }
    return (url, try await samples(url))
  }

  /// What FFmpeg decodes, from time zero on: it gives what precedes that, too.
  private static func samples(_ url: URL) async throws -> [Float] {
    try await SoundReader.samples(url, ["-ac", "1"])
  }

  /// Each codec with every other length, and each length with every other codec; or all with all.
  private static let ends = [AudioCodec.aac, .mp3, .ac3, .vorbis, .opus].enumerated().flatMap { turn, codec in
    counts.enumerated().filter { ProofScope.isFull || ($0.offset + turn) % 2 == 0 }.map { (codec, $0.element) }
  }

  @Test(arguments: ends)
  func `sound in Matroska ends with its last sample`(codec: AudioCodec, count: Int) async throws {
    let folder = try ScratchFolder()
    let source = try await Self.noise(count)
    var conversion = FileConversion([AssetReference(url: source.url)])
    conversion.choices.wishes.audio = AudioDescription(codec: .codec(codec))
    let url = folder.url("sound.mkv")
    try await conversion.session(to: url).export()
    let facts = try await Engine.renderer().facts(of: [AssetReference(url: url)])
    let track = try #require(facts.values.first?.audioTracks.first)
    // AC-3 has silence until its last packet ends.
    let excess = codec == .ac3 ? Int(track.sampleCount) - count : 0
    #expect(track.firstSample == 0 && track.sampleCount == Int64(count + excess) && (0..<1_536).contains(excess))
    // The header says when the sound ends, and not its last packet.
    let duration = try await MediaTools.ffprobe(["-show_entries", "format=duration", "-of", "csv=p=0", url.path])
    let seconds = try #require(Double(duration.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(abs(seconds - Double(count) / 48_000) < 0.001, "\(seconds)")
    // FFmpeg 5 gives what the decoder gives before zero.
    let decoded = Array(try await Self.samples(url).dropFirst(Int(codec.priming)))
    try #require(decoded.count == count + excess)
    // The last samples are those of the sound, and not what a window fades out to.
    let (heard, meant) = (decoded.prefix(count).suffix(96), source.samples.suffix(96))
    let difference = zip(heard, meant).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    let energy = meant.reduce(0) { $0 + $1 * $1 }
    #expect(difference < energy / 4, "\(difference) of \(energy)")
  }

  /// Its end is read from a place amid the file, behind which `matroskademux` 1.22 stops where the header says that the film ends.
  @Test(arguments: [AudioCodec.aac, .mp3, .opus])
  func `a longer sound in Matroska ends with its last sample, too`(codec: AudioCodec) async throws {
    let folder = try ScratchFolder()
    let count = 7 * 48_000 + 5
    for type in [FileType.mkv, .webm] where type.format.audioCodecs.contains(codec) {
      var conversion = FileConversion([AssetReference(url: try await Self.noise(count).url)])
      conversion.choices.wishes.audio = AudioDescription(codec: .codec(codec))
      let url = folder.url("sound.\(type.rawValue)")
      try await conversion.session(to: url).export()
      let facts = try await Engine.renderer().facts(of: [AssetReference(url: url)])
      #expect(facts.values.first?.audioTracks.map(\.sampleCount) == [Int64(count)], "\(type)")
      let back = folder.url("\(type.rawValue).wav")
      try await FileConversion([AssetReference(url: url)]).session(to: back).export()
      #expect(try await Self.samples(back).count == count)
    }
  }

  /// Matroska says that each of its packets of 1,024 samples lasts 21 ms, which is 16 samples less.
  @Test(arguments: [FileType.mkv, .webm])
  func `Vorbis of many packets has no holes, and every sample in its place`(type: FileType) async throws {
    let folder = try ScratchFolder()
    let count = 10 * 48_000
    var conversion = FileConversion([AssetReference(url: try await Self.noise(count).url)])
    conversion.choices.wishes.audio = AudioDescription(codec: .codec(.vorbis))
    let (url, back) = (folder.url("sound.\(type.rawValue)"), folder.url("back.wav"))
    try await conversion.session(to: url).export()
    let report = try await FileConversion([AssetReference(url: url)]).session(to: back).export()
    #expect(report.notes == [])
    let (found, meant) = (try await Self.samples(back), try await Self.samples(url))
    // Where the last one is, rounded times say to a millisecond.
    #expect(abs(found.count - count) <= 48 && meant.count >= count)
    #expect(zip(found.prefix(count), meant).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  /// Lengths whose last packet is longer by a few samples: within what is lost where a movie counts milliseconds.
  @Test(arguments: [FileType.mp4, .mov, .m4a], [1, 32, 95])
  func `sound in a movie of fine ticks ends with its last sample`(type: FileType, excess: Int) async throws {
    let folder = try ScratchFolder()
    let count = 48 * 1_024 - excess
    var conversion = FileConversion([AssetReference(url: try await Self.noise(count).url)])
    conversion.choices.wishes.audio = AudioDescription(codec: .codec(.aac))
    let url = folder.url("sound.\(type.rawValue)")
    try await conversion.session(to: url).export()
    let facts = try await Engine.renderer().facts(of: [AssetReference(url: url)])
    #expect(facts.values.first?.audioTracks.map(\.sampleCount) == [Int64(count)])
  }

  @Test func `a sound of one packet has an end, too`() async throws {
    let folder = try ScratchFolder()
    let source = try await Self.noise(100)
    for codec in [AudioCodec.aac, .mp3, .vorbis] {
      var conversion = FileConversion([AssetReference(url: source.url)])
      conversion.choices.wishes.audio = AudioDescription(codec: .codec(codec))
      let url = folder.url("\(codec.rawValue).mkv")
      try await conversion.session(to: url).export()
      let facts = try await Engine.renderer().facts(of: [AssetReference(url: url)])
      #expect(facts.values.first?.audioTracks.first?.sampleCount == 100)
    }
  }
}
