public import EditingModel

extension VideoComposition {
  /// A video composition that shows `composition` as it is, its pictures as large, as fast and as upright as `facts` say
  /// of their files. See ``init(propertiesOf:source:)``.
  public init(propertiesOf composition: Composition, facts: [AssetReference: MediaFacts]) {
    let properties = facts.mapValues { $0.videoTracks.map(\.properties) }
    self.init(propertiesOf: composition) { source in
      guard let tracks = properties[source.asset], tracks.indices.contains(source.trackIndex) else { return nil }
      return tracks[source.trackIndex]
    }
  }
}
