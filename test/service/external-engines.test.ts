// Engines of others on the wire: sessions, what their answers are worth, and programs that do not keep to the protocol.

import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { elementById } from '../../src/language/semantics/naming.js';
import { startRun } from '../../src/runtime/behaviour/index.js';
import { askEngines, composed, type ConditionQuestion, type EngineAnswer, statedBy } from '../../src/runtime/engines/index.js';
import type { OperationHost } from '../../src/service/operations/call.js';
import type { MethodName } from '../../src/wire/methods.js';
import { modelOf } from '../runtime/behaviour/run.js';
import { temporaryFolder } from '../support/folders.js';
import { isFull, spread } from '../support/thorough.js';
import { type Answered, type Asks, callsOf, operationHost } from './one-host.js';

/** An engine that does what its first argument says, and answers its third one; a shell starts sooner than Node. */
const PROGRAM = `#!/bin/sh
mode=$1 file=$2 planned=$3 version=2
say() { printf '{"jsonrpc":"2.0",%s}\\n' "$1"; }
result() { say '"id":'$id',"result":'"$1"; }
error() { say '"id":'$id',"error":'"$1"; }
progress() { say '"method":"progress","params":{"id":'$id',"steps":'$1'}'; }
wait_for() { until [ -e "$1" ]; do sleep 0.01; done; }
describe() {
    case $mode in
        mute) return ;;
        garbage) echo 'ready!'; return ;;
        half) printf '{"jsonrpc":"2.0","id":1,'; return ;;
        flood) head -c 3000000 /dev/zero | tr '\\0' x; return ;;
        left) : > "$file-left"; wait_for "$file-right" ;;
        right) : > "$file-right"; wait_for "$file-left" ;;
        after) wait_for "$file" ;;
        chatty) i=0; while :; do i=$((i + 1)); progress $i; done ;;
        empty) exec yes '' ;;
        closed) exec sleep 600 >&- ;;
        repeats) echo '{"jsonrpc":"2.0","id":1,"result":{},"result":{}}'; return ;;
        nan) echo '{"jsonrpc":"2.0","id":1,"result":{"protocol":NaN}}'; return ;;
        text) say '"id":"'$id'","result":{}'; return ;;
        deep)
            printf '{"jsonrpc":"2.0","id":1,"result":{"answers":'
            head -c 100000 /dev/zero | tr '\\0' '['
            head -c 100000 /dev/zero | tr '\\0' ']'
            echo '}}'
            return ;;
        grumbles) exec yes 'no idea' >&2 ;;
        fork) sleep 600 & echo $! > "$file" ;;
        older) version=1 ;;
    esac
    described='{"jsonrpc":"2.0","id":'$id',"result":{"name":"'$mode'","version":"'$version'","protocol":1,"answers":["holds","satisfiable"]}}'
    # two messages at once, so that nothing is asked between them
    case $mode in
        twice) printf '%s\\n%s\\n' "$described" "$described" ;;
        early) printf '%s\\n{"jsonrpc":"2.0","id":%s,"result":{"covers":true}}\\n' "$described" $((id + 1)) ;;
        *) printf '%s\\n' "$described" ;;
    esac
}
run() {
    case $mode in
        dies) exit 3 ;;
        stops) return ;;
        before) : > "$file" ;;
        sleeps|dozes) sleep 600 & echo "$$ $!" > "$file"; return ;;
        coded) error '{"code":"oops","message":"x"}'; return ;;
        both) say '"id":'$id',"result":{},"error":{"code":"internal","message":"x"}'; return ;;
        odd) echo '{"id":'$id',"result":{}}'; return ;;
        quits) error '{"code":"budget","message":"too much work"}'; return ;;
        echo)
            text=$(printf '%s' "$line" | sed 's/["\\\\]/\\\\&/g')
            planned='{"claim":"none","strength":"not covered","reason":"'$text'"}' ;;
        number) id=$((id + 1)); result '{}'; return ;;
    esac
    progress 3
    result "$planned"
}
if [ $mode = dead ]; then
    printf 'no licence' >&2
    exit 127
fi
while IFS= read -r line; do
    case $line in
        *'"method":"cancel"'*) [ $mode != stops ] || result "$planned"; continue ;;
    esac
    id=\${line#*'"id":'} id=\${id%%,*}
    case $line in
        *'"method":"describe"'*) describe ;;
        *'"method":"covers"'*)
            case $mode in
                picky) result '{"covers":false,"reason":"not on Sundays"}' ;;
                *) result '{"covers":true}' ;;
            esac ;;
        *'"method":"run"'*) run ;;
    esac
done
`;

