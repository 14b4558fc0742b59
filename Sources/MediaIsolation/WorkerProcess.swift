import CProcess
public import FoundationEssentials
import Glibc

/// A worker, from the program's side: the program started once more, which does all of the work in its place.
///
/// ```
///  program                                    worker
///  reads what is trusted, starts it ──────►   closes itself in
///  looks at memory and time, 50 times a s     works: standard output and standard error are the program's
///  passes INT, TERM and HUP on ───────────►
///  names the files ◄──────────────────────    asks for it
/// ```
///
/// Nothing here starts a thread: the kernel kills the worker when the thread that started it ends.
public struct WorkerProcess {
  /// The program that is started: one that calls ``Worker/inherited(_:)``.
  public var program = "/proc/self/exe"
  /// The worker's orders.
  public var orders: WorkerOrders
  /// The limits of its use.
  public var limits: WorkerLimits
  /// The arguments, without the program's name.
  public var arguments: [String]
  /// Its environment.
  public var variables: [String: String]
  /// The bytes on standard input.
  public var input: Data?

  /// The interval between two looks at the worker, in milliseconds: memory grows by some tens of megabytes meanwhile.
  private static let interval: Int32 = 20
  /// Progress is checked at one in this number of looks.
  private static let looksForProgress = 10

  /// A worker with `orders`.
  public init(
    _ orders: WorkerOrders, limits: WorkerLimits, arguments: [String], variables: [String: String], input: Data? = nil
  ) {
    self.orders = orders
    self.limits = limits
    self.arguments = arguments
    self.variables = variables
    self.input = input
  }

  /// Does the work, and returns how it ended; then there is nothing left of the worker. `handOver` names the files that the
  /// worker has written, and returns 0 or an `errno`.
  public func run(handOver: () -> Int32) -> WorkerEnding {
    let signals = gstedit_worker_hold_signals()
    guard signals >= 0 else { return .notStarted(error: -signals) }
    defer { close(signals) }
    let input = input.map(Self.memory) ?? -1
    defer { if input >= 0 { close(input) } }
    let orders = (try? JSONEncoder().encode(orders)).map(Self.memory) ?? -EINVAL
    guard orders >= 0 else { return .notStarted(error: -orders) }
    defer { close(orders) }
    var socket: Int32 = -1
    let number = start(input, orders, &socket)
    guard number > 0 else { return .notStarted(error: -number) }
    let channel = WorkerChannel(socket)
    let reason = watch(number, channel, signals, handOver)
    var (signal, status): (Int32, Int32) = (0, 0)
    unsafe gstedit_process_end(number, &signal, &status)
    switch reason {
    case .dismissed(let asked, _)?: return .dismissed(signal: asked, status: signal == 0 ? status : nil)
    case let reason?: return reason
    case nil: return signal != 0 ? .killed(signal: signal) : .exited(status: status)
    }
  }

  /// Looks at the worker until it has ended by itself, or must be ended for the reason that is returned.
  private func watch(
    _ number: Int32, _ channel: WorkerChannel, _ signals: Int32, _ handOver: () -> Int32
  ) -> WorkerEnding? {
    let start = ContinuousClock.now
    let readings = ProcessReadings(number)
    var (progress, lastProgress): (Int64, ContinuousClock.Instant) = (-1, start)
    var request: (signal: Int32, deadline: ContinuousClock.Instant)?
    var isOpen = true
    for look in 0... {
      // A socket that is closed would be ready at once, for ever.
      let events = gstedit_worker_wait(isOpen ? channel.descriptor : -1, signals, Self.interval)
      if gstedit_process_has_ended(number) != 0 { return request.map { .dismissed(signal: $0.signal, status: nil) } }
      if events & 1 != 0 {
        if channel.isAsked() { channel.answer(handOver()) } else { isOpen = false }
      }
      let now = ContinuousClock.now
      if events & 2 != 0, case let signal = gstedit_worker_next_signal(signals), signal > 0 {
        // The second request ends the worker at once.
        if let request { return .dismissed(signal: request.signal, status: nil) }
        kill(number, signal)
        request = (signal, now + limits.endTime)
      }
      if let request, request.deadline < now { return .dismissed(signal: request.signal, status: nil) }
      if let memory = readings.memory, memory > limits.memory { return .outOfMemory }
      if let limit = limits.totalTime, now - start > limit { return .overtime }
      guard look % Self.looksForProgress == 0 else { continue }
      let activity = readings.activity
      if let activity, activity.threads > WorkerLimits.threads { return .tooManyThreads }
      // Where the kernel does not count what is read and written, the processor's time stands for it.
      if let current = readings.transfer ?? activity?.ticks, current != progress {
        (progress, lastProgress) = (current, now)
      } else if now - lastProgress > limits.idleTime {
        return .idle
      }
    }
    return nil
  }

  /// Starts the worker: its number, or an `errno` as a negative number.
  private func start(_ input: Int32, _ orders: Int32, _ socket: inout Int32) -> Int32 {
    let words = ["gstedit", Worker.argument] + arguments
    let variables = variables.map { "\($0.key)=\($0.value)" }
    return unsafe Self.withPointers(to: words) { words in
      unsafe Self.withPointers(to: variables) { variables in
        unsafe gstedit_worker_start(program, words, variables, input, orders, &socket)
      }
    }
  }

  /// Calls `body` with C's form of a list of strings: pointers, and a null at the end.
  private static func withPointers<Result>(
    to strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    // SAFETY: the copies live until the call has returned.
    return unsafe pointers.withUnsafeMutableBufferPointer { list in
      unsafe body(UnsafePointer(list.baseAddress ?? UnsafeMutablePointer.allocate(capacity: 1)))
    }
  }

  /// A descriptor from whose start `data` can be read; negative where there is no memory.
  private static func memory(_ data: Data) -> Int32 {
    let memory = unsafe gstedit_memory_create("gstedit-input")
    guard memory >= 0 else { return memory }
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(memory, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    lseek(memory, 0, SEEK_SET)
    return memory
  }
}
