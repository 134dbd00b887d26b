/** Debugging of behaviour: recorded runs that can step back, and a debug adapter for them. */
export { DebugAdapter } from './adapter.js';
export { AdapterError, type DebuggedModels, type LaunchArguments } from './launch.js';
export type * from './protocol.js';
export { type Command, RecordedRun, type RunSettings } from './recorded-run.js';
