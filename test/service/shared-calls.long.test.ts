// Divided calls on real workers: the rows of a sweep are the same however many make them, and arrive in order; what is cancelled or dies
// frees everybody else.

import { afterAll, describe, expect, it } from 'vitest';
import { start, type TestService } from './double/start.js';

const running: TestService[] = [];

async function started(workers: number, variables: Record<string, string> = {}, core: 'real' | 'stand-in' = 'real'): Promise<TestService> {
    const service = await start([], { SERVICE_JOBS: String(workers), ...variables }, workers, core);
    running.push(service);
    return service;
}

afterAll(async () => {
    await Promise.all(running.map(service => service.shutdown()));
});

/** How many workers make rows beside each other. */
const MANY = 3;
const limits = { SERVICE_MAX_SWEEP_RUNS: '300', SERVICE_MAX_STEPS: '9000000000' };
let many: Promise<TestService> | undefined;

/** The service with {@link MANY} workers, which the tests share: each proves on the way that the ones before left it whole. */
const besideEachOther = (): Promise<TestService> => (many ??= started(MANY, limits));

const SEVEN = [0, 1, 2, 3, 4, 5, 6];
const strand = (s: number): string =>
    `first f then a${s}0; ${SEVEN.map(i => `${i === 0 ? '' : 'then '}action a${s}${i} assign v${s} := v${s} + 1;`).join(' ')} then j;`;
const CONTENT = `package P {
    private import ScalarValues::*;
    calc def Slow { in n : Integer; in k : Integer; attribute i : Integer := 0; while i < 1500 { assign i := i + 1; } return : Integer = i + n * k; }
    calc def Endless { in n : Integer; attribute i : Integer := 0; while i < 2000000000 { assign i := i + 1; } return : Integer = i + n; }
    calc def Quotient { in n : Integer; in k : Integer; 100 / (Slow(n, k) - 1520) }
    part def Engine { attribute mass : Real; }
    part a : Engine { attribute :>> mass = 7.0; }
    part b : Engine { attribute :>> mass = 4.0; }
    part c : Engine { attribute :>> mass = 4.0; }
    analysis study : TradeStudies::TradeStudy {
        subject : Engine[1..*] = (a, b, c);
        in attribute weight : Integer = 1;
        objective : TradeStudies::MinimizeObjective;
        calc :>> evaluationFunction { in part e : Engine; return attribute : Real = e.mass * weight / (weight - 7); }
        return part :>> selectedAlternative : Engine;
    }
    analysis mass {
        subject e : Engine = a;
        in attribute factor : Real;
        objective light { require constraint { total <= 30.0 } }
        return attribute total : Real = e.mass * factor;
    }
    private import RandomFunctions::*;
    part def Timer { attribute t : Real := 0.0; attribute k : Integer := 0; constraint soon { t < 3.5 }
        action tick { first start; then action a assign t := triangular(1.0, 2.0, 4.0);
            then action b { attribute i : Integer := 0; while i < 300 { assign i := i + 1; } assign k := 30 % (uniformInteger(1, 9) - 5); } then done; } }
    part timer : Timer;
    action def Draws { attribute n : Integer := 0; attribute word : String := ""; attribute any := 0; first start;
        then action a assign n := uniformInteger(1, 200);
        then action b { attribute i : Integer := 0; while i < 300 { assign i := i + 1; } assign word := if n > 100 ? "high" else "low"; }
        then action c assign any := if n > 190 ? "great" else n; then accept after 2 [SI::s]; then done; }
    action def Spread { ${SEVEN.map(s => `attribute v${s} : Integer := 0;`).join(' ')} first start; then fork f; ${SEVEN.map(strand).join(' ')} join j; then done; }
    action def Forever { attribute i : Integer := 0; first start; then action a { while i < 2000000000 { assign i := i + 1; } } then done; }
    analysis def Study :> Simulation::MonteCarlo { subject analysed : Timer; perform action run ::> analysed.tick;
        attribute :>> observed : Real = analysed.t; objective { require constraint { observed < 3.0 } } return Mean : Real = mean; }
    analysis repeated : Study { subject analysed = timer; }
}`;

const range = (parameter: string, from: number, to: number): object => ({
    parameter,
    start: { intValue: String(from) },
    end: { intValue: String(to) }
});
const real = (parameter: string, from: number, to: number): object => ({
    parameter,
    start: { realValue: from },
    end: { realValue: to }
});

const SWEEPS: Readonly<Record<string, object>> = {
    'rows of a calculation': { symbolId: 'P::Slow', ranges: [range('n', 1, 20), range('k', 1, 15)] },
    'failing rows': { symbolId: 'P::Quotient', ranges: [range('n', 1, 20), range('k', 1, 15)] },
    'objects, evaluations and verdicts': { symbolId: 'P::study', ranges: [range('weight', 1, 200)] },
    'drawn rows': { symbolId: 'P::mass', ranges: [real('factor', 0, 9)], samples: '300', seed: '7' },
    'more rows than are allowed': { symbolId: 'P::Slow', ranges: [range('n', 1, 301)] }
};

const RUNS: Readonly<Record<string, object>> = {
    'runs of an action, which observe several kinds': { actionSymbolId: 'P::Draws' },
    'runs of the action of a part, of which some fail': { actionSymbolId: 'P::Timer::tick', performerSymbolId: 'P::timer' },
    'runs of a case': { analysisSymbolId: 'P::repeated' }
};

const parse = async (service: TestService): Promise<string> =>
    (await service.post('ParseSources', { documents: [{ name: 'p', content: CONTENT }] })).json.modelHash as string;

interface Row {
    readonly elapsedMicros?: string;
    readonly inputs: readonly unknown[];
    readonly error?: string;
}

