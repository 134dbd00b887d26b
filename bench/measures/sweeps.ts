/**
 * Sweeps and trade studies in one process: the rows alone, and as a worker answers them. Processor time, since the machine may be shared.
 */
import { toBinary, create } from '@bufbuild/protobuf';
import { startRun } from '../../src/runtime/behaviour/index.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { planSweep, sweepRows, NO_ARGUMENTS } from '../../src/runtime/verification/index.js';
import { readEnvironment } from '../../src/service/config/environment.js';
import { OperationHost, type CallOutcome } from '../../src/service/operations/call.js';
import { createServices } from '../../src/service/operations/services.js';
import { RunSweepRequestSchema } from '../../src/wire/generated/sysml_pb.js';
import { methodNamed } from '../../src/wire/methods.js';
import { median, ms, report } from '../measure.js';

const ALTERNATIVES = Array.from({ length: 10 }, (_, i) => `part bid${i} : Offer { attribute :>> price = ${10 + ((i * 7) % 10)}.5; }`);
const CONTENT = `package P {
    private import ScalarValues::*;
    private import TradeStudies::*;
    calc def Cost { in x : Real; in y : Real; in n : Integer; return : Real = (x * y + n) / 2 - x ** 2; }
    part def Offer { attribute price : Real; }
    ${ALTERNATIVES.join('\n    ')}
    analysis bid : TradeStudy {
        subject : Offer[1..*] = (${ALTERNATIVES.map((_, i) => `bid${i}`).join(', ')});
        in attribute rate : Real default = 1.0;
        objective : MinimizeObjective;
        calc :>> evaluationFunction { in part offer : Offer; return attribute cost : Real = offer.price * rate; }
        return part :>> selectedAlternative : Offer;
    }
}`;

const library = loadLibrary();
const { model } = new Workspace({ library }).parse([{ name: 'p.sysml', language: 'sysml', content: CONTENT }]);
const errors = model.diagnostics.filter(d => d.severity === 'error');
if (errors.length > 0) {
    throw new Error(errors.map(d => d.message).join('\n'));
}

const whole = (start: number, end: number, step: number | undefined = undefined) => ({ start, end, step });
const CALC = { symbolId: 'P::Cost', ranges: [whole(1, 100), whole(1, 100), whole(1, 10)].map((r, i) => ({ ...r, parameter: 'xyn'[i] })) };
const STUDY = { symbolId: 'P::bid', ranges: [{ ...whole(1, 1000), parameter: 'rate' }] };
const LIMIT = 1_000_000;

/** Makes every row; answers how many failed. */
function rowsOf({ symbolId, ranges }: typeof CALC): number {
    const plan = planSweep(startRun(model, {}), {
        symbolId,
        subjectId: '',
        arguments: NO_ARGUMENTS,
        ranges,
        samples: 0n,
        seed: 0n,
        limit: LIMIT
    });
    if ('error' in plan) {
        throw new Error(plan.error);
    }
    let failed = 0;
    for (const row of sweepRows(model, plan, { subjectId: '', arguments: () => NO_ARGUMENTS }, {})) {
        failed += row.error === undefined ? 0 : 1;
    }
    if (failed > 0) {
        throw new Error(`${failed} rows of ${symbolId} failed`);
    }
    return plan.rows;
}

const COUNT = 5;

/** Milliseconds of processor time, the collector's included. */
async function used(run: () => unknown): Promise<number> {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
}

async function times(run: () => unknown): Promise<number> {
    const found: number[] = [];
    for (let i = 0; i < COUNT; i++) {
        found.push(await used(run));
    }
    return median(found);
}

report('sweep of a calculation with three parameters, 100,000 rows (processor time)', ms(await times(() => rowsOf(CALC))), 'under 2.0 s');
report('sweep of a trade study with 10 alternatives, 1,000 rows (processor time)', ms(await times(() => rowsOf(STUDY))), 'under 2.0 s');

const source = await createServices({
    environment: readEnvironment({ SERVICE_MAX_SWEEP_RUNS: String(LIMIT) }),
    version: '0',
    cacheSize: 10,
    servedEngines: []
});
const host = new OperationHost(source.registry, source.load().services, error => {
    throw error;
});

async function answered(name: string, body: Uint8Array): Promise<CallOutcome> {
    const request = {
        method: methodNamed(name)!,
        format: 'proto' as const,
        body,
        deadline: 0,
        modelAbsent: false,
        isCancelled: () => false
    };
    return host.call(request);
}
const { parsed } = await host.call({
    method: methodNamed('ParseSources')!,
    format: 'json',
    body: Buffer.from(JSON.stringify({ documents: [{ name: 'p.sysml', content: CONTENT }] })),
    deadline: 0,
    modelAbsent: false,
    isCancelled: () => false
});
for (const [what, { symbolId, ranges }] of [
    ['100,000 rows of a calculation', CALC],
    ['1,000 rows of a trade study', STUDY]
] as const) {
    const value = (n: number) => ({ kind: { case: 'intValue' as const, value: BigInt(n) } });
    const request = create(RunSweepRequestSchema, {
        modelHash: parsed!.hash,
        symbolId,
        ranges: ranges.map(({ parameter, start, end }) => ({ parameter, start: value(start), end: value(end) }))
    });
    const body = toBinary(RunSweepRequestSchema, request);
    let size = 0;
    const took = await times(async () => {
        size = (await answered('RunSweep', body)).body.length;
    });
    report(`RunSweep in one worker: ${what}, ${(size / 1e6).toFixed(1)} MB (processor time)`, ms(took), 'under 2.0 s');
}
