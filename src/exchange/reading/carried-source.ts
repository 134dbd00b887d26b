/**
 * Joins the source texts of declarations in the text of a graph to notation (contract: conversion 11.2). Does not depend on the spelling of
 * the graph.
 */
import { endsWithNote, prevailingLineEnd } from '../formatter/format.js';
import { isUuid } from '../ids.js';

/** The notation that the text of a graph contains. */
export interface CarriedSource {
    readonly content: string;
    readonly language: 'sysml' | 'kerml';
    readonly idForm: 'qualified' | 'uuid';
    /** Maps the number of each root that begins a further document to the number of lines before it. */
    readonly joints: ReadonlyMap<number, number>;
    /** The document of each root as the text spells it; empty if the text does not name one. */
    readonly documentsOfRoots: readonly string[];
}

/** The statements about a declaration with a source text. */
export interface StatedOfText {
    readonly id: string;
    /** the subject that owns the declaration; undefined for a root */
    readonly owner: string | undefined;
    readonly language: string | undefined;
    readonly document: string | undefined;
}

export class SourceCollector {
    private readonly pieces: string[] = [];
    /** The declarations whose text is not yet complete, outermost first, with their tails. */
    private readonly open: { readonly subject: string; tail: string }[] = [];
    private readonly languages = new Set<string>();
    /** The document of each root. */
    private readonly documents: string[] = [];
    private readonly joints = new Map<number, number>();
    private hasUuids = false;
    /** The number of lines in the first {@link counted} pieces. */
    private lines = 0;
    private counted = 0;

    /** Adds the text of a declaration. @returns false if the text of its owner is not open, so that the text cannot follow here */
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

    /** Adds the tail of a declaration. @returns whether the declaration's text was the last one added */
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

    /** Begins a document at the root that was added last. */
    private join(): void {
        if (endsWithNote(this.pieces.at(-1)!)) {
            this.pieces.push(prevailingLineEnd(this.pieces.join('')));
        }
        this.pieces.slice(this.counted).forEach(piece => (this.lines += piece.split('\n').length - 1));
        this.counted = this.pieces.length;
        this.joints.set(this.documents.length - 1, this.lines);
    }
}
