// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Capture
public import CoreMedia
public import Foundation
import Rendering

/// Ports that sound comes from and goes to (`AVAudioSessionRouteDescription`). Immutable. Threads: any.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes after it is made.
  /// Ports that sound comes from.
  public let inputs: [AVAudioSessionPortDescription]
  /// The outputs: none, since players here have no output device.
  public let outputs: [AVAudioSessionPortDescription] = []

  init(inputs: [AVAudioSessionPortDescription]) {
    self.inputs = inputs
    super.init()
  }

  /// Whether `object` is a route with the same inputs.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioSessionRouteDescription)?.inputs == inputs
  }
  /// Of routes with the same inputs, the same number.
  open override var hash: Int { inputs.hashValue }
  /// The names of its ports.
  open override var description: String { "<AVAudioSessionRouteDescription: inputs = \(inputs); outputs = \(outputs)>" }
}

/// A microphone of a session (`AVAudioSessionPortDescription`). Immutable. Threads: any.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes after it is made.
  /// The microphone.
  let device: CaptureDevice

  init(_ device: CaptureDevice) {
    self.device = device
    super.init()
  }

  /// Its type: `builtInMic`, since it is not known whether it is built in.
  public var portType: AVAudioSession.Port { .builtInMic }
  /// Name of the port, for people.
  public var portName: String { device.localizedName }
  /// Identifier of the port in settings: that of its `AVCaptureDevice`.
  public var uid: String { device.uniqueID }
  /// Whether it works on the sound of calls: not known, so false.
  public var hasHardwareVoiceCallProcessing: Bool { false }
  /// Whether it plays sound in space: no.
  public var isSpatialAudioEnabled: Bool { false }
  /// Its channels: nil, as they are not known before it is opened.
  public var channels: [AVAudioSessionChannelDescription]? { nil }
  /// Data sources that it can be switched to: none is known.
  public var dataSources: [AVAudioSessionDataSourceDescription]? { nil }
  /// Data source that it is switched to: none is known.
  public var selectedDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// Data source that it is to be switched to: none.
  public var preferredDataSource: AVAudioSessionDataSourceDescription? { nil }
  /// Switches it; nil changes nothing.
  ///
  /// - Throws: An error with `badParam` for anything else.
  open func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw AVAudioSession.ErrorCode.badParam.error }
  }

  /// Whether `object` is the same microphone.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVAudioSessionPortDescription)?.uid == uid }
  /// The hash of its identifier.
  open override var hash: Int { uid.hashValue }
  /// Its type, name and identifier.
  open override var description: String {
    "<AVAudioSessionPortDescription: type = \(portType.rawValue); name = \(portName); UID = \(uid)>"
  }
}

/// A channel of a port (`AVAudioSessionChannelDescription`). There is none here: ports do not know theirs.
open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes after it is made.
  /// Name of the channel, for people.
  public let channelName: String
  /// The identifier of its port.
  public let owningPortUID: String
  /// Its number among those of its port.
  public let channelNumber: Int
  /// Speaker of the channel.
  public let channelLabel: AudioChannelLabel

  init(_ name: String, of port: String, number: Int, label: AudioChannelLabel) {
    (channelName, owningPortUID, channelNumber, channelLabel) = (name, port, number, label)
    super.init()
  }
}

/// Data source that a port can be switched to (`AVAudioSessionDataSourceDescription`). There is none here.
open class AVAudioSessionDataSourceDescription: NSObject, @unchecked Sendable {
  // @unchecked: nothing changes after it is made.
  /// Its number.
  public let dataSourceID: NSNumber
  /// Name of the data source, for people.
  public let dataSourceName: String
  /// Place of the microphone on the device; nil where nothing says.
  public var location: AVAudioSession.Location? { nil }
  /// Direction in which it looks; nil where nothing says.
  public var orientation: AVAudioSession.Orientation? { nil }
  /// Polar patterns that it can have; nil where they cannot be set.
  public var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { nil }
  /// Polar pattern that it has; nil where it cannot be set.
  public var selectedPolarPattern: AVAudioSession.PolarPattern? { nil }
  /// Polar pattern that it is to have; nil where none was set.
  public var preferredPolarPattern: AVAudioSession.PolarPattern? { nil }