const shows = (value: number | string, schedules: readonly string[] = ['']): object => ({ schedules, inputs: [{ name: 'n', value }] });
const satisfied = (...inputs: readonly object[]): object => ({ claim: 'satisfiable', strength: 'witnessed', witness: { inputs } });
const violated = (witness: object, strength = 'witnessed'): object => ({ claim: 'violated', strength, witness });
const observed = (second: number): object => ({ claim: 'holds', strength: 'observed', executions: [shows(0), shows(second)] });
const PROVED = { claim: 'holds', strength: 'proved', reason: 'by induction' };
/** What engines answer when they are to run; the others answer that it is proved. */
const RESULTS: Readonly<Record<string, object>> = {
    violated: violated(shows(7)),
    wrong: violated(shows(1)),
    after: violated(shows(7)),
    satisfiable: satisfied({ name: 'n', value: 2 }),
    nosuch: satisfied({ name: 'm', value: 2 }),
    many: { claim: 'satisfiable', strength: 'witnessed', witness: shows(2, ['x']) },
    strange: { claim: 'perhaps', strength: 'proved' },
    unfit: violated(shows(7), 'proved'),
    extra: { claim: 'none', strength: 'not covered', confidence: 0.9 },
    shown: observed(2),
    unshown: observed(5),
    ordered: violated(shows(7, ['step 1: 1@a first of 1@a, 2@b'])),
    two: violated(shows(7, ['', ''])),
    infinite: satisfied({ name: 'n', value: 'INFINITE' }),
    unit: satisfied({ name: 'n', value: 2, scale: 1 }),
    stops: { claim: 'none', strength: 'not covered', reason: 'stopped half way' }
};
const resultOf = (mode: string): string => JSON.stringify(RESULTS[mode] ?? PROVED).replace('"INFINITE"', '1e999');

const FOLDER = temporaryFolder('external-');
const MODES = [
    'violated',
    'wrong',
    'holds',
    'satisfiable',
    'nosuch',
    'many',
    'strange',
    'dead',
    'garbage',
    'flood',
    'fork',
    'older',
    'picky',
    'dies',
    'quits',
    'echo',
    'number',
    'unfit',
    'extra',
    'shown',
    'unshown',
    'ordered',
    'two',
    'unit',
    'coded',
    'both',
    'odd',
    'closed',
    'repeats',
    'nan',
    'text',
    'deep',
    'grumbles',
    'twice',
    'early',
    'infinite'
];
/** Modes that never answer: an own host gives them up soon, so that the others may take their time. */
const SILENT_MODES = ['mute', 'half', 'chatty', 'empty'];
const SILENT_FOLDER = temporaryFolder('external-silent-');
const CHILD = join(FOLDER, 'child');
/** Modes of a host that is asked for all of its engines: few, since each call starts each of them. */
const TOGETHER_MODES = ['violated', 'older', 'number', 'left', 'right'];
const TOGETHER_FOLDER = temporaryFolder('external-together-');
/** Modes of a host whose calls are cancelled. */
const SLEEPING_MODES = ['sleeps', 'dozes'];
/** Modes of a host of its own, whose engines refuse or run on. */
const REFUSING_MODES = ['picky', 'quits'];
const REFUSING_FOLDER = temporaryFolder('external-refusing-');
/** Modes of a host whose first engine describes itself once the second one runs. */
const WAITING_MODES = ['after', 'before'];
const WAITING_FOLDER = temporaryFolder('external-waiting-');
const LATE_MODES = ['sleeps', 'stops'];
const LATE_FOLDER = temporaryFolder('external-late-');
const DEADLINE_FOLDER = temporaryFolder('external-deadline-');
const SLEEPING_FOLDER = temporaryFolder('external-sleeping-');

interface Verdict {
    status?: string;
    strength?: string;
    error?: string;
    engine?: string;
}
interface Response {
    modelHash?: string;
    verdict?: Verdict;
    engines?: { name: string; ready?: boolean; unavailable?: string }[];
}

let host: Asks;
let silentHost: Asks;
let togetherHost: Asks;
let modelHash: string;

const ask = (name: MethodName, request: object, of = host, deadline = 0): Answered<Response> =>
    of(name, { modelHash, ...request }, { deadline });

