import CoreMedia
import EditServices
import Foundation
import GstEdit
import MediaFormats
import Subtitles

/// Text of an item, as a legible output gives it.
enum LegibleSample: Sendable {
  /// Words, and how they look.
  case cue(SubtitleCue)
  /// A sample as it stands in the file.
  case buffer(CMSampleBuffer)

  /// The words; nil of a sample.
  var cue: SubtitleCue? { if case .cue(let cue) = self { cue } else { nil } }
  /// The sample; nil of words.
  var buffer: CMSampleBuffer? { if case .buffer(let buffer) = self { buffer } else { nil } }

  /// The text of `item` that is presented: as its samples stand in the file where its format is one of `subtypes` and they can be read; none
  /// where it cannot be read at all. Blocks.
  static func samples(of item: AVPlayerItem, native subtypes: Set<UInt32>) async -> TimedEntries<LegibleSample> {
    guard (try? await item.asset.loadContent()) != nil, let track = item.presentedText,
      case .ancillary(let text) = track.content
    else { return TimedEntries() }
    if let letters = text.fourLetters, subtypes.contains(letters) {
      let samples = storedSamples(of: track, in: item.asset)
      if !samples.entries.isEmpty { return samples }
    }
    return await cues(of: text, in: item.asset)
  }

  private static func cues(of track: AncillaryTrack, in asset: AVAsset) async -> TimedEntries<LegibleSample> {
    let (reader, output) = (asset.reader(Engine.renderer()), AssetReaderTextOutput(track: track))
    guard (try? reader.add(output)) != nil, (try? reader.startReading()) != nil else { return TimedEntries() }
    var entries: [TimedEntries<LegibleSample>.Entry] = []
    while let buffer = await output.nextSampleBuffer() {
      guard let cue = buffer.cue else { continue }
      entries.append(.init(start: buffer.timeRange.start, end: buffer.timeRange.end, value: .cue(cue)))
    }
    // A reader without a reference is cancelled.
    withExtendedLifetime(reader) {}
    return TimedEntries(entries)
  }

  private static func storedSamples(of track: AVAssetTrack, in asset: AVAsset) -> TimedEntries<LegibleSample> {
    guard let reader = try? AVAssetReader(asset: asset) else { return TimedEntries() }
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    guard reader.canAdd(output) else { return TimedEntries() }
    reader.add(output)
    guard reader.startReading() else { return TimedEntries() }
    var entries: [TimedEntries<LegibleSample>.Entry] = []
    while let buffer = output.copyNextSampleBuffer() {
      let start = buffer.presentationTimeStamp
      guard start.isNumeric, buffer.duration.isNumeric, buffer.duration > .zero else { continue }
      entries.append(.init(start: start, end: start + buffer.duration, value: .buffer(buffer)))
    }
    withExtendedLifetime(reader) {}
    return TimedEntries(entries)
  }
}

extension AncillaryTrack {
  /// The four letters of its format, as a number; nil of a format that has another name.
  var fourLetters: UInt32? {
    let letters = Array(codecType.utf8)
    return letters.count == 4 ? letters.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } : nil
  }
}
