import Foundation
import PictureFiles
import SeededRandom
import Testing

import enum TestSupport.MediaTools
import class TestSupport.ScratchFolder

/// Animated GIFs that are written, decoded by ffmpeg and by the program.
@Suite struct GIFEncoderTests {
  private let width = 61
  private let height = 43

  /// The frames of a file of `frames`, as ffmpeg decodes them.
  private func decoded(_ frames: [[UInt8]], hasAlpha: Bool = false) async throws -> [[UInt8]] {
    let folder = try ScratchFolder()
    var encoder = GIFEncoder(width: width, height: height, hasAlpha: hasAlpha)
    var file = encoder.head
    for frame in frames { file += encoder.frame(frame, hundredths: 4) }
    let url = folder.url("film.gif")
    try Data(file + GIFEncoder.trailer).write(to: url)
    let own = try AnimationFile.gif(url.path)
    #expect(own.durations == frames.map { _ in 40 })
    let bytes = [UInt8](
      try await MediaTools.ffmpegOutput([
        "-i", url.path, "-fps_mode", "passthrough", "-pix_fmt", hasAlpha ? "rgba" : "rgb24", "-f", "rawvideo",
      ]))
    let size = width * height * (hasAlpha ? 4 : 3)
    #expect(bytes.count == size * frames.count)
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
  }

  @Test func `frames of few colors come back as they are, whatever of them changes`() async throws {
    var random = SeededGenerator(seed: 4)
    let colors = (0..<200).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
    var frame = (0..<width * height).flatMap { _ in colors.randomElement(using: &random) ?? [] }
    var frames = [frame]
    for number in 0..<12 {
      // Nothing, a pixel at each corner, and some of them.
      let places =
        switch number {
        case 0: [Int]()
        case 1: [0]
        case 2: [width - 1]
        case 3: [width * (height - 1)]
        case 4: [width * height - 1]
        default: (0..<50).map { _ in Int.random(in: 0..<width * height, using: &random) }
        }
      for place in places { frame.replaceSubrange(place * 3..<place * 3 + 3, with: colors[(place + number) % 200]) }
      frames.append(frame)
    }
    #expect(try await decoded(frames) == frames)
  }

  @Test func `frames of one color and of noise are decoded whole`() async throws {
    var random = SeededGenerator(seed: 9)
    let plain = [UInt8](repeating: 7, count: width * height * 3)
    let noise = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
    let found = try await decoded([plain, noise, plain])
    #expect(found.first == plain && found.last == plain)
    let errors = zip(found[1], noise).map { abs(Int($0) - Int($1)) }
    #expect(Double(errors.reduce(0, +)) / Double(errors.count) < 20)
  }

  @Test func `a slope of many colors is near itself everywhere`() async throws {
    let slope = (0..<width * height).flatMap { place -> [UInt8] in
      let (column, row) = (place % width, place / width)
      return [UInt8(column * 4), UInt8(row * 5), UInt8((column + row) * 2)]
    }
    let found = try #require(try await decoded([slope]).first)
    let errors = zip(found, slope).map { abs(Int($0) - Int($1)) }
    #expect(Double(errors.reduce(0, +)) / Double(errors.count) < 7)
    // The dither has no color of its own.
    for channel in 0..<3 {
      var sum = 0
      for place in stride(from: channel, to: slope.count, by: 3) { sum += Int(found[place]) - Int(slope[place]) }
      #expect(abs(Double(sum) / Double(width * height)) < 1.5)
    }
  }

  @Test func `clear pixels stay clear, and show nothing of the frame before`() async throws {
    let frames = (0..<3).map { number -> [UInt8] in
      (0..<width * height).flatMap { place -> [UInt8] in
        let isShown: Bool = place % width / 20 == number
        return isShown ? [200, UInt8(place % 3 * 50), 30, 255] : [0, 0, 0, 0]
      }
    }
    for (found, frame) in zip(try await decoded(frames, hasAlpha: true), frames) {
      // What cannot be seen has any color.
      var wrong = 0
      for at in stride(from: 0, to: frame.count, by: 4) {
        let (own, shown) = (Array(frame[at..<at + 4]), Array(found[at..<at + 4]))
        if own[3] != shown[3] || own[3] > 0 && own != shown { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }
}
