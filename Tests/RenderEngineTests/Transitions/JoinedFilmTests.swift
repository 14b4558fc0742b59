import Foundation
import GstEdit
import TestSupport
import Testing

/// Files that are joined by transitions: `gstedit concat --transition`.
@Suite("Files that lead into one another")
struct JoinedFilmTests {
  /// Four seconds at 25 frames a second and a sound of one value, without loss.
  private static func film(_ number: UInt8, level: Int16?) -> IndexedFilm {
    IndexedFilm(film: number) { film in
      (film.frameCount, film.timing, film.codec, film.container) = (100, .constant(FrameRate(25)), .ffv1, "mkv")
      film.sound = level.map { level in
        SoundFile(.constant(level)) { ($0.count, $0.codec, $0.container) = (192_000, .flac, "flac") }
      }
    }
  }

  private static func join(
    _ films: [IndexedFilm], by transition: ClipTransition, to url: URL
  ) async throws -> ExportReport {
    var assets: [AssetReference] = []
    for film in films { assets.append(AssetReference(url: try await film.url())) }
    var conversion = FileConversion(assets, renderer: Engine.renderer())
    conversion.transition = transition
    conversion.choices.wishes.video = VideoDescription(codec: .codec(.ffv1))
    conversion.choices.wishes.audio = AudioDescription(codec: .codec(.flac))
    return try await conversion.session(to: url).export()
  }

  @Test func `three films overlap at their joins, and nothing else of them is lost`() async throws {
    let folder = try ScratchFolder()
    let target = folder.url("film.mkv")
    let films = [Self.film(1, level: 16_384), Self.film(2, level: -8_192), Self.film(3, level: nil)]
    let transition = ClipTransition(.push(.left), duration: CMTime(value: 4, timescale: 5))
    let report = try await Self.join(films, by: transition, to: target)
    #expect(report.frameCount == 260)
    let frames = try await FilmReader.frames(target)
    #expect(frames.count == 260)
    var wrong: [Int] = []
    for (frame, found) in frames.enumerated() where !(81..<100).contains(frame) && !(161..<180).contains(frame) {
      let film = frame < 100 ? 0 : frame < 180 ? 1 : 2
      let expected = FrameCode(film: UInt8(film + 1), index: frame - 80 * film)
      // At its very first frame a push still shows the old film.
      let isOld = frame == 160
      if found != .frame(isOld ? FrameCode(film: 2, index: 80) : expected) { wrong.append(frame) }
    }
    #expect(wrong.isEmpty, "\(wrong)")
    let sound = try await SoundReader.firstChannel(target)
    for (time, level) in [
      (1.0, 0.5), (3.6, 0.5 * 0.7071 - 0.25 * 0.7071), (5.0, -0.25), (7.1, -0.25), (8.5, 0),
    ] {
      let found = Double(sound[min(sound.count - 1, Int(time * 48_000))])
      #expect(abs(found - level) < 0.002, "\(time): \(found)")
    }
  }

  // MARK: Changed files

  /// A change of files, and the kind of a film that two of them become.
  private struct Change: Sendable {
    var name: String
    var kind: ClipTransition.Kind
    var size: (width: Int, height: Int)
    var change: @Sendable (inout FileConversion) throws -> Void

    /// What is seen at a place, of the two pictures alone, when the part `done` of the transition has passed.
    func luma(_ x: Int, _ y: Int, _ done: Double, _ old: (Int, Int) -> Double, _ new: (Int, Int) -> Double) -> Double {
      switch kind {
      case .push:
        let moved = x + Int((done * Double(size.width)).rounded())
        return moved < size.width ? old(moved, y) : new(moved - size.width, y)
      case .slide:
        let moved = y + size.height - Int((done * Double(size.height)).rounded())
        return moved >= size.height ? old(x, y) : new(x, moved)
      case .wipe: return x < Int((done * Double(size.width)).rounded()) ? new(x, y) : old(x, y)
      case .crossDissolve, .fadeThroughBlack: return old(x, y) * (1 - done) + new(x, y) * done
      }
    }
  }

