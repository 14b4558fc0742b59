import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Players")
struct PlayerTests {
  /// Whether `item` can be played, or cannot, within ten minutes: beside all other tests it may wait long for its turn.
  private func settled(_ item: AVPlayerItem) async -> Bool { await Poll.eventually { item.status != .unknown } }

  /// Whether the notification called `name` of `item` comes of what `body` does.
  private func notification(_ name: Notification.Name, of item: AVPlayerItem, _ body: () -> Void) async -> Bool {
    let flag = Flag()
    let token = NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { _ in flag.set() }
    body()
    defer { NotificationCenter.default.removeObserver(token) }
    return await Poll.eventually { flag.isSet }
  }

  @Test func `an item is known once it is in a player`() async throws {
    let url = try await Films.first()
    let item = AVPlayerItem(url: url)
    #expect(item.status == .unknown && item.duration.isIndefinite && item.tracks.isEmpty)
    #expect((item.asset as? AVURLAsset)?.url == url && !item.forwardPlaybackEndTime.isValid)
    let player = AVPlayer()
    #expect(player.status == .unknown && player.currentItem == nil && player.rate == 0)
    #expect(player.timeControlStatus == .paused && player.actionAtItemEnd == .pause && player.volume == 1)
    player.replaceCurrentItem(with: item)
    #expect(await settled(item) && player.currentItem === item)
    #expect(item.status == .readyToPlay && item.duration == frames(30) && player.status == .readyToPlay)
    #expect(item.presentationSize == CGSize(width: 320, height: 180) && item.tracks.count == 2)
    #expect(item.tracks.first?.assetTrack === item.asset.tracks.first)
    #expect(item.seekableTimeRanges.map(\.timeRangeValue) == [frames(0, 30)])
    player.replaceCurrentItem(with: nil)
    #expect(player.currentItem == nil)
  }

  @Test func `a missing file fails, with AVFoundation's error`() async throws {
    let item = AVPlayerItem(url: try ScratchFolder().url("none.mov"))
    let player = AVPlayer(playerItem: item)
    #expect(await settled(item) && item.status == .failed)
    #expect((item.error as NSError?)?.domain == NSURLErrorDomain)
    #expect(player.error == nil)
  }

  @Test func `a seek shows exactly its frame`() async throws {
    let item = AVPlayerItem(url: try await Films.first())
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
    ])
    item.add(output)
    #expect(item.outputs == [output])
    let player = AVPlayer(playerItem: item)
    for number in [17, 3, 29] {
      let time = CMTime(value: CMTimeValue(number * 10 + 4), timescale: 300)
      #expect(await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero))
      #expect(player.currentTime() == time && output.hasNewPixelBuffer(forItemTime: time))
      var shown = CMTime.invalid
      let buffer = try #require(output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: &shown))
      #expect(shown.timescale >= 600 && output.itemTime(forHostTime: CACurrentMediaTime()).timescale >= 600)
      #expect(shown == frames(Int64(number)) && buffer.reading == Films.frames(61, [number])[0])
      #expect(!output.hasNewPixelBuffer(forItemTime: time))
    }
    item.step(byCount: -4)
    #expect(await Poll.eventually { player.currentTime() == frames(25) })
    let called = Flag()
    player.seek(to: .zero) { if $0 { called.set() } }
    #expect(await Poll.eventually { called.isSet && player.currentTime() == .zero })
  }

  @Test func `an item is played to its end, and says so`() async throws {
    let item = AVPlayerItem(url: try await Films.first())
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    let player = AVPlayer(playerItem: item)
    let (times, borders) = (Log<CMTime>(), Flag())
    let queue = DispatchQueue(label: "observers")
    let periodic = player.addPeriodicTimeObserver(forInterval: frames(6), queue: queue) { time in
      times.add(time)
    }
    let boundary = player.addBoundaryTimeObserver(forTimes: [NSValue(time: frames(15))], queue: queue) {
      borders.set()
    }
    #expect(await notification(.AVPlayerItemDidPlayToEndTime, of: item) { player.play() })
    #expect(await Poll.eventually { player.rate == 0 && player.currentTime() == frames(30) })
    #expect(await Poll.eventually { borders.isSet && times.entries.contains(frames(30)) })
    player.removeTimeObserver(periodic)
    player.removeTimeObserver(boundary)
    let count = times.entries.count
    #expect(await player.seek(to: .zero))
    queue.sync {}
    #expect(times.entries.count == count)
  }

  @Test func `properties are observed by their key paths`() async throws {
    let item = AVPlayerItem(url: try await Films.second())
    let (statuses, rates) = (Log<AVPlayerItem.Status>(), Log<String>())
    let first = item.observe(\.status, options: [.initial, .new]) { item, change in
      statuses.add(change.newValue ?? item.status)
    }
    let player = AVPlayer(playerItem: item)
    let second = player.observe(\.rate, options: [.old, .new]) { _, change in
      rates.add("\(change.oldValue ?? -1) \(change.newValue ?? -1)")
    }
    #expect(await Poll.eventually { statuses.entries == [.unknown, .readyToPlay] })
    // So slowly that the end does not come meanwhile, which changes the rate, too.
    player.rate = 0.01
    #expect(await Poll.eventually { rates.entries == ["0.0 0.01"] })
    second.invalidate()
    player.pause()
    #expect(player.rate == 0 && rates.entries.count == 1)
    first.invalidate()
  }

  @Test func `a queue goes on, and a looper goes round`() async throws {
    let (first, second) = (AVPlayerItem(url: try await Films.first()), AVPlayerItem(url: try await Films.second()))
    let queue = AVQueuePlayer(items: [first])
    #expect(queue.actionAtItemEnd == .advance && queue.canInsert(second, after: first))
    queue.insert(second, after: first)
    #expect(!queue.canInsert(second, after: nil) && queue.items() == [first, second])
    queue.advanceToNextItem()
    #expect(queue.currentItem === second && queue.items() == [second])
    queue.remove(second)
    #expect(queue.currentItem == nil)

    let template = AVPlayerItem(url: try await Films.second())
    let player = AVQueuePlayer()
    let looper = AVPlayerLooper(player: player, templateItem: template, timeRange: frames(0, 6))
    #expect(looper.status == .ready && looper.loopingPlayerItems.count == 3 && player.items().count == 3)
    #expect(player.currentItem?.asset === template.asset && player.currentItem !== template)
    player.play()
    #expect(await Poll.eventually { looper.loopCount >= 2 })
    looper.disableLooping()
    #expect(looper.status == .cancelled)
  }

  @Test func `an item shows what its video composition makes, by a class of the program's`() async throws {
    let item = AVPlayerItem(url: try await Films.first())
    let composition = AVMutableVideoComposition(propertiesOf: item.asset)
    composition.customVideoCompositorClass = Whitener.self
    item.videoComposition = composition
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
    item.add(output)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(3), toleranceBefore: .zero, toleranceAfter: .zero))
    let buffer = try #require(output.copyPixelBuffer(forItemTime: frames(3), itemTimeForDisplay: nil))
    #expect(buffer.first > 230)
  }
}

