import Compositing
import CompositorABI
import CompositorExport
import Testing

/// One after the other: a process has room for 16 exported compositors at a time.
@Suite("Exported compositors", .serialized)
enum ExportedCompositorTests {}

extension ExportedCompositorTests {
  /// What a plug-in in Swift shows of itself, and how its compositors are made.
  @Suite("What plug-ins in Swift show")
  struct ExportTests {
    @Test func `a plug-in shows itself to programs of its version of the interface alone`() {
      let export = CompositorPluginExport("test", version: "1", Drawing.exported { _ in throw Mishap(description: "") })
      #expect([1, 2, 3].map { unsafe export.table($0) != nil } == [false, true, false])
    }

    @Test func `a frame made in one call and one that is finished later are distinguished`() throws {
      let plugin = try ExportedPlugin(Drawing.exported { _ in throw Mishap(description: "") }, Keeping().exported)
      #expect(unsafe plugin.plugin.compositor_count == 2)
      let (drawing, keeping) = unsafe (try plugin.compositor(0), try plugin.compositor(1))
      #expect(unsafe drawing.compose != nil && drawing.start_request == nil)
      #expect(unsafe keeping.compose == nil && keeping.start_request != nil)
      #expect(unsafe drawing.source_formats[0] == UInt32(GSTEDIT_FORMAT_YUV420P) && drawing.source_formats[1] == 0)
      #expect(unsafe keeping.source_formats == nil)
    }

    @Test func `formats have the numbers of the C header`() {
      let numbers: [(Int, PixelBuffer.Format)] = [
        (GSTEDIT_FORMAT_YUV420P, .yuv420p), (GSTEDIT_FORMAT_NV12, .nv12), (GSTEDIT_FORMAT_YUVA420P, .yuva420p),
        (GSTEDIT_FORMAT_YUV422P, .yuv422p), (GSTEDIT_FORMAT_YUV444P, .yuv444p), (GSTEDIT_FORMAT_V308, .v308),
        (GSTEDIT_FORMAT_YUV420P10, .yuv420p10), (GSTEDIT_FORMAT_P010, .p010), (GSTEDIT_FORMAT_YUV422P10, .yuv422p10),
        (GSTEDIT_FORMAT_V210, .v210), (GSTEDIT_FORMAT_YUV444P10, .yuv444p10), (GSTEDIT_FORMAT_RGB24, .rgb24),
        (GSTEDIT_FORMAT_BGRA, .bgra), (GSTEDIT_FORMAT_ARGB, .argb), (GSTEDIT_FORMAT_ABGR, .abgr),
        (GSTEDIT_FORMAT_RGBA, .rgba), (GSTEDIT_FORMAT_YUVA420P10, .yuva420p10),
        (GSTEDIT_FORMAT_YUVA422P10, .yuva422p10), (GSTEDIT_FORMAT_YUVA444P10, .yuva444p10),
      ]
      #expect(Set(numbers.map(\.1)) == Set(PixelBuffer.Format.allCases))
      for (number, format) in numbers {
        #expect(format.pluginNumber == UInt32(number) && PixelBuffer.Format(pluginNumber: UInt32(number)) == format)
      }
      #expect(PixelBuffer.Format(pluginNumber: 0) == nil && PixelBuffer.Format(pluginNumber: 20) == nil)
    }

    @Test func `a library has room for 16 compositors, and further ones cannot be made`() throws {
      let compositors = (0..<40).map { _ in Drawing.exported { _ in throw Mishap(description: "") } }
      let export = CompositorPluginExport("many", version: "1", compositors)
      let table = unsafe try #require(export.table(2)).assumingMemoryBound(to: gstedit_plugin.self)
      let list = unsafe try #require(table.pointee.compositors)
      let canBeMade = (0..<40).map { unsafe list[$0]?.pointee.create != nil }
      #expect(canBeMade == (0..<40).map { $0 < 16 })
    }

    @Test func `a maker gets a value for every parameter`() throws {
      let host = ScriptedHost()
      (host.numbers, host.texts) = (["gain": 0.25, "steps": 3, "on": 1], ["note": Array("grün".utf8CString)])
      let compositor = ExportedCompositor(
        CompositorDescription(
          name: "listening", summary: "Listens.",
          parameters: [
            .number("gain", 0...1, default: 1, summary: "A number."),
            .boolean("on", default: false, summary: "A truth."),
            .integer("steps", 0...9, default: 1, summary: "A whole number."), .text("note", summary: "A text."),
          ]), outputFormats: [.yuv420p]
      ) { parameters -> Keeping in
        let values = CompositorParameterValues(parameters)
        throw Mishap(
          description: "\(try values.number("gain")) \(try values.integer("steps")) \(try values.boolean("on")) "
            + "\(try values.text("note"))")
      }
      let refusal = try #require(throws: ExportedFilm.Refusal.self) {
        try ExportedPlugin(compositor).instance(for: host)
      }
      #expect(refusal.words == "0.25 3 true grün")
    }

    @Test func `a value that the program does not give is an error that names it`() throws {
      let compositor = ExportedCompositor(
        CompositorDescription(name: "listening", summary: "Listens."), outputFormats: [.yuv420p]
      ) { parameters -> Keeping in
        _ = try CompositorParameterValues(parameters).number("gain")
        return Keeping()
      }
      let refusal = try #require(throws: ExportedFilm.Refusal.self) {
        try ExportedPlugin(compositor).instance(for: ScriptedHost())
      }
      // As many bytes as there is room for.
      #expect(refusal.words == "The parameter “gain” is not" && refusal.words.utf8.count == 31)
    }

    @Test func `formats that differ from what was declared are refused`() throws {
      let compositor = ExportedCompositor(
        CompositorDescription(name: "other", summary: "Says otherwise."), outputFormats: [.nv12]
      ) { _ in Keeping() }
      let refusal = try #require(throws: ExportedFilm.Refusal.self) {
        try ExportedPlugin(compositor).instance(for: ScriptedHost())
      }
      #expect(refusal.words.hasPrefix("the compositor has other pixel"))
    }

    @Test func `a program with a smaller table than the plug-in's is too old for it`() throws {
      var table = ScriptedHost.table()
      table.struct_size = 64
      let refusal = try #require(throws: ExportedFilm.Refusal.self) {
        try ExportedPlugin(Keeping().exported).instance(for: ScriptedHost(), table: table)
      }
      #expect(refusal.words == "the program is older than this ")
    }
  }
}
