/**
 * The output as a tree: declarations with their members, before names are spelled. Mappers build it, `writer.ts` writes it. Knows
 * the notation; nothing of UML but the element that a declaration stands for.
 */
import type { UmlElement } from '../uml-model.js';

/** A name that refers to a declaration: the shortest that resolves where it is written. */
export class Name {
    /** @param steps features after the first, reached through a dot */
    constructor(
        readonly target: Declaration,
        readonly steps: readonly Declaration[] = []
    ) {}
}

/** A name after `expose`: found without what the body's exposures make known. */
export class ExposedName extends Name {}

/** A qualified name of the library, as `ScalarValues::Real`. */
export class LibraryName {
    constructor(readonly text: string) {}
}

/** A member's name alone: where the language looks a name up in the general types, as after `:>>`. */
export class MemberName {
    constructor(readonly target: Declaration) {}
}

/** The qualified name of a declaration as a string: for texts that name elements, as arguments of queries. */
export class NameString {
    constructor(readonly target: Declaration) {}
}

/** The body of an action written within a line, as the effect of a transition: its members in braces. */
export class InlineBody {
    /** @param body owned by the declaration in whose line it is written, and not placed in it */
    constructor(readonly body: Declaration) {}
}

export type Piece = string | Name | LibraryName | MemberName | NameString | InlineBody;
/** Notation in the making. */
export type Text = readonly Piece[];

/** The order of members in the body of a type (contract: migration 4.1); nothing may follow a result expression. */
export const GROUPS = [
    'import',
    'documentation',
    'parameter',
    'property',
    'connector',
    'operation',
    'behaviour',
    'node',
    'edge',
    'constraint',
    'classifier',
    'relationship',
    'view',
    'marker',
    'result'
] as const;
export type Group = (typeof GROUPS)[number];

/** A comment: its kind, its text, its annotated elements. */
export interface Comment {
    readonly kind: 'doc' | 'comment' | 'note' | 'line';
    readonly text: string;
    readonly name?: string;
    readonly about?: readonly Name[];
}

/** A member that declares nothing that has a name: a statement, a comment. */
export interface Line {
    readonly text?: Text;
    readonly comment?: Comment;
}

interface Placed<T> {
    readonly group: Group;
    readonly order: number;
    readonly item: T;
}

/** What a declaration is made of; every part may be set until the document is written. */
export interface Head {
    /** `private` or `protected`; empty for public */
    visibility: string;
    /** words before the keyword: `abstract`, `ref`, `in`, `#StateMachines::choice` */
    prefixes: (Piece | Text)[];
    /** `part def`, `attribute`, `package`; empty for a feature without one */
    keyword: string;
    shortName: string | undefined;
    /** empty for none */
    name: string;
    /** text between the keyword or name and the types: `accept Sig` */
    types: Text[];
    isConjugated: boolean;
    multiplicity: string;
    isOrdered: boolean;
    isNonunique: boolean;
    specializes: Text[];
    redefines: Text[];
    references: Text[];
    /** `= 5`, `default = 5` */
    value: Text | undefined;
    /** what follows all else: `connect a to b` */
    tail: Text | undefined;
}

const NO_MEMBERS: readonly never[] = [];

/** A declaration with a body. */
export class Declaration implements Head {
    visibility = '';
    prefixes: (Piece | Text)[] = [];
    shortName: string | undefined;
    types: Text[] = [];
    isConjugated = false;
    multiplicity = '';
    isOrdered = false;
    isNonunique = false;
    specializes: Text[] = [];
    redefines: Text[] = [];
    references: Text[] = [];
    value: Text | undefined;
    tail: Text | undefined;
    /** name that a diagram gives an edge which has none: spelled from its ends */
    label = '';
    /** keyword of an edge that gets a name: `connection` in place of none */
    edgeKeyword = '';
    /** the name has no counterpart in the input (contract: migration 4.2) */
    isNameMadeUp = false;
    /** stands for no element of the input at all: a join written for several edges */
    isStandIn = false;
    /** declarations whose members are members of this one, too: what it specializes, is typed by, subsets */
    get generals(): Set<Declaration> {
        return (this.generalsOrNone ??= new Set());
    }

    /** for readers, which need no set where there is nothing in it */
    generalsOrNone: Set<Declaration> | undefined;
    private placed: Placed<Declaration | Line>[] = [];
    private taken: Map<string, Declaration> | undefined;
    private isSorted = true;
    private imported: Map<string, Declaration | 'several'> | undefined;

