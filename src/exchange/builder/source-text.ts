/**
 * Assigns the text of a file to its elements (contract: conversion 11.2). A member's text consists of its lines and the text after the
 * preceding member; lines that it shares with its owner belong to the owner. Concatenated in order, the texts yield the file. Depends on
 * the positions of elements only.
 */

import { codeOf } from './code-text.js';

/** An element's position in the text, in UTF-16 offsets with an exclusive end; `members` is in textual order. */
export interface Placed {
    readonly offset: number;
    readonly end: number;
    readonly members: readonly Placed[];
}

/** The texts of an element; undefined if it has no lines of its own. */
export interface SourceText {
    readonly text: string | undefined;
    readonly tail: string | undefined;
}

const NO_TEXT: SourceText = { text: undefined, tail: undefined };
const BLANK = /^[ \t\f\r]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t\f\r]*(?:\/\/[^\n]*)?)?$/;

/** The texts of a document's elements. */
export class SourceTexts<P extends Placed> {
    private readonly texts = new Map<Placed, SourceText>();

    constructor(
        private readonly source: string,
        roots: readonly P[]
    ) {
        let from = 0;
        roots.forEach((root, i) => {
            const isLast = i === roots.length - 1;
            const to = isLast ? this.endOf(root) : this.cutBetween(root, roots[i + 1]);
            this.divide(root, from, to, isLast ? source.slice(to) : '');
            from = to;
        });
    }

    of(element: P): SourceText {
        return this.texts.get(element) ?? NO_TEXT;
    }

    /**
     * Assigns the text between two offsets to an element and its members. The element gets the text around its members; `behind` is the
     * text after the last root.
     */
    private divide(element: Placed, from: number, to: number, behind = ''): void {
        const members = this.membersWithLines(element, to);
        if (members.length === 0) {
            this.texts.set(element, { text: this.source.slice(from, to), tail: behind === '' ? undefined : behind });
            return;
        }
        const first = this.startOf(element, members[0]);
        this.texts.set(element, { text: this.source.slice(from, first), tail: undefined });
        let start = first;
        members.forEach((member, i) => {
            const end = i === members.length - 1 ? this.endOf(member) : this.cutBetween(member, members[i + 1]);
            this.divide(member, start, end);
            start = end;
        });
        const tail = this.source.slice(start, to) + behind;
        this.texts.set(element, { text: this.source.slice(from, first), tail: tail === '' ? undefined : tail });
    }

    /**
     * The members without those at the start that share a line with the owner's head, and those at the end that share a line with the
     * owner's end.
     */
    private membersWithLines(element: Placed, to: number): readonly Placed[] {
        const { members } = element;
        let from = 0;
        let until = members.length;
        // Skips the members that begin on the last line of the head.
        while (from < until && !this.startsLine(element, members, from)) {
            from++;
        }
        while (until > from && !this.endsLine(members[until - 1], until < members.length ? members[until].offset : to, element)) {
            until--;
        }
        return from === 0 && until === members.length ? members : members.slice(from, until);
    }

    /** Whether a line break separates a member from the text before it. */
    private startsLine(element: Placed, members: readonly Placed[], i: number): boolean {
        const before = i === 0 ? this.headEnd(element, members[0]) : members[i - 1].end;
        return this.source.lastIndexOf('\n', members[i].offset - 1) >= before;
    }

    /** Whether a line break follows a member before the next member or the end of its owner. */
    private endsLine(member: Placed, next: number, element: Placed): boolean {
        return this.source.slice(member.end, Math.min(next, element.end)).includes('\n');
    }

    /** The start of the first member's text: after the line on which its owner's head ends. */
    private startOf(owner: Placed, first: Placed): number {
        const i = owner.members.indexOf(first);
        const head = i === 0 ? this.headEnd(owner, first) : owner.members[i - 1].end;
        return this.lineEnd(head);
    }

    /** The offset after the brace that opens the body: the last one before the first member, ignoring notes and strings. */
    private headEnd(owner: Placed, first: Placed): number {
        const head = this.source.slice(owner.offset, first.offset);
        const code = codeOf(head);
        const brace = code.lastIndexOf('{');
        return owner.offset + (brace < 0 ? 0 : brace + 1);
    }

    /** The boundary between the texts of two members: the end of the first one's line, or the end of the first one if both share a line. */
    private cutBetween(member: Placed, next: Placed): number {
        const end = this.lineEnd(member.end);
        return end <= next.offset ? end : member.end;
    }

    /** The end of a member's text: the end of its line if only a note follows, else its own end. */
    private endOf(member: Placed): number {
        const end = this.lineEnd(member.end);
        const rest = this.source.slice(member.end, end).replace(/\r?\n$/, '');
        return BLANK.test(rest) ? end : member.end;
    }

    private lineEnd(offset: number): number {
        const at = this.source.indexOf('\n', offset);
        return at < 0 ? this.source.length : at + 1;
    }
}
