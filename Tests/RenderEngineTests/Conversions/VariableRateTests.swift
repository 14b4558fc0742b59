import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaTime
import RenderEngine
import SeededRandom
import TestSupport
import Testing

/// Films of variable rates through conversions, trims and joins: each picture once, at its own time, and every sample.
@Suite("Pictures at their own times")
struct VariableRateTests {
  /// The containers that films are written into, the codec, and ticks a second.
  private static let targets: [(name: String, codec: VideoCodec, ticks: Int)] = [
    ("mp4", .h264, 90_000), ("mov", .h264, 90_000), ("mkv", .h264, 1_000), ("webm", .vp8, 1_000), ("ts", .h264, 90_000),
    ("mp4", .hevc, 90_000), ("mkv", .ffv1, 1_000), ("webm", .vp9, 1_000),
  ]

  /// Writes `assets`, `range` of them, into `target`.
  private func convert(
    _ assets: [URL], _ range: String? = nil, to url: URL, _ codec: VideoCodec, lossless: Bool
  ) async throws -> ExportReport {
    var conversion = FileConversion(assets.map { AssetReference(url: $0) })
    conversion.choices.timeRange = try range.map { try ProjectTimeRange($0) }
    conversion.choices.wishes.video = VideoDescription(
      codec: .codec(codec), speed: codec == .ffv1 ? nil : .ultrafast)
    if lossless { conversion.choices.wishes.audio = AudioDescription(codec: .codec(.flac)) }
    return try await conversion.session(to: url).export()
  }

  /// What is wrong with the pictures in `url`, which are to be `expected`, to a tick of the containers: `ticks` a second are those of
  /// the coarser one.
  private func faults(
    _ url: URL, _ expected: [(film: UInt8, index: Int, time: Fraction)], ticks: Int, hasSound: Bool
  ) async throws -> [String] {
    if url.pathExtension == "ts" { try lengthen(url) }
    let found = try await FilmReader.frames(url)
    var times = try await FilmReader.times(url)
    // The clock of a transport stream begins anywhere; what has sound is compared with that elsewhere.
    if url.pathExtension == "ts" {
      let start = (times.first ?? .init(0)) - (expected.first?.time ?? .init(0))
      times = times.map { $0 - start }
    }
    guard found.count == expected.count, times.count == expected.count else {
      return ["\(url.lastPathComponent): \(found.count) pictures instead of \(expected.count)"]
    }
    let tolerance = Fraction(1, ticks) + Fraction(1, 1_000_000)
    return expected.indices.compactMap { place in
      let (picture, distance) = (expected[place], times[place] - expected[place].time)
      guard found[place] == .frame(FrameCode(film: picture.film, index: picture.index)) else {
        return "\(url.lastPathComponent): picture \(place) is \(found[place]) instead of \(picture.index)"
      }
      return distance < tolerance && -distance < tolerance
        ? nil : "\(url.lastPathComponent): picture \(place) is off by \(distance.value) s"
    }
  }

  /// Appends null packets to the transport stream at `url`: one of ten packets ffmpeg 5.1 reads wrong, its own ones as well.
  private func lengthen(_ url: URL) throws {
    let null: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + Array(repeating: 0xFF, count: 184)
    let file = try FileHandle(forUpdating: url)
    try file.seekToEnd()
    try file.write(contentsOf: Data(Array(repeating: null, count: 16).joined()))
    try file.close()
  }

  /// Whether `url` sounds as samples `range` of `source` do, and silent from there on.
  private func soundFault(_ url: URL, _ source: URL, _ range: Range<Int>) async throws -> String? {
    let bytesPerFrame = 4
    let whole = try await SoundReader.pcm(source)
    let found = try await SoundReader.pcm(url)
    let wanted = whole.dropFirst(range.lowerBound * bytesPerFrame).prefix(range.count * bytesPerFrame)
    guard found.count >= wanted.count, found.prefix(wanted.count).elementsEqual(wanted),
      found.dropFirst(wanted.count).allSatisfy({ $0 == 0 })
    else { return "\(url.lastPathComponent): the sound differs" }
    return nil
  }

  @Test func `films of variable rates keep each picture at its time, and every sample`() async throws {
    var faults: [String] = []
    var checked = 0
    let seeds = ProofScope.seeds(short: 10, full: 2_000)
    for seed in seeds {
      do {
        faults += try await self.faults(ofFilm: seed).map { "film \(seed): \($0)" }
      } catch {
        faults.append("film \(seed): \(error)")
      }
      checked += 1
      if faults.count > 20 { break }
    }
    #expect(faults == [])
    #expect(checked == seeds.count)
  }

