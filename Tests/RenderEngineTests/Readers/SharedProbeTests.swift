import EditingModel
import Foundation
import RenderEngine
import Rendering
import Testing

import class TestSupport.ScratchFolder
import struct TestSupport.SoundFile

/// Every file is looked at once, however many ask for it, and again when it has changed.
@Suite("Shared looks at files")
struct SharedProbeTests {
  /// How many ask at the same time.
  private static let askers = 20

  /// Fifteen seconds of noise, which do not get smaller: about two megabytes.
  private static func media(in folder: ScratchFolder, named name: String) async throws -> URL {
    let sound = SoundFile(.noise(seed: 9)) { sound in
      sound.codec = .flac
      sound.container = "mkv"
      sound.count = 15 * 48_000
    }
    return try FileManager.default.copy(of: try await sound.url(), in: folder.url, named: name)
  }

  /// Other names of the file at `url`: links of both kinds, and names for people.
  private static func names(of url: URL) throws -> [AssetReference] {
    try (0..<askers).map { number in
      let other = url.deletingLastPathComponent().appending(path: "name\(number)-\(url.lastPathComponent)")
      switch number % 3 {
      case 0: return AssetReference(url: url, name: "asset \(number)")
      case 1: try FileManager.default.createSymbolicLink(at: other, withDestinationURL: url)
      default: try FileManager.default.linkItem(at: url, to: other)
      }
      return AssetReference(url: other)
    }
  }

  private static func facts(of asset: AssetReference) async throws -> MediaFacts {
    try #require(try await GStreamerRenderer().facts(of: [asset])[asset])
  }

