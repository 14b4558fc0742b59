package import EditingModel
import Foundation
package import FoundationEssentials
import NameClaims
import Rendering

/// The state of a media file: its size, its date of change, and a hash of samples of its bytes. Numbered pictures are one
/// file here, the bytes of one after those of another.
///
/// ```
///  bytes     ├──┤······├──┤······├──┤······ … ······├──┤      sixteen samples, from the first byte to the last one
/// ```
///
/// Storage that is copied from machine to machine keeps sizes and bytes, and often not dates. So a plan's media is
/// compared by size and samples (``check(_:)``); segments that are kept are known by the date as well, since a few
/// bytes amid a file may change between the samples.
///
/// Threads: any; making one blocks for a few reads.
package struct MediaStamp: Hashable, Sendable, Codable {
  /// The file, or the sequence of pictures.
  package let asset: AssetReference
  /// Bytes in the file, or in all pictures.
  package let byteCount: Int64
  /// When it was changed last, or the last of the pictures was.
  package let modificationDate: Date
  /// The hash of the samples, in 32 digits.
  package let digest: String

  /// Samples of a file's bytes, and how long each is.
  private static let (sampleCount, sampleLength) = (Int64(16), Int64(4_096))

  /// The state of `asset` now; nil where there are no regular files, or this user may not read them.
  init?(of asset: AssetReference) {
    let files = Self.files(of: asset)
    guard !files.isEmpty else { return nil }
    let byteCount = files.reduce(0) { $0 &+ $1.byteCount }
    var hash = StableHash()
    for file in files { hash.add("\(file.byteCount)".utf8) }
    let last = max(0, byteCount - Self.sampleLength)
    var places = (0..<Self.sampleCount).map { number in
      // The quotient and the rest by themselves: the product of a size has no room.
      let (step, rest) = last.quotientAndRemainder(dividingBy: Self.sampleCount - 1)
      return step * number + rest * number / (Self.sampleCount - 1)
    }[...]
    var start: Int64 = 0
    for file in files {
      let end = start &+ file.byteCount
      let own = places.prefix { $0 < end }
      guard let samples = file.samples(at: own.map { $0 &- start }) else { return nil }
      for sample in samples { hash.add(sample) }
      places.removeFirst(own.count)
      start = end
    }
    self.asset = asset
    self.byteCount = byteCount
    modificationDate = files.map(\.modificationDate).max() ?? .distantPast
    digest = hash.digits
  }

  /// The states of `assets` now, in the order of their paths, on a thread of its own; without those that are not there.
  static func stamps(of assets: some Sequence<AssetReference>) async throws(RenderError) -> [MediaStamp] {
    let assets = Set(assets).sorted { ($0.url.path, $0.name) < ($1.url.path, $1.name) }
    do {
      return try await DedicatedThread.run(named: "stamps") { assets.compactMap { MediaStamp(of: $0) } }
    } catch {
      throw RenderError(describing: error)
    }
  }

  /// Checks that what is there now in the place of `media` has the same bytes; what is not there is passed over.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable`, which names the first that has changed.
  static func check(_ media: [MediaStamp]) async throws(RenderError) {
    let found = Dictionary(try await stamps(of: media.map(\.asset)).map { ($0.asset, $0) }) { first, _ in first }
    for stamp in media {
      if let now = found[stamp.asset], !stamp.isOfSameBytes(as: now) { throw stamp.replacement(by: now) }
    }
  }

  /// Whether `other` is a file of the same size and, as far as samples tell, the same bytes.
  private func isOfSameBytes(as other: MediaStamp) -> Bool { byteCount == other.byteCount && digest == other.digest }

  /// The stamp as text.
  var text: String {
    "\(asset.url.path) \(byteCount) \(modificationDate.timeIntervalSinceReferenceDate) \(digest)"
  }

  /// The error that another file, of the stamp `other`, is in the place of this one.
  private func replacement(by other: MediaStamp) -> RenderError {
    let difference =
      byteCount == other.byteCount
      ? "it has as many bytes, and other ones" : "it had \(byteCount) bytes, and has \(other.byteCount)"
    return RenderError(
      .mediaUnreadable, "\(asset.url.path) has changed since the plan was made: \(difference).",
      remedy: "Put the media back, or make the plan again.", asset: asset)
  }

  /// A regular file.
  private struct File {
    let path: String
    let byteCount: Int64
    let modificationDate: Date

    /// The file at `path`, links followed; nil where there is no regular one.
    init?(_ path: String) {
      guard let status = FileStatus(ofRegularFile: path) else { return nil }
      (self.path, byteCount) = (path, status.byteCount)
      modificationDate = Date(timeIntervalSince1970: status.modificationTime)
    }

    /// The bytes of the samples that begin at `places`, each up to the end of the file; nil where it cannot be read.
    func samples(at places: [Int64]) -> [Data]? {
      guard !places.isEmpty else { return [] }
      guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
      defer { try? handle.close() }
      return try? places.map { place in
        try handle.seek(toOffset: UInt64(clamping: place))
        return try handle.read(upToCount: Int(sampleLength)) ?? Data()
      }
    }
  }

  /// The file of `asset`, or its pictures, in order.
  private static func files(of asset: AssetReference) -> [File] {
    guard asset.url.isFileURL else { return [] }
    let path = asset.url.path
    guard !FileManager.default.fileExists(atPath: path), let pattern = NumberedFileName(asset.url.lastPathComponent)
    else { return File(path).map { [$0] } ?? [] }
    let folder = asset.url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap(pattern.number).sorted().compactMap { File("\(folder)/\(pattern.name($0))") }
  }
}

extension RenderPlan {
  /// The files that its pictures are made from.
  var pictureAssets: Set<AssetReference> {
    guard let picture else { return [] }
    let drawn = ([picture.overlay] + picture.layerTracks.map(\.drawing)).compactMap(\.self).flatMap(\.pictures)
    return Set(picture.runs.map(\.source.asset) + drawn.map(\.source.asset))
  }

  /// The files that its sound is made from.
  var soundAssets: Set<AssetReference> {
    Set(sound?.strips.flatMap(\.pieces).compactMap { $0.sound?.source.asset } ?? [])
  }
}
