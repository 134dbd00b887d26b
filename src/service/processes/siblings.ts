// The other processes of the service (`-processes`). Any process answers any call. A process without the model of a call adopts it from a
// process that has it. A call about held objects is answered by the home of the model, the one process that holds them. The hash determines
// the home, so that no process needs to know the models of others. Does not depend on transports or workers.

import { failedAnswer, type ServiceAnswer, type ServiceCall } from '../executor.js';
import { METHODS } from '../../wire/methods.js';
import { Code } from '../../wire/status.js';
import type { Repeatable } from '../workers/store.js';
import type { QuestionTo, PeerMessage, Questions, Topic } from './messages.js';

/** milliseconds after which a process that does not answer counts as not having the model */
const LOOKUP = 5000;

/** The data from which a process answers its siblings. */
export interface Holdings {
    /** the recipe of a model; undefined if it is not held */
    recipeOf(hash: string): Repeatable | undefined;
    call(call: ServiceCall, done: (answer: ServiceAnswer) => void): () => void;
}

/** The channel to the primary. */
export interface Channel {
    send(message: PeerMessage): void;
}

export class Siblings {
    private readonly others: readonly number[];
    /** pending requests; a process that is gone answers `undefined` */
    private readonly pending = new Map<number, (answer: Questions[Topic]['answer'] | undefined) => void>();
    /** cancels the running calls that other processes forwarded to this one */
    private readonly running = new Map<number, () => void>();
    /** running lookups of models */
    private readonly lookups = new Map<string, Promise<Repeatable | undefined>>();
    private holdings: Holdings | undefined;
    private lastId = 0;

    /**
     * @param place index of this process, from 0
     * @param count number of processes
     */
    constructor(
        readonly place: number,
        readonly count: number,
        private readonly channel: Channel
    ) {
        this.others = Array.from({ length: count }, (_, other) => other).filter(other => other !== place);
    }

    /** Sets the data from which this process answers. */
    serve(holdings: Holdings): void {
        this.holdings = holdings;
    }

    /** Whether this process holds the objects of a model. */
    isHome(hash: string): boolean {
        return this.homeOf(hash) === this.place;
    }

    /** The recipe of a model that this process lacks; undefined if no process has it. */
    find(hash: string): Promise<Repeatable | undefined> {
        let lookup = this.lookups.get(hash);
        if (!lookup) {
            lookup = this.first({ topic: 'model', hash }).finally(() => this.lookups.delete(hash));
            this.lookups.set(hash, lookup);
        }
        return lookup;
    }

    /** Whether another process holds a model. */
    async isHeldElsewhere(hash: string): Promise<boolean> {
        return (await this.first({ topic: 'held', hash })) === true;
    }

    /**
     * Forwards a call to the model's home.
     * @returns cancels the call
     */
    forward({ method, format, body, deadline }: ServiceCall, hash: string, done: (answer: ServiceAnswer) => void): () => void {
        const question: QuestionTo<'call'> = { topic: 'call', method: method.index, format, body, deadline };
        const id = this.request(this.homeOf(hash), question, answer =>
            done(answer ?? failedAnswer(Code.unavailable, 'the process computing the call died'))
        );
        return () => {
            if (this.pending.delete(id)) {
                this.channel.send({ type: 'cancel', id });
            }
        };
    }

    /** Handles a message from the primary. */
    take(message: PeerMessage): void {
        switch (message.type) {
            case 'request':
                this.answer(message.id, message.question);
                break;
            case 'cancel':
                this.running.get(message.id)?.();
                break;
            default: {
                const answered = this.pending.get(message.id);
                this.pending.delete(message.id);
                answered?.(message.type === 'answer' ? message.answer : undefined);
            }
        }
    }

    private answer(id: number, question: QuestionTo): void {
        const say = (answer: Questions[Topic]['answer']): void => this.channel.send({ type: 'answer', id, answer });
        switch (question.topic) {
            case 'model':
                say(this.holdings?.recipeOf(question.hash));
                break;
            case 'held':
                say(this.holdings?.recipeOf(question.hash) !== undefined);
                break;
            case 'call': {
                const { method, format, body, deadline } = question;
                if (!this.holdings) {
                    say(failedAnswer(Code.unavailable, 'the process of the model is starting'));
                    return;
                }
                let isDone = false;
                const cancel = this.holdings.call({ method: METHODS[method], format, body, deadline }, answer => {
                    isDone = true;
                    this.running.delete(id);
                    say(answer);
                });
                if (!isDone) {
                    this.running.set(id, cancel);
                }
            }
        }
    }

    /** Sends a request to all others. @returns the first answer other than `undefined` and `false` */
    private first<T extends 'model' | 'held'>(question: QuestionTo<T>): Promise<Questions[T]['answer'] | undefined> {
        return new Promise(resolve => {
            let waitedFor = this.others.length;
            const ids: number[] = [];
            const finish = (answer: Questions[T]['answer'] | undefined): void => {
                clearTimeout(timer);
                ids.forEach(id => this.pending.delete(id));
                resolve(answer);
            };
            const timer = setTimeout(() => finish(undefined), LOOKUP);
            for (const other of this.others) {
                const id = this.request(other, question, answer => {
                    waitedFor--;
                    if (answer || waitedFor === 0) {
                        finish(answer);
                    }
                });
                ids.push(id);
            }
        });
    }

    private request<T extends Topic>(
        place: number,
        question: QuestionTo<T>,
        done: (answer: Questions[T]['answer'] | undefined) => void
    ): number {
        const id = ++this.lastId;
        this.pending.set(id, done);
        this.channel.send({ type: 'request', id, peer: place, question: question as QuestionTo });
        return id;
    }

    private homeOf(hash: string): number {
        let sum = 0;
        for (let index = 0; index < hash.length; index++) {
            sum = (Math.imul(sum, 31) + hash.charCodeAt(index)) | 0;
        }
        return (sum >>> 0) % this.count;
    }
}
