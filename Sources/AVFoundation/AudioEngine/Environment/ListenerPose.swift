import Foundation

/// Position of a listener, and the direction in which he looks. A value.
///
/// ```
///        up  ↑   ╱ forward          unless set: forward is -z, up is y, right is x
///            │ ╱
///            └──▶ right
/// ```
struct ListenerPose: Hashable, Sendable {
  /// In meters.
  var position = AVAudio3DPoint()
  /// As it was set.
  private(set) var orientation = AVAudio3DVectorOrientation(
    forward: AVAudio3DVector(x: 0, y: 0, z: -1), up: AVAudio3DVector(x: 0, y: 1, z: 0))

  /// Turns him; what is no direction changes nothing.
  mutating func turn(to orientation: AVAudio3DVectorOrientation) {
    if Self.axes(orientation) != nil { self.orientation = orientation }
  }

  /// Turn of the listener, in degrees.
  var angles: AVAudio3DAngularOrientation {
    get {
      let (_, up, forward) = axes
      let yaw = atan2(forward.x, -forward.z)
      let pitch = asin(forward.y.within(-1...1))
      let (level, upright) = Self.unrolled(yaw, pitch)
      let roll = atan2(Self.dot(up, level), Self.dot(up, upright))
      return AVAudio3DAngularOrientation(
        yaw: Self.degrees(yaw), pitch: Self.degrees(pitch), roll: Self.degrees(roll))
    }
    set {
      let radians = [newValue.yaw, newValue.pitch, newValue.roll].map { Double($0) * Double.pi / 180 }
      guard radians.allSatisfy(\.isFinite) else { return }
      let (level, upright) = Self.unrolled(radians[0], radians[1])
      let forward = SIMD3(
        sin(radians[0]) * cos(radians[1]), sin(radians[1]), -cos(radians[0]) * cos(radians[1]))
      let up = upright * cos(radians[2]) + level * sin(radians[2])
      orientation = AVAudio3DVectorOrientation(forward: AVAudio3DVector(forward), up: AVAudio3DVector(up))
    }
  }

  /// Distance of `place`, and the part of the way to it that goes to the right, from -1 to 1; nil for what is no place.
  func bearing(of place: AVAudio3DPoint) -> (distance: Double, lateral: Double)? {
    let way = place.vector - position.vector
    let distance = Self.dot(way, way).squareRoot()
    guard distance.isFinite else { return nil }
    return (distance, distance > 1e-6 ? (Self.dot(way, axes.right) / distance).within(-1...1) : 0)
  }

  private var axes: (right: SIMD3<Double>, up: SIMD3<Double>, forward: SIMD3<Double>) {
    Self.axes(orientation) ?? (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, -1))
  }

  /// Three directions, each at a right angle to the others; nil where the orientation says none.
  private static func axes(
    _ orientation: AVAudio3DVectorOrientation
  ) -> (right: SIMD3<Double>, up: SIMD3<Double>, forward: SIMD3<Double>)? {
    guard let forward = unit(orientation.forward.vector) else { return nil }
    let stated = orientation.up.vector
    guard let up = unit(stated - forward * dot(stated, forward)) else { return nil }
    let right = SIMD3(
      forward.y * up.z - forward.z * up.y, forward.z * up.x - forward.x * up.z, forward.x * up.y - forward.y * up.x)
    return (right, up, forward)
  }

  /// The right and up vectors for a direction of view, without roll.
  private static func unrolled(_ yaw: Double, _ pitch: Double) -> (right: SIMD3<Double>, up: SIMD3<Double>) {
    (
      SIMD3(cos(yaw), 0, sin(yaw)), SIMD3(-sin(yaw) * sin(pitch), cos(pitch), cos(yaw) * sin(pitch))
    )
  }

  private static func unit(_ vector: SIMD3<Double>) -> SIMD3<Double>? {
    let length = dot(vector, vector).squareRoot()
    return length.isFinite && length > 1e-6 ? vector / length : nil
  }

  private static func dot(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double { (one * other).sum() }
  private static func degrees(_ radians: Double) -> Float { Float(radians * 180 / Double.pi) }
}
