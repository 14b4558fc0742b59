import FoundationEssentials
import MediaFormats
package import Rendering
import Synchronization

/// The tracks that are fed.
extension PacketMuxer {
  /// A track that is fed: packets in decode order.
  package final class Input: PacketSink {
    package let track: WriterTrack
    package let settings: WriterSettings
    private let muxer: PacketMuxer
    private let id: Int
    private let gate: InputGate

    fileprivate init(
      _ muxer: PacketMuxer, _ id: Int, _ gate: InputGate, as track: WriterTrack, of settings: WriterSettings
    ) {
      (self.muxer, self.id, self.gate) = (muxer, id, gate)
      (self.track, self.settings) = (track, settings)
    }

    /// Says what the track is, before its first packet.
    package func describe(_ stream: PacketStream) { change { $0.stream = stream } }

    /// Puts `packet` into the track; waits while the queue is full, until `isWanted` throws, and no longer than the muxer is patient.
    ///
    /// - Throws: what `isWanted` throws, or the error that ended the muxer.
    package func push(_ packet: MuxedPacket, while isWanted: () throws -> Void) throws {
      if let patience = muxer.patience {
        try gate.enter(atMost: patience, while: isWanted)
      } else {
        try gate.enter(while: isWanted)
      }
      try muxer.push(packet, into: id)
    }

    /// Says, before its first packet, how many samples of it are not presented: those before its beginning, of packets that were not
    /// encoded here.
    package func hide(_ count: Int64) { change { $0.hiddenCount = count } }

    private func change(_ body: (inout MuxerQueue) -> Void) {
      muxer.state.withLock { state in
        if let index = state.tracks.firstIndex(where: { $0.id == id }) { body(&state.tracks[index]) }
      }
    }

    /// Ends the track.
    package func end() throws { try muxer.end(id) }
  }

  /// Adds `track`, which is `own` of `settings`, before it is settled which tracks there are.
  package func addTrack(_ track: WriterTrack, as own: WriterTrack, of settings: WriterSettings) -> Input {
    let (id, gate) = state.withLock { state in
      let new = state.add(track, countsHidden: container.isMatroska, heldBeside: output)
      return (new.id, new.gate)
    }
    return Input(self, id, gate, as: own, of: settings)
  }

  /// Says what the file is, whose tracks are those that were added, and `texts`, the tracks of text of `settings`: each is from now on what
  /// its place among those of its kind says, as `settings` count them. The file begins when the first packets are there.
  package func settle(_ settings: WriterSettings, texts: [TextTrack]) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      var (soundCount, packetCount) = (0, 0)
      for index in state.tracks.indices {
        switch state.tracks[index].track {
        case .sound:
          state.tracks[index].track = .sound(soundCount)
          soundCount += 1
        case .packets:
          state.tracks[index].track = .packets(packetCount)
          packetCount += 1
        case .pictures, nil: break
        }
      }
      (state.settings, state.isSettled) = (settings, true)
      state.texts = container.isMatroska ? texts : []
      for text in state.texts {
        let index = state.tracks.count
        state.add(nil, countsHidden: false, heldBeside: output)
        state.tracks[index].stream = text.stream
        for packet in try text.cues { state.tracks[index].queue.insert(packet) }
      }
      try advance(&state)
    }
    try handOver()
  }
}

extension PacketMuxer.State {
  /// Adds `track`, nil of text, at its place among the others; packets that are too many for memory are held beside `output`.
  @discardableResult
  mutating func add(
    _ track: WriterTrack?, countsHidden: Bool, heldBeside output: PacketMuxer.Output
  ) -> MuxerQueue {
    var folder = settings.folderForHeldPackets ?? FileManager.default.temporaryDirectory
    if settings.folderForHeldPackets == nil, case .path(let path) = output {
      folder = URL(filePath: path).deletingLastPathComponent()
    }
    let hold = PacketSpool(
      at: folder.appending(component: ".\(UUID().uuidString).part").path, usualCount: MuxerQueue.capacity)
    let gate = InputGate(capacity: settings.hasOpenTracks ? MuxerQueue.openCapacity : MuxerQueue.capacity)
    let new = MuxerQueue(id: nextID, track: track, countsHidden: countsHidden, queue: hold, gate: gate)
    nextID += 1
    tracks.insert(new, at: tracks.firstIndex { $0.rank > new.rank } ?? tracks.count)
    return new
  }
}
