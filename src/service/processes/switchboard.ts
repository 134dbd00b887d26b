// Forwards requests and answers between the processes of one service, and answers `gone` when the addressed process dies. It identifies
// processes by index; a restarted process has the index of its predecessor.

import type { QuestionTo, PeerMessage } from './messages.js';

/** A forwarded request. */
interface Relayed {
    readonly sender: number;
    /** id of the request in the sender */
    readonly id: number;
    readonly addressee: number;
}

/** Sends to the process with this index. */
export type Send = (place: number, message: PeerMessage) => void;

export class Switchboard {
    private readonly present = new Set<number>();
    /** by a new id for the addressee, since the ids of two senders may be equal */
    private readonly relayed = new Map<number, Relayed>();
    /** requests to processes that are restarting */
    private readonly waiting = new Map<number, QuestionTo>();
    private lastId = 0;

    constructor(private readonly send: Send) {}

    /** Whether no process can answer. */
    get isEmpty(): boolean {
        return this.present.size === 0;
    }

    /** The process with this index can answer from now on. */
    joined(place: number): void {
        this.present.add(place);
        for (const [id, question] of this.waiting) {
            const { sender, addressee } = this.relayed.get(id)!;
            if (addressee === place) {
                this.waiting.delete(id);
                this.send(place, { type: 'request', id, peer: sender, question });
            }
        }
    }

    /** The process with this index has exited: its requests are dropped, and requests to it are answered with `gone`. */
    left(place: number): void {
        this.present.delete(place);
        for (const [id, { sender, id: senderId, addressee }] of this.relayed) {
            if (sender === place) {
                this.relayed.delete(id);
                if (!this.waiting.delete(id)) {
                    this.send(addressee, { type: 'cancel', id });
                }
            } else if (addressee === place && !this.waiting.has(id)) {
                this.relayed.delete(id);
                this.send(sender, { type: 'gone', id: senderId });
            }
        }
    }

    /** Forwards a message of the process with this index. */
    take(from: number, message: PeerMessage): void {
        switch (message.type) {
            case 'request':
                this.forward(from, message.id, message.peer, message.question);
                break;
            case 'cancel':
                this.cancel(from, message.id);
                break;
            default: {
                const relayed = this.relayed.get(message.id);
                this.relayed.delete(message.id);
                if (relayed) {
                    this.send(relayed.sender, { ...message, id: relayed.id });
                }
            }
        }
    }

    private forward(sender: number, senderId: number, addressee: number, question: QuestionTo): void {
        const isPresent = this.present.has(addressee);
        // a restarting process holds no model yet, but it will accept calls
        if (!isPresent && question.topic !== 'call') {
            this.send(sender, { type: 'gone', id: senderId });
            return;
        }
        const id = ++this.lastId;
        this.relayed.set(id, { sender, id: senderId, addressee });
        if (isPresent) {
            this.send(addressee, { type: 'request', id, peer: sender, question });
        } else {
            this.waiting.set(id, question);
        }
    }

    private cancel(sender: number, senderId: number): void {
        for (const [id, relayed] of this.relayed) {
            if (relayed.sender === sender && relayed.id === senderId) {
                this.relayed.delete(id);
                if (!this.waiting.delete(id)) {
                    this.send(relayed.addressee, { type: 'cancel', id });
                }
                return;
            }
        }
    }
}
