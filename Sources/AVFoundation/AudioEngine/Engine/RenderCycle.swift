import Foundation

/// Request for samples of a node.
struct RenderRequest {
  /// Number of samples of each channel.
  let count: Int
  /// The number of the first on the node's own timeline.
  let first: AVAudioFramePosition
  /// Samples a second.
  let rate: Double
  /// Number of channels.
  let channels: Int
}

/// State of an engine's rendering that is kept from one block to the next.
final class RenderMemory: @unchecked Sendable {
  // @unchecked: it is under the lock of the rendering.
  /// The nodes whose time has begun.
  fileprivate var begun: Set<ObjectIdentifier> = []
  /// Sound of nodes whose output goes to several inputs.
  fileprivate var branches: [ObjectIdentifier: Branch] = [:]
  private weak var plan: RenderPlan?
  private var epoch = 0

  /// Makes ready for a block of `plan`: what belongs to nodes that are rendered no more is forgotten; all of it where `epoch` is another.
  func prepare(for plan: RenderPlan, epoch: Int) {
    if epoch != self.epoch { (begun, branches) = ([], [:]) }
    if plan !== self.plan {
      begun = begun.filter { plan.contains($0) }
      branches = branches.filter { plan.splits($0.key) }
    }
    (self.plan, self.epoch) = (plan, epoch)
    for key in branches.keys { branches[key]?.beginBlock() }
  }

  /// Sound of a node whose output goes to several inputs: kept until all of them have taken it.
  ///
  /// ```
  ///  kept         ├────────────────┤       a and b ask one after the other, maybe for different lengths
  ///  taken by a   ────────────────▶│
  ///  taken by b   ────────▶│
  /// ```
  fileprivate struct Branch {
    private var kept: SoundBlock
    private var start: Int64 = 0
    private var blockStart: Int64 = 0
    private var taken: [ObjectIdentifier: Int64] = [:]

    init(channels: Int) { kept = SoundBlock(channels: channels) }

    private var end: Int64 { start + Int64(kept.count) }

    /// Notes where all inputs stand that are connected anew.
    mutating func beginBlock() { blockStart = end }

    /// Number of samples that must be rendered so that the input of `connection` can take `count`.
    func missing(_ count: Int, for connection: AudioConnection) -> Int {
      max(0, Int(position(of: connection) + Int64(count) - end))
    }

    mutating func append(_ block: SoundBlock) { kept.append(block) }

    /// The next `count` samples for the input of `connection`, one of those of `all`.
    mutating func take(_ count: Int, for connection: AudioConnection, of all: [AudioConnection]) -> SoundBlock {
      let first = Int(position(of: connection) - start)
      let block = kept[first..<first + count]
      taken[ObjectIdentifier(connection)] = start + Int64(first + count)
      taken = taken.filter { key, _ in all.contains { ObjectIdentifier($0) == key } }
      let least = all.map { position(of: $0) }.min() ?? end
      start += Int64(kept.takeFirst(Int(least - start)).count)
      return block
    }

    private func position(of connection: AudioConnection) -> Int64 {
      max(start, taken[ObjectIdentifier(connection)] ?? blockStart)
    }
  }
}

/// The rendering of one block: what nodes ask each other for, from the output on against the stream.
///
/// ```
///  output ── asks ─▶ mixer ── asks ─▶ player
///    ◀─ samples ──     ◀─ samples ──
/// ```
///
/// Used by the thread that renders, under the lock of the rendering.
final class RenderCycle {
  private let plan: RenderPlan
  private let memory: RenderMemory
  /// The number of the first sample of the output.
  private let first: AVAudioFramePosition
  /// Samples a second that the engine gives.
  private let rate: Double
  /// The time of the machine's clock for which the first sample is meant; nil where the engine does not go by the clock.
  let host: UInt64?
  /// Whether what comes in from outside was too little.
  var isShortOfInput = false
  /// Blocks that taps are to be given.
  private(set) var deliveries: [NodeTap.Delivery] = []
  /// The players' completions to call.
  private(set) var completions: [PlayerCompletion] = []

