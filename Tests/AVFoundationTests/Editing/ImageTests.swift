import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Image generators")
struct ImageTests {
  private func generator(_ url: URL) -> AVAssetImageGenerator {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    return generator
  }

  @Test func `a fresh generator takes key frames, and turns nothing`() async throws {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try await Films.first()))
    #expect(generator.apertureMode == nil && !generator.appliesPreferredTrackTransform)
    #expect(generator.maximumSize == .zero && generator.requestedTimeToleranceAfter == .positiveInfinity)
    #expect(try await generator.image(at: frames(9)).actualTime == .zero)
  }

  @Test func `an image shows the frame of its time`() async throws {
    let generator = generator(try await Films.first())
    var actual = CMTime.invalid
    let image = try generator.copyCGImage(at: CMTime(value: 71, timescale: 300), actualTime: &actual)
    #expect(image.reading == Films.frames(61, [7])[0] && actual == frames(7))
    #expect(image.width == 320 && image.bitsPerPixel == 32 && image.alphaInfo == .noneSkipLast)
    generator.maximumSize = CGSize(width: 0, height: 36)
    #expect(try await generator.image(at: .zero).image.width == 64)
    await #expect(throws: AVError(.noImageAtTime)) { try await generator.image(at: frames(31)) }
    #expect(throws: AVError(.noImageAtTime)) { try generator.copyCGImage(at: frames(31), actualTime: nil) }
  }

  @Test func `the handler is called once for each time, in order`() async throws {
    let generator = generator(try await Films.second())
    let times = [frames(3), frames(40), frames(12)]
    let told = Mutex<[String]>([])
    await withCheckedContinuation { done in
      generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) {
        requested, image, actual, result, error in
        let count = told.withLock { told in
          told.append(
            "\(requested.value) \(image?.reading.description ?? "none") \(actual.isValid) \(result) \(error == nil)")
          return told.count
        }
        if count == 3 { done.resume() }
      }
    }
    #expect(
      told.withLock { $0 } == [
        "3 62:3 true succeeded true", "40 none false failed false", "12 62:12 true succeeded true",
      ])
    var found: [FrameReading?] = []
    for await result in generator.images(for: times) { found.append(try? result.image.reading) }
    #expect(found == [Films.frames(62, [3])[0], nil, Films.frames(62, [12])[0]])
  }

  @Test func `the handler is called for cancelled times as well`() async throws {
    let generator = generator(try await Films.first())
    let told = Mutex((count: 0, cancelled: 0))
    await withCheckedContinuation { done in
      generator.generateCGImagesAsynchronously(forTimes: (0..<30).map { NSValue(time: frames($0)) }) {
        _, _, _, result, _ in
        let count = told.withLock { told in
          told.count += 1
          if result == .cancelled { told.cancelled += 1 }
          return told.count
        }
        if count == 30 { done.resume() }
      }
      generator.cancelAllCGImageGeneration()
    }
    #expect(told.withLock { $0.count == 30 && $0.cancelled > 0 })
  }

  @Test func `images that block are made on Swift's own threads without stopping them`() async throws {
    let url = try await Films.first()
    let found = try await withThrowingTaskGroup(of: FrameReading.self) { group in
      for number in 0..<8 {
        group.addTask { try self.generator(url).copyCGImage(at: frames(Int64(number)), actualTime: nil).reading }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(found == Set(Films.frames(61, 0..<8)))
  }
}
