/** Both engines tell right protocols of concurrent systems from broken ones, by runs that can be repeated. */
import { afterAll, describe, expect, it } from 'vitest';
import {
    checkBehavior,
    checkBySolver,
    type CheckAnswer,
    type CheckFault,
    findSolver,
    Solver,
    type SolverCheck
} from '../../../src/runtime/engines/index.js';
import { executeAction, executeState, policyOf } from '../../../src/runtime/behaviour/index.js';
import type { Model } from '../../../src/language/workspace/workspace.js';
import { isThorough, sampled } from '../../support/thorough.js';
import { modelOf, valuesText } from '../behaviour/run.js';
import { type Change, type Protocol, protocols } from './protocols.js';

const place = findSolver('', process.env.PATH ?? '');
const solver = 'missing' in place ? undefined : new Solver(place);
afterAll(() => solver?.close());

const LIMITS = { timeout: 300_000, checkCancelled: (): void => undefined };

/** The model of a protocol, with its change. A change that changes nothing is a mistake of the table. */
function changed({ model }: Protocol, [from, to]: Change = ['', '']): Model {
    expect(model).toContain(from);
    return modelOf(model.replace(from, to));
}

const subject = ({ kind, behaviour, property }: Protocol) => ({
    kind,
    behaviour,
    performer: 'T::system',
    properties: [`T::System::${property}`]
});

/** All orders, with the properties alone: what the orders end with may differ. */
const searched = (model: Model, protocol: Protocol): CheckAnswer | CheckFault =>
    checkBehavior(model, { ...subject(protocol), diverge: [], bounds: {} });

const solved = (model: Model, protocol: Protocol, depth = 1): SolverCheck | CheckFault =>
    checkBySolver(solver!, LIMITS, model, {
        ...subject(protocol),
        diverge: [],
        freed: [],
        assumed: [],
        bounds: { depth }
    });

/** What the system's features are after a run of a schedule, or how the run fails. */
function repeated(model: Model, { kind, behaviour }: Protocol, schedule: string): string {
    const policy = policyOf(schedule);
    if (kind === 'action') {
        const { error, performerAttributes } = executeAction(model, { action: behaviour, performer: 'T::system', policy });
        return error !== '' ? error : valuesText(performerAttributes);
    }
    const { error, finalContext } = executeState(model, { machine: behaviour, performer: 'T::system', events: [], policy });
    return error !== '' ? error : valuesText(finalContext);
}

describe.each(sampled(protocols, 5, 2))('$title', protocol => {
    it('holds', () => {
        const answer = searched(changed(protocol), protocol);
        expect(answer).toMatchObject({ violations: [], search: { boundsHit: [] }, notes: [] });
    });

    it.each(sampled(protocol.breaks, 3))('fails with $title', ({ change, found, left }) => {
        const model = changed(protocol, change);
        const answer = searched(model, protocol);
        if ('error' in answer) {
            throw new Error(answer.error);
        }
        expect(answer.verdict).toBe('fails');
        const [violation] = answer.violations;
        expect(violation.property ?? violation.error).toContain(found);
        expect(violation.witness.isReplayed).toBe(true);
        expect(repeated(model, protocol, violation.witness.schedule)).toMatch(left);
    });

    const { solver: expected } = protocol;
    it.runIf(solver !== undefined && 'refuses' in expected)('is refused by the solver', () => {
        expect(solved(changed(protocol), protocol)).toMatchObject({
            error: expect.stringContaining((expected as { refuses: string }).refuses) as unknown
        });
    });

    // unrolled without a proof, a protocol takes several seconds
    const isQuick = 'depth' in expected && expected.strength === 'proved';
    describe.runIf(solver !== undefined && 'depth' in expected && (isThorough || isQuick))('put to the solver', () => {
        const { depth, strength } = expected as { depth: number; strength: string };
        it('holds', () => {
            const verdict = strength === 'proved' ? 'holds' : 'undecided';
            expect(solved(changed(protocol), protocol, depth)).toMatchObject({ verdict, strength });
        });

        it.each(sampled(protocol.breaks, 3))('fails with $title', ({ change, found, left }) => {
            const model = changed(protocol, change);
            const answer = solved(model, protocol, depth);
            expect(answer).toMatchObject({ verdict: 'fails', strength: 'witnessed', text: expect.stringContaining(found) as unknown });
            expect(repeated(model, protocol, (answer as SolverCheck).witness!.schedule)).toMatch(left);
        });
    });
});
