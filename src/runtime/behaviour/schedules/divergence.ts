/**
 * Notes about tools that return different outputs for equal inputs in one run (contract: verification-and-engines 12.2). Does not depend on
 * tools.
 */
import type { Run } from '../../evaluation/run.js';
import type { Note } from './schedule.js';

/** A note `tool-divergence` for each tool of a run that returned different outputs for equal inputs. */
export const divergenceNotes = ({ toolDivergences }: Run): readonly Note[] =>
    toolDivergences.map(({ toolName, node, outputs }) => ({
        code: 'tool-divergence',
        message: `tool divergence: tool '${toolName}' has answered another ${outputs.join(', ')} to equal inputs before in this run`,
        node
    }));
