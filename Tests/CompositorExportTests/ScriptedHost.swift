import CompositorABI
import CompositorExport

/// A program on the other side of the border, which hands out what a test says and remembers what is reported to it.
///
/// Its handles are its own address. One thread at a time.
@safe final class ScriptedHost: @unchecked Sendable {
  // @unchecked: a test uses a host on one thread at a time.
  /// What was reported at the end of requests, in order.
  private(set) var reports: [String] = []
  /// The frame that a request was finished with.
  private(set) var finished: UnsafePointer<gstedit_frame>?

  /// The sources' frames, of the tracks 1, 2 and so on.
  var sources: [UnsafeMutablePointer<gstedit_frame>] = unsafe []
  /// The frame that is made for a request; none where there is no memory.
  var newFrame: UnsafeMutablePointer<gstedit_frame>?
  var isCancelled = false
  var layers: [gstedit_layer] = []
  var time = gstedit_time(value: 3, timescale: 1)
  var numbers: [String: Double] = [:]
  var texts: [String: [CChar]] = [:]

  private var owned: [UnsafeMutableRawPointer] = unsafe []

  deinit { unsafe owned.forEach { unsafe $0.deallocate() } }

  /// The handle of every request and film.
  var handle: gstedit_handle { UInt64(unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) }

  private static func host(_ handle: gstedit_handle) -> ScriptedHost? {
    unsafe UnsafeRawPointer(bitPattern: UInt(handle)).map {
      unsafe Unmanaged<ScriptedHost>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// A frame whose planes hold `bytes`, of `width` × `height` pixels in yuv420p, 16 more bytes than there are pixels in
  /// each row.
  func frame(_ width: Int, _ height: Int, filledWith byte: UInt8) -> UnsafeMutablePointer<gstedit_frame> {
    func plane(_ width: Int, _ height: Int) -> gstedit_plane {
      let count = (width + 16) * height
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
      unsafe bytes.initialize(repeating: byte, count: count)
      unsafe owned.append(UnsafeMutableRawPointer(bytes))
      return unsafe gstedit_plane(
        bytes: bytes, bytes_per_row: width + 16, row_byte_count: width, height: UInt32(height))
    }
    let frame = UnsafeMutablePointer<gstedit_frame>.allocate(capacity: 1)
    unsafe owned.append(UnsafeMutableRawPointer(frame))
    unsafe frame.initialize(
      to: gstedit_frame(
        format: UInt32(GSTEDIT_FORMAT_YUV420P), width: UInt32(width), height: UInt32(height), plane_count: 3,
        planes: (plane(width, height), plane(width / 2, height / 2), plane(width / 2, height / 2), gstedit_plane())))
    return unsafe frame
  }

  /// The host's table.
  static func table() -> gstedit_host {
    unsafe gstedit_host(
      struct_size: UInt32(MemoryLayout<gstedit_host>.size), abi_version: 2,
      number: { handle, name, value in
        guard let name = unsafe name, let number = unsafe ScriptedHost.host(handle)?.numbers[String(cString: name)]
        else { return 0 }
        unsafe value?.pointee = number
        return 1
      },
      text: { handle, name in
        guard let host = ScriptedHost.host(handle), let name = unsafe name,
          let text = unsafe host.texts[String(cString: name)]
        else { return nil }
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
        unsafe host.owned.append(UnsafeMutableRawPointer(copy))
        for (index, character) in text.enumerated() { unsafe (copy + index).initialize(to: character) }
        return unsafe UnsafePointer(copy)
      },
      composition_time: { ScriptedHost.host($0)?.time ?? gstedit_time() },
      instruction_range: { _, start, duration in
        unsafe start?.pointee = gstedit_time(value: 2, timescale: 1)
        unsafe duration?.pointee = gstedit_time(value: 4, timescale: 1)
      },
      tween: { _ in 0.25 },
      layer: { handle, index, layer in
        guard let layers = ScriptedHost.host(handle)?.layers, layers.indices.contains(Int(index)) else { return 0 }
        unsafe layer?.pointee = layers[Int(index)]
        return 1
      },
      source_count: { UInt32(unsafe ScriptedHost.host($0)?.sources.count ?? 0) },
      source_track: { Int32($1) + 1 },
      source_frame: { handle, track in
        guard let sources = unsafe ScriptedHost.host(handle)?.sources, unsafe sources.indices.contains(Int(track) - 1)
        else {
          return nil
        }
        return unsafe UnsafePointer(sources[Int(track) - 1])
      },
      new_frame: { unsafe ScriptedHost.host($0)?.newFrame },
      is_cancelled: { ScriptedHost.host($0)?.isCancelled == true ? 1 : 0 },
      finish: { handle, frame in
        ScriptedHost.host(handle)?.reports.append("finished")
        unsafe ScriptedHost.host(handle)?.finished = unsafe frame
      },
      fail: { handle, message in
        ScriptedHost.host(handle)?.reports.append(
          "failed: \(unsafe message.map { unsafe String(cString: $0) } ?? "NULL")")
      },
      finish_cancelled: { ScriptedHost.host($0)?.reports.append("cancelled") }, background: { _, _ in })
  }
}
