import Foundation
import Playing
import Synchronization
import TestSupport
import Testing

// What a player's item is heard to play is taken by the engine's output of sound, which AVFoundation has none of.
@testable import AVFoundation

/// Options of films: which there are, and that a player plays the one that is chosen.
@Suite("Media selection")
struct MediaSelectionTests {
  private func group(
    _ characteristic: AVMediaCharacteristic, of asset: AVAsset
  ) async throws -> AVMediaSelectionGroup {
    try #require(try await asset.loadMediaSelectionGroup(for: characteristic))
  }

  // MARK: What there is to choose

  @Test func `a movie's sounds and subtitles are options, by its header`() async throws {
    let folder = try ScratchFolder()
    let asset = AVURLAsset(url: try await SelectionFilms.film(in: folder))
    let characteristics = try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions)
    #expect(characteristics == [.audible, .legible])
    let (sounds, texts) = (try await group(.audible, of: asset), try await group(.legible, of: asset))
    #expect(sounds.options.map(\.extendedLanguageTag) == ["en", "de"] && sounds.defaultOption == sounds.options[0])
    #expect(sounds.options.allSatisfy { $0.mediaType == .audio && $0.isPlayable })
    #expect(sounds.options.allSatisfy { $0.hasMediaCharacteristic(.audible) })
    #expect(texts.options.map(\.extendedLanguageTag) == ["en", "de"] && texts.allowsEmptySelection)
    #expect(texts.options.allSatisfy { $0.hasMediaCharacteristic(.legible) })
    #expect(sounds.options.map { $0.displayName(with: Locale(identifier: "fr")) } == ["anglais", "allemand"])
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .visual) == nil)
    let tracks = asset.tracks(withMediaType: .audio).map { NSNumber(value: $0.trackID) }
    #expect(try await asset.load(.trackGroups).first?.trackIDs == tracks && asset.trackGroups.count == 2)
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .audible) == sounds && sounds != texts)
  }

  @Test func `Matroska's sounds are options where one is enabled, and its texts say whether they are forced`()
    async throws
  {
    let folder = try ScratchFolder()
    let asset = AVURLAsset(url: try await SelectionFilms.film(in: folder, as: "mkv", forced: true))
    let (sounds, texts) = (try await group(.audible, of: asset), try await group(.legible, of: asset))
    #expect(sounds.options.count == 2 && sounds.defaultOption == sounds.options.first && sounds.allowsEmptySelection)
    #expect(texts.options.count == 2 && texts.defaultOption == nil)
    let plain = AVMediaSelectionGroup.mediaSelectionOptions(
      from: texts.options, withoutMediaCharacteristics: [.containsOnlyForcedSubtitles])
    let forced = AVMediaSelectionGroup.mediaSelectionOptions(
      from: texts.options, withMediaCharacteristics: [.legible, .containsOnlyForcedSubtitles])
    #expect(plain == [texts.options[0]] && forced == [texts.options[1]])
    // German subtitles that are all forced go with the German sound.
    #expect(sounds.options[1].associatedMediaSelectionOption(in: texts) == forced[0])
    #expect(sounds.options[0].associatedMediaSelectionOption(in: texts) == nil)
  }

  @Test func `sounds that are heard together are no options, unless each is in a language of its own`() async throws {
    let folder = try ScratchFolder()
    let both = AVURLAsset(url: try await SelectionFilms.film(in: folder, enabled: 2))
    #expect(try await both.loadMediaSelectionGroup(for: .audible) == nil)
    #expect(both.trackGroups.count == 1)
    let spoken = AVURLAsset(url: try await SelectionFilms.film(in: folder, as: "mkv", enabled: 2))
    #expect(try await group(.audible, of: spoken).options.count == 2)
    let mute = AVURLAsset(url: try await SelectionFilms.film(in: folder, as: "mkv", enabled: 2, languages: nil))
    #expect(try await mute.loadMediaSelectionGroup(for: .audible) == nil)
    let single = AVURLAsset(url: try await Films.first())
    #expect(try await single.load(.availableMediaCharacteristicsWithMediaSelectionOptions).isEmpty)
  }

  @Test func `names of chapters are associated with the pictures, and are no text to choose`() async throws {
    let folder = try ScratchFolder()
    let list = try folder.write(
      ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=One\n", to: "chapters.txt")
    let file = folder.url("chapters.mov")
    try await MediaTools.ffmpeg([
      "-i", try await Films.second().path, "-i", list.path, "-map_metadata", "1", "-map", "0:v", "-c", "copy",
      file.path,
    ])
    let asset = AVURLAsset(url: file)
    let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let names = try #require(asset.tracks(withMediaType: .text).first)
    #expect(try await video.load(.availableTrackAssociationTypes) == [.chapterList])
    #expect(try await video.loadAssociatedTracks(ofType: .chapterList) == [names])
    #expect(video.associatedTracks(ofType: .timecode).isEmpty && names.availableTrackAssociationTypes.isEmpty)
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .legible) == nil && asset.trackGroups.isEmpty)
  }

  @Test func `an author's tag says what an option is`() async throws {
    let folder = try ScratchFolder()
    let tag = AVMediaCharacteristic.isAuxiliaryContent
    let file = try await SelectionFilms.sounds(in: folder, options: ["-metadata:s:a:1", "title=\(tag.rawValue)"])
    // The name of the track becomes a tag of it.
    var bytes = try Data(contentsOf: file)
    let place = try #require(bytes.range(of: Data("name\(tag.rawValue)".utf8)))
    bytes.replaceSubrange(place.lowerBound..<place.lowerBound + 4, with: Data("tagc".utf8))
    try bytes.write(to: file)
    let asset = AVURLAsset(url: file)
    let sounds = try await group(.audible, of: asset)
    #expect(sounds.options.map { $0.hasMediaCharacteristic(tag) } == [false, true])
  }

  // MARK: What is chosen

  @Test func `a selection of an asset is edited, copied, and goes back to the default`() async throws {
    let folder = try ScratchFolder()
    let asset = AVURLAsset(url: try await SelectionFilms.film(in: folder))
    let (sounds, texts) = (try await group(.audible, of: asset), try await group(.legible, of: asset))
    let preferred = try await asset.load(.preferredMediaSelection)
    #expect(preferred.selectedMediaOption(in: sounds) == sounds.options[0] && preferred.asset === asset)
    let edited = try #require(preferred.mutableCopy() as? AVMutableMediaSelection)
    edited.select(sounds.options[1], in: sounds)
    edited.select(sounds.options[0], in: texts)
    edited.select(nil, in: texts)
    #expect(edited.selectedMediaOption(in: sounds) == sounds.options[1])
    #expect(edited.selectedMediaOption(in: texts) == nil)
    #expect(!edited.mediaSelectionCriteriaCanBeAppliedAutomatically(to: sounds))
    #expect(preferred.selectedMediaOption(in: sounds) == sounds.options[0])
    #expect(preferred.mediaSelectionCriteriaCanBeAppliedAutomatically(to: sounds))
    let copy = try #require(edited.copy() as? AVMediaSelection)
    edited.select(sounds.options[0], in: sounds)
    #expect(copy.selectedMediaOption(in: sounds) == sounds.options[1] && !(copy is AVMutableMediaSelection))
    // Two sounds or none, and two texts or none.
    let all = try await asset.load(.allMediaSelections)
    #expect(all.count == 9)
    let chosen = all.map { selection in
      [sounds, texts].map { selection.selectedMediaOption(in: $0)?.description ?? "none" }
    }
    #expect(Set(chosen).count == 9)
  }

  @Test func `an option is found again by its property list`() async throws {
    let folder = try ScratchFolder()
    let asset = AVURLAsset(url: try await SelectionFilms.film(in: folder))
    let (sounds, texts) = (try await group(.audible, of: asset), try await group(.legible, of: asset))
    for option in sounds.options {
      let data = try PropertyListSerialization.data(
        fromPropertyList: option.propertyList(), format: .xml, options: 0)
      let stored = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      #expect(sounds.mediaSelectionOption(withPropertyList: stored) == option)
      #expect(texts.mediaSelectionOption(withPropertyList: stored) == nil)
    }
    #expect(sounds.mediaSelectionOption(withPropertyList: "none") == nil)
  }

  // MARK: What is heard and seen

  @Test(arguments: [0, 1]) func `the sound is heard that was selected before playing`(number: Int) async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await SelectionFilms.film(in: folder))
    let sounds = try await group(.audible, of: item.asset)
    item.select(sounds.options[number], in: sounds)
    let heard = Heard(item)
    let player = AVPlayer(playerItem: item)
    player.play()
    #expect(await Poll.eventually { heard.samples.count > 20_000 })
    player.pause()
    #expect(Set(heard.samples) == [SelectionFilms.levels[number]])
    #expect(item.currentMediaSelection.selectedMediaOption(in: sounds) == sounds.options[number])
    #expect(item.tracks.filter { $0.assetTrack?.mediaType == .audio }.map(\.isEnabled) == [number == 0, number == 1])
    #expect(item.tracks.map { $0.assetTrack?.trackID } == item.asset.tracks.filter(\.isPlayable).map(\.trackID))
  }

  @Test func `another sound is heard while it plays, and none, and one again`() async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await SelectionFilms.film(in: folder, seconds: 60))
    let sounds = try await group(.audible, of: item.asset)
    let heard = Heard(item)
    let changes = Mutex(0)
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.mediaSelectionDidChangeNotification, object: item, queue: nil
    ) { _ in changes.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    let player = AVPlayer(playerItem: item)
    player.play()
    #expect(await Poll.eventually { heard.samples.count > 10_000 })
    item.select(sounds.options[1], in: sounds)
    #expect(await Poll.eventually { heard.samples.contains(SelectionFilms.levels[1]) })
    // One after the other, with nothing between them.
    #expect(heard.stretches == SelectionFilms.levels)
    item.select(nil, in: sounds)
    #expect(item.currentMediaSelection.selectedMediaOption(in: sounds) == nil)
    #expect(item.tracks.filter { $0.assetTrack?.mediaType == .audio }.allSatisfy { !$0.isEnabled })
    item.select(sounds.options[0], in: sounds)
    #expect(await Poll.eventually { heard.samples.last == SelectionFilms.levels[0] })
    player.pause()
    #expect(changes.withLock { $0 } == 3)
  }

  @Test func `a film whose sound is deselected is silent`() async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await SelectionFilms.film(in: folder, seconds: 60))
    let sounds = try await group(.audible, of: item.asset)
    item.select(nil, in: sounds)
    let heard = Heard(item)
    let player = AVPlayer(playerItem: item)
    player.play()
    #expect(await Poll.eventually { player.currentTime() > frames(15) })
    #expect(heard.samples.allSatisfy { $0 == 0 })
    item.select(sounds.options[1], in: sounds)
    #expect(await Poll.eventually { heard.samples.last == SelectionFilms.levels[1] })
    player.pause()
  }

  @Test func `a film of nothing but sounds keeps one`() async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await SelectionFilms.sounds(in: folder))
    let sounds = try await group(.audible, of: item.asset)
    #expect(!sounds.allowsEmptySelection && sounds.options.count == 2)
    item.select(nil, in: sounds)
    #expect(item.currentMediaSelection.selectedMediaOption(in: sounds) == sounds.options[0])
    #expect(item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: sounds))
  }

  @Test func `a player's criteria apply without an explicit choice`() async throws {
    let folder = try ScratchFolder()
    let film = try await SelectionFilms.film(in: folder)
    let player = AVPlayer()
    let criteria = AVPlayerMediaSelectionCriteria(
      preferredLanguages: ["fr", "de-AT"], preferredMediaCharacteristics: nil)
    player.setMediaSelectionCriteria(criteria, forMediaCharacteristic: .audible)
    #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .audible) === criteria)
    #expect(player.mediaSelectionCriteria(forMediaCharacteristic: .legible) == nil)
    let item = AVPlayerItem(url: film)
    let sounds = try await group(.audible, of: item.asset)
    player.replaceCurrentItem(with: item)
    #expect(await Poll.eventually { item.currentMediaSelection.selectedMediaOption(in: sounds) == sounds.options[1] })
    let heard = Heard(item)
    player.play()
    #expect(await Poll.eventually { heard.samples.last == SelectionFilms.levels[1] })
    player.pause()
    // An explicit choice stays until the player is asked to choose again.
    item.select(sounds.options[0], in: sounds)
    player.setMediaSelectionCriteria(
      AVPlayerMediaSelectionCriteria(preferredLanguages: ["de"], preferredMediaCharacteristics: nil),
      forMediaCharacteristic: .audible)
    #expect(item.currentMediaSelection.selectedMediaOption(in: sounds) == sounds.options[0])
    item.selectMediaOptionAutomatically(in: sounds)
    #expect(item.selectedMediaOption(in: sounds) == sounds.options[1])
  }

  @Test func `subtitles are chosen, and the choice can be read`() async throws {
    let folder = try ScratchFolder()
    let item = AVPlayerItem(url: try await SelectionFilms.film(in: folder, as: "mkv", forced: true))
    let texts = try await group(.legible, of: item.asset)
    #expect(item.selectedMediaOption(in: texts) == nil)
    item.select(texts.options[0], in: texts)
    #expect(item.selectedMediaOption(in: texts) == texts.options[0])
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.currentMediaSelection.selectedMediaOption(in: texts) == texts.options[0])
    item.select(nil, in: texts)
    #expect(item.selectedMediaOption(in: texts) == nil && copy.selectedMediaOption(in: texts) == texts.options[0])
  }

  @Test func `other pictures are seen where a film has several`() async throws {
    let folder = try ScratchFolder()
    let file = folder.url("angles.mov")
    let sound = try await SoundFile(.constant(8_192)) { $0.count = 48_000 }.url()
    try await MediaTools.ffmpeg([
      "-i", try await Films.first().path, "-i", try await Films.second().path, "-i", sound.path, "-map", "0:v", "-map",
      "1:v", "-map", "2:a", "-c:v", "copy", "-c:a", "pcm_s16le", "-disposition:v:0", "default", "-disposition:v:1", "0",
      file.path,
    ])
    let item = AVPlayerItem(url: file)
    let pictures = try await group(.visual, of: item.asset)
    #expect(pictures.options.count == 2 && pictures.defaultOption == pictures.options[0])
    item.select(pictures.options[1], in: pictures)
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(7), toleranceBefore: .zero, toleranceAfter: .zero))
    let buffer = try #require(output.copyPixelBuffer(forItemTime: frames(7), itemTimeForDisplay: nil))
    #expect(buffer.luma == Films.frames(62, [7])[0])
  }

  // MARK: What is exported

  @Test(arguments: [AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality])
  func `an export leaves out sounds that stand for another one, unless they are to be kept`(
    preset: String
  ) async throws {
    let folder = try ScratchFolder()
    let asset = AVURLAsset(url: try await SelectionFilms.film(in: folder, seconds: 1))
    let (one, all) = (folder.url("one.mov"), folder.url("all.mov"))
    for (file, handling) in [(one, AVAssetTrackGroupOutputHandling()), (all, .preserveAlternateTracks)] {
      let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      #expect(session.audioTrackGroupHandling == [] && session.allowsParallelizedExport)
      (session.audioTrackGroupHandling, session.allowsParallelizedExport) = (handling, false)
      try await session.export(to: file, as: .mov)
    }
    let kept = try await AVURLAsset(url: one).loadTracks(withMediaType: .audio)
    #expect(kept.map(\.extendedLanguageTag) == ["en"])
    let both = try await AVURLAsset(url: all).loadTracks(withMediaType: .audio)
    #expect(both.map(\.extendedLanguageTag) == ["en", "de"])
    guard preset == AVAssetExportPresetPassthrough else { return }
    #expect(Set(try await SoundReader.firstChannel(one)) == [Float(SelectionFilms.levels[0])])
  }
}

