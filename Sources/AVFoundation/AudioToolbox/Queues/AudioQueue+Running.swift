import CoreMedia
import Synchronization

extension OpaqueAudioQueue {
  /// Begins to play or to record, or goes on, once the machine's clock shows `host`, at once where that is over.
  func start(at host: UInt64 = 0) -> OSStatus {
    enum Way { case none, refused(OSStatus), begun }
    guard isOutput else { return startRecording() }
    let begun = state.withLock { state -> Way in
      guard !state.isDisposed else { return .refused(kAudioQueueErr_DisposalPending) }
      guard state.phase == .stopped || state.phase == .paused else { return .none }
      if state.phase == .stopped { state.sampleTime = 0 }
      let isNew = state.phase == .stopped
      state.phase = .running
      guard state.offline == nil else { return isNew ? .begun : .none }
      state.thread = RenderThread(rate: format.mSampleRate, from: host) { [weak self] count, _ in
        self?.renderByClock(count) ?? false
      }
      return isNew ? .begun : .none
    }
    switch begun {
    case .none: return noErr
    case .refused(let status): return status
    case .begun:
      tell(kAudioQueueProperty_IsRunning)
      return noErr
    }
  }

  /// Stands still, where it runs.
  func pause() -> OSStatus {
    let (thread, recording) = state.withLock { state -> (RenderThread?, AudioQueueRecording?) in
      guard state.phase == .running else { return (nil, nil) }
      state.phase = .paused
      defer { (state.thread, state.recording) = (nil, nil) }
      return (state.thread, state.recording)
    }
    thread?.stop()
    recording?.stop()
    return noErr
  }

  /// Stops at once, and gives all buffers back; or once all that is in the queue has been played.
  func stop(isImmediate: Bool) -> OSStatus {
    let waits = state.withLock { state in
      let isLeft = !state.waiting.isEmpty || state.playing != nil
      guard !isImmediate, isOutput else { return false }
      if state.phase == .running, isLeft { state.phase = .stopping }
      return state.phase == .stopping
    }
    guard !waits else { return noErr }
    let (thread, recording, didRun) = state.withLock { state -> (RenderThread?, AudioQueueRecording?, Bool) in
      defer { (state.phase, state.thread, state.recording) = (.stopped, nil, nil) }
      return (state.thread, state.recording, state.phase != .stopped)
    }
    thread?.stop()
    recording?.stop()
    empty()
    if didRun { tell(kAudioQueueProperty_IsRunning) }
    return noErr
  }

  /// Notes that all that was in the queue has been played.
  func finish() {
    state.withLock { ($0.phase, $0.thread) = (.stopped, nil) }
    tell(kAudioQueueProperty_IsRunning)
  }

  /// Takes all buffers out, gives them back, and forgets what was decoded.
  func empty() {
    let places = state.withLock { state -> [Place] in
      (state.isFlushed, state.isEmptying) = (false, true)
      state.epoch += 1
      defer { (state.waiting, state.playing) = ([], nil) }
      return [state.playing].compactMap { $0 } + state.waiting.map(\.place)
    }
    for place in places { giveBack(place) }
    state.withLock { $0.isEmptying = false }
  }

  /// Stops, and takes nothing any more.
  func dispose(isImmediate: Bool) -> OSStatus {
    let status = stop(isImmediate: isImmediate)
    state.withLock { $0.isDisposed = true }
    return status
  }

  // MARK: By the clock

  /// Renders the next `count` samples; whether there will be more.
  private func renderByClock(_ count: Int) -> Bool {
    guard state.withLock({ $0.phase == .running || $0.phase == .stopping }) else { return false }
    let rendered = renderer.render(count)
    state.withLock { $0.sampleTime += Double(count) }
    if rendered.isOver { finish() }
    return !rendered.isOver
  }
}
