/**
 * What the cells and files of a session declare: texts in the order in which they were given, with the members of packages apart, so that
 * a declaration given again takes the place of the one before it (contract: newest-operations 10). The values never change. Knows no model.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf } from '../../language/semantics/naming.js';
import { isImport, isPackage, quoted } from '../../language/semantics/structure.js';
import { parseDocument, spanOf, type SyntaxLanguage } from '../../language/syntax/index.js';
import { symbolKindOf } from '../../language/symbols/symbol-kind.js';

/** Where a text was given: a cell by its number, or a file by its name. */
export interface Source {
    /** unique in the session; a cell that is run again has its id again */
    readonly id: string;
    /** for people */
    readonly label: string;
}

/** A text and where it was given. */
export interface Piece {
    readonly text: string;
    readonly source: Source;
    /** UTF-16 offset into the text of the source */
    readonly offset: number;
}

interface Declared {
    /** empty for what has no name */
    readonly name: string;
    /** for people: `part def` */
    readonly kind: string;
    /** what an import imports */
    readonly imported?: string;
}

/** A declaration as one text, or a package with its members between two texts. */
export type Declaration =
    | (Declared & { readonly piece: Piece })
    | (Declared & { readonly head: Piece; readonly members: readonly Declaration[]; readonly tail: Piece });

/** A declaration in words: `part def Car`, `import ISQ::*`. */
export function labelOf({ kind, name, imported }: Declared): string {
    return [kind, imported ?? (name === '' ? '' : quoted(name))].join(' ').trimEnd();
}

/** What was given under one document name. */
export interface DeclaredDocument {
    readonly name: string;
    readonly language: SyntaxLanguage;
    readonly declarations: readonly Declaration[];
}

