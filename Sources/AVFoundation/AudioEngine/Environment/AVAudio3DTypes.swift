// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A place, in meters (`AVAudio3DPoint`): x to the right, y up, z towards a viewer who looks along -z.
public struct AVAudio3DPoint: Hashable, Sendable {
  /// To the right.
  public var x: Float
  /// Up.
  public var y: Float
  /// Back.
  public var z: Float

  /// The middle.
  public init() { self.init(x: 0, y: 0, z: 0) }
  /// The fields as they are.
  public init(x: Float, y: Float, z: Float) { (self.x, self.y, self.z) = (x, y, z) }

  var vector: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) }
  init(_ vector: SIMD3<Double>) { self.init(x: Float(vector.x), y: Float(vector.y), z: Float(vector.z)) }
}

/// A direction (`AVAudio3DVector`).
public typealias AVAudio3DVector = AVAudio3DPoint

/// A listener's orientation: the directions of view and of the top of the head (`AVAudio3DVectorOrientation`).
public struct AVAudio3DVectorOrientation: Hashable, Sendable {
  /// The direction of view.
  public var forward: AVAudio3DVector
  /// The direction of the top of the head.
  public var up: AVAudio3DVector

  /// Zero vectors.
  public init() { self.init(forward: AVAudio3DVector(), up: AVAudio3DVector()) }
  /// The fields as they are.
  public init(forward: AVAudio3DVector, up: AVAudio3DVector) { (self.forward, self.up) = (forward, up) }
}

/// A listener's orientation as angles of the head, in degrees (`AVAudio3DAngularOrientation`).
public struct AVAudio3DAngularOrientation: Hashable, Sendable {
  /// Clockwise as seen from above.
  public var yaw: Float
  /// Up.
  public var pitch: Float
  /// Towards the right shoulder.
  public var roll: Float

  /// Straight on.
  public init() { self.init(yaw: 0, pitch: 0, roll: 0) }
  /// The fields as they are.
  public init(yaw: Float, pitch: Float, roll: Float) { (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll) }
}

/// A place, in meters.
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint { .init(x: x, y: y, z: z) }
/// A direction.
public func AVAudioMake3DVector(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DVector { .init(x: x, y: y, z: z) }
/// A listener's orientation: the directions of view and of the top of the head.
public func AVAudioMake3DVectorOrientation(
  _ forward: AVAudio3DVector, _ up: AVAudio3DVector
) -> AVAudio3DVectorOrientation { .init(forward: forward, up: up) }
/// A listener's orientation as angles of the head, in degrees.
public func AVAudioMake3DAngularOrientation(
  _ yaw: Float, _ pitch: Float, _ roll: Float
) -> AVAudio3DAngularOrientation { .init(yaw: yaw, pitch: pitch, roll: roll) }

/// Rendering algorithm of sound that is somewhere (`AVAudio3DMixingRenderingAlgorithm`).
public enum AVAudio3DMixingRenderingAlgorithm: Int, Sendable {
  /// By the levels in two channels, whose powers are the same in sum.
  case equalPowerPanning = 0
  /// By the delays to both ears, and the losses by the head, as of a ball.
  case sphericalHead = 1
  /// By measured ears: there are none here, and it is ``sphericalHead``.
  case HRTF = 2
  /// By a field of more than two channels: there is none here, and it is ``equalPowerPanning``.
  case soundField = 3
  /// Not from somewhere, and as loud near and far.
  case stereoPassThrough = 5
  /// By measured ears, better: there are none here, and it is ``sphericalHead``.
  case HRTFHQ = 6
  /// ``sphericalHead`` for headphones, else ``equalPowerPanning``.
  case auto = 7
}

/// Channels of an input that are somewhere (`AVAudio3DMixingSourceMode`).
public enum AVAudio3DMixingSourceMode: Int, Sendable {
  /// One channel is; of more, all stay as they are.
  case spatializeIfMono = 0
  /// None: all stay as they are.
  case bypass = 1
  /// All in one place, mixed to one channel.
  case pointSource = 2
  /// All around: they are not turned with the listener here, and stay as they are.
  case ambienceBed = 3
}

/// Rendering of a point within the listener's head (`AVAudio3DMixingPointSourceInHeadMode`).
public enum AVAudio3DMixingPointSourceInHeadMode: Int, Sendable {
  /// In the middle.
  case mono = 0
  /// As its channels are.
  case bypass = 1
}

/// Device that an environment is heard with (`AVAudioEnvironmentOutputType`).
public enum AVAudioEnvironmentOutputType: Int, Sendable {
  /// The output's kind: not known here, and treated as speakers.
  case auto = 0
  /// Headphones.
  case headphones = 1
  /// Speakers that are built in.
  case builtInSpeakers = 2
  /// Speakers that are not.
  case externalSpeakers = 3
}
