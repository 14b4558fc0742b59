import EditServices
public import Foundation
import MediaFormats

/// Inputs whose tracks stand for one another, as the languages of a film do (`AVAssetWriterInputGroup`). Immutable. Threads: any.
open class AVAssetWriterInputGroup: NSObject, @unchecked Sendable {
  // @unchecked: immutable.
  /// The inputs.
  public let inputs: [AVAssetWriterInput]
  /// The one whose track is played by default; nil for none.
  public let defaultInput: AVAssetWriterInput?

  /// A group of `inputs`; `defaultInput` is the one played by default.
  public init(inputs: [AVAssetWriterInput], defaultInput: AVAssetWriterInput?) {
    (self.inputs, self.defaultInput) = (inputs, defaultInput)
    super.init()
  }
}

extension AVAssetWriter {
  /// The groups of the file's tracks.
  public var inputGroups: [AVAssetWriterInputGroup] { groups }

  /// Whether `inputGroup` can be added: its inputs are of this writer, of one kind of media, sound, pictures or text, and in no other group,
  /// writing has not started, and the file is a movie.
  public func canAdd(_ inputGroup: AVAssetWriterInputGroup) -> Bool {
    guard status == .unknown, outputFileType.fileType?.isMovie == true, let first = inputGroup.inputs.first,
      first.mediaType == .audio || first.mediaType == .video || first.mediaType.isText
    else { return false }
    let (own, taken) = (inputs, groups.flatMap(\.inputs))
    for input in inputGroup.inputs {
      let isFree = own.contains { $0 === input } && !taken.contains { $0 === input }
      guard isFree, input.mediaType == first.mediaType else { return false }
    }
    guard let usual = inputGroup.defaultInput else { return true }
    return inputGroup.inputs.contains { $0 === usual }
  }

  /// Adds `inputGroup`: the track of its default input is marked as enabled, and the others are not. One that cannot be added ends the process,
  /// with the words of AVFoundation's exception.
  public func add(_ inputGroup: AVAssetWriterInputGroup) {
    guard canAdd(inputGroup) else {
      Misuse.raise("*** -[AVAssetWriter addInputGroup:] cannot add the input group")
    }
    keep(inputGroup)
    for input in inputGroup.inputs {
      input.engine?.alternateGroup = groups.count
      input.marksOutputTrackAsEnabled = input === inputGroup.defaultInput
    }
  }
}
