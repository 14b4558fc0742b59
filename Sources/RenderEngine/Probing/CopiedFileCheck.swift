import Containers
import EditingModel
import FoundationEssentials
import MediaFormats
import Rendering

/// Looks at a file whose packets are to be copied as at one that is decoded: what is cut short, damaged, encrypted, a playlist
/// or led elsewhere is found before anything is written.
///
/// What differs is the codec: packets that nothing here decodes can be copied all the same, if their container is whole.
struct CopiedFileCheck {
  let asset: AssetReference
  let damagePolicy: DamagePolicy
  let cancellation: Cancellation

  /// What is damaged in the file, where damage is kept.
  ///
  /// - Throws: `RenderError` as probing does.
  func damage() throws -> [MediaDamage] {
    do {
      let index = try MediaIndexStore.shared(damagePolicy).index(of: asset, cancellation: cancellation)
      if index.showsSeveralParts {
        try translating(asset: asset) { try MovieTracks(of: FileBytes(asset.url.path))?.refuseSeveralParts() }
      }
      if index.container.isMovie, index.headerCorrection != nil {
        try translating(asset: asset) {
          let file = try FileBytes(asset.url.path)
          try MovieTracks(of: file)?.refuseCopiesOfPCM(in: file)
        }
      }
      return index.facts.damage.map { MediaDamage(asset: asset, stretch: nil, cause: $0) }
    } catch let error as RenderError where error.code == .unsupported || error.code == .missingPlugin {
      return try damageOfContainer(after: error)
    }
  }

  /// What the container alone tells, after `error`, which may be about a codec.
  private func damageOfContainer(after error: RenderError) throws -> [MediaDamage] {
    try translating(asset: asset) {
      let probe = MediaProbe(asset, damagePolicy: damagePolicy, cancellation: cancellation)
      let container = try probe.identify()
      let file = try FileBytes(asset.url.path, isReadOnly: true)
      guard container.hasPackets, try !isChain(container, file) else { throw error }
      if container.isMovie, let movie = try MovieTracks(of: file) {
        try movie.refuseMediaElsewhere()
        try movie.refuseSeveralParts()
      }
      let faults = try ContainerCheck(file, as: container).faults
      try probe.refuse(faults)
      return faults.map { MediaDamage(asset: asset, stretch: nil, cause: $0.sentence) }
    }
  }

  /// Whether `file` is several Ogg files one after another, whose streams end and begin anew.
  private func isChain(_ container: MediaContainer, _ file: FileBytes) throws -> Bool {
    guard case .streams(.oggDemuxer, _) = container else { return false }
    return try OggLinks(file).ranges.count > 1
  }
}
