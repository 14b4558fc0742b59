import CGStreamer

// SAFETY: the control source is ours until `defer` releases it, by when the binding holds a reference of its own; the
// object sinks the binding that it is given, and `raw` outlives the calls.

/// A property that follows points over stream time. C: `GstInterpolationControlSource`, `GstDirectControlBinding`.
///
/// Every point is given before the pipeline starts: GStreamer 1.22 walks its bindings without a lock.
public struct ControlCurve: Hashable, Sendable {
  /// The interpolation between two points.
  public enum Interpolation: String, Hashable, Sendable {
    /// The last point's value holds.
    case step = "none"
    /// On the straight line between the two.
    case linear
  }

  /// A value at an instant.
  public struct ControlPoint: Hashable, Sendable {
    /// Stream time in nanoseconds.
    public var time: Int64
    /// The property's own value, not scaled to 0…1.
    public var value: Double

    /// `value` at `time`.
    public init(time: Int64, value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// The rule between points.
  public var interpolation: Interpolation
  /// The points; the first must be at 0, because before it the property is undefined.
  public var points: [ControlPoint]

  /// A curve through `points`.
  public init(_ interpolation: Interpolation, points: [ControlPoint]) {
    self.interpolation = interpolation
    self.points = points
  }
}

extension ObjectHandle {
  /// Lets `property` follow `curve`. C: `gst_object_add_control_binding`, `gst_direct_control_binding_new_absolute`.
  ///
  /// - Throws: `GStreamerError` if the property cannot be controlled.
  public func control(_ property: String, with curve: ControlCurve) throws(GStreamerError) {
    guard let source = unsafe gst_interpolation_control_source_new() else {
      throw .refused("A control source cannot be made.")
    }
    defer { unsafe gst_object_unref(source) }
    unsafe gst_util_set_object_arg(gste_g_object(source), "mode", curve.interpolation.rawValue)
    let values = unsafe gste_timed_values(source)
    for point in curve.points {
      unsafe gst_timed_value_control_source_set(values, GstClockTime(max(0, point.time)), point.value)
    }
    let object = unsafe gste_object(raw)
    guard let binding = unsafe gst_direct_control_binding_new_absolute(object, property, source),
      unsafe gst_object_add_control_binding(object, binding) != 0
    else { throw .refused("Property \"\(property)\" of \(name) cannot be controlled.") }
  }
}
