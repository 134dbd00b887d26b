/** Serves a session in its thread: answers requests from a port, one after another. Does not depend on terminals or notebooks. */
import { messageOf } from '../../language/failures.js';
import { type CellAnswer, CellFailure, Interrupted, mimeBundle, type Session, type SessionHost } from '../../session/index.js';
import { completions } from './completions.js';
import { inspected } from './inspection.js';
import type { AnsweredCell, AnsweredFailure, Method, Reply, Request, SessionRequests } from './messages.js';

/** The port for requests and replies. */
export interface SessionPort {
    postMessage(reply: Reply): void;
    on(event: 'message', listener: (request: Request) => void): unknown;
}

/** A check that throws once the current computation is interrupted. */
export function interruptible(interruption: ArrayBufferLike): NonNullable<SessionHost['checkCancelled']> {
    const flag = new Int32Array(interruption);
    return () => {
        if (Atomics.load(flag, 0) !== 0) {
            throw new Interrupted();
        }
    };
}

type Answers = {
    readonly [M in Method]: (given: SessionRequests[M]['given']) => SessionRequests[M]['answer'] | Promise<SessionRequests[M]['answer']>;
};

/**
 * Answers the requests that arrive at a port.
 * @param start creates the session; its argument receives output that a command shows before it ends
 * @param interruption the flag, which is cleared before each computation
 */
export function serveSession(port: SessionPort, interruption: ArrayBufferLike, start: (progress: (text: string) => void) => Session): void {
    let current = 0;
    const send = (reply: Reply): void => port.postMessage(reply);
    const session = start(progress => send({ number: current, progress }));
    const answers = answersOf(session);
    const flag = new Int32Array(interruption);
    let last: Promise<void> = Promise.resolve();
    port.on('message', ({ number, method, given }: Request) => {
        last = last.then(async () => {
            current = number;
            try {
                const answer: (request: never) => unknown = answers[method];
                send({ number, answer: await answer(given as never) });
            } catch (error) {
                send({ number, error: messageOf(error) });
            } finally {
                Atomics.store(flag, 0, 0);
            }
        });
    });
}

function answersOf(session: Session): Answers {
    return {
        execute: async ({ cell, id, label }) => answeredCell(session, await session.execute(cell, { id, label })),
        load: async ({ paths }) => answeredCell(session, await loaded(session, paths)),
        complete: ({ cell, offset }) => completions(session, cell, offset),
        inspect: ({ cell, offset }) => inspected(session, cell, offset),
        completeness: ({ cell }) => session.completeness(cell)
    };
}

async function loaded(session: Session, paths: readonly string[]): Promise<CellAnswer> {
    try {
        return { shown: [session.load(await session.host.files!.read(paths))] };
    } catch (error) {
        return { shown: [], failure: error instanceof CellFailure ? error : new CellFailure('CommandError', messageOf(error)) };
    }
}

function answeredCell({ labelledTexts }: Session, { shown, failure, isLast = false }: CellAnswer): AnsweredCell {
    return {
        shown: shown.map(s => ({ text: s.text, isResult: s.isResult === true, forms: mimeBundle(s) })),
        isLast,
        ...(failure !== undefined && { failure: answeredFailure(failure, labelledTexts) })
    };
}

function answeredFailure({ kind, message, diagnostics, texts: own }: CellFailure, all: ReadonlyMap<string, string>): AnsweredFailure {
    const files = new Set(diagnostics.map(d => d.span?.file));
    const texts = new Map([...all, ...own].filter(([file]) => files.has(file)));
    // the additional data of lint findings cannot be cloned
    const plain = diagnostics.map(({ severity, message: text, code, span }) => ({ severity, message: text, code, span }));
    return { kind, message, diagnostics: plain, texts };
}
