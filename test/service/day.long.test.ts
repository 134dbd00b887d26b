/**
 * A day's load in short: 64 callers ask about many versions of models, explore, edit, cancel, run out of time and read slowly, and workers
 * die meanwhile. Each answer is that of a core that has parsed nothing else; none is lost, and a death fails at most the call that its
 * worker computes; memory, file descriptors and threads of the service are level. SOAK_CALLS
 * sets how many calls there are (`npm run soak`: a million). The mix is that of a day: most questions are small and about the versions
 * that people work at, which change over the day; whole exports, explorations and edits come between them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { connect, constants, type ClientHttp2Session } from 'node:http2';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { generator } from '../support/random.js';
import { cases } from '../support/thorough.js';
import { type Ask, comparable, coreOf, type Question } from './core.js';
import { changed, documentsOf, questionsOf, type Random, randomModel } from './random-packages.js';
import { startReal } from './real.js';

const CALLS = Number(process.env.SOAK_CALLS ?? cases(0, 650, 5000));
/** Milliseconds for all of it. */
const PATIENCE = 1_200_000 + CALLS * 500;
const CALLERS = 64;
/** Versions of models that are asked about: more than the service keeps. */
const VERSIONS = 60;
const KEPT_MODELS = '25';
/** Versions that most calls are about at a time. */
const AT_WORK = 12;
/** One of so many questions is a heavy one, and one of so many calls is about any version. */
const HEAVY_EVERY = 10;
const ANYWHERE_EVERY = 20;

/** After so many calls a worker is ended, whatever it computes. */
const DEATH_EVERY = Math.min(2000, Math.ceil(CALLS / 10));
const MORTAL = new URL('./mortal-workers.mjs', import.meta.url);

/** In every version: what takes long, races, and fills an answer. */
const COMMON = {
    name: 'common.sysml',
    content: `package Common {
    private import ScalarValues::*;
    calc def Leaves { in n : Integer; in m : Integer; return : Integer = if n < 2 ? m else Leaves(n - 1, 2 * m) + Leaves(n - 1, 2 * m + 1); }
    item def Toggle;
    state light { entry; then off; state off; state on; transition first off accept Toggle then on; transition first on accept Toggle then off; }
    action race { attribute w : Integer = 0; first start; then fork f;
        first f then a; action a assign w := w + 1; first f then b; action b assign w := w * 2; first f then c; action c assign w := w - 3; }
    attribute edited : Integer = 5;
    part def Wide { ${Array.from({ length: 300 }, (_, i) => `attribute a${i} : Integer = ${i};`).join(' ')} }
}`
};

const LASTING: readonly Question[] = [
    ['Evaluate', { expression: 'Common::Leaves(8, 1)' }],
    ['ExecuteState', { stateMachineSymbolId: 'Common::light', events: ['Toggle', 'Toggle', 'Toggle'] }],
    ['ExecuteState', { stateMachineSymbolId: 'Common::light', events: ['Toggle'], schedule: 'explore' }],
    ['ExecuteAction', { actionSymbolId: 'Common::race', schedule: 'explore' }],
    ['ExecuteAction', { actionSymbolId: 'Common::race', schedule: 'seeded:7' }],
    [
        'ApplyEdits',
        { document: 'common.sysml', operations: [{ setValue: { target: 'Common::edited', value: '12' } }], acceptDocuments: true }
    ],
    [
        'ApplyEdits',
        { document: 'common.sysml', operations: [{ rename: { target: 'Common::Wide', newName: 'Narrow' } }], acceptDocuments: true }
    ],
    ['Query', { query: {} }],
    ['Convert', { toFormat: 'ttl', documents: ['common.sysml'] }]
];

/** A version of a model, and what a core answers that has parsed no other. */
class Version {
    readonly documents;
    readonly small: readonly Question[];
    readonly hash: string;
    private readonly ask: Ask = coreOf(1);
    private readonly answers = new Map<Question, Promise<string>>();

    constructor(model: Parameters<typeof documentsOf>[0]) {
        this.documents = [...documentsOf(model), COMMON];
        this.small = questionsOf(model);
        this.hash = (JSON.parse(this.ask('ParseSources', { documents: this.documents })) as { modelHash: string }).modelHash;
    }

    question(next: Random): Question {
        const from = next(HEAVY_EVERY) === 0 ? LASTING : this.small;
        return from[next(from.length)];
    }

