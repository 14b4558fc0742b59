import AVFoundation
import AVKit
import Testing

/// Connections that are made by hand, and outputs of what is not looked for here.
@Suite("Capture connections made by hand")
struct CaptureConnectionTests {
  private func input() throws -> AVCaptureDeviceInput {
    try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: "videotestsrc")))
  }

  @Test func `what is added without connections has none before one is added`() throws {
    let (session, input, output) = (AVCaptureSession(), try input(), AVCaptureVideoDataOutput())
    session.addInputWithNoConnections(input)
    session.addOutputWithNoConnections(output)
    #expect(session.inputs == [input] && session.outputs == [output])
    #expect(session.connections.isEmpty && output.connection(with: .video) == nil)

    let connection = AVCaptureConnection(inputPorts: input.ports, output: output)
    connection.videoRotationAngle = 90
    #expect(session.canAddConnection(connection))
    session.addConnection(connection)
    #expect(session.connections == [connection] && output.connection(with: .video) === connection)
    #expect(connection.inputPorts == input.ports && connection.output === output)
    #expect(!session.canAddConnection(AVCaptureConnection(inputPorts: input.ports, output: output)))

    session.removeConnection(connection)
    #expect(session.connections.isEmpty && session.canAddConnection(connection))
  }

  @Test func `an output that is added anew is connected with an input that was added without connections`() throws {
    let (session, input, first) = (AVCaptureSession(), try input(), AVCaptureVideoDataOutput())
    session.addInput(input)
    session.addOutputWithNoConnections(first)
    let second = AVCapturePhotoOutput()
    session.addOutput(second)
    #expect(first.connections.isEmpty && second.connections.count == 1)
    session.removeOutput(first)
    session.addOutput(first)
    #expect(first.connections.count == 1)
  }

  @Test func `ends that are in no session cannot be connected`() throws {
    let (session, input, output) = (AVCaptureSession(), try input(), AVCaptureAudioDataOutput())
    let connection = AVCaptureConnection(inputPorts: input.ports, output: output)
    #expect(!session.canAddConnection(connection))
    session.addInputWithNoConnections(input)
    session.addOutputWithNoConnections(output)
    // A sound's output takes no pictures.
    #expect(!session.canAddConnection(connection))
  }

  /// Takes pictures' numbers of rows and columns.
  private final class Sizes: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let first = AsyncStream<CGSize>.makeStream()
    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      guard let picture = sampleBuffer.imageBuffer else { return }
      first.continuation.yield(CGSize(width: CVPixelBufferGetWidth(picture), height: CVPixelBufferGetHeight(picture)))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `pictures come through a connection made by hand, as it turns them`() async throws {
    let (session, input, output, sizes) = (AVCaptureSession(), try input(), AVCaptureVideoDataOutput(), Sizes())
    session.beginConfiguration()
    session.addInputWithNoConnections(input)
    session.sessionPreset = .cif352x288
    session.addOutputWithNoConnections(output)
    let connection = AVCaptureConnection(inputPorts: input.ports, output: output)
    connection.videoRotationAngle = 90
    session.addConnection(connection)
    session.commitConfiguration()
    output.setSampleBufferDelegate(sizes, queue: DispatchQueue(label: "pictures"))
    session.startRunning()
    var pictures = sizes.first.stream.makeAsyncIterator()
    let size = await pictures.next()
    session.stopRunning()
    #expect(size == CGSize(width: 288, height: 352))
  }

  @Test func `a preview layer is connected by hand`() throws {
    let (session, input) = (AVCaptureSession(), try input())
    session.addInput(input)
    let layer = AVCaptureVideoPreviewLayer(sessionWithNoConnection: session)
    #expect(layer.session === session && layer.connection == nil && session.connections.isEmpty)
    let connection = AVCaptureConnection(inputPort: try #require(input.ports.first), videoPreviewLayer: layer)
    #expect(session.canAddConnection(connection))
    session.addConnection(connection)
    #expect(layer.connection === connection && connection.videoPreviewLayer === layer)
  }

  @Test func `metadata outputs find nothing, and several cameras are not supported`() throws {
    let output = AVCaptureMetadataOutput()
    let session = AVCaptureSession()
    session.addInput(try input())
    #expect(session.canAddOutput(output))
    session.addOutput(output)
    #expect(output.availableMetadataObjectTypes.isEmpty && output.metadataObjectTypes.isEmpty)
    #expect(output.rectOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
    output.metadataObjectTypes = output.availableMetadataObjectTypes
    #expect(output.connections.isEmpty)
    #expect(AVMetadataObject.ObjectType.qr.rawValue == "org.iso.QRCode")
    #expect(!AVCaptureMultiCamSession.isMultiCamSupported)
  }

  private final class Refused: NSObject, AVPictureInPictureControllerDelegate {
    var error: (any Error)?
    func pictureInPictureController(
      _ controller: AVPictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) { self.error = error }
  }

  @Test func `picture in picture is not supported, and starting it fails`() throws {
    #expect(!AVPictureInPictureController.isPictureInPictureSupported())
    #expect(AVPictureInPictureController(playerLayer: AVPlayerLayer()) == nil)
    let (layer, delegate) = (AVPlayerLayer(), Refused())
    let controller = AVPictureInPictureController(contentSource: .init(playerLayer: layer))
    controller.delegate = delegate
    #expect(!controller.isPictureInPicturePossible && controller.playerLayer === layer)
    controller.startPictureInPicture()
    let error = try #require(delegate.error) as NSError
    #expect(error.domain == "AVKitErrorDomain" && error.code == -1_001 && !controller.isPictureInPictureActive)
  }
}
