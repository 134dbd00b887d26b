/** Manifests: a line each, what is written beside what is registered or why nothing is. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManifests } from '../../../src/runtime/engines/index.js';
import { temporaryFolder } from '../../support/folders.js';

const FOLDER = temporaryFolder('manifests-');
let folders = 0;

function folderWith(files: Readonly<Record<string, string | object>>): string {
    const folder = join(FOLDER, `m${++folders}`);
    mkdirSync(folder, { mode: 0o755 });
    for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o644 });
    }
    return folder;
}

function read(folder: string): string[] {
    const { tools, engines, faults } = readManifests([{ variable: 'SERVICE_ENGINES', folder }], process.env.PATH ?? '');
    return [...tools, ...engines].map(m => `${m.kind} ${m.name}`).concat(faults.map(f => f.replaceAll(`${folder}/`, '')));
}

const TOOL = { toolName: 'Aero', executable: 'node', variables: ['a', 'b'] };
const ENGINE = { kind: 'engine', name: 'e', version: '1', command: ['./e'], protocol: 1, answers: ['holds'], authority: 'bounded' };
const fault = (text: string): string[] => [`SERVICE_ENGINES: m.json ${text}`];

describe('one manifest', () => {
    test.each<[string, string | object, string[]]>([
        ['a tool', TOOL, ['tool tool:Aero']],
        ['an engine', ENGINE, ['engine e']],
        ['a policy', { kind: 'policy', name: 'p', version: '1', command: ['./p'], protocol: 1 }, ['policy p']],
        ['a module', { ...ENGINE, command: undefined, module: 'e.wasm' }, ['module e']],
        ['no JSON', '{', fault('is no JSON')],
        ['a list', '[]', fault('is no JSON object')],
        ['a repeated member', '{"toolName": "a", "toolName": "b"}', fault('has the member toolName twice')],
        ['a null member', { ...TOOL, version: null }, fault('has the member version, which is null')],
        ['an unknown member', { ...TOOL, colour: 'red' }, fault('has the unknown member colour')],
        ['an unknown kind', { ...TOOL, kind: 'robot' }, fault('has the unknown kind "robot"')],
        ['no variables', { ...TOOL, variables: [] }, fault('must list its variables, each once')],
        ['a variable twice', { ...TOOL, variables: ['a', 'a'] }, fault('must list its variables, each once')],
        ['a program outside', { ...TOOL, executable: '../tool' }, fault('names ../tool, which leaves its folder')],
        ['a placeholder of nothing', { ...TOOL, invocation: { args: ['{c}'] } }, fault('has the unknown placeholder {c}')],
        [
            'an open brace',
            { ...TOOL, invocation: { args: ['{a'] } },
            fault('has a brace without its other one in "{a": double a literal one')
        ],
        [
            'an input file elsewhere',
            { ...TOOL, invocation: { inputFile: { format: 'csv', name: '../x' } } },
            fault('has an invocation.inputFile without a format json or csv and a bare file name')
        ],
        ['a format without outputs', { ...TOOL, reply: { format: 'csv' } }, fault('must say where its reply has the outputs')],
        [
            'an output of nothing',
            { ...TOOL, reply: { format: 'csv', outputs: { c: {} } } },
            fault('has the unknown member reply.outputs.c')
        ],
        ['a reserved name', { ...ENGINE, name: 'auto' }, fault('has the name "auto", which no engine may have')],
        ['another protocol', { ...ENGINE, protocol: 2 }, fault('asks for protocol 2; served is 1')],
        ['admit', { ...ENGINE, admit: true }, fault('has the member admit, which is not honoured')],
        [
            'an unknown question',
            { ...ENGINE, answers: ['why'] },
            fault('lists "why" in answers: it takes evaluate, outcomes, holds, sensitive, satisfiable, sweep, compute')
        ],
        ['a question twice', { ...ENGINE, answers: ['holds', 'holds'] }, fault('lists a member of answers twice')],
        ['no name of a tool', { kind: 'tool', executable: 'node', variables: ['a'] }, fault('must have a text as toolName')],
        ['no executable', { toolName: 'Aero', variables: ['a'] }, fault('must have a text as executable')],
        ['no kind', { name: 'e' }, fault('has neither a toolName nor a kind')],
        ['variables that are no list', { ...TOOL, variables: 'a' }, fault('must have a list of texts as variables')],
        ['an invocation that is no object', { ...TOOL, invocation: 3 }, fault('has a member invocation that is no object')],
        ['arguments that are no list', { ...TOOL, invocation: { args: 'x' } }, fault('must have a list of texts as args')],
        [
            'a variable without a name',
            { ...TOOL, invocation: { env: { 'A=B': 'x' } } },
            fault('has no usable variable A=B in invocation.env')
        ],
        ['an input of no form', { ...TOOL, invocation: { stdin: 'xml' } }, fault('has a member invocation.stdin that is no object')],
        [
            'an input of no text',
            { ...TOOL, invocation: { stdin: { template: 3 } } },
            fault('has an invocation.stdin that is not json, none, csv or a template')
        ],
        ['a folder outside', { ...TOOL, invocation: { cwd: '../..' } }, fault('names ../.., which leaves its folder')],
        ['a reply of no form', { ...TOOL, reply: { format: 'xml' } }, fault('has the unknown reply.format "xml"')],
        [
            'a delimiter of two',
            { ...TOOL, reply: { format: 'csv', delimiter: ';;', outputs: { b: {} } } },
            fault('has a reply.header or reply.delimiter that cannot be used')
        ],
        [
            'a success of nothing',
            { ...TOOL, reply: { format: 'exitcode', success: 'no', outputs: { b: {} } } },
            fault('has a reply.success that is no list of exit statuses')
        ],
        [
            'a source of nothing',
            { ...TOOL, reply: { source: 'stderr' } },
            fault('has a reply.source that is neither stdout nor file:<path>')
        ],
        [
            'a regular expression that is none',
            { ...TOOL, reply: { format: 'lines', regex: '(', outputs: { b: {} } } },
            [expect.stringMatching(/^SERVICE_ENGINES: m\.json has a reply\.regex that is no regular expression: /) as string]
        ],
        ['white space in a name', { ...ENGINE, name: 'a b' }, fault('has the name "a b", which no engine may have')],
        ['the name of a tool', { ...ENGINE, name: 'tool:x' }, fault('has the name "tool:x", which no engine may have')],
        ['no answers', { ...ENGINE, answers: [] }, fault('must list what it answers')],
        ['no command', { ...ENGINE, command: [] }, fault('has an empty command')],
        ['concurrent in words', { ...ENGINE, concurrent: 'yes' }, fault('has a member concurrent that is no Boolean')],
        ['an unknown member of an engine', { ...ENGINE, colour: 'red' }, fault('has the unknown member colour')],
        [
            'an authority that there is not',
            { ...ENGINE, authority: 'sure' },
            fault('must have a member authority that is observed, witnessed, bounded, proved')
        ],
        [
            'a bound that there is not',
            { ...ENGINE, bounds: ['width'] },
            fault('lists "width" in bounds: it takes depth, steps, runs, memory')
        ],
        ['a command outside', { ...ENGINE, command: ['../e'] }, fault('names ../e, which leaves its folder')]
    ])('%s', (_, content, expected) => expect(read(folderWith({ 'm.json': content }))).toEqual(expected));
});

describe('a folder', () => {
    test('with a fault registers nothing', () => expect(read(folderWith({ 'a.json': TOOL, 'm.json': '{' }))).toEqual(fault('is no JSON')));
    test('registers a name once', () =>
        expect(read(folderWith({ 'a.json': TOOL, 'b.json': TOOL }))).toEqual([
            'SERVICE_ENGINES: b.json registers "tool:Aero" as a.json does'
        ]));
    test('that is not there', () => expect(read(join(FOLDER, 'none'))[0]).toMatch(/cannot be read as a folder \(ENOENT\)$/));
    test('whose program is a link out of it', () => {
        const folder = folderWith({ 'm.json': { ...TOOL, executable: './link' } });
        symlinkSync('/bin/sh', join(folder, 'link'));
        expect(read(folder)).toEqual(fault('names ./link, which leaves its folder'));
    });
    test.skipIf(process.platform === 'win32')('that others may write to', () => {
        const folder = folderWith({ 'm.json': TOOL });
        chmodSync(folder, 0o777);
        expect(read(folder)[0]).toMatch(/may be written by others than its owner$/);
    });
});

test('a folder in a workspace registers nothing', () => {
    const folder = folderWith({ 'm.json': TOOL });
    const link = join(FOLDER, 'linked');
    symlinkSync(folder, link);
    const faults = (workspace: string, of = folder): readonly string[] =>
        readManifests([{ variable: 'SERVICE_TOOLS', folder: of }], '', [workspace]).faults;
    const inIt = (workspace: string, of = folder): string[] => [
        `SERVICE_TOOLS: ${of} lies in the workspace ${workspace}: programs may not come with models`
    ];
    expect(faults(folder)).toEqual(inIt(folder));
    expect(faults(FOLDER)).toEqual(inIt(FOLDER));
    expect(faults(folder, link)).toEqual(inIt(folder, link));
    expect(faults(`${folder}-beside`)).toEqual([]);
    expect(faults(join(folder, 'below'))).toEqual([]);
});

test('a name registered over two folders is registered by neither', () => {
    const [a, b] = [folderWith({ 'a.json': TOOL }), folderWith({ 'b.json': TOOL, 'c.json': ENGINE })];
    const { tools, engines, faults } = readManifests(
        [
            { variable: 'SERVICE_TOOLS', folder: a },
            { variable: 'SERVICE_ENGINES', folder: b }
        ],
        ''
    );
    expect([tools.length, engines.map(e => e.name), faults]).toEqual([0, ['e'], [`${b}/b.json registers "tool:Aero" as ${a}/a.json does`]]);
});
