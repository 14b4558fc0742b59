// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// A kind of unit that can be made (`AVAudioUnitComponent`). Immutable. Threads: any.
open class AVAudioUnitComponent: NSObject, @unchecked Sendable {
  // @unchecked: it does not change.
  /// The kind, among those that functions find.
  public let audioComponent: AudioComponent

  init(_ component: AudioComponent) {
    audioComponent = component
    super.init()
  }

  /// Kind, subtype and manufacturer, by four letters each.
  open var audioComponentDescription: AudioComponentDescription { audioComponent.description }
  /// Name of the component.
  open var name: String { audioComponent.name }
  /// Manufacturer of the component: Apple, as its four letters say, which stand for this package's own units here.
  open var manufacturerName: String { AVAudioUnitManufacturerNameApple }
  /// Kind of the component: one of the names `AVAudioUnitType…`.
  open var typeName: String {
    switch audioComponentDescription.componentType {
    case kAudioUnitType_Output: AVAudioUnitTypeOutput
    case kAudioUnitType_Mixer: AVAudioUnitTypeMixer
    case kAudioUnitType_FormatConverter: AVAudioUnitTypeFormatConverter
    default: AVAudioUnitTypeEffect
    }
  }
  /// Kind of the component, as people read it: in English.
  open var localizedTypeName: String { typeName }
  /// The version, as a number: 1.
  open var version: Int { 1 }
  /// The version, as people read it.
  open var versionString: String { "1" }
  /// Whether its code may run in a sandbox: it is the program's own.
  open var isSandboxSafe: Bool { true }
  /// Whether it takes notes: no.
  open var hasMIDIInput: Bool { false }
  /// Whether it gives notes: no.
  open var hasMIDIOutput: Bool { false }
  /// Whether it has a view of its own: no.
  open var hasCustomView: Bool { false }
  /// Whether a check of Apple's was passed: there is none here.
  open var passesAUVal: Bool { false }
  /// The kinds of processors that its code is for: nothing is loaded, so that none is listed.
  open var availableArchitectures: [NSNumber] { [] }
  /// The user's words for it, none here.
  open var userTagNames: [String] { [] }
  /// All words for it: its kind.
  open var allTagNames: [String] { [typeName] }
  /// URL of its picture: it has none.
  open var iconURL: URL? { nil }

  /// Whether it can take `numInputChannels` and give `numOutputChannels`: as many of both, or any where it mixes or converts.
  open func supportsNumberInputChannels(_ numInputChannels: Int, outputChannels numOutputChannels: Int) -> Bool {
    guard numInputChannels >= 0, numOutputChannels > 0 else { return false }
    return typeName != AVAudioUnitTypeEffect || numInputChannels == numOutputChannels
  }
}

/// Finds kinds of units (`AVAudioUnitComponentManager`): those that functions find (`AudioComponentFindNext`). Threads: any.
open class AVAudioUnitComponentManager: NSObject, @unchecked Sendable {
  // @unchecked: it has no state.
  private static let one = AVAudioUnitComponentManager()

  /// The manager.
  open class func shared() -> AVAudioUnitComponentManager { one }

  /// The same as ``shared()``, as another object.
  public override init() { super.init() }

  /// The words for kinds of units, sorted.
  open var tagNames: [String] { Set(all.flatMap(\.allTagNames)).sorted() }
  /// The words for kinds of units that are known everywhere, sorted.
  open var standardLocalizedTagNames: [String] { tagNames }

  /// The kinds that `desc` asks for, in which 0 stands for any.
  open func components(matching desc: AudioComponentDescription) -> [AVAudioUnitComponent] {
    all.filter { $0.audioComponent.fits(desc) }
  }

  /// The kinds of which `testHandler` says true, until it sets its second argument.
  open func components(
    passingTest testHandler: (AVAudioUnitComponent, UnsafeMutablePointer<ObjCBool>) -> Bool
  ) -> [AVAudioUnitComponent] {
    var (found, stops): ([AVAudioUnitComponent], ObjCBool) = ([], false)
    for component in all {
      // SAFETY: the pointer is to a variable of this call, and the handler has it for the length of its own.
      let isWanted = unsafe withUnsafeMutablePointer(to: &stops) { unsafe testHandler(component, $0) }
      if isWanted { found.append(component) }
      if stops.boolValue { break }
    }
    return found
  }

  private var all: [AVAudioUnitComponent] { OpaqueAudioComponent.all.map { AVAudioUnitComponent($0) } }

  /// Posted when kinds of units came or went, which they do not here.
  public static let registrationsChangedNotification = Notification.Name(
    "AVAudioUnitComponentManagerRegistrationsChangedNotification")
}

extension Notification.Name {
  /// Posted when a component's words changed, which they do not here.
  public static let AVAudioUnitComponentTagsDidChange = Notification.Name(
    "AVAudioUnitComponentTagsDidChangeNotification")
}

/// Outputs.
public let AVAudioUnitTypeOutput = "Output"
/// Instruments.
public let AVAudioUnitTypeMusicDevice = "Music Device"
/// Effects that are led by notes.
public let AVAudioUnitTypeMusicEffect = "Music Effect"
/// Converters, which ask for more or fewer samples than they give.
public let AVAudioUnitTypeFormatConverter = "Format Converter"
/// Effects.
public let AVAudioUnitTypeEffect = "Effect"
/// Mixers.
public let AVAudioUnitTypeMixer = "Mixer"
/// Panners.
public let AVAudioUnitTypePanner = "Panner"
/// Generators of sound.
public let AVAudioUnitTypeGenerator = "Generator"
/// Effects that need all of a sound.
public let AVAudioUnitTypeOfflineEffect = "Offline Effect"
/// Processors that make notes of notes.
public let AVAudioUnitTypeMIDIProcessor = "MIDI Processor"
/// The manufacturer of units that come with the system.
public let AVAudioUnitManufacturerNameApple = "Apple"
