/** Debugging of behaviour: runs that go forth and back, and a debug adapter over them. */
export { AdapterError, DebugAdapter, type DebuggedModels, type LaunchArguments } from './adapter.js';
export type * from './protocol.js';
export { type Command, RecordedRun, type RunSettings } from './recorded-run.js';
