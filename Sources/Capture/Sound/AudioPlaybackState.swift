import Rendering

/// The sound of an ``AudioPlayer``, its position and settings: a value, under the lock of its ``AudioPlayback``.
struct AudioPlaybackState: Sendable {
  /// The number of the last request to play; nil while nothing is to be played.
  private(set) var playing: Int?
  private var lastNumber = 0
  /// Whether there is a thread.
  var isAlive = false
  /// The time of its beginning, in nanoseconds of the machine's clock; nil for at once.
  private(set) var begin: UInt64?
  /// The next sample; at another speed than 1 it may lie between two.
  private(set) var position = 0.0
  /// The number of jumps to another place.
  private(set) var jumps = 0
  /// The number of stops.
  private(set) var stops = 0
  /// Samples of the sound for each that is played.
  private(set) var speed = 1.0
  /// The block that the sink is taking: its number of samples of the sound, and its start.
  private var taken: (length: Double, since: UInt64)?
  /// The number of repetitions; below zero for ever.
  var numberOfLoops = 0 {
    didSet { loopsLeft = numberOfLoops }
  }
  private var loopsLeft = 0
  var gain = AudioGain()
  private var meter = AudioMeter()
  private(set) var levels: [AudioLevel] = []
  /// The reader that has read ahead.
  var prepared: AudioReading?
  var error: RenderError?
  var listeners: [CheckedContinuation<RenderError?, Never>] = []
  var ending = Ending()

  /// The callback for the end. A function that stood in the lock by itself would be wrapped once more at each look.
  struct Ending: Sendable {
    var call: (@Sendable (AudioPlayer.End) -> Void)?
  }

  // MARK: Requests

  /// Plays, from `begin` on; whether that takes a new thread.
  mutating func play(at begin: UInt64?) -> Bool {
    guard playing == nil else { return false }
    self.begin = begin
    renew()
    defer { isAlive = true }
    return !isAlive
  }

  /// Plays nothing; what the sink is taking counts as played.
  mutating func pause() {
    playing = nil
    taken?.since = 0
  }

  /// Plays nothing, and the next time as often as it is to be.
  mutating func stop() {
    pause()
    stops += 1
    (loopsLeft, prepared) = (numberOfLoops, nil)
  }

  /// Goes to sample `position`, and plays on from there where it plays.
  mutating func seek(to position: Double) {
    (self.position, taken, prepared) = (position, nil, nil)
    jumps += 1
    if playing != nil { renew() }
  }

  /// Plays on at `speed`.
  mutating func change(speed: Double) {
    guard speed != self.speed else { return }
    (self.speed, prepared) = (speed, nil)
    if playing != nil { renew() }
  }

  private mutating func renew() {
    lastNumber += 1
    playing = lastNumber
  }

  /// The sample that is played at `time` of the machine's clock, of `rate` a second.
  func place(at time: UInt64, rate: Double) -> Double {
    guard let taken else { return position }
    let elapsed = time > taken.since ? Double(time - taken.since) / 1_000_000_000 : 0
    return position + min(taken.length, elapsed * rate * speed)
  }

  // MARK: Progress

  /// The reader that has read ahead for the sound that is to be played now.
  mutating func takePrepared() -> AudioReading? {
    defer { prepared = nil }
    return prepared.flatMap { $0.start == position && $0.speed == speed ? $0 : nil }
  }

  /// Has the sink take `block` as number `number` at `time`; how loud that is, nil where something else is to be played.
  mutating func deliver(_ block: SampleBlock, of number: Int, at time: UInt64) -> SampleBlock? {
    guard playing == number else { return nil }
    taken = (Double(block.count) * speed, time)
    return gain.applied(to: block)
  }

  /// The sink has taken `block` at `speed`; the position advances unless it has jumped since, that is, if there are
  /// still `jumps` jumps.
  mutating func note(_ block: SampleBlock, at speed: Double, jumps: Int) {
    // Samples that were heard are not heard again, even where playback was paused meanwhile.
    if jumps == self.jumps {
      position += Double(block.count) * speed
      taken = nil
    }
    meter.add(block)
  }

  /// The outcome at the end of playing.
  enum Outcome: Sendable {
    /// It is played again, from the beginning.
    case again
    /// It has ended.
    case ended(AudioPlayer.End)
    /// Something else is to be played, or nothing.
    case gone
  }

  /// Number `number` is at its end: goes back to the beginning.
  mutating func reachEnd(of number: Int, isEmpty: Bool = false) -> Outcome {
    guard playing == number else { return .gone }
    position = 0
    // A sound of no samples is over at once, however often it is to be played.
    guard loopsLeft == 0 || isEmpty else {
      if loopsLeft > 0 { loopsLeft -= 1 }
      return .again
    }
    (playing, loopsLeft) = (nil, numberOfLoops)
    return .ended(AudioPlayer.End(error: nil, stops: stops))
  }

  /// Number `number` has failed with `failure`.
  mutating func fail(_ number: Int, _ failure: RenderError) -> Outcome {
    error = failure
    taken = nil
    guard playing == number else { return .gone }
    playing = nil
    return .ended(AudioPlayer.End(error: failure, stops: stops))
  }

  // MARK: Levels

  /// Takes the levels of what was played since they were taken last; while it plays, those before where nothing was.
  mutating func updateLevels() {
    let new = meter.takeLevels()
    if !new.isEmpty || playing == nil { levels = new }
  }

  /// Forgets what was measured.
  mutating func resetLevels() { (meter, levels) = (AudioMeter(), []) }
}
