import EditServices
public import Foundation
import GstEdit
import Waiting

/// Restrictions on the files that an asset may refer to (`AVAssetReferenceRestrictions`).
public struct AVAssetReferenceRestrictions: OptionSet, Hashable, Sendable {
  /// Bits.
  public var rawValue: UInt
  /// The restrictions of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Media elsewhere refer to no file of the machine.
  public static let forbidRemoteReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 1)
  /// Files of the machine refer to nothing elsewhere.
  public static let forbidLocalReferenceToRemote = AVAssetReferenceRestrictions(rawValue: 2)
  /// Remote assets refer to no other site.
  public static let forbidCrossSiteReference = AVAssetReferenceRestrictions(rawValue: 4)
  /// Files of the machine refer to no other file of it.
  public static let forbidLocalReferenceToLocal = AVAssetReferenceRestrictions(rawValue: 8)
  /// Nothing refers to anything.
  public static let forbidAll = AVAssetReferenceRestrictions(rawValue: 0xFFFF)
  /// AVFoundation's default: local files refer to no remote ones.
  public static let defaultPolicy = forbidLocalReferenceToRemote
}

/// Restrictions, fragments and lyrics of an asset.
extension AVAsset {
  /// Restrictions on the files that it may refer to: all forbidden, whatever its options ask for, unless it is an ``AVMovie``: files on the machine
  /// that it refers to are read if its options do not forbid it (``AVMovieReferenceRestrictionsKey``).
  public var referenceRestrictions: AVAssetReferenceRestrictions { (self as? AVMovie)?.restrictions ?? .forbidAll }
  /// Whether the movie's header announces fragments, which may still follow. Blocks.
  public var canContainFragments: Bool { HeaderFacts(of: self).canContainFragments }
  /// Whether it has fragments. Blocks.
  public var containsFragments: Bool { HeaderFacts(of: self).containsFragments }
  /// Duration of a movie in fragments, with those that are still to come; invalid where its header does not say, and of everything else. Blocks.
  public var overallDurationHint: CMTime { HeaderFacts(of: self).overallDurationHint }
  /// Whether it can be put among a device's photos: there are none.
  public var isCompatibleWithSavedPhotosAlbum: Bool { false }
  /// The words of a song; nil where there are none. Blocks.
  public var lyrics: String? { try? words() }

  /// The words of a song. Blocks.
  ///
  /// - Throws: `RenderError` where it cannot be read.
  fileprivate func words() throws -> String? {
    guard case .file(let file) = source else { return nil }
    try awaitFile()
    return try CallingThread.run { try await file.load(.lyrics) }
  }

  /// Waits until the words of a song are known.
  ///
  /// - Throws: As AVFoundation does.
  fileprivate func loadWords() async throws {
    guard case .file(let file) = source else { return }
    try await translated { _ = try await file.load(.lyrics) }
  }
}

extension AVAssetTrackAccess where Self: AVAsset {
  /// The size of the pictures of its first video track, before they are turned upright, or that which was set of a composition; zero where there
  /// are none. Blocks.
  public var naturalSize: CGSize {
    if let composition = self as? AVComposition { return composition.naturalSize }
    return tracks(withMediaType: .video).first?.naturalSize ?? .zero
  }
}

extension AVAssetTrack {
  /// Whether samples of its sound cannot be decoded each by itself, as those of xHE-AAC cannot: no, since that is not read here.
  public var hasAudioSampleDependencies: Bool { false }

  /// As ``samplePresentationTime(forTrackTime:)``.
  public func loadSamplePresentationTime(forTrackTime trackTime: CMTime) async throws -> CMTime {
    try await loadContent()
    return samplePresentationTime(forTrackTime: trackTime)
  }

  /// As the one above, handed to `completionHandler` on any thread.
  public func loadSamplePresentationTime(
    forTrackTime trackTime: CMTime, completionHandler: @escaping @Sendable (CMTime, (any Error)?) -> Void
  ) {
    let handler: @Sendable (CMTime?, (any Error)?) -> Void = { completionHandler($0 ?? .invalid, $1) }
    deliver(to: handler) { try await self.loadSamplePresentationTime(forTrackTime: trackTime) }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// Whether fragments may follow the existing media.
  public static var canContainFragments: AVAsyncProperty<Root, Bool> {
    .init("canContainFragments") { $0.canContainFragments }
  }
  /// Whether it has fragments.
  public static var containsFragments: AVAsyncProperty<Root, Bool> {
    .init("containsFragments") { $0.containsFragments }
  }
  /// Duration of a movie in fragments, with those that are still to come.
  public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
    .init("overallDurationHint") { $0.overallDurationHint }
  }
  /// Whether it can be put among a device's photos: there are none.
  public static var isCompatibleWithSavedPhotosAlbum: AVAsyncProperty<Root, Bool> {
    .init("compatibleWithSavedPhotosAlbum") { $0.isCompatibleWithSavedPhotosAlbum }
  }
  /// The words of a song; nil where there are none.
  public static var lyrics: AVAsyncProperty<Root, String?> {
    .init("lyrics", prepare: { try await $0.loadWords() }, status: { $0.contentStatus }, { try $0.words() })
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// Whether samples of its sound cannot be decoded each by itself.
  public static var hasAudioSampleDependencies: AVAsyncProperty<Root, Bool> {
    .init("hasAudioSampleDependencies") { $0.hasAudioSampleDependencies }
  }
}
