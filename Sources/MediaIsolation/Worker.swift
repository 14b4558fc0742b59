import CProcess
import Glibc

/// The worker's side: the process that was started to do the work.
///
/// Threads: one at a time.
public final class Worker: Sendable {
  /// The orders that it got.
  public let orders: WorkerOrders
  private let channel: WorkerChannel

  /// The first argument of a worker; the program's own follow.
  static let argument = "isolated-worker"

  private init(_ orders: WorkerOrders, _ channel: WorkerChannel) {
    self.orders = orders
    self.channel = channel
  }

  /// The worker that a process with the arguments `arguments`, the program's name first, is: nil unless it was started as one.
  ///
  /// - Returns: the worker, and the arguments that are the program's own.
  public static func inherited(_ arguments: [String]) -> (worker: Worker, arguments: [String])? {
    guard arguments.count > 1, arguments[1] == argument else { return nil }
    defer { Glibc.close(Int32(GSTEDIT_WORKER_ORDERS)) }
    guard let orders = WorkerOrders(from: Int32(GSTEDIT_WORKER_ORDERS)) else { return nil }
    return (Worker(orders, WorkerChannel(Int32(GSTEDIT_WORKER_SOCKET))), Array(arguments.dropFirst(2)))
  }

  /// Confines the process by its orders.
  ///
  /// - Throws: `Sandbox.Failure`.
  public func close() throws(Sandbox.Failure) -> Sandbox.Report {
    try Sandbox.close(orders.rules, parent: orders.parent)
  }

  /// Has the program give the files of the staging folder their names: 0, or the `errno` with which that fails.
  public func handOver() -> Int32 { channel.ask() }
}
