import Testing

@testable import AVFoundation

@Suite("Places in captured pictures") struct CapturedPlaneTests {
  @Test func `a place of the device's picture comes out where the connection turns it, and is found again`() throws {
    let output = AVCaptureVideoDataOutput()
    let session = try AVCaptureSession.ofTestSources(output)
    let connection = try #require(output.connection(with: .video))
    // A point at the left of the upper edge.
    let point = CGPoint(x: 0.25, y: 0)
    var turns: [AVCaptureVideoOrientation: CGPoint] = [:]
    for orientation in [AVCaptureVideoOrientation.landscapeRight, .portrait, .landscapeLeft, .portraitUpsideDown] {
      for isMirrored in [false, true] {
        connection.videoOrientation = orientation
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isMirrored
        let plane = CapturedPlane(connection)
        let place = plane.point(ofDevice: point)
        #expect(plane.devicePoint(at: place) == point)
        if isMirrored { #expect(turns[orientation] == CGPoint(x: 1 - place.x, y: place.y)) }
        turns[orientation] = place
        connection.isVideoMirrored = false
      }
      turns[orientation] = CapturedPlane(connection).point(ofDevice: point)
    }
    #expect(turns[.landscapeRight] == CGPoint(x: 0.25, y: 0) && turns[.portrait] == CGPoint(x: 1, y: 0.25))
    #expect(turns[.landscapeLeft] == CGPoint(x: 0.75, y: 1) && turns[.portraitUpsideDown] == CGPoint(x: 0, y: 0.75))
    #expect(session.outputs.count == 1)
  }

  @Test func `rectangles of an output without pictures are nowhere`() {
    let output = AVCaptureVideoDataOutput()
    let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    #expect(output.metadataOutputRectConverted(fromOutputRect: rect) == .zero)
    #expect(output.outputRectConverted(fromMetadataOutputRect: rect) == .zero)
  }
}
