// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import Synchronization

extension Notification.Name {
  /// The devices of an engine have changed. There are none, so that it is not posted.
  public static let AVAudioEngineConfigurationChange = Notification.Name("AVAudioEngineConfigurationChangeNotification")
}

extension AVAudioEngine {
  /// Whether it runs: renders, or does when it is asked in manual rendering.
  public var isRunning: Bool { state.withLock { $0.phase == .running } }

  /// Whether devices are stopped while nothing is heard; false unless set. There are none, and it changes nothing.
  public var isAutoShutdownEnabled: Bool {
    get { state.withLock(\.isAutoShutdownEnabled) }
    set { state.withLock { $0.isAutoShutdownEnabled = newValue } }
  }

  /// Prepares for starting: builds the plan of nodes to render. An engine without ``outputNode``, ``inputNode`` and
  /// ``mainMixerNode``, which are made when first used, has nothing to render, and ends the process, as AVFAudio's
  /// exception does.
  public func prepare() {
    let hasEnd = state.withLock { $0.output != nil || $0.input != nil }
    Misuse.require(hasEnd, "inputNode != nullptr || outputNode != nullptr")
    _ = plan
    state.withLock { if $0.phase == .stopped { $0.phase = .prepared } }
  }

  /// Starts: from now on it renders, or does when it is asked in manual rendering. One that runs is left as it is.
  ///
  /// - Throws: `NSError` of `com.apple.coreaudio.avfaudio`: -10875 where nothing is connected to the output and there is no sink, or where
  ///   something is to come from a device; -10868 where a node cannot take what is connected to it.
  public func start() throws {
    guard !isRunning else { return }
    let phase = state.withLock(\.phase)
    prepare()
    do {
      let plan = plan
      if plan.isEmpty { throw AudioUnitError.failedInitialization.error }
      let isByClock = state.withLock { $0.manual == nil }
      if isByClock, plan.usesInput { throw AudioUnitError.failedInitialization.error }
      if plan.misfit != nil { throw AudioUnitError.formatNotSupported.error }
    } catch {
      state.withLock { $0.phase = phase }
      throw error
    }
    state.withLock { state in
      guard state.phase != .running else { return }
      state.phase = .running
      guard state.manual == nil else { return }
      state.thread = RenderThread(rate: Self.clockFormat.sampleRate) { [weak self] count, host in
        self?.renderByClock(count, host: host)
        return self != nil
      }
    }
  }

  /// Stops the flow of sound, which ``start()`` has go on from where it was; players keep what they have to play. Where it does not run,
  /// nothing happens.
  public func pause() {
    let thread = state.withLock { state -> RenderThread? in
      guard state.phase == .running else { return nil }
      state.phase = .paused
      defer { state.thread = nil }
      return state.thread
    }
    thread?.stop()
  }

  /// Stops, and clears nodes' states and players' schedules. After this has returned, no callback of nodes is called,
  /// except one that this is called from.
  public func stop() {
    let (thread, nodes) = state.withLock { state -> (RenderThread?, [AVAudioNode]) in
      guard state.phase != .stopped else { return (nil, []) }
      state.epoch += 1
      defer { (state.phase, state.thread) = (.stopped, nil) }
      return (state.thread, state.graph.nodes)
    }
    thread?.stop()
    for node in nodes { node.reset() }
  }

  /// Has all nodes forget what was rendered, and players what they had to play; in manual rendering, time begins anew at 0.
  public func reset() {
    let (nodes, isManual) = state.withLock { state in
      state.epoch += 1
      if state.manual != nil { state.sampleTime = 0 }
      return (state.graph.nodes, state.manual != nil)
    }
    for node in nodes {
      node.reset()
      if isManual { node.resetTimeline() }
    }
  }

  // MARK: Rendering

  /// What one block came to.
  struct Rendered {
    /// What is given out.
    var block: SoundBlock
    /// Whether what came in from outside was too little.
    var isShortOfInput: Bool
  }

  /// Renders `count` samples for time `host` of the machine's clock, on the thread that does so.
  func renderByClock(_ count: Int, host: UInt64) {
    guard isRunning else { return }
    _ = render(count, host: host)
  }

  /// Renders `count` samples; nil where another block is being rendered. Then taps get their blocks, and players'
  /// completions are called: before this returns, where `awaitsHandlers` and they take no longer than a second.
  func render(_ count: Int, host: UInt64? = nil, awaitsHandlers: Bool = false) -> Rendered? {
    let plan = plan
    let done = rendering.withLockIfAvailable { memory -> (Rendered, RenderCycle) in
      let (first, epoch, format) = state.withLock { ($0.sampleTime, $0.epoch, $0.manual?.format ?? Self.clockFormat) }
      memory.prepare(for: plan, epoch: epoch)
      let cycle = RenderCycle(plan, memory, from: first, rate: format.sampleRate, host: host)
      let block =
        plan.output?.produce(count, in: cycle) ?? SoundBlock(silence: count, channels: Int(format.channelCount))
      for end in plan.ends {
        _ = end.produce(cycle.length(count, atRate: cycle.format(of: end).sampleRate), in: cycle)
      }
      state.withLock { if $0.epoch == epoch { $0.sampleTime = first + AVAudioFramePosition(count) } }
      return (Rendered(block: block, isShortOfInput: cycle.isShortOfInput), cycle)
    }
    guard let (rendered, cycle) = done else { return nil }
    for delivery in cycle.deliveries { delivery.make() }
    PlayerCompletion.tell(cycle.completions, waits: awaitsHandlers)
    return rendered
  }
}
