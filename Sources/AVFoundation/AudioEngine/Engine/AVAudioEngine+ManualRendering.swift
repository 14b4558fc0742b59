public import CoreMedia
import Foundation
import Synchronization

// SAFETY: the caller's list and error are written at its addresses, while it waits, within the list's sizes; the block
// keeps the memory that it lends until its next call.

/// Mode of manual rendering (`AVAudioEngineManualRenderingMode`).
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
  /// As fast as it can.
  case offline = 0
  /// At the caller's pace. Memory is allocated and locks are taken here as well: the time that a block takes has no
  /// bound.
  case realtime = 1
}

/// The outcome of manual rendering (`AVAudioEngineManualRenderingStatus`).
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
  /// It failed, and nothing was rendered.
  case error = -1
  /// All was rendered.
  case success = 0
  /// The function of the input gave too little: what other nodes gave was rendered.
  case insufficientDataFromInputNode = 1
  /// It cannot be now, as another block is being rendered; later it can.
  case cannotDoInCurrentContext = 2
}

/// Numbers of errors of rendering when asked (`AVAudioEngineManualRenderingError`): codes of the `NSError` that is thrown.
public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
  /// The engine does not render when asked, or in the other mode.
  case invalidMode = -80_800
  /// The engine is not stopped.
  case initialized = -80_801
  /// The engine does not run.
  case notRunning = -80_802

  fileprivate var error: NSError { AudioUnitError.error(Int(rawValue)) }
}