/** The answer without what the clock says. */
const untimed = ({ rows, ...others }: Record<string, unknown>): unknown => ({
    ...others,
    ...(Array.isArray(others.lines) && {
        lines: others.lines.map((line: string) => line.replace(/\d+\.\d{3}ms|-{4,}| +/g, ' ').replace(/ +/g, ' '))
    }),
    ...(rows !== undefined && { rows: (rows as Row[]).map(row => ({ ...row, elapsedMicros: '' })) })
});

describe('sweeps', () => {
    it('are the same for one worker and for several', async () => {
        const answers = new Map<string, unknown[]>();
        for (const service of [await started(1, limits), await besideEachOther()]) {
            const modelHash = await parse(service);
            for (const [name, sweep] of Object.entries(SWEEPS)) {
                const answer = await service.post('RunSweep', { modelHash, ...sweep });
                expect(answer.status, name).toBe(200);
                answers.set(name, [...(answers.get(name) ?? []), untimed(answer.json)]);
            }
            expect(service.lines.some(line => line.includes('a call is made side by side'))).toBe(true);
        }
        for (const [name, [one, several]] of answers) {
            expect(several, name).toEqual(one);
        }
        const rowsOf = (name: string): Row[] => (answers.get(name)![0] as { rows: Row[] }).rows;
        expect(rowsOf('rows of a calculation').map(({ inputs }) => inputs)).toMatchObject(
            Array.from({ length: 300 }, (_, i) => [
                { name: 'n', value: { intValue: String(1 + Math.floor(i / 15)) } },
                { name: 'k', value: { intValue: String(1 + (i % 15)) } }
            ])
        );
        expect(rowsOf('failing rows').flatMap(({ error }, i) => (error ? [i] : [])).length).toBeGreaterThan(1);
        // three alternatives are objects in every row: ids continue from row to row
        const ids = (answers.get('objects, evaluations and verdicts')![0] as { instances: { id: string }[] }).instances.map(i =>
            Number(i.id)
        );
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual([...ids].sort((one, other) => one - other));
        expect(answers.get('more rows than are allowed')![0]).toMatchObject({ failureReason: 'FAILURE_REASON_EVALUATION' });
    });

    it('and runs, too', async () => {
        const answers = new Map<string, unknown[]>();
        for (const service of [await started(1, limits), await besideEachOther()]) {
            const modelHash = await parse(service);
            for (const [name, asked] of Object.entries(RUNS)) {
                const answer = await service.post('RunRuns', { modelHash, ...asked, runs: '300', seed: '7' });
                expect(answer.status, name).toBe(200);
                expect(answer.json.error, name).toBeUndefined();
                answers.set(name, [...(answers.get(name) ?? []), untimed(answer.json)]);
            }
            expect(service.lines.filter(line => line.includes('a call is made side by side') && line.includes('RunRuns')).length).toBe(3);
        }
        for (const [name, [one, several]] of answers) {
            expect(several, name).toEqual(one);
            expect((one as { rows: Row[] }).rows.length, name).toBe(300);
        }
    });

    it.each<[string, object]>([
        ['RunSweep', { symbolId: 'P::Endless', ranges: [range('n', 1, 50)] }],
        ['RunRuns', { actionSymbolId: 'P::Forever', runs: '50', seed: '1' }],
        ['CheckBehavior', { actionSymbolId: 'P::Spread' }]
    ])('that are cancelled free everybody who makes rows: %s', async (method, asked) => {
        const service = await besideEachOther();
        const modelHash = await parse(service);
        const late = await service.post(method, { modelHash, ...asked }, { 'Connect-Timeout-Ms': '500' });
        expect(late.json.code).toBe('deadline_exceeded');
        const again = await service.post('RunSweep', { modelHash, ...SWEEPS['rows of a calculation'] });
        expect((again.json.rows as Row[]).length).toBe(300);
        expect(service.lines.some(line => line.includes('a worker died'))).toBe(false);
    });

    it('leave room for calls that come meanwhile', async () => {
        const service = await besideEachOther();
        const modelHash = await parse(service);
        const controller = new AbortController();
        let isOver = false;
        const long = fetch(`${service.url}/sysml.SysMLService/RunSweep`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ modelHash, symbolId: 'P::Endless', ranges: [range('n', 1, 50)] }),
            signal: controller.signal
        })
            .catch(() => undefined)
            .finally(() => (isOver = true));
        for (let index = 0; index < 8; index++) {
            const content = `package Q${index} { attribute a = ${index}; }`;
            const parsed = await service.post('ParseSources', { documents: [{ name: 'q', content }] });
            const asked = { modelHash: parsed.json.modelHash, expression: `Q${index}::a` };
            expect((await service.post('Evaluate', asked)).json).toEqual({ result: { intValue: String(index) } });
        }
        expect(isOver).toBe(false);
        controller.abort();
        await long;
    });

    it('fail alone when a worker that makes rows dies', async () => {
        const service = await started(2, {}, 'stand-in');
        while (service.lines.filter(line => line.includes('worker ready')).length < 2) {
            await new Promise(resolve => setTimeout(resolve, 10));
        }
        const modelHash = (await service.post('ParseSources', { documents: [{ name: 'p', content: 'def A' }] })).json.modelHash;
        for (const [symbolId, status] of [
            ['sound', 200],
            ['crash', 500],
            ['sound', 200]
        ] as const) {
            const answer = await service.post('RunSweep', { modelHash, symbolId, ranges: [] });
            expect([symbolId, answer.status, answer.json.code]).toEqual([symbolId, status, status === 200 ? undefined : 'internal']);
        }
    });
});
