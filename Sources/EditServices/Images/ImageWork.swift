import Compositing
import Foundation
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// The making of requested images: which frame comes after which, and on how many threads.
///
/// ```
///  asked for        93   12   95   11   40        in this order
///  groups          [72…      [0…       [24…       by the first request of each
///  made by one      93   95             40        each group of pictures once, in the film's order, by the reader
///  by another       11   12                       that is idle first
/// ```
final class ImageWork: Sendable {
  private let requests: [(time: CMTime, frame: Result<Int, RenderError>)]
  private let movie: ImagedMovie
  private let delivery: ImageDelivery
  /// The numbers of the requests, by groups of pictures, in the order in which they are made.
  private let groups: [[Int]]
  private let state: Mutex<State>

  private struct State {
    /// The next group to be made.
    var next = 0
    /// The number of threads at work.
    var working = 0
  }

  /// The memory, in bytes, that the decoders of all readers may take.
  private static let budget = 512 << 20
  /// Roughly how many frames a decoder holds.
  private static let framesHeld = 16
  /// The most readers that work beside each other.
  private static let mostReaders = 4

  /// The making of `requests` of `movie`, for `delivery`.
  init(_ requests: [(time: CMTime, frame: Result<Int, RenderError>)], movie: ImagedMovie, delivery: ImageDelivery) {
    (self.requests, self.movie, self.delivery) = (requests, movie, delivery)
    let frames = requests.map { (try? $0.frame.get()) ?? -1 }
    let members = Dictionary(grouping: requests.indices) { number in
      frames[number] < 0 ? -1 : movie.group(ofFrame: frames[number])
    }
    groups = members.values.sorted { $0[0] < $1[0] }
      .map { $0.sorted { (frames[$0], $0) < (frames[$1], $1) } }
    state = Mutex(State())
  }

  /// The number of readers that are worth having: one a core, where there are groups of pictures for all and memory for
  /// their decoders.
  var readerCount: Int {
    let largest = movie.picture.runs.map { $0.facts.size.width * $0.facts.size.height * 3 / 2 }.max() ?? 1
    let affordable = Self.budget / max(1, largest * Self.framesHeld)
    return max(1, min(ProcessInfo.processInfo.activeProcessorCount, affordable, groups.count, Self.mostReaders))
  }

  /// Makes all of them with `readers`, each on a thread of its own, closes these, and finishes the delivery.
  func start(with readers: [any PictureReader]) {
    state.withLock { $0.working = readers.count }
    for reader in readers {
      DedicatedThread.start(named: "images") { [self] in
        while let group = nextGroup() { makeGroup(group, with: reader) }
        reader.close()
        let isLast = state.withLock { state in
          state.working -= 1
          return state.working == 0
        }
        if isLast { delivery.finish() }
      }
    }
  }

  private func nextGroup() -> Int? {
    state.withLock { state in
      guard state.next < groups.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Makes the requests of group number `ordinal` with `reader`. Blocks.
  private func makeGroup(_ ordinal: Int, with reader: any PictureReader) {
    let group = groups[ordinal]
    delivery.begin(ordinal, with: group.min() ?? 0)
    defer { delivery.end(ordinal) }
    reader.expect(group.compactMap { try? requests[$0].frame.get() })
    var last: (frame: Int, made: Result<PixelBuffer, RenderError>)?
    for number in group where delivery.awaitRoom(for: number, of: ordinal) {
      let time = requests[number].time
      do throws(RenderError) {
        let frame = try requests[number].frame.get()
        let picture =
          (last?.frame == frame ? last?.made : nil)
          ?? Result { () throws(RenderError) in try reader.blockingPicture(at: frame) }
        last = (frame, picture)
        var image = try movie.image(of: frame, requestedAt: time, try picture.get())
        image.damage = reader.damage()
        delivery.deliver(.succeeded(image), number)
      } catch {
        delivery.deliver(
          error.code == .cancelled ? .cancelled(requestedTime: time) : .failed(requestedTime: time, error), number)
      }
    }
  }
}
