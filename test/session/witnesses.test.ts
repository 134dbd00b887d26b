/** Witnesses of checks: each run that shows a difference is a file, which `%replay` reads. */
import { expect, it } from 'vitest';
import { newSession } from '../../src/session/index.js';
import { testLibrary } from '../support/library.js';

const RACE = `package P { private import ScalarValues::*;
    action race { out w : Integer := 0; first start; then f; fork f; then x; then y; action x { assign w := 1; } action y { assign w := 2; } }
}`;

const made = (canWrite: boolean): { readonly answer: (cell: string) => Promise<string>; readonly files: Map<string, string> } => {
    const files = new Map<string, string>();
    const session = newSession({
        library: testLibrary(),
        files: {
            read: () => [],
            readText: path => {
                if (!files.has(path)) {
                    throw new Error(`no file ${path}`);
                }
                return files.get(path)!;
            },
            write: (path, content) => {
                if (!canWrite) {
                    throw new Error(`${path} cannot be written`);
                }
                files.set(path, String(content));
            }
        }
    });
    const answer = async (cell: string): Promise<string> => {
        const { shown, failure } = await session.execute(cell);
        return failure?.message ?? shown.map(s => s.text).join('\n');
    };
    return { answer, files };
};

/** Checks the action with witnesses in the folder `out`. */
async function check(answer: (cell: string) => Promise<string>): Promise<string> {
    for (const cell of [RACE, '%engine check', '%check-diverge w', '%check-witness out']) {
        await answer(cell);
    }
    return answer('%action P::race');
}

it.each([
    [1, '3@y'],
    [2, '2@x']
])('the run that ends with %i is a file, which is replayed with that end', async (value, first) => {
    const { answer, files } = made(true);
    const file = `out/P.race-w-${value}.witness`;
    expect(await check(answer)).toContain(`w = (${value}) (witness ${file})`);
    expect(files.get(file)).toMatch(new RegExp(`^step 3: ${first} first of 2@x, 3@y\n\nstep 1: token 1@f\n`));
    await answer('%engine auto');
    expect(await answer(`%replay ${file}`)).toBe(`schedule: replay of ${file} (1 choice)`);
    await answer('%action P::race');
    expect(await answer('%continue')).toContain(`w = ${value}\n`);
});

it.each([
    ['a file that cannot be read', undefined, 'no file some.witness'],
    ['no choice', 'no choice points\n\nstep 1: token 1@f', 'schedule: replay of some.witness (0 choices)'],
    [
        'several choices of both kinds, and a trace of which nothing is read',
        'step 1: b first of a, b, c\r\nevent at m: -> on among off, on\r\n\r\nstep 2: x',
        'schedule: replay of some.witness (2 choices)'
    ],
    ['another text', 'step 1: took b', 'this line of the witness names no choice among alternatives: step 1: took b'],
    [
        'a choice of none of them',
        'step 1: d first of a, b',
        'this line of the witness names no choice among alternatives: step 1: d first of a, b'
    ]
])('what is replayed: %s', async (_, text, said) => {
    const { answer, files } = made(true);
    if (text !== undefined) {
        files.set('some.witness', text);
    }
    expect(await answer('%replay some.witness')).toBe(said);
});

it('a check whose witnesses cannot be written is refused', async () => {
    expect(await check(made(false).answer)).toBe('out/P.race-w-1.witness cannot be written');
});
