import AVFoundation
import TestSupport
import Testing

@Suite("Rules of readers")
struct ReaderRules {
  private func film() async throws -> AVURLAsset { AVURLAsset(url: try await Films.second()) }

  /// AVAssetReader.h, "asset": the one it was made with.
  @Test func `a reader says its asset`() async throws {
    let asset = try await film()
    #expect(try AVAssetReader(asset: asset).asset === asset)
  }

  /// AVAssetReader.h, "timeRange": kCMTimeZero to kCMTimePositiveInfinity by default.
  @Test func `a fresh reader reads everything`() async throws {
    let reader = try AVAssetReader(asset: try await film())
    #expect(reader.timeRange == CMTimeRange(start: .zero, duration: .positiveInfinity))
  }

  /// AVAssetReader.h, "outputs", "error": none.
  @Test func `a fresh reader has neither outputs nor an error`() async throws {
    let reader = try AVAssetReader(asset: try await film())
    #expect(reader.outputs.isEmpty && reader.error == nil && reader.status == .unknown)
  }

  /// AVAssetReader.h, "AVAssetReaderStatus": 0 to 4.
  @Test func `the numbers of states are Apple's`() {
    let states: [AVAssetReader.Status] = [.unknown, .reading, .completed, .failed, .cancelled]
    #expect(states.map(\.rawValue) == [0, 1, 2, 3, 4])
  }

  /// AVAssetReader.h, "outputs": those that were added, in that order.
  @Test func `outputs are those that were added`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let reader = try AVAssetReader(asset: asset)
    let outputs = asset.tracks.map { AVAssetReaderTrackOutput(track: $0, outputSettings: nil) }
    for output in outputs { reader.add(output) }
    #expect(reader.outputs == outputs)
  }

  /// AVAssetReader.h, "canAddOutput:": not an output of another asset's track.
  @Test func `an output of another asset's track cannot be added`() async throws {
    let reader = try AVAssetReader(asset: try await film())
    let other = try await film()
    let output = AVAssetReaderTrackOutput(track: other.tracks[0], outputSettings: nil)
    #expect(!reader.canAdd(output))
  }

  /// AVAssetReader.h, "canAddOutput:": not an output of another reader.
  @Test func `an output of another reader cannot be added`() async throws {
    let asset = try await film()
    let (first, second) = (try AVAssetReader(asset: asset), try AVAssetReader(asset: asset))
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    first.add(output)
    #expect(!second.canAdd(output))
  }

  /// AVAssetReader.h, "canAddOutput:": not once reading has started.
  @Test func `an output cannot be added once reading has started`() async throws {
    let asset = try await film()
    let reader = try AVAssetReader(asset: asset)
    reader.add(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil))
    #expect(reader.startReading() && reader.status == .reading)
    #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)))
    reader.cancelReading()
  }

  /// AVAssetReaderOutput.h, "alwaysCopiesSampleData": YES by default; "supportsRandomAccess": NO by default.
  @Test func `a fresh output copies, and is read once`() async throws {
    let asset = try await film()
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    #expect(output.alwaysCopiesSampleData && !output.supportsRandomAccess)
  }

  /// AVAssetReaderOutput.h, "track", "outputSettings", "mediaType".
  @Test func `an output of a track says its track, type and settings`() async throws {
    let asset = try await film()
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    #expect(output.track === asset.tracks[0] && output.outputSettings == nil && output.mediaType == .video)
  }

  /// AVAssetReaderOutput.h, "audioMix": nil by default; "audioTimePitchAlgorithm": spectral by default.
  @Test func `a fresh output of a mix has none, and keeps pitch by spectra`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks(withMediaType: .audio), audioSettings: nil)
    #expect(output.audioMix == nil && output.audioTimePitchAlgorithm == .spectral && output.mediaType == .audio)
    #expect(output.audioTracks == asset.tracks(withMediaType: .audio))
  }

  /// AVAssetReaderOutput.h, "audioMix": copied.
  @Test func `an output's mix is a copy`() async throws {
    let asset = AVURLAsset(url: try await Films.first())
    let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks(withMediaType: .audio), audioSettings: nil)
    let mix = AVMutableAudioMix()
    output.audioMix = mix
    mix.inputParameters = [AVMutableAudioMixInputParameters()]
    #expect(output.audioMix !== mix && output.audioMix?.inputParameters.isEmpty == true)
  }

  /// AVAssetReaderOutput.h, "videoComposition", "customVideoCompositor": nil by default.
  @Test func `a fresh output of a video composition has none`() async throws {
    let asset = try await film()
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: asset.tracks, videoSettings: nil)
    #expect(output.videoComposition == nil && output.customVideoCompositor == nil && output.mediaType == .video)
  }

  /// AVAssetReader.h, "status": completed once all samples of all outputs were read.
  @Test func `a reader is done when the last sample was read`() async throws {
    let asset = try await film()
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    reader.add(output)
    reader.startReading()
    var count = 0
    while output.copyNextSampleBuffer() != nil { count += 1 }
    #expect(count >= 30 && reader.status == .completed && reader.error == nil)
    #expect(output.copyNextSampleBuffer() == nil)
  }

  /// AVAssetReader.h, "addOutput:": an output that cannot be added raises an exception.
  @Test func `an output that is added twice ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let composition = AVMutableComposition()
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0)
      let output = AVAssetReaderTrackOutput(track: composition.tracks[0], outputSettings: nil)
      let reader = try? AVAssetReader(asset: composition)
      reader?.add(output)
      reader?.add(output)
    }
  }
}
