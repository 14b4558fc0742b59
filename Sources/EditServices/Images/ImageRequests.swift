import Rendering

/// Requested images, which can be cancelled: one by one, or all that are not made yet (`cancelAllCGImageGeneration()`).
///
/// Each of them still has its outcome, in its turn: `.cancelled`. Threads: any.
public struct ImageRequests: Sendable {
  private let delivery: ImageDelivery
  /// The task that opens the media, where that is still under way.
  private let opening: Task<Void, Never>?

  init(_ delivery: ImageDelivery, opening: Task<Void, Never>? = nil) {
    (self.delivery, self.opening) = (delivery, opening)
  }

  /// Cancels the image of time number `number` of those asked for, counted from 0; one that is there already stays.
  public func cancel(_ number: Int) { delivery.cancel(number) }

  /// Cancels all images that are not there yet, and ends the work within a second.
  public func cancelAll() {
    delivery.cancelAll()
    opening?.cancel()
  }
}

extension ImageGenerator {
  /// The outcomes of requested images, in the order of the requests (`AVAssetImageGenerator.Images`). They can be taken once.
  public struct Images: AsyncSequence, Sendable {
    /// The handle by which the images are cancelled.
    public let requests: ImageRequests
    private let taker: Taker

    /// Takes outcomes; the work ends when the last reference to it goes.
    fileprivate final class Taker: Sendable {
      let delivery: ImageDelivery
      init(_ delivery: ImageDelivery) { self.delivery = delivery }
      deinit { delivery.cancelAll() }
    }

    init(_ delivery: ImageDelivery) {
      requests = ImageRequests(delivery)
      taker = Taker(delivery)
    }

    /// An iterator of the outcomes.
    public func makeAsyncIterator() -> Iterator { Iterator(taker: taker) }

    /// Gives the outcomes, one by one.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let taker: Taker

      /// The next outcome; nil after that of the last request. Cancelling the task cancels what is left.
      public func next() async -> Outcome? { await taker.delivery.next() }
    }
  }
}
