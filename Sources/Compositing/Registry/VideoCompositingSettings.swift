/// What a renderer is told about custom compositors.
public struct VideoCompositingSettings: Sendable {
  /// The compositors that there are.
  public var compositors: CompositorRegistry
  /// What happens when one does not make a frame.
  public var failurePolicy: VideoCompositorFailurePolicy
  /// How long a frame may take; after that the compositor counts as stuck.
  public var requestTimeLimit: Duration
  /// How many frames may be under way at once; as many as the machine has cores if nil. At least 1.
  public var requestsInFlight: Int?

  /// No compositors, unless some are given; a frame may take half a minute.
  public init(
    compositors: CompositorRegistry = CompositorRegistry(), failurePolicy: VideoCompositorFailurePolicy = .fail,
    requestTimeLimit: Duration = .seconds(30), requestsInFlight: Int? = nil
  ) {
    self.compositors = compositors
    self.failurePolicy = failurePolicy
    self.requestTimeLimit = requestTimeLimit
    self.requestsInFlight = requestsInFlight
  }
}
