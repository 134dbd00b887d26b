/** The commands of every session, by groups in the order of the help. What only some hosts have is in groups of their own. */
import type { CommandGroup } from '../session.js';
import { expressionCommands } from './expressions.js';
import { objectCommands } from './objects.js';
import { renderingCommands } from './rendering.js';
import { sessionCommands } from './session-commands.js';

export const COMMAND_GROUPS: readonly CommandGroup[] = [sessionCommands, renderingCommands, objectCommands, expressionCommands];
