/**
 * The declarations of a session's cells and files: texts in the order in which they were given, with the members of packages separate, so
 * that a repeated declaration replaces the previous one (contract: newest-operations 10). The values are immutable. Does not depend on the
 * model.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { lookupNameOf } from '../../language/semantics/owned-members.js';
import { isImport, isPackage } from '../../language/semantics/structure.js';
import { parseDocument, spanOf, type SyntaxLanguage } from '../../language/syntax/index.js';
import { quoted } from '../../runtime/values/index.js';
import { symbolKindOf } from '../../language/symbols/symbol-kind.js';

/** The origin of a text: a cell by its number, or a file by its name. */
export interface Source {
    /** unique in the session; a cell that runs again keeps its id */
    readonly id: string;
    /** name in messages */
    readonly label: string;
    /** whether a command wrote the text */
    readonly isGenerated?: boolean;
}

/** A text and its origin. */
export interface Piece {
    readonly text: string;
    readonly source: Source;
    /** UTF-16 offset in the text of the source */
    readonly offset: number;
}

interface Declared {
    /** empty for an unnamed declaration */
    readonly name: string;
    /** in words: `part def` */
    readonly kind: string;
    /** the imported name of an import */
    readonly imported?: string;
}

/** A declaration as one text, or a package with its members between two texts. */
export type Declaration =
    | (Declared & { readonly piece: Piece })
    | (Declared & { readonly head: Piece; readonly members: readonly Declaration[]; readonly tail: Piece });

/** Whether a command wrote a declaration, or began the package. */
export const isGenerated = (declaration: Declaration): boolean =>
    ('head' in declaration ? declaration.head : declaration.piece).source.isGenerated === true;

/** A declaration in words: `part def Car`, `import ISQ::*`. */
export function labelOf({ kind, name, imported }: Declared): string {
    return [kind, imported ?? (name === '' ? '' : quoted(name))].join(' ').trimEnd();
}

/** The declarations of one document. */
export interface DeclaredDocument {
    readonly name: string;
    readonly language: SyntaxLanguage;
    readonly declarations: readonly Declaration[];
}

/** The kind of an element in words: `part def`. */
export function kindWordsOf(element: AstNode): string {
    return symbolKindOf(element)
        .replace(/Usage$/, '')
        .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

/** Splits a text into its declarations, each with the notes before it. The text after the last declaration belongs to it. */
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
            : // Only the text is read: nothing can be resolved yet.
              { name: lookupNameOf(member) ?? member.shortName ?? '', kind: kindWordsOf(member) };
        const brace = isPackage(member) ? openingBrace(text, spanOf(member).offset, spanOf(member).end) : -1;
        const members = isPackage(member) ? (member.members ?? []) : [];
        if (brace < 0 || declared.name === '') {
            return { ...declared, piece: piece(from, to) };
        }
        const last = members.reduce((end, m) => Math.max(end, spanOf(m).end), brace + 1);
        return { ...declared, head: piece(from, brace + 1), members: split(members, brace + 1, last), tail: piece(last, to) };
    };
    // A text with syntax errors is not split, since its findings refer to the whole text.
    const isOne = diagnostics.length > 0 || root.members.length === 0;
    return isOne ? [{ name: '', kind: '', piece: piece(0, text.length) }] : split(root.members, 0, text.length);
}

/** The offset of the brace that opens a body; -1 for none. */
function openingBrace(text: string, from: number, end: number): number {
    const body = /^(?:[^{'/;]|'(?:\\.|[^'\\])*'|\/\/\*[\s\S]*?\*\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*|\/)*\{/.exec(text.slice(from, end));
    return body === null ? -1 : from + body[0].length - 1;
}

/** The declarations after a merge, and the changes to previous ones. */
export interface Merge {
    readonly declarations: readonly Declaration[];
    /** one note per changed declaration */
    readonly notes: readonly string[];
    /** qualified names of declarations that were replaced or changed */
    readonly replaced: readonly string[];
}

/** Appends declarations. A declaration replaces an existing one of the same name; a package adds its members to an existing package. */
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

/** Puts a declaration on a separate line, with the indentation of another one. */
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

/** Members from another source begin with a blank, so that adjacent words stay separate. */
function spaced(members: readonly Declaration[]): Declaration[] {
    return members.map(m => {
        const first = firstPiece(m);
        return /^\s/.test(first.text) ? m : withFirstPiece(m, { ...first, text: `\n${first.text}`, offset: first.offset - 1 });
    });
}

/** Removes the texts of a source. A package that it opened stays while it has members of other sources. */
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

/** The text of a document: its declarations, each on a separate line. */
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

/** The origin of an offset of a composed text. */
export function givenAt({ pieces }: Composed, offset: number): { readonly source: Source; readonly offset: number } | undefined {
    const found = pieces.findLast(p => p.at <= offset);
    return found === undefined ? undefined : { source: found.piece.source, offset: found.piece.offset + offset - found.at };
}
