import EditingModel
import Foundation
import FoundationEssentials
import Layers
import MediaFormats
import MediaTime
import Rendering

/// What the bytes of a film's segments follow from, in a word each: where it is the same, so are the bytes.
///
/// ```
///  the segment's part of the plan ┐
///  its times in the film          │
///  size and date of its media     ├─► a number of 128 bits, in 32 digits
///  codec, quality, container      │
///  versions                       ┘
/// ```
///
/// What is changed elsewhere in the film is not in it. Threads: any.
struct SegmentIdentities: Sendable {
  private let plan: RenderPlan
  /// The same for all segments: settings and versions.
  private let common: [UInt8]

  /// What is written before everything else: another one is given to a version that makes other bytes.
  private static let generation = "segment 1"

  /// Those of the `segments` of `plan`, which are encoded as `settings` by `renderer`: one alone has more threads.
  ///
  /// - Throws: `RenderError` where the engine's versions are unknown.
  init(_ plan: RenderPlan, _ settings: ExportSettings, _ segments: SegmentPlan, renderer: any FileWriting) throws {
    self.plan = plan
    let copying =
      segments.hasCopies
      ? segments.smart.map { " \($0.decodingDelay) \($0.parameterSet) \($0.repeatsParameterSets)" } : nil
    let pictures = ExportSettings(fileType: settings.fileType, video: settings.video, audio: nil)
    common =
      try Array(Self.generation.utf8) + Self.json(ExportDescription(pictures))
      + Array("\(settings.fileType.rawValue) \(segments.segments.count == 1 ? "one" : "several")\(copying ?? "")".utf8)
      + renderer.encodingVersions(of: settings).joined(separator: "\n").utf8
  }

  /// That of `segment`.
  func identity(of segment: SegmentPlan.Segment) throws -> String {
    let part = try plan.pictures(of: segment).withoutUnseenLayers(in: segment.frames).renderedPart
    var hash = StableHash()
    hash.add(common)
    if let picture = plan.picture {
      let times = try segment.times(in: picture)
      hash.add(Array("\(times.start) \(times.duration)".utf8))
    }
    hash.add(try Self.json(part))
    for copied in segment.copies { hash.add(try Self.json(copied)) }
    for asset in part.assets.sorted(by: { $0.url.path < $1.url.path }) { hash.add(Array(Self.stamp(of: asset).utf8)) }
    return hash.digits
  }

  /// Whether all that the bytes of `segment` follow from is known: of a custom compositor the program is not.
  func isKnown(_ segment: SegmentPlan.Segment) -> Bool {
    !(plan.picture?.spans ?? []).contains { span in
      if case .custom = span.method { span.frames.overlaps(segment.frames) } else { false }
    }
  }

  private static func json(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [UInt8](try encoder.encode(value))
  }

  /// Which file it is by now: its path, size and date of change, those of a sequence's folder where it is many files.
  private static func stamp(of asset: AssetReference) -> String {
    let path = asset.url.path
    let manager = FileManager.default
    let attributes =
      (try? manager.attributesOfItem(atPath: path))
      ?? (try? manager.attributesOfItem(atPath: asset.url.deletingLastPathComponent().path))
    let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
    return "\(path) \((attributes?[.size] as? NSNumber)?.int64Value ?? 0) \(date ?? 0)"
  }
}

extension RenderPlan {
  /// The same without the layers over the film that are not seen in `frames`: so that a title that is changed elsewhere is not
  /// in it. A tree whose own time is changed, or that shows the film, stays whole.
  fileprivate func withoutUnseenLayers(in frames: Range<Int>) throws -> RenderPlan {
    guard let picture, var overlay = picture.overlay, !overlay.showsVideo, overlay.layer.timing == Layer().timing else {
      return self
    }
    // What is seen between two frames is taken for seen on both.
    let start = try (picture.origin + picture.time(of: max(0, frames.lowerBound - 1))).seconds
    let end = try (picture.origin + picture.time(of: min(picture.frameCount, frames.upperBound + 1))).seconds
    overlay.layer.sublayers.removeAll { layer in
      layer.visibleTimes().allSatisfy { $0.upperBound <= start || $0.lowerBound >= end }
    }
    let (contents, families) = (overlay.layer.pictures, overlay.layer.fontFamilies)
    overlay.pictures.removeAll { !contents.contains($0.contents) }
    overlay.fontSubstitutes = overlay.fontSubstitutes.filter { families.contains($0.key) }
    var plan = self
    plan.picture?.overlay = overlay
    return plan
  }

  /// The files that its pictures are made from.
  fileprivate var assets: Set<AssetReference> {
    guard let picture else { return [] }
    let drawn = ([picture.overlay] + picture.layerTracks.map(\.drawing)).compactMap(\.self).flatMap(\.pictures)
    return Set(picture.runs.map(\.source.asset) + drawn.map(\.source.asset))
  }
}

/// A number of 128 bits that follows from bytes, the same in every process (FNV-1a). C: none in the standard library.
private struct StableHash {
  private var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  /// Adds `bytes`, and that they end.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
    add(0xff)
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
  }

  /// The number in 32 digits.
  var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
