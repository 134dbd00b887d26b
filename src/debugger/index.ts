/** Debugging of behaviour: runs that go forth and back, and a debug adapter over them. */
export { DebugAdapter } from './adapter.js';
export { AdapterError, type DebuggedModels, type LaunchArguments } from './launch.js';
export type * from './protocol.js';
export { type Command, RecordedRun, type RunSettings } from './recorded-run.js';
