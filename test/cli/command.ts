/**
 * Runs command lines for the tests. In the quick suite they run in its own process, which is ten times as fast; what that cannot show
 * (standard input, deep recursion), some commands (`processes.proof.test.ts`) and everything in the whole suite are processes, started
 * as users start them.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from '../../src/cli/program.js';
import { isWhole } from '../support/thorough.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Run {
    readonly status: number | null;
    readonly stdout: string;
    readonly stderr: string;
}

export interface Surroundings {
    /** the folder in which it runs; the project's when absent */
    readonly cwd?: string;
    /** what is written to standard input; the command is a process then */
    readonly input?: string;
    readonly env?: Readonly<Record<string, string>>;
}

/** What a command line answers. */
export function command(args: readonly string[], surroundings: Surroundings = {}): Promise<Run> {
    return isWhole || surroundings.input !== undefined ? inProcess(args, surroundings) : here(args, surroundings);
}

/** What a command line answers as a process of its own. */
export function inProcess(args: readonly string[], { cwd = ROOT, input = '', env = {} }: Surroundings = {}): Promise<Run> {
    return new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [join(ROOT, 'bin', 'sysml-workbench.mjs'), ...args], {
            cwd,
            env: { ...process.env, ...env }
        });
        const written = { stdout: '', stderr: '' };
        for (const name of ['stdout', 'stderr'] as const) {
            child[name].setEncoding('utf8').on('data', (text: string) => (written[name] += text));
        }
        // a command that does not read its input may be gone before it is written
        child.stdin.on('error', () => undefined).end(input);
        child.once('error', reject).once('close', status => resolve({ status, ...written }));
    });
}

/** Commands write to the streams of this process and stand in its folder: one at a time. */
let last: Promise<unknown> = Promise.resolve();

function here(args: readonly string[], { cwd = ROOT, env = {} }: Surroundings): Promise<Run> {
    const run = last.then(async () => {
        const before = { folder: process.cwd(), env: process.env };
        const written = { stdout: '', stderr: '' };
        const streams = (['stdout', 'stderr'] as const).map(name => ({
            name,
            stream: process[name],
            own: Object.getOwnPropertyDescriptor(process[name], 'write')
        }));
        process.chdir(cwd);
        process.env = { ...before.env, ...env };
        for (const { name, stream } of streams) {
            stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
                written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
                const done = rest.find(each => typeof each === 'function');
                done?.();
                return true;
            };
        }
        try {
            const status = await program(args);
            return { status: Number(process.exitCode ?? status ?? 0), ...written };
        } finally {
            streams.forEach(({ stream, own }) =>
                own === undefined ? Reflect.deleteProperty(stream, 'write') : Object.defineProperty(stream, 'write', own)
            );
            process.env = before.env;
            process.chdir(before.folder);
            process.exitCode = undefined;
        }
    });
    last = run.catch(() => undefined);
    return run;
}
