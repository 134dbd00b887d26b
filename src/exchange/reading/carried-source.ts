/**
 * Notation put together of the texts of declarations that a graph's text carries (contract: conversion 11.2). Knows no spelling of a graph.
 */
import { endsWithNote, prevailingLineEnd } from '../formatter/format.js';
import { isUuid } from '../ids.js';

/** Notation as a graph's text carries it. */
export interface CarriedSource {
    readonly content: string;
    readonly language: 'sysml' | 'kerml';
    readonly idForm: 'qualified' | 'uuid';
    /** By the number of a root in front of which another document begins: the lines in front of it. */
    readonly joints: ReadonlyMap<number, number>;
    /** Of each root, the document that it is of, as the text spells it; empty where it says none. */
    readonly documentsOfRoots: readonly string[];
}

/** What is stated of a declaration with a text. */
export interface StatedOfText {
    readonly id: string;
    /** the subject that owns it; undefined of a root */
    readonly owner: string | undefined;
    readonly language: string | undefined;
    readonly document: string | undefined;
}

/** Puts the texts of declarations together. */
export class SourceCollector {
    private readonly pieces: string[] = [];
    /** The declarations whose text goes on, from the outermost, and their tails. */
    private readonly open: { readonly subject: string; tail: string }[] = [];
    private readonly languages = new Set<string>();
    /** Of each root, the document that it is of. */
    private readonly documents: string[] = [];
    private readonly joints = new Map<number, number>();
    private hasUuids = false;
    /** The lines in so many pieces. */
    private lines = 0;
    private counted = 0;

    /** @returns whether the text of a declaration has its place behind what came so far */
    text(subject: string, text: string, { id, owner, language = 'sysml', document = '' }: StatedOfText): boolean {
        const depth = owner === undefined ? 0 : this.open.findLastIndex(o => o.subject === owner) + 1;
        this.closeUntil(depth);
        if (owner === undefined) {
            this.languages.add(language);
            this.documents.push(document);
            this.hasUuids ||= isUuid(id);
            if (this.documents.length > 1 && this.documents.at(-1) !== this.documents.at(-2)) {
                this.join();
            }
        } else if (depth === 0) {
            return false;
        }
        this.pieces.push(text);
        this.open.push({ subject, tail: '' });
        return true;
    }

    /** @returns whether it is the tail of the declaration whose text came last */
    tail(subject: string, text: string): boolean {
        const last = this.open.at(-1);
        if (last?.subject !== subject) {
            return false;
        }
        last.tail = text;
        return true;
    }

    source(): CarriedSource | undefined {
        this.closeUntil(0);
        const [language] = this.languages;
        return this.languages.size !== 1
            ? undefined
            : {
                  content: this.pieces.join(''),
                  language: language === 'kerml' ? 'kerml' : 'sysml',
                  idForm: this.hasUuids ? 'uuid' : 'qualified',
                  joints: this.joints,
                  documentsOfRoots: this.documents
              };
    }

    private closeUntil(depth: number): void {
        while (this.open.length > depth) {
            const { tail } = this.open.pop()!;
            if (tail !== '') {
                this.pieces.push(tail);
            }
        }
    }

    /** Begins another document with the root that came last. */
    private join(): void {
        if (endsWithNote(this.pieces.at(-1)!)) {
            this.pieces.push(prevailingLineEnd(this.pieces.join('')));
        }
        this.pieces.slice(this.counted).forEach(piece => (this.lines += piece.split('\n').length - 1));
        this.counted = this.pieces.length;
        this.joints.set(this.documents.length - 1, this.lines);
    }
}
