public import Foundation

/// Address at which a function's error is put (`NSErrorPointer`).
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// State of a property's loading (`AVKeyValueStatus`).
public enum AVKeyValueStatus: Int, Sendable {
  /// Loading has not been requested.
  case unknown
  /// It is being loaded.
  case loading
  /// It is there.
  case loaded
  /// It could not be loaded.
  case failed
  /// Its loading was cancelled.
  case cancelled
}

/// Objects with properties that are loaded on request (`AVAsynchronousKeyValueLoading`): assets and their tracks.
///
/// A getter of a property that is not loaded blocks until it is. Threads: any.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {
  /// State of the loading of the property called `key`; where it failed, `outError` says why.
  func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

  /// Loads the properties called `keys`, and calls `handler` once, on any thread, when each of them is loaded, failed or cancelled.
  func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

extension AVAsynchronousKeyValueLoading {
  /// The property's value, once it is loaded (`load(_:)`).
  ///
  /// - Throws: `AVError`, or for a missing file `NSURLErrorFileDoesNotExist` of `NSURLErrorDomain`.
  public func load<Value>(
    _ property: AVAsyncProperty<Self, Value>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    try await property.prepare(self)
    return try property.value(self)
  }

  /// The values of the properties (`load(_:_:)`).
  public func load<A, B>(
    _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B) { (try await load(first), try await load(second)) }

  /// The values of the properties.
  public func load<A, B, C>(
    _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>, _ third: AVAsyncProperty<Self, C>,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B, C) { (try await load(first), try await load(second), try await load(third)) }

  /// The values of the properties.
  public func load<A, B, C, D>(
    _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>, _ third: AVAsyncProperty<Self, C>,
    _ fourth: AVAsyncProperty<Self, D>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B, C, D) {
    (try await load(first), try await load(second), try await load(third), try await load(fourth))
  }

  /// The values of the properties.
  public func load<A, B, C, D, E>(
    _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>, _ third: AVAsyncProperty<Self, C>,
    _ fourth: AVAsyncProperty<Self, D>, _ fifth: AVAsyncProperty<Self, E>,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B, C, D, E) {
    (
      try await load(first), try await load(second), try await load(third), try await load(fourth),
      try await load(fifth)
    )
  }

  /// The values of the properties.
  public func load<A, B, C, D, E, F>(
    _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>, _ third: AVAsyncProperty<Self, C>,
    _ fourth: AVAsyncProperty<Self, D>, _ fifth: AVAsyncProperty<Self, E>, _ sixth: AVAsyncProperty<Self, F>,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B, C, D, E, F) {
    (
      try await load(first), try await load(second), try await load(third), try await load(fourth),
      try await load(fifth), try await load(sixth)
    )
  }

  /// The values of the properties.
  public func load<A, B, C, D, E, F, G>(
    _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>, _ third: AVAsyncProperty<Self, C>,
    _ fourth: AVAsyncProperty<Self, D>, _ fifth: AVAsyncProperty<Self, E>, _ sixth: AVAsyncProperty<Self, F>,
    _ seventh: AVAsyncProperty<Self, G>,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B, C, D, E, F, G) {
    (
      try await load(first), try await load(second), try await load(third), try await load(fourth),
      try await load(fifth), try await load(sixth), try await load(seventh)
    )
  }

  /// The values of the properties.
  public func load<A, B, C, D, E, F, G, H>(
    _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>, _ third: AVAsyncProperty<Self, C>,
    _ fourth: AVAsyncProperty<Self, D>, _ fifth: AVAsyncProperty<Self, E>, _ sixth: AVAsyncProperty<Self, F>,
    _ seventh: AVAsyncProperty<Self, G>, _ eighth: AVAsyncProperty<Self, H>,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B, C, D, E, F, G, H) {
    (
      try await load(first), try await load(second), try await load(third), try await load(fourth),
      try await load(fifth), try await load(sixth), try await load(seventh), try await load(eighth)
    )
  }

  /// Loads the properties called `keys`, and returns when each of them is loaded, failed or cancelled (`loadValues(forKeys:)`).
  public func loadValues(forKeys keys: [String]) async {
    await withCheckedContinuation { continuation in
      loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
    }
  }

  /// State of the loading of `property`, and its value or why there is none (`status(of:)`).
  public func status<Value>(of property: AVAsyncProperty<Self, Value>) -> AVAsyncProperty<Self, Value>.Status {
    switch property.status(self) {
    case .unknown: return .notYetLoaded
    case .loading: return .loading
    case .failed(let error): return .failed(error as NSError)
    case .cancelled: return .failed(AVError(.operationCancelled) as NSError)
    case .loaded:
      do { return .loaded(try property.value(self)) } catch { return .failed(error as NSError) }
    }
  }
}

/// State of the loading of what a property depends on.
enum PropertyStatus {
  case unknown, loading, loaded, cancelled
  case failed(any Error)
}

// SAFETY: the error is written where the caller says, once.
extension PropertyStatus {
  /// The same as AVFoundation's older functions say it.
  func keyValueStatus(_ outError: NSErrorPointer) -> AVKeyValueStatus {
    switch self {
    case .unknown: return .unknown
    case .loading: return .loading
    case .loaded: return .loaded
    case .cancelled:
      unsafe outError?.pointee = AVError(.operationCancelled) as NSError
      return .cancelled
    case .failed(let error):
      unsafe outError?.pointee = error as NSError
      return .failed
    }
  }
}
