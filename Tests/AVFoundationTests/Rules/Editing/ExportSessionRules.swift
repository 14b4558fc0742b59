import AVFoundation
import TestSupport
import Testing

@Suite("Rules of export sessions")
struct ExportSessionRules {
  private func session(_ preset: String = AVAssetExportPresetHighestQuality) async throws -> AVAssetExportSession {
    try #require(AVAssetExportSession(asset: AVURLAsset(url: try await Films.first()), presetName: preset))
  }

  /// AVAssetExportSession.h, "presetName".
  @Test func `a session says its preset`() async throws {
    #expect(try await session(AVAssetExportPreset640x480).presetName == AVAssetExportPreset640x480)
  }

  /// AVAssetExportSession.h, "outputURL", "outputFileType": nil by default.
  @Test func `a fresh session goes nowhere`() async throws {
    let session = try await session()
    #expect(session.outputURL == nil && session.outputFileType == nil)
  }

  /// AVAssetExportSession.h, "timeRange": kCMTimeZero to kCMTimePositiveInfinity by default.
  @Test func `a fresh session exports everything`() async throws {
    #expect(try await session().timeRange == CMTimeRange(start: .zero, duration: .positiveInfinity))
  }

  /// AVAssetExportSession.h, "fileLengthLimit": 0 by default.
  @Test func `a fresh session has no limit of length`() async throws {
    #expect(try await session().fileLengthLimit == 0)
  }

  /// AVAssetExportSession.h, "shouldOptimizeForNetworkUse": NO by default.
  @Test func `a fresh session does not optimize for networks`() async throws {
    #expect(try await !session().shouldOptimizeForNetworkUse)
  }

  /// AVAssetExportSession.h, "canPerformMultiplePassesOverSourceMediaData": NO by default.
  @Test func `a fresh session reads its source once`() async throws {
    #expect(try await !session().canPerformMultiplePassesOverSourceMediaData)
  }

  /// AVAssetExportSession.h, "directoryForTemporaryFiles": nil by default.
  @Test func `a fresh session has no directory of its own`() async throws {
    #expect(try await session().directoryForTemporaryFiles == nil)
  }

  /// AVAssetExportSession.h, "audioTimePitchAlgorithm": AVAudioTimePitchAlgorithmSpectral by default.
  @Test func `a fresh session keeps pitch by spectra`() async throws {
    #expect(try await session().audioTimePitchAlgorithm == .spectral)
  }

  /// AVAssetExportSession.h, "metadata", "metadataItemFilter": nil by default.
  @Test func `a fresh session neither adds nor filters metadata`() async throws {
    let session = try await session()
    #expect(session.metadata == nil && session.metadataItemFilter == nil)
  }

  /// AVAssetExportSession.h, "audioMix", "videoComposition", "customVideoCompositor": nil by default.
  @Test func `a fresh session has neither mix nor video composition`() async throws {
    let session = try await session()
    #expect(session.audioMix == nil && session.videoComposition == nil && session.customVideoCompositor == nil)
  }

  /// AVAssetExportSession.h, "audioMix": copied.
  @Test func `a session's mix is a copy`() async throws {
    let (session, mix) = (try await session(), AVMutableAudioMix())
    session.audioMix = mix
    mix.inputParameters = [AVMutableAudioMixInputParameters()]
    #expect(session.audioMix !== mix && session.audioMix?.inputParameters.isEmpty == true)
    #expect(!(session.audioMix is AVMutableAudioMix))
  }

  /// AVAssetExportSession.h, "videoComposition": copied.
  @Test func `a session's video composition is a copy`() async throws {
    let (session, composition) = (try await session(), AVMutableVideoComposition())
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = frames(0, 9)
    (composition.frameDuration, composition.renderSize) = (frames(1), CGSize(width: 64, height: 36))
    composition.instructions = [instruction]
    session.videoComposition = composition
    composition.frameDuration = frames(2)
    #expect(session.videoComposition !== composition && session.videoComposition?.frameDuration == frames(1))
    #expect(!(session.videoComposition is AVMutableVideoComposition))
  }

  /// AVAssetExportSession.h, "AVAssetExportSessionStatus": 0 to 5.
  @Test func `the numbers of states are Apple's`() {
    let states: [AVAssetExportSession.Status] = [.unknown, .waiting, .exporting, .completed, .failed, .cancelled]
    #expect(states.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
  }

  /// AVAssetExportSession.h, "supportedFileTypes": QuickTime movies for a preset of pictures.
  @Test func `a preset of pictures is written as a QuickTime movie`() async throws {
    #expect(try await session(AVAssetExportPresetHighestQuality).supportedFileTypes.contains(.mov))
  }

  /// AVAssetExportSession.h, "AVAssetExportPresetAppleProRes422LPCM": QuickTime movies only.
  @Test func `ProRes is written as a QuickTime movie only`() async throws {
    #expect(try await session(AVAssetExportPresetAppleProRes422LPCM).supportedFileTypes == [.mov])
  }

  /// AVAssetExportSession.h, "allExportPresets": none twice.
  @Test func `all presets are there once`() {
    let presets = AVAssetExportSession.allExportPresets()
    #expect(Set(presets).count == presets.count && presets.contains(AVAssetExportPresetHighestQuality))
  }

  /// AVAssetExportSession.h, "outputURL": a folder that is not there is an error.
  @Test func `an export into a missing folder fails`() async throws {
    let session = try #require(
      AVAssetExportSession(asset: AVURLAsset(url: try await Films.second()), presetName: AVAssetExportPresetPassthrough)
    )
    await #expect(throws: (any Error).self) {
      try await session.export(to: URL(fileURLWithPath: "/nowhere/film.mov"), as: .mov)
    }
    #expect(session.status == .failed && session.error != nil)
  }

  /// AVAssetExportSession.h, "audioTrackGroupHandling", "allowsParallelizedExport": none and YES by default.
  @Test func `a fresh session exports what is enabled, in parallel`() async throws {
    let session = try await session()
    #expect(session.audioTrackGroupHandling == [] && session.allowsParallelizedExport)
    session.allowsParallelizedExport = false
    #expect(!session.allowsParallelizedExport)
  }

  /// AVAssetExportSession.h, "maxDuration": the asset's, or the range's.
  @Test func `a session lasts as long as what it exports`() async throws {
    let session = try await session()
    #expect(session.maxDuration == frames(30))
    session.timeRange = frames(3, 9)
    #expect(session.maxDuration == frames(6))
    session.fileLengthLimit = 1_000
    #expect(!session.maxDuration.isValid)
  }
}
