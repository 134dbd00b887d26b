// What the processes of one service say to each other, through the primary. Plain data only.

import type { ServiceAnswer } from '../executor.js';
import type { Format } from '../../wire/codec.js';
import type { Repeatable } from '../workers/store.js';

/** The questions of one process to another, each with the type of its answer. */
export interface Questions {
    /** how to make the model again; undefined where it is not held */
    readonly model: { readonly asked: { readonly hash: string }; readonly answer: Repeatable | undefined };
    /** whether the model is held */
    readonly held: { readonly asked: { readonly hash: string }; readonly answer: boolean };
    /** a whole call */
    readonly call: {
        readonly asked: { readonly method: number; readonly format: Format; readonly body: Uint8Array; readonly deadline: number };
        readonly answer: ServiceAnswer;
    };
}

export type Topic = keyof Questions;
export type QuestionTo<T extends Topic = Topic> = { [K in T]: { readonly topic: K } & Questions[K]['asked'] }[T];

/** On the way to the primary `peer` is whom it is for; on the way from the primary, whom an answer goes to or comes from. */
export type PeerMessage =
    | { readonly type: 'ask'; readonly id: number; readonly peer: number; readonly question: QuestionTo }
    | { readonly type: 'answer'; readonly id: number; readonly answer: Questions[Topic]['answer'] }
    /** the process that should answer is not running */
    | { readonly type: 'gone'; readonly id: number }
    /** nobody waits for the answer */
    | { readonly type: 'cancel'; readonly id: number };

export type ToPrimary = PeerMessage | { readonly type: 'listening'; readonly address: string };
export type FromPrimary = PeerMessage | { readonly type: 'stop' };
