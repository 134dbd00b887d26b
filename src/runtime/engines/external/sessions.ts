/**
 * A session with an external engine: one process, with JSON-RPC 2.0 messages as lines on its standard input and output (contract:
 * verification-and-engines 13.2, 13.3, 13.5). Any deviation from the protocol ends the session with a reason.
 */
import { messageOf } from '../../../language/failures.js';
import type { Attendant, LineReply } from '../waiting.js';
import { jsonFault } from './manifest-members.js';
import type { EngineManifest } from './manifests.js';

export interface SessionSettings {
    /** time limit for the replies to `describe` and `covers`, in milliseconds */
    readonly timeout: number;
    /** time at which a run is cancelled, in milliseconds since the epoch; only the reply to the cancellation is still awaited afterwards */
    readonly until: number;
    /** time after which no reply is awaited, in milliseconds since the epoch */
    readonly end: number;
    /** greatest number of bytes in a line and in standard error */
    readonly most: number;
    readonly checkCancelled: () => void;
}

/** The reason why an engine gave no usable answer. */
export class EngineFault extends Error {}

/** The engine replied to a request with an error. It may still answer other questions. */
export class EngineError extends EngineFault {}

/** The time limit of all engines was reached before the engine had answered. */
export class EngineStopped extends EngineFault {}

/** The value of a feature, as engines write it. */
export interface TermValue {
    readonly name: string;
    readonly value: number | boolean | string;
    readonly unit?: string;
}

export interface EngineWitness {
    readonly schedules: readonly string[];
    readonly inputs: readonly TermValue[];
    readonly at?: number;
    readonly feature?: string;
}

export interface EngineResult {
    readonly claim: (typeof CLAIMS)[number];
    readonly strength: string;
    readonly witness: EngineWitness | undefined;
    /** runs that demonstrate the claim; empty if there are none */
    readonly executions: readonly EngineWitness[];
    readonly reason: string;
}

/** How long the engine's unrequested output is read before the next request, in milliseconds. */
const EARLY = 1000;

export const CLAIMS = ['holds', 'violated', 'sensitive', 'satisfiable', 'unsatisfiable', 'value', 'table', 'none'] as const;
const STRENGTHS = ['not covered', 'observed', 'witnessed', 'bounded', 'proved'];
const ERROR_CODES = ['unsupported', 'budget', 'internal'];
/** Possible strengths of each claim. A claim of existence is always witnessed (contract: verification-and-engines 11.1). */
const WORTH: Readonly<Record<(typeof CLAIMS)[number], readonly string[]>> = {
    none: ['not covered'],
    violated: ['witnessed'],
    sensitive: ['witnessed'],
    satisfiable: ['witnessed'],
    holds: ['observed', 'bounded', 'proved'],
    unsatisfiable: ['observed', 'bounded', 'proved'],
    value: ['observed', 'bounded', 'proved'],
    table: ['observed', 'bounded', 'proved']
};

/** A wait for the reply of an engine. */
interface Wait {
    /** number of its program */
    readonly program: number;
    /** time after which it is late, in milliseconds since the epoch */
    readonly end: number;
}

/** Requests to and replies from one engine. It yields what it waits for, so that other conversations can continue meanwhile. */
export type Conversation<T> = Generator<Wait, T, LineReply>;

/**
 * Runs conversations concurrently: each continues as soon as its engine has replied, or is late.
 * @throws the error of one of them, after which all end
 */
export function runConcurrently<T>(
    attendant: Attendant,
    conversations: readonly Iterator<Wait, T, LineReply>[],
    checkCancelled: () => void
): readonly T[] {
    const ends = new Map<Iterator<Wait, T, LineReply>, T>();
    /** the waiting conversations, in the order in which their replies are read: after a reply, a conversation moves to the end */
    const waits = new Map<Iterator<Wait, T, LineReply>, Wait>();
    const follow = (conversation: Iterator<Wait, T, LineReply>, { done, value }: IteratorResult<Wait, T>): void => {
        waits.delete(conversation);
        if (done === true) {
            ends.set(conversation, value);
        } else {
            waits.set(conversation, value);
        }
    };
    try {
        conversations.forEach(conversation => follow(conversation, conversation.next()));
        while (waits.size > 0) {
            const now = Date.now();
            const waiting = [...waits];
            const due = waiting.filter(([, { end }]) => end <= now);
            // A reply that has already arrived counts even after the time limit.
            const heard = due.length > 0 ? due : waiting;
            const left = Math.max(0, Math.min(...heard.map(([, { end }]) => end)) - now);
            const reply = attendant.talk(
                heard.map(([, { program }]) => program),
                left,
                checkCancelled
            );
            const continued = heard.filter(([, { program, end }]) =>
                reply.program === undefined ? end <= Math.max(now, Date.now()) : program === reply.program
            );
            continued.forEach(([conversation]) => follow(conversation, conversation.next(reply)));
        }
    } finally {
        // Unfinished conversations have running programs.
        conversations.filter(c => !ends.has(c)).forEach(c => c.return?.());
    }
    return conversations.map(c => ends.get(c)!);
}

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(v => typeof v === 'string');

