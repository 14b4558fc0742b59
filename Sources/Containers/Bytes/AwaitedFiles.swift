package import EditingModel
import FoundationEssentials
package import Rendering
import Synchronization

/// The delivery of a file that is not there from the beginning, as a resource that a program loads by itself.
///
/// Threads: any.
package protocol FileDelivery: AnyObject, Sendable {
  /// Has the file be brought, unless it is there, and waits until it is whole. Blocks; `cancellation` ends the wait within a second.
  ///
  /// - Throws: `RenderError` that names `asset`, where the file cannot be brought; `.cancelled`.
  func awaitFile(of asset: AssetReference, cancellation: Cancellation) throws(RenderError)
}

/// Files that are loaded when they are opened: a thread that is about to read one waits here until it is whole.
///
/// ```
///  delivery ── add(at: path) ──┐
///  probe ──── wait(for: asset) ┴─► awaitFile ─ ─ brought ─ ─► the file is read
/// ```
///
/// Other files are not waited for. Threads: any. Lock order: only `deliveries`; nothing is called while it is held.
package enum AwaitedFiles {
  private struct Entry: Sendable {
    weak var delivery: (any FileDelivery)?
  }

  private static let deliveries = Mutex<[String: Entry]>([:])

  /// Registers `delivery` as the loader of the file at `path` for all readers; held weakly.
  package static func add(_ delivery: any FileDelivery, at path: String) {
    deliveries.withLock { $0[path] = Entry(delivery: delivery) }
  }

  /// Forgets what brought the file at `path`.
  package static func remove(_ path: String) {
    deliveries.withLock { $0[path] = nil }
  }

  /// The delivery of the file at `path`; nil of any other file.
  package static func delivery(at path: String) -> (any FileDelivery)? {
    deliveries.withLock { $0.isEmpty ? nil : $0[path]?.delivery }
  }

  /// Waits until the file of `asset` is whole, where something brings it. Blocks then; `cancellation` ends the wait.
  ///
  /// - Throws: `RenderError` that names `asset`, where the file cannot be brought; `.cancelled`.
  package static func wait(for asset: AssetReference, _ cancellation: Cancellation) throws(RenderError) {
    try delivery(at: asset.url.path)?.awaitFile(of: asset, cancellation: cancellation)
  }
}
