import EditingModel
import Foundation
import FoundationEssentials
import NameClaims
import Rendering

/// The place of a film's segments: a cache, in which they stay, or beside the film until they are in it.
///
/// Threads: any.
final class SegmentPlace: Sendable {
  private let folder: URL
  private let claim: NameClaim?
  private let resumes: Bool
  private let identities: SegmentIdentities?
  /// Whether segments found here are used whatever their origin: in a film that is joined from them.
  private let joinsOnly: Bool
  /// The film that the segments are for.
  private let film: URL?

  /// The files' extension.
  static let pathExtension = "segment"

  /// The cache of `segmentation`, whose segments are known by `identities`; or names in `folder` where there is none, which errors
  /// call `film`.
  ///
  /// - Throws: `RenderError` with `.cannotCreateOutput` where the cache cannot be made.
  init(
    _ segmentation: Segmentation, in folder: URL, for film: URL? = nil, joinsOnly: Bool = false,
    identities: @autoclosure () throws -> SegmentIdentities
  ) throws {
    (resumes, self.film, self.joinsOnly) = (segmentation.resumes, film, joinsOnly)
    guard let cache = segmentation.cache else {
      (self.folder, claim, self.identities) = (folder, NameClaim(in: folder.path), nil)
      return
    }
    (self.folder, claim, self.identities) = (cache, nil, try identities())
    // What is only joined is there, or missing.
    if !joinsOnly { try Self.make(cache) }
    NameClaim.removeLeftovers(in: cache.path)
  }

  private static func make(_ cache: URL) throws(RenderError) {
    do {
      try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    } catch {
      throw RenderError(
        .cannotCreateOutput, "The folder \(cache.path) for segments cannot be made.",
        remedy: "Name another one.", underlying: "\(error.localizedDescription)")
    }
  }

  /// The numbers of those of `segments` that are not in the cache.
  func missing(of segments: [SegmentPlan.Segment], _ renderer: any FileWriting) async throws -> [Int] {
    var missing: [Int] = []
    for segment in segments {
      guard let identity = try identities?.identity(of: segment),
        try await known(segment, as: identity, renderer) != nil
      else {
        missing.append(segment.number)
        continue
      }
    }
    return missing
  }

  /// Looks whether all of `segments` are in the cache.
  ///
  /// - Throws: `RenderError` with `.mediaMissing`, which names those that are not.
  func check(_ segments: [SegmentPlan.Segment], _ renderer: any FileWriting) async throws {
    let missing = try await missing(of: segments, renderer)
    guard !missing.isEmpty else { return }
    let named = missing.prefix(20).map(String.init).joined(separator: ", ")
    throw RenderError(
      .mediaMissing,
      "\(missing.count) of \(segments.count) segments are not in \(folder.path), or are damaged or of other media, settings or versions: \(named)\(missing.count > 20 ? " …" : "").",
      remedy: "Render them into it, then join again.")
  }

  /// The segment `segment` of the cache, known as `identity`, where it is there and whole.
  private func known(
    _ segment: SegmentPlan.Segment, as identity: String, _ renderer: any FileWriting
  ) async throws -> EncodedSegment? {
    guard let known = try await renderer.encodedSegment(at: url(identity)), known.identity == identity,
      known.frameCount == segment.frames.count
    else { return nil }
    return known
  }

  private func url(_ identity: String) -> URL {
    let name = claim == nil ? identity : ".\(identity)"
    return folder.appending(path: "\(name).\(Self.pathExtension)", directoryHint: .notDirectory)
  }

  /// The segment `segment`: the existing one, passed to `found`, or one that `render` makes in a file.
  func segment(
    _ segment: SegmentPlan.Segment, _ renderer: any FileWriting,
    render: (_ target: SegmentRendering.Target) async throws -> EncodedSegment,
    found: (EncodedSegment) -> Void
  ) async throws -> EncodedSegment {
    if let known = try await self.found(segment, renderer) {
      found(known)
      return known
    }
    let target = try await target(of: segment)
    do {
      return try await render(target)
    } catch {
      throw naming(RenderError(describing: error), target.url)
    }
  }

  /// The segment `segment`, where it is here and is taken.
  func found(_ segment: SegmentPlan.Segment, _ renderer: any FileWriting) async throws -> EncodedSegment? {
    // One that a custom compositor has a part in is made again: its program may be another by now. So is one that shows damage, which may
    // be refused by now.
    guard resumes, let identities, joinsOnly || identities.isKnown(segment),
      let known = try await known(segment, as: identities.identity(of: segment), renderer),
      joinsOnly || known.findings.damage.isEmpty
    else { return nil }
    // What is used stays longest.
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: known.url.path)
    return known
  }

  /// Where `segment` is made.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where it would be kept, and its media has changed since the plan was made.
  func target(of segment: SegmentPlan.Segment) async throws -> SegmentRendering.Target {
    try await identities?.checkMedia(of: segment)
    let identity = try identities?.identity(of: segment) ?? "\(claim?.mark ?? "")-\(segment.number)"
    return SegmentRendering.Target(identity: identity, url: url(identity))
  }

  /// `error`, which occurred with the file at `url`, in terms of the film: names that are hidden say nothing to people, and where the
  /// folder was taken away meanwhile, that is the cause.
  func naming(_ error: RenderError, _ url: URL) -> RenderError {
    guard claim != nil, let film, error.code != .cancelled else { return error }
    guard FileManager.default.fileExists(atPath: folder.path) else {
      return RenderError(
        .writeFailed, "\(film.path) cannot be written: its folder is no longer there.",
        remedy: "Write into a folder that stays until the work is done.", underlying: error.description)
    }
    var named = error
    named.message = named.message.replacing(url.path, with: film.path)
    return named
  }

  /// The film has `segment`.
  func release(_ segment: EncodedSegment) {
    guard claim != nil else { return }
    try? FileManager.default.removeItem(at: segment.url)
  }

  /// Removes what does not stay.
  func close() {
    claim?.removeFiles()
    claim?.release()
  }
}