/** Members of a description that are compared with the manifest. Those in NEEDED are required. */
const DESCRIBED: readonly string[] = [
    'name',
    'version',
    'protocol',
    'answers',
    'subjects',
    'bounds',
    'witness',
    'model',
    'authority',
    'concurrent'
];
const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'result', 'error', 'method', 'params']);
const NEEDED: ReadonlySet<string> = new Set(['name', 'version', 'protocol', 'answers']);
/** The members that each kind of object may have (contract: verification-and-engines 13.2, 13.3). */
const BODIES = {
    'a result': ['claim', 'strength', 'bounds', 'witness', 'executions', 'reason', 'values', 'inputs', 'assumptions', 'elapsed'],
    'a witness': ['schedules', 'at', 'feature', 'inputs'],
    'a value': ['name', 'value', 'unit'],
    'an error': ['code', 'message'],
    progress: ['id', 'runs', 'depth', 'steps', 'text']
} as const;

export class Session {
    private lastId = 0;
    private progress = '';
    private readonly number: number;

    /** Starts the process. @throws EngineFault */
    constructor(
        private readonly attendant: Attendant,
        private readonly manifest: EngineManifest,
        private readonly settings: SessionSettings
    ) {
        const [path, ...args] = manifest.command;
        this.number = attendant.open({ path, args, most: settings.most });
    }

    private get label(): string {
        return `engine "${this.manifest.name}"`;
    }

    private broken(why: string): EngineFault {
        return new EngineFault(`${this.label} broke protocol: ${why}`);
    }

    /** Compares the engine's description of itself with its manifest. @throws EngineFault */
    *describe(): Conversation<void> {
        const described = yield* this.ask('describe', { protocols: [1] }, this.settings.timeout);
        const stated: Members = { ...this.manifest, protocol: 1 };
        for (const field of Object.keys(described)) {
            if (!DESCRIBED.includes(field)) {
                throw this.broken(`describe answers "${field}", which is no member of a description`);
            }
        }
        for (const field of DESCRIBED) {
            if (described[field] === undefined && !NEEDED.has(field)) {
                continue;
            }
            const [said, written] = [JSON.stringify(described[field]), JSON.stringify(stated[field])];
            if (said !== written) {
                throw new EngineFault(`${this.label} describes its ${field} as ${said ?? 'nothing'}; the manifest says ${written}`);
            }
        }
    }

    /** Returns the reason why the engine does not accept a question; undefined if it does. @throws EngineFault */
    *covers(question: object, model: object): Conversation<string | undefined> {
        const { covers, reason = '', ...others } = yield* this.ask('covers', { question, model }, this.settings.timeout);
        if (typeof covers !== 'boolean' || typeof reason !== 'string' || Object.keys(others).length > 0) {
            throw this.broken('covers answers {covers, reason?}');
        }
        return covers ? undefined : reason === '' ? `${this.label} does not cover the question` : reason;
    }

    /** @throws EngineFault */
    *run(question: object, model: object): Conversation<EngineResult> {
        const { until } = this.settings;
        const bounds = this.manifest.bounds.map(name => ({ name, limit: 0 }));
        const budget = { deadline: new Date(until).toISOString(), depth: 0, steps: 0, runs: 0, memory: 0, jobs: 1 };
        return this.resultOf(yield* this.ask('run', { question, model, bounds, budget }, Infinity, true));
    }

    close(): void {
        this.attendant.shut(this.number);
    }

    // --- Messages ---

