import CoreMedia
import CoreVideo
import EditingModel
import Foundation
import MediaTime
import Rendering
import Synchronization

/// The pictures that a renderer was given, and which of them is shown.
///
/// Pictures are decoded when they are due, on the thread that asks, or on a queue of its own where packets come. Threads: any. Lock order:
/// `decoder`, then `state`.
final class VideoSampleQueue: Sendable {
  /// Clock that it goes by.
  let clock = RenderingClock.running()
  private let state = Mutex(State())
  private let decoder = Mutex(SampleBufferDecoder())
  private let work = DispatchQueue(label: "AVSampleBufferVideoRenderer")

  private struct State: Sendable {
    /// Buffers that are not decoded.
    var packets: [CMSampleBuffer] = []
    var row = PictureRow()
    var hasBegun = false
    /// Whether something came since it was flushed.
    var isFed = false
    var error: AVError?
    /// Whether packets are about to be looked at.
    var isAwake = false
    /// Number of packets that gave no picture.
    var lostCount = 0
  }

  /// Number of pictures that may wait.
  private static let capacity = 30

  // MARK: What comes

  /// Takes `buffer`; false, and it is left out, where it has failed.
  func enqueue(_ buffer: CMSampleBuffer) -> Bool {
    let attachments = buffer.sampleAttachments[0]
    let packets = buffer.imageBuffer == nil ? buffer.packets : []
    return state.withLock { state in
      guard state.error == nil else { return false }
      (state.hasBegun, state.isFed) = (true, true)
      guard let picture = buffer.imageBuffer else {
        state.packets += packets
        return true
      }
      if attachments[.doNotDisplay] as? Bool == true { return true }
      let isImmediate = attachments[.displayImmediately] as? Bool == true
      state.row.append(
        RenderedPicture(
          buffer: picture, time: isImmediate ? .invalid : buffer.outputPresentationTimeStamp,
          colorimetry: buffer.formatDescription?.format.video?.colorimetry))
      return true
    }
  }

  /// Calls `body` on a queue of its own where packets wait, or more pictures than there is room for, unless that is to
  /// happen already: pictures are decoded without a request for them.
  func wake(_ body: @escaping @Sendable () -> Void) {
    let isNeeded = state.withLock { state in
      guard !state.packets.isEmpty || state.row.waiting.count > Self.capacity, !state.isAwake else { return false }
      state.isAwake = true
      return true
    }
    guard isNeeded else { return }
    work.async { [self] in
      state.withLock { $0.isAwake = false }
      body()
    }
  }

  /// Forgets what is not shown yet, and, where `isEmptied` is set, what is shown; goes on where it had failed.
  func flush(isEmptied: Bool) {
    decoder.withLock { decoder in
      decoder.close()
      state.withLock { state in
        (state.packets, state.isFed) = ([], false)
        state.row.flush()
        if isEmptied { state.row.removeShown() }
        if state.error != nil { (state.error, state.hasBegun) = (nil, false) }
      }
    }
  }

  // MARK: What is shown

  /// Shows what is due by now. Blocks while that is decoded.
  ///
  /// - Returns: Whether something changed.
  @discardableResult
  func update() -> Bool {
    let timebase = clock.timebase
    let (time, isForward) = (timebase.time, timebase.rate >= 0)
    var isChanged = false
    do {
      isChanged = try decoder.withLock { decoder in
        // One that has failed fails again, whenever it is asked.
        guard error == nil else { return false }
        return try decode(until: time, isForward, &decoder)
      }
    } catch {
      isChanged = true
      let reason = avError(error)
      state.withLock { state in
        state.error =
          state.error
          ?? AVError(
            (reason as? AVError)?.code == .decoderNotFound ? .decoderNotFound : .decodeFailed,
            userInfo: [NSUnderlyingErrorKey: reason, NSLocalizedDescriptionKey: "\(error)"])
        state.packets = []
      }
    }
    return state.withLock { $0.row.show(at: time, isForward: isForward) } || isChanged
  }

