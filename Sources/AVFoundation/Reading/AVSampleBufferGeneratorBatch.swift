import CoreMedia
import EditServices
public import Foundation
import Synchronization
import Waiting

/// Sample buffers of a generator whose bytes are read together (`AVSampleBufferGeneratorBatch`).
///
/// ```swift
/// let batch = generator.makeBatch()
/// let buffer = try generator.makeSampleBuffer(for: request, addTo: batch)   // not ready
/// try await batch.makeDataReady()                                           // ready
/// ```
///
/// Threads: any. Lock order: only `state`.
open class AVSampleBufferGeneratorBatch: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private struct State: Sendable {
    var members: [(buffer: CMSampleBuffer, cursor: SampleCursor)] = []
    var hasBegun = false
    var isCancelled = false
  }

  private let state = Mutex(State())

  override init() { super.init() }

  // A released batch needs no bytes any more.
  deinit { cancel() }

  /// Has `buffer` get the bytes at `cursor`; false where reading has begun.
  func add(_ buffer: CMSampleBuffer, at cursor: SampleCursor) -> Bool {
    state.withLock { state in
      guard !state.hasBegun, !state.isCancelled else { return false }
      state.members.append((buffer, cursor))
      return true
    }
  }

  /// Reads the bytes of all its buffers, and calls `completionHandler` once: with nil when they are there. Counts once.
  open func makeDataReady(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in
      do {
        try await read()
        completionHandler(nil)
      } catch {
        completionHandler(error)
      }
    }
  }

  /// Reads the bytes of all its buffers. Counts once.
  ///
  /// - Throws: `AVError` where they cannot be read, were asked for before, or the batch was cancelled.
  public func makeDataReady() async throws { try await read() }

  /// Reads no more: what waits fails with `AVError.operationCancelled`.
  open func cancel() { for buffer in close() { DataNotices.shared.tell(of: buffer, AVError(.operationCancelled)) } }

  /// Ends the batch; returns its buffers where reading has not begun, as no reading reports their end.
  private func close() -> [CMSampleBuffer] {
    state.withLock { state in
      defer { state.isCancelled = true }
      return state.hasBegun || state.isCancelled ? [] : state.members.map(\.buffer)
    }
  }

  private func read() async throws {
    let members = state.withLock { state in
      defer { state.hasBegun = true }
      return state.hasBegun ? nil : state.members
    }
    guard let members else { throw AVError(.operationNotAllowed) }
    var failure: (any Error)?
    for (buffer, cursor) in members {
      do {
        if let failure { throw failure }
        if state.withLock(\.isCancelled) { throw AVError(.operationCancelled) }
        let bytes = try await translated { try await SampleBufferGenerator().sampleBuffer(at: cursor).data ?? [] }
        try buffer.setDataBuffer(CMBlockBuffer(bytes))
      } catch {
        failure = error
      }
      DataNotices.shared.tell(of: buffer, failure)
    }
    if let failure { throw failure }
  }
}

/// Handlers that wait for the bytes of sample buffers.
///
/// Threads: any. Lock order: only `state`; no callback runs while it is held.
final class DataNotices: Sendable {
  /// The handlers of all generators.
  static let shared = DataNotices()

  private struct Waiting: Sendable {
    let buffer: CMSampleBuffer
    let handler: @Sendable (Bool, (any Error)?) -> Void
  }

  /// A buffer that stays without bytes.
  private struct Failure: Sendable {
    weak var buffer: CMSampleBuffer?
    let error: any Error
  }

  private struct State: Sendable {
    var waiting: [Waiting] = []
    var failures: [Failure] = []
  }

  private let state = Mutex(State())

  private init() {}

  /// Calls `handler` once it is known whether the bytes of `buffer` are there.
  func add(_ handler: @escaping @Sendable (Bool, (any Error)?) -> Void, of buffer: CMSampleBuffer) {
    let failure = state.withLock { state in
      state.waiting.append(Waiting(buffer: buffer, handler: handler))
      return state.failures.first { $0.buffer === buffer }?.error
    }
    if failure != nil || buffer.dataReadiness == .ready { tell(of: buffer, failure) }
  }

  /// The bytes of `buffer` are there, or, where `failure` says why, cannot be.
  func tell(of buffer: CMSampleBuffer, _ failure: (any Error)?) {
    let told = state.withLock { state in
      state.failures.removeAll { $0.buffer == nil || $0.buffer === buffer }
      if let failure { state.failures.append(Failure(buffer: buffer, error: failure)) }
      defer { state.waiting.removeAll { $0.buffer === buffer } }
      return state.waiting.filter { $0.buffer === buffer }
    }
    for one in told {
      Task.detached(executorPreference: WorkerThreads.shared) { one.handler(failure == nil, failure) }
    }
  }
}