/** Words for the kind of an element: `part def`. */
export function kindWordsOf(element: AstNode): string {
    return symbolKindOf(element)
        .replace(/Usage$/, '')
        .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

/** The declarations of a text, each with the notes before it. What follows the last one belongs to it. */
export function declarationsOf(text: string, source: Source, language: SyntaxLanguage = 'sysml', offset = 0): Declaration[] {
    const { root, diagnostics } = parseDocument(text, language);
    const piece = (from: number, to: number): Piece => ({ text: text.slice(from, to), source, offset: offset + from });
    const split = (members: readonly AstNode[], from: number, to: number): Declaration[] => {
        const found: Declaration[] = [];
        let at = from;
        const ends = members.map(m => spanOf(m).end);
        members.forEach((member, i) => {
            const isLast = i === members.length - 1;
            const end = isLast ? to : ends[i];
            if (end > at) {
                found.push(declaration(member, at, end));
                at = end;
            }
        });
        return found;
    };
    const declaration = (member: AstNode, from: number, to: number): Declaration => {
        const declared = isImport(member)
            ? { name: '', kind: 'import', imported: member.text }
            : { name: nameOf(member) ?? '', kind: kindWordsOf(member) };
        const brace = isPackage(member) ? openingBrace(text, spanOf(member).offset, spanOf(member).end) : -1;
        const members = isPackage(member) ? (member.members ?? []) : [];
        if (brace < 0 || declared.name === '') {
            return { ...declared, piece: piece(from, to) };
        }
        const last = members.reduce((end, m) => Math.max(end, spanOf(m).end), brace + 1);
        return { ...declared, head: piece(from, brace + 1), members: split(members, brace + 1, last), tail: piece(last, to) };
    };
    // A text with syntax errors stays whole: its findings are about it as it was given.
    const isOne = diagnostics.length > 0 || root.members.length === 0;
    return isOne ? [{ name: '', kind: '', piece: piece(0, text.length) }] : split(root.members, 0, text.length);
}

/** The brace that opens a body; -1 for none. */
function openingBrace(text: string, from: number, end: number): number {
    const body = /^(?:[^{'/;]|'(?:\\.|[^'\\])*'|\/\/\*[\s\S]*?\*\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*|\/)*\{/.exec(text.slice(from, end));
    return body === null ? -1 : from + body[0].length - 1;
}

/** What was replaced, or added to, by declarations. */
export interface Merge {
    readonly declarations: readonly Declaration[];
    /** one note a declaration that was there before */
    readonly notes: readonly string[];
    /** qualified names of what was there and is there no more as it was */
    readonly replaced: readonly string[];
}

/** Puts declarations behind others: one of a name that is there takes its place, a package gives its members to the one that is there. */
export function merged(before: readonly Declaration[], added: readonly Declaration[], owner = ''): Merge {
    const declarations = [...before];
    const notes: string[] = [];
    const replaced: string[] = [];
    for (const one of added) {
        const at = one.name === '' ? -1 : declarations.findIndex(d => d.name === one.name);
        const there = declarations[at];
        if (there === undefined) {
            declarations.push(placed(one, declarations.at(-1)));
        } else if ('members' in there && 'members' in one && there.kind === one.kind) {
            const inner = merged(
                there.members,
                one.members.filter(m => m.name !== '' || !there.members.some(t => isAlike(t, m))),
                `${owner}${one.name}::`
            );
            const names = inner.notes.filter(n => n.startsWith('replaced ')).map(n => n.replace('replaced ', ''));
            replaced.push(...inner.replaced);
            declarations[at] = { ...there, members: spaced(inner.declarations) };
            const what = names.length === 0 ? '(its other members are kept)' : `replacing ${names.join(', ')}`;
            notes.push(`added to the existing package ${quoted(one.name)}${names.length === 0 ? ' ' : ', '}${what}`);
        } else {
            replaced.push(`${owner}${one.name}`);
            declarations[at] = placed(one, there);
            notes.push(`replaced ${labelOf(there)}`);
        }
    }
    return { declarations, notes, replaced };
}

const firstPiece = (declaration: Declaration): Piece => ('piece' in declaration ? declaration.piece : declaration.head);

const withFirstPiece = (declaration: Declaration, piece: Piece): Declaration =>
    'piece' in declaration ? { ...declaration, piece } : { ...declaration, head: piece };

/** A declaration on a line of its own, as far in as another one that is. */
function placed(one: Declaration, other: Declaration | undefined): Declaration {
    const [, blanks] = other === undefined ? [] : (/^\s*(\n[^\S\n]*)/.exec(firstPiece(other).text) ?? []);
    const first = firstPiece(one);
    const text = first.text.trimStart();
    return blanks === undefined
        ? one
        : withFirstPiece(one, {
              ...first,
              text: `${blanks}${text}`,
              offset: first.offset + first.text.length - text.length - blanks.length
          });
}

const isAlike = (one: Declaration, other: Declaration): boolean => textOfDeclaration(one).trim() === textOfDeclaration(other).trim();

/** Members that came from elsewhere begin with a blank, so that two words never become one. */
function spaced(members: readonly Declaration[]): Declaration[] {
    return members.map(m => {
        const first = firstPiece(m);
        return /^\s/.test(first.text) ? m : withFirstPiece(m, { ...first, text: `\n${first.text}`, offset: first.offset - 1 });
    });
}

/** What is left without the texts of a source. A package that it opened stays while members of other sources are in it. */
export function without(declarations: readonly Declaration[], sourceId: string): Declaration[] {
    return declarations.flatMap((d): readonly Declaration[] => {
        if ('piece' in d) {
            return d.piece.source.id === sourceId ? [] : [d];
        }
        const members = without(d.members, sourceId);
        return members.length === 0 && d.head.source.id === sourceId ? [] : [{ ...d, members }];
    });
}

export function piecesOf(declarations: readonly Declaration[]): Piece[] {
    return declarations.flatMap(d => ('piece' in d ? [d.piece] : [d.head, ...piecesOf(d.members), d.tail]));
}

export function textOfDeclaration(declaration: Declaration): string {
    return piecesOf([declaration])
        .map(p => p.text)
        .join('');
}

/** The text of a document: its declarations, each on a line of its own. */
export interface Composed {
    readonly text: string;
    readonly pieces: readonly { readonly at: number; readonly piece: Piece }[];
}

export function composed(declarations: readonly Declaration[]): Composed {
    let text = '';
    const pieces: { at: number; piece: Piece }[] = [];
    for (const declaration of declarations) {
        for (const piece of piecesOf([declaration])) {
            pieces.push({ at: text.length, piece });
            text += piece.text;
        }
        if (!text.endsWith('\n')) {
            text += '\n';
        }
    }
    return { text, pieces };
}

/** Where an offset of a composed text was given. */
export function givenAt({ pieces }: Composed, offset: number): { readonly source: Source; readonly offset: number } | undefined {
    const found = pieces.findLast(p => p.at <= offset);
    return found === undefined ? undefined : { source: found.piece.source, offset: found.piece.offset + offset - found.at };
}
