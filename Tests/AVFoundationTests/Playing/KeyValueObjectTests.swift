import AVFoundation
import Foundation
import Synchronization
import TestSupport
import Testing

// What a program has once in a module: Foundation's class has nothing that observers override.
private typealias NSObject = KeyValueObject

/// Observing by strings, as programs of the years before key paths do it.
@Suite("Observing by strings") struct KeyValueObjectTests {
  /// Calls that an observer had.
  private struct Call: Sendable {
    var path: String
    var new: String
    var old: String
    var isOwn: Bool
    var kind: UInt
  }

  private final class Watcher: NSObject, @unchecked Sendable {
    // @unchecked: immutable, but for the calls under their lock.
    let calls = Kept<[Call]>([])
    let context = UnsafeMutableRawPointer(bitPattern: 0x40)

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      func text(_ key: NSKeyValueChangeKey) -> String {
        switch change?[key] {
        case let number as NSNumber: "\(number.doubleValue)"
        case is NSNull: "null"
        case let value?: "\(type(of: value))"
        case nil: "–"
        }
      }
      let kind = (change?[.kindKey] as? NSNumber)?.uintValue ?? 0
      let call = Call(
        path: keyPath ?? "", new: text(.newKey), old: text(.oldKey), isOwn: context == self.context, kind: kind)
      self.calls.change { $0.append(call) }
    }

