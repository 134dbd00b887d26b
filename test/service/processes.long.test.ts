// Several processes behind one port, as clients install the service: any of them answers any call, one that
// dies is started again, all end together.

import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { spawnReal, startReal, type RealService } from './real.js';

const running: RealService[] = [];
afterEach(() => Promise.all(running.splice(0).map(service => service.stop())));

async function started(flags: readonly string[] = [], variables: Record<string, string> = {}): Promise<RealService> {
    const service = await startReal(['-processes', '2', '-log-level', 'debug', ...flags], variables);
    running.push(service);
    return service;
}

interface Answer {
    readonly status: number;
    readonly json: Record<string, unknown>;
}

/** A call over the connections of an agent; by default over one of its own. */
function post({ url }: RealService, method: string, body: unknown, agent = new Agent()): Promise<Answer> {
    return new Promise((resolve, reject) => {
        const headers = { 'Content-Type': 'application/json' };
        request(`${url}/sysml.SysMLService/${method}`, { method: 'POST', headers, agent }, response => {
            let text = '';
            response.on('data', (chunk: Buffer) => (text += chunk.toString()));
            response.on('end', () => resolve({ status: response.statusCode!, json: JSON.parse(text) as Record<string, unknown> }));
            response.on('error', reject);
        })
            .on('error', reject)
            .end(JSON.stringify(body));
    });
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await condition())) {
        await new Promise(resolve => setTimeout(resolve, 20));
    }
}

const CONTENT = 'package P { part def Wheel { attribute radius = 3; } part wheel : Wheel; attribute twice = wheel.radius * 2; }';

async function parsed(service: RealService, content = CONTENT): Promise<string> {
    const { json } = await post(service, 'ParseSources', { documents: [{ name: 'p.sysml', content }] });
    expect(json.diagnostics).toBeUndefined();
    return json.modelHash as string;
}

/** Process by the number in the log: the id under which the system knows the one that was started last. */
const pids = (service: RealService): Map<string, number> =>
    new Map(
        [...service.errors().matchAll(/msg="a process starts" process=(\d+) pid=(\d+)/g)].map(([, place, pid]) => [place, Number(pid)])
    );

/** The numbers of the processes that have answered a procedure. */
const answerers = (service: RealService, method: string): Set<string> =>
    new Set(
        [...service.errors().matchAll(/msg="call answered" process=(\d+) procedure=\S+\/(\w+)/g)].flatMap(m =>
            m[2] === method ? m[1] : []
        )
    );

const isThere = (pid: number): boolean => {
    try {
        process.kill(pid, 0);
        return true;
    } catch {
        return false;
    }
};

