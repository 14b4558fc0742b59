// swift-format-ignore-file: NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals

import AVFoundation
import TestSupport
import Testing

/// What the talk on editing of 2010 builds up: clips on alternating tracks, a ducked sound, transitions.
@Suite("WWDC 2010: Editing Media with AV Foundation")
struct EditingTalkTests {
  enum Transition { case crossFade, push }

  /// Builds the composition, the video composition and the audio mix of some clips.
  final class SimpleEditor {
    var clips: [AVURLAsset] = []
    var clipTimeRanges: [NSValue] = []
    var commentary: AVURLAsset?
    var commentaryStartTime = CMTime.zero
    var transitionDuration = CMTime(value: 10, timescale: 30)
    var transition = Transition.crossFade

    private(set) var composition: AVMutableComposition!
    private(set) var videoComposition: AVMutableVideoComposition!
    private(set) var audioMix: AVMutableAudioMix!

    func build() throws {
      composition = AVMutableComposition()
      let videoTracks = (0..<2).map { _ in
        composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
      }
      let audioTracks = (0..<2).map { _ in
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
      }
      var nextClipStartTime = CMTime.zero
      var passThroughTimeRanges: [CMTimeRange] = []
      var transitionTimeRanges: [CMTimeRange] = []
      for (i, asset) in clips.enumerated() {
        let alternatingIndex = i % 2
        let timeRange = clipTimeRanges[i].timeRangeValue
        let clipVideoTrack = asset.tracks(withMediaType: AVMediaType.video)[0]
        try videoTracks[alternatingIndex].insertTimeRange(timeRange, of: clipVideoTrack, at: nextClipStartTime)
        let clipAudioTrack = asset.tracks(withMediaType: AVMediaType.audio)[0]
        try audioTracks[alternatingIndex].insertTimeRange(timeRange, of: clipAudioTrack, at: nextClipStartTime)
        var passThrough = CMTimeRangeMake(start: nextClipStartTime, duration: timeRange.duration)
        if i > 0 {
          passThrough.start = CMTimeAdd(passThrough.start, transitionDuration)
          passThrough.duration = CMTimeSubtract(passThrough.duration, transitionDuration)
        }
        if i + 1 < clips.count { passThrough.duration = CMTimeSubtract(passThrough.duration, transitionDuration) }
        passThroughTimeRanges.append(passThrough)
        nextClipStartTime = CMTimeAdd(nextClipStartTime, timeRange.duration)
        nextClipStartTime = CMTimeSubtract(nextClipStartTime, transitionDuration)
        if i + 1 < clips.count {
          transitionTimeRanges.append(CMTimeRangeMake(start: nextClipStartTime, duration: transitionDuration))
        }
      }

      var instructions: [AVVideoCompositionInstructionProtocol] = []
      for i in 0..<clips.count {
        let passThroughInstruction = AVMutableVideoCompositionInstruction()
        passThroughInstruction.timeRange = passThroughTimeRanges[i]
        passThroughInstruction.layerInstructions = [
          AVMutableVideoCompositionLayerInstruction(assetTrack: videoTracks[i % 2])
        ]
        instructions.append(passThroughInstruction)
        guard i + 1 < clips.count else { continue }
        let transitionInstruction = AVMutableVideoCompositionInstruction()
        transitionInstruction.timeRange = transitionTimeRanges[i]
        let fromLayer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTracks[i % 2])
        let toLayer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTracks[1 - i % 2])
        switch transition {
        case .crossFade:
          fromLayer.setOpacityRamp(fromStartOpacity: 1.0, toEndOpacity: 0.0, timeRange: transitionTimeRanges[i])
        case .push:
          let width = composition.naturalSize.width
          fromLayer.setTransformRamp(
            fromStart: .identity, toEnd: CGAffineTransform(translationX: -width, y: 0),
            timeRange: transitionTimeRanges[i])
          toLayer.setTransformRamp(
            fromStart: CGAffineTransform(translationX: width, y: 0), toEnd: .identity,
            timeRange: transitionTimeRanges[i])
        }
        transitionInstruction.layerInstructions = [fromLayer, toLayer]
        instructions.append(transitionInstruction)
      }
      videoComposition = AVMutableVideoComposition()
      videoComposition.instructions = instructions
      videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 30)
      videoComposition.renderSize = composition.naturalSize

      if let commentary = commentary {
        let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
        let range = CMTimeRange(start: .zero, duration: CMTime(value: 15, timescale: 30))
        try track.insertTimeRange(range, of: commentary.tracks(withMediaType: .audio)[0], at: commentaryStartTime)
        let fade = CMTime(value: 3, timescale: 30)
        let trackMix = AVMutableAudioMixInputParameters(track: audioTracks[0])
        trackMix.setVolume(1, at: CMTime.zero)
        trackMix.setVolumeRamp(
          fromStartVolume: 1, toEndVolume: 0.2,
          timeRange: CMTimeRangeMake(start: CMTimeSubtract(commentaryStartTime, fade), duration: fade))
        audioMix = AVMutableAudioMix()
        audioMix.inputParameters = [trackMix]
      }
    }

    func export(to file: URL, _ done: @escaping (AVAssetExportSession) -> Void) {
      let session = AVAssetExportSession(
        asset: composition.copy() as! AVComposition, presetName: AVAssetExportPresetHighestQuality)!
      session.videoComposition = videoComposition
      session.audioMix = audioMix
      session.outputURL = file
      session.outputFileType = AVFileType.mp4
      session.exportAsynchronously { done(session) }
    }
  }

  private func edit(_ transition: Transition) async throws -> (SimpleEditor, [FrameReading], [UInt8]) {
    let editor = SimpleEditor()
    editor.clips = [AVURLAsset(url: try await Clips.cat()), AVURLAsset(url: try await Clips.beach())]
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 30, timescale: 30))
    editor.clipTimeRanges = [NSValue(timeRange: range), NSValue(timeRange: range)]
    editor.commentary = editor.clips[1]
    editor.commentaryStartTime = CMTime(value: 12, timescale: 30)
    editor.transition = transition
    try editor.build()
    let folder = try ScratchFolder()
    let file = folder.url("film.mp4")
    let session = await withCheckedContinuation { done in editor.export(to: file) { done.resume(returning: $0) } }
    #expect(session.status == .completed, "\(String(describing: session.error))")
    let luma = try await FilmReader.planes("y", of: file, width: 320, height: 180)
    return (editor, try await FilmReader.frames(file), luma)
  }

  @Test func `clips fade into one another`() async throws {
    let (editor, found, _) = try await edit(.crossFade)
    #expect(found.count == 50 && editor.composition.tracks.count == 5)
    #expect(Array(found[0...20]) == Clips.frames(53, 0...20) && Array(found[30...]) == Clips.frames(79, 10..<30))
    #expect(editor.composition.tracks(withMediaType: .audio)[2].segments[0].isEmpty)
  }

  @Test func `clips push one another away`() async throws {
    let (_, found, luma) = try await edit(.push)
    #expect(found[20] == Clips.frames(53, [20])[0] && Array(found[30...]) == Clips.frames(79, 10..<30))
    // In the middle each has a half: the first clip's right one, and the second clip's left one.
    let (first, second) = (FrameCode(film: 53, index: 25), FrameCode(film: 79, index: 5))
    let (left, right) = (first.luma(width: 320, height: 180), second.luma(width: 320, height: 180))
    for (column, expected) in [(40, left[90 * 320 + 200]), (290, right[90 * 320 + 130])] {
      #expect(abs(Int(luma[(25 * 180 + 90) * 320 + column]) - Int(expected)) < 40)
    }
  }

  /// What the debug view of a composition draws, as text.
  @Test func `a composition's structure can be walked`() async throws {
    let (editor, _, _) = try await edit(.crossFade)
    var lines: [String] = []
    for track in editor.composition.tracks {
      let segments = track.segments.map { segment in
        segment.isEmpty ? "empty" : (segment.sourceURL?.lastPathComponent).map { _ in "media" } ?? "?"
      }
      lines.append("\(track.mediaType.rawValue) \(segments.joined(separator: " "))")
    }
    #expect(lines == ["vide media", "vide empty media", "soun media", "soun empty media", "soun empty media"])
    var points: [Float] = []
    for instruction in editor.videoComposition.instructions {
      guard let instruction = instruction as? AVVideoCompositionInstruction else { continue }
      for layer in instruction.layerInstructions {
        var (start, end, range): (Float, Float, CMTimeRange) = (1, 1, .zero)
        var time = instruction.timeRange.start
        while CMTimeCompare(time, instruction.timeRange.end) < 0,
          layer.getOpacityRamp(for: time, startOpacity: &start, endOpacity: &end, timeRange: &range)
        {
          points += [start, end]
          time = CMTimeRangeGetEnd(range)
        }
      }
    }
    #expect(points == [1, 0])
    var volumes: [Float] = []
    for input in editor.audioMix.inputParameters {
      var (start, end, range, time): (Float, Float, CMTimeRange, CMTime) = (1, 1, .zero, .zero)
      while input.getVolumeRamp(for: time, startVolume: &start, endVolume: &end, timeRange: &range) {
        volumes.append(end)
        time = range.end
      }
    }
    #expect(volumes == [1, 0.2])
  }
}