  /// What is wrong with the film of `seed` once it is converted, trimmed, and joined with itself.
  private func faults(ofFilm seed: UInt64) async throws -> [String] {
    var faults: [String] = []
    let made = VariableRateFilm(seed: seed)
    let source = try await made.film.url()
    var random = SeededGenerator(seed: seed &* 31)
    let folder = try ScratchFolder()
    let target = Self.targets.randomElement(using: &random) ?? Self.targets[0]
    let hasSound = made.film.sound != nil && target.name == "mkv"
    let end = made.time(made.durations.count)
    // Times that a container has rounded to milliseconds are put back on their rate.
    let ticks = min(target.ticks, made.timescale)
    let whole = made.pictures(from: .init(0), to: end).map { (made.film.film, $0.index, $0.time) }

    let converted = folder.url("converted.\(target.name)")
    var report = try await convert([source], to: converted, target.codec, lossless: hasSound)
    faults += report.notes.map { "converted with the note \($0)" }
    faults += try await self.faults(converted, whole, ticks: ticks, hasSound: hasSound)
    if hasSound, let sound = made.film.sound {
      faults += [try await soundFault(converted, source, 0..<sound.count)].compactMap(\.self)
    }

    // Milliseconds are whole samples. What the last picture lasts for, not every container says.
    let seconds = min(end.value, try await MediaInspector().facts(of: source).duration.seconds)
    let length = Int((seconds * 1_000).rounded(.down))
    let from = Int.random(in: 0..<max(1, length / 2), using: &random)
    let to = Int.random(in: (from + 1)...max(from + 1, length), using: &random)
    let part = made.pictures(from: Fraction(from, 1_000), to: Fraction(to, 1_000))
    let trimmed = folder.url("trimmed.\(target.name)")
    report = try await convert([source], "\(from)/1000..\(to)/1000", to: trimmed, target.codec, lossless: hasSound)
    if report.frameCount != part.count {
      faults.append("trimmed to \(report.frameCount) pictures instead of \(part.count)")
    }
    faults += try await self.faults(
      trimmed, part.map { (made.film.film, $0.index, $0.time) }, ticks: ticks, hasSound: hasSound)

    // The second film begins where the longest track of the first ends.
    if made.film.sound == nil {
      let joined = folder.url("joined.\(target.name)")
      _ = try await convert([source, source], to: joined, target.codec, lossless: false)
      let length = try await MediaInspector().facts(of: source).duration
      let offset = Fraction(Int128(length.numerator), Int128(length.denominator))
      faults += try await self.faults(
        joined, whole + whole.map { ($0.0, $0.1, $0.2 + offset) }, ticks: ticks, hasSound: false)
    }
    return faults
  }

  /// The first picture of the second segment is decoded two pictures before it is shown, which last longer than those before them.
  @Test(arguments: ["mkv", "mp4"])
  func `pictures of two segments are decoded one after another, whatever their durations`(container: String)
    async throws
  {
    let durations = [1, 1, 1, 1, 1, 1, 4]
    let source = try await IndexedFilm(film: 4) { film in
      (film.frameCount, film.timing, film.options) = (300, .cycle(durations: durations, timescale: 25), ["-g", "50"])
    }.url()
    let folder = try ScratchFolder()
    let target = folder.url("converted.\(container)")
    var conversion = FileConversion([AssetReference(url: source)])
    conversion.choices.wishes.video = VideoDescription(codec: .codec(.h264), speed: .superfast)
    let session = try await conversion.session(to: target)
    #expect(try await session.filmPlan().segments?.segments.count == 2)
    #expect(try await session.export().frameCount == 300)
    var time = 0
    let expected = (0..<300).map { index in
      defer { time += durations[index % durations.count] }
      return (film: UInt8(4), index: index, time: Fraction(time, 25))
    }
    #expect(try await faults(target, expected, ticks: 1_000, hasSound: false) == [])
  }

  /// libx265 has no decode times for so few, and gives what its memory held.
  @Test(arguments: [1, 2])
  func `the first pictures of a film alone begin when they begin, in HEVC`(count: Int) async throws {
    let source = try await IndexedFilm(film: 2) { film in
      (film.frameCount, film.timing) = (12, .cycle(durations: [1], timescale: 25))
    }.url()
    for _ in 0..<8 {
      let folder = try ScratchFolder()
      let url = folder.url("short.mp4")
      _ = try await convert([source], "0..\(count)/25", to: url, .hevc, lossless: false)
      let expected = (0..<count).map { (film: UInt8(2), index: $0, time: Fraction($0, 25)) }
      #expect(try await faults(url, expected, ticks: 90_000, hasSound: false) == [])
    }
  }

  /// `tsdemux` 1.22 takes what follows a clock that is not said for half a second for another recording.
  @Test(arguments: [[15_411, 15_411, 77_052, 15_411], [45_000, 90_000], [3_600, 3_600, 90_000]])
  func `pictures of a transport stream that are seconds apart keep their times`(durations: [Int]) async throws {
    let source = try await IndexedFilm(film: 3) { film in
      (film.frameCount, film.container) = (24, "ts")
      film.timing = .cycle(durations: durations, timescale: 90_000)
    }.url()
    let folder = try ScratchFolder()
    let target = folder.url("converted.mp4")
    #expect(try await convert([source], to: target, .h264, lossless: false).notes == [])
    var time = 0
    let expected = (0..<24).map { index in
      defer { time += durations[index % durations.count] }
      return (film: UInt8(3), index: index, time: Fraction(time, 90_000))
    }
    #expect(try await faults(target, expected, ticks: 90_000, hasSound: false) == [])
    // A place inside is found from the beginning.
    var generator = ImageGenerator(of: AssetReference(url: source), renderer: GStreamerRenderer())
    (generator.toleranceBefore, generator.toleranceAfter) = (.zero, .zero)
    let late = expected[20].time
    let image = try await generator.image(at: CMTime(value: Int64(late.value * 90_000) + 10, timescale: 90_000))
    #expect(abs(image.actualTime.seconds - late.value) < 1e-4)
  }

  @Test func `a transport stream whose pictures are shown five seconds after they are decoded is refused`() async throws
  {
    let source = try await IndexedFilm(film: 3) { film in
      (film.frameCount, film.container) = (24, "ts")
      film.timing = .cycle(durations: [3_600, 3_600, 810_000], timescale: 90_000)
    }.url()
    await #expect {
      try await MediaInspector().facts(of: source)
    } throws: { error in
      let error = error as? RenderError
      return error?.code == .unsupported && error?.message.contains("so far apart") == true
    }
  }
}
