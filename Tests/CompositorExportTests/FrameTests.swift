import CompositorABI
import CompositorExport
import Synchronization
import Testing

extension ExportedCompositorTests {
  /// Frames on their way across the border, and the ends of requests.
  @Suite("Frames that cross the border")
  struct FrameTests {
    /// A host that has one source of luma 40 and memory for a new frame.
    private func host() -> ScriptedHost {
      let host = ScriptedHost()
      unsafe host.sources = unsafe [host.frame(8, 4, filledWith: 40)]
      unsafe host.newFrame = unsafe host.frame(8, 4, filledWith: 7)
      return host
    }

    private func luma(_ frame: UnsafePointer<gstedit_frame>?, _ index: Int) throws -> UInt8 {
      let bytes = unsafe frame?.pointee.planes.0.bytes
      return unsafe try #require(bytes)[index]
    }

    @Test func `a source is read and a new frame is written where the program has them`() throws {
      let host = host()
      try ExportedPlugin(
        Drawing.exported { request in
          let source = try #require(request.sourceFrame(byTrackID: 1))
          let frame = try #require(request.renderContext.newPixelBuffer())
          let level = try source.withBytes(ofPlane: 0) { $0[source.planes[0].row(3).upperBound - 1] }
          try frame.withMutableBytes(ofPlane: 0) { $0[frame.planes[0].row(2).lowerBound + 5] = level + 1 }
          return frame
        }
      ).instance(for: host).request()
      #expect(host.reports == ["finished"])
      #expect(unsafe host.finished == UnsafePointer(try #require(host.newFrame)))
      // Row 2, 24 bytes to a row.
      #expect(try unsafe luma(host.finished, 2 * 24 + 5) == 41)
      #expect(try unsafe luma(host.finished, 2 * 24 + 4) == 7)
    }