/** A service with an engine for each mode, whose manifests are in a folder. */
async function hostOf(folder: string, modes: readonly string[], timeout: string): Promise<OperationHost> {
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'engine'), PROGRAM, { mode: 0o755 });
    for (const name of modes) {
        const manifest = {
            kind: 'engine',
            name,
            version: '2',
            command: ['./engine', name, join(folder, name === 'dozes' ? 'dozing' : 'child'), resultOf(name)],
            protocol: 1,
            answers: ['holds', 'satisfiable'],
            subjects: ['constraint'],
            authority: 'proved'
        };
        writeFileSync(join(folder, `${name}.json`), JSON.stringify(manifest), { mode: 0o644 });
    }
    const variables = { SERVICE_ENGINES: folder, SERVICE_TOOL_TIMEOUT: timeout, SERVICE_TOOL_MAX_OUTPUT: '1000000' };
    return operationHost(
        variables,
        modes.filter(m => m !== 'number')
    );
}

beforeAll(async () => {
    host = callsOf(await hostOf(FOLDER, MODES, '10s'));
    silentHost = callsOf(await hostOf(SILENT_FOLDER, SILENT_MODES, '300ms'));
    togetherHost = callsOf(await hostOf(TOGETHER_FOLDER, TOGETHER_MODES, '10s'));
    const content =
        'package P { private import ScalarValues::*; part def A { attribute n : Natural; constraint c { n < 3 } requirement r { require constraint { n < 3 } } } }';
    for (const each of [host, silentHost, togetherHost]) {
        modelHash = ask('ParseSources', { documents: [{ name: 'p.sysml', content }] }, each).response.modelHash!;
    }
});

/** What is found with the least of some times in which it is what is looked for; what is found with the last one otherwise. */
function patiently<T>(times: readonly number[], find: (time: number) => T, isFound: (found: T) => boolean): T {
    const found = find(times[0]);
    return times.length === 1 || isFound(found) ? found : patiently(times.slice(1), find, isFound);
}

const verdictOf = (engine: string, question: string, symbolId = 'P::A::c', method: MethodName = 'VerifyConstraint'): Verdict =>
    ask(method, { symbolId, engine, question }, SILENT_MODES.includes(engine) ? silentHost : host).response.verdict!;

describe('what an answer is worth', () => {
    const ANSWERS: readonly (readonly [engine: string, question: string, verdict: Verdict])[] = [
        ['violated', 'holds', { status: 'violated', strength: 'witnessed', engine: 'violated' }],
        ['satisfiable', 'satisfiable', { status: 'satisfiable', strength: 'witnessed' }],
        ['holds', 'holds', { status: 'undecided', strength: 'not covered', error: expect.stringContaining('by induction') as string }],
        ['wrong', 'holds', { strength: 'not covered', error: expect.stringContaining('its witness does not show it') as string }],
        ['nosuch', 'satisfiable', { strength: 'not covered', error: 'witness names no free feature: m' }],
        ['picky', 'holds', { strength: 'not covered', error: 'not on Sundays' }],
        ['quits', 'holds', { strength: 'not covered', error: 'engine "quits": budget: too much work' }],
        ['shown', 'holds', { status: 'holds', strength: 'observed', engine: 'shown' }],
        [
            'unshown',
            'holds',
            { status: 'undecided', strength: 'not covered', error: 'engine "unshown" claims holds, and its execution 2 does not show it' }
        ],
        ['ordered', 'holds', { strength: 'not covered', error: 'engine "ordered" claims violated by a schedule, and a condition has none' }]
    ];
    it.each(spread(ANSWERS, 2))('%s, asked %s', (engine, question, expected) =>
        expect(verdictOf(engine, question)).toMatchObject(expected)
    );

    it('is asked with the model, the subject and what is free', () => {
        const { error } = verdictOf('echo', 'holds');
        const params = (JSON.parse(error!.slice(error!.indexOf('{'))) as Record<string, unknown>).params;
        expect(params).toMatchObject({
            question: {
                kind: 'holds',
                subject: 'P::A::c',
                schedule: 'reverse',
                free: ['inputs'],
                subjectKind: 'constraint',
                condition: { name: 'P::A::c', text: 'n < 3' },
                inputs: [{ name: 'n', type: 'ScalarValues::Natural' }]
            },
            model: { sources: { documents: [{ path: 'p.sysml' }] } },
            bounds: []
        });
    });

    it('is refused before the process is asked, where the subject is none of its kinds', () => {
        expect(verdictOf('violated', 'holds', 'P::A::r', 'VerifyRequirement').error).toBe(
            'engine "violated" answers for ["constraint"], not the requirement P::A::r'
        );
    });

    it('is nothing without leave', () => {
        expect(ask('VerifyConstraint', { symbolId: 'P::A::c', engine: 'number', question: 'holds' })).toMatchObject({
            code: 9,
            message: "engine 'number' is not served by this service"
        });
    });
});

