// The service as clients install it: bundled, with the real core, in a process of its own.

import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { bundled } from '../support/bundled.js';

let folder: Promise<string> | undefined;

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
    const file = join(await (folder ??= bundled('test-service')), 'sysml-workbench.mjs');
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