    answerOf(question: Question): Promise<string> {
        let answer = this.answers.get(question);
        if (answer === undefined) {
            const [method, request] = question;
            answer = oneByOne(() => comparable(this.ask(method, { modelHash: this.hash, ...request })));
            this.answers.set(question, answer);
        }
        return answer;
    }
}

/** The index of the version that a call is about: those at work move on evenly from the first to the last and on to the first. */
function versionAt(n: number, next: Random): number {
    return next(ANYWHERE_EVERY) === 0 ? next(VERSIONS) : (Math.floor((n / CALLS) * VERSIONS) + next(AT_WORK)) % VERSIONS;
}

/** The end of the work that was given last to {@link oneByOne}. */
let lastWork: Promise<unknown> = Promise.resolve();

/**
 * Does work when all before it is done and the connections were read: the service ends a connection whose client answers no PING, as one
 * would that works out the answers of 64 callers in one go on a busy machine.
 */
function oneByOne<T>(work: () => T): Promise<T> {
    const result = lastWork.then(() => turn()).then(work);
    lastWork = result.catch(() => undefined);
    return result;
}

interface Reply {
    readonly status: number;
    readonly text: string;
}

interface Manner {
    /** Milliseconds after which the caller cancels the call. */
    readonly cancelAfter?: number;
    /** Milliseconds that the service is given. */
    readonly deadline?: number;
    /** Milliseconds that the caller waits before it reads the answer. */
    readonly readAfter?: number;
}

/** Undefined when the call was cancelled. */
function callOnce(session: ClientHttp2Session, method: string, body: object, manner: Manner): Promise<Reply | undefined> {
    const stream = session.request({
        ':method': 'POST',
        ':path': `/sysml.SysMLService/${method}`,
        'content-type': 'application/json',
        ...(manner.deadline !== undefined && { 'connect-timeout-ms': String(manner.deadline) })
    });
    let status = 0;
    const parts: Buffer[] = [];
    const read = (): void => void stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('response', headers => (status = Number(headers[':status']))).on('error', () => undefined);
    stream.end(JSON.stringify(body));
    const timers = [
        manner.cancelAfter === undefined ? undefined : setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), manner.cancelAfter),
        setTimeout(read, manner.readAfter ?? 0)
    ];
    return new Promise(resolve =>
        stream.on('close', () => {
            timers.forEach(clearTimeout);
            resolve(
                status === 0 || stream.rstCode === constants.NGHTTP2_CANCEL ? undefined : { status, text: Buffer.concat(parts).toString() }
            );
        })
    );
}

/** Number of calls that failed since their worker died. */
let failedByDeaths = 0;

/** Calls again where the worker died that computed the call. Undefined when the call was cancelled. */
async function call(session: ClientHttp2Session, method: string, body: object, manner: Manner = {}): Promise<Reply | undefined> {
    for (;;) {
        const reply = await callOnce(session, method, body, manner);
        if (reply?.status !== 500 || !reply.text.includes('the worker computing the call died')) {
            return reply;
        }
        failedByDeaths++;
    }
}

/** What the service uses: memory in MiB, threads, file descriptors. */
function used(pid: number): { memory: number; threads: number; files: number } {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]);
    return { memory: Math.round(field('VmRSS') / 1024), threads: field('Threads'), files: readdirSync(`/proc/${pid}/fd`).length };
}

