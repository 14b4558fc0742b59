import Foundation
import GstEdit
import TestSupport
import Testing

/// Pictures that are cropped, turned, mirrored and scaled on their way into another file, with ffmpeg as the witness.
@Suite("Changed pictures")
struct AdjustedPictureTests {
  /// Five pictures in which no corner is like another, 192 by 108.
  private func film(turnedBy degrees: Int = 0) async throws -> URL {
    let turn = degrees == 0 ? [] : ["-metadata:s:v", "rotate=\(degrees)"]
    let recipe =
      ["-f", "lavfi", "-i", "testsrc2=size=192x108:rate=10:duration=0.5", "-pix_fmt", "yuv420p", "-c:v", "libx264"]
      + ["-qp", "0"] + turn
    return try await MediaCache.shared.file(named: "corners-\(degrees)", extension: "mp4", recipe: recipe) { target in
      guard degrees != 0 else { return try await MediaTools.ffmpeg(recipe + [target.path]) }
      let folder = try ScratchFolder()
      let upright = folder.url("upright.mp4")
      try await MediaTools.ffmpeg(Array(recipe.dropLast(turn.count)) + [upright.path])
      try await MediaTools.ffmpeg(["-i", upright.path, "-c", "copy"] + turn + [target.path])
    }
  }

  /// Writes `source` as `change` says, without loss, into a file in `folder`.
  private func convert(
    _ sources: [URL], _ name: String = "changed.mkv", in folder: ScratchFolder, codec: VideoCodec = .ffv1,
    _ change: (inout FileConversion) throws -> Void
  ) async throws -> (URL, ExportReport) {
    var conversion = FileConversion(sources.map { AssetReference(url: $0) })
    conversion.choices.wishes.video = VideoDescription(codec: .codec(codec))
    conversion.choices.wishes.audio = AudioDescription(codec: name.hasSuffix("mkv") ? .codec(.flac) : nil)
    try change(&conversion)
    let url = folder.url(name)
    return (url, try await conversion.session(to: url).export())
  }

