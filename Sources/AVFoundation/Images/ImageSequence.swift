import CoreGraphics
import EditServices
import Foundation
import Rendering

extension AVAssetImageGenerator {
  /// The images of several times, in the order in which they were asked for (`AVAssetImageGenerator.Images`). They can be taken once;
  /// ending the loop early ends the work.
  public struct Images: AsyncSequence, Sendable {
    private let stream: AsyncStream<Element>

    init(_ stream: AsyncStream<Element>) { self.stream = stream }

    /// The result of one requested time.
    public enum Element: Sendable {
      /// There is an image.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// There is none, and why.
      case failure(requestedTime: CMTime, error: any Error)

      /// Time that the image was asked for.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image.
      ///
      /// - Throws: The error by which it could not be made.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): return image
          case .failure(_, let error): throw error
          }
        }
      }

      /// Time at which the frame that it shows begins.
      ///
      /// - Throws: The error by which it could not be made.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): return time
          case .failure(_, let error): throw error
          }
        }
      }
    }

    /// Iterator of the images.
    public func makeAsyncIterator() -> Iterator { Iterator(iterator: stream.makeAsyncIterator()) }

    /// Gives the elements, one by one.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var iterator: AsyncStream<Element>.Iterator

      /// The next element; nil after that of the last time.
      public mutating func next() async -> Element? { await iterator.next() }
    }
  }
}

extension AVAssetImageGenerator.Images.Element {
  /// The engine's `outcome`, of a film with the compositor of `source`.
  init(_ outcome: ImageGenerator.Outcome, _ source: CompositorSource?) {
    let time = outcome.requestedTime
    do {
      let image = try outcome.get()
      guard let picture = try CGImage(image.picture) else { throw AVError(.unknown) }
      self = .success(requestedTime: time, image: picture, actualTime: image.actualTime.inMovieUnits)
    } catch {
      self = .failure(
        requestedTime: time,
        error: avError(error, hasVideoComposition: source != nil, compositor: source?.failure.error))
    }
  }
}
