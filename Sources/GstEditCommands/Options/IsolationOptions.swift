import ArgumentParser
import Foundation
import MediaIsolation

/// Whether media is looked at and decoded in a process of its own, and what that may use.
struct IsolationOptions: ParsableArguments {
  @Flag(
    name: .customLong("isolate-media"),
    help: ArgumentHelp(
      "Do the work in a process of its own that reaches nothing but its files: for media of strangers.",
      discussion: """
        It reads the project, its media and the system's libraries, writes the output, and has no network and no other \
        programs. One that crashes, hangs or needs too much ends in an error.
        """))
  var isolatesMedia = false

  @Flag(
    name: .customLong("strict-isolation"),
    help: "Refuse to work where the kernel cannot keep that process in altogether, instead of a warning.")
  var isStrict = false

  @Option(
    name: .customLong("memory-limit"),
    help: ArgumentHelp("How much memory that process may use: 1.5GB unless given.", valueName: "size"),
    transform: { text in
      guard let bytes = Self.bytes(text) else {
        throw ValidationError("“\(text)” is no size. Give a number and kB, MB or GB, as 800MB.")
      }
      return bytes
    })
  var memoryLimit: Int64?

  @Option(
    name: .customLong("idle-limit"),
    help: ArgumentHelp(
      "How many seconds that process may neither read nor write anything: 150 unless given.", valueName: "seconds"),
    transform: Self.seconds)
  var idleLimit: Duration?

  @Option(
    name: .customLong("time-limit"),
    help: ArgumentHelp("How many seconds the work may take in all; any number unless given.", valueName: "seconds"),
    transform: Self.seconds)
  var timeLimit: Duration?

  func validate() throws {
    guard !isolatesMedia, isStrict || memoryLimit != nil || idleLimit != nil || timeLimit != nil else { return }
    throw ValidationError("A limit needs a process that it holds for. Give --isolate-media as well.")
  }

  /// The limits as the process' supervisor takes them.
  var limits: WorkerLimits {
    var limits = WorkerLimits(totalTime: timeLimit)
    if let memoryLimit { limits.memory = memoryLimit }
    if let idleLimit { limits.idleTime = idleLimit }
    return limits
  }

  @Sendable private static func seconds(_ text: String) throws -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds <= 1e9 else {
      throw ValidationError("“\(text)” is no duration. Give a number of seconds above 0.")
    }
    return .seconds(seconds)
  }

  /// "1.5GB" as a number of bytes, in powers of 1,000; nil where it is none.
  private static func bytes(_ text: String) -> Int64? {
    let units = [("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12)]
    guard let (unit, factor) = units.first(where: { text.lowercased().hasSuffix($0.0.lowercased()) }),
      let number = Double(text.dropLast(unit.count).trimmingCharacters(in: .whitespaces)), number > 0,
      number * factor < 1e18
    else { return nil }
    return Int64(number * factor)
  }
}