    constructor(
        public keyword: string,
        /** made unique in its owner; empty for none */
        public name: string,
        readonly owner: Declaration | undefined,
        /** what it stands for */
        readonly source: UmlElement | undefined
    ) {}

    get isPackage(): boolean {
        return this.keyword === 'package' || this.owner === undefined;
    }

    get isDefinition(): boolean {
        return / def$/.test(this.keyword);
    }

    /** The first word of the keyword: `part` of `part def`. */
    get kind(): string {
        return this.keyword.replace(/ def$/, '').replace(/^individual /, '');
    }

    /** Whether a member of this name is declared here. */
    has(name: string): boolean {
        return this.taken?.has(name) === true;
    }

    ownMember(name: string): Declaration | undefined {
        return this.taken?.get(name);
    }

    /** Says that an import or an exposure makes a declaration's name known here. */
    importName(imported: Declaration): void {
        this.imported ??= new Map();
        const known = this.imported.get(imported.name);
        this.imported.set(imported.name, known === undefined || known === imported ? imported : 'several');
    }

    /** What an imported name means here; `several` where it means more than one. */
    importedAs(name: string): Declaration | 'several' | undefined {
        return this.imported?.get(name);
    }

    /** A name that no member has, made of the wanted one by a number (contract: migration 4.2). */
    freeName(wanted: string, separator = ' '): string {
        if (!this.has(wanted)) {
            return wanted;
        }
        for (let i = 2; ; i++) {
            const name = `${wanted}${separator}${i}`;
            if (!this.has(name)) {
                return name;
            }
        }
    }

    /**
     * Declares a member. Its name must be free: see {@link freeName}.
     * @param order its place among members of the same group
     */
    declare(keyword: string, name: string, group: Group, order: number, source?: UmlElement): Declaration {
        const member = new Declaration(keyword, name, this, source);
        if (name !== '') {
            (this.taken ??= new Map()).set(name, member);
        }
        this.place(group, order, member);
        return member;
    }

    /** Gives a member another name. */
    rename(member: Declaration, name: string): void {
        if (this.taken?.get(member.name) === member) {
            this.taken.delete(member.name);
        }
        member.name = name;
        if (name !== '') {
            (this.taken ??= new Map()).set(name, member);
        }
    }

    /** Leaves a member unwritten, whose name still resolves: another text declares it. */
    hide(member: Declaration): void {
        const at = this.placed.findIndex(({ item }) => item === member);
        if (at >= 0) {
            this.placed.splice(at, 1);
        }
    }

    /** Takes a member out of the document. */
    remove(member: Declaration): void {
        const at = this.placed.findIndex(({ item }) => item === member);
        if (at >= 0) {
            this.placed.splice(at, 1);
        }
        if (this.taken?.get(member.name) === member) {
            this.taken.delete(member.name);
        }
    }

    removeLine(line: Line): void {
        const at = this.placed.findIndex(({ item }) => item === line);
        if (at >= 0) {
            this.placed.splice(at, 1);
        }
    }

    addLine(text: Text, group: Group, order: number): void {
        this.place(group, order, { text });
    }

    addComment(comment: Comment, group: Group, order: number): void {
        this.place(group, order, { comment });
    }

    private place(group: Group, order: number, item: Declaration | Line): void {
        this.placed.push({ group, order, item });
        this.isSorted = false;
    }

    /** Members in the order in which they are written: of a package by their places in the input, of a type by their groups first. */
    members(): readonly (Declaration | Line)[] {
        if (this.placed.length === 0) {
            return NO_MEMBERS;
        }
        if (!this.isSorted) {
            const rank = this.isPackage
                ? (group: Group): number => (group === 'documentation' ? 0 : group === 'import' ? 1 : 2)
                : (group: Group): number => GROUPS.indexOf(group);
            this.placed.sort((a, b) => rank(a.group) - rank(b.group) || a.order - b.order);
            this.isSorted = true;
        }
        return this.placed.map(({ item }) => item);
    }

    /** Members that are declarations. */
    declarations(): Declaration[] {
        return this.placed.length === 0 ? [] : this.members().filter(m => m instanceof Declaration);
    }

    /** Owners, nearest first, up to the document. */
    *owners(): Generator<Declaration> {
        for (let owner = this.owner; owner !== undefined; owner = owner.owner) {
            yield owner;
        }
    }
}

/** The document: the declarations at the top level. */
export function newDocument(): Declaration {
    return new Declaration('', '', undefined, undefined);
}
