/**
 * The text of a graph in pieces: each element by its own source text, or canonically, four blanks a level (contract: conversion 11.2,
 * 11.3). Knows which elements are to be rewritten; not why.
 */
import type { GraphElement } from '../graph.js';
import { type Canonical, trimmed } from './canonical.js';
import type { Lines } from './form.js';
import type { Piece, Pieces } from './pieces.js';

const STEP = '    ';

export interface LayoutOptions {
    /** whether the element's own source text stands */
    readonly keepsText: (element: GraphElement) => boolean;
    readonly lineEnd: string;
    /** annotations that state the identity of an element, as lines of its body */
    readonly identityOf: (element: GraphElement) => readonly string[];
}

/** A stretch of the text, and the element that it is of. */
export interface Stretch {
    readonly element: GraphElement;
    readonly pieces: Pieces;
}

export class Layout {
    constructor(
        private readonly canonical: Canonical,
        private readonly options: LayoutOptions
    ) {}

    /** An element with all that is in it, on lines of its own. */
    *stretches(element: GraphElement, depth: number): Iterable<Stretch> {
        const text = element.text('sysx:sourceText');
        if (text !== undefined && this.options.keepsText(element)) {
            yield { element, pieces: [text] };
            for (const member of this.canonical.content.membersOf(element)) {
                if (member.has('sysx:sourceText')) {
                    yield* this.stretches(member, depth + 1);
                }
            }
            const tail = element.text('sysx:sourceTail');
            if (tail !== undefined) {
                yield { element, pieces: [tail] };
            }
            return;
        }
        yield* this.rewritten(element, depth);
    }

    private *rewritten(element: GraphElement, depth: number): Iterable<Stretch> {
        const { lineEnd } = this.options;
        const { head, body = 'members', tail } = this.canonical.write(element);
        const indent = STEP.repeat(depth);
        const front: Piece[] = [indent, ...trimmed(head)];
        if (tail !== undefined) {
            yield { element, pieces: [...front, ...tail(this.lines(depth)), lineEnd] };
            return;
        }
        if (body !== 'members') {
            yield { element, pieces: [...front, body === 'semicolon' ? ';' : '', lineEnd] };
            return;
        }
        const members = this.canonical.content.membersOf(element);
        const identity = this.options.identityOf(element);
        const isEmpty = members.length === 0 && identity.length === 0;
        if (isEmpty) {
            const parallel = element.is('isParallel') ? ' parallel' : '';
            yield { element, pieces: [...front, element.is('sysx:hasBody') ? `${parallel} { }` : ';', lineEnd] };
            return;
        }
        yield { element, pieces: [...front, element.is('isParallel') ? ' parallel {' : ' {', lineEnd] };
        for (const line of identity) {
            yield { element, pieces: [indent, STEP, line, lineEnd] };
        }
        for (const member of members) {
            yield* this.stretches(member, depth + 1);
        }
        yield { element, pieces: [indent, '}', lineEnd] };
    }

    /** Blocks within a statement: always canonical, since their lines are the statement's. */
    private lines(depth: number): Lines {
        const { lineEnd } = this.options;
        return {
            block: owner => {
                const members = this.canonical.content.membersOf(owner);
                if (members.length === 0) {
                    return ['{ }'];
                }
                const inner = members.flatMap(member => [...this.rewritten(member, depth + 1)].flatMap(s => s.pieces));
                return ['{', lineEnd, ...inner, STEP.repeat(depth), '}'];
            }
        };
    }
}