    /** @param isCancelled whether a cancellation is sent at the time limit, to which the engine may reply with a preliminary result */
    private *ask(method: string, params: object, timeout: number, isCancelled = false): Conversation<Members> {
        const id = ++this.lastId;
        const { until, end: last } = this.settings;
        this.refuseEarly();
        let end = this.write({ id, method, params }, timeout, until);
        let hasCancelled = false;
        for (;;) {
            const reply = yield { program: this.number, end };
            const answer = reply.line === undefined ? undefined : this.answerTo(id, reply.line);
            if (answer !== undefined) {
                return answer;
            }
            if (reply.line === undefined && reply.isLate !== true) {
                throw this.gone(reply, method);
            }
            if (reply.line !== undefined && Date.now() < end) {
                continue; // progress
            }
            if (!isCancelled || hasCancelled) {
                throw this.late(hasCancelled ? 'cancel' : method, end >= (hasCancelled ? last : until), hasCancelled);
            }
            hasCancelled = true;
            end = this.write({ method: 'cancel', params: { id } }, this.settings.timeout, last);
        }
    }

    /** Reads what the engine wrote since its last answer. @throws EngineFault for an answer without a request */
    private refuseEarly(): void {
        const end = Date.now() + EARLY;
        for (let line = this.next(); line !== undefined && Date.now() < end; line = this.next()) {
            this.answerTo(undefined, line);
        }
    }

    /** The next line that has already arrived. */
    private next(): string | undefined {
        return this.lastId === 1 ? undefined : this.attendant.talk([this.number], 0, this.settings.checkCancelled).line;
    }

    /** @returns the time by which the reply is due */
    private write(message: object, timeout: number, last: number): number {
        this.attendant.tell(this.number, JSON.stringify({ jsonrpc: '2.0', ...message }));
        return Math.min(Date.now() + timeout, last);
    }

    /** @param isOver whether the time limit of all engines was reached */
    private late(method: string, isOver: boolean, wasEnded: boolean): EngineFault {
        if (isOver) {
            return new EngineStopped(`${this.label} had not answered ${method} when the deadline came${this.progress}`);
        }
        const seconds = `${this.settings.timeout / 1000}s (SERVICE_TOOL_TIMEOUT)`;
        return new EngineFault(
            `${this.label} did not answer ${method} within ${seconds}${wasEnded ? '; the process was ended' : ''}${this.progress}`
        );
    }

    private gone({ failure, status, signal, stderr, isTooMuch }: LineReply, method: string): EngineFault {
        if (isTooMuch === true) {
            return this.broken('it wrote more than SERVICE_TOOL_MAX_OUTPUT');
        }
        const [path] = this.manifest.command;
        const why = failure ?? `${signal ? `signal ${signal}` : `exit status ${status}`}${stderr === '' ? '' : `: ${stderr.trim()}`}`;
        return new EngineFault(
            method === 'describe'
                ? `${this.label} at ${path} did not start (${why})`
                : `${this.label} at ${path} exited during a request (${why})${this.progress}`
        );
    }

    /**
     * Returns the result in a line; undefined for a notification.
     * @param id the request that was made last; undefined while none is open
     * @throws EngineFault
     */
    private answerTo(id: number | undefined, line: string): Members | undefined {
        let message: unknown;
        try {
            message = JSON.parse(line);
        } catch (error) {
            throw this.broken(`${JSON.stringify(line.slice(0, 80))} is no JSON (${messageOf(error)})`);
        }
        const fault = jsonFault(line);
        if (fault !== undefined) {
            throw this.broken(`a message has ${fault}`);
        }
        if (!isObject(message) || message.jsonrpc !== '2.0') {
            throw this.broken('a message is an object with "jsonrpc": "2.0"');
        }
        const { id: answered, result, error, method, params } = message;
        const unknown = Object.keys(message).find(name => !MEMBERS.has(name));
        if (unknown !== undefined) {
            throw this.broken(`a message has no member "${unknown}"`);
        }
        if (method !== undefined) {
            this.note(method, params);
            return undefined;
        }
        if (id === undefined || answered !== id) {
            const asked = id === undefined ? 'nothing was asked' : `${id} was asked`;
            throw this.broken(`it answers id ${JSON.stringify(answered) ?? 'none'}, and ${asked}`);
        }
        if ((result === undefined) === (error === undefined)) {
            throw this.broken('an answer has a result or an error');
        }
        if (error !== undefined) {
            throw this.errorOf(error);
        }
        if (!isObject(result)) {
            throw this.broken('a result is an object');
        }
        return result;
    }

