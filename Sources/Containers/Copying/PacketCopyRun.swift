package import EditingModel
package import Foundation
import MediaFormats
import MediaTime
package import Rendering

/// Makes a file of other files' packets, or the plan of one.
///
/// ```
///  CopySources ─► CopyPass ─┬─► PacketTarget ─► .NAME.part ─► edit lists, disk, NAME
///                           └─► CopyPlan
/// ```
///
/// Threads: one; `cancellation` ends it between two packets.
package struct PacketCopyRun {
  private let copy: PacketCopy
  private let container: CopyContainer
  private let damagePolicy: DamagePolicy
  private let cancellation: Cancellation
  private let inspect: Inspection

  /// Begins to look at a file while it is opened for copying. The closure that it returns waits, and gives the file's damage, where
  /// damage is kept, or throws the reason to refuse the file.
  package typealias Inspection = (AssetReference) -> () throws -> [MediaDamage]

  /// The work of `copy`, which does with damaged media as `damagePolicy` says; other programs' files are looked at by `inspect`.
  ///
  /// - Throws: `RenderError` with `.unsupported` where packets are not copied into such a file.
  package init(
    _ copy: PacketCopy, damagePolicy: DamagePolicy, cancellation: Cancellation, inspect: @escaping Inspection
  ) throws(RenderError) {
    self.copy = copy
    self.damagePolicy = damagePolicy
    self.cancellation = cancellation
    self.inspect = inspect
    container = try CopyContainer(copy.fileType)
  }

  /// Finds reasons against the copy in the files' headers; returns notes on contents that would be left behind.
  ///
  /// - Throws: Any error.
  package func check() throws -> [String] { try sources().notes }

  /// The plan of the file, for which the files' packets are read up to the parts' ends, and none is written.
  ///
  /// - Throws: Any error, the same as `run`.
  package func plan() throws -> CopyPlan {
    var pass = try pass()
    // The muxer says which ticks the tracks have, and whether it takes them.
    _ = try pass.begin(in: PacketTarget("/dev/null", format: container.format))
    try pass.run(progress: { _ in }, write: { _, _, _ in })
    return try pass.plan(countingPackets: true)
  }

  /// Writes the file at `url`; `progress` is called with the part that is done.
  ///
  /// - Throws: Any error; then nothing is left of the file.
  package func run(to url: URL, replacing: Bool, progress: (Double) -> Void) throws -> CopiedFile {
    var pass = try pass()
    let output = try OutputFile(url, replacing: replacing)
    do {
      let path = output.temporary.path
      var notes = try write(&pass, to: path, progress: progress)
      if copy.isOptimizedForNetwork, container.isMovie { try FastStart(path: path).apply() }
      let bytes = try FileBytes(path)
      let byteCount = Int64(bytes.count)
      try bytes.synchroniseAndClose()
      let plan = try pass.plan(countingPackets: false)
      notes = plan.notes + notes
      var file = CopiedFile(
        start: plan.start, duration: plan.duration, isExact: plan.isExact,
        packetCounts: plan.tracks.map(\.packetCount), byteCount: byteCount, notes: notes)
      (file.soundOffset, file.damage) = (plan.soundOffset, pass.damage)
      try output.commit()
      progress(1)
      return file
    } catch {
      output.discard()
      throw (error as? RenderError).map(output.naming) ?? error
    }
  }

  private func sources() throws -> CopySources {
    try CopySources(copy, in: container, damagePolicy: damagePolicy, cancellation: cancellation, inspect: inspect)
  }

  private func pass() throws -> CopyPass {
    CopyPass(copy, of: try sources(), in: container, damagePolicy: damagePolicy, cancellation: cancellation)
  }

  // MARK: Writing

  /// Writes the packets of `pass` into a file at `path`; returns notes on contents without a place in it, a sentence
  /// each.
  private func write(_ pass: inout CopyPass, to path: String, progress: (Double) -> Void) throws -> [String] {
    let target = try PacketTarget(path, format: container.format)
    let stated = try pass.begin(in: target)
    try pass.run(progress: progress) { packet, track, place in
      if copy.metadataFilter != .all, track.stream.codec == "mjpeg" || track.stream.kind == .cover,
        let bytes = CoverStatements.removed(from: packet.bytes)
      {
        try packet.replaceBytes(with: bytes)
      }
      try target.write(
        packet, to: track.target, presentation: place.presentation, decoding: place.decoding, duration: place.duration)
    }
    try target.finish()
    let sounds = pass.tracks.filter { $0.stream.kind == .sound }
    if container.format == "mp3", sounds.allSatisfy({ $0.padding < MP3Tag.decoderDelay }) {
      try MP3Tag.removeEncoder(in: FileBytes(path))
    }
    if container.isMatroska { try completeEntries(of: pass.tracks, in: path) }
    let notes = try complete(stated, in: path)
    if container.isMovie {
      // The muxer leaves out tracks without packets.
      let written = pass.tracks.filter { $0.stream.kind != .cover && $0.count > 0 }
      try MovieEdits(tracks: written.map(\.edits), isEnabled: written.map(\.isEnabled)).correct(FileBytes(path))
    }
    return notes
  }

  /// Writes out what `stated` has and the muxer has left out of the file at `path`; returns what it has no place for.
  private func complete(_ stated: StatedItems, in path: String) throws -> [String] {
    var missing = try stated.missing(in: path, cancellation: cancellation)
    if container.isMovie, !missing.isEmpty {
      try MovieKeys(missing, in: copy.fileType).insert(into: FileBytes(path))
      missing = missing.filter { !MovieKeys.holds($0) }
    }
    return StatedItems.note(on: missing).map { [$0] } ?? []
  }

  /// Says in the file at `path` what the muxer leaves out of the entries of `tracks`: what decoders give before sounds, how flat
  /// pictures are turned.
  private func completeEntries(of tracks: [CopiedTrack], in path: String) throws {
    var delays: [UInt64: UInt32] = [:]
    for track in tracks where track.padding > 0 && track.stream.sampleRate > 0 {
      let time = try Rational(track.padding, Int64(track.stream.sampleRate)).rounded(scaledBy: 1_000_000_000)
      delays[UInt64(track.target + 1)] = UInt32(clamping: time)
    }
    let turned = tracks.filter(\.turnsViewer).map { UInt64($0.target + 1) }
    try MatroskaTurns(tracks: Set(turned)).correct(FileBytes(path))
    try MatroskaTrackEntries(delays: delays).complete(FileBytes(path))
  }
}
