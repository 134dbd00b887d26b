/**
 * Which text of a file belongs to which element (contract: conversion 11.2): the lines of a member are its own, with what stands ahead of
 * it; lines that it shares with its owner are the owner's. The texts, in order, are the file. Knows the places of elements; nothing of
 * their meaning.
 */

import { codeOf } from './code-text.js';

/** An element by its place in the text: UTF-16 offsets, the end exclusive; `members` in the order of the text. */
export interface Placed {
    readonly offset: number;
    readonly end: number;
    readonly members: readonly Placed[];
}

/** The texts of an element; absent where it has no lines of its own. */
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

    /** Gives an element the text from `from` to `to`: itself what is around its members. `behind` follows the last root of all. */
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

    /** The members that share no line with what is their owner's: its head, and what follows its last member. */
    private membersWithLines(element: Placed, to: number): readonly Placed[] {
        const { members } = element;
        let from = 0;
        let until = members.length;
        // The head ends in front of the first member; all that begin on its last line are written on it.
        while (from < until && !this.startsLine(element, members, from)) {
            from++;
        }
        while (until > from && !this.endsLine(members[until - 1], until < members.length ? members[until].offset : to, element)) {
            until--;
        }
        return from === 0 && until === members.length ? members : members.slice(from, until);
    }

    /** Whether a line break stands between a member and what is written ahead of it. */
    private startsLine(element: Placed, members: readonly Placed[], i: number): boolean {
        const before = i === 0 ? this.headEnd(element, members[0]) : members[i - 1].end;
        return this.source.lastIndexOf('\n', members[i].offset - 1) >= before;
    }

    /** Whether a member is the last thing on its line, notes aside. */
    private endsLine(member: Placed, next: number, element: Placed): boolean {
        return this.source.slice(member.end, Math.min(next, element.end)).includes('\n');
    }

    /** Where the text of the first member with lines begins: behind the line on which the head of its owner ends. */
    private startOf(owner: Placed, first: Placed): number {
        const i = owner.members.indexOf(first);
        const head = i === 0 ? this.headEnd(owner, first) : owner.members[i - 1].end;
        return this.lineEnd(head);
    }

    /** Behind the brace that opens the body: the last one ahead of the first member that no note or string hides. */
    private headEnd(owner: Placed, first: Placed): number {
        const head = this.source.slice(owner.offset, first.offset);
        const code = codeOf(head);
        const brace = code.lastIndexOf('{');
        return owner.offset + (brace < 0 ? 0 : brace + 1);
    }

    /** Where the text of a member ends and that of the next one begins: at the end of its line, or right between the two on one line. */
    private cutBetween(member: Placed, next: Placed): number {
        const end = this.lineEnd(member.end);
        return end <= next.offset ? end : member.end;
    }

    /** The end of a member's text: of its line where nothing but a note follows, else its own. */
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