  /// In a process of its own, whose reading is this test's alone.
  @Test func `a file that many ask for at once is read once`() async throws {
    // The media is made here, once.
    _ = try await Self.media(in: try ScratchFolder(), named: "made.mkv")
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      // What the libraries read as they start is read before.
      _ = try await Self.facts(of: AssetReference(url: try await Self.media(in: folder, named: "warm.mkv")))
      let alone = try await Self.media(in: folder, named: "alone.mkv")
      let start = try OpenResources.bytesRead()
      _ = try await Self.facts(of: AssetReference(url: alone))
      let once = try OpenResources.bytesRead() - start

      let assets = try Self.names(of: try await Self.media(in: folder, named: "shared.mkv"))
      let middle = try OpenResources.bytesRead()
      let facts = try await withThrowingTaskGroup(of: MediaFacts.self) { group in
        for asset in assets { group.addTask { try await Self.facts(of: asset) } }
        return try await group.reduce(into: [AssetReference: MediaFacts]()) { $0[$1.asset] = $1 }
      }
      let together = try OpenResources.bytesRead() - middle
      #expect(once > 1_000_000)
      #expect(together < once + once / 4, "\(once) bytes once, \(together) by \(Self.askers)")
      // Each has its own name in what it was given.
      #expect(Set(facts.keys) == Set(assets))

      let last = try OpenResources.bytesRead()
      for asset in assets { _ = try await Self.facts(of: asset) }
      #expect(try OpenResources.bytesRead() - last < once / 4)
    }
  }

  @Test func `some that are cancelled do not disturb the others`() async throws {
    // The media is made here, once.
    _ = try await Self.media(in: try ScratchFolder(), named: "made.mkv")
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let alone = try await Self.media(in: folder, named: "alone.mkv")
      _ = try await Self.facts(of: AssetReference(url: alone))
      let again = try await Self.media(in: folder, named: "again.mkv")
      let start = try OpenResources.bytesRead()
      _ = try await Self.facts(of: AssetReference(url: again))
      let once = try OpenResources.bytesRead() - start

      let shared = try await Self.media(in: folder, named: "shared.mkv")
      let assets = try Self.names(of: shared)
      let middle = try OpenResources.bytesRead()
      let tasks = assets.map { asset in Task { try await Self.facts(of: asset) } }
      // The first to ask is among those that give up.
      for number in stride(from: 0, to: tasks.count, by: 2) { tasks[number].cancel() }
      for (number, task) in tasks.enumerated() {
        do {
          let facts = try await task.value
          #expect(facts.asset == assets[number] && facts.audioTracks.first?.sampleCount == 15 * 48_000)
        } catch {
          #expect(number % 2 == 0, "\(error)")
          #expect((error as? RenderError)?.code == .cancelled)
        }
      }
      // Those that wait keep the look alive; one that all have left may have begun before.
      let together = try OpenResources.bytesRead() - middle
      #expect(together < 2 * once + once / 4, "\(once) bytes once, \(together) by \(Self.askers)")

      // All of them give up; the file can be looked at all the same.
      let left = AssetReference(url: try await Self.media(in: folder, named: "left.mkv"))
      let leaving = (0..<Self.askers).map { _ in Task { try await Self.facts(of: left) } }
      for task in leaving { task.cancel() }
      for task in leaving { _ = try? await task.value }
      #expect(try await Self.facts(of: left).audioTracks.first?.sampleCount == 15 * 48_000)
    }
  }

  @Test func `a look that failed is not remembered`() async throws {
    // The media is made here, once.
    _ = try await Self.media(in: try ScratchFolder(), named: "made.mkv")
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      _ = try await Self.facts(of: AssetReference(url: try await Self.media(in: folder, named: "warm.mkv")))
      // The first half of a film, which says that it is longer.
      let whole = try Data(contentsOf: try await Self.media(in: folder, named: "whole.mkv"))
      var broken = whole
      // Everything behind the header is noise.
      for index in 4_096..<broken.count { broken[index] = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 13) }
      let file = folder.url("broken.mkv")
      try broken.write(to: file)
      let asset = AssetReference(url: file)
      var read: [Int] = []
      for _ in 0..<3 {
        let start = try OpenResources.bytesRead()
        let error = await #expect(throws: RenderError.self) { _ = try await Self.facts(of: asset) }
        #expect(error?.code == .mediaUnreadable && error?.asset == asset)
        read.append(try OpenResources.bytesRead() - start)
      }
      #expect(read[1] > read[0] / 2 && read[2] > read[0] / 2, "\(read)")
    }
  }

  @Test func `a file that is written again is looked at again`() async throws {
    let folder = try ScratchFolder()
    let file = folder.url("sound.wav")
    let asset = AssetReference(url: file)
    for rate in [48_000, 44_100, 22_050] {
      try? FileManager.default.removeItem(at: file)
      try FileManager.default.copyItem(at: try await Self.plain(rate), to: file)
      #expect(try await Self.facts(of: asset).audioTracks.first?.sampleRate == rate)
    }
    // In place, with the same number of bytes.
    for rate in [44_100, 48_000] {
      let bytes = try Data(contentsOf: try await Self.plain(rate))
      let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
      #expect(bytes.count == size)
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: bytes)
      try handle.close()
      #expect(try await Self.facts(of: asset).audioTracks.first?.sampleRate == rate)
    }
    try FileManager.default.removeItem(at: file)
    let error = await #expect(throws: RenderError.self) { _ = try await Self.facts(of: asset) }
    #expect(error?.code == .mediaMissing)
  }

  @Test func `a file that is written again with its old date is looked at again`() async throws {
    let folder = try ScratchFolder()
    let file = folder.url("sound.wav")
    let asset = AssetReference(url: file)
    try FileManager.default.copyItem(at: try await Self.plain(48_000), to: file)
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    #expect(try await Self.facts(of: asset).audioTracks.first?.sampleRate == 48_000)
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: try Data(contentsOf: try await Self.plain(44_100)))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    let rate = try await Self.facts(of: asset).audioTracks.first?.sampleRate
    #expect(rate == 44_100)
  }

  /// Two seconds' worth of bytes of silence that say they are so many samples a second.
  private static func plain(_ rate: Int) async throws -> URL {
    try await SoundFile(.constant(0)) { sound in
      sound.rate = rate
      sound.count = 20_000
    }.url()
  }
}
