// The messages between the processes of one service, which the primary forwards. Plain data only.

import type { ServiceAnswer } from '../executor.js';
import type { Format } from '../../wire/codec.js';
import type { Repeatable } from '../workers/store.js';

/** The requests of one process to another, each with the type of its answer. */
export interface Questions {
    /** the recipe of a model; undefined if the process does not hold it */
    readonly model: { readonly request: { readonly hash: string }; readonly answer: Repeatable | undefined };
    /** whether the process holds the model */
    readonly held: { readonly request: { readonly hash: string }; readonly answer: boolean };
    /** a whole call */
    readonly call: {
        readonly request: { readonly method: number; readonly format: Format; readonly body: Uint8Array; readonly deadline: number };
        readonly answer: ServiceAnswer;
    };
}

export type Topic = keyof Questions;
export type QuestionTo<T extends Topic = Topic> = { [K in T]: { readonly topic: K } & Questions[K]['request'] }[T];

/** In messages to the primary `peer` is the addressee; in messages from the primary it is the sender. */
export type PeerMessage =
    | { readonly type: 'request'; readonly id: number; readonly peer: number; readonly question: QuestionTo }
    | { readonly type: 'answer'; readonly id: number; readonly answer: Questions[Topic]['answer'] }
    /** the addressed process is not running */
    | { readonly type: 'gone'; readonly id: number }
    /** the sender no longer needs the answer */
    | { readonly type: 'cancel'; readonly id: number };

export type ToPrimary = PeerMessage | { readonly type: 'listening'; readonly address: string };
export type FromPrimary = PeerMessage | { readonly type: 'stop' };
