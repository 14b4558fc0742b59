// swift-format-ignore-file: NeverForceUnwrap, NeverUseImplicitlyUnwrappedOptionals

import AVKit
import OSLog
import TestSupport
import Testing

/// The guide's example of playback: a player of a file that observes when it can play, and goes back to the start at
/// the end.
@Suite("AVFoundation Programming Guide: Playback")
struct PlayerControllerTests {
  final class PlayerController: @unchecked Sendable {
    private let log = Logger(subsystem: "org.example.guide", category: "player")
    private(set) var player: AVPlayer!
    private(set) var playerItem: AVPlayerItem!
    private var statusObservation: NSKeyValueObservation?
    private var endObserver: NSObjectProtocol?
    private var timeObserver: Any?
    let lock = NSLock()
    private var readyCount = 0, endCount = 0, times: [Double] = []

    var state: (ready: Int, ends: Int, times: [Double]) {
      lock.lock()
      defer { lock.unlock() }
      return (readyCount, endCount, times)
    }

    func loadAsset(from fileURL: URL, completion: @escaping @Sendable (Bool) -> Void) {
      let asset = AVURLAsset(url: fileURL, options: nil)
      let tracksKey = "tracks"
      asset.loadValuesAsynchronously(forKeys: [tracksKey]) { [self] in
        var error: NSError?
        let status = asset.statusOfValue(forKey: tracksKey, error: &error)
        guard status == .loaded else {
          log.error("The asset's tracks were not loaded: \(error?.localizedDescription)")
          return completion(false)
        }
        playerItem = AVPlayerItem(asset: asset)
        statusObservation = playerItem.observe(\.status, options: [.initial]) { [weak self] item, _ in
          guard let self, item.status == .readyToPlay else { return }
          lock.lock()
          readyCount += 1
          lock.unlock()
        }
        endObserver = NotificationCenter.default.addObserver(
          forName: .AVPlayerItemDidPlayToEndTime, object: playerItem, queue: nil
        ) { [weak self] _ in self?.playerItemDidReachEnd() }
        player = AVPlayer(playerItem: playerItem)
        timeObserver = player.addPeriodicTimeObserver(
          forInterval: CMTime(value: 1, timescale: 5), queue: DispatchQueue(label: "times")
        ) { [weak self] time in
          guard let self else { return }
          lock.lock()
          times.append(CMTimeGetSeconds(time))
          lock.unlock()
        }
        completion(true)
      }
    }

    private func playerItemDidReachEnd() {
      player.seek(to: CMTime.zero)
      lock.lock()
      endCount += 1
      lock.unlock()
    }

    func close() {
      if let timeObserver { player.removeTimeObserver(timeObserver) }
      if let endObserver { NotificationCenter.default.removeObserver(endObserver) }
      statusObservation?.invalidate()
    }
  }

  @Test func `the controller plays a file to its end and goes back`() async throws {
    let controller = PlayerController()
    let url = try await Clips.cat()
    let isLoaded = await withCheckedContinuation { done in
      controller.loadAsset(from: url) { done.resume(returning: $0) }
    }
    #expect(isLoaded)
    #expect(await Poll.eventually { controller.state.ready == 1 })
    #expect(controller.playerItem.duration == CMTime(value: 60, timescale: 30))
    controller.player.rate = 4
    #expect(await Poll.eventually { controller.state.ends == 1 })
    #expect(await Poll.eventually { controller.player.currentTime() == .zero && controller.player.rate == 0 })
    let times = controller.state.times
    #expect(!times.isEmpty && times.allSatisfy { (0...2).contains($0) })
    controller.close()
  }

  @Test func `a file that is missing is not played`() async throws {
    let controller = PlayerController()
    let url = try ScratchFolder().url("none.mov")
    let isLoaded = await withCheckedContinuation { done in
      controller.loadAsset(from: url) { done.resume(returning: $0) }
    }
    #expect(!isLoaded && controller.player == nil)
  }
}
