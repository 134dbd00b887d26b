/**
 * The prompt on a terminal. Lines are collected until their notation is complete and form a cell. Ctrl-C interrupts a computation or
 * discards the typed lines; Ctrl-D leaves. Depends only on the client of the session's thread.
 */
import { createInterface, type Interface } from 'node:readline';
import type { SessionClient } from '../thread/client.js';
import { MOST_CELLS, readHistory, writeHistory } from './history.js';
import { colours, failureText, type Paint, plain, shownText } from './report.js';

const FIRST = 'sysml> ';
const NEXT = '  ...> ';

/** Turns bracketed paste on and off: the terminal then encloses pasted text in markers. */
const MARKS_PASTES = '\u001b[?2004h';
const MARKS_NO_PASTES = '\u001b[?2004l';

export interface TerminalOptions {
    /** path of the history file; undefined for no history */
    readonly history: string | undefined;
    readonly hasColours: boolean;
}

/** Reads cells from the terminal until the user leaves. */
export function runTerminal(client: SessionClient, options: TerminalOptions): Promise<void> {
    return new Promise(resolve => new Terminal(client, options, resolve));
}

class Terminal {
    private readonly lines: Interface;
    private readonly paint: Paint;
    /** lines of the cell that is being typed */
    private typed: string[] = [];
    /** serializes the cells, since the user may type during a computation */
    private queue: Promise<void> = Promise.resolve();
    private hasLeft = false;
    private hasHint = false;
    /** whether a paste is in progress */
    private isPasting = false;
    /** cells of the history, newest first */
    private past: readonly string[];
    /** the list that the line reader navigates; it cannot be replaced */
    private readonly recalled: string[];

    constructor(
        private readonly client: SessionClient,
        private readonly options: TerminalOptions,
        private readonly leave: () => void
    ) {
        this.paint = options.hasColours ? colours : plain;
        this.past = options.history === undefined ? [] : readHistory(options.history);
        this.recalled = [...this.past];
        this.lines = createInterface({
            input: process.stdin,
            output: process.stdout,
            terminal: true,
            prompt: FIRST,
            history: this.recalled,
            historySize: MOST_CELLS,
            completer: (line: string, done: (error: Error | null, result: [string[], string]) => void) => {
                this.completed(line).then(
                    result => done(null, result),
                    () => done(null, [[], line])
                );
            }
        });
        process.stdin.on('keypress', (_, key?: { readonly name?: string }) => this.note(key?.name));
        this.lines.on('line', line => {
            const isPasted = this.isPasting;
            this.queue = this.queue.then(() => this.take(line, isPasted));
        });
        this.lines.on('SIGINT', () => this.interrupt());
        this.lines.on('close', () => {
            this.queue = this.queue.then(() => this.end());
        });
        process.stdout.write(MARKS_PASTES);
        this.lines.prompt();
    }

    /** Tracks the paste markers, which arrive as keys. */
    private note(key: string | undefined): void {
        if (key === 'paste-start') {
            this.isPasting = true;
        } else if (key === 'paste-end') {
            this.isPasting = false;
            this.queue = this.queue.then(() => {
                if (!this.hasLeft) {
                    this.showPrompt(this.typed.length > 0 ? NEXT : FIRST);
                }
            });
        }
    }

    /**
     * Adds a line to the cell. @param isPasted no prompt is written between pasted lines, and an empty line among them does not end the
     * cell
     */
    private async take(line: string, isPasted: boolean): Promise<void> {
        if (this.hasLeft) {
            return;
        }
        this.typed.push(line);
        const cell = this.typed.join('\n');
        // an empty line ends an incomplete cell, whose errors are then reported
        const isForced = !isPasted && line.trim() === '' && this.typed.length > 1;
        if (!isForced && (await this.client.request('completeness', { cell })) === 'incomplete') {
            if (!isPasted) {
                this.showPrompt(NEXT);
            }
            return;
        }
        this.typed = [];
        this.remember(cell);
        await this.answer(cell);
        if (!this.hasLeft && !isPasted) {
            this.showPrompt(FIRST);
        }
    }

    /** Replaces the lines of a cell in the history by one entry. */
    private remember(cell: string): void {
        const entry = cell.trimEnd();
        if (entry !== '') {
            this.past = [entry, ...this.past.filter(other => other !== entry)].slice(0, MOST_CELLS);
            this.recalled.splice(0, this.recalled.length, ...this.past);
            if (this.options.history !== undefined) {
                writeHistory(this.options.history, this.past);
            }
        }
    }

    private showPrompt(prompt: string): void {
        this.lines.setPrompt(prompt);
        this.lines.prompt(true);
    }

    private async answer(cell: string): Promise<void> {
        const answer = await this.client.request('execute', { cell }, text => process.stdout.write(`${text}\n`));
        process.stdout.write(shownText(answer, this.paint));
        if (answer.failure !== undefined) {
            process.stdout.write(failureText(answer.failure, this.paint));
        }
        if (answer.isLast) {
            this.end();
        }
    }

    private interrupt(): void {
        if (this.client.isBusy) {
            this.client.interrupt();
            return;
        }
        const isEmpty = this.typed.length === 0 && this.lines.line === '';
        this.typed = [];
        process.stdout.write('\n');
        if (isEmpty && !this.hasHint) {
            this.hasHint = true;
            process.stdout.write(this.paint('dim', 'Ctrl-D or %quit leaves\n'));
        }
        // discard the typed text
        this.lines.write(null, { ctrl: true, name: 'e' });
        this.lines.write(null, { ctrl: true, name: 'u' });
        this.showPrompt(FIRST);
    }

    /** Completions of the last word of a line. If there are none, shows the signature of an open call. */
    private async completed(line: string): Promise<[string[], string]> {
        if (this.client.isBusy || this.isPasting) {
            return [[], line];
        }
        const before = this.typed.map(l => `${l}\n`).join('');
        const cell = `${before}${line}`;
        const { start, items } = await this.client.request('complete', { cell, offset: cell.length });
        const typed = cell.slice(start);
        const fitting = items.map(i => i.text).filter(text => text.startsWith(typed));
        if (typed === '' && /[(,]\s*$/.test(line)) {
            const found = await this.client.request('inspect', { cell, offset: cell.length });
            if (found !== undefined) {
                process.stdout.write(`\n${this.paint('dim', found.text)}\n`);
                this.lines.prompt(true);
                return [[], line];
            }
        }
        return [fitting, typed];
    }

    private end(): void {
        if (!this.hasLeft) {
            this.hasLeft = true;
            process.stdout.write(MARKS_NO_PASTES);
            this.lines.close();
            this.leave();
        }
    }
}