  private func planes(_ url: URL, _ filter: String = "null") async throws -> [UInt8] {
    [UInt8](
      try await MediaTools.ffmpegOutput(
        ["-i", url.path, "-vf", filter, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p"]))
  }

  /// How far two runs of samples are apart: on average, and at most.
  private func difference(_ left: [UInt8], _ right: [UInt8]) -> (mean: Double, most: Int) {
    var (sum, most) = (0, 0)
    for (one, other) in zip(left, right) {
      let difference = abs(Int(one) - Int(other))
      (sum, most) = (sum + difference, max(most, difference))
    }
    return (Double(sum) / Double(max(1, left.count)), most)
  }

  private static let changes: [(filter: String, change: FileAdjustments)] = {
    func change(_ edit: (inout FileAdjustments) -> Void) -> FileAdjustments {
      var adjustments = FileAdjustments()
      edit(&adjustments)
      return adjustments
    }
    let part = PixelRectangle(x: 32, y: 18, width: 60, height: 54)
    return [
      ("transpose=1", change { $0.rotation = .clockwise }), ("transpose=2", change { $0.rotation = .counterclockwise }),
      ("hflip,vflip", change { $0.rotation = .upsideDown }), ("hflip", change { $0.flip = .horizontal }),
      ("vflip", change { $0.flip = .vertical }), ("crop=60:54:32:18", change { $0.crop = part }),
      (
        "crop=60:54:32:18,transpose=1,hflip",
        change { ($0.crop, $0.rotation, $0.flip) = (part, .clockwise, .horizontal) }
      ),
      ("transpose=2,vflip", change { ($0.rotation, $0.flip) = (.counterclockwise, .vertical) }),
    ]
  }()

  @Test(arguments: [0, 90, 180, 270])
  func `a crop, a turn and a mirror image are those of ffmpeg, of what is seen upright`(
    degrees: Int
  ) async throws {
    let folder = try ScratchFolder()
    let source = try await film(turnedBy: degrees)
    for (number, (filter, adjustments)) in Self.changes.enumerated() {
      let (url, report) = try await convert([source], "\(number).mkv", in: folder) { $0.adjustments = adjustments }
      #expect(report.frameCount == 5 && report.notes == [])
      let expected = try await planes(source, filter)
      let found = try await planes(url)
      guard found.count == expected.count else {
        Issue.record("\(filter): \(found.count) bytes instead of \(expected.count)")
        continue
      }
      // Colors lie between pixels, and are brought to their places.
      let (mean, most) = difference(found, expected)
      #expect(mean < 1.5 && most < 140, "\(degrees), \(filter): \(mean), \(most)")
      let luma = found.count / 5 * 2 / 3
      for frame in 0..<5 {
        let range = frame * found.count / 5..<frame * found.count / 5 + luma
        #expect(found[range] == expected[range], "\(degrees), \(filter), frame \(frame)")
      }
    }
  }

  @Test func `a size is the largest that fits inside, and with a fit exactly that`() async throws {
    let folder = try ScratchFolder()
    let source = try await film()
    let sizes: [(asked: PixelSize, fit: PictureFit?, crop: PixelRectangle?, found: String)] = [
      (PixelSize(width: 96, height: 96), nil, nil, "96,54"), (PixelSize(width: 384, height: 384), nil, nil, "384,216"),
      (PixelSize(width: 1_000, height: 27), nil, nil, "48,28"),
      (PixelSize(width: 96, height: 96), .resizeAspect, nil, "96,96"),
      (PixelSize(width: 96, height: 96), .resizeAspectFill, nil, "96,96"),
      (PixelSize(width: 96, height: 96), .resize, nil, "96,96"),
      (PixelSize(width: 96, height: 96), .blurredFill, nil, "96,96"),
      (PixelSize(width: 96, height: 96), .center, nil, "96,96"),
      (PixelSize(width: 96, height: 96), nil, PixelRectangle(x: 0, y: 0, width: 54, height: 108), "48,96"),
    ]
    for (number, size) in sizes.enumerated() {
      let (url, _) = try await convert([source], "\(number).mkv", in: folder) { conversion in
        conversion.adjustments.size = size.asked
        (conversion.adjustments.fit, conversion.adjustments.crop) = (size.fit, size.crop)
      }
      let found = try await MediaTools.ffprobe(["-show_entries", "stream=width,height", "-of", "csv=p=0", url.path])
      #expect(found == "\(size.found)\n", "\(size)")
      guard let fit = size.fit, fit != .resize else { continue }
      // What is seen at the top: bars, the picture, or a blurred copy of it.
      let line = Array(try await planes(url).prefix(96 * 8))
      let isBlack = line.allSatisfy { $0 < 18 }
      #expect(isBlack == (fit == .resizeAspect), "\(fit)")
    }
  }

  @Test func `scaled pictures are those of ffmpeg, nearly`() async throws {
    let folder = try ScratchFolder()
    let source = try await film()
    let (url, _) = try await convert([source], in: folder) {
      $0.adjustments.size = PixelSize(width: 96, height: 54)
    }
    let (mean, _) = difference(try await planes(url), try await planes(source, "scale=96:54:flags=area"))
    #expect(mean < 6, "\(mean)")
  }

  @Test func `films of several shapes are turned, each by itself, and fitted into the first`() async throws {
    let folder = try ScratchFolder()
    let (wide, tall) = (try await film(), try await film(turnedBy: 90))
    let (url, report) = try await convert([wide, tall], in: folder) { conversion in
      conversion.adjustments.rotation = .clockwise
      conversion.adjustments.size = PixelSize(width: 108, height: 192)
    }
    #expect(report.frameCount == 10)
    let found = try await planes(url)
    let size = 108 * 192 * 3 / 2
    #expect(found.count == size * 10)
    let turned = try await planes(wide, "transpose=1")
    #expect(difference(Array(found[..<size]), Array(turned[..<size])).mean < 1.5)
    // The upright one lies down now, between bars.
    #expect(found[(size * 5)...].prefix(108 * 50).allSatisfy { $0 < 18 })
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `pictures of a variable rate keep their times, whatever is done to them`(
    seed: UInt64
  ) async throws {
    let made = VariableRateFilm(seed: seed)
    let source = try await made.film.url()
    let folder = try ScratchFolder()
    let changes: [(name: String, undo: String, change: (inout FileAdjustments) -> Void)] = [
      ("size", "null", { $0.size = PixelSize(width: 64, height: 64) }),
      ("fit", "crop=128:72:0:28", { ($0.size, $0.fit) = (PixelSize(width: 128, height: 128), .resizeAspect) }),
      ("crop", "null", { $0.crop = PixelRectangle(x: 4, y: 2, width: 120, height: 68) }),
      ("rotate", "transpose=2", { $0.rotation = .clockwise }), ("flip", "hflip", { $0.flip = .horizontal }),
    ]
    for (name, undo, change) in changes {
      let (url, report) = try await convert([source], "\(name).mkv", in: folder) { change(&$0.adjustments) }
      #expect(report.frameCount == made.durations.count && report.notes == [], "\(name): \(report.notes)")
      let pictures = [UInt8](
        try await MediaTools.ffmpegOutput([
          "-i", url.path, "-fps_mode", "passthrough", "-vf", "\(undo),scale=64:36:flags=area,format=gray", "-f",
          "rawvideo",
        ]))
      let found = stride(from: 0, to: pictures.count, by: 64 * 36).map {
        FrameReading(luma: Array(pictures[$0..<$0 + 64 * 36]), width: 64, height: 36)
      }
      #expect(found == made.durations.indices.map { .frame(FrameCode(film: made.film.film, index: $0)) }, "\(name)")
      let times = try await FilmReader.times(url)
      let start = times.first ?? Fraction(0)
      for (index, time) in times.enumerated() {
        let distance = time - start - made.time(index)
        #expect(abs(distance.value) < 0.001_01, "\(name), picture \(index)")
      }
    }
  }

  @Test func `a size leaves every sample as it is`() async throws {
    let sound = SoundFile(.noise(seed: 5)) { $0.count = 48_000 }
    let source = try await IndexedFilm(film: 1) { film in
      (film.frameCount, film.timing, film.codec, film.container) = (25, .constant(FrameRate(25)), .ffv1, "mkv")
      film.sound = sound
    }.url()
    let folder = try ScratchFolder()
    let (url, _) = try await convert([source], in: folder) {
      $0.adjustments.size = PixelSize(width: 160, height: 160)
    }
    #expect(try await SoundReader.pcm(url) == sound.pcm())
  }

  @Test func `an animated GIF is cropped too`() async throws {
    let folder = try ScratchFolder()
    let source = try await film()
    var conversion = FileConversion([AssetReference(url: source)])
    conversion.adjustments.crop = PixelRectangle(x: 0, y: 0, width: 96, height: 54)
    conversion.adjustments.flip = .vertical
    let url = folder.url("part.gif")
    #expect(try await conversion.session(to: url).export().frameCount == 5)
    let found = try await MediaTools.ffprobe(["-show_entries", "stream=width,height", "-of", "csv=p=0", url.path])
    #expect(found == "96,54\n")
  }

  @Test func `what cannot be is refused in a sentence`() async throws {
    let source = try await film()
    let sound = try await SoundFile(.tone(hertz: 440)).url()
    let refused: [(source: URL, name: String, words: String, change: (inout FileConversion) -> Void)] = [
      (source, "x.mkv", "192 by 108", { $0.adjustments.crop = PixelRectangle(x: 100, y: 0, width: 100, height: 50) }),
      (source, "x.mkv", "192 by 108", { $0.adjustments.crop = PixelRectangle(x: 0, y: 60, width: 100, height: 50) }),
      (source, "x.mkv", "192 by 108", { $0.adjustments.crop = PixelRectangle(x: -2, y: 0, width: 100, height: 50) }),
      (source, "x.mkv", "a size too", { $0.adjustments.fit = .resize }),
      (source, "x.mkv", "pixels each way", { $0.adjustments.size = PixelSize(width: 0, height: 50) }),
      (sound, "x.mkv", "there is none", { $0.adjustments.rotation = .clockwise }),
      (source, "x.flac", "to have none", { $0.adjustments.rotation = .clockwise }),
      (source, "x.mkv", "no sound", { $0.adjustments.volume = 0.5 }),
      (sound, "x.mkv", "0, which is silence", { $0.adjustments.volume = 11 }),
      (source, "x.mkv", "1/16 to 16", { $0.adjustments.speedFactor = Rational(17) }),
      (
        source, "x.gif", "no subtitles",
        { conversion in
          conversion.adjustments.subtitles = .init(SubtitleTrack(SubtitleDocument()), soft: true)
        }
      ),
    ]
    let folder = try ScratchFolder()
    for (source, name, words, change) in refused {
      var conversion = FileConversion([AssetReference(url: source)])
      change(&conversion)
      do {
        _ = try await conversion.session(to: folder.url(name)).export()
        Issue.record("\(words): written")
      } catch {
        #expect("\(error)".contains(words), "\(error)")
      }
    }
    #expect(try folder.names() == [])
  }
}
