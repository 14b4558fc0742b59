import Dispatch
public import Foundation
import Synchronization
import Waiting

/// A request for the value of an item whose value is loaded lazily (`AVMetadataItemValueRequest`). The item's creator
/// responds once, with a value or an error, at once or later; a request that is released without a response has failed.
/// Threads: any.
open class AVMetadataItemValueRequest: NSObject, @unchecked Sendable {
  // @unchecked: what changes is the loading's, under its lock; the item is under one here.
  private let loading: MetadataValueLoading
  private let item: Mutex<Item>

  private struct Item: Sendable {
    weak var metadataItem: AVMetadataItem?
  }

  init(_ loading: MetadataValueLoading, of metadataItem: AVMetadataItem) {
    self.loading = loading
    item = Mutex(Item(metadataItem: metadataItem))
    super.init()
  }

  deinit {
    loading.finish(
      .failure(AVError(.unknown, userInfo: [NSLocalizedDescriptionKey: "The request for a value got no response."])))
  }

  /// The item that has asked; nil where it is gone.
  open var metadataItem: AVMetadataItem? { item.withLock(\.metadataItem) }

  /// Sets the item's value to a copy of `value`.
  open func respond(value: any NSCopying & NSObjectProtocol) {
    let copy = (value.copy() as? any NSCopying & NSObjectProtocol) ?? value
    loading.finish(.success(copy))
  }

  /// Says why there is no value.
  open func respond(error: any Error) { loading.finish(.failure(error)) }
}

/// The value of an item, and of its copies, that a program gives when it is needed.
///
/// ```
///  unknown ─► loading ─┬─► loaded      the first response
///                      └─► failed
/// ```
///
/// Threads: any. Lock order: only `state`, under which no callback runs.
final class MetadataValueLoading: Sendable {
  typealias Value = any NSCopying & NSObjectProtocol

  private let handler: @Sendable (AVMetadataItemValueRequest) -> Void
  private let state = Mutex(State())
  /// Empty once there is a response.
  private let response = DispatchGroup()

  private struct State: @unchecked Sendable {
    // @unchecked: values are kept and handed out as they are: numbers, texts, dates, data.
    var hasStarted = false
    var result: Result<Value, any Error>?
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Limit of a getter's wait for a program's response.
  private static let limit = DispatchTimeInterval.seconds(60)

  /// A value that `handler` is asked for.
  init(_ handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void) { self.handler = handler }

  /// State of the loading.
  var status: PropertyStatus {
    state.withLock { state in
      switch state.result {
      case .success?: .loaded
      case .failure(let error)?: .failed(error)
      case nil: state.hasStarted ? .loading : .unknown
      }
    }
  }

  /// The value for `item`; nil where there is none. Blocks until the program responds.
  func value(for item: AVMetadataItem) -> Value? {
    start(for: item)
    guard response.wait(timeout: .now() + Self.limit) == .success else {
      Misuse.report("A request for the value of an item of metadata got no response.")
      return nil
    }
    return state.withLock { try? $0.result?.get() }
  }

  /// Waits until the program responds.
  ///
  /// - Throws: Its error.
  func load(for item: AVMetadataItem) async throws {
    start(for: item)
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.result == nil { state.waiting.append(continuation) }
        return state.result != nil
      }
      if isThere { continuation.resume() }
    }
    if case .failed(let error) = status { throw error }
  }

  private func start(for item: AVMetadataItem) {
    let isFirst = state.withLock { state in
      guard !state.hasStarted else { return false }
      state.hasStarted = true
      response.enter()
      return true
    }
    guard isFirst else { return }
    let request = AVMetadataItemValueRequest(self, of: item)
    Task.detached(executorPreference: WorkerThreads.shared) { [handler] in handler(request) }
  }

  /// Ends with `result`, where it has not ended.
  func finish(_ result: Result<Value, any Error>) {
    let ended = State(result: result)
    let waiting: [CheckedContinuation<Void, Never>]? = state.withLock { state in
      guard state.hasStarted, state.result == nil else { return nil }
      state.result = ended.result
      defer { state.waiting = [] }
      return state.waiting
    }
    guard let waiting else { return }
    response.leave()
    for continuation in waiting { continuation.resume() }
  }
}
