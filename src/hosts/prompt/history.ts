/** The history of the prompt, in a file of the user with one cell per line. An unreadable file is ignored. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** maximum number of kept cells */
export const MOST_CELLS = 2000;
/** replaces the line breaks of a cell in the history file; it cannot be typed */
const BREAK = '\u2028';

export function historyFile(environment: NodeJS.ProcessEnv): string {
    const state = environment.XDG_STATE_HOME || join(homedir(), '.local', 'state');
    return join(state, 'sysml-workbench', 'history');
}

/** The cells, newest first, as the line reader expects them. */
export function readHistory(file: string): string[] {
    try {
        const lines = readFileSync(file, 'utf8').split('\n');
        const kept = lines.filter(line => line !== '').slice(-MOST_CELLS);
        return kept.reverse().map(line => line.replaceAll(BREAK, '\n'));
    } catch {
        return [];
    }
}

/** @param cells newest first */
export function writeHistory(file: string, cells: readonly string[]): void {
    try {
        mkdirSync(dirname(file), { recursive: true });
        const kept = cells.slice(0, MOST_CELLS).reverse();
        const lines = kept.map(cell => `${cell.replaceAll('\n', BREAK)}\n`);
        writeFileSync(file, lines.join(''), { mode: 0o600 });
    } catch {
        // without a writable home folder, no history is kept
    }
}
