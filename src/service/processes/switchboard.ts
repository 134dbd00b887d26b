// Between the processes of one service: forwards questions and their answers, and answers `gone` when the process that should answer dies.
// Knows places (a restarted process has the place of its predecessor), no process and no model.

import type { QuestionTo, PeerMessage } from './messages.js';

/** A question on its way. */
interface Relayed {
    readonly asker: number;
    /** by which the asker knows it */
    readonly id: number;
    readonly answerer: number;
}

/** Sends to the process at a place. */
export type Send = (place: number, message: PeerMessage) => void;

export class Switchboard {
    private readonly present = new Set<number>();
    /** by an id of its own, which the answerer gets: the ids of two askers may be equal */
    private readonly relayed = new Map<number, Relayed>();
    /** calls for places whose process is being started again */
    private readonly waiting = new Map<number, QuestionTo>();
    private lastId = 0;

    constructor(private readonly send: Send) {}

    /** Whether no process can answer. */
    get isEmpty(): boolean {
        return this.present.size === 0;
    }

    /** The process at a place can answer from now on. */
    joined(place: number): void {
        this.present.add(place);
        for (const [id, question] of this.waiting) {
            const { asker, answerer } = this.relayed.get(id)!;
            if (answerer === place) {
                this.waiting.delete(id);
                this.send(place, { type: 'ask', id, peer: asker, question });
            }
        }
    }

    /** The process at a place has ended: its own questions are dropped, and the askers of those put to it get `gone`. */
    left(place: number): void {
        this.present.delete(place);
        for (const [id, { asker, id: asked, answerer }] of this.relayed) {
            if (asker === place) {
                this.relayed.delete(id);
                if (!this.waiting.delete(id)) {
                    this.send(answerer, { type: 'cancel', id });
                }
            } else if (answerer === place && !this.waiting.has(id)) {
                this.relayed.delete(id);
                this.send(asker, { type: 'gone', id: asked });
            }
        }
    }

    /** Hands on what the process at a place says. */
    take(from: number, message: PeerMessage): void {
        switch (message.type) {
            case 'ask':
                this.ask(from, message.id, message.peer, message.question);
                break;
            case 'cancel':
                this.cancel(from, message.id);
                break;
            default: {
                const relayed = this.relayed.get(message.id);
                this.relayed.delete(message.id);
                if (relayed) {
                    this.send(relayed.asker, { ...message, id: relayed.id });
                }
            }
        }
    }

    private ask(asker: number, asked: number, answerer: number, question: QuestionTo): void {
        const isPresent = this.present.has(answerer);
        // a process that restarts holds no model yet, but it will take calls
        if (!isPresent && question.topic !== 'call') {
            this.send(asker, { type: 'gone', id: asked });
            return;
        }
        const id = ++this.lastId;
        this.relayed.set(id, { asker, id: asked, answerer });
        if (isPresent) {
            this.send(answerer, { type: 'ask', id, peer: asker, question });
        } else {
            this.waiting.set(id, question);
        }
    }

    private cancel(asker: number, asked: number): void {
        for (const [id, relayed] of this.relayed) {
            if (relayed.asker === asker && relayed.id === asked) {
                this.relayed.delete(id);
                if (!this.waiting.delete(id)) {
                    this.send(relayed.answerer, { type: 'cancel', id });
                }
                return;
            }
        }
    }
}