  init(_ name: String, number: Int) {
    (dataSourceName, dataSourceID) = (name, NSNumber(value: number))
    super.init()
  }

  /// Has it listen in another way; nil changes nothing.
  ///
  /// - Throws: An error with `badParam` for anything else.
  open func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
    if pattern != nil { throw AVAudioSession.ErrorCode.badParam.error }
  }
}

extension AVAudioSession {
  /// Kind of a port (`AVAudioSession.Port`).
  public struct Port: RawRepresentable, Hashable, Sendable {
    /// AVFoundation's name.
    public var rawValue: String
    /// The port of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A line in.
    public static let lineIn = Port(rawValue: "LineIn")
    /// A microphone that is built in.
    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    /// The microphone of a headset.
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    /// A phone as a microphone.
    public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")
    /// A line out.
    public static let lineOut = Port(rawValue: "LineOut")
    /// Headphones.
    public static let headphones = Port(rawValue: "Headphones")
    /// A device that plays over Bluetooth.
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    /// The small speaker that a phone is held to the ear with.
    public static let builtInReceiver = Port(rawValue: "Receiver")
    /// A speaker that is built in.
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    /// HDMI.
    public static let HDMI = Port(rawValue: "HDMIOutput")
    /// AirPlay.
    public static let airPlay = Port(rawValue: "AirPlay")
    /// Bluetooth of low energy.
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    /// A hands-free device over Bluetooth.
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    /// USB.
    public static let usbAudio = Port(rawValue: "USBAudio")
    /// A car.
    public static let carAudio = Port(rawValue: "CarAudio")
    /// A device that is computed.
    public static let virtual = Port(rawValue: "Virtual")
    /// PCI.
    public static let PCI = Port(rawValue: "PCI")
    /// FireWire.
    public static let fireWire = Port(rawValue: "FireWire")
    // swift-format-ignore: DontRepeatTypeInStaticProperties
    /// DisplayPort.
    public static let displayPort = Port(rawValue: "DisplayPort")
    /// Audio Video Bridging.
    public static let AVB = Port(rawValue: "AVB")
    /// Thunderbolt.
    public static let thunderbolt = Port(rawValue: "Thunderbolt")
  }

  /// Place of a microphone on a device (`AVAudioSession.Location`).
  public struct Location: RawRepresentable, Hashable, Sendable {
    /// AVFoundation's name.
    public var rawValue: String
    /// The place of this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Above.
    public static let upper = Location(rawValue: "Upper")
    /// Below.
    public static let lower = Location(rawValue: "Lower")
  }

  /// Direction in which a microphone looks (`AVAudioSession.Orientation`).
  public struct Orientation: RawRepresentable, Hashable, Sendable {
    /// AVFoundation's name.
    public var rawValue: String
    /// The way of this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Up.
    public static let top = Orientation(rawValue: "Top")
    /// Down.
    public static let bottom = Orientation(rawValue: "Bottom")
    /// Towards the screen's user.
    public static let front = Orientation(rawValue: "Front")
    /// Away from the screen.
    public static let back = Orientation(rawValue: "Back")
    /// To the left.
    public static let left = Orientation(rawValue: "Left")
    /// To the right.
    public static let right = Orientation(rawValue: "Right")
  }

  /// Directions from which a microphone hears (`AVAudioSession.PolarPattern`).
  public struct PolarPattern: RawRepresentable, Hashable, Sendable {
    /// AVFoundation's name.
    public var rawValue: String
    /// The pattern of this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// From everywhere.
    public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
    /// From before it.
    public static let cardioid = PolarPattern(rawValue: "Cardioid")
    /// From before it, and less from the sides.
    public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
    /// From two sides.
    public static let stereo = PolarPattern(rawValue: "Stereo")
  }
}
