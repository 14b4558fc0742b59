import CGStreamer

// SAFETY: a probe's info owns what passes. What a closure keeps is retained for it, what is replaced or handled is
// released once, and the closure's box lives until the probe is removed, which releases it.

extension Pad {
  /// A probe's verdict on a buffer.
  public enum ProbeVerdict: Sendable {
    /// It passes unchanged.
    case pass
    /// It is dropped.
    case drop
    /// It is dropped, and upstream stops sending (`GST_FLOW_EOS`).
    case end
  }

  /// Calls `body` with every buffer that passes and its caps, on the streaming thread. C: `gst_pad_add_probe`.
  public func probeBuffers(_ body: @escaping @Sendable (Buffer, Caps?) -> ProbeVerdict) {
    typealias Body = @Sendable (Buffer, Caps?) -> ProbeVerdict
    unsafe add(GST_PAD_PROBE_TYPE_BUFFER, CallbackBox<Body>(body).ownedPointer()) { pad, info, data in
      guard let info = unsafe info, let data = unsafe data, let buffer = unsafe gste_probe_buffer(info) else {
        return GST_PAD_PROBE_OK
      }
      let caps = unsafe pad.flatMap { unsafe gst_pad_get_current_caps($0) }.map { unsafe Caps(adopting: $0) }
      switch unsafe CallbackBox<Body>.body(at: data)(Buffer(retaining: buffer), caps) {
      case .pass: return GST_PAD_PROBE_OK
      case .drop: return GST_PAD_PROBE_DROP
      case .end:
        unsafe gst_buffer_unref(buffer)
        unsafe info.pointee.ABI.abi.flow_ret = GST_FLOW_EOS
        return GST_PAD_PROBE_HANDLED
      }
    }
  }

  /// Has what `body` gives pass instead of a buffer; the buffer itself where that is nil. On the streaming thread.
  public func replaceBuffers(_ body: @escaping @Sendable (Buffer) -> Buffer?) {
    typealias Body = @Sendable (Buffer) -> Buffer?
    unsafe add(GST_PAD_PROBE_TYPE_BUFFER, CallbackBox<Body>(body).ownedPointer()) { _, info, data in
      if let info = unsafe info, let data = unsafe data, let buffer = unsafe gste_probe_buffer(info),
        let other = unsafe CallbackBox<Body>.body(at: data)(Buffer(retaining: buffer))
      {
        unsafe info.pointee.data = UnsafeMutableRawPointer(gst_buffer_ref(other.pointer))
        unsafe gst_buffer_unref(buffer)
      }
      return GST_PAD_PROBE_OK
    }
  }

  /// Encloses every passing buffer in an empty one with its times, which gives it back once: keeping the enclosing
  /// buffer does not keep the enclosed one.
  func encloseBuffers() {
    unsafe add(GST_PAD_PROBE_TYPE_BUFFER, nil) { _, info, _ in
      if let info = unsafe info, let buffer = unsafe gste_probe_buffer(info) {
        unsafe info.pointee.data = UnsafeMutableRawPointer(gste_buffer_enclose(buffer))
      }
      return GST_PAD_PROBE_OK
    }
  }

  /// Blocks the stream at this pad, at its first buffer, until the returned block is lifted; calls `body` once blocked.
  /// C: `GST_PAD_PROBE_TYPE_BLOCK`.
  public func block(_ body: @escaping @Sendable () -> Void) -> PadBlock {
    typealias Body = @Sendable () -> Void
    let types = GstPadProbeType(
      rawValue: GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue)
    let id = unsafe add(types, CallbackBox<Body>(body).ownedPointer()) { _, _, data in
      if let data = unsafe data { unsafe CallbackBox<Body>.body(at: data)() }
      return GST_PAD_PROBE_OK
    }
    return PadBlock(pad: self, id: id)
  }

