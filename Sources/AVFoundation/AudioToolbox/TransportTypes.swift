// swift-format-ignore-file: AlwaysUseLowerCamelCase

// How devices are connected (`kAudioDevicePropertyTransportType`), by Core Audio's letters.

/// Not known (`0`).
public let kAudioDeviceTransportTypeUnknown: UInt32 = 0
/// Built in (`'bltn'`).
public let kAudioDeviceTransportTypeBuiltIn: UInt32 = 0x626C_746E
/// Several devices (`'grup'`).
public let kAudioDeviceTransportTypeAggregate: UInt32 = 0x6772_7570
/// A program (`'virt'`).
public let kAudioDeviceTransportTypeVirtual: UInt32 = 0x7669_7274
/// PCI (`'pci '`).
public let kAudioDeviceTransportTypePCI: UInt32 = 0x7063_6920
/// USB (`'usb '`).
public let kAudioDeviceTransportTypeUSB: UInt32 = 0x7573_6220
/// FireWire (`'1394'`).
public let kAudioDeviceTransportTypeFireWire: UInt32 = 0x3133_3934
/// Bluetooth (`'blue'`).
public let kAudioDeviceTransportTypeBluetooth: UInt32 = 0x626C_7565
/// Bluetooth of low energy (`'blea'`).
public let kAudioDeviceTransportTypeBluetoothLE: UInt32 = 0x626C_6561
/// HDMI (`'hdmi'`).
public let kAudioDeviceTransportTypeHDMI: UInt32 = 0x6864_6D69
/// DisplayPort (`'dprt'`).
public let kAudioDeviceTransportTypeDisplayPort: UInt32 = 0x6470_7274
/// AirPlay (`'airp'`).
public let kAudioDeviceTransportTypeAirPlay: UInt32 = 0x6169_7270
/// AVB (`'eavb'`).
public let kAudioDeviceTransportTypeAVB: UInt32 = 0x6561_7662
/// Thunderbolt (`'thun'`).
public let kAudioDeviceTransportTypeThunderbolt: UInt32 = 0x7468_756E