extension PlayerTests {
  @Test func `a composition is played with its mix and its layers`() async throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(frames(10, 20), of: AVURLAsset(url: try await Films.first()), at: .zero)
    let item = AVPlayerItem(asset: composition)
    let (parent, video, box) = (CALayer(), CALayer(), CALayer())
    parent.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
    video.frame = parent.bounds
    box.frame = CGRect(x: 0, y: 170, width: 20, height: 10)
    box.backgroundColor = .white
    parent.sublayers = [video, box]
    let shown = AVMutableVideoComposition(propertiesOf: composition)
    shown.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)
    item.videoComposition = shown
    let volume = AVMutableAudioMixInputParameters(track: composition.tracks(withMediaType: .audio)[0])
    volume.setVolume(0.5, at: .zero)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [volume]
    item.audioMix = mix
    #expect(item.audioMix !== mix && item.audioMix?.inputParameters.count == 1)
    // What is edited from now on is not played.
    composition.removeTimeRange(frames(0, 5))
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
    ])
    item.add(output)
    let player = AVPlayer(playerItem: item)
    #expect(await player.seek(to: frames(4), toleranceBefore: .zero, toleranceAfter: .zero))
    let buffer = try #require(output.copyPixelBuffer(forItemTime: frames(4), itemTimeForDisplay: nil))
    #expect(buffer.reading == Films.frames(61, [14])[0] && buffer.first > 230 && item.duration == frames(10))
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.videoComposition?.animationTool != nil && copy.outputs.isEmpty && copy.status == .unknown)
  }
}

/// The logged entries, in order.
private final class Log<Entry: Sendable>: Sendable {
  private let kept = Mutex<[Entry]>([])
  var entries: [Entry] { kept.withLock { $0 } }
  func add(_ entry: Entry) { kept.withLock { $0.append(entry) } }
}

/// Makes every frame white.
private final class Whitener: NSObject, AVVideoCompositing {
  let sourcePixelBufferAttributes: [String: Any]? = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    guard let buffer = request.renderContext.newPixelBuffer() else { return request.finishCancelledRequest() }
    CVPixelBufferLockBaseAddress(buffer, [])
    if let base = CVPixelBufferGetBaseAddress(buffer) {
      memset(base, 255, CVPixelBufferGetBytesPerRow(buffer) * CVPixelBufferGetHeight(buffer))
    }
    CVPixelBufferUnlockBaseAddress(buffer, [])
    request.finish(withComposedVideoFrame: buffer)
  }
}

extension CVBuffer {
  /// The first byte of the picture.
  fileprivate var first: UInt8 {
    CVPixelBufferLockBaseAddress(self, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
    let base =
      CVPixelBufferGetPlaneCount(self) == 0
      ? CVPixelBufferGetBaseAddress(self) : CVPixelBufferGetBaseAddressOfPlane(self, 0)
    return base?.load(as: UInt8.self) ?? 0
  }
}