describe('programs that do not keep to the protocol', () => {
    const FAULTS: readonly (readonly [mode: string, error: RegExp])[] = [
        ['dead', /^engine "dead" at .*engine did not start \(exit status 127: no licence\)$/],
        ['mute', /^engine "mute" did not answer describe within 0\.3s \(SERVICE_TOOL_TIMEOUT\)$/],
        ['half', /^engine "half" did not answer describe within 0\.3s \(SERVICE_TOOL_TIMEOUT\)$/],
        ['garbage', /^engine "garbage" broke protocol: "ready!" is no JSON/],
        ['flood', /^engine "flood" broke protocol: it wrote more than SERVICE_TOOL_MAX_OUTPUT$/],
        ['older', /^engine "older" describes its version as "1"; the manifest says "2"$/],
        ['dies', /^engine "dies" at .*engine exited during a request \(exit status 3\)$/],
        ['strange', /^engine "strange" broke protocol: a result has a claim/],
        ['many', /^engine "many" broke protocol: the claim satisfiable needs inputs alone as its witness$/],
        ['two', /^engine "two" broke protocol: the claim violated needs 1 schedule\(s\) as its witness$/],
        ['unfit', /^engine "unfit" broke protocol: the claim violated is not proved$/],
        ['extra', /^engine "extra" broke protocol: a result has no member "confidence"$/],
        ['unit', /^engine "unit" broke protocol: a value has no member "scale"$/],
        ['coded', /^engine "coded" broke protocol: an error is \{code, message\}, with a code of unsupported, budget, internal$/],
        ['both', /^engine "both" broke protocol: an answer has a result or an error$/],
        ['odd', /^engine "odd" broke protocol: a message is an object with "jsonrpc": "2\.0"$/],
        ['chatty', /^engine "chatty" did not answer describe within 0\.3s \(SERVICE_TOOL_TIMEOUT\); last progress: steps \d+$/],
        ['empty', /^engine "empty" broke protocol: "" is no JSON/],
        ['closed', /^engine "closed" at .*engine did not start \(it closed its standard output\)$/],
        ['repeats', /^engine "repeats" broke protocol: a message has the member result twice$/],
        ['nan', /^engine "nan" broke protocol: .* is no JSON/],
        ['text', /^engine "text" broke protocol: it answers id "1", and 1 was asked$/],
        ['deep', /^engine "deep" broke protocol: a message has values that nest more than 1000 deep$/],
        ['grumbles', /^engine "grumbles" broke protocol: it wrote more than SERVICE_TOOL_MAX_OUTPUT$/],
        ['twice', /^engine "twice" broke protocol: it answers id 1, and nothing was asked$/],
        ['early', /^engine "early" broke protocol: it answers id 2, and nothing was asked$/],
        ['infinite', /^engine "infinite" broke protocol: a witness has schedules \(texts\) and inputs \(values\)$/]
    ];
    it.each(spread(FAULTS, 5))('%s', (engine, error) => {
        expect(verdictOf(engine, 'satisfiable')).toMatchObject({ strength: 'not covered', error: expect.stringMatching(error) as string });
    });

    it('end with what they have started', async () => {
        verdictOf('fork', 'holds');
        const child = Number(readFileSync(CHILD, 'utf8'));
        for (let i = 0; i < 50 && isRunning(child); i++) {
            await new Promise(resolve => setTimeout(resolve, 20));
        }
        expect(isRunning(child)).toBe(false);
    });
});

