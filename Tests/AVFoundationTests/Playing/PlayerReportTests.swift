import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Notifications of players and items, and the picture of a layer.
@Suite("Reports of players and items")
struct PlayerReportTests {
  @Test func `an output of pictures tells of jumps, and a looper of its end`() async throws {
    let item = AVPlayerItem(url: try await Films.second())
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    let listener = JumpListener()
    output.setDelegate(listener, queue: listener.queue)
    item.add(output)
    #expect(item.outputs == [output])
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(9), toleranceBefore: .zero, toleranceAfter: .zero))
    listener.queue.sync {}
    let before = listener.flushes
    #expect(await player.seek(to: frames(3), toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(await Poll.eventually { listener.flushes == before + 1 })
    item.remove(output)
    #expect(await player.seek(to: frames(9), toleranceBefore: .zero, toleranceAfter: .zero))
    listener.queue.sync {}
    #expect(listener.flushes == before + 1)

    let looper = AVPlayerLooper(player: AVQueuePlayer(), templateItem: item)
    let isCancelled = Mutex(false)
    let observation = looper.observe(\.status) { looper, _ in
      let status = looper.status
      isCancelled.withLock { $0 = status == .cancelled }
    }
    looper.disableLooping()
    #expect(isCancelled.withLock { $0 })
    observation.invalidate()
  }

  @Test func `a change of the rate says whether the program made it`() async throws {
    let player = AVPlayer(playerItem: AVPlayerItem(url: try await Films.second()))
    let reasons = Mutex<[AVPlayer.RateDidChangeReason?]>([])
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
    ) { notification in
      let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
      reasons.withLock { $0.append(reason) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(await player.seek(to: frames(27), toleranceBefore: .zero, toleranceAfter: .zero))
    player.play()
    #expect(await Poll.eventually { reasons.withLock { $0 } == [.setRateCalled, nil] })
    #expect(!AVRouteDetector().multipleRoutesDetected)
  }

  @Test func `a layer gives the picture that is shown`() async throws {
    let item = AVPlayerItem(url: try await Films.second())
    let player = AVPlayer(playerItem: item)
    let layer = AVPlayerLayer(player: player)
    #expect(await player.seek(to: frames(9), toleranceBefore: .zero, toleranceAfter: .zero))
    let shown = ShownLayer(layer: layer)
    #expect(await Poll.eventually { shown.layer.displayedPixelBuffer().map(CVPixelBufferGetWidth) == 320 })
    #expect(layer.copyDisplayedPixelBuffer().map(CVPixelBufferGetHeight) == 180 && item.outputs.isEmpty)
    player.replaceCurrentItem(with: nil)
    #expect(layer.displayedPixelBuffer() == nil)
  }

  @Test func `a file has no logs, no dates and nothing to be authorized`() async throws {
    let item = AVPlayerItem(url: try await Films.second())
    let collector = AVPlayerItemMetadataCollector(identifiers: nil, classifyingLabels: nil)
    item.add(collector)
    item.add(collector)
    #expect(item.mediaDataCollectors == [collector] && collector.delegate == nil && collector.delegateQueue == nil)
    #expect((item.copy() as? AVPlayerItem)?.mediaDataCollectors == [])
    item.remove(collector)
    #expect(item.mediaDataCollectors.isEmpty && item.accessLog() == nil && item.errorLog() == nil)
    #expect(item.contentAuthorizationRequestStatus == .unknown && !item.isAuthorizationRequiredForPlayback)
    await withCheckedContinuation { continuation in
      item.requestContentAuthorizationAsynchronously(withTimeoutInterval: 1) { continuation.resume() }
    }
    #expect(item.contentAuthorizationRequestStatus == .completed && item.isContentAuthorizedForPlayback)
    let start = Date(timeIntervalSince1970: 1_000)
    let group = AVMutableDateRangeMetadataGroup(items: [], start: start, end: nil)
    let copy = try #require(group.copy() as? AVDateRangeMetadataGroup)
    (group.endDate, group.items) = (start + 1, [AVMetadataItem()])
    #expect(copy.startDate == start && copy.endDate == nil && copy.items.isEmpty)
    #expect((group.mutableCopy() as? AVMutableDateRangeMetadataGroup)?.endDate == start + 1)
  }
}

/// A layer that is asked from anywhere.
private struct ShownLayer: @unchecked Sendable {
  // @unchecked: what it shows is under a lock.
  let layer: AVPlayerLayer
}

/// A delegate for pictures.
private final class JumpListener: NSObject, AVPlayerItemOutputPullDelegate, Sendable {
  let queue = DispatchQueue(label: "jumps")
  private let count = Mutex(0)

  var flushes: Int { count.withLock { $0 } }

  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { count.withLock { $0 += 1 } }
}
