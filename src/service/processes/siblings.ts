// The other processes of the service, as one of them sees them (`-processes`). Any process answers any call: a model that it has not got it
// takes over from one that has, and a call about objects that are held for a model is answered by the one process that holds them, the
// model's home, which follows from the hash alone. So no process keeps a list of the models of others. Knows no transport and no worker.

import { failedAnswer, type ServiceAnswer, type ServiceCall } from '../executor.js';
import { METHODS } from '../../wire/methods.js';
import { Code } from '../../wire/status.js';
import type { Repeatable } from '../workers/store.js';
import type { QuestionTo, PeerMessage, Questions, Topic } from './messages.js';

/** A sibling that does not say within this time whether it has a model is taken to have none, in milliseconds. */
const LOOKUP = 5000;

/** What a process answers its siblings from. */
export interface Holdings {
    /** how to make a model again; undefined where it is not held */
    recipeOf(hash: string): Repeatable | undefined;
    call(call: ServiceCall, done: (answer: ServiceAnswer) => void): () => void;
}

/** The way to the primary. */
export interface Channel {
    send(message: PeerMessage): void;
}

export class Siblings {
    private readonly others: readonly number[];
    /** questions without an answer yet; `undefined` is the answer of a process that is gone */
    private readonly asked = new Map<number, (answer: Questions[Topic]['answer'] | undefined) => void>();
    /** calls that were forwarded to here and are in hand */
    private readonly inHand = new Map<number, () => void>();
    /** models that are being looked for */
    private readonly lookups = new Map<string, Promise<Repeatable | undefined>>();
    private holdings: Holdings | undefined;
    private lastId = 0;

    /**
     * @param place of this process, from 0
     * @param count of processes
     */
    constructor(
        readonly place: number,
        readonly count: number,
        private readonly channel: Channel
    ) {
        this.others = Array.from({ length: count }, (_, other) => other).filter(other => other !== place);
    }

    /** Says what this process answers from. */
    serve(holdings: Holdings): void {
        this.holdings = holdings;
    }

    /** Whether this process is the one that holds objects for a model. */
    isHome(hash: string): boolean {
        return this.homeOf(hash) === this.place;
    }

    /** How to make a model that this process has not got; undefined when nobody has it. */
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
     * Has a model's home answer a call.
     * @returns cancels the call
     */
    forward({ method, format, body, deadline }: ServiceCall, hash: string, done: (answer: ServiceAnswer) => void): () => void {
        const question: QuestionTo<'call'> = { topic: 'call', method: method.index, format, body, deadline };
        const id = this.ask(this.homeOf(hash), question, answer =>
            done(answer ?? failedAnswer(Code.unavailable, 'the process computing the call died'))
        );
        return () => {
            if (this.asked.delete(id)) {
                this.channel.send({ type: 'cancel', id });
            }
        };
    }

    /** Takes what the primary hands on. */
    take(message: PeerMessage): void {
        switch (message.type) {
            case 'ask':
                this.answer(message.id, message.question);
                break;
            case 'cancel':
                this.inHand.get(message.id)?.();
                break;
            default: {
                const answered = this.asked.get(message.id);
                this.asked.delete(message.id);
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
                    this.inHand.delete(id);
                    say(answer);
                });
                if (!isDone) {
                    this.inHand.set(id, cancel);
                }
            }
        }
    }

    /** Puts a question to all others. @returns the first answer that is neither `undefined` nor `false` */
    private first<T extends 'model' | 'held'>(question: QuestionTo<T>): Promise<Questions[T]['answer'] | undefined> {
        return new Promise(resolve => {
            let waitedFor = this.others.length;
            const ids: number[] = [];
            const settle = (answer: Questions[T]['answer'] | undefined): void => {
                clearTimeout(timer);
                ids.forEach(id => this.asked.delete(id));
                resolve(answer);
            };
            const timer = setTimeout(() => settle(undefined), LOOKUP);
            for (const other of this.others) {
                const id = this.ask(other, question, answer => {
                    waitedFor--;
                    if (answer || waitedFor === 0) {
                        settle(answer);
                    }
                });
                ids.push(id);
            }
        });
    }

    private ask<T extends Topic>(
        place: number,
        question: QuestionTo<T>,
        done: (answer: Questions[T]['answer'] | undefined) => void
    ): number {
        const id = ++this.lastId;
        this.asked.set(id, done);
        this.channel.send({ type: 'ask', id, peer: place, question: question as QuestionTo });
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
