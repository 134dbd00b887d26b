/**
 * The output as a tree of declarations and members, before names are spelled. Mappers build it, and `writer.ts` writes it. Depends on the
 * notation; its only reference to UML is the source element of a declaration.
 */
import type { UmlElement } from '../uml-model.js';

/** A reference to a declaration. It is spelled as the shortest name that resolves where it is written. */
export class Name {
    /** @param steps further features of a feature chain */
    constructor(
        readonly target: Declaration,
        readonly steps: readonly Declaration[] = []
    ) {}
}

/** A reference in an `expose`. It is resolved without the names that the exposures of the same body import. */
export class ExposedName extends Name {}

/** A qualified name of the library, such as `ScalarValues::Real`. */
export class LibraryName {
    constructor(readonly text: string) {}
}

/** A reference by simple name, for places where the language resolves names in the general types, such as after `:>>`. */
export class MemberName {
    constructor(readonly target: Declaration) {}
}

/** The qualified name of a declaration as a string literal, for arguments of queries. */
export class NameString {
    constructor(readonly target: Declaration) {}
}

/** The body of an action within a line, such as the effect of a transition: its members in braces. */
export class InlineBody {
    /** @param body owned by the declaration whose line contains it, but not one of its members */
    constructor(readonly body: Declaration) {}
}

export type Piece = string | Name | LibraryName | MemberName | NameString | InlineBody;
/** Notation whose names are not spelled yet. */
export type Text = readonly Piece[];

/** The order of members in the body of a type (contract: migration 4.1). The result expression must be last. */
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

/** A comment with its kind, text and annotated elements. */
export interface Comment {
    readonly kind: 'doc' | 'comment' | 'note' | 'line';
    readonly text: string;
    readonly name?: string;
    readonly about?: readonly Name[];
}

/** A member without a name: a statement or a comment. */
export interface Line {
    readonly text?: Text;
    readonly comment?: Comment;
}

interface Placed<T> {
    readonly group: Group;
    readonly order: number;
    readonly item: T;
}

/** The parts of a declaration. Each may be changed until the document is written. */
export interface Head {
    /** `private` or `protected`; empty for public */
    visibility: string;
    /** words before the keyword, such as `abstract`, `ref`, `in` or `#StateMachines::choice` */
    prefixes: readonly (Piece | Text)[];
    /** `part def`, `attribute` or `package`; empty for a feature without a keyword */
    keyword: string;
    shortName: string | undefined;
    /** empty for an unnamed declaration */
    name: string;
    /** types after the colon */
    types: readonly Text[];
    isConjugated: boolean;
    multiplicity: string;
    isOrdered: boolean;
    isNonunique: boolean;
    specializes: readonly Text[];
    redefines: readonly Text[];
    references: readonly Text[];
    /** for example `= 5` or `default = 5` */
    value: Text | undefined;
    /** text after all other parts, such as `connect a to b` or `accept Sig` */
    tail: Text | undefined;
}

/** The parts of a declaration that are lists. */
const WITHOUT_COMPOSITES: ReadonlySet<string> = new Set(['attribute', 'metadata', 'port']);

type ListPart = 'prefixes' | 'types' | 'specializes' | 'redefines' | 'references';

/** Shared empty list, because most lists of most declarations are empty. */
const NONE: readonly never[] = [];

/** A declaration with a body. */
export class Declaration implements Head {
    visibility = '';
    prefixes: readonly (Piece | Text)[] = NONE;
    shortName: string | undefined;
    types: readonly Text[] = NONE;
    isConjugated = false;
    multiplicity = '';
    isOrdered = false;
    isNonunique = false;
    specializes: readonly Text[] = NONE;
    redefines: readonly Text[] = NONE;
    references: readonly Text[] = NONE;
    private valueText: Text | undefined;
    private tailText: Text | undefined;
    /** name for an unnamed edge that a diagram shows, formed from its ends */
    label = '';
    /** keyword for an edge that gets a name, such as `connection` for one without a keyword */
    edgeKeyword = '';
    /** whether the migration generated the name (contract: migration 4.2) */
    isNameMadeUp = false;
    /** whether it represents no element of the input, such as a join that is added for several edges */
    isStandIn = false;
    /** declarations whose members this one inherits: its specialized, typing and subsetted declarations */
    get generals(): Set<Declaration> {
        return (this.generalsOrNone ??= new Set());
    }

    /** for read access, which must not create an empty set */
    generalsOrNone: Set<Declaration> | undefined;
    private placed: Placed<Declaration | Line>[] | undefined;
    private isRemoved = false;
    private inHead: readonly Declaration[] | undefined;
    private taken: Map<string, Declaration> | undefined;
    private isSorted = true;
    private imported: Map<string, Declaration | 'several'> | undefined;

    constructor(
        public keyword: string,
        /** unique in its owner; empty for an unnamed declaration */
        public name: string,
        readonly owner: Declaration | undefined,
        /** the v1 element that it represents */
        readonly source: UmlElement | undefined
    ) {}

    /** Adds items to a list of the head, without the spare capacity that would need more memory than the items. */
    append<P extends ListPart>(part: P, ...items: Declaration[P][number][]): void {
        Object.assign(this, { [part]: [...this[part], ...items].slice() });
    }

    get value(): Text | undefined {
        return this.valueText;
    }

    set value(text: Text | undefined) {
        this.valueText = text?.slice(); // without spare capacity
    }

