/** The entry of this room for hosts: the session, its host interface and its answers. */
import { COMMAND_GROUPS } from './commands/index.js';
import { expressionShown } from './commands/expressions.js';
import type { SessionHost } from './host.js';
import { type CommandGroup, Session } from './session.js';

/** Creates a session. @param more groups of commands of this host only */
export function newSession(host: SessionHost, more: readonly CommandGroup[] = []): Session {
    return new Session(host, { groups: [...COMMAND_GROUPS, ...more], evaluate: expressionShown });
}

export type { CellOptions, Command, CommandGroup, Session } from './session.js';
export { type Budget, Interrupted, type SessionFiles, type SessionHost } from './host.js';
export { runOf } from './commands/tool-runs.js';
export { CellFailure, type CellAnswer, type Shown, shownTable, type ShownTable } from './answers/shown.js';
export { DATA_MIME, type MimeBundle, mimeBundle } from './answers/mime-bundle.js';
export type { Completeness } from './cells/split.js';
export { type ApiElement, elementsBelow, isDerived, referred, referredId } from './commands/owned-elements.js';
export { load as loadCommand } from './commands/session-commands.js';
export { checkEngineAnswers, standingLine } from './questions/engines.js';
export { findingsShown } from './commands/discovery.js';
export { CELLS } from './model.js';
