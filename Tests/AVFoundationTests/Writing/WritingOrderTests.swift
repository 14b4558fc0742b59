import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Transcoding as many programs do it: one kind of media after the other, or each in a loop of its own.
@Suite("Order of writing")
struct WritingOrderTests {
  /// What is read for an input; an output does not keep its reader.
  private typealias Pair = (reader: AVAssetReader, output: AVAssetReaderTrackOutput, input: AVAssetWriterInput)

  /// A reader and an input each for the pictures and for the sound of film 1, added to `writer`.
  private func pairs(for writer: AVAssetWriter) async throws -> [Pair] {
    let asset = AVURLAsset(url: try await Films.first())
    return try [AVMediaType.video, .audio].map { type in
      let isVideo = type == .video
      let output = AVAssetReaderTrackOutput(
        track: try #require(asset.tracks(withMediaType: type).first),
        outputSettings: isVideo
          ? [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
          : [AVFormatIDKey: kAudioFormatLinearPCM])
      let reader = try AVAssetReader(asset: asset)
      reader.add(output)
      #expect(reader.startReading())
      let input = AVAssetWriterInput(
        mediaType: type,
        outputSettings: isVideo
          ? [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 192, AVVideoHeightKey: 108]
          : [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: 2, AVSampleRateKey: 48_000,
            AVEncoderBitRateKey: 96_000,
          ])
      input.expectsMediaDataInRealTime = isVideo
      #expect(writer.canAdd(input))
      writer.add(input)
      return (reader, output, input)
    }
  }

  /// Has `pair`'s input ask for its media; returns when all are there, or `writer` has failed.
  private func ask(_ pair: Pair, of writer: AVAssetWriter) async {
    let (output, input) = (pair.output, pair.input)
    let isOver = Atomic(false)
    input.requestMediaDataWhenReady(on: DispatchQueue(label: "media")) {
      while input.isReadyForMoreMediaData {
        guard let buffer = output.copyNextSampleBuffer() else {
          input.markAsFinished()
          return isOver.store(true, ordering: .releasing)
        }
        input.append(buffer)
      }
    }
    await Poll.eventually { isOver.load(ordering: .acquiring) || writer.status != .writing }
  }

  /// Gives `pair`'s input its media in a loop that looks whether it is ready, until `writer` fails; blocks.
  private static func push(_ pair: Pair, of writer: AVAssetWriter) {
    while let buffer = pair.output.copyNextSampleBuffer() {
      let isOver = !Poll.until(every: .milliseconds(1)) {
        pair.input.isReadyForMoreMediaData || writer.status != .writing
      }
      if isOver || writer.status != .writing { return }
      pair.input.append(buffer)
    }
    pair.input.markAsFinished()
  }

  private enum Way: String, CaseIterable {
    case picturesFirst, soundFirst, loops
  }

  @Test func `a film is the same, whichever of its media is given first, and by which loops`() async throws {
    let folder = try ScratchFolder()
    var films: [Data] = []
    for way in Way.allCases {
      let file = folder.url("\(way.rawValue).mp4")
      let writer = try AVAssetWriter(outputURL: file, fileType: .mp4)
      let pairs = try await pairs(for: writer)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      switch way {
      case .picturesFirst: for pair in pairs { await ask(pair, of: writer) }
      case .soundFirst: for pair in pairs.reversed() { await ask(pair, of: writer) }
      case .loops:
        let group = DispatchGroup()
        for pair in pairs {
          DispatchQueue(label: "loop").async(group: group) { Self.push(pair, of: writer) }
        }
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
      }
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(way): \(String(describing: writer.error))")
      films.append(try Data(contentsOf: file))
    }
    #expect(films[1] == films[0] && films[2] == films[0])
    let file = folder.url("picturesFirst.mp4")
    #expect(try await FilmReader.frames(file) == Films.frames(61, 0..<30))
    let sound = try await SoundReader.pcm(file)
    #expect((48_000 * 4..<49_100 * 4).contains(sound.count), "\(sound.count) bytes")
  }
}
