// The service as clients install it: bundled, with the real core, in a process of its own.

import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../../scripts/build.mjs';

const ROOT = join(import.meta.dirname, '../..');
const BUNDLES = join(ROOT, '.cache', 'test-service');
/** Bundles of other sources are removed after this time, in milliseconds. */
const KEPT = 3_600_000;

let entry: Promise<string> | undefined;

/** Bundles the program into a folder named by what is in it, which test processes share. Answers the file to run. */
async function bundled(): Promise<string> {
    const { outputFiles } = await build({ ...bundleOptions(BUNDLES), sourcemap: false, write: false, logLevel: 'error' });
    const name = outputFiles
        .reduce((hash, { path, contents }) => hash.update(path).update(contents), createHash('sha256'))
        .digest('hex')
        .slice(0, 16);
    const folder = join(BUNDLES, name);
    if (!existsSync(folder)) {
        const written = `${folder}-${process.pid}`;
        for (const { path, contents } of outputFiles) {
            const file = join(written, relative(BUNDLES, path));
            mkdirSync(dirname(file), { recursive: true });
            writeFileSync(file, contents);
        }
        try {
            renameSync(written, folder);
        } catch {
            // another process was faster
            rmSync(written, { recursive: true, force: true });
        }
    }
    for (const other of readdirSync(BUNDLES).map(entryName => join(BUNDLES, entryName))) {
        if (other !== folder && (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < Date.now() - KEPT) {
            rmSync(other, { recursive: true, force: true });
        }
    }
    return join(folder, 'sysml-workbench.mjs');
}

export interface RealService {
    readonly child: ChildProcess;
    readonly address: string;
    readonly url: string;
    readonly port: number;
    /** standard error so far */
    errors(): string;
    /** resolves with the exit status; null for a signal */
    readonly ended: Promise<number | null>;
    /** a call in Connect JSON */
    post(
        method: string,
        body: unknown,
        headers?: Record<string, string>
    ): Promise<{ status: number; text: string; json: Record<string, unknown> }>;
    stop(): Promise<void>;
}

/** Starts `serve` with these flags and variables; resolves when it has printed its address. */
export async function startReal(flags: readonly string[] = [], variables: Record<string, string> = {}): Promise<RealService> {
    const { child, errors, ended } = await spawnReal(flags, variables);
    const address = await new Promise<string>((resolve, reject) => {
        child.stdout!.once('data', chunk => resolve(String(chunk).trim()));
        void ended.then(code => reject(new Error(`the service ended with ${code}: ${errors()}`)));
    });
    const url = `http://${address}`;
    return {
        child,
        address,
        url,
        port: Number(address.split(':').at(-1)),
        errors,
        ended,
        async post(method, body, headers = {}) {
            const response = await fetch(`${url}/sysml.SysMLService/${method}`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json', ...headers },
                body: JSON.stringify(body)
            });
            const text = await response.text();
            return { status: response.status, text, json: JSON.parse(text) as Record<string, unknown> };
        },
        async stop() {
            child.kill('SIGTERM');
            await ended;
        }
    };
}

/** Starts `serve` without waiting for its address. */
export async function spawnReal(
    flags: readonly string[],
    variables: Record<string, string> = {}
): Promise<Pick<RealService, 'child' | 'errors' | 'ended'>> {
    const file = await (entry ??= bundled());
    const child = spawn(
        process.execPath,
        [file, 'serve', '-port', '0', '-health-port', '0', '-log-level', 'error', '-report-address', ...flags],
        {
            env: { ...process.env, ...variables }
        }
    );
    let text = '';
    child.stderr.on('data', chunk => (text += chunk));
    return { child, errors: () => text, ended: new Promise(resolve => child.once('close', resolve)) };
}
