// A dry run of RunAnalysis: what the first tool of a case would be given, with nothing started.

import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { MethodName } from '../../src/wire/methods.js';
import { temporaryFolder } from '../support/folders.js';
import { type Asks, hashOf, oneHost } from './one-host.js';

const FOLDER = temporaryFolder('dry-');
const MARK = join(FOLDER, 'was-started');
const CONTENT = `package P { private import ScalarValues::*; private import AnalysisTooling::*;
  calc def Deflection { @ToolExecution { toolName = "Beam"; uri = "beam:1"; }
    in load : Real { @ToolVariable { name = "load"; } } return d : Real { @ToolVariable { name = "d"; } } }
  analysis study { return r : Real = Deflection(250.0); }
  analysis early { return r : Real = Deflection(1.0 / 0.0); }
  analysis plain { return r : Real = 2.0; } }`;

interface Response {
    error?: string;
    toolDryRun?: Record<string, unknown>;
    outputs?: unknown[];
}

let host: Asks;
let modelHash: string;

const ask = (name: MethodName, request: object): Response => host<Response>(name, { modelHash, ...request }).response;

beforeAll(async () => {
    chmodSync(FOLDER, 0o755);
    writeFileSync(join(FOLDER, 'beam'), `#!/bin/sh\ntouch ${MARK}\necho '{"outputs":{"d":{"value":1.5}}}'\n`, { mode: 0o755 });
    const manifest = {
        toolName: 'Beam',
        version: '3',
        executable: './beam',
        variables: ['load', 'd'],
        invocation: { args: ['--load', '{load}', '--to={outputDir}'], env: { LOAD: '{load.value}' }, stdin: 'csv' },
        reply: { format: 'json', outputs: { d: { path: 'outputs.d.value' } } }
    };
    writeFileSync(join(FOLDER, 'beam.json'), JSON.stringify(manifest), { mode: 0o644 });
    host = await oneHost({ SERVICE_TOOLS: FOLDER, PATH: process.env.PATH });
    modelHash = hashOf(host, CONTENT);
});

it('tells what the tool would be given, and starts nothing', () => {
    const answer = ask('RunAnalysis', { symbolId: 'P::study', toolDryRun: true });
    expect(answer.error).toBeUndefined();
    expect(answer.toolDryRun).toMatchObject({
        action: 'P::Deflection',
        tool: 'Beam',
        version: '3',
        manifest: expect.stringMatching(/beam\.json$/) as string,
        executable: join(FOLDER, 'beam'),
        protocol: 'argv+csv/json',
        args: ['--load', '250', '--to={outputDir}'],
        env: expect.arrayContaining(['LOAD=250']) as string[],
        stdin: 'csv',
        stdinData: 'load\n250\n',
        outputDir: true,
        inputs: [{ variable: 'load', parameter: 'load', value: '250.0' }],
        outputs: [{ variable: 'd', parameter: 'd' }],
        replySource: 'stdout',
        lines: expect.arrayContaining(["dry run of tool 'Beam': the process was not started", '  input load (load) = 250.0']) as string[]
    });
    expect(existsSync(MARK)).toBe(false);
});

it('of a case that reaches no tool says so, and answers nothing that it computed', () => {
    const answer = ask('RunAnalysis', { symbolId: 'P::plain', toolDryRun: true });
    expect(answer).toMatchObject({ error: expect.stringMatching(/^P::plain reaches no performance of a tool/) as string });
    expect(answer.outputs ?? []).toEqual([]);
    expect(answer.toolDryRun).toBeUndefined();
});

it('of a case that fails before its tool answers that failure', () => {
    const answer = ask('RunAnalysis', { symbolId: 'P::early', toolDryRun: true });
    expect(answer).toMatchObject({ error: expect.stringContaining('division by zero') as string });
    expect(answer.toolDryRun).toBeUndefined();
    expect(existsSync(MARK)).toBe(false);
});

it('of what is no case says so, and of a case that reaches no tool', () => {
    const answers = ['P::plain', 'P'].map(symbolId => ask('RunAnalysis', { symbolId, toolDryRun: true }) as Record<string, unknown>);
    expect(answers.map(({ failureReason }) => failureReason)).toEqual(['FAILURE_REASON_EVALUATION', 'FAILURE_REASON_WRONG_KIND']);
});
