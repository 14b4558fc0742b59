// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia

// What functions of units and sequences report on Apple's platforms (AUComponent.h, MusicPlayer.h), beside what is reported here.

/// The file cannot be read by the unit.
public let kAudioUnitErr_InvalidFile: OSStatus = -10_871
/// The unit does not know the type of the file.
public let kAudioUnitErr_UnknownFileType: OSStatus = -10_870
/// The unit was given no file.
public let kAudioUnitErr_FileNotSpecified: OSStatus = -10_869
/// There is no such instrument.
public let kAudioUnitErr_IllegalInstrument: OSStatus = -10_873
/// There is no such kind of instrument.
public let kAudioUnitErr_InstrumentTypeNotFound: OSStatus = -10_872
/// The property has no value.
public let kAudioUnitErr_PropertyNotInUse: OSStatus = -10_850
/// The unit is ready to render, and must not be.
public let kAudioUnitErr_Initialized: OSStatus = -10_849
/// The unit renders offline alone, or never.
public let kAudioUnitErr_InvalidOfflineRender: OSStatus = -10_848
/// The unit may not be used.
public let kAudioUnitErr_Unauthorized: OSStatus = -10_847
/// There is no room for more notes.
public let kAudioUnitErr_MIDIOutputBufferFull: OSStatus = -66_753
/// Rendering took too long.
public let kAudioUnitErr_RenderTimeout: OSStatus = -66_745
/// The unit's extension cannot be found.
public let kAudioUnitErr_ExtensionNotFound: OSStatus = -66_744
/// Making the unit took too long.
public let kAudioComponentErr_InstanceTimedOut: OSStatus = -66_754
/// The unit's process has gone.
public let kAudioComponentErr_InstanceInvalidated: OSStatus = -66_749
/// Units of this kind cannot be made so.
public let kAudioComponentErr_UnsupportedType: OSStatus = -66_751
/// The unit may not be made.
public let kAudioComponentErr_NotPermitted: OSStatus = -66_748
/// The sequence counts in other units.
public let kAudioToolboxErr_InvalidSequenceType: OSStatus = -10_846
/// There is no track of this number.
public let kAudioToolboxErr_TrackIndexError: OSStatus = -10_859
/// There is no such track.
public let kAudioToolboxErr_TrackNotFound: OSStatus = -10_858
/// The track has ended.
public let kAudioToolboxErr_EndOfTrack: OSStatus = -10_857
/// The track begins here.
public let kAudioToolboxErr_StartOfTrack: OSStatus = -10_856
/// The track cannot go there.
public let kAudioToolboxErr_IllegalTrackDestination: OSStatus = -10_855
/// There is no sequence.
public let kAudioToolboxErr_NoSequence: OSStatus = -10_854
/// There are no such events.
public let kAudioToolboxErr_InvalidEventType: OSStatus = -10_853
/// The player is in another state.
public let kAudioToolboxErr_InvalidPlayerState: OSStatus = -10_852
/// It cannot be done now.
public let kAudioToolboxErr_CannotDoInCurrentContext: OSStatus = -10_863
