/** Writes the tree of declarations as text, with four blanks per level and names spelled for their places (contract: migration 4). */
import {
    type Comment,
    Declaration,
    InlineBody,
    ExposedName,
    LibraryName,
    type Line,
    MemberName,
    Name,
    NameString,
    type Piece,
    type Text
} from './declaration.js';
import { nameText, qualifiedName, type Speller, type Statement, statementsAfter } from './spelling.js';

const INDENT = '    ';

/** The member for which a line of text was written. */
export interface Origin {
    readonly item: Declaration | Line;
    readonly owner: Declaration;
}

/** The text of a document, the first line (from 1) of each declaration, and the origin of each line. */
export interface Written {
    readonly text: string;
    readonly lines: ReadonlyMap<Declaration, number>;
    readonly origins: readonly Origin[];
}

export function writeDocument(document: Declaration, speller: Speller): Written {
    const writer = new Writer(speller);
    writer.members(document, '');
    return { text: writer.text(), lines: writer.lines, origins: writer.origins };
}

class Writer {
    readonly lines = new Map<Declaration, number>();
    readonly origins: Origin[] = [];
    private readonly output: string[] = [];
    /** the inline bodies in the line that is being written, in their order */
    private inline: Writer[] = [];

    constructor(private readonly speller: Speller) {}

    text(): string {
        return this.output.length === 0 ? '' : `${this.output.join('\n')}\n`;
    }

    members(owner: Declaration, indent: string): void {
        for (const member of owner.members()) {
            if (member instanceof Declaration) {
                this.declaration(member, owner, indent);
            } else {
                this.line(member, owner, indent);
            }
        }
    }

    private declaration(declaration: Declaration, owner: Declaration, indent: string): void {
        const origin = { item: declaration, owner };
        this.lines.set(declaration, this.output.length + 1);
        const head = `${indent}${this.head(declaration)}`;
        const { isWithoutBody } = declaration;
        const inHead = declaration.membersInHead();
        if (isWithoutBody || declaration.members().length + inHead.length === 0) {
            this.push(isWithoutBody ? head : `${head};`, origin);
            declaration.members().forEach(member => this.annotation(member, declaration, indent));
            return;
        }
        this.push(`${head} {`, origin);
        inHead.forEach(member => member.members().forEach(item => this.annotation(item, member, indent + INDENT)));
        this.members(declaration, indent + INDENT);
        this.push(`${indent}}`, origin);
    }

    /** Writes the annotation of a declaration that cannot have a body, such as an `if` action, after the declaration. */
    private annotation(member: Declaration | Line, annotated: Declaration, indent: string): void {
        const owner = annotated.owner!;
        const about = annotated.name === '' ? [] : [new Name(annotated)];
        if (member instanceof Declaration) {
            const head =
                member.keyword === '@' ? `metadata ${this.head(member).slice(1)} about ${nameText(annotated.name)}` : this.head(member);
            this.push(`${indent}${head} {`, { item: member, owner: annotated });
            this.members(member, indent + INDENT);
            this.push(`${indent}}`, { item: member, owner: annotated });
        } else if (member.comment !== undefined) {
            const { kind } = member.comment;
            const comment: Comment = kind === 'doc' || kind === 'comment' ? { ...member.comment, kind: 'comment', about } : member.comment;
            this.push(
                commentText(comment, indent, name => this.spelled([name], owner)),
                { item: member, owner: annotated }
            );
        } else if (member.text?.[0] === '@') {
            const [, type, ...body] = member.text;
            this.push(`${indent}${this.spelled(['metadata ', type, ' about ', ...about, ...body], owner)}`, {
                item: member,
                owner: annotated
            });
        } else {
            this.line(member, annotated, indent);
        }
    }

    private line(line: Line, owner: Declaration, indent: string): void {
        const { text, comment } = line;
        const origin = { item: line, owner };
        if (text !== undefined) {
            this.push(`${indent}${this.spelled(text, owner)}`, origin);
        }
        if (comment !== undefined) {
            this.push(
                commentText(comment, indent, name => this.spelled([name], owner)),
                origin
            );
        }
    }