  /// Replaces what is read from this pad at each offset of `parts`, in their order, with the bytes there. For pads in pull mode, as a
  /// file source's that a demuxer reads. C: `GST_PAD_PROBE_TYPE_PULL`.
  public func replaceBytes(_ parts: [(offset: UInt64, bytes: [UInt8])]) {
    typealias Body = @Sendable (UnsafeMutablePointer<GstPadProbeInfo>) -> Void
    let body: Body = { info in
      guard let buffer = unsafe gste_probe_buffer(info) else { return }
      let start = unsafe UInt64(info.pointee.offset)
      let read = unsafe start..<(start + UInt64(gst_buffer_get_size(buffer)))
      // The first part that ends behind where is read: there may be one for each packet of a long file.
      var (first, end) = (0, parts.count)
      while first < end {
        let middle = (first + end) / 2
        let isBefore = parts[middle].offset + UInt64(parts[middle].bytes.count) <= read.lowerBound
        (first, end) = isBefore ? (middle + 1, end) : (first, middle)
      }
      guard first < parts.count, parts[first].offset < read.upperBound else { return }
      let writable = unsafe gste_buffer_make_writable(buffer)
      for part in parts[first...].prefix(while: { $0.offset < read.upperBound }) {
        let common = read.clamped(to: part.offset..<(part.offset + UInt64(part.bytes.count)))
        let bytes = Array(
          part.bytes[Int(common.lowerBound - part.offset)..<Int(common.upperBound - part.offset)])
        unsafe gst_buffer_fill(writable, gsize(common.lowerBound - read.lowerBound), bytes, gsize(bytes.count))
      }
      unsafe info.pointee.data = UnsafeMutableRawPointer(writable)
    }
    let types = GstPadProbeType(rawValue: GST_PAD_PROBE_TYPE_PULL.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue)
    unsafe add(types, CallbackBox<Body>(body).ownedPointer()) { _, info, data in
      if let info = unsafe info, let data = unsafe data { unsafe CallbackBox<Body>.body(at: data)(info) }
      return GST_PAD_PROBE_OK
    }
  }

  /// Has what reads from this pad take `window`, in bytes, for the whole. For pads in pull mode, as a file source's. C:
  /// `gst_pad_set_getrange_function`, `GST_QUERY_DURATION`.
  public func narrow(to window: Range<UInt64>) {
    unsafe gste_pad_narrow(pointer, guint64(window.lowerBound), guint64(window.upperBound))
    typealias Body = @Sendable (UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn
    let body: Body = { info in
      guard let query = unsafe gste_probe_query(info), unsafe gste_query_type(query) == GST_QUERY_DURATION else {
        return GST_PAD_PROBE_OK
      }
      var format = GST_FORMAT_UNDEFINED
      unsafe gst_query_parse_duration(query, &format, nil)
      guard format == GST_FORMAT_BYTES else { return GST_PAD_PROBE_OK }
      unsafe gst_query_set_duration(query, format, gint64(clamping: window.upperBound - window.lowerBound))
      return GST_PAD_PROBE_HANDLED
    }
    unsafe add(GST_PAD_PROBE_TYPE_QUERY_UPSTREAM, CallbackBox<Body>(body).ownedPointer()) { _, info, data in
      guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
      return unsafe CallbackBox<Body>.body(at: data)(info)
    }
  }

  /// Declares to upstream that strided frames are supported here, so that decoders need not copy them: 1.22's `appsink`
  /// does not answer the query itself. C: `gst_query_add_allocation_meta`.
  public func acceptVideoMeta() {
    unsafe add(GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, nil) { _, info, _ in
      guard let info = unsafe info, let query = unsafe gste_probe_query(info),
        unsafe gste_query_type(query) == GST_QUERY_ALLOCATION
      else { return GST_PAD_PROBE_OK }
      unsafe gst_query_add_allocation_meta(query, gste_video_meta_api(), nil)
      return GST_PAD_PROBE_HANDLED
    }
  }

  /// Lets neither buffers nor the end of the stream pass any more once `isClosed`, which is asked on the streaming thread.
  /// C: `GST_PAD_PROBE_DROP`.
  func close(when isClosed: @escaping @Sendable () -> Bool) {
    typealias Body = @Sendable () -> Bool
    let types = GstPadProbeType(
      rawValue: GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue)
    unsafe add(types, CallbackBox<Body>(isClosed).ownedPointer()) { _, _, data in
      guard let data = unsafe data, unsafe CallbackBox<Body>.body(at: data)() else { return GST_PAD_PROBE_OK }
      return GST_PAD_PROBE_DROP
    }
  }

  @discardableResult
  func add(
    _ type: GstPadProbeType, _ data: UnsafeMutableRawPointer?, _ callback: GstPadProbeCallback
  ) -> UInt {
    unsafe UInt(gst_pad_add_probe(pointer, type, callback, data, { unsafe releaseCallbackBox($0) }))
  }
}

/// A blocked pad. C: `gst_pad_remove_probe`.
public struct PadBlock: Sendable {
  let pad: Pad
  let id: UInt

  /// Unblocks the pad.
  public func lift() {
    unsafe gst_pad_remove_probe(pad.pointer, gulong(id))
  }
}