    func all(of path: String) -> [Call] { calls.value.filter { $0.path == path } }
  }

  @Test func `an observer is told of what changes, in its context, until it is removed`() async throws {
    let item = AVPlayerItem(url: try await Films.second())
    let player = AVPlayer()
    let watcher = Watcher()
    player.addObserver(watcher, forKeyPath: "rate", options: [.new, .old], context: watcher.context)
    player.addObserver(watcher, forKeyPath: "currentItem", options: [.new, .old], context: nil)
    player.addObserver(watcher, forKeyPath: "currentItem.status", options: .new, context: nil)
    player.addObserver(watcher, forKeyPath: "currentItem.playbackLikelyToKeepUp", options: .new, context: nil)
    item.addObserver(watcher, forKeyPath: "status", options: [.initial, .new], context: nil)
    item.addObserver(watcher, forKeyPath: "isPlaybackLikelyToKeepUp", context: nil)
    #expect(watcher.all(of: "status").map(\.new) == ["0.0"])

    player.replaceCurrentItem(with: item)
    let current = watcher.all(of: "currentItem")
    #expect(current.map(\.old) == ["null"] && current.map(\.new) == ["AVPlayerItem"])
    #expect(await Poll.eventually { watcher.all(of: "status").map(\.new) == ["0.0", "1.0"] })
    #expect(await Poll.eventually { watcher.all(of: "currentItem.status").last?.new == "1.0" })
    #expect(await Poll.eventually { watcher.all(of: "isPlaybackLikelyToKeepUp").map(\.new) == ["–"] })
    #expect(await Poll.eventually { watcher.all(of: "currentItem.playbackLikelyToKeepUp").last?.new == "1.0" })

    player.play()
    #expect(await Poll.eventually { !watcher.all(of: "rate").isEmpty })
    let rate = try #require(watcher.all(of: "rate").first)
    #expect(rate.new == "1.0" && rate.old == "0.0" && rate.isOwn && rate.kind == NSKeyValueChange.setting.rawValue)
    #expect(watcher.all(of: "status").allSatisfy { !$0.isOwn })

    player.removeObserver(watcher, forKeyPath: "rate", context: watcher.context)
    let count = watcher.all(of: "rate").count
    player.pause()
    player.play()
    player.pause()
    #expect(watcher.all(of: "rate").count == count)
    player.removeObserver(watcher, forKeyPath: "currentItem")
    player.removeObserver(watcher, forKeyPath: "currentItem.status")
    player.removeObserver(watcher, forKeyPath: "currentItem.playbackLikelyToKeepUp")
    item.removeObserver(watcher, forKeyPath: "status", context: nil)
    item.removeObserver(watcher, forKeyPath: "isPlaybackLikelyToKeepUp")
  }

  @Test func `a session's progress and status are observed, by strings and by key paths`() async throws {
    let folder = try ScratchFolder()
    let session = try #require(
      AVAssetExportSession(
        asset: AVURLAsset(url: try await Films.second()), presetName: AVAssetExportPresetHighestQuality))
    let watcher = Watcher()
    session.addObserver(watcher, forKeyPath: "progress", options: .new, context: nil)
    session.addObserver(watcher, forKeyPath: "status", options: .new, context: nil)
    let statuses = Kept<[AVAssetExportSession.Status]>([])
    let observation = session.observe(\.status) { session, _ in
      let status = session.status
      statuses.change { $0.append(status) }
    }
    try await session.export(to: folder.url.appending(path: "film.mov"), as: .mov)
    #expect(statuses.value.last == .completed)
    #expect(watcher.all(of: "progress").last?.new == "1.0")
    let completed = Double(AVAssetExportSession.Status.completed.rawValue)
    #expect(watcher.all(of: "status").last?.new == "\(completed)")
    observation.invalidate()
    session.removeObserver(watcher, forKeyPath: "progress")
    session.removeObserver(watcher, forKeyPath: "status")
  }

  @Test func `each context is an observation of its own, and who has gone is not told`() {
    let synchronizer = AVSampleBufferRenderSynchronizer()
    let watcher = Watcher()
    synchronizer.addObserver(watcher, forKeyPath: "rate", options: [.new, .old], context: watcher.context)
    synchronizer.addObserver(watcher, forKeyPath: "rate", options: .new, context: nil)
    let calls = Kept(0)
    do {
      let gone = Watcher()
      synchronizer.addObserver(gone, forKeyPath: "rate", options: .initial, context: nil)
      calls.change { $0 = gone.all(of: "rate").count }
    }
    #expect(calls.value == 1)
    synchronizer.rate = 1
    let both = watcher.all(of: "rate")
    #expect(both.map(\.isOwn) == [true, false] && both.map(\.new) == ["1.0", "1.0"])
    #expect(both.map(\.old) == ["0.0", "–"])
    synchronizer.rate = 1
    #expect(watcher.all(of: "rate").count == 2)
    synchronizer.removeObserver(watcher, forKeyPath: "rate", context: nil)
    synchronizer.rate = 0.5
    #expect(watcher.all(of: "rate").map(\.isOwn) == [true, false, true])
    synchronizer.removeObserver(watcher, forKeyPath: "rate", context: watcher.context)
    synchronizer.rate = 0
    #expect(watcher.all(of: "rate").count == 3)

    let output = AVCaptureMovieFileOutput()
    output.addObserver(watcher, forKeyPath: "isRecording", options: [.initial, .new], context: nil)
    #expect(watcher.all(of: "isRecording").map(\.new) == ["0.0"])
    output.removeObserver(watcher, forKeyPath: "isRecording")
  }

  private final class StatusItem: AVPlayerItem, @unchecked Sendable {
    // @unchecked: as its superclass; the flag is.
    let isReady = Flag()

    func watch() { addObserver(self, forKeyPath: "status", options: .new, context: nil) }
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      guard let number = change?[.newKey] as? NSNumber else { return }
      if AVPlayerItem.Status(rawValue: number.intValue) == .readyToPlay { isReady.set() }
    }
  }

  @Test func `an item of a program's own class observes itself`() async throws {
    let item = StatusItem(url: try await Films.second())
    item.watch()
    let player = AVPlayer(playerItem: item)
    #expect(await Poll.eventually { item.isReady.isSet })
    #expect(player.currentItem === item)
    item.removeObserver(item, forKeyPath: "status")
  }

  @Test func `streams are not downloaded, and a context of no frames makes none`() async throws {
    let session = AVAssetDownloadURLSession(configuration: .default, assetDownloadDelegate: nil, delegateQueue: nil)
    let asset = AVURLAsset(url: try await Films.second())
    #expect(session.makeAssetDownloadTask(asset: asset, assetTitle: "Film", assetArtworkData: nil) == nil)
    session.invalidateAndCancel()
    #expect(AVVideoCompositionRenderContext().newPixelBuffer() == nil)
    #expect(AVVideoCompositionRenderContext().size == .zero)
  }
}