  private static let changes: [Change] = [
    Change(name: "crop", kind: .push(.left), size: (240, 136)) {
      $0.adjustments.crop = PixelRectangle(x: 40, y: 20, width: 240, height: 136)
    },
    Change(name: "turn", kind: .slide(.down), size: (180, 320)) { $0.adjustments.rotation = .clockwise },
    Change(name: "flip", kind: .wipe(.right), size: (320, 180)) { $0.adjustments.flip = .vertical },
    Change(name: "size", kind: .crossDissolve, size: (160, 90)) {
      $0.adjustments.size = PixelSize(width: 160, height: 90)
    },
    Change(name: "all", kind: .crossDissolve, size: (120, 160)) { conversion in
      conversion.adjustments.crop = PixelRectangle(x: 80, y: 0, width: 160, height: 120)
      (conversion.adjustments.rotation, conversion.adjustments.flip) = (.counterclockwise, .horizontal)
      conversion.adjustments.size = PixelSize(width: 120, height: 160)
    },
    Change(name: "fast", kind: .push(.left), size: (320, 180)) { $0.adjustments.speedFactor = Rational(2) },
    Change(name: "slow", kind: .crossDissolve, size: (320, 180)) {
      $0.adjustments.speedFactor = try Rational(4, 5)
    },
  ]

  /// The lumas of each picture of `files`, changed and written without loss, and how many there are.
  private static func lumas(
    of files: [IndexedFilm], _ change: Change, joinedBy transition: ClipTransition?, in folder: ScratchFolder
  ) async throws -> [[UInt8]] {
    var assets: [AssetReference] = []
    for file in files { assets.append(AssetReference(url: try await file.url())) }
    var conversion = FileConversion(assets, renderer: Engine.renderer())
    try change.change(&conversion)
    (conversion.transition, conversion.frameRate) = (transition, Rational(25))
    conversion.choices.wishes.video = VideoDescription(codec: .codec(.ffv1))
    conversion.adjustments.isMuted = true
    let url = folder.url("\(files.map { "\($0.film)-\($0.width)" }.joined(separator: "-")).mkv")
    _ = try await conversion.session(to: url, replacing: true).export()
    let (width, height) = change.size
    let all = [UInt8](
      try await MediaTools.ffmpegOutput([
        "-i", url.path, "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo", "-pix_fmt", "gray",
      ]))
    try #require(!all.isEmpty && all.count % (width * height) == 0)
    return stride(from: 0, to: all.count, by: width * height).map { Array(all[$0..<$0 + width * height]) }
  }

  /// Places and frames at which `joined` is not what arithmetic makes of two films alone, with a transition of ten frames.
  private static func wrong(_ joined: [[UInt8]], _ old: [[UInt8]], _ new: [[UInt8]], _ change: Change) -> Int {
    let (width, height) = change.size
    let start = old.count - 10
    var wrong = 0
    for (frame, picture) in joined.enumerated() {
      let done = min(1, max(0, Double(frame - start) / 10))
      let (first, second) = (old[min(frame, old.count - 1)], new[max(0, min(frame - start, new.count - 1))])
      for y in stride(from: 0, to: height, by: 7) {
        for x in stride(from: 0, to: width, by: 5) {
          let expected = change.luma(
            x, y, done, { Double(first[$1 * width + $0]) }, { Double(second[$1 * width + $0]) })
          if abs(Double(picture[y * width + x]) - expected) > 2 { wrong += 1 }
        }
      }
    }
    return wrong
  }

