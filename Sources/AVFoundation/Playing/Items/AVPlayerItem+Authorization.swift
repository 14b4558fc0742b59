public import Foundation
import Waiting

/// Permission of a person that an item needs before it is played: none, of a file.
extension AVPlayerItem {
  /// Whether playing has to be authorized: never.
  public var isAuthorizationRequiredForPlayback: Bool { false }
  /// Whether the program may play it: always.
  public var isApplicationAuthorizedForPlayback: Bool { true }
  /// Whether what it holds may be played: always.
  public var isContentAuthorizedForPlayback: Bool { true }
  /// Outcome of the last request for an authorization: `unknown` until it was asked for, and then `completed`.
  public var contentAuthorizationRequestStatus: AVContentAuthorizationStatus { statements.authorization }

  /// Asks for the authorization, which is there already, and calls `handler`, on any thread; how long that may take is in seconds.
  public func requestContentAuthorizationAsynchronously(
    withTimeoutInterval timeoutInterval: TimeInterval, completionHandler handler: @escaping @Sendable () -> Void
  ) {
    editStatements { $0.authorization = .completed }
    Task.detached(executorPreference: WorkerThreads.shared) { handler() }
  }
  /// Does nothing: an asking ends at once.
  public func cancelContentAuthorizationRequest() {}

  /// Asks the user for permission to play, which no file here requires: calls `completion`, on any thread, with true
  /// and no error.
  public func requestPlaybackRestrictionsAuthorization(
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    Task.detached(executorPreference: WorkerThreads.shared) { completion(true, nil) }
  }
  /// Does nothing: an asking ends at once.
  public func cancelPlaybackRestrictionsAuthorizationRequest() {}
}

/// Outcome of a request for an authorization (`AVContentAuthorizationStatus`).
public enum AVContentAuthorizationStatus: Int, Sendable {
  /// It was not asked for.
  case unknown
  /// It was asked for, and answered.
  case completed
  /// It was given up.
  case cancelled
  /// There was no answer in time.
  case timedOut
  /// It is asked for already.
  case busy
  /// There is no user who could answer.
  case notAvailable
  /// It cannot be asked for.
  case notPossible
}
