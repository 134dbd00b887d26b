/** The commands of every session, by groups in the order of the help. Commands that only some hosts have are in separate groups. */
import type { CommandGroup } from '../session.js';
import { checkingCommands } from './checking.js';
import { debuggingCommands } from './debugging-commands.js';
import { discoveryCommands } from './discovery.js';
import { documentCommands } from './documents.js';
import { expressionCommands } from './expressions.js';
import { interactionCommands } from './interactions.js';
import { invocationCommands } from './invoking.js';
import { objectCommands } from './objects.js';
import { recordingCommands } from './recording.js';
import { renderingCommands } from './rendering.js';
import { sessionCommands } from './session-commands.js';
import { settingCommands } from './settings-commands.js';
import { tableCommands } from './tables.js';
import { verdictCommands } from './verdicts.js';

export const COMMAND_GROUPS: readonly CommandGroup[] = [
    sessionCommands,
    settingCommands,
    discoveryCommands,
    renderingCommands,
    documentCommands,
    objectCommands,
    expressionCommands,
    verdictCommands,
    tableCommands,
    recordingCommands,
    invocationCommands,
    debuggingCommands,
    interactionCommands,
    checkingCommands
];
