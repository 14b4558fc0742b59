import SeededRandom

/// How long a film's segments take, and how long several workers need for all of them: computed, not run.
struct SegmentSchedule {
  /// How long each segment takes by one worker, in seconds, in order.
  let seconds: [Double]

  /// All of them by one worker.
  var sum: Double { seconds.reduce(0, +) }

  /// The same segments again and again, until there are `count`.
  func repeated(upTo count: Int) -> SegmentSchedule {
    SegmentSchedule(seconds: seconds.isEmpty ? [] : (0..<count).map { seconds[$0 % seconds.count] })
  }

  /// When the last of `workers` has ended, which take the segments in order, each the next one as soon as it is free.
  func wall(workers: Int) -> Double {
    var slots = Slots(workers)
    for segment in seconds { slots.take(segment) }
    return slots.end
  }
}

/// Workers that take one piece of work after another.
struct Slots {
  /// When each is free, the earliest first: a heap.
  private var times: [Double]
  /// When the last piece of work ends.
  private(set) var end = 0.0

  /// `count` workers that are free from `start` on.
  init(_ count: Int, from start: Double = 0) { times = Array(repeating: start, count: max(1, count)) }

  /// Gives work of `seconds` to the worker that is free first.
  mutating func take(_ seconds: Double) {
    times[0] += seconds
    end = max(end, times[0])
    var place = 0
    while true {
      let children = [2 * place + 1, 2 * place + 2].filter { $0 < times.count }
      guard let next = children.min(by: { times[$0] < times[$1] }), times[next] < times[place] else { return }
      times.swapAt(place, next)
      place = next
    }
  }
}

/// A scheduler's side of a long film: arrays of as many jobs as it takes, one for each segment, and a job that joins
/// the segments.
struct ClusterRun {
  /// What is measured or assumed of the cluster.
  struct Terms {
    /// How many jobs an array has at most: Slurm's own limit.
    var arrayLength = 1_001
    /// How many jobs run at a time.
    var slots: Int
    /// How long after a slot is free its next job begins to work, in seconds, evenly spread.
    var startLatency = 2.0...10.0
    /// How long submitting takes, in seconds.
    var submission = 5.0
    /// What part of the tries fails, each amid its work.
    var failureRate: Double
    /// How often a job tries its segment; one that fails so often is submitted again.
    var attempts = 3
  }

  /// What came of it.
  struct Outcome: Equatable {
    /// When the film is there, in seconds.
    var wall = 0.0
    /// How many arrays were submitted.
    var arrays = 0
    /// How many tries failed.
    var failures = 0
    /// How many segments had to be submitted again.
    var resubmitted = 0
  }

  /// Renders `segments` on such terms, and joins them in `join` seconds; the same `seed` gives the same.
  static func outcome(of segments: SegmentSchedule, joinedIn join: Double, _ terms: Terms, seed: UInt64) -> Outcome {
    var generator = SeededGenerator(seed: seed)
    var outcome = Outcome()
    var missing = segments.seconds
    while !missing.isEmpty {
      let jobs = missing.prefix(terms.arrayLength)
      missing.removeFirst(jobs.count)
      outcome.arrays += 1
      var slots = Slots(terms.slots, from: outcome.wall + terms.submission)
      for segment in jobs {
        var (seconds, tries, isThere) = (Double.random(in: terms.startLatency, using: &generator), 0, false)
        while !isThere, tries < terms.attempts {
          tries += 1
          isThere = Double.random(in: 0..<1, using: &generator) >= terms.failureRate
          seconds += isThere ? segment : segment * Double.random(in: 0..<1, using: &generator)
          if !isThere { outcome.failures += 1 }
        }
        slots.take(seconds)
        guard !isThere else { continue }
        outcome.resubmitted += 1
        missing.append(segment)
      }
      outcome.wall = slots.end
    }
    outcome.wall += terms.startLatency.upperBound + join
    return outcome
  }
}
