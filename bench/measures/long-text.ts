/**
 * Typing in one file of 10,000 lines: the outline when it is opened, then what is asked after each key of a line that is broken until its
 * end, and after changes that leave the text sound.
 */
import { LanguageServer, type Place } from '../language-server.js';
import { median, ms, report } from '../measure.js';
import { systemOf } from '../scale-model.mjs';

const ELEMENTS = 15_500;
const NAME = 'system.sysml';
/** Keys a second of a person who types fast: 10. */
const BETWEEN_KEYS = 100;
const REST = 2000;

const text = systemOf(ELEMENTS)
    .map(({ content }) => content)
    .join('');
const lines = text.split('\n');
/** A definition in the middle, in whose body is typed. */
const host = lines.findIndex((line, i) => i > lines.length / 2 && /part def \w+ :> .*\{$/.test(line));
const pause = (time: number): Promise<void> => new Promise(resolve => setTimeout(resolve, time));
const placeOf = (word: string): Place => ({ line: host, character: lines[host].indexOf(word) + word.length + 1 });

const begun = performance.now();
const server = await LanguageServer.start(new Map([[NAME, text]]));
const { findings } = await server.open(NAME, text);
const outline = await server.timed('textDocument/documentSymbol', NAME);
const started = performance.now() - begun;
await findings;

/** The times of what is asked after each of some keys, and puts the text back. */
async function type(keys: string): Promise<Record<'completion' | 'hover' | 'definition', number[]>> {
    const times = { completion: [] as number[], hover: [] as number[], definition: [] as number[] };
    const line = host + 1;
    const start = { line, character: 0 };
    await server.change(NAME, start, start, '\n');
    await pause(REST);
    for (let i = 0; i < keys.length; i++) {
        const at = { line, character: i };
        await server.change(NAME, at, at, keys[i]);
        times.completion.push(await server.timed('textDocument/completion', NAME, { position: { line, character: i + 1 } }));
        times.hover.push(await server.timed('textDocument/hover', NAME, { position: placeOf('def') }));
        times.definition.push(await server.timed('textDocument/definition', NAME, { position: placeOf(':>') }));
        await pause(BETWEEN_KEYS);
    }
    await server.change(NAME, start, { line: line + 1, character: 0 }, '');
    await pause(REST);
    return times;
}

report(
    `editor: outline of ${lines.length} lines, from the start of the process (of it the request)`,
    `${ms(started)} (${ms(outline)})`,
    '1500 ms'
);
for (const [what, keys] of [
    ['a line with a type', 'part sensor : Sens'],
    ['a line with a redefinition', 'attribute redefines mass = 1;'],
    ['blanks', '          ']
]) {
    const { completion, hover, definition } = await type(keys);
    report(
        `editor: completion after each key of ${what}: median / longest`,
        `${ms(median(completion))} / ${ms(Math.max(...completion))}`,
        '50 ms'
    );
    report(`editor: hover / definition after it`, `${ms(median(hover))} / ${ms(median(definition))}`, '10 ms');
}
await server.stop();