describe('processes behind one port', () => {
    it('answer about a model whichever of them has parsed it, and hold its objects in one of them', async () => {
        const service = await started([], { SERVICE_MAX_HELD_OBJECTS: '9' });
        const modelHash = await parsed(service);
        await until(async () => {
            expect(await post(service, 'Evaluate', { modelHash, expression: 'P::twice' })).toEqual({
                status: 200,
                json: { result: { intValue: '6' } }
            });
            return answerers(service, 'Evaluate').size === 2;
        });
        // clients side by side, on connections that they keep, with questions that are asked again and again and others that are new
        const clients = Array.from({ length: 6 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
        await Promise.all(
            clients.map(async (agent, client) => {
                for (let round = 0; round < 10; round++) {
                    const [again, fresh] = [
                        await post(service, 'Evaluate', { modelHash, expression: 'P::twice + 1' }, agent),
                        await post(service, 'Evaluate', { modelHash, expression: `P::twice + ${client}${round}` }, agent)
                    ];
                    expect(again.json).toEqual({ result: { intValue: '7' } });
                    expect(fresh.json).toEqual({ result: { intValue: String(6 + Number(`${client}${round}`)) } });
                    expect((await post(service, 'GetSymbol', { modelHash, symbolId: 'P::wheel' }, agent)).status).toBe(200);
                }
            })
        );
        clients.forEach(agent => agent.destroy());
        for (const call of ['Evaluate', 'GetDiagnostics', 'Instantiate']) {
            expect((await post(service, call, { modelHash: 'never parsed' })).json).toEqual({
                code: 'not_found',
                message: 'model not found: never parsed'
            });
        }
        // models whose objects are held in the one process and in the other
        for (let index = 0; index < 4; index++) {
            const other = await parsed(service, `package P { part def A; part a : A; attribute index = ${index}; }`);
            const answers: Answer[] = [];
            for (let asked = 0; asked < 11; asked++) {
                answers.push(await post(service, 'Instantiate', { modelHash: other, symbolId: 'P::a' }));
            }
            expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 9 }, () => 200), 429, 429]);
            expect(answers[8].json).toEqual(answers[0].json);
            expect(answers[10].json).toMatchObject({ code: 'resource_exhausted' });
        }
        expect(answerers(service, 'Instantiate').size).toBe(2);
    });

    it('keep the objects of a model that is in use in another one', async () => {
        const service = await started(['-cache-size', '2'], { SERVICE_MAX_HELD_OBJECTS: '1' });
        // connections are given to the processes in turn
        const agents = [0, 1].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
        const modelHash = await parsed(service);
        expect((await post(service, 'Instantiate', { modelHash, symbolId: 'P::wheel' }, agents[0])).status).toBe(200);
        for (const [user, other] of [agents, [...agents].reverse()]) {
            for (let index = 0; index < 6; index++) {
                await post(
                    service,
                    'ParseSources',
                    { documents: [{ name: 'q.sysml', content: `package Q { attribute a = ${index}; }` }] },
                    other
                );
                expect((await post(service, 'Evaluate', { modelHash, expression: 'P::twice' }, user)).status).toBe(200);
            }
            expect((await post(service, 'Instantiate', { modelHash, symbolId: 'P::wheel' }, other)).json.code).toBe('resource_exhausted');
        }
        agents.forEach(agent => agent.destroy());
        expect(answerers(service, 'ParseSources').size).toBe(2);
    });

    it('are started again where they were when they die', async () => {
        const service = await started();
        const modelHash = await parsed(service);
        await until(async () => {
            await post(service, 'Evaluate', { modelHash, expression: 'P::twice' });
            return answerers(service, 'Evaluate').size === 2;
        });
        const first = pids(service);
        process.kill(first.get('2')!, 'SIGKILL');
        await until(() => service.errors().includes('msg="a process was started again" process=2'));
        expect(service.errors()).toMatch(/level=ERROR msg="a process died" process=2 signal=SIGKILL/);
        expect(pids(service).get('2')).not.toBe(first.get('2'));
        for (let asked = 0; asked < 4; asked++) {
            // by one that has kept the model, and by one that has never seen it
            expect((await post(service, 'Evaluate', { modelHash, expression: 'P::twice' })).json).toEqual({ result: { intValue: '6' } });
        }
        // with all of them goes the socket, and the models
        const restarts = (): number => service.errors().split('msg="a process was started again"').length - 1;
        pids(service).forEach(pid => process.kill(pid, 'SIGKILL'));
        await until(() => restarts() >= 3);
        expect((await post(service, 'Evaluate', { modelHash, expression: '1' })).json).toMatchObject({ code: 'not_found' });
        expect(await parsed(service)).toBe(modelHash);
    });
});

describe('the end of several processes', () => {
    it.each([
        ['SIGTERM', (service: RealService) => service.child.kill('SIGTERM'), 0],
        ['the end of standard input', (service: RealService) => service.child.stdin!.end(), 0],
        ['the death of the process in front', (service: RealService) => service.child.kill('SIGKILL'), null]
    ])('comes with %s', async (_, end, status) => {
        const service = await started(['-exit-with-parent']);
        let lines = service.address;
        service.child.stdout!.on('data', chunk => (lines += String(chunk)));
        const serving = [...pids(service).values()];
        expect(serving.map(isThere)).toEqual([true, true]);
        end(service);
        expect(await service.ended).toBe(status);
        await until(() => !serving.some(isThere));
        expect(lines).toBe(service.address);
    });

    it('comes at once when they cannot start', async () => {
        const server = createServer();
        await new Promise<void>(resolve => server.listen(0, resolve));
        const port = String((server.address() as AddressInfo).port);
        const { ended, errors } = await spawnReal(['-processes', '3', '-port', port]);
        expect(await ended).toBe(1);
        expect(errors().match(/EADDRINUSE/g)).toHaveLength(1);
        server.close();
    });
});
