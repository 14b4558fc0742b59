import Foundation
public import FoundationEssentials
import MediaFormats
import Rendering

/// The encoding of a film in segments: their number at a time, and whether finished ones are kept.
///
/// ```swift
/// var request = ExportRequest(edit, as: settings, to: url)
/// request.segmentation = Segmentation(jobs: 4, cache: folder)      // goes on where a killed export was
/// ```
///
/// Neither changes a byte of the film.
public struct Segmentation: Hashable, Sendable {
  /// The number of segments that are encoded at a time: at least 1; nil for one of two processors, which keep a decoder
  /// and an encoder at work, as far as there is memory.
  public var jobs: Int?
  /// The folder in which finished segments stay, for exports that share segments; created if missing. nil for none:
  /// then segments are removed with the export.
  public var cache: URL?
  /// Whether segments that are in `cache` are used; otherwise all are made anew.
  public var resumes: Bool

  /// `jobs` segments at a time, which stay in `cache`.
  public init(jobs: Int? = nil, cache: URL? = nil, resumes: Bool = true) {
    (self.jobs, self.cache, self.resumes) = (jobs, cache, resumes)
  }

  /// The number of `segments` of `picture` that are encoded at a time.
  func jobs(for picture: PicturePlan, _ segments: [SegmentPlan.Segment]) -> Int {
    if let jobs { return max(1, min(jobs, segments.count)) }
    let bytes = Self.bytesNeeded(for: picture, encoders: SharedDecoding.encoders(of: segments, in: picture))
    let affordable = (Self.availableMemory / 2) / max(1, bytes)
    return max(1, min((ProcessInfo.processInfo.activeProcessorCount + 1) / 2, affordable, segments.count))
  }

  /// The approximate bytes that a job of `picture` takes: each of its `encoders` keeps some sixty pictures, most of them
  /// interpolated; a decoder some twenty, two of them at a cut for each visible track.
  private static func bytesNeeded(for picture: PicturePlan, encoders: Int) -> Int {
    let encoder = min(picture.size.width * picture.size.height * 150, 600 << 20)
    let source = picture.runs.map { $0.facts.size.width * $0.facts.size.height }.max() ?? 0
    let layers = picture.spans.map(\.method.runs.count).max() ?? 1
    return encoder * encoders + source * 3 / 2 * 20 * 2 * max(1, layers)
  }

  /// Bytes of memory that nothing needs (`MemAvailable`); very many where the system does not say.
  private static var availableMemory: Int {
    guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
      let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return .max }
    return kilobytes << 10
  }
}
