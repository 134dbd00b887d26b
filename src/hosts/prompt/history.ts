/** The lines that were typed at earlier prompts, in a file of the user. What cannot be read or written is no failure of the prompt. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Lines that are kept. */
export const MOST_LINES = 2000;

export function historyFile(environment: NodeJS.ProcessEnv): string {
    const state = environment.XDG_STATE_HOME || join(homedir(), '.local', 'state');
    return join(state, 'sysml-workbench', 'history');
}

/** The lines, the newest first, as the reader of lines wants them. */
export function readHistory(file: string): string[] {
    try {
        return readFileSync(file, 'utf8').split('\n').filter(line => line !== '').slice(-MOST_LINES).reverse(); // prettier-ignore
    } catch {
        return [];
    }
}

/** @param lines the newest first */
export function writeHistory(file: string, lines: readonly string[]): void {
    try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, [...lines.slice(0, MOST_LINES)].reverse().map(line => `${line}\n`).join(''), { mode: 0o600 }); // prettier-ignore
    } catch {
        // a home that cannot be written: the prompt works without
    }
}
