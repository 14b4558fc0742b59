extension MetadataItem {
  /// The place of a work in a collection, by the names that FFmpeg has for it in files of all kinds (`ff_metadata_conv`): "track", "disc",
  /// "album_artist", "grouping", "lyrics". None of them is a common key of AVFoundation. Nil of other items.
  package var collectionName: String? { Self.collectionNames[identifier.keySpace]?[identifier.key] }

  /// The keys of each space. Sources: those of ``CommonMetadataKey``.
  private static let collectionNames: [MetadataKeySpace: [String: String]] = [
    .iTunes: ["trkn": "track", "disk": "disc", "aART": "album_artist", "©grp": "grouping", "©lyr": "lyrics"],
    .quickTimeMetadata: [
      "track": "track", "disc": "disc", "album_artist": "album_artist", "grouping": "grouping", "lyrics": "lyrics",
    ],
    .id3: [
      "TRCK": "track", "TRK": "track", "TPOS": "disc", "TPA": "disc", "TPE2": "album_artist", "TP2": "album_artist",
      "TIT1": "grouping", "TT1": "grouping", "USLT": "lyrics", "ULT": "lyrics",
    ],
    .matroska: [
      "PART_NUMBER": "track", "DISC": "disc", "ALBUM_ARTIST": "album_artist", "GROUPING": "grouping",
      "LYRICS": "lyrics",
    ],
    .vorbisComment: [
      "TRACKNUMBER": "track", "TRACKTOTAL": "tracktotal", "DISCNUMBER": "disc", "DISCTOTAL": "disctotal",
      "ALBUMARTIST": "album_artist", "GROUPING": "grouping", "LYRICS": "lyrics",
    ],
    .riff: ["IPRT": "track", "ITRK": "track"],
  ]
}