it(
    `${CALLS} calls of ${CALLERS} callers: each answer is right, none is lost, nothing grows`,
    async () => {
        const random = generator(27);
        const versions: Version[] = [];
        for (
            let model = randomModel(random);
            versions.length < VERSIONS;
            model = versions.length % 15 === 0 ? randomModel(random) : changed(model, random)
        ) {
            versions.push(new Version(model));
        }
        const service = await startReal(['-cache-size', KEPT_MODELS], { NODE_OPTIONS: `--import ${MORTAL.href}` });
        const pid = service.child.pid!;
        let ends = 0;
        let begun = 0;
        const ended: Record<string, number> = {};
        const uses: ReturnType<typeof used>[] = [];

        const parse = async (session: ClientHttp2Session, version: Version): Promise<void> => {
            const reply = await call(session, 'ParseSources', { documents: version.documents });
            expect(reply?.status).toBe(200);
            expect((JSON.parse(reply!.text) as { modelHash: string }).modelHash).toBe(version.hash);
        };
        /** Asks until the service has the model. */
        const ask = async (session: ClientHttp2Session, version: Version, question: Question, manner: Manner): Promise<void> => {
            const [method, request] = question;
            for (;;) {
                const reply = await call(session, method, { modelHash: version.hash, ...request }, manner);
                const isAbsent = reply?.status === 404 && /model not found|no longer cached/.test(reply.text);
                const isFull = reply?.status === 429 && reply.text.includes('SERVICE_MAX_HELD_OBJECTS');
                if (isFull) {
                    return; // the model holds as many objects as it may
                }
                if (!isAbsent) {
                    const answer = await version.answerOf(question);
                    expect([version.hash, method, request, comparable(reply?.text ?? 'no answer')]).toEqual([
                        version.hash,
                        method,
                        request,
                        answer
                    ]);
                    return;
                }
                await parse(session, version);
            }
        };
        const long = (version: Version, n: number): object => ({ modelHash: version.hash, expression: `Common::Leaves(40, ${n})` });
        const kinds: readonly (readonly [
            name: string,
            share: number,
            run: (s: ClientHttp2Session, v: Version, next: Random) => Promise<void>
        ])[] = [
            ['asked', 92, (s, v, next) => ask(s, v, v.question(next), {})],
            ['parsed', 3, (s, v) => parse(s, v)],
            ['read slowly', 1, (s, v, next) => ask(s, v, LASTING[LASTING.length - 1 - next(2)], { readAfter: next(300) })],
            [
                'cancelled',
                1,
                async (s, v, next) =>
                    expect([undefined, 404]).toContain((await call(s, 'Evaluate', long(v, next(1000)), { cancelAfter: next(40) }))?.status)
            ],
            [
                'out of time',
                1,
                async (s, v, next) =>
                    expect([504, 404]).toContain((await call(s, 'Evaluate', long(v, next(1000)), { deadline: 1 + next(20) }))?.status)
            ],
            [
                'refused',
                2,
                async (s, v, next) => {
                    const reply = await call(s, 'Evaluate', { modelHash: v.hash, expression: `Common::edited + missing${next(1000)}` });
                    expect([200, 404]).toContain(reply?.status);
                }
            ]
        ];
        const total = kinds.reduce((sum, [, share]) => sum + share, 0);

        const caller = async (index: number): Promise<void> => {
            const next = generator(index + 1);
            let session = connect(service.url).on('error', () => undefined);
            while (begun < CALLS) {
                const n = begun++;
                if (n % Math.ceil(CALLS / 10) === 0) {
                    uses.push(used(pid));
                }
                if (n % DEATH_EVERY === DEATH_EVERY - 1) {
                    service.child.kill('SIGUSR2');
                    ends++;
                }
                if (next(500) === 0) {
                    session.close();
                    session = connect(service.url).on('error', () => undefined);
                }
                let at = next(total);
                const [name, , run] = kinds.find(([, share]) => (at -= share) < 0)!;
                await run(session, versions[versionAt(n, next)], next);
                ended[name] = (ended[name] ?? 0) + 1;
            }
            session.close();
        };
        await Promise.all(Array.from({ length: CALLERS }, (_, index) => caller(index)));
        await sleep(3000);
        uses.push(used(pid));

        const deaths = service.errors().split('a worker died').length - 1;
        console.log(ended, `${deaths} workers died, ${failedByDeaths} calls with them`);
        console.log(uses.map(({ memory, threads, files }) => `${memory} MiB ${threads} threads ${files} files`).join(', '));
        expect(Object.values(ended).reduce((sum, count) => sum + count, 0)).toBe(begun);
        expect(service.child.exitCode).toBeNull();
        expect(deaths).toBeGreaterThan(0);
        expect(deaths).toBeLessThanOrEqual(ends);
        expect(failedByDeaths).toBeLessThanOrEqual(deaths);
        const warm = uses[Math.floor(uses.length / 3)];
        const last = uses.at(-1)!;
        // a leak of a model a call would be gigabytes; what the collector leaves differs from run to run
        expect(last.memory).toBeLessThan(warm.memory * 1.3 + 150);
        expect(last.threads).toBeLessThanOrEqual(warm.threads + 2);
        // the connections of the callers are gone
        expect(last.files).toBeLessThan(warm.files - CALLERS / 2);
        await service.stop();
        expect(await service.ended).toBe(0);
    },
    PATIENCE
);