  @Test(arguments: changes.indices)
  func `between changed films each picture is what arithmetic makes of the two`(number: Int) async throws {
    let change = Self.changes[number]
    let folder = try ScratchFolder()
    var films = [Self.film(1, level: nil), Self.film(2, level: nil)]
    for index in films.indices { films[index].frameCount = 60 }
    let transition = ClipTransition(change.kind, duration: CMTime(value: 2, timescale: 5))
    let old = try await Self.lumas(of: [films[0]], change, joinedBy: nil, in: folder)
    let new = try await Self.lumas(of: [films[1]], change, joinedBy: nil, in: folder)
    let joined = try await Self.lumas(of: films, change, joinedBy: transition, in: folder)
    #expect(joined.count == old.count + new.count - 10, "\(change.name)")
    // A crop leaves out some of a picture's number, and what is slowed is seen again.
    #expect(Set(old).count > 10)
    #expect(Self.wrong(joined, old, new, change) == 0, "\(change.name)")
  }

  @Test func `films of two sizes lead into each other too`() async throws {
    let folder = try ScratchFolder()
    let change = Change(name: "sizes", kind: .wipe(.right), size: (320, 180)) { _ in }
    var (large, small) = (Self.film(1, level: nil), Self.film(2, level: nil))
    (small.width, small.height) = (160, 90)
    (large.frameCount, small.frameCount) = (30, 30)
    let transition = ClipTransition(change.kind, duration: CMTime(value: 2, timescale: 5))
    let old = try await Self.lumas(of: [large], change, joinedBy: nil, in: folder)
    var fitted = change
    fitted.change = { $0.adjustments.size = PixelSize(width: 320, height: 180) }
    let new = try await Self.lumas(of: [small], fitted, joinedBy: nil, in: folder)
    let joined = try await Self.lumas(of: [large, small], change, joinedBy: transition, in: folder)
    #expect(joined.count == 50 && Self.wrong(joined, old, new, change) == 0)
  }

  @Test func `sounds at another speed cross-fade for as long as is asked, to the sample`() async throws {
    let folder = try ScratchFolder()
    func sound(_ frequency: Int) async throws -> AssetReference {
      AssetReference(
        url: try await SoundFile(.tone(hertz: frequency)) {
          ($0.count, $0.codec, $0.container) = (96_000, .flac, "flac")
        }.url())
    }
    func samples(_ assets: [AssetReference], _ name: String) async throws -> [Float] {
      var conversion = FileConversion(assets, renderer: Engine.renderer())
      conversion.adjustments.speedFactor = try Rational(5, 4)
      conversion.transition = ClipTransition(.crossDissolve, duration: CMTime(value: 1, timescale: 2))
      let url = folder.url(name)
      _ = try await conversion.session(to: url).export()
      return try await SoundReader.firstChannel(url)
    }
    let (low, high) = (try await sound(300), try await sound(700))
    let (old, new) = (try await samples([low], "low.flac"), try await samples([high], "high.flac"))
    let joined = try await samples([low, high], "both.flac")
    #expect(old.count == 76_800 && new.count == 76_800 && joined.count == 129_600)
    var worst = 0.0
    for (sample, found) in joined.enumerated() {
      let done = min(1, max(0, Double(sample - 52_800) / 24_000))
      let one = sample < old.count ? Double(old[sample]) * cos(done * .pi / 2) : 0
      let other = sample >= 52_800 ? Double(new[sample - 52_800]) * sin(done * .pi / 2) : 0
      worst = max(worst, abs(Double(found) - one - other))
    }
    // The ramps miss a sine by 0.0003; each file is rounded to 16 bits.
    #expect(worst < 0.0005, "\(worst)")
  }

  @Test func `a file that is too short for its transitions is refused by name`() async throws {
    let folder = try ScratchFolder()
    let films = [Self.film(1, level: nil), Self.film(2, level: nil), Self.film(3, level: nil)]
    let transition = ClipTransition(.crossDissolve, duration: CMTime(value: 5, timescale: 2))
    let error = try await #require(throws: RenderError.self) {
      try await Self.join(films, by: transition, to: folder.url("film.mkv"))
    }
    let short = try await films[1].url()
    #expect(error.code == .invalidModel && error.asset?.url == short)
    #expect(error.remedy?.contains("at most 2 s") == true)
  }
}
