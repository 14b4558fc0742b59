import Foundation

/// Reverberation times and size of a room.
struct ReverbRoom: Hashable, Sendable {
  /// The seconds in which low tones lose 60 dB.
  let decay: Double
  /// The seconds in which tones of 5,000 Hz lose 60 dB.
  let highDecay: Double
  /// Distance of the walls, in milliseconds of sound: the shortest of the delays.
  let size: Double
  /// The milliseconds until the first wall answers.
  let delay: Double

  init(_ decay: Double, _ highDecay: Double, size: Double, delay: Double) {
    (self.decay, self.highDecay, self.size, self.delay) = (decay, highDecay, size, delay)
  }
}

/// The answer of a room, after Jot and Chaigne's network of delays (AES 90th Convention, 1991).
///
/// ```
///  in ─▶ delay ─▶ two all-passes ─▶ + ─▶ line 1 … 8 ─▶ low-pass ─┬─▶ out, each channel with other signs
///                                   ▲                            │
///                                   └────── Hadamard matrix ◀────┘
/// ```
///
/// Sound that goes around a line of d samples loses as many dB as a tone loses in d samples of the room's time. A value; used by the thread that
/// renders.
struct ReverbNetwork {
  private var channels: [Entry]
  private var lines: [Line]
  private let level: Double

  private static let count = 8
  /// Lengths of the delay lines, relative to the shortest.
  private static let lengths = [1, 1.0847, 1.1773, 1.2713, 1.3791, 1.4837, 1.6019, 1.7321]
  /// Frequency at which high tones are measured, in hertz.
  private static let highTone = 5_000.0

  /// The answer of `room` to sound of `rate` samples a second in `channels` channels.
  init(_ room: ReverbRoom, rate: Double, channels: Int) {
    lines = Self.lengths.map { Line(Int(room.size * $0 * rate / 1_000) | 1, room, rate) }
    self.channels = (0..<channels).map { Entry(number: $0, delay: Int(room.delay * rate / 1_000), rate) }
    // As loud as what goes in, about.
    let kept = lines.reduce(0) { $0 + $1.gain * $1.gain } / Double(Self.count)
    level = 1.5 * (1 - kept).squareRoot() / Double(Self.count).squareRoot()
  }

  /// The room's answer to `block`, in as many channels.
  mutating func answer(to block: SoundBlock) -> SoundBlock {
    guard !channels.isEmpty else { return block }
    let width = channels.count
    var answers = [[Float]](repeating: [Float](repeating: 0, count: block.count), count: width)
    var values = [Double](repeating: 0, count: Self.count)
    var entered = [Double](repeating: 0, count: width)
    for index in 0..<block.count {
      for channel in 0..<width {
        let sample = channel < block.channels.count ? block.channels[channel][index] : 0
        // What is no number would never leave.
        entered[channel] = channels[channel].enter(sample.isFinite ? Double(sample) : 0)
      }
      for line in 0..<Self.count { values[line] = lines[line].next() }
      for channel in 0..<width {
        var sum = 0.0
        for line in 0..<Self.count { sum += channels[channel].signs[line] * values[line] }
        answers[channel][index] = Float(sum * level)
      }
      Self.mix(&values)
      for line in 0..<Self.count { lines[line].put(values[line] + entered[line % width]) }
    }
    return SoundBlock(answers)
  }

  /// Multiplies `values` with the Hadamard matrix, which keeps their energy.
  private static func mix(_ values: inout [Double]) {
    var step = 1
    while step < count {
      for index in 0..<count where index & step == 0 {
        (values[index], values[index | step]) = (
          values[index] + values[index | step], values[index] - values[index | step]
        )
      }
      step *= 2
    }
    for index in 0..<count { values[index] /= Double(count).squareRoot() }
  }

  /// A delay, and the low-pass behind it.
  private struct Line {
    let gain: Double
    private let smoothing: Double
    private var samples: [Double]
    private var place = 0
    private var smoothed = 0.0

    init(_ length: Int, _ room: ReverbRoom, _ rate: Double) {
      samples = [Double](repeating: 0, count: max(1, length))
      gain = pow(10, -3 * Double(length) / rate / room.decay)
      let ratio = pow(10, -3 * Double(length) / rate / room.highDecay) / gain
      // |H| of (1 - p) / (1 - p·z⁻¹) is `ratio` at the high tone.
      let cosine = cos(2 * Double.pi * min(ReverbNetwork.highTone, rate / 2) / rate)
      let part = (1 - ratio * ratio * cosine) / (1 - ratio * ratio)
      smoothing = ratio < 1 ? part - (part * part - 1).squareRoot() : 0
    }

    /// Sample that comes out of the delay now.
    mutating func next() -> Double {
      smoothed = gain * (1 - smoothing) * samples[place] + smoothing * smoothed
      if abs(smoothed) < 1e-30 { smoothed = 0 }
      return smoothed
    }

    /// Puts in what comes out when the delay is over.
    mutating func put(_ sample: Double) {
      samples[place] = sample
      place = place + 1 == samples.count ? 0 : place + 1
    }
  }

  /// The way of a channel into the network.
  private struct Entry {
    /// Signs with which the channel hears the lines: a row of the Hadamard matrix.
    let signs: [Double]
    private var delay: [Double]
    private var place = 0
    private var passes: [AllPass]

    init(number: Int, delay: Int, _ rate: Double) {
      let row = number % (ReverbNetwork.count - 1) + 1
      signs = (0..<ReverbNetwork.count).map { line -> Double in
        (line & row).nonzeroBitCount.isMultiple(of: 2) ? 1 : -1
      }
      self.delay = [Double](repeating: 0, count: max(1, delay))
      // Other lengths for each, so that channels differ.
      let stretch = (1 + 0.07 * Double(number % 8)) * rate / 1_000
      passes = [5.3, 1.7].map { milliseconds in AllPass(Int(milliseconds * stretch) | 1) }
    }

    mutating func enter(_ sample: Double) -> Double {
      var value = delay[place]
      delay[place] = sample
      place = place + 1 == delay.count ? 0 : place + 1
      for index in passes.indices { value = passes[index].pass(value) }
      return value
    }
  }

  /// Spreads a sound over a moment, as loud at every frequency as it was (Schroeder, 1962).
  private struct AllPass {
    private var samples: [Double]
    private var place = 0
    private static let gain = 0.6

    init(_ length: Int) { samples = [Double](repeating: 0, count: max(1, length)) }

    mutating func pass(_ sample: Double) -> Double {
      let late = samples[place]
      let value = sample + Self.gain * late
      samples[place] = abs(value) < 1e-30 ? 0 : value
      place = place + 1 == samples.count ? 0 : place + 1
      return late - Self.gain * value
    }
  }
}