/// Renders samples into a list of buffers (`AVAudioEngineManualRenderingBlock`).
public typealias AVAudioEngineManualRenderingBlock = (
  _ numberOfFrames: AVAudioFrameCount, _ outBuffer: UnsafeMutablePointer<AudioBufferList>,
  _ outError: UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

/// Settings of manual rendering.
struct ManualRendering: Sendable {
  let mode: AVAudioEngineManualRenderingMode
  let format: AVAudioFormat
  let most: AVAudioFrameCount
}

extension AVAudioEngine {
  /// Has it render when it is asked, in `pcmFormat`, and not more than `maximumFrameCount` samples at once; time begins at 0. Connections
  /// stay, taps of ``outputNode`` and ``inputNode`` end.
  ///
  /// - Throws: `NSError` of `com.apple.coreaudio.avfaudio`: ``AVAudioEngineManualRenderingError/initialized`` where it is not stopped, -10868
  ///   for a format that is not PCM.
  public func enableManualRenderingMode(
    _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat, maximumFrameCount: AVAudioFrameCount
  ) throws {
    guard pcmFormat.commonFormat != .otherFormat, pcmFormat.isValid else {
      throw AudioUnitError.formatNotSupported.error
    }
    let isStopped = state.withLock { state in
      guard state.phase == .stopped else { return false }
      state.manual = ManualRendering(mode: mode, format: pcmFormat, most: maximumFrameCount)
      state.begin(at: pcmFormat)
      return true
    }
    guard isStopped else { throw AVAudioEngineManualRenderingError.initialized.error }
    endTapsOfEnds()
  }

  /// Stops, resets, and has it go by the machine's clock again. Connections stay, taps of ``outputNode`` and ``inputNode`` end, and so does
  /// the function of the input. Where it goes by the clock already, nothing happens.
  public func disableManualRenderingMode() {
    guard isInManualRenderingMode else { return }
    stop()
    reset()
    let input = state.withLock { state in
      state.manual = nil
      state.begin(at: Self.clockFormat)
      return state.input
    }
    input?.forgetFunction()
    endTapsOfEnds()
  }

  private func endTapsOfEnds() {
    let (output, input) = state.withLock { ($0.output, $0.input) }
    output?.removeTap(onBus: 0)
    input?.removeTap(onBus: 0)
  }

  /// Whether it renders when it is asked.
  public var isInManualRenderingMode: Bool { state.withLock { $0.manual != nil } }
  /// Mode of manual rendering; offline where the engine does not render manually.
  public var manualRenderingMode: AVAudioEngineManualRenderingMode { state.withLock { $0.manual?.mode } ?? .offline }
  /// Format of manual rendering; without channels and rate where the engine does not render manually.
  public var manualRenderingFormat: AVAudioFormat { state.withLock { $0.manual?.format } ?? .none }
  /// Largest number of samples that it renders at once; 0 where it does not render manually.
  public var manualRenderingMaximumFrameCount: AVAudioFrameCount { state.withLock { $0.manual?.most } ?? 0 }
  /// Number of samples that it has rendered since its beginning, or since ``reset()``; 0 where it does not render manually.
  public var manualRenderingSampleTime: AVAudioFramePosition {
    state.withLock { $0.manual == nil ? 0 : $0.sampleTime }
  }

  /// Renders the next `numberOfFrames` samples into `buffer`, whose length then says how many there are. Handlers of players have returned
  /// by then, but for those that take longer than a second.
  ///
  /// - Throws: `NSError` of `com.apple.coreaudio.avfaudio`: ``AVAudioEngineManualRenderingError/invalidMode`` and
  ///   ``AVAudioEngineManualRenderingError/notRunning``; -10874 for more samples than were announced; -50 for a buffer of another format, or
  ///   without room.
  public func renderOffline(
    _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
  ) throws -> AVAudioEngineManualRenderingStatus {
    buffer.frameLength = 0
    let manual = try readiness(for: numberOfFrames, mode: .offline)
    guard buffer.format.fields == manual.format.fields, buffer.frameCapacity >= numberOfFrames else {
      throw AudioUnitError.parameter.error
    }
    guard let rendered = render(Int(numberOfFrames), awaitsHandlers: true) else { return .cannotDoInCurrentContext }
    buffer.frameLength = numberOfFrames
    unsafe rendered.block.write(to: buffer.mutableAudioBufferList, manual.format)
    return rendered.isShortOfInput ? .insufficientDataFromInputNode : .success
  }

  /// Block that renders: to be asked for once, before the rendering, and to be called as often as is needed; the only way to render in
  /// ``AVAudioEngineManualRenderingMode/realtime``. Where a buffer of the list has no memory, it gets one that is kept until the next call. The
  /// engine is not kept: without it the block says that it does not run.
  public var manualRenderingBlock: AVAudioEngineManualRenderingBlock {
    let lent = LentSamples()
    return { [weak self] count, list, outError in
      do {
        guard let self else { throw AVAudioEngineManualRenderingError.notRunning.error }
        return try unsafe self.render(count, into: list, lending: lent)
      } catch {
        unsafe outError?.pointee = OSStatus(truncatingIfNeeded: (error as NSError).code)
        for buffer in unsafe UnsafeMutableAudioBufferListPointer(list).indices {
          unsafe UnsafeMutableAudioBufferListPointer(list)[buffer].mDataByteSize = 0
        }
        return .error
      }
    }
  }

  private func render(
    _ count: AVAudioFrameCount, into list: UnsafeMutablePointer<AudioBufferList>, lending lent: LentSamples
  ) throws -> AVAudioEngineManualRenderingStatus {
    let manual = try readiness(for: count, mode: nil)
    let bytes = UInt32(clamping: Int(count) * Int(manual.format.fields.mBytesPerFrame))
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
    let parts = manual.format.isInterleaved ? 1 : Int(manual.format.channelCount)
    guard unsafe buffers.count == parts,
      unsafe buffers.allSatisfy({ unsafe $0.mData == nil || $0.mDataByteSize >= bytes })
    else { throw AudioUnitError.parameter.error }
    guard let rendered = render(Int(count)) else { return .cannotDoInCurrentContext }
    if unsafe buffers.contains(where: { unsafe $0.mData == nil }) {
      unsafe lent.lend(Int(bytes), to: buffers)
    }
    for part in 0..<parts { unsafe buffers[part].mDataByteSize = bytes }
    unsafe rendered.block.write(to: list, manual.format)
    return rendered.isShortOfInput ? .insufficientDataFromInputNode : .success
  }

  private func readiness(
    for count: AVAudioFrameCount, mode: AVAudioEngineManualRenderingMode?
  ) throws -> ManualRendering {
    let (manual, phase) = state.withLock { ($0.manual, $0.phase) }
    guard let manual, mode == nil || manual.mode == mode else {
      throw AVAudioEngineManualRenderingError.invalidMode.error
    }
    guard phase == .running else { throw AVAudioEngineManualRenderingError.notRunning.error }
    guard count <= manual.most else { throw AudioUnitError.tooManyFrames.error }
    return manual
  }
}

extension AVAudioEngine.State {
  /// Has time begin at 0 and the output be in `format`, as well as what follows it.
  fileprivate mutating func begin(at format: AVAudioFormat) {
    (sampleTime, epoch, plan) = (0, epoch + 1, nil)
    for node in graph.nodes { node.resetTimeline() }
    output?.setDeviceFormat(format)
    guard let output, let followed = graph.inputs(of: output).first, followed.followsOutput else { return }
    followed.source.setOutputFormat(format.standard)
    output.setInputFormat(format.standard, forBus: 0)
    graph.connect(
      AudioConnection(followed.source, to: output, bus: 0, format: format.standard, followsOutput: true))
  }
}

/// Memory for samples that a caller has made no room for.
@safe private final class LentSamples {
  private var memory: [UnsafeMutableRawPointer]

  init() { unsafe memory = [] }

  /// Gives each of `buffers` that has no memory `bytes` bytes, which stay until the next call.
  func lend(_ bytes: Int, to buffers: UnsafeMutableAudioBufferListPointer) {
    free()
    for index in 0..<(unsafe buffers.count) where unsafe buffers[index].mData == nil {
      let part = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes), alignment: 16)
      unsafe memory.append(part)
      unsafe buffers[index].mData = part
    }
  }

  private func free() {
    unsafe memory.forEach { unsafe $0.deallocate() }
    unsafe memory.removeAll()
  }

  deinit { free() }
}
