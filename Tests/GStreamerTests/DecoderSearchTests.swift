import CGStreamer
import GStreamer
import Testing

/// The decoders that are found for a kind of stream without a choice of the caller's.
@Suite("The search for decoders")
struct DecoderSearchTests {
  /// Registers an element without anything of its own, called `name`, at the highest rank that there is.
  private static func register(_ name: String, _ prepare: GClassInitFunc) throws {
    // SAFETY: The sizes are those of the type that it derives from; names are copied.
    let type = unsafe g_type_register_static_simple(
      gst_element_get_type(), name, UInt32(MemoryLayout<GstElementClass>.size), prepare,
      UInt32(MemoryLayout<GstElement>.size), nil, GTypeFlags(rawValue: 0))
    try #require(unsafe gst_element_register(nil, name, .max, type) != 0)
  }

  /// Says that the elements of a class are of `kind`, and take and give streams of the test's own.
  private static func describe(_ type: gpointer?, _ kind: String) {
    guard let type = unsafe type?.assumingMemoryBound(to: GstElementClass.self) else { return }
    unsafe gst_element_class_set_metadata(type, "Test", kind, "Test", "Test")
    for (direction, text) in [(GST_PAD_SINK, "video/x-test"), (GST_PAD_SRC, "video/x-raw")] {
      let caps = unsafe gst_caps_from_string(text)
      unsafe gst_element_class_add_pad_template(
        type, gst_pad_template_new(direction == GST_PAD_SINK ? "sink" : "src", direction, GST_PAD_ALWAYS, caps))
      unsafe gst_caps_unref(caps)
    }
  }

  @Test func `a device's decoder is never found by its rank`() throws {
    try Framework.start()
    let stream = try Caps("video/x-test,width=64")
    try unsafe Self.register("test_hardware_decoder") { type, _ in
      unsafe DecoderSearchTests.describe(type, "Codec/Decoder/Video/Hardware")
    }
    #expect(Framework.hasElement("test_hardware_decoder"))
    #expect(Framework.decoders(for: stream) == [])
    try unsafe Self.register("test_decoder") { type, _ in
      unsafe DecoderSearchTests.describe(type, "Codec/Decoder/Video")
    }
    #expect(Framework.decoders(for: stream) == ["test_decoder"])
    let pads = try #require(Framework.templates(ofElement: "test_hardware_decoder"))
    #expect(pads.sinkCaps.intersects(stream) && pads.sourceCaps.mediaType == "video/x-raw")
    #expect(try !pads.sinkCaps.intersects(Caps("video/x-h264")))
    #expect(Framework.templates(ofElement: "no-such-element") == nil)
  }
}
