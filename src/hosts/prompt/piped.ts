/**
 * Reads cells from a file or a pipe. A line that is a JSON object with `cell` is a cell from a program and may contain line breaks. Other
 * lines are collected until their notation is complete.
 */
import { createInterface } from 'node:readline';
import type { SessionClient } from '../thread/client.js';
import type { AnsweredCell } from '../thread/messages.js';
import { answerJson, failureText, type Paint, shownText } from './report.js';

export interface PipedOptions {
    readonly isJson: boolean;
    readonly paint: Paint;
}

/** Executes cells until the end of the input. @returns whether every cell succeeded */
export async function runPiped(client: SessionClient, input: NodeJS.ReadableStream, options: PipedOptions): Promise<boolean> {
    let typed: string[] = [];
    let areAllAnswered = true;
    let isLast = false;
    const answer = async (cell: string, id?: string): Promise<void> => {
        const answered = await client.request('execute', { cell, id });
        report(cell, answered, options);
        areAllAnswered &&= answered.failure === undefined;
        isLast = answered.isLast;
    };
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
        const given = typed.length === 0 ? cellOfProgram(line) : undefined;
        if (given !== undefined) {
            await answer(given.cell, given.id);
        } else if (line.trim() !== '' || typed.length > 0) {
            typed.push(line);
            const cell = typed.join('\n');
            if ((await client.request('completeness', { cell })) !== 'incomplete') {
                typed = [];
                await answer(cell);
            }
        }
        if (isLast) {
            return areAllAnswered;
        }
    }
    if (typed.length > 0) {
        await answer(typed.join('\n'));
    }
    return areAllAnswered;
}

function report(cell: string, answered: AnsweredCell, { isJson, paint }: PipedOptions): void {
    if (isJson) {
        process.stdout.write(`${answerJson(cell, answered)}\n`);
        return;
    }
    process.stdout.write(shownText(answered, paint));
    if (answered.failure !== undefined) {
        process.stderr.write(failureText(answered.failure, paint));
    }
}

function cellOfProgram(line: string): { readonly cell: string; readonly id?: string } | undefined {
    if (!line.startsWith('{"')) {
        return undefined;
    }
    try {
        const { cell, id } = JSON.parse(line) as { readonly cell?: unknown; readonly id?: unknown };
        return typeof cell === 'string' ? { cell, ...(typeof id === 'string' && { id }) } : undefined;
    } catch {
        return undefined;
    }
}
