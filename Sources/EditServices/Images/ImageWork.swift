import Compositing
import MediaTime
import Rendering

/// The making of requested images: which frame comes after which.
///
/// ```
///  asked for        93   12   95   11   40        in this order
///  groups          [72…      [0…       [24…       by the first request of each
///  made             93   95   11   12   40        each group of pictures once, in the film's order
/// ```
struct ImageWork: Sendable {
  private let requests: [(time: CMTime, frame: Result<Int, RenderError>)]
  private let reader: any PictureReader
  private let movie: ImagedMovie
  private let delivery: ImageDelivery

  /// The making of `requests` of `movie` with `reader`, for `delivery`.
  init(
    _ requests: [(time: CMTime, frame: Result<Int, RenderError>)], reader: any PictureReader, movie: ImagedMovie,
    delivery: ImageDelivery
  ) {
    (self.requests, self.reader, self.movie, self.delivery) = (requests, reader, movie, delivery)
  }

  /// Makes all of them, closes the reader, and finishes the delivery. Blocks.
  func run() {
    var last: (frame: Int, made: Result<PixelBuffer, RenderError>)?
    var told: [MediaDamage] = []
    for number in order where delivery.awaitRoom(for: number) {
      let time = requests[number].time
      do throws(RenderError) {
        let frame = try requests[number].frame.get()
        let picture =
          (last?.frame == frame ? last?.made : nil)
          ?? Result { () throws(RenderError) in try reader.blockingPicture(at: frame) }
        last = (frame, picture)
        var image = try movie.image(of: frame, requestedAt: time, try picture.get())
        let known = reader.damage()
        image.damage = known.filter { !told.contains($0) }
        told = known
        delivery.deliver(.succeeded(image), number)
      } catch {
        delivery.deliver(
          error.code == .cancelled ? .cancelled(requestedTime: time) : .failed(requestedTime: time, error), number)
      }
    }
    reader.close()
    delivery.finish()
  }

  /// The numbers of the requests, in the order in which they are made.
  private var order: [Int] {
    let frames = requests.map { (try? $0.frame.get()) ?? -1 }
    let groups = frames.map { $0 < 0 ? -1 : movie.group(ofFrame: $0) }
    var ranks: [Int: Int] = [:]
    for group in groups where ranks[group] == nil { ranks[group] = ranks.count }
    return requests.indices.sorted { first, second in
      let (a, b) = (ranks[groups[first]] ?? 0, ranks[groups[second]] ?? 0)
      return (a, frames[first], first) < (b, frames[second], second)
    }
  }
}
