import ArgumentParser
import Foundation
import GstEdit

/// A program that decodes a film's pictures by an asset reader and drops them.
struct ReadingRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Decodes all pictures of a file.", shouldDisplay: false)

  @Argument(help: "The file.")
  var file: String

  func run() async throws {
    Engine.shareHeaps()
    let asset = URLAsset(url: URL(filePath: file))
    let tracks = try await asset.loadTracks(withMediaType: .video)
    guard let track = tracks.first else { throw ValidationError("There is no picture in \(file).") }
    let output = AssetReaderTrackOutput(track: track, outputSettings: .video)
    output.alwaysCopiesSampleData = false
    let reader = AssetReader(asset: asset)
    try reader.add(output)
    try reader.startReading()
    await Thread.waiting { while output.copyNextSampleBuffer() != nil {} }
    if let error = reader.error { throw error }
  }
}

/// A program that writes a film of a few raw pictures, again and again, by an asset writer.
struct WritingRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write", abstract: "Encodes raw pictures.", shouldDisplay: false)

  @Argument(help: "The pictures, in 4:2:0 of 8 bits, one after another.")
  var file: String

  @Option(name: .shortAndLong, help: "The film.")
  var output: String

  @Option(help: "How large they are.", transform: { text in text.split(separator: "x").compactMap { Int($0) } })
  var size: [Int]

  @Option(help: "How many are written.")
  var frames: Int

  func run() async throws {
    Engine.shareHeaps()
    let pictures = try pictures()
    let target = URL(filePath: output)
    try? FileManager.default.removeItem(at: target)
    let writer = try AssetWriter(outputURL: target)
    let settings = VideoSettings(codec: .h264, rateControl: .constantQuality(23), speed: .veryfast)
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(VideoWritingSettings(settings)))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    for number in 0..<frames {
      try await input.append(
        SampleBuffer(
          .picture(pictures[number % pictures.count]), presentationTime: CMTime(value: Int64(number), timescale: 30),
          duration: CMTime(value: 1, timescale: 30)))
    }
    try await writer.finishWriting()
  }

  private func pictures() throws -> [PixelBuffer] {
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    guard size.count == 2 else { throw ValidationError("A size is two numbers: 1280x720.") }
    let count = bytes.count / (size[0] * size[1] * 3 / 2)
    var place = 0
    return try (0..<count).map { _ in
      let picture = try PixelBuffer(format: .yuv420p, width: size[0], height: size[1])
      for (number, plane) in picture.planes.enumerated() {
        try picture.withMutableBytes(ofPlane: number) { target in
          for row in 0..<plane.height {
            for index in plane.row(row) {
              target[index] = bytes[place]
              place += 1
            }
          }
        }
      }
      return picture
    }
  }
}

extension Thread {
  /// Runs `body`, which blocks, on a thread of its own.
  fileprivate static func waiting(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        body()
        continuation.resume()
      }
    }
  }
}
