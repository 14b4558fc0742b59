import EditingModel
import Foundation

/// Associations of a track with other tracks: those in a movie's header, and those set by the editor of a composition.
/// Other files have none.
extension AVAssetTrack {
  /// Kinds of its associations with other tracks, each kind once.
  public var availableTrackAssociationTypes: [AssociationType] {
    statedAssociations.reduce(into: []) { if !$0.contains($1.kind) { $0.append($1.kind) } }
  }

  /// The tracks of its asset that are `trackAssociationType` to it, in the order in which they are named.
  public func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    let numbers = statedAssociations.filter { $0.kind == trackAssociationType }.map(\.track)
    guard !numbers.isEmpty, let tracks = try? asset?.trackObjects() else { return [] }
    return numbers.compactMap { number in tracks.first { $0.trackID == number } }
  }

  /// As ``associatedTracks(ofType:)``, without blocking.
  ///
  /// - Throws: As `load(_:)`.
  public func loadAssociatedTracks(ofType trackAssociationType: AssociationType) async throws -> [AVAssetTrack] {
    try await asset?.loadContent()
    return associatedTracks(ofType: trackAssociationType)
  }

  /// As the one above, handed to `completionHandler` on any thread.
  public func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    deliver(to: completionHandler) { try await self.loadAssociatedTracks(ofType: trackAssociationType) }
  }

  /// Associations with other tracks, by their numbers.
  private var statedAssociations: [(kind: AssociationType, track: CMPersistentTrackID)] {
    if let edited = self as? AVMutableMovieTrack { return edited.associations }
    switch content {
    case .composition(let store):
      let tracks = Set(store.store.composition.tracks.map(\.id))
      return store.extras.associations.filter { tracks.contains($0.track) }.map { ($0.kind, $0.track.rawValue) }
    case .file, .ancillary:
      guard let asset, let header = HeaderFacts(of: asset).track(trackID) else { return [] }
      return header.associations.flatMap { kind, tracks in tracks.map { (AssociationType(rawValue: kind), $0) } }
    }
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// Kinds of the associations with other tracks.
  public static var availableTrackAssociationTypes: AVAsyncProperty<Root, [AVAssetTrack.AssociationType]> {
    .init("availableTrackAssociationTypes") { $0.availableTrackAssociationTypes }
  }
}
