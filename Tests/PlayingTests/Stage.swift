import EditServices
import EditingModel
import MediaFormats
import MediaTime
import Playing
import Rendering
import ScriptedRendering
import Synchronization

/// The logged entries, in order.
final class Log<Entry: Sendable>: Sendable {
  private let kept = Mutex<[Entry]>([])

  var entries: [Entry] { kept.withLock { $0 } }

  func add(_ entry: Entry) { kept.withLock { $0.append(entry) } }
  func clear() { kept.withLock { $0 = [] } }
}

/// A picture that was shown.
struct ShownFrame: Hashable, Sendable {
  var frame: Int
  var time: CMTime
  var host: CMTime
}

/// A player of scripted films on a test's clock, and what it showed and sounded.
final class Stage: Sendable {
  let clock = TestClock()
  let renderer: ScriptedRenderer
  let player: Player
  let item: PlayerItem
  let shown = Log<ShownFrame>()
  let heard = Log<PlayerItemAudioOutput.Heard>()
  private let observations: [PlayerObservation]

  /// A player of `asset`; with `takes` false its pictures and sound have no taker.
  init(
    _ asset: some MediaSource, media: [MediaFacts], discovery: [ScriptedRenderer.Act] = [],
    failingFrames: [Int: RenderError] = [:], takes: Bool = true,
    step: @escaping ScriptedStep = { (_: ScriptedStage) throws(RenderError) in }
  ) {
    renderer = ScriptedRenderer(media: media, discovery: discovery, failingFrames: failingFrames, step: step)
    item = PlayerItem(asset: asset)
    observations = takes ? Stage.watch(item, shown, heard) : []
    player = Player(playerItem: item, renderer: renderer, clock: clock)
  }

  /// A player of a film of `seconds`.
  convenience init(seconds: Int = 2, failingFrames: [Int: RenderError] = [:], takes: Bool = true) throws {
    let film = try film("film.mp4", seconds: seconds)
    self.init(film.asset, media: [film], failingFrames: failingFrames, takes: takes)
  }

  /// Keeps what `item` shows and sounds.
  static func watch(
    _ item: PlayerItem, _ shown: Log<ShownFrame>, _ heard: Log<PlayerItemAudioOutput.Heard>
  ) -> [PlayerObservation] {
    let pictures = PlayerItemVideoOutput()
    let sound = PlayerItemAudioOutput()
    item.add(pictures)
    item.add(sound)
    return [
      pictures.onPicture { picture in
        let frame = (try? ScriptedPictures.frame(of: picture.picture)) ?? -1
        shown.add(ShownFrame(frame: frame, time: picture.itemTime, host: picture.hostTime))
      },
      sound.onBlock { heard.add($0) },
    ]
  }

  /// The frames that were shown, in order.
  var frames: [Int] { shown.entries.map(\.frame) }

  /// The first channel's samples that were heard, in order, as numbers.
  var samples: [Int64] {
    heard.entries.flatMap { block in
      stride(from: 0, to: block.samples.interleaved.count, by: block.samples.channels)
        .map { Int64((block.samples.interleaved[$0] * 1_000_000).rounded()) }
    }
  }

  /// Seeks exactly, and waits until that is done.
  func seek(to time: Rational) async throws -> Bool {
    await player.seek(to: try CMTime(exactly: time), toleranceBefore: .zero, toleranceAfter: .zero)
  }
}

/// `seconds` as a time.
func seconds(_ numerator: Int64, _ denominator: Int32 = 1) -> CMTime {
  CMTime(value: numerator, timescale: denominator)
}

/// Where `found` first differs from `expected`, in words; nil where they are the same. (Differences of long arrays take long to tell.)
func difference(_ found: [Int64], from expected: [Int64]) -> String? {
  for (index, (left, right)) in zip(found, expected).enumerated() where left != right {
    return "number \(index) is \(left), not \(right)"
  }
  return found.count == expected.count ? nil : "\(found.count), not \(expected.count)"
}