/// Films with something to choose.
enum SelectionFilms {
  /// What all samples of the first and of the second sound are.
  static let levels = [0.25, -0.5]

  private static func sound(_ number: Int, seconds: Int) async throws -> String {
    try await SoundFile(.constant([8_192, -16_384][number])) { $0.count = 48_000 * seconds }.url().path
  }

  /// A film whose pictures last a second: an English sound and a German one, of `levels`, the first `enabled` ones
  /// enabled; and texts in the same languages, the second one forced if `forced`, which Matroska alone states here.
  static func film(
    in folder: ScratchFolder, as container: String = "mov", seconds: Int = 20, enabled: Int = 1, forced: Bool = false,
    languages: [String]? = ["eng", "ger"]
  ) async throws -> URL {
    let file = folder.url("\(UUID().uuidString).\(container)")
    var arguments = ["-i", try await Films.second().path]
    for number in 0...1 { arguments += ["-i", try await sound(number, seconds: seconds)] }
    for text in ["Hello", "Hallo"] {
      let cues = try folder.write("1\n00:00:00,000 --> 00:00:00,800\n\(text)\n", to: "\(text).srt")
      arguments += ["-i", cues.path]
    }
    arguments += ["-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:s", "-map", "4:s", "-c:v", "copy"]
    arguments += ["-c:a", "pcm_s16le", "-c:s", container == "mkv" ? "subrip" : "mov_text"]
    for number in 0...1 {
      if let languages {
        for kind in ["a", "s"] { arguments += ["-metadata:s:\(kind):\(number)", "language=\(languages[number])"] }
      }
      arguments += ["-disposition:a:\(number)", number < enabled ? "default" : "0"]
      arguments += ["-disposition:s:\(number)", number == 1 && forced ? "forced" : "0"]
    }
    if container == "mkv" { arguments += ["-default_mode", "passthrough"] }
    try await MediaTools.ffmpeg(arguments + [file.path])
    return file
  }

