import Foundation
import GstEdit

/// The same lines in an actor, which keeps the film and the edit.
actor CuttingRoom {
  private let clip: URL
  private let folder: URL
  private var film = Composition()
  private var edit = EditSnapshot()

  init(_ clip: URL, _ folder: URL) {
    self.clip = clip
    self.folder = folder
  }

  func work() async throws {
    // What a file holds.
    let asset = URLAsset(url: clip)
    for track in try await asset.load(.tracks) { print(track.mediaType, track.naturalSize) }
    print("tracks", try await asset.load(.tracks).count)
    print("seconds", try await asset.load(.duration).seconds)
    if let size = try await asset.load(.tracks).first?.naturalSize { print("size", size.width, size.height) }
    let sounds = try await asset.load(.tracks).filter { $0.mediaType == .audio }
    let picture = try await asset.load(.tracks).first(where: { $0.mediaType == .video })
    print("enabled", try await asset.load(.tracks).contains(where: \.isEnabled), sounds.count)
    print(picture?.nominalFrameRate ?? 0, try await asset.load(.tracks).map(\.trackID))
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    let (size, isPlayable, metadata) = try await asset.load(.presentationSize, .isPlayable, .metadata)
    print(tracks.count, size, isPlayable, metadata.isEmpty)
    print("title", try await asset.load(.commonMetadata).first { $0.commonKey == .title }?.text ?? "none")
    let video = try await asset.loadTracks(withMediaType: .video)[0]
    if case .loaded(let known) = asset.status(of: .duration) { print(known == duration, asset.duration != nil) }

    // A composition of parts.
    let second = CMTime(seconds: 1, preferredTimescale: 600)
    let range = CMTimeRange(start: .zero, duration: second)
    film = Composition()
    try film.insertTimeRange(range, of: URLAsset(url: clip), at: .zero)
    try film.insertTimeRange(range, of: asset, at: film.duration)
    try await film.insertTimeRange(range, of: asset.load(.asset), at: second)
    let pictures = film.addTrack(withMediaType: .video)
    try film.editTrack(pictures) { track in try track.insertTimeRange(range, of: video, at: .zero) }
    try film.removeTrack(pictures)
    try film.scaleTimeRange(range, toDuration: CMTimeMultiply(second, multiplier: 2))
    try film.removeTimeRange(CMTimeRange(start: .zero, duration: second))
    print("cut", film.duration.seconds, film.tracks.count)
    print("film", try await CompositionAsset(film).load(.tracks).count)

    // How tracks become a picture, and how loud they are.
    let pictureTrack = film.tracks(withMediaType: .video)[0]
    var layer = LayerInstruction(assetTrack: pictureTrack)
    try layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: range)
    var instruction = VideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: film.duration)
    instruction.layerInstructions = [layer]
    var videoComposition = VideoComposition()
    videoComposition.frameDuration = CMTime(value: 1, timescale: 30)
    videoComposition.renderSize = Size(width: 160, height: 90)
    videoComposition.instructions = [instruction]
    var volume = AudioMixInputParameters(track: film.tracks(withMediaType: .audio)[0])
    try volume.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range)
    let mix = AudioMix(inputParameters: [volume])
    edit = EditSnapshot(composition: film, videoComposition: videoComposition, audioMix: mix)
    print("valid", videoComposition.isValid(for: film, timeRange: range))
    print("shown", try await VideoComposition.videoComposition(withPropertiesOf: film).renderSize.width)

    // Layers over the picture.
    var fade = BasicAnimation(keyPath: .opacity)
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = 0.5
    var words = Layer(.text("The end"))
    words.bounds = Rectangle(x: 0, y: 0, width: 120, height: 40)
    words.position = Point(x: 80, y: 45)
    words.add(fade, forKey: "fade")
    var page = Layer()
    page.bounds = Rectangle(x: 0, y: 0, width: 160, height: 90)
    page.addSublayer(words)
    var titled = edit
    titled.videoComposition?.animationTool = AnimationTool(layer: page)
    print("layers", page.sublayers.count, words.animationKeys)

    // A file of it.
    let small = folder.appending(path: "actor-small.mp4")
    try await ExportSession(asset: asset, preset: .lowQuality, to: small, timeRange: range).export()
    let session = try await ExportSession(
      asset: titled, presetName: "AVAssetExportPreset640x480", to: folder.appending(path: "actor-titled.mov"))
    async let report = session.export()
    for await case .exporting(let progress) in session.states(updateInterval: .milliseconds(200)) {
      _ = progress.fraction
    }
    print("frames", try await report.frameCount, session.status)
    let again = try await ExportSession(asset: clip, preset: .passthrough, to: folder.appending(path: "actor-copy.mp4"))
    await withCheckedContinuation { done in again.exportAsynchronously { done.resume() } }
    print("copied", again.status, again.error?.code.description ?? "without error")
    do { try await ExportSession(asset: clip, preset: .lowQuality, to: small).export() } catch {
      print("refused", error.code)
    }
    print("kept", try await URLAsset(url: small).load(.commonMetadata).first { $0.commonKey == .title }?.text ?? "none")
    print("presets", try await PresetCompatibility().exportPresets(compatibleWith: clip).count > 5)

    // Still images.
    var generator = ImageGenerator(asset: edit)
    generator.maximumSize = PixelSize(width: 80, height: 80)
    generator.toleranceBefore = .zero
    generator.toleranceAfter = .zero
    let image = try await generator.image(at: second)
    print("image", image.actualTime.seconds, image.picture.width, try image.picture.pngData().count > 100)
    try image.picture.write(to: folder.appending(path: "actor.png"))
    for await result in try await ImageGenerator(asset: clip).images(for: [.zero, second]) {
      print("at", try result.get().requestedTime.seconds)
    }
    print("whole", try await ImageGenerator(asset: asset).image(at: .zero).picture.width)

    // Frames and samples, out of files and into files.
    let reader = AssetReader(asset: asset)
    let output = AssetReaderTrackOutput(track: video, outputSettings: .video)
    try reader.add(output)
    try reader.startReading()
    let writer = try AssetWriter(outputURL: folder.appending(path: "actor-written.mp4"))
    let input = AssetWriterInput(mediaType: .video, outputSettings: .video(.h264))
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: .zero)
    for try await buffer in output.sampleBuffers { try await input.append(buffer) }
    input.markAsFinished()
    print("written", try await writer.finishWriting().frameCount, reader.status)
    let composed = AssetReader(asset: edit)
    let frames = AssetReaderVideoCompositionOutput(
      videoTracks: try await CompositionAsset(film).loadTracks(withMediaType: .video))
    try composed.add(frames)
    try composed.startReading()
    var count = 0
    while await frames.nextSampleBuffer() != nil { count += 1 }
    print("composed", count)
    var cursor = try await video.makeSampleCursor(presentationTimeStamp: second)
    print("stepped", cursor.stepInDecodeOrder(byCount: 2), cursor.presentationTimeStamp.seconds)

    // What sounds and pictures are like.
    var waveform = WaveformGenerator(of: clip)
    waveform.resolution = .points(10)
    print("points", try await waveform.waveform().pointCount)
    print("loudness", try await LoudnessMeter(of: asset).loudness().integrated != nil)
    print("silent", try await SilenceDetector(of: edit).stretches().silent.count)
    for scene in try await SceneDetector(of: film).scenes() { print("scene", scene.timeRange.start.seconds) }
    try await ContactSheet(of: clip).picture().write(to: folder.appending(path: "actor-sheet.png"))
    try await Filmstrip(of: edit).picture().write(to: folder.appending(path: "actor-strip.jpg"))
    let explanation = try await edit.explanation(at: second)
    print("explained", explanation.time.seconds, explanation.picture?.layers.count ?? 0)
    if let check = FileVerification(of: session) {
      print("problems", try await check.problems())
    }

    // Clips that become one another.
    edit = EditSnapshot()
    for part in [clip, clip, clip] {
      try edit.append(URLAsset(url: part), timeRange: range, crossFading: CMTime(value: 1, timescale: 2))
    }
    print("faded", edit.composition.duration.seconds, edit.videoComposition?.instructions.count ?? 0)
    let faded = try await ExportSession(asset: edit, preset: .lowQuality, to: folder.appending(path: "actor-faded.mp4"))
      .export()
    print("faded frames", faded.frameCount > 0)
    var empty = VideoComposition()
    empty.sourceTrackIDForFrameTiming = film.tracks(withMediaType: .video)[0].id
    edit = EditSnapshot(composition: film, videoComposition: empty)
    print(
      "timed", try await edit.plan(settings: RenderSettings(), renderer: Engine.renderer()).picture?.frameCount ?? 0)
  }
}
