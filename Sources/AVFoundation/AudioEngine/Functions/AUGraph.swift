// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreMedia
import Synchronization

// SAFETY: descriptions and functions are read, and results written, where the caller says, while it waits.

/// Units that are connected (`AUGraph`).
public typealias AUGraph = OpaqueAUGraph
/// The number of a unit in a graph.
public typealias AUNode = Int32

/// There is no such unit in the graph.
public let kAUGraphErr_NodeNotFound: OSStatus = -10_860
/// Units cannot be connected so.
public let kAUGraphErr_InvalidConnection: OSStatus = -10_861
/// There is no output, or more than one.
public let kAUGraphErr_OutputNodeErr: OSStatus = -10_862
/// It cannot be done at this moment.
public let kAUGraphErr_CannotDoInCurrentContext: OSStatus = -10_863
/// There is no such unit.
public let kAUGraphErr_InvalidAudioUnit: OSStatus = -10_864

/// Units that are made, connected and run together. Threads: any. Lock order: only `state`.
public final class OpaqueAUGraph: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var nodes: [AUNode: Node] = [:]
    var (isOpen, isInitialized, isRunning) = (false, false, false)
    var last: AUNode = 0
  }

  private struct Node: Sendable {
    let component: OpaqueAudioComponent
    var unit: OpaqueAudioComponentInstance?
    /// Origins of its inputs, by input.
    var inputs: [UInt32: Origin] = [:]
  }

  @safe fileprivate enum Origin: Sendable {
    case node(AUNode)
    case function(AURenderCallback?, user: UInt)
  }

  fileprivate init() {}

  fileprivate var isRunning: Bool { state.withLock(\.isRunning) }
  fileprivate var count: Int { state.withLock(\.nodes.count) }

  fileprivate func add(_ description: AudioComponentDescription) -> AUNode? {
    guard let component = unsafe withUnsafePointer(to: description, { unsafe AudioComponentFindNext(nil, $0) }) else {
      return nil
    }
    return state.withLock { state in
      state.last += 1
      state.nodes[state.last] = Node(
        component: component, unit: state.isOpen ? OpaqueAudioComponentInstance(component) : nil)
      return state.last
    }
  }

  fileprivate func open() -> OSStatus {
    state.withLock { state in
      for number in state.nodes.keys where state.nodes[number]?.unit == nil {
        guard let component = state.nodes[number]?.component, let unit = OpaqueAudioComponentInstance(component) else {
          return kAUGraphErr_InvalidAudioUnit
        }
        state.nodes[number]?.unit = unit
      }
      state.isOpen = true
      return noErr
    }
  }

  fileprivate func info(of node: AUNode) -> (AudioComponentDescription, OpaqueAudioComponentInstance?)? {
    state.withLock { state in state.nodes[node].map { ($0.component.description, $0.unit) } }
  }

  /// Notes what input `input` of `node` comes from; nil for nothing.
  fileprivate func set(_ node: AUNode, _ input: UInt32, _ origin: Origin?) -> OSStatus {
    state.withLock { state in
      guard state.nodes[node] != nil else { return kAUGraphErr_NodeNotFound }
      if case .node(let other) = origin {
        guard state.nodes[other] != nil else { return kAUGraphErr_NodeNotFound }
        guard !Self.leads(from: node, to: other, state) else { return kAUGraphErr_InvalidConnection }
      }
      state.nodes[node]?.inputs[input] = origin
      return state.isInitialized ? Self.connect(state) : noErr
    }
  }

  /// Whether the sound of `start` comes to `end`, in which nothing goes in circles.
  private static func leads(from start: AUNode, to end: AUNode, _ state: State) -> Bool {
    if start == end { return true }
    return (state.nodes[end]?.inputs.values ?? [:].values).contains { origin in
      if case .node(let other) = origin { leads(from: start, to: other, state) } else { false }
    }
  }

  private static func connect(_ state: State) -> OSStatus {
    for node in state.nodes.values {
      guard let stage = node.unit?.stage else { return kAUGraphErr_InvalidAudioUnit }
      for (input, origin) in node.inputs {
        let source: UnitStage.Source =
          switch origin {
          case .node(let other): state.nodes[other]?.unit?.stage.map { .unit($0) } ?? .none
          case .function(let call, let user): unsafe call.map { unsafe .function($0, user: user) } ?? .none
          }
        let status = stage.connect(input, to: source)
        guard status == noErr else { return status }
      }
    }
    return noErr
  }

  fileprivate func initialize() -> OSStatus {
    state.withLock { state in
      guard state.isOpen else { return kAUGraphErr_CannotDoInCurrentContext }
      guard state.nodes.values.count(where: { $0.unit?.stage?.isOutput == true }) == 1 else {
        return kAUGraphErr_OutputNodeErr
      }
      let status = Self.connect(state)
      guard status == noErr else { return status }
      for node in state.nodes.values {
        let status = node.unit?.stage?.initialize() ?? noErr
        guard status == noErr else { return status }
      }
      state.isInitialized = true
      return noErr
    }
  }

  fileprivate func start() -> OSStatus {
    let output = state.withLock { state -> UnitStage? in
      guard state.isInitialized else { return nil }
      state.isRunning = true
      return state.nodes.values.lazy.compactMap { $0.unit?.stage }.first { $0.isOutput }
    }
    return output?.start() ?? kAUGraphErr_CannotDoInCurrentContext
  }

  fileprivate func stop() {
    let output = state.withLock { state -> UnitStage? in
      state.isRunning = false
      return state.nodes.values.lazy.compactMap { $0.unit?.stage }.first { $0.isOutput }
    }
    output?.stop()
  }

  fileprivate func uninitialize() {
    stop()
    state.withLock { state in
      for node in state.nodes.values { node.unit?.stage?.uninitialize() }
      state.isInitialized = false
    }
  }

  fileprivate func close() {
    uninitialize()
    state.withLock { state in
      for number in state.nodes.keys { state.nodes[number]?.unit = nil }
      state.isOpen = false
    }
  }

  deinit { uninitialize() }
}

