import EditServices
import EditingModel
public import ProjectFile

extension ExportDescription {
  /// These wishes, and where they say nothing, those of `base`.
  ///
  /// What belongs together is not mixed: a quality drives out a bitrate and the other way round, and another codec all
  /// that was meant for the one before.
  public func merged(over base: ExportDescription) -> ExportDescription {
    ExportDescription(
      fileType: fileType ?? base.fileType, video: video?.merged(over: base.video) ?? base.video,
      audio: audio?.merged(over: base.audio) ?? base.audio)
  }
}

extension ExportDescription {
  /// What `preset` asks for.
  init(_ preset: ExportPreset) {
    self.init(fileType: preset.fileType)
    video = VideoDescription(codec: .omitted)
    if let settings = preset.video {
      video = VideoDescription(
        codec: .codec(settings.codec), quality: settings.quality, bitrate: settings.bitrate, speed: settings.speed,
        keyframeInterval: settings.keyframeInterval, pixelFormat: settings.pixelFormat)
    }
    audio = preset.audio.map { settings in
      AudioDescription(
        codec: .codec(settings.codec), bitrate: settings.bitrate, sampleRate: settings.sampleRate,
        channels: settings.channels)
    }
  }
}

extension VideoDescription {
  /// The wishes as settings, in the `usual` codec where they name none; nil where there is to be no picture.
  func settings(usual: VideoCodec?) -> VideoSettings? {
    guard let codec = CodecChoice.codec(codec, usual: usual) else { return nil }
    return VideoSettings(
      codec: codec, quality: quality, bitrate: bitrate, speed: speed, keyframeInterval: keyframeInterval,
      pixelFormat: pixelFormat)
  }

  fileprivate func merged(over base: VideoDescription?) -> VideoDescription {
    guard let base else { return self }
    guard codec == nil || codec == base.codec else {
      var merged = self
      merged.pixelFormat = pixelFormat ?? base.pixelFormat
      merged.keyframeInterval = keyframeInterval ?? base.keyframeInterval
      return merged
    }
    return VideoDescription(
      codec: base.codec, quality: quality ?? (bitrate == nil ? base.quality : nil),
      bitrate: bitrate ?? (quality == nil ? base.bitrate : nil), speed: speed ?? base.speed,
      keyframeInterval: keyframeInterval ?? base.keyframeInterval, pixelFormat: pixelFormat ?? base.pixelFormat)
  }
}

extension AudioDescription {
  /// The wishes as settings, in the `usual` codec where they name none; nil where there is to be no sound.
  func settings(usual: AudioCodec?) -> AudioSettings? {
    guard let codec = CodecChoice.codec(codec, usual: usual) else { return nil }
    return AudioSettings(codec: codec, bitrate: bitrate, sampleRate: sampleRate, channels: channels)
  }

  fileprivate func merged(over base: AudioDescription?) -> AudioDescription {
    guard let base else { return self }
    let isSameCodec = codec == nil || codec == base.codec
    return AudioDescription(
      codec: codec ?? base.codec, bitrate: bitrate ?? (isSameCodec ? base.bitrate : nil),
      sampleRate: sampleRate ?? base.sampleRate, channels: channels ?? base.channels)
  }
}

extension CodecChoice {
  /// The codec that was chosen, the usual one where nobody chose, nil where there is to be none.
  fileprivate static func codec(_ choice: CodecChoice?, usual: Codec?) -> Codec? {
    switch choice {
    case nil: usual
    case .codec(let codec)?: codec
    case .omitted?: nil
    }
  }
}
