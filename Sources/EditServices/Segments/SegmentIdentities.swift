import EditingModel
import Foundation
import FoundationEssentials
import Layers
import MediaFormats
import MediaTime
import Rendering

/// The identities of a film's segments, a word each, of all that their bytes follow from: equal ones have equal bytes.
///
/// ```
///  the segment's part of the plan ┐
///  its times in the film          │
///  stamps of its media            ├─► a number of 128 bits, in 32 digits
///  codec, quality, container      │
///  versions                       ┘
/// ```
///
/// Changes elsewhere in the film are not in it. Threads: any.
struct SegmentIdentities: Sendable {
  private let plan: RenderPlan
  /// The states of the media that the plan was made for.
  private let stamps: [AssetReference: MediaStamp]
  /// The same for all segments: settings and versions.
  private let common: [UInt8]

  /// The first word of an identity: a version that makes other bytes has another one.
  private static let generation = "segment 1"

  /// Identities of the `segments` of `plan`, made of `media`, which are encoded as `settings` by `renderer`: one alone has more threads.
  ///
  /// - Throws: `RenderError` where the engine's versions are unknown.
  init(
    _ plan: RenderPlan, of media: [MediaStamp], _ settings: ExportSettings, _ segments: SegmentPlan,
    renderer: any FileWriting
  ) throws {
    self.plan = plan
    stamps = Dictionary(media.map { ($0.asset, $0) }) { first, _ in first }
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
    for asset in part.pictureAssets.sorted(by: { $0.url.path < $1.url.path }) {
      hash.add((stamps[asset]?.text ?? asset.url.path).utf8)
    }
    return hash.digits
  }

  /// Whether all that the bytes of `segment` follow from is known: of a custom compositor the program is not.
  func isKnown(_ segment: SegmentPlan.Segment) -> Bool {
    !(plan.picture?.spans ?? []).contains { span in
      if case .custom = span.method { span.frames.overlaps(segment.frames) } else { false }
    }
  }

  /// Checks that the media of `segment` are still those that the plan was made for. What is not there is found missing where it is read.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable`, which names the first that has changed.
  func checkMedia(of segment: SegmentPlan.Segment) async throws(RenderError) {
    let assets = plan.pictures(of: segment).renderedPart.pictureAssets
    try await MediaStamp.check(assets.compactMap { stamps[$0] })
  }

  private static func json(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return [UInt8](try encoder.encode(value))
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
}
