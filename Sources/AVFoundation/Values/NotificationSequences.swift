public import Foundation

// What Foundation lacks on Linux, and tasks wait with that follow players: a center's notifications, one after the other.

extension NotificationCenter {
  /// Notifications that are posted under a name, from the time when an iterator is made until that one goes (`NotificationCenter.Notifications`).
  ///
  /// ```swift
  /// for await _ in NotificationCenter.default.notifications(named: .AVPlayerItemDidPlayToEndTime, object: item) { … }
  /// ```
  public struct Notifications: AsyncSequence, @unchecked Sendable {
    // @unchecked: immutable, and the object is only compared.
    fileprivate let center: NotificationCenter
    fileprivate let name: Notification.Name
    fileprivate let object: AnyObject?

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(of: self) }

    /// Gives one notification after the other, in the order in which they were posted; none of them is left out.
    public struct Iterator: AsyncIteratorProtocol {
      private var posted: AsyncStream<Posted>.Iterator

      fileprivate init(of notifications: Notifications) {
        let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
        let observer = Observer(
          center: notifications.center,
          token: notifications.center.addObserver(
            forName: notifications.name, object: notifications.object, queue: nil
          ) { continuation.yield(Posted(notification: $0)) })
        continuation.onTermination = { _ in observer.center.removeObserver(observer.token) }
        posted = stream.makeAsyncIterator()
      }

      /// The next one; nil where the task was cancelled.
      public mutating func next() async -> Notification? { await posted.next()?.notification }

      /// The next one; nil where the task was cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await posted.next(isolation: actor)?.notification
      }
    }

    private struct Posted: @unchecked Sendable {
      // @unchecked: it is handed to one task, as it was posted.
      let notification: Notification
    }

    private struct Observer: @unchecked Sendable {
      // @unchecked: the center may be called on any thread, and the token is only handed back to it.
      let center: NotificationCenter
      let token: any NSObjectProtocol
    }
  }

  /// Notifications that are posted under `name`, by `object` alone where there is one (`notifications(named:object:)`). Threads: any.
  @_disfavoredOverload
  public func notifications(named name: Notification.Name, object: (any AnyObject & Sendable)? = nil) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }
}