/** A process that has ended may still be listed until it is waited for. */
function isRunning(pid: number): boolean {
    return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

it('a probe starts each engine once, and says what is not as in its manifest', () => {
    const listed = new Map(ask('ListEngines', { probe: true }, togetherHost).response.engines!.map(e => [e.name, e]));
    expect(listed.get('violated')).toMatchObject({ ready: true });
    expect(listed.get('older')).toMatchObject({ unavailable: 'engine "older" describes its version as "1"; the manifest says "2"' });
    expect(listed.get('number')).not.toHaveProperty('unavailable');
});

it.each(
    spread<[string, MethodName, object]>(
        [
            ['all', 'VerifyConstraint', { symbolId: 'P::A::c', engine: 'all', question: 'holds' }],
            ['a probe', 'ListEngines', { probe: true }]
        ],
        2
    )
)('under %s, engines are asked at the same time: two of them wait for each other', (_, method, request) => {
    const marks = ['left', 'right'].map(mode => join(TOGETHER_FOLDER, `child-${mode}`));
    marks.forEach(mark => rmSync(mark, { force: true }));
    const { response } = ask(method, request, togetherHost);
    expect(marks.map(mark => existsSync(mark))).toEqual([true, true]);
    const found = response.engines?.filter(e => ['left', 'right'].includes(e.name)).map(e => e.ready);
    expect(found ?? [true, true]).toEqual([true, true]);
    expect(response.verdict?.status ?? 'violated').toBe('violated');
});

it('an engine that does not answer yet delays no other: it describes itself once another one runs', async () => {
    const waiting = callsOf(await hostOf(WAITING_FOLDER, WAITING_MODES, '60s'));
    const content = 'package P { private import ScalarValues::*; part def A { attribute n : Integer; constraint c { n ** n < 3 } } }';
    const { modelHash: hash } = ask('ParseSources', { documents: [{ name: 'p.sysml', content }] }, waiting).response;
    const { verdict } = ask(
        'VerifyConstraint',
        { modelHash: hash, symbolId: 'P::A::c', engine: 'all', question: 'holds' },
        waiting
    ).response;
    expect(verdict, verdict?.error).toMatchObject({ status: 'violated', engine: 'after', strength: 'witnessed' });
});

it.runIf(isFull)('engines that are asked by a cancelled call end with what they have started', async () => {
    const sleeping = callsOf(await hostOf(SLEEPING_FOLDER, SLEEPING_MODES, '60s'));
    const content = 'package P { private import ScalarValues::*; part def A { attribute n : Integer; constraint c { n ** n < 3 } } }';
    const { modelHash: hash } = ask('ParseSources', { documents: [{ name: 'p.sysml', content }] }, sleeping).response;
    const told = ['child', 'dozing'].map(name => join(SLEEPING_FOLDER, name));
    const isCancelled = (): boolean => told.every(path => existsSync(path) && readFileSync(path, 'utf8').includes(' '));
    const request = { modelHash: hash, symbolId: 'P::A::c', engine: 'all', question: 'holds' };
    expect(sleeping('VerifyConstraint', request, { isCancelled })).toMatchObject({ message: 'the client has gone' });
    const processes = told.flatMap(path => readFileSync(path, 'utf8').split(' ').map(Number));
    expect(processes).toHaveLength(4);
    await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), { timeout: 10_000 });
});

it('an engine that runs for too long is told to stop, and ended where it does not answer that', async () => {
    const { services } = await hostOf(LATE_FOLDER, LATE_MODES, '60s');
    const model = modelOf('part def A { attribute n : Natural; constraint c { n < 3 } }');
    const asked = (): ConditionQuestion => ({
        question: 'holds',
        subject: 'T::A::c',
        kind: 'constraint',
        stated: statedBy(startRun(model), elementById(model, 'T::A::c')!),
        sources: { library: '0', documents: [] }
    });
    const reasons = (timeout: number): string[] => {
        const settings = { timeout, until: Date.now() + timeout, end: Infinity, most: 1_000_000, checkCancelled: () => undefined };
        const [answers] = askEngines(services.attendant, services.registrations.engines, settings, [asked]);
        expect(answers.map(({ engine, strength }) => [engine, strength])).toEqual([
            ['sleeps', 'not covered'],
            ['stops', 'not covered']
        ]);
        return answers.map(({ reason }) => reason);
    };
    // on a busy machine the time may have passed before the engines are asked: more time then
    const given = patiently([500, 2000, 8000, 32_000], reasons, found => !found.some(reason => /describe|covers/.test(reason)));
    expect(given).toEqual([
        expect.stringMatching(/^engine "sleeps" did not answer cancel within [\d.]+s \(SERVICE_TOOL_TIMEOUT\); the process was ended$/),
        'engine "stops" claims none (not covered), which cannot be replayed here: stopped half way'
    ]);
    const processes = readFileSync(join(LATE_FOLDER, 'child'), 'utf8').split(' ').map(Number);
    await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), { timeout: 10_000 });
});

