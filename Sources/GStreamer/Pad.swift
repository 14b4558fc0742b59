import CGStreamer

// SAFETY: `raw` holds a reference to a GstPad. What C gives away (caps, events, texts) is adopted or freed in the
// same function, and a seek event is consumed by the call that sends it.

/// The entrance or exit of media at an element. C: `GstPad`.
///
/// Threads: any.
@safe public final class Pad: ObjectHandle, @unchecked Sendable {
  // @unchecked: as its superclass.

  var pointer: UnsafeMutablePointer<GstPad> { unsafe raw.assumingMemoryBound(to: GstPad.self) }

  /// The present caps, or those that are possible if nothing flows yet. C: `gst_pad_get_current_caps`, `gst_pad_query_caps`.
  public var caps: Caps? {
    if let current = unsafe gst_pad_get_current_caps(pointer) { return unsafe Caps(adopting: current) }
    return unsafe gst_pad_query_caps(pointer, nil).map { unsafe Caps(adopting: $0) }
  }

  /// The identifier of the stream, whose last component the demuxer makes from the track's number; nil before the stream
  /// starts. C: `gst_pad_get_stream_id`.
  public var streamID: String? {
    guard let text = unsafe gst_pad_get_stream_id(pointer) else { return nil }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  /// The language in the stream's tags, an ISO 639 code; nil where it is not known. C: `GST_TAG_LANGUAGE_CODE`.
  public var languageCode: String? {
    var index: UInt32 = 0
    while let event = unsafe gst_pad_get_sticky_event(pointer, GST_EVENT_TAG, index) {
      defer { unsafe gst_event_unref(event) }
      index += 1
      var tags: UnsafeMutablePointer<GstTagList>?
      unsafe gst_event_parse_tag(event, &tags)
      var text: UnsafeMutablePointer<gchar>?
      guard let tags = unsafe tags, unsafe gst_tag_list_get_string(tags, GST_TAG_LANGUAGE_CODE, &text) != 0,
        let found = unsafe text
      else { continue }
      defer { unsafe g_free(found) }
      return unsafe String(cString: found)
    }
    return nil
  }

  /// Joins this source pad to `sink`. C: `gst_pad_link`.
  ///
  /// - Throws: `GStreamerError` that names both pads and the reason.
  public func link(to sink: Pad) throws(GStreamerError) {
    let outcome = unsafe gst_pad_link(pointer, sink.pointer)
    guard outcome == GST_PAD_LINK_OK else {
      let reason = unsafe gst_pad_link_get_name(outcome).map { unsafe String(cString: $0) } ?? "unknown"
      throw .refused("Pad \(name) does not link to \(sink.name): \(reason).")
    }
  }

  /// Sets a number of the pad. C: `g_object_set_property`.
  public func set(_ property: String, _ number: Int) {
    var value = GValue()
    unsafe gste_value_init_int64(&value, gint64(number))
    defer { unsafe g_value_unset(&value) }
    unsafe g_object_set_property(gste_g_object(raw), property, &value)
  }

  /// Sets a number with a fraction. C: `g_object_set_property`.
  public func set(_ property: String, _ number: Double) {
    var value = GValue()
    unsafe gste_value_init_double(&value, number)
    defer { unsafe g_value_unset(&value) }
    unsafe g_object_set_property(gste_g_object(raw), property, &value)
  }

  /// Sends a flushing seek to the element this source pad belongs to: play from `start` nanoseconds, from the key frame
  /// at or before it, to the last packet. C: `gst_event_new_seek` with `FLUSH | ACCURATE`.
  public func seek(to start: Int64) -> Bool {
    let flags = GstSeekFlags(rawValue: GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
    guard
      let event = unsafe gst_event_new_seek(
        1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, gint64(start), GST_SEEK_TYPE_SET, -1)
    else { return false }
    return unsafe gst_pad_send_event(pointer, event) != 0
  }

  /// Asks the encoder above this source pad to make a key frame of the first picture whose running time, in nanoseconds, is `time` or
  /// later. C: `gst_video_event_new_upstream_force_key_unit`.
  ///
  /// - Returns: Whether there is one that does.
  @discardableResult
  public func requestKeyFrame(at time: Int64) -> Bool {
    guard let event = unsafe gst_video_event_new_upstream_force_key_unit(guint64(max(0, time)), 0, 0) else {
      return false
    }
    return unsafe gst_pad_send_event(pointer, event) != 0
  }
}
