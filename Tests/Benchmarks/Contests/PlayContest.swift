import Foundation
import GstEdit
import MediaTime
import Rendering
import Synchronization
import TestSupport

/// A minute of the demo, ten with `GSTEDIT_FULL=1`, played on the machine's own clock: 720p, streams that fade into one
/// another, commentary, layers and titles.
struct PlayContest {
  private let project: URL

  private static let seconds = ProofScope.isFull ? 600.0 : 60.0

  /// Of the project at `project`.
  init(project: URL) { self.project = project.absoluteURL.standardizedFileURL }

  /// Plays it, and says how many frames were dropped, and how far picture and sound were apart.
  func text() async throws -> String {
    Engine.shareHeaps()
    let item = PlayerItem(asset: try edit())
    let clock = HostClock()
    let witness = Witness(clock)
    let (pictures, sound) = (PlayerItemVideoOutput(), PlayerItemAudioOutput())
    item.add(pictures)
    item.add(sound)
    let observers = [
      pictures.onPicture { witness.shown($0.itemTime.seconds, at: $0.hostTime.seconds) },
      sound.onBlock { block in
        witness.heard(
          block.itemTime.seconds, at: block.hostTime.seconds,
          lasting: Double(block.samples.count) / Double(block.sampleRate))
      },
    ]
    let player = Player(playerItem: item, clock: clock, pictureSink: witness, soundSink: witness)
    let notifications = item.notifications()
    player.play()
    var (stalls, played) = (0, 0.0)
    playing: for await notification in notifications {
      switch notification {
      case .didPlayToEndTime(let time):
        played += time.seconds
        if played >= Self.seconds { break playing }
        _ = await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
        player.play()
      case .playbackStalled: stalls += 1
      case .failedToPlayToEndTime(let error): throw error
      case .timeJumped: break
      }
    }
    for observer in observers { observer.cancel() }
    let result = witness.result
    func milliseconds(_ seconds: Double) -> String { "\((seconds * 10_000).rounded() / 10) ms" }
    return """
      \(Int(played)) seconds of \(project.deletingLastPathComponent().lastPathComponent) on the machine's clock; load \(SeekContest.load)
        pictures: \(result.pictures) shown, \(item.droppedFrameCount) dropped; sound: stalled \(stalls) times
        given to the window after their time: at most \(milliseconds(result.latest)), on average \(milliseconds(result.mean))
        samples given to the device ahead of their time: at least \(milliseconds(result.lead))
        picture and sound apart by the times that both were given for: at most \(milliseconds(result.apart))

      """
  }

  /// The project without its music, whose length only the media say.
  private func edit() throws -> EditSnapshot {
    let text = try String(contentsOf: project, encoding: .utf8)
    let media = project.deletingLastPathComponent().deletingLastPathComponent().appending(path: "media")
    let value = try JSONSerialization.jsonObject(with: Data(text.replacing("../media", with: media.path).utf8))
    guard var keys = value as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
    keys["music"] = nil
    let scratch = try ScratchFolder()
    let copy = scratch.url("project.json")
    try JSONSerialization.data(withJSONObject: keys).write(to: copy)
    return try Project(contentsOf: copy).resolve().edit
  }

  /// Sinks that look at when what comes.
  private final class Witness: PictureSink, SoundSink {
    private struct State {
      var pictures = 0
      var latest = 0.0
      var sum = 0.0
      var lead = Double.infinity
      /// Pictures whose sound is still to be heard: when they are shown, and how far that is ahead of the item's time.
      var pending: [(host: Double, offset: Double)] = []
      var apart = 0.0
    }

    private let hostClock: HostClock
    private let state = Mutex(State())

    init(_ clock: HostClock) { hostClock = clock }

    var result: (pictures: Int, latest: Double, mean: Double, lead: Double, apart: Double) {
      state.withLock { state in
        (state.pictures, state.latest, state.sum / Double(max(1, state.pictures)), state.lead, state.apart)
      }
    }

    func show(_ picture: PixelBuffer, itemTime: CMTime, at hostTime: CMTime) {
      let late = max(0, hostClock.now.seconds - hostTime.seconds)
      state.withLock { state in
        state.pictures += 1
        state.sum += late
        state.latest = max(state.latest, late)
      }
    }

    func shown(_ item: Double, at host: Double) {
      state.withLock { $0.pending.append((host, host - item)) }
    }

    func heard(_ item: Double, at host: Double, lasting seconds: Double) {
      state.withLock { state in
        for picture in state.pending where (host..<host + seconds).contains(picture.host) {
          state.apart = max(state.apart, abs(picture.offset - (host - item)))
        }
        state.pending.removeAll { $0.host < host + seconds }
      }
    }

    func start(sampleRate: Int, channels: Int) {}
    func write(_ block: SampleBlock, at hostTime: CMTime) {
      let lead = hostTime.seconds - hostClock.now.seconds
      state.withLock { $0.lead = min($0.lead, lead) }
    }
    func flush() {}
    func stop() {}
  }
}
