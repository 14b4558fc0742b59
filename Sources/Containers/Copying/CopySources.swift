import EditingModel
import Foundation
import MediaFormats
package import Rendering

/// The files of a copy, opened: their streams agree, and the container takes them by its list.
package struct CopySources {
  /// The parts that follow one another.
  package private(set) var parts: [PacketFeed] = []
  /// The files beside the parts.
  package private(set) var companions: [PacketFeed] = []
  /// Notes on media that are left behind, a sentence each.
  package private(set) var notes: [String] = []
  /// Damage of the files, where damage is kept.
  package private(set) var damage: [MediaDamage] = []
  /// The files that were looked at.
  private var inspected: Set<AssetReference> = []
  private let damagePolicy: DamagePolicy
  private let cancellation: Cancellation
  private let inspect: PacketCopyRun.Inspection

  /// Opens the files of `copy`, which goes into `container`, and does with damaged ones as `damagePolicy` says.
  ///
  /// - Throws: Any error: `RenderError` with `.unsupported` where a track does not stand in the container as it is, or streams
  ///   do not agree.
  package init(
    _ copy: PacketCopy, in container: CopyContainer, damagePolicy: DamagePolicy, cancellation: Cancellation,
    inspect: @escaping PacketCopyRun.Inspection
  ) throws {
    self.damagePolicy = damagePolicy
    self.inspect = inspect
    self.cancellation = cancellation
    parts = try feeds(of: copy.parts, copy, container)
    for part in copy.beside { companions += try feeds(of: [part], copy, container) }
  }

  /// The files of `wanted`, whose streams agree.
  private mutating func feeds(
    of wanted: [PacketCopy.Part], _ copy: PacketCopy, _ container: CopyContainer
  ) throws -> [PacketFeed] {
    guard !wanted.isEmpty else {
      throw RenderError(.invalidModel, "A file is to be made of no other file.", remedy: "Name one.")
    }
    var sources: [PacketSource] = []
    for part in wanted {
      try cancellation.check()
      guard FileManager.default.fileExists(atPath: part.asset.url.path) else {
        var error = RenderError.noFile(at: part.asset.url.path)
        error.asset = part.asset
        throw error
      }
      try AwaitedFiles.wait(for: part.asset, cancellation)
      // Looking at a file and opening it take as long, and are done beside one another; what is found goes before what opening fails
      // at. A pipe would be waited for: it is refused first.
      let finding = copy.trustsFiles || inspected.contains(part.asset) ? nil : inspect(part.asset)
      let isRegular = FileSystem.kind(of: part.asset.url.path) == .file
      let opened = isRegular ? Result { try source(of: part.asset) } : nil
      if let found = try finding?() {
        inspected.insert(part.asset)
        damage += found.filter { !damage.contains($0) }
      }
      sources.append(try opened?.get() ?? source(of: part.asset))
    }
    let agreement = try StreamAgreement(sources, names: wanted.map(\.asset.name), container: container, copy)
    // Parts of one file leave the same behind.
    for note in agreement.notes where !notes.contains(note) { notes.append(note) }
    return try wanted.indices.map { index in
      try translatingPacketErrors(asset: wanted[index].asset) {
        try PacketFeed(
          sources[index], wanted[index], agreement.streams[index], isJoined: wanted.count > 1, container: container,
          damagePolicy: damagePolicy)
      }
    }
  }

  /// The file of `asset`, opened, with what libavformat does not say of its streams.
  private func source(of asset: AssetReference) throws -> PacketSource {
    try translatingPacketErrors(asset: asset) {
      let path = asset.url.path
      let source = try PacketSource(path)
      try Self.refuseUnreadableTicks(of: source, at: path)
      source.noteLateness(at: path)
      try source.noteOrder(at: path, cancellation: cancellation)
      source.noteAlpha(at: path)
      source.turn(by: try MatroskaTrack.Pictures.turns(in: source, at: path))
      return source
    }
  }

  // QUIRK: MP4 and QuickTime: libavformat takes a time scale of more than 2³¹ ticks a second for one of 1. In: FFmpeg 5.1. Test: "a
  // movie of more ticks a second than nanoseconds is read".
  /// - Throws: `RenderError` with `.unsupported` where the ticks of `source`, the file at `path`, are none that libavformat counts.
  private static func refuseUnreadableTicks(of source: PacketSource, at path: String) throws {
    guard source.container.hasPrefix("mov"),
      let track = try MovieTracks(of: FileBytes(path, isReadOnly: true))?.tracks.first(where: {
        ["vide", "soun"].contains($0.handler) && $0.timescale > UInt64(Int32.max)
      })
    else { return }
    throw RenderError(
      .unsupported,
      "The movie counts the times of track \(track.number) in \(track.timescale) ticks a second, which cannot be copied.",
      remedy: "Encode it anew instead of copying its packets.")
  }
}
