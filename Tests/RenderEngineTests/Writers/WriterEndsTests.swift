import EditServices
import EditingModel
import Foundation
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import Synchronization
import TestSupport
import Testing

/// How a writer ends, and what it leaves behind.
@Suite("Writers' ends")
struct WriterEndsTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test func `samples of other channels are out of range`() async throws {
    let writer = try await WriterFixtures.writer(
      try WriterFixtures.settings(.wav, nil, .pcm), to: folder.url("sound.wav"))
    #expect(
      await WriterFixtures.code { try writer.write(SampleBlock(start: 0, channels: 1, interleaved: [0, 0])) }
        == .outOfRange)
    #expect(try folder.names() == [])
  }

  @Test func `media for tracks that a file lacks are out of range`() async throws {
    let writer = try await WriterFixtures.writer(
      try WriterFixtures.settings(.wav, nil, .pcm), to: folder.url("sound.wav"))
    #expect(
      await WriterFixtures.code { try writer.write(try WriterFixtures.picture(0), at: .zero, duration: .one) }
        == .outOfRange)
    #expect(try folder.names() == [])
    let other = try await WriterFixtures.writer(
      try WriterFixtures.settings(.wav, nil, .pcm), to: folder.url("sound.wav"))
    let packet = MediaPacket(presentationTime: .zero, isKeyFrame: true, data: [1])
    #expect(await WriterFixtures.code { try other.write(packet, to: 0) } == .outOfRange)
    #expect(await WriterFixtures.code { try other.endPackets(of: 0) } == .outOfRange || (try? folder.names()) == [])
    #expect(try folder.names() == [])
  }

  // MARK: Times that do not rise

  @Test(arguments: [(1, 1), (5, 3), (0, -1), (-1, 0)] as [(Int64, Int64)])
  func `a time that does not rise is out of range, and nothing is left`(first: Int64, second: Int64) async throws {
    let url = folder.url("film.mp4")
    let writer = try await WriterFixtures.writer(try WriterFixtures.settings(.mp4, .h264), to: url)
    let error = await WriterFixtures.code {
      try writer.write(try WriterFixtures.picture(0), at: try Rational(first, 25), duration: try Rational(1, 25))
      try writer.write(try WriterFixtures.picture(1), at: try Rational(second, 25), duration: try Rational(1, 25))
    }
    #expect(error == .outOfRange)
    #expect(try folder.names() == [])
    #expect(await WriterFixtures.code { _ = try writer.finish() } != nil)
    #expect(try folder.names() == [])
  }

  @Test(arguments: [0, -1] as [Int64]) func `a picture lasts`(duration: Int64) async throws {
    let writer = try await WriterFixtures.writer(try WriterFixtures.settings(.mp4, .h264), to: folder.url("film.mp4"))
    #expect(
      await WriterFixtures.code {
        try writer.write(try WriterFixtures.picture(0), at: .zero, duration: try Rational(duration, 25))
      }
        == .outOfRange)
    #expect(try folder.names() == [])
  }

  // MARK: Ends

  /// The files that are being written; the lock of their names lies beside them.
  private func unfinished() throws -> [String] {
    let names = try folder.names().filter { !$0.hasPrefix(".gstedit-") }
    #expect(names.allSatisfy { $0.hasPrefix(".film.") && $0.hasSuffix(".part") }, "\(names)")
    return names
  }

  @Test func `the file is there once it is finished, and no second time`() async throws {
    let url = folder.url("film.mp4")
    let writer = try await WriterFixtures.writer(try WriterFixtures.settings(.mp4, .h264, .aac), to: url)
    #expect(try unfinished().count == 1)
    // Each input from a thread of its own.
    async let pictures: Void = WriterFixtures.work {
      for number in 0..<50 {
        try writer.write(
          try WriterFixtures.picture(number), at: try Rational(Int64(number), 25), duration: try Rational(1, 25))
      }
      try writer.endPictures()
    }
    async let samples: Void = WriterFixtures.work {
      for number in 0..<50 {
        try writer.write(
          SampleBlock(start: Int64(number) * 1_920, channels: 2, interleaved: [Double](repeating: 0, count: 3_840)))
      }
      try writer.endSamples()
    }
    _ = try await (pictures, samples)
    #expect(try unfinished().count == 1 && !FileManager.default.fileExists(atPath: url.path))
    let file = try await WriterFixtures.work { try writer.finish() }
    #expect(try folder.names() == ["film.mp4"])
    #expect(file.frameCount == 50 && file.sampleCount == 96_000)
    let bytes = try Data(contentsOf: url)
    #expect(file.byteCount == bytes.count)

    #expect(await WriterFixtures.code { _ = try writer.finish() } == .closed)
    #expect(
      await WriterFixtures.code { try writer.write(try WriterFixtures.picture(0), at: Rational(9), duration: .one) }
        == .closed)
    #expect(await WriterFixtures.code { try writer.endSamples() } == .closed)
    writer.cancel()
    #expect(try Data(contentsOf: url) == bytes)
    #expect(try folder.names() == ["film.mp4"])
  }

  @Test func `a file that appeared meanwhile is not replaced`() async throws {
    let url = folder.url("sound.wav")
    let writer = try await WriterFixtures.writer(try WriterFixtures.settings(.wav, nil, .pcm), to: url)
    try folder.write("mine", to: "sound.wav")
    let error = await WriterFixtures.code {
      try writer.write(SampleBlock(start: 0, channels: 2, interleaved: [0, 0]))
      try writer.endSamples()
      _ = try writer.finish()
    }
    #expect(error == .outputExists)
    #expect(try folder.names() == ["sound.wav"])
    #expect(try String(contentsOf: url, encoding: .utf8) == "mine")
  }

  @Test(arguments: [true, false]) func `a file that is to be replaced stays until the new one is whole`(
    isFinished: Bool
  ) async throws {
    let url = try folder.write("old", to: "sound.wav")
    let writer = try await GStreamerRenderer().writer(
      try WriterFixtures.settings(.wav, nil, .pcm), to: url, replacing: true
    ) { _ in }
    try await WriterFixtures.work {
      try writer.write(SampleBlock(start: 0, channels: 2, interleaved: [0, 0]))
      try writer.endSamples()
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == "old")
    if isFinished {
      let file = try await WriterFixtures.work { try writer.finish() }
      #expect(try Data(contentsOf: url).count == Int(file.byteCount))
    } else {
      writer.cancel()
      #expect(try String(contentsOf: url, encoding: .utf8) == "old")
    }
    #expect(try folder.names() == ["sound.wav"])
  }

  @Test func `cancelling ends a write within a second, and removes everything`() async throws {
    let writer = try await WriterFixtures.writer(
      try WriterFixtures.settings(.mp4, .h264, .aac), to: folder.url("film.mp4"))
    // Without samples the muxer stands still before long, and with it the pictures.
    let written = Counter()
    async let ended = DedicatedThread.run(named: "write") { () -> (RenderError.Code?, ContinuousClock.Instant) in
      do {
        for number in 0..<100_000 {
          try writer.write(
            try WriterFixtures.picture(number), at: try Rational(Int64(number), 25), duration: try Rational(1, 25))
          written.count.add(1, ordering: .relaxed)
        }
        return (nil, .now)
      } catch {
        return ((error as? RenderError)?.code, .now)
      }
    }
    #expect(await Poll.eventually { written.count.load(ordering: .relaxed) > 2 })
    #expect(try unfinished().count == 1)
    let start = ContinuousClock.now
    writer.cancel()
    #expect(try folder.names() == [])
    let (code, end) = try await ended
    #expect(code == .cancelled)
    #expect(end - start < OpenResources.cancelLimit, "\(end - start)")
    #expect(await WriterFixtures.code { try writer.endPictures() } == .cancelled)
    #expect(await WriterFixtures.code { _ = try writer.finish() } == .cancelled)
    #expect(try folder.names() == [])
  }

  @Test func `a released writer leaves nothing`() async throws {
    var writer: (any MediaWriter)? = try await WriterFixtures.writer(
      try WriterFixtures.settings(.mkv, .ffv1), to: folder.url("film.mkv"))
    if let writer {
      try await WriterFixtures.work {
        for number in 0..<10 {
          try writer.write(
            try WriterFixtures.picture(number), at: try Rational(Int64(number), 25), duration: try Rational(1, 25))
        }
      }
    }
    #expect(try unfinished().count == 1)
    writer = nil
    #expect(try await Poll.eventually { try folder.names().isEmpty })
  }

  /// In a process of its own, where no other test's threads are.
  @Test func `writers that end leave no thread and no file`() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      func write(_ number: Int, _ end: (any MediaWriter) throws -> Void) async throws {
        let url = folder.url("film\(number).mp4")
        let writer = try await WriterFixtures.writer(try WriterFixtures.settings(.mp4, .h264), to: url)
        for number in 0..<10 {
          try writer.write(
            try WriterFixtures.picture(number), at: try Rational(Int64(number), 25), duration: try Rational(1, 25))
        }
        try end(writer)
      }
      // Finished, cancelled, given up after an error, and released.
      func round(_ number: Int) async throws {
        try await write(number) { writer in
          try writer.endPictures()
          _ = try writer.finish()
        }
        try await write(number) { $0.cancel() }
        try await write(number) { writer in
          _ = try? writer.write(try WriterFixtures.picture(0), at: .zero, duration: .one)
        }
        try await write(number) { _ in }
      }
      func cancelledRound(_ number: Int) async throws {
        do { try await round(number) } catch let error as RenderError where error.code == .outputExists {}
      }
      try await cancelledRound(1)
      try await cancelledRound(2)
      let before = try OpenResources.threads()
      try await cancelledRound(3)
      let settled = try await Poll.eventually { try OpenResources.threads().count <= before.count }
      let after = try OpenResources.threads()
      #expect(settled, "\(before) before, \(after) after")
      #expect(try await Poll.eventually { try folder.names() == (1...3).map { "film\($0).mp4" } })
    }
  }

  @Test func `a reader that fails amid an export leaves nothing`() async throws {
    // The file is damaged behind its middle, where its header does not show it.
    let film = SmallPicture.film(34) { $0.codec = .h264 }
    let copy = try FileManager.default.copy(of: try await film.url(), in: folder.url, named: "damaged.mp4")
    let plan = try await SoundEdits.whole(copy, seconds: 6, .video).plan()
    let handle = try FileHandle(forUpdating: copy)
    let size = try handle.seekToEnd()
    try handle.truncate(atOffset: size / 2)
    try handle.close()
    let settings = MediaFormats.ExportSettings(fileType: .mp4, video: VideoSettings(codec: .h264), audio: nil)
    await #expect(throws: RenderError.self) {
      try await Export(FilmPlan(plan, as: settings), to: folder.url("film.mp4"), replacing: false).run(
        GStreamerRenderer()
      ) { _ in
      }
    }
    #expect(try await Poll.eventually { try OpenResources.count(of: copy) == 0 })
    #expect(try folder.names() == ["damaged.mp4"])
  }
}

/// A number that several threads count.
private final class Counter: Sendable {
  let count = Atomic(0)
}
