import AVFoundation
import Foundation
import Testing

/// A player as suites of apps have it, which keeps what is asked for.
private final class RecordingPlayer: AVPlayer, @unchecked Sendable {
  var seeks: [CMTime] = []
  var interval: CMTime?
  var removals = 0

  override func seek(to time: CMTime) { seeks.append(time) }
  override func currentTime() -> CMTime { CMTime(value: 42, timescale: 1) }
  override func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    self.interval = interval
    return "observer"
  }
  override func removeTimeObserver(_ observer: Any) { removals += 1 }
}

private final class StandingItem: AVPlayerItem, @unchecked Sendable {
  override func currentTime() -> CMTime { CMTime(value: 7, timescale: 1) }
}

extension AVAsset {
  /// As libraries make assets of their own kinds of places.
  fileprivate convenience init(path: String) { self.init(url: URL(fileURLWithPath: path)) }
}

/// What programs and their suites make of AVFoundation's own types.
@Suite("Types of programs")
struct ProgramTypeTests {
  @Test func `times of players and items are overridden`() {
    let player = RecordingPlayer()
    let asked: AVPlayer = player
    asked.seek(to: CMTime(value: 3, timescale: 1))
    let observer = asked.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 2), queue: .main) { _ in }
    asked.removeTimeObserver(observer)
    #expect(player.seeks.map(\.seconds) == [3] && player.interval?.seconds == 0.5 && player.removals == 1)
    #expect(asked.currentTime().seconds == 42)
    let item: AVPlayerItem = StandingItem(url: URL(fileURLWithPath: "/nothing.mov"))
    #expect(item.currentTime().seconds == 7)
  }

  @Test func `initializers that a program adds to assets read what is there`() async throws {
    let asset = AVAsset(path: try await Clips.cat().path)
    #expect(try await asset.load(.duration).seconds == 2)
    #expect(AVAsset(url: try await Clips.cat()) is AVURLAsset)
  }

  @Test func `addresses that may be nil are written, as the C library's header has it elsewhere`() throws {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, 4, 2, kCVPixelFormatType_32BGRA, nil, &made)
    let buffer = try #require(made)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    memset(CVPixelBufferGetBaseAddress(buffer), 9, 8)
    var copy = [UInt8](repeating: 0, count: 8)
    memcpy(&copy, CVPixelBufferGetBaseAddress(buffer), 8)
    #expect(copy == [UInt8](repeating: 9, count: 8))
  }

  @Test func `errors name their codes, and bitmaps their layout`() {
    let error = AVError(AVError.compositionTrackSegmentsNotContiguous)
    #expect(error.code == .compositionTrackSegmentsNotContiguous && error.errorCode == -11_824)
    let layout = CGBitmapInfo(
      rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    #expect(layout.alpha == .premultipliedFirst && layout.byteOrder == .order32Little)
    #expect(AVFileType.AHAP.rawValue == "com.apple.haptics.ahap")
  }
}