    /** Adds a text, which may have several lines. */
    private push(text: string, origin: Origin): void {
        const bodies = this.inline;
        this.inline = [];
        const origins: Origin[] = [];
        let from = 0;
        for (const body of bodies) {
            const at = text.indexOf(body.text(), from);
            const before = text.slice(0, at).split('\n').length - 1;
            body.lines.forEach((line, declaration) => this.lines.set(declaration, this.output.length + before + line));
            body.origins.forEach((of, i) => (origins[before + i] = of));
            from = at + body.text().length;
        }
        text.split('\n').forEach((line, i) => {
            this.output.push(line);
            this.origins.push(origins[i] ?? origin);
        });
    }

    private head(d: Declaration): string {
        const place = d.owner!;
        const list = (texts: readonly Text[]): string => texts.map(text => this.spelled(text, place)).join(', ');
        if (d.keyword === '@') {
            return `@${list(d.types)}`; // a metadata usage
        }
        const words = [d.visibility, ...d.prefixes.map(prefix => this.spelled(isText(prefix) ? prefix : [prefix], place)), d.keyword];
        if (d.shortName !== undefined) {
            words.push(`<${nameText(d.shortName)}>`);
        }
        words.push(d.name === '' ? '' : nameText(d.name));
        const isUnnamedRedefinition = d.name === '' && d.redefines.length > 0;
        if (isUnnamedRedefinition) {
            words.push(`:>> ${list(d.redefines)}`);
        }
        if (d.types.length > 0) {
            words.push(`: ${d.isConjugated ? '~' : ''}${list(d.types)}`);
        }
        let head = words.filter(word => word !== '').join(' ');
        head += d.multiplicity;
        const clauses = [
            d.isOrdered ? 'ordered' : '',
            d.isNonunique ? 'nonunique' : '',
            d.specializes.length > 0 ? `:> ${list(d.specializes)}` : '',
            d.redefines.length > 0 && !isUnnamedRedefinition ? `:>> ${list(d.redefines)}` : '',
            d.references.length > 0 ? `::> ${list(d.references)}` : '',
            d.value === undefined ? '' : this.spelled(d.value, place),
            d.tail === undefined ? '' : this.spelled(d.tail, place)
        ];
        return [head, ...clauses].filter(clause => clause !== '').join(' ');
    }

    private spelled(text: Text, from: Declaration): string {
        let statements: readonly Statement[] = [];
        return text
            .map(piece => {
                if (typeof piece === 'string') {
                    statements = statementsAfter(statements, piece);
                    return piece;
                }
                if (piece instanceof LibraryName) {
                    return this.speller.libraryName(piece.text, from);
                }
                if (piece instanceof MemberName) {
                    return nameText(piece.target.name);
                }
                if (piece instanceof NameString) {
                    return JSON.stringify(qualifiedName(piece.target));
                }
                return piece instanceof InlineBody ? this.inlineText(piece, from) : this.nameText(piece, from, statements);
            })
            .join('');
    }

    private inlineText({ body }: InlineBody, from: Declaration): string {
        if (body.members().length === 0) {
            return '{ }';
        }
        const indent = INDENT.repeat([...from.owners()].length);
        const inline = new Writer(this.speller);
        inline.members(body, indent + INDENT);
        this.inline.push(inline);
        return `{\n${inline.text()}${indent}}`;
    }

    private nameText(piece: Name, from: Declaration, statements: readonly Statement[]): string {
        const { target, steps } = piece;
        return [
            this.speller.nameOf(target, from, piece instanceof ExposedName, statements),
            ...steps.map(({ name }) => nameText(name))
        ].join('.');
    }
}

function isText(prefix: Piece | Text): prefix is Text {
    return Array.isArray(prefix);
}

/** Escapes characters that would end a comment. */
function harmless(text: string): string {
    return text.replaceAll('*/', '* /');
}

export function commentText({ kind, text, name, about }: Comment, indent: string, spelled: (name: Name) => string): string {
    if (kind === 'line') {
        return text
            .split('\n')
            .map(line => `${indent}// ${line}`)
            .join('\n');
    }
    const [first, ...rest] = harmless(text.replace(/\r\n?/g, '\n')).split('\n');
    const lines = [first, ...rest.map(line => (line === '' ? `${indent} *` : `${indent} * ${line}`))];
    const head = [
        kind === 'note' ? '' : kind,
        name === undefined ? '' : nameText(name),
        about === undefined || about.length === 0 ? '' : `about ${about.map(spelled).join(', ')}`
    ].filter(word => word !== '');
    return `${indent}${head.length > 0 ? `${head.join(' ')} ` : ''}/* ${lines.join('\n')} */`;
}
