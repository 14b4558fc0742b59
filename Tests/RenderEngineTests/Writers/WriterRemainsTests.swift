import Compositing
import EditServices
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import RenderEngine
import Rendering
import TestSupport
import Testing

/// Remains of writers that fail, end or are released.
@Suite("What asset writers leave")
struct WriterRemainsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func pictures(_ count: Int) throws -> [SampleBuffer] {
    try (0..<count).map { number in
      SampleBuffer(
        .picture(try WriterFixtures.picture(number % 25)), presentationTime: CMTime(value: Int64(number), timescale: 25)
      )
    }
  }

  /// In a process of its own, whose files may be 200,000 bytes long: what a full disk is to the writer.
  @Test(arguments: ["mp4", "mkv", "wav"]) func `a disk that is full fails the writer, and leaves nothing`(
    container: String
  ) async throws {
    await #expect(processExitsWith: .success) { [container = container as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 200_000, rlim_max: 200_000)
      let isLimited = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
      #expect(isLimited)
      let folder = try ScratchFolder()
      let writer = try AssetWriter(outputURL: folder.url("sound.\(container)"))
      let codec: AudioCodec = container == "mp4" ? .aac : .pcm
      let input = AssetWriterInput(mediaType: .audio, outputSettings: .audio(codec))
      try writer.add(input)
      try writer.startWriting()
      try writer.startSession(atSourceTime: .zero)
      let description = FormatDescription(
        codecType: "lpcm", codec: "PCM",
        media: .audio(FormatDescription.Audio(sampleRate: 48_000, layout: .standard(2))))
      var failure: RenderError?
      do throws(RenderError) {
        for block in 0..<2_000 {
          let samples = (0..<2 * 4_800).map { Double(($0 * 7_919 + block) % 65_536 - 32_768) / 65_536 }
          try await input.append(
            SampleBuffer(
              .samples(SampleBlock(start: 0, channels: 2, interleaved: samples)),
              presentationTime: CMTime(value: Int64(block) * 4_800, timescale: 48_000), formatDescription: description))
        }
        try await writer.finishWriting()
      } catch {
        failure = error
      }
      #expect(failure?.code == .writeFailed, "\(failure.map { "\($0)" } ?? "none")")
      #expect(writer.status == .failed)
      #expect(try await Poll.eventually { try folder.names().isEmpty })
    }
  }

  @Test func `a folder that is removed fails the writer`() async throws {
    let inner = folder.url("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let writer = try AssetWriter(outputURL: inner.appending(path: "film.mkv"))
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.ffv1))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    for buffer in try pictures(10) { try await input.append(buffer) }
    // The film, and the lock of its name.
    #expect(
      try await Poll.eventually { try FileManager.default.contentsOfDirectory(atPath: inner.path).count == 2 })
    try FileManager.default.removeItem(at: inner)
    let error = await #expect(throws: RenderError.self) { try await writer.finishWriting() }
    #expect(
      error?.code == .writeFailed || error?.code == .engineFailed || error?.code == .cannotCreateOutput,
      "\(error.map { "\($0)" } ?? "")")
    #expect(writer.status == .failed)
    #expect(try folder.names() == [])
  }

  /// In a process of its own, where no other test's threads are.
  @Test func `writers that end leave no thread and no file open`() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      func round(_ number: Int) async throws {
        for end in 0..<3 {
          let url = folder.url("film\(number)-\(end).mp4")
          let writer = try AssetWriter(outputURL: url)
          let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
          try writer.add(input)
          try writer.startWriting()
          try writer.startSession(atSourceTime: .zero)
          for frame in 0..<20 {
            try await input.append(
              SampleBuffer(
                .picture(try WriterFixtures.picture(frame)),
                presentationTime: CMTime(value: Int64(frame), timescale: 25)))
          }
          switch end {
          case 0: try await writer.finishWriting()
          case 1: writer.cancelWriting()
          default: break
          }
        }
      }
      try await round(1)
      try await round(2)
      let before = try await OpenResources.settledThreads()
      let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      try await round(3)
      let settled = try await Poll.eventually { try OpenResources.threads().count <= before.count + 1 }
      let after = try await OpenResources.settledThreads()
      #expect(settled, "\(before) before, \(after) after")
      #expect(
        try await Poll.eventually {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count <= files + 1
        })
      #expect(try await Poll.eventually { try folder.names() == (1...3).map { "film\($0)-0.mp4" } })
    }
  }

  @Test func `a released writer leaves nothing`() async throws {
    let folder = folder
    func begin() async throws {
      let writer = try AssetWriter(outputURL: folder.url("film.mp4"))
      let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
      try writer.add(input)
      try writer.startWriting()
      try writer.startSession(atSourceTime: .zero)
      for buffer in try pictures(20) { try await input.append(buffer) }
      // The file, and the lock of its name.
      #expect(try await Poll.eventually { try folder.names().count == 2 })
    }
    try await begin()
    #expect(try await Poll.eventually { try folder.names().isEmpty })
  }
}