it('a deadline composes what the engines have answered that have finished; with none the call fails with it', async () => {
    const host = callsOf(await hostOf(DEADLINE_FOLDER, ['violated', 'sleeps', 'mute'], '60s'));
    const content = 'package P { private import ScalarValues::*; part def A { attribute n : Integer; constraint c { n ** n < 3 } } }';
    const { modelHash: hash } = ask('ParseSources', { documents: [{ name: 'p.sysml', content }] }, host).response;
    const asked = (engine: string, time: number): ReturnType<typeof ask> =>
        ask('VerifyConstraint', { modelHash: hash, symbolId: 'P::A::c', engine, question: 'holds' }, host, Date.now() + time);
    // on a busy machine the engine that answers takes long to start, and the deadline may come before an engine is asked: more time then
    const verdictBy = (time: number): Verdict | undefined => asked('all', time).response?.verdict;
    const verdict = patiently([1500, 6000, 48_000], verdictBy, found => found?.status === 'violated');
    expect(verdict, verdict?.error).toMatchObject({ status: 'violated', engine: 'violated', strength: 'witnessed' });
    const late = /^engine "(sleeps|mute)" had not answered (describe|covers|cancel) when the deadline came$/;
    for (const engine of spread(['sleeps', 'mute'], 2)) {
        const answerBy = (time: number): ReturnType<typeof ask> => asked(engine, time);
        const answer = patiently([300, 1000, 4000, 16_000], answerBy, found => found.message !== 'the deadline of the call has passed');
        expect(answer).toMatchObject({ code: 4, message: expect.stringMatching(late) as string });
    }
});

// test/service/engine-questions.test.ts has those of engines that answer
it.runIf(isFull)('where no engine answers, the reasons of all are told', async () => {
    const refusing = callsOf(await hostOf(REFUSING_FOLDER, REFUSING_MODES, '10s'));
    const content = 'package P { private import ScalarValues::*; part def A { attribute n : Integer; constraint c { n ** n < 3 } } }';
    const { modelHash: hash } = ask('ParseSources', { documents: [{ name: 'p.sysml', content }] }, refusing).response;
    const asked = { modelHash: hash, symbolId: 'P::A::c', engine: 'all', question: 'holds' };
    expect(ask('VerifyConstraint', asked, refusing).response.verdict).toMatchObject({
        status: 'undecided',
        strength: 'not covered',
        error: expect.stringMatching(
            /^no engine answers holds: not on Sundays; engine "quits": budget: too much work; .*exponentiation/
        ) as string
    });
});

describe('several answers', () => {
    const answer = (engine: string, status: EngineAnswer['status'], strength: string): EngineAnswer => ({
        engine,
        status,
        strength,
        reason: ''
    });
    it.each<[string, EngineAnswer[], [string, string] | undefined]>([
        [
            'a violation stands over everything',
            [answer('b', 'holds', 'proved'), answer('a', 'violated', 'witnessed')],
            ['a', 'b claimed holds (proved): the witness of a stands']
        ],
        [
            'so does a witness of satisfiability',
            [answer('a', 'unsatisfiable', 'proved'), answer('b', 'satisfiable', 'witnessed')],
            ['b', 'a claimed unsatisfiable (proved): the witness of b stands']
        ],
        ['the strongest stands', [answer('a', 'holds', 'bounded'), answer('b', 'holds', 'proved')], ['b', '']],
        ['the first of two alike stands', [answer('b', 'holds', 'proved'), answer('a', 'holds', 'proved')], ['a', '']],
        ['what is not covered does not count', [answer('a', 'undecided', 'not covered')], undefined]
    ])('%s', (_, answers, expected) => {
        for (const list of [answers, [...answers].reverse()]) {
            const standing = composed(list);
            expect(standing && [standing.engine, standing.reason]).toEqual(expected);
        }
    });
    it('under all, the solver is one of them', () => {
        const request = { symbolId: 'P::A::c', engine: 'all', question: 'satisfiable' };
        const { verdict } = ask('VerifyConstraint', request, togetherHost).response;
        expect(verdict).toMatchObject({ status: 'satisfiable', strength: 'witnessed', engine: 'solve' });
    });
});