  init(_ plan: RenderPlan, _ memory: RenderMemory, from first: AVAudioFramePosition, rate: Double, host: UInt64?) {
    (self.plan, self.memory, self.first, self.rate, self.host) = (plan, memory, first, rate, host)
  }

  /// Format of the sound that comes out of `node`.
  func format(of node: AVAudioNode) -> AVAudioFormat { plan.format(of: node) }
  /// Connections to `node`, in the order of its inputs.
  func inputs(of node: AVAudioNode) -> [AudioConnection] { plan.inputs(of: node) }

  /// `count` samples of what comes into the only input of `node`; silence in `channels` channels where nothing does.
  func input(of node: AVAudioNode, _ count: Int, channels: Int) -> SoundBlock {
    guard let connection = plan.inputs(of: node).first else { return SoundBlock(silence: count, channels: channels) }
    return sound(of: connection, count)
  }

  /// `count` samples that come through `connection`.
  func sound(of connection: AudioConnection, _ count: Int) -> SoundBlock {
    let source = connection.source
    let all = plan.outputs(of: source)
    guard all.count > 1 else { return source.produce(count, in: self) }
    let key = ObjectIdentifier(source)
    var branch = memory.branches[key] ?? .init(channels: Int(format(of: source).channelCount))
    let missing = branch.missing(count, for: connection)
    if missing > 0 { branch.append(source.produce(missing, in: self)) }
    defer { memory.branches[key] = branch }
    return branch.take(count, for: connection, of: all)
  }

  // MARK: Time

  /// Whether this is the first that `node` renders since it was connected; its time follows the engine's from here on.
  func isNew(_ node: AVAudioNode) -> Bool { memory.begun.insert(ObjectIdentifier(node)).inserted }

  /// The number of the sample with which the block begins, where there are `other` a second.
  func position(atRate other: Double) -> AVAudioFramePosition {
    other == rate ? first : AVAudioFramePosition((Double(first) * other / rate).rounded(.down))
  }

  /// The number of samples that the block is long, where there are `other` a second and `count` of the output: over many blocks, neither too
  /// few nor too many.
  func length(_ count: Int, atRate other: Double) -> Int {
    guard other != rate else { return count }
    let end = (Double(first + Int64(count)) * other / rate).rounded(.down)
    return Int(AVAudioFramePosition(end) - position(atRate: other))
  }

  /// The time of the machine's clock for which sample `number` is meant, where there are `other` a second; nil where the engine does not go
  /// by the clock.
  func hostTime(of number: AVAudioFramePosition, atRate other: Double) -> UInt64? {
    guard let host, other > 0 else { return nil }
    let seconds = Double(number - position(atRate: other)) / other
    return UInt64(max(0, Double(host) + seconds * 1_000_000_000))
  }

  /// The number of the sample that is meant for time `time` of the machine's clock, where there are `other` a second; nil where the engine
  /// does not go by the clock.
  func sample(atHost time: UInt64, atRate other: Double) -> AVAudioFramePosition? {
    guard let host else { return nil }
    let seconds = (Double(time) - Double(host)) / 1_000_000_000
    return AVAudioFramePosition(exactly: (seconds * other).rounded()).map { $0 + position(atRate: other) }
  }

  // MARK: Calls after the block

  /// Has `tap` be given `block`, which begins with sample `number`.
  func give(_ block: SoundBlock, to tap: NodeTap, from number: AVAudioFramePosition, in format: AVAudioFormat) {
    deliveries += tap.take(block, from: number, in: format) { hostTime(of: $0, atRate: format.sampleRate) }
  }

  /// Queues the calls of `completions`.
  func tell(_ completions: [PlayerCompletion]) { self.completions += completions }
}
