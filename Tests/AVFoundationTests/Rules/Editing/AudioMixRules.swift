import AVFoundation
import Testing

@Suite("Rules of audio mixes")
struct AudioMixRules {
  private let parameters = AVMutableAudioMixInputParameters()

  /// AVAudioMix.h, "trackID": kCMPersistentTrackID_Invalid by default.
  @Test func `fresh parameters are of no track`() { #expect(parameters.trackID == kCMPersistentTrackID_Invalid) }

  /// AVAudioMix.h, "audioMixInputParametersWithTrack:": of no track, the invalid number.
  @Test func `parameters of nil are of no track`() {
    #expect(AVMutableAudioMixInputParameters(track: nil).trackID == kCMPersistentTrackID_Invalid)
  }

  /// AVAudioMix.h, "audioMixInputParametersWithTrack:": its number is taken.
  @Test func `parameters of a track have its number`() throws {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 9))
    #expect(AVMutableAudioMixInputParameters(track: track).trackID == 9)
  }

  /// AVAudioMix.h, "audioTimePitchAlgorithm", "audioTapProcessor": nil by default.
  @Test func `fresh parameters have neither algorithm nor tap`() {
    #expect(parameters.audioTimePitchAlgorithm == nil && parameters.audioTapProcessor == nil)
  }

  /// AVAudioMix.h, "getVolumeRampForTime:…": NO without ramps.
  @Test func `fresh parameters have no ramps`() {
    #expect(!parameters.getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
  }

  /// AVAudioMix.h, "getVolumeRampForTime:…": the ramp that contains the time.
  @Test func `a ramp is returned as it was set`() {
    parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0.25, timeRange: frames(4, 9))
    var (start, end, range): (Float, Float, CMTimeRange) = (0, 0, .invalid)
    #expect(parameters.getVolumeRamp(for: frames(6), startVolume: &start, endVolume: &end, timeRange: &range))
    #expect(start == 0.5 && end == 0.25 && range == frames(4, 9))
  }

  /// AVAudioMix.h, "getVolumeRampForTime:…": NO behind the last ramp.
  @Test func `behind the last ramp there is none`() {
    parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: frames(4, 9))
    #expect(!parameters.getVolumeRamp(for: frames(9), startVolume: nil, endVolume: nil, timeRange: nil))
  }

  /// AVAudioMix.h, "getVolumeRampForTime:…": between two ramps, the later one.
  @Test func `between ramps the later one is returned`() {
    parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: frames(0, 2))
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.5, timeRange: frames(5, 7))
    var range = CMTimeRange.invalid
    #expect(parameters.getVolumeRamp(for: frames(3), startVolume: nil, endVolume: nil, timeRange: &range))
    #expect(range == frames(5, 7))
  }

  /// AVAudioMix.h, "setVolumeRampFromStartVolume:…": ramps may touch.
  @Test func `ramps may follow one another at once, in any order of setting`() {
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: frames(5, 9))
    parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: frames(0, 5))
    var range = CMTimeRange.invalid
    #expect(parameters.getVolumeRamp(for: frames(5), startVolume: nil, endVolume: nil, timeRange: &range))
    #expect(range == frames(5, 9))
  }

  /// NSCopying of AVAudioMixInputParameters: an immutable snapshot.
  @Test func `a copy of parameters is immutable and stays`() throws {
    parameters.trackID = 3
    let copy = try #require(parameters.copy() as? AVAudioMixInputParameters)
    parameters.trackID = 4
    #expect(!(copy is AVMutableAudioMixInputParameters) && copy.trackID == 3)
  }

  /// NSMutableCopying of AVAudioMixInputParameters: ramps of its own.
  @Test func `a mutable copy of parameters has ramps of its own`() throws {
    let copy = try #require(parameters.mutableCopy() as? AVMutableAudioMixInputParameters)
    copy.setVolume(0.5, at: .zero)
    #expect(!parameters.getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
  }

  /// NSCopying of AVAudioMix: an immutable snapshot.
  @Test func `a copy of a mix is immutable and stays`() throws {
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let copy = try #require(mix.copy() as? AVAudioMix)
    mix.inputParameters = []
    #expect(!(copy is AVMutableAudioMix) && copy.inputParameters.count == 1)
  }

  /// NSMutableCopying of AVAudioMix: independent.
  @Test func `a mutable copy of a mix is another`() throws {
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let copy = try #require(mix.mutableCopy() as? AVMutableAudioMix)
    copy.inputParameters = []
    #expect(mix.inputParameters.count == 1)
  }

  /// AVAudioMix.h, "inputParameters": in the order in which they were set.
  @Test func `parameters keep their order`() {
    let mix = AVMutableAudioMix()
    mix.inputParameters = ([5, 2, 8] as [CMPersistentTrackID]).map { number in
      let parameters = AVMutableAudioMixInputParameters()
      parameters.trackID = number
      return parameters
    }
    #expect(mix.inputParameters.map(\.trackID) == [5, 2, 8])
  }

  /// AVAudioMix.h, "setVolumeRampFromStartVolume:…": a range that is not numeric raises an exception.
  @Test func `a ramp over a range without an end ends the process`() async {
    await #expect(processExitsWith: .failure) {
      AVMutableAudioMixInputParameters().setVolumeRamp(
        fromStartVolume: 0, toEndVolume: 1, timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))
    }
  }
}
