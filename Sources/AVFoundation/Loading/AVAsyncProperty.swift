public import Foundation

/// A property that is loaded on request, of any kind (`AVAnyAsyncProperty`).
open class AVAnyAsyncProperty: @unchecked Sendable {
  // @unchecked: immutable.
  /// The name by which the older functions know it.
  let key: String

  init(_ key: String) { self.key = key }
}

/// A property of a `Root` that is loaded on request (`AVPartialAsyncProperty`).
open class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {
  // @unchecked: immutable.
  override init(_ key: String) { super.init(key) }
}

/// A property of a `Root` that is loaded on request (`AVAsyncProperty`).
///
/// ```swift
/// let (duration, tracks) = try await asset.load(.duration, .tracks)
/// ```
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  // @unchecked: immutable.
  /// Waits until it is known.
  let prepare: @Sendable (Root) async throws -> Void
  /// Reads it; blocks where it is not known yet.
  let value: @Sendable (Root) throws -> Value
  /// State of its loading.
  let status: @Sendable (Root) -> PropertyStatus

  init(
    _ key: String, prepare: @escaping @Sendable (Root) async throws -> Void,
    status: @escaping @Sendable (Root) -> PropertyStatus, _ value: @escaping @Sendable (Root) throws -> Value
  ) {
    (self.prepare, self.value, self.status) = (prepare, value, status)
    super.init(key)
  }

  /// State of the loading (`AVAsyncProperty.Status`).
  public enum Status {
    /// Loading has not been requested.
    case notYetLoaded
    /// It is being loaded.
    case loading
    /// It is there.
    case loaded(Value)
    /// It could not be loaded.
    case failed(NSError)
  }
}

extension AVAsyncProperty.Status: Sendable where Value: Sendable {}
extension AVAsyncProperty.Status: Equatable where Value: Equatable {}

extension AVAsyncProperty where Root: AVAsset {
  /// A property of the asset's tracks and times.
  convenience init(_ key: String, _ value: @escaping @Sendable (Root) throws -> Value) {
    self.init(key, prepare: { try await $0.loadContent() }, status: { $0.contentStatus }, value)
  }
}

extension AVAsyncProperty where Root: AVAssetTrack {
  /// A property of the track.
  convenience init(_ key: String, _ value: @escaping @Sendable (Root) throws -> Value) {
    self.init(key, prepare: { try await $0.loadContent() }, status: { $0.contentStatus }, value)
  }
}
