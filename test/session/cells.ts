/** Cells and their answers as texts: a cell is the lines behind `> `, its answer the lines below; a failure is `! Kind: message`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CellCase {
    readonly cell: string;
    /** of a cell that is run again, behind `>id> ` in its first line */
    readonly id?: string;
    readonly answer: string;
}

export interface SessionCase {
    readonly title: string;
    readonly cells: readonly CellCase[];
}

const FOLDER = join(import.meta.dirname, 'cases');

/** The sessions of all files: a line `# title` begins one. */
export function sessionCases(): SessionCase[] {
    return readdirSync(FOLDER)
        .sort()
        .flatMap(file =>
            readFileSync(join(FOLDER, file), 'utf8')
                .split(/^# /m)
                .slice(1)
                .map(text => sessionCase(`${file}: `, text))
        );
}

/** Cases about what a host has and a bare session has not. */
const OF_HOSTS = /%load x\.sysml|%budget/;

/** The sessions that every host answers alike. */
export const casesOfAllHosts = (): SessionCase[] => sessionCases().filter(c => !c.cells.some(({ cell }) => OF_HOSTS.test(cell)));

function sessionCase(prefix: string, text: string): SessionCase {
    const [title, ...lines] = text.split('\n');
    const cells: { cell: string[]; id?: string; answer: string[] }[] = [];
    let isInCell = false;
    for (const line of lines) {
        const start = /^>(?:(\w+)>)? ?(.*)$/.exec(line);
        if (start === null) {
            isInCell = false;
            cells.at(-1)?.answer.push(line);
        } else if (isInCell) {
            cells.at(-1)!.cell.push(start[2]);
        } else {
            isInCell = true;
            cells.push({ cell: [start[2]], id: start[1], answer: [] });
        }
    }
    return {
        title: prefix + title,
        cells: cells.map(({ cell, id, answer }) => ({ cell: cell.join('\n'), id, answer: trimmed(answer.join('\n')) }))
    };
}

const trimmed = (text: string): string => text.replace(/[ \t]+$/gm, '').trim();

/** An answer as the cases write it. */
export function answerText(
    shown: readonly { readonly text: string }[],
    failure?: { readonly kind: string; readonly message: string }
): string {
    const lines = shown.map(s => s.text);
    return trimmed([...lines, ...(failure === undefined ? [] : [`! ${failure.kind}: ${failure.message}`])].join('\n'));
}

/** An answer in which each line is cut where the expected one ends with `…`: what follows is another room's to word. */
export function openTo(answer: string, expected: string): string {
    const lines = expected.split('\n');
    const isOpen = (line: string, i: number): boolean => lines[i]?.endsWith('…') && line.startsWith(lines[i].slice(0, -1));
    return answer
        .split('\n')
        .map((line, i) => (isOpen(line, i) ? lines[i] : line))
        .join('\n');
}