    private note(method: unknown, params: unknown): void {
        if (method !== 'progress' || !isObject(params)) {
            throw this.broken(`it sends ${JSON.stringify(method)}, which is no notification of an engine`);
        }
        this.checkMembers('progress', params);
        const { text, runs, depth, steps } = params;
        const parts = [
            text,
            ...Object.entries({ runs, depth, steps }).map(([name, n]) => (n === undefined ? undefined : `${name} ${JSON.stringify(n)}`))
        ];
        this.progress = `; last progress: ${parts.filter(t => typeof t === 'string').join(', ')}`;
    }

    private errorOf(error: unknown): EngineFault {
        if (!isObject(error) || typeof error.message !== 'string' || typeof error.code !== 'string' || !ERROR_CODES.includes(error.code)) {
            return this.broken('an error is {code, message}, with a code of unsupported, budget, internal');
        }
        this.checkMembers('an error', error);
        return new EngineError(`${this.label}: ${error.code}: ${error.message}`);
    }

    /** @throws EngineFault */
    private checkMembers(body: keyof typeof BODIES, members: Members): void {
        const allowed: readonly string[] = BODIES[body];
        const unknown = Object.keys(members).find(name => !allowed.includes(name));
        if (unknown !== undefined) {
            throw this.broken(`${body} has no member "${unknown}"`);
        }
    }

    private resultOf(result: Members): EngineResult {
        this.checkMembers('a result', result);
        const { claim, strength, witness, executions = [], reason = '' } = result;
        const known = CLAIMS.find(c => c === claim);
        if (known === undefined || typeof strength !== 'string' || !STRENGTHS.includes(strength) || typeof reason !== 'string') {
            throw this.broken('a result has a claim, a strength and a reason of the protocol');
        }
        if (!WORTH[known].includes(strength)) {
            throw this.broken(`the claim ${known} is not ${strength}`);
        }
        if (!Array.isArray(executions)) {
            throw this.broken('executions are a list of witnesses');
        }
        const read = witness === undefined ? undefined : this.witnessOf(witness);
        const needed = known === 'violated' ? 1 : known === 'sensitive' ? 2 : undefined;
        if (needed !== undefined && read?.schedules.length !== needed) {
            throw this.broken(`the claim ${known} needs ${needed} schedule(s) as its witness`);
        }
        if (known === 'satisfiable' && (read === undefined || read.inputs.length === 0 || read.schedules.length > 0)) {
            throw this.broken('the claim satisfiable needs inputs alone as its witness');
        }
        const runs = executions.map(execution => this.witnessOf(execution));
        if (runs.some(run => run.schedules.length !== 1)) {
            throw this.broken('an execution has one schedule');
        }
        return { claim: known, strength, witness: read, executions: runs, reason };
    }

    private witnessOf(witness: unknown): EngineWitness {
        const members: Members = isObject(witness) ? witness : { schedules: 0 };
        this.checkMembers('a witness', members);
        const { schedules = [], inputs = [], at, feature } = members;
        const isValue = (v: unknown): v is TermValue =>
            isObject(v) && typeof v.name === 'string' && (Number.isFinite(v.value) || ['boolean', 'string'].includes(typeof v.value));
        if (!isTexts(schedules) || !Array.isArray(inputs) || !inputs.every(isValue)) {
            throw this.broken('a witness has schedules (texts) and inputs (values)');
        }
        inputs.forEach(input => this.checkMembers('a value', { ...input }));
        return {
            schedules,
            inputs,
            ...(typeof at === 'number' && { at }),
            ...(typeof feature === 'string' && { feature })
        };
    }
}

/**
 * Starts the processes of engines concurrently and compares their descriptions with their manifests.
 * @returns for each engine the reason why it is unusable, or an empty text
 */
export function probe(attendant: Attendant, manifests: readonly EngineManifest[], settings: SessionSettings): readonly string[] {
    const conversations = manifests.map(manifest => probing(attendant, manifest, settings));
    return runConcurrently(attendant, conversations, settings.checkCancelled);
}

function* probing(attendant: Attendant, manifest: EngineManifest, settings: SessionSettings): Conversation<string> {
    let session: Session | undefined;
    try {
        session = new Session(attendant, manifest, settings);
        yield* session.describe();
        return '';
    } catch (error) {
        if (error instanceof EngineFault) {
            return error.message;
        }
        throw error;
    } finally {
        session?.close();
    }
}
