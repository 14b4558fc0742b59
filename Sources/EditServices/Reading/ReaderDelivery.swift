import Compositing
import MediaTime
import Rendering
import Synchronization
import Waiting

/// The delivery behind a reader's output: it opens the media of a time range after the other, and gives what is in them.
///
/// Threads: any; one takes at a time. Lock order: `turn`, then `state`; no media is opened or read under `state`.
public final class ReaderDelivery: Sendable {
  /// Opens the media of a time range.
  typealias Open = @Sendable (ReaderMedia, RationalRange?) async throws(RenderError) -> any SampleFeed

  private struct State {
    var alwaysCopiesSampleData = true
    var supportsRandomAccess = false
    var isTaken = false
    var run: ReaderRun?
    var media: ReaderMedia?
    /// The ranges that are still to be read, in order; nil stands for everything.
    var ranges: [RationalRange?] = []
    /// The range that is being opened, or read.
    var opening: Opening?
    /// Whether all ranges are read.
    var isAtEnd = false
    /// Whether no more ranges come.
    var isFinal = false
    /// Whether the reader has noted the end.
    var hasFinished = false
  }

  /// The media of one range on their way.
  private final class Opening: Sendable {
    private let outcome = Monitor<Result<any SampleFeed, RenderError>?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Begins to open.
    init(_ open: @escaping @Sendable () async throws(RenderError) -> any SampleFeed) {
      let opening = Task.detached(executorPreference: WorkerThreads.shared) { [self] in
        let result: Result<any SampleFeed, RenderError>
        do throws(RenderError) { result = .success(try await open()) } catch { result = .failure(error) }
        outcome.change { $0 = result }
      }
      task.withLock { $0 = opening }
    }

    /// The opened feed. Blocks: opening ends in an outcome, however it is cancelled.
    func feed() throws(RenderError) -> any SampleFeed { try outcome.wait { $0 }.get() }

    func cancel() {
      task.withLock { $0 }?.cancel()
      if case .success(let feed)? = outcome.read({ $0 }) { feed.cancel() }
    }

    /// Frees what was opened. Blocks for a moment.
    func close() {
      cancel()
      if let feed = try? feed() { feed.close() }
    }
  }

  private let open: Open
  private let turn = Mutex(())
  private let state = Mutex(State())

  /// The media that `open` opens.
  init(_ open: @escaping Open) {
    self.open = open
  }

  deinit {
    // Closing waits for decoders, which the thread that lets go must not.
    guard let opening = state.withLock(\.opening) else { return }
    DedicatedThread.start(named: "close") { opening.close() }
  }

  // MARK: Settings

  var alwaysCopiesSampleData: Bool {
    get { state.withLock(\.alwaysCopiesSampleData) }
    set { state.withLock { if $0.run == nil { $0.alwaysCopiesSampleData = newValue } } }
  }

  var supportsRandomAccess: Bool {
    get { state.withLock(\.supportsRandomAccess) }
    set { state.withLock { if $0.run == nil { $0.supportsRandomAccess = newValue } } }
  }

  /// Whether it belongs to a reader.
  var isTaken: Bool { state.withLock(\.isTaken) }

  /// Makes it belong to a reader; false where it does to one.
  func take() -> Bool {
    state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
  }

  // MARK: Reading

  /// Begins to read `range` of `media`; all if nil.
  func begin(_ run: ReaderRun, _ media: ReaderMedia, _ range: RationalRange?) {
    state.withLock { state in
      (state.run, state.media, state.ranges) = (run, media, [range])
    }
    prepare()
  }

  /// Begins to open the next range.
  private func prepare() {
    state.withLock { state in
      guard state.opening == nil, let media = state.media, !state.ranges.isEmpty, state.run?.status == .reading else {
        return
      }
      let range = state.ranges.removeFirst()
      let open = open
      state.opening = Opening { () async throws(RenderError) in try await open(media, range) }
    }
  }

  /// The next buffer; nil after the last, and where the reader failed or was cancelled. Blocks.
  func next() -> SampleBuffer? {
    turn.withLock { _ in
      while let run = state.withLock(\.run), run.status == .reading {
        guard let opening = state.withLock(\.opening) else { return nil }
        do throws(RenderError) {
          let feed = try opening.feed()
          if let buffer = try feed.next() { return try delivered(buffer) }
        } catch {
          run.fail(error)
        }
        opening.close()
        state.withLock { state in
          state.opening = nil
          state.isAtEnd = state.ranges.isEmpty
        }
        prepare()
        finishIfDone()
      }
      return nil
    }
  }

  private func delivered(_ buffer: SampleBuffer) throws(RenderError) -> SampleBuffer {
    guard case .picture(let picture) = buffer.content, alwaysCopiesSampleData else { return buffer }
    return try RenderError.catching {
      let copy = try PixelBuffer(
        format: picture.format, width: picture.width, height: picture.height,
        pixelAspectRatio: picture.pixelAspectRatio)
      try copy.copyBytes(of: picture)
      var copied = buffer
      copied.content = .picture(copy)
      return copied
    }
  }

  private func finishIfDone() {
    let run: ReaderRun? = state.withLock { state in
      guard state.isAtEnd, !state.hasFinished, state.isFinal || !state.supportsRandomAccess else { return nil }
      state.hasFinished = true
      return state.run
    }
    run?.finishOutput()
  }

  /// Reads `ranges`, in order, after what was read.
  ///
  /// - Throws: `.unsupported` where the output has no random access, `.outOfRange` before its last buffer was taken, or where
  ///   no more ranges were to come.
  func reset(_ ranges: [RationalRange]) throws(RenderError) {
    try state.withLock { state throws(RenderError) in
      guard state.supportsRandomAccess else {
        throw RenderError(
          .unsupported, "This output reads its media once.", remedy: "Set supportsRandomAccess before reading.")
      }
      guard state.run?.status == .reading, state.isAtEnd, !state.isFinal else {
        throw RenderError(
          .outOfRange, "The ranges of an output are reset while it still reads, or after its configuration is final.",
          remedy: "Take buffers until there are none, then reset.")
      }
      state.ranges = ranges
      state.isAtEnd = ranges.isEmpty
    }
    prepare()
  }

  /// No more ranges come: with the last buffer of these the output ends.
  func markFinal() {
    state.withLock { $0.isFinal = true }
    finishIfDone()
  }

  /// The error that has ended the reader before all was read; nil without one.
  var error: RenderError? { state.withLock(\.run)?.error }

  /// Ends a call under way, and every later one.
  func cancel() {
    state.withLock(\.opening)?.cancel()
  }
}