    @Test func `a source is handed on as it is`() throws {
      let host = host()
      try ExportedPlugin(Drawing.exported { try #require($0.sourceFrame(byTrackID: 1)) }).instance(for: host).request()
      #expect(unsafe host.finished == UnsafePointer(host.sources[0]))
    }

    @Test func `a frame in memory of the compositor's own is copied into one of the program's`() throws {
      let host = host()
      try ExportedPlugin(
        Drawing.exported { _ in
          let frame = try PixelBuffer(format: .yuv420p, width: 8, height: 4)
          try frame.withMutableBytes(ofPlane: 0) { $0[8 + 1] = 99 }
          return frame
        }
      ).instance(for: host).request()
      #expect(unsafe host.finished == UnsafePointer(try #require(host.newFrame)))
      #expect(try unsafe luma(host.finished, 24 + 1) == 99)
      #expect(try unsafe luma(host.finished, 24 + 2) == 0)
    }

    @Test func `one of another size is an error`() throws {
      let host = host()
      try ExportedPlugin(Drawing.exported { _ in try PixelBuffer(format: .yuv420p, width: 4, height: 4) })
        .instance(for: host).request()
      #expect(host.reports.count == 1)
      #expect(host.reports[0].hasPrefix("failed: A picture of 4x4 yuv420p is copied into one of 8x4 yuv420p."))
    }

    @Test func `a request says when it is shown, how far its instruction has come and what its layers are`() throws {
      let host = host()
      host.layers = [
        gstedit_layer(
          track: 1, opacity: 0.5, transform: (1, 2, 3, 4, 5, 6), has_crop: 1, crop: (1, 2, 3, 4)),
        gstedit_layer(track: 2, opacity: 1, transform: (1, 0, 0, 1, 0, 0), has_crop: 0, crop: (9, 9, 9, 9)),
      ]
      host.numbers = ["gain": 0.75]
      try ExportedPlugin(
        Drawing.exported(parameters: [.number("gain", 0...1, default: 1, summary: "A number.")]) { request in
          let instruction = request.videoCompositionInstruction
          let first = try #require(instruction.layerInstructions.first)
          #expect(request.compositionTime == CMTime(value: 3, timescale: 1) && request.tween == 0.25)
          #expect(request.sourceTrackIDs == [1])
          #expect(request.renderContext.size == Size(width: 8, height: 4))
          #expect(try request.parameters.number("gain") == 0.75)
          #expect(first.opacity.value(at: request.compositionTime, initial: 1) == 0.5)
          #expect(
            first.transform.value(at: request.compositionTime, initial: .identity)
              == Transform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
          #expect(
            first.cropRectangle.value(at: request.compositionTime, initial: Rectangle(x: 0, y: 0, width: 0, height: 0))
              == Rectangle(x: 1, y: 2, width: 3, height: 4))
          #expect(instruction.layerInstructions.map(\.trackID) == [1, 2])
          #expect(instruction.layerInstructions[1].cropRectangle.entries.isEmpty)
          throw Mishap(description: "all of it was looked at")
        }
      ).instance(for: host).request()
      #expect(host.reports == ["failed: all of it was looked at"])
    }

    @Test func `a request that is no longer needed ends, before and after it has begun`() throws {
      let host = host()
      host.isCancelled = true
      try ExportedPlugin(Drawing.exported { _ in throw Mishap(description: "drawn all the same") })
        .instance(for: host).request()
      #expect(host.reports == ["cancelled"])

      let (later, keeping) = (self.host(), Keeping())
      let film = try ExportedPlugin(keeping.exported).instance(for: later)
      film.request()
      let request = try #require(keeping.kept.withLock { $0.popLast() })
      #expect(!request.isCancelled && later.reports.isEmpty)
      later.isCancelled = true
      film.cancelAll()
      #expect(request.isCancelled && keeping.cancellations.withLock(\.self) == 1)
      request.finishCancelledRequest()
      #expect(later.reports == ["cancelled"])
    }

    @Test func `a request that is released, or finished twice, is reported`() throws {
      let (host, keeping) = (host(), Keeping())
      let film = try ExportedPlugin(keeping.exported).instance(for: host)
      film.request()
      keeping.kept.withLock { $0 = [] }
      #expect(host.reports == ["failed: it let go of the request without finishing it"])
      film.request()
      let request = try #require(keeping.kept.withLock { $0.popLast() })
      request.finish(with: Mishap(description: "once"))
      request.finish(with: Mishap(description: "twice"))
      #expect(host.reports.dropFirst() == ["failed: once", "failed: it finished the request more than once"])
    }

    @Test func `the program has its frames back when they are no longer accessed, and they cannot be accessed later`()
      throws
    {
      let (host, keeping) = (host(), Keeping())
      let film = try ExportedPlugin(keeping.exported).instance(for: host)
      film.request()
      let request = try #require(keeping.kept.withLock { $0.popLast() })
      let source = try #require(request.sourceFrame(byTrackID: 1))
      try source.withBytes(ofPlane: 0) { bytes in
        request.finish(with: Mishap(description: "done"))
        #expect(host.reports.isEmpty && bytes[0] == 40)
      }
      #expect(host.reports == ["failed: done"])
      let error = try #require(throws: (any Error).self) { try source.withBytes(ofPlane: 0) { $0[0] } }
      #expect("\(error)".hasPrefix("a frame is touched whose request is finished"))
    }

    /// What a host can hand over that is not as it should be.
    enum Nonsense: CaseIterable {
      case format, size, planeCount, missingPlane, height, shortRows, endlessRows
    }

    @Test(arguments: Nonsense.allCases) func `a frame that makes no sense ends in an error`(nonsense: Nonsense) throws {
      let host = host()
      let frame = unsafe host.sources[0]
      switch nonsense {
      case .format: unsafe frame.pointee.format = 99
      case .size: unsafe frame.pointee.width = 0
      case .planeCount: unsafe frame.pointee.plane_count = 9
      case .missingPlane: unsafe frame.pointee.planes.1.bytes = nil
      case .height: unsafe frame.pointee.planes.2.height = 3
      case .shortRows: unsafe frame.pointee.planes.0.bytes_per_row = 7
      case .endlessRows: unsafe frame.pointee.planes.0.bytes_per_row = .max
      }
      let film = try ExportedPlugin(Drawing.exported { try #require($0.sourceFrame(byTrackID: 1)) }).instance(for: host)
      film.request()
      #expect(host.reports == ["failed: the program handed a frame that this plug-in does not understand"])

      // The same of a frame to draw in: there is none then.
      unsafe (host.sources, host.newFrame) = unsafe ([], frame)
      try ExportedPlugin(
        Drawing.exported { request in
          guard let frame = request.renderContext.newPixelBuffer() else { throw Mishap(description: "no frame") }
          return frame
        }
      ).instance(for: host).request()
      #expect(host.reports.last == "failed: no frame")
    }

    @Test func `frames without a render context, or for one of an unknown format, end in an error`() throws {
      for format in [nil, 99] {
        let host = host()
        try ExportedPlugin(Drawing.exported { try #require($0.sourceFrame(byTrackID: 1)) })
          .instance(for: host, format: format).request()
        #expect(host.reports == ["failed: the program gave no render context that this plug-in understands"])
      }
    }

    @Test func `times and numbers that mean nothing reach the compositor as such`() throws {
      let host = host()
      host.time = gstedit_time(value: .max, timescale: -1)
      host.numbers = ["gain": .nan]
      host.layers = [
        gstedit_layer(
          track: .min, opacity: .nan, transform: (.nan, 0, 0, .infinity, 0, 0), has_crop: 1, crop: (0, 0, -1, .nan))
      ]
      try ExportedPlugin(
        Drawing.exported(parameters: [.number("gain", 0...1, default: 1, summary: "A number.")]) { request in
          #expect(!request.compositionTime.isValid && (0...1).contains(request.tween))
          _ = try request.parameters.number("gain")
          return try #require(request.renderContext.newPixelBuffer())
        }
      ).instance(for: host).request()
      #expect(host.reports == ["failed: The parameter “gain” is not given. Give it a number."])
    }

    @Test func `a program whose functions are missing gets no reports, and nothing happens`() throws {
      var empty = gstedit_host()
      empty.struct_size = UInt32(MemoryLayout<gstedit_host>.size)
      let host = host()
      let film = try ExportedPlugin(Drawing.exported { _ in throw Mishap(description: "unheard") })
        .instance(for: host, table: empty)
      film.request()
      #expect(host.reports.isEmpty)
    }
  }
}
