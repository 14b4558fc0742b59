package import GStreamer

extension ElementName {
  // QUIRK: FFV1 and Motion JPEG: `gst-libav` lets decoders write pixels that GStreamer has no name for (of 9, 14 or 16 bits; of
  // 4:4:0 or 4:1:1) into memory that it could not get, which ends the process. In: GStreamer 1.22. Test: "FFV1 of pixels that no
  // element knows is refused and ends no process", "Motion JPEG of 4:4:4 and 4:2:2 keeps its chroma, and other shapes are
  // refused".
  /// The decoder of this name, with as many `threads` where it has some: it decodes each frame, however late, and drops those
  /// whose references are missing.
  ///
  /// Decoders of libav write into memory of their own: into a buffer of GStreamer's they would write while it is handed on, so
  /// that `gst_video_decoder_finish_frame` copies it into memory that no pool has.
  package func makeDecoder(threads: Int) throws -> Element {
    let element = try make()
    for property in ["max-threads", "threads"] where element.hasProperty(property) {
      try element.set(property, threads)
    }
    if element.hasProperty("direct-rendering") { try element.set("direct-rendering", false) }
    if element.hasProperty("qos") { try element.set("qos", false) }
    // The usual one of JPEG is fast, and off by a level or two.
    if element.hasProperty("idct-method") { try element.set("idct-method", "islow") }
    // `FrameSource` seeks further back to recover the frames that are dropped.
    if element.hasProperty("output-corrupt") { try element.set("output-corrupt", false) }
    return element
  }
}