    get tail(): Text | undefined {
        return this.tailText;
    }

    set tail(text: Text | undefined) {
        this.tailText = text?.slice();
    }

    get isPackage(): boolean {
        return this.keyword === 'package' || this.owner === undefined;
    }

    get isDefinition(): boolean {
        return / def$/.test(this.keyword);
    }

    /** Whether the notation has no body in which it could be annotated: an `if` or `for` action, a comment. */
    get isWithoutBody(): boolean {
        return this.keyword === 'comment' || this.tail?.at(-1) instanceof InlineBody;
    }

    /** The keyword without `def` and `individual`: `part` for `part def`. */
    get kind(): string {
        return this.keyword.replace(/ def$/, '').replace(/^individual /, '');
    }

    /** Whether its features may not be composite: occurrences are written with `ref` (validateAttributeDefinitionFeatures and others). */
    get ownsReferencesOnly(): boolean {
        return WITHOUT_COMPOSITES.has(this.kind);
    }

    /** Whether this declaration has an own member with a name. */
    has(name: string): boolean {
        return this.taken?.has(name) === true;
    }

    ownMember(name: string): Declaration | undefined {
        return this.taken?.get(name);
    }

    /** Records that an import or an exposure makes the name of a declaration known here. */
    importName(imported: Declaration): void {
        this.imported ??= new Map();
        const known = this.imported.get(imported.name);
        this.imported.set(imported.name, known === undefined || known === imported ? imported : 'several');
    }

    /** Returns the target of an imported name; `several` for an ambiguous name. */
    importedAs(name: string): Declaration | 'several' | undefined {
        return this.imported?.get(name);
    }

    /**
     * Returns the preferred name, with a number if a member already has it (contract: migration 4.2).
     * @param isOther whether the name is that of another member, such as an inherited one
     */
    freeName(wanted: string, separator = ' ', isOther: (name: string) => boolean = () => false): string {
        let name = wanted;
        for (let i = 2; this.has(name) || isOther(name); i++) {
            name = `${wanted}${separator}${i}`;
        }
        return name;
    }

    /** Returns a free name, which a line of this body declares: no later member gets it. */
    takeName(wanted: string, isOther: (name: string) => boolean): string {
        const name = this.freeName(wanted, ' ', isOther);
        (this.taken ??= new Map()).set(name, new Declaration('action', name, this, undefined));
        return name;
    }

    /**
     * Declares a member. Its name must be free (see {@link freeName}).
     * @param order position among the members of its group
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

    /** Removes a member from the body, because the tail of this declaration declares it. Its annotations stay in the body. */
    hide(member: Declaration): void {
        if (this.takeOut(member)) {
            this.inHead = [...(this.inHead ?? []), member];
        }
    }

    /** Whether this declaration, or one that contains it, is removed from the document. */
    get isOmitted(): boolean {
        return this.isRemoved || this.owner?.isOmitted === true;
    }

    /** Whether the tail of this declaration declares a member. */
    declaresInHead(member: Declaration): boolean {
        return this.inHead?.includes(member) === true;
    }

    /** The members that the tail declares and that have annotations. */
    membersInHead(): readonly Declaration[] {
        return this.inHead?.filter(member => member.members().length > 0) ?? NONE;
    }

    /** Removes a member from the document. */
    remove(member: Declaration): void {
        member.isRemoved = true;
        this.takeOut(member);
        if (this.taken?.get(member.name) === member) {
            this.taken.delete(member.name);
        }
    }

    removeLine(line: Line): void {
        this.takeOut(line);
    }

    private takeOut(member: Declaration | Line): boolean {
        const at = this.placed?.findIndex(({ item }) => item === member) ?? -1;
        if (at >= 0) {
            this.placed!.splice(at, 1);
        }
        return at >= 0;
    }

    addLine(text: Text, group: Group, order: number): void {
        this.place(group, order, { text });
    }

    addComment(comment: Comment, group: Group, order: number): void {
        this.place(group, order, { comment });
    }

    private place(group: Group, order: number, item: Declaration | Line): void {
        const placed = { group, order, item };
        if (this.placed === undefined) {
            this.placed = [placed];
        } else {
            this.placed.push(placed);
        }
        this.isSorted = false;
    }

    /** Returns the members in the order of the output: those of a package by their order in the input, those of a type by group first. */
    members(): readonly (Declaration | Line)[] {
        if (this.placed === undefined) {
            return NONE;
        }
        if (!this.isSorted) {
            const rank = this.isPackage
                ? (group: Group): number => (group === 'documentation' ? 0 : group === 'import' ? 1 : 2)
                : (group: Group): number => GROUPS.indexOf(group);
            this.placed = this.placed.slice().sort((a, b) => rank(a.group) - rank(b.group) || a.order - b.order);
            this.isSorted = true;
        }
        return this.placed.map(({ item }) => item);
    }

    /** Returns the members that are declarations. */
    declarations(): Declaration[] {
        return this.placed === undefined ? [] : this.members().filter(m => m instanceof Declaration);
    }

    /** Owners, nearest first, up to the document. */
    *owners(): Generator<Declaration> {
        for (let owner = this.owner; owner !== undefined; owner = owner.owner) {
            yield owner;
        }
    }
}

/** Creates the document, which owns the top-level declarations. */
export function newDocument(): Declaration {
    return new Declaration('', '', undefined, undefined);
}