  /// The shown picture.
  var shown: RenderedPicture? { state.withLock(\.row.shown) }
  /// Number of times that another picture was shown, or left out: as long as it is the same, so is the shown picture.
  var changeCount: Int { state.withLock(\.row.count) }
  /// Error for which nothing more is shown.
  var error: AVError? { state.withLock(\.error) }
  /// Whether something was given to it.
  var hasBegun: Bool { state.withLock(\.hasBegun) }
  /// Number of pictures so far, of those that came too late, and of packets from which nothing came.
  var counts: (all: Int, late: Int, lost: Int) {
    state.withLock { ($0.row.count + $0.lostCount, $0.row.lateCount, $0.lostCount) }
  }
  /// Whether there is something to be shown that came since it was flushed.
  var hasMedia: Bool {
    state.withLock { $0.isFed && ($0.row.shown != nil || !$0.row.waiting.isEmpty || !$0.packets.isEmpty) }
  }
  /// Whether there is room for more.
  var hasRoom: Bool {
    let timebase = clock.timebase
    let (time, isForward) = (timebase.time, timebase.rate >= 0)
    return state.withLock { state in
      let packets = state.packets.count
      return state.error == nil
        && packets + state.row.countAhead(of: time, isForward: isForward) < Self.capacity
    }
  }

  // MARK: Decoding

  /// Decodes all that is to be shown until `time`: packets from the first on up to the last that is due, and, as long as its picture is held
  /// back, those behind it.
  ///
  /// - Returns: Whether another one is shown than before.
  private func decode(
    until time: CMTime, _ isForward: Bool, _ decoder: inout SampleBufferDecoder
  ) throws -> Bool {
    var isChanged = false
    func take(_ picture: RenderedPicture) {
      // Of many that are due one is shown, and not all need be kept until then.
      let isShown = state.withLock { state in
        state.row.append(picture)
        return state.row.show(at: time, isForward: isForward)
      }
      isChanged = isChanged || isShown
    }
    defer {
      let lost = decoder.lostCount
      state.withLock { $0.lostCount = lost }
    }
    for packet in takePackets(dueAt: time) {
      try decoder.add(packet)
      while let picture = try decoder.next(within: .zero) { take(picture) }
    }
    while decoder.awaits(until: time) {
      let more = state.withLock { !$0.packets.isEmpty }
      if let picture = try decoder.next(within: .milliseconds(more ? 5 : 50)) {
        take(picture)
      } else if let packet = more ? nextPacket() : nil {
        try decoder.add(packet)
      } else if decoder.canEnd {
        for picture in try decoder.end() { take(picture) }
      } else {
        break
      }
    }
    return isChanged
  }

  /// Takes the packets up to the last that is due at `time`.
  private func takePackets(dueAt time: CMTime) -> [CMSampleBuffer] {
    state.withLock { state in
      let last = state.packets.lastIndex { packet in
        let shown = packet.outputPresentationTimeStamp
        return !shown.isNumeric || shown <= time || packet.sampleAttachments[0][.displayImmediately] as? Bool == true
      }
      guard let last else { return [] }
      defer { state.packets.removeSubrange(...last) }
      return Array(state.packets[...last])
    }
  }

  /// Takes the next packet, whenever it is due.
  private func nextPacket() -> CMSampleBuffer? {
    state.withLock { $0.packets.isEmpty ? nil : $0.packets.removeFirst() }
  }
}

extension CMSampleBuffer {
  /// Its samples, each by itself; itself where it cannot be divided.
  fileprivate var packets: [CMSampleBuffer] {
    guard numSamples > 1 else { return [self] }
    var packets: [CMSampleBuffer] = []
    let status = CMSampleBufferCallForEachSample(self) { packet, _ in
      packets.append(packet)
      return noErr
    }
    return status == noErr ? packets : [self]
  }
}
