import AVFoundation
import TestSupport
import Testing

@Suite("Export sessions")
struct ExportTests {
  /// Film 1's frames 20…29, and then film 2's 0…9.
  private func cut() async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(20, 30), of: AVURLAsset(url: try await Films.first()), at: .zero)
    try composition.insertTimeRange(
      frames(0, 10), of: AVURLAsset(url: try await Films.second()), at: composition.duration)
    return composition
  }

  @Test func `a cut is written, frame by frame`() async throws {
    let folder = try ScratchFolder()
    let composition = try await cut()
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
    #expect(session.status == .unknown && session.progress == 0 && session.error == nil)
    #expect(session.asset === composition && session.supportedFileTypes.prefix(2) == [.mov, .mp4])
    // What is edited from now on is not written.
    composition.removeTimeRange(frames(0, 15))
    let file = folder.url("film.mov")
    try await session.export(to: file, as: .mov)
    #expect(session.status == .completed && session.progress == 1 && session.error == nil)
    #expect(try await FilmReader.frames(file) == Films.frames(61, 20..<30) + Films.frames(62, 0..<10))
    let written = AVURLAsset(url: file)
    #expect(try await written.load(.duration) == frames(20) && written.tracks.count == 2)
  }

  @Test func `the older session calls back, and never overwrites`() async throws {
    let folder = try ScratchFolder()
    let file = try folder.write("precious", to: "film.mp4")
    func run(_ change: (AVAssetExportSession) -> Void) async throws -> AVAssetExportSession {
      let asset = AVURLAsset(url: try await Films.first())
      let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
      session.outputURL = file
      session.outputFileType = .mp4
      change(session)
      await withCheckedContinuation { done in session.exportAsynchronously { done.resume() } }
      return session
    }
    let refused = try await run { _ in }
    #expect(refused.status == .failed && (refused.error as? AVError)?.code == .fileAlreadyExists)
    #expect(
      (refused.error as NSError?)?.code == -11_823 && (refused.error as NSError?)?.domain == AVFoundationErrorDomain)
    #expect(try String(contentsOf: file, encoding: .utf8) == "precious")
    try FileManager.default.removeItem(at: file)
    let session = try await run { session in
      session.timeRange = frames(5, 15)
      session.outputFileType = nil
      session.shouldOptimizeForNetworkUse = true
    }
    #expect(session.status == .completed && session.error == nil)
    #expect(try await FilmReader.frames(file) == Films.frames(61, 5..<15))
  }

  @Test func `layers fade, and tracks are loud as the mix says`() async throws {
    let composition = AVMutableComposition()
    let (first, second) = (AVURLAsset(url: try await Films.first()), AVURLAsset(url: try await Films.second()))
    let upper = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let lower = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let sound = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
    try upper.insertTimeRange(frames(0, 12), of: first.tracks(withMediaType: .video)[0], at: .zero)
    try lower.insertTimeRange(frames(0, 12), of: second.tracks(withMediaType: .video)[0], at: .zero)
    try sound.insertTimeRange(frames(0, 12), of: first.tracks(withMediaType: .audio)[0], at: .zero)
    let fade = AVMutableVideoCompositionLayerInstruction(assetTrack: upper)
    fade.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: frames(4, 8))
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = frames(0, 12)
    instruction.layerInstructions = [fade, AVMutableVideoCompositionLayerInstruction(assetTrack: lower)]
    let shown = AVMutableVideoComposition()
    (shown.frameDuration, shown.renderSize, shown.instructions) = (
      frames(1), CGSize(width: 320, height: 180), [instruction]
    )
    let volume = AVMutableAudioMixInputParameters(track: sound)
    volume.setVolume(0, at: .zero)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [volume]
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
    (session.videoComposition, session.audioMix) = (shown, mix)
    shown.instructions = []
    let file = try ScratchFolder()
    try await session.export(to: file.url("fade.mov"), as: .mov)
    let found = try await FilmReader.frames(file.url("fade.mov"))
    #expect(Array(found[0...4]) == Films.frames(61, 0...4) && Array(found[8...]) == Films.frames(62, 8..<12))
    let samples = try await MediaTools.ffmpegOutput([
      "-i", file.url("fade.mov").path, "-map", "0:a", "-f", "s16le", "-ac", "1", "-c:a", "pcm_s16le",
    ])
    #expect(samples.count > 10_000 && samples.allSatisfy { $0 == 0 })
  }

  @Test func `packets pass through, and presets say what they fit`() async throws {
    let folder = try ScratchFolder()
    let asset = AVURLAsset(url: try await Films.first())
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
    #expect(await session.compatibleFileTypes.contains(.mp4))
    try await session.export(to: folder.url("copy.mp4"), as: .mp4)
    #expect(try await FilmReader.frames(folder.url("copy.mp4")) == Films.frames(61, 0..<30))
    let presets = AVAssetExportSession.exportPresets(compatibleWith: asset)
    #expect(presets.contains(AVAssetExportPresetMediumQuality) && presets.contains(AVAssetExportPresetAppleM4A))
    #expect(!presets.contains(AVAssetExportPresetPassthrough))
    #expect(AVAssetExportSession.allExportPresets().contains(AVAssetExportPresetPassthrough))
    #expect(AVAssetExportSession(asset: asset, presetName: "AVAssetExportPresetOfDreams") == nil)
    #expect(
      await AVAssetExportSession.compatibility(
        ofExportPreset: AVAssetExportPresetAppleM4A, with: asset, outputFileType: .m4a))
    let sound = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
    #expect(sound.supportedFileTypes == [.m4a])
    await #expect(throws: AVError(.operationNotSupportedForPreset)) {
      try await sound.export(to: folder.url("sound.mov"), as: .mov)
    }
  }

  @Test func `states are sent until it ends, and a cancelled session leaves nothing`() async throws {
    let folder = try ScratchFolder()
    let session = try #require(
      AVAssetExportSession(asset: try await cut(), presetName: AVAssetExportPresetMediumQuality))
    let states = session.states(updateInterval: 0)
    async let told = states.reduce(into: [String]()) { told, state in
      switch state {
      case .pending: told.append("pending")
      case .waiting: told.append("waiting")
      case .exporting(let progress): told.append("exporting of \(progress.totalUnitCount)")
      }
    }
    try await session.export(to: folder.url("film.mp4"), as: .mp4)
    let all = await told
    #expect(all.first == "pending" && all.dropFirst().first == "waiting" && all.last == "exporting of 1000")
    let other = try #require(
      AVAssetExportSession(asset: try await cut(), presetName: AVAssetExportPresetMediumQuality))
    other.outputURL = folder.url("other.mp4")
    other.cancelExport()
    await other.export()
    #expect(other.status == .cancelled && (other.error as? AVError)?.code == .operationCancelled)
    #expect(try folder.names() == ["film.mp4"])
  }

  @Test func `what a video composition lacks is an error of its export`() async throws {
    let composition = try await cut()
    let shown = AVMutableVideoComposition()
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = frames(0, 19)
    (shown.frameDuration, shown.renderSize, shown.instructions) = (
      frames(1), CGSize(width: 320, height: 180), [instruction]
    )
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = shown
    let folder = try ScratchFolder()
    await #expect(throws: AVError(.invalidVideoComposition)) {
      try await session.export(to: folder.url("film.mov"), as: .mov)
    }
    #expect(session.error?.localizedDescription.contains("uncovered") == true)
  }
}
