import Containers
import EditingModel
import FoundationEssentials
import MediaDecoding
import MediaFormats
import Rendering

/// Looks at a file whose packets are to be copied as at one that is decoded: what is cut short, damaged, encrypted, a playlist
/// or led elsewhere is found before anything is written.
///
/// The difference is the codec: packets that nothing here decodes can be copied all the same, if their container is whole.
struct CopiedFileCheck {
  let asset: AssetReference
  /// The order to copy.
  let copy: PacketCopy
  let damagePolicy: DamagePolicy
  let cancellation: Cancellation

  /// The damage in the file, where damage is kept.
  ///
  /// - Throws: `RenderError` as probing does, and with `.unsupported` where packets of a wanted track are not copied.
  func damage() throws -> [MediaDamage] {
    let (damage, mayHoldPCM) = try findings()
    if mayHoldPCM {
      try translating(asset: asset) {
        let file = try FileBytes(asset.url.path, isReadOnly: true)
        try MovieTracks(of: file)?.refuseCopiesOfPCM(in: file, by: copy)
      }
    }
    return damage
  }

  /// The damage in the file, and whether it may be a movie with PCM that has to be named.
  private func findings() throws -> (damage: [MediaDamage], mayHoldPCM: Bool) {
    let store = MediaIndexStore.shared(damagePolicy)
    if !store.remembers(asset), TabulatedMovieCheck(asset: asset, cancellation: cancellation).passes {
      return ([], false)
    }
    do {
      let index = try store.index(of: asset, cancellation: cancellation)
      if index.container.isMovie {
        try translating(asset: asset) {
          guard let movie = try MovieTracks(of: FileBytes(asset.url.path, isReadOnly: true)) else { return }
          if index.showsSeveralParts { try movie.refuseSeveralParts() }
          try movie.refuseSeveralEntries()
        }
      }
      return (
        index.facts.damage.map { MediaDamage(asset: asset, stretch: nil, cause: $0) },
        index.container.isMovie && index.headerCorrection != nil
      )
    } catch let error as RenderError where error.code == .unsupported || error.code == .missingPlugin {
      return try findingsInContainer(after: error)
    }
  }

  /// The findings in the container alone, after `error`, which may be about a codec.
  private func findingsInContainer(after error: RenderError) throws -> (damage: [MediaDamage], mayHoldPCM: Bool) {
    try translating(asset: asset) {
      let probe = MediaProbe(asset, damagePolicy: damagePolicy, cancellation: cancellation)
      let container = try probe.identify()
      let file = try FileBytes(asset.url.path, isReadOnly: true)
      guard container.hasPackets, try !isChain(container, file) else { throw error }
      if container.isMovie, let movie = try MovieTracks(of: file) {
        try movie.refuseMediaElsewhere()
        try movie.refuseSeveralParts()
        try movie.refuseSeveralEntries()
      }
      let faults = try ContainerCheck(file, as: container).faults
      try probe.refuse(faults)
      return (faults.map { MediaDamage(asset: asset, stretch: nil, cause: $0.sentence) }, container.isMovie)
    }
  }

  /// Whether `file` is several Ogg files one after another, whose streams end and begin anew.
  private func isChain(_ container: MediaContainer, _ file: FileBytes) throws -> Bool {
    guard case .streams(.oggDemuxer, _) = container else { return false }
    return try OggLinks(file).ranges.count > 1
  }
}