  /// The same two sounds alone, for a second.
  static func sounds(in folder: ScratchFolder, options: [String] = []) async throws -> URL {
    let file = folder.url("sounds.mov")
    var arguments: [String] = []
    for number in 0...1 { arguments += ["-i", try await sound(number, seconds: 1)] }
    arguments += ["-map", "0:a", "-map", "1:a", "-c:a", "pcm_s16le"]
    arguments += ["-disposition:a:0", "default", "-disposition:a:1", "0"]
    try await MediaTools.ffmpeg(arguments + options + [file.path])
    return file
  }
}

/// The samples of an item that were heard.
private final class Heard: Sendable {
  private let kept = Mutex<[Double]>([])
  private let output = PlayerItemAudioOutput()
  private let observation = Mutex<PlayerObservation?>(nil)

  init(_ item: AVPlayerItem) {
    let observer = output.onBlock { [weak self] heard in
      let samples = heard.samples.interleaved
      self?.kept.withLock { $0 += samples }
    }
    observation.withLock { $0 = observer }
    item.engine.add(output)
  }

  deinit { observation.withLock { $0 }?.cancel() }

  /// The samples, in the order in which they were heard.
  var samples: [Double] { kept.withLock { $0 } }
  /// The samples, of several that are the same one.
  var stretches: [Double] {
    samples.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}

extension CVBuffer {
  /// What the picture, in 4:2:0, shows.
  fileprivate var luma: FrameReading {
    CVPixelBufferLockBaseAddress(self, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
    let (width, height) = (CVPixelBufferGetWidth(self), CVPixelBufferGetHeight(self))
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(self, 0)
    guard let base = CVPixelBufferGetBaseAddressOfPlane(self, 0) else { return .unreadable }
    let levels = (0..<height).flatMap { row in
      (0..<width).map { base.load(fromByteOffset: row * bytesPerRow + $0, as: UInt8.self) }
    }
    return FrameReading(luma: levels, width: width, height: height)
  }
}