/// Makes a graph without units (`NewAUGraph`).
@discardableResult public func NewAUGraph(_ outGraph: UnsafeMutablePointer<AUGraph?>) -> OSStatus {
  unsafe outGraph.pointee = OpaqueAUGraph()
  return noErr
}

/// Stops a graph (`DisposeAUGraph`); it is freed when the last reference to it goes.
@discardableResult public func DisposeAUGraph(_ inGraph: AUGraph) -> OSStatus { AUGraphClose(inGraph) }

/// Puts a unit of the kind `inDescription` into a graph (`AUGraphAddNode`).
///
/// - Returns: ``kAUGraphErr_InvalidAudioUnit`` where there is none of this kind.
@discardableResult public func AUGraphAddNode(
  _ inGraph: AUGraph, _ inDescription: UnsafePointer<AudioComponentDescription>, _ outNode: UnsafeMutablePointer<AUNode>
) -> OSStatus {
  guard let node = unsafe inGraph.add(inDescription.pointee) else { return kAUGraphErr_InvalidAudioUnit }
  unsafe outNode.pointee = node
  return noErr
}

/// Returns how many units there are (`AUGraphGetNodeCount`).
@discardableResult public func AUGraphGetNodeCount(
  _ inGraph: AUGraph, _ outNumberOfNodes: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  unsafe outNumberOfNodes.pointee = UInt32(inGraph.count)
  return noErr
}

/// The kind of a node's unit, and the unit itself once the graph is open (`AUGraphNodeInfo`).
@discardableResult public func AUGraphNodeInfo(
  _ inGraph: AUGraph, _ inNode: AUNode, _ outDescription: UnsafeMutablePointer<AudioComponentDescription>?,
  _ outAudioUnit: UnsafeMutablePointer<AudioUnit?>?
) -> OSStatus {
  guard let (description, unit) = inGraph.info(of: inNode) else { return kAUGraphErr_NodeNotFound }
  unsafe outDescription?.pointee = description
  unsafe outAudioUnit?.pointee = unit
  return noErr
}

/// Has an input come from the output of another unit (`AUGraphConnectNodeInput`), as it stands there.
///
/// - Returns: ``kAUGraphErr_InvalidConnection`` where sound would go in a circle, and of outputs but the first.
@discardableResult public func AUGraphConnectNodeInput(
  _ inGraph: AUGraph, _ inSourceNode: AUNode, _ inSourceOutputNumber: UInt32, _ inDestNode: AUNode,
  _ inDestInputNumber: UInt32
) -> OSStatus {
  guard inSourceOutputNumber == 0 else { return kAUGraphErr_InvalidConnection }
  return inGraph.set(inDestNode, inDestInputNumber, .node(inSourceNode))
}

/// Has an input come from a function (`AUGraphSetNodeInputCallback`).
@discardableResult public func AUGraphSetNodeInputCallback(
  _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32,
  _ inInputCallback: UnsafePointer<AURenderCallbackStruct>
) -> OSStatus {
  let (call, user) = unsafe (
    inInputCallback.pointee.inputProc, UInt(bitPattern: inInputCallback.pointee.inputProcRefCon)
  )
  return unsafe inGraph.set(inDestNode, inDestInputNumber, .function(call, user: user))
}

/// Has an input come from nothing (`AUGraphDisconnectNodeInput`).
@discardableResult public func AUGraphDisconnectNodeInput(
  _ inGraph: AUGraph, _ inDestNode: AUNode, _ inDestInputNumber: UInt32
) -> OSStatus { unsafe inGraph.set(inDestNode, inDestInputNumber, .function(nil, user: 0)) }

/// Makes the units (`AUGraphOpen`).
@discardableResult public func AUGraphOpen(_ inGraph: AUGraph) -> OSStatus { inGraph.open() }

/// Lets the units go (`AUGraphClose`).
@discardableResult public func AUGraphClose(_ inGraph: AUGraph) -> OSStatus {
  inGraph.close()
  return noErr
}

/// Connects the units and makes them ready (`AUGraphInitialize`).
///
/// - Returns: ``kAUGraphErr_OutputNodeErr`` where there is not one output.
@discardableResult public func AUGraphInitialize(_ inGraph: AUGraph) -> OSStatus { inGraph.initialize() }

/// Has the units render no more (`AUGraphUninitialize`).
@discardableResult public func AUGraphUninitialize(_ inGraph: AUGraph) -> OSStatus {
  inGraph.uninitialize()
  return noErr
}

/// Has the output be rendered by the machine's clock (`AUGraphStart`).
@discardableResult public func AUGraphStart(_ inGraph: AUGraph) -> OSStatus { inGraph.start() }

/// Ends that (`AUGraphStop`).
@discardableResult public func AUGraphStop(_ inGraph: AUGraph) -> OSStatus {
  inGraph.stop()
  return noErr
}

/// Returns whether it is rendered by the clock (`AUGraphIsRunning`).
@discardableResult public func AUGraphIsRunning(
  _ inGraph: AUGraph, _ outIsRunning: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
  unsafe outIsRunning.pointee = DarwinBoolean(inGraph.isRunning)
  return noErr
}

/// Has connections count that were made since it was initialized (`AUGraphUpdate`): they do at once.
@discardableResult public func AUGraphUpdate(
  _ inGraph: AUGraph, _ outIsUpdated: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  unsafe outIsUpdated?.pointee = true
  return noErr
}
