public import EditServices
public import MediaFormats
public import Rendering

/// A destination of a session's media (`AVCaptureOutput`): a film, data, a still, a preview, or a program's own.
///
/// Threads: each connection's media come on a thread of their own, in order, which may block; calls about connections
/// come on any thread.
public protocol CaptureOutput: AnyObject, Sendable {
  /// The media types it takes. It is connected to the first input of each.
  var mediaTypes: Set<MediaType> { get }

  /// Its connections are these from now on.
  func connectionsChanged(to connections: [CaptureConnection])

  /// Takes `buffer`, which came through `connection`.
  func take(_ buffer: SampleBuffer, from connection: CaptureConnection)

  /// Nothing more comes through `connection`: with an error where that was not to be.
  func connectionEnded(_ connection: CaptureConnection, error: RenderError?)
}

extension CaptureOutput {
  /// Makes no difference.
  public func connectionsChanged(to connections: [CaptureConnection]) {}
}
