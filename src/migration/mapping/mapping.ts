/** The state of one migration, with which the mappers work: the declarations of the elements and their verdicts. */
import type { Library } from '../../language/library/library.js';
import { type Comment, Declaration, type Group, Name, newDocument, type Text } from '../notation/declaration.js';
import { inheritedFrom } from '../notation/library-members.js';
import type { LibraryMembers } from '../notation/spelling.js';
import { LayoutCounts } from '../report/layout-counts.js';
import { Accounts, type Verdict } from '../report/report.js';
import { type DrawnSymbol, everyElement, type UmlElement, type UmlModel } from '../uml-model.js';
import { type ImageFile, Images } from './images.js';
import { hasEntry, kindText } from './kinds.js';
import type { RunConfiguration, WrittenAnalysis } from '../report/results.js';
import { edgesBelow } from './shown.js';
import { Stereotypes } from './stereotypes.js';

export interface MappingOptions {
    /** whether only standard notation and the standard library are allowed (contract: migration 13) */
    readonly strict: boolean;
    readonly library: Library;
    /** absolute address for server-relative image sources; undefined without one (contract: migration 10.6) */
    readonly imageBaseUrl?: string;
    /** images of other documents in the same folder */
    readonly imagesBeside?: readonly ImageFile[];
    /** whether the output declares the ids of its elements (contract: conversion 4.4) */
    readonly keepIds?: boolean;
    readonly checkCancelled: () => void;
}

/** Start of the comment that is written for an unmapped element (contract: migration 3.4). */
export const NOT_MIGRATED = 'not migrated: ';

/** The name and the order of a declaration, if they differ from those of its element. */
export interface DeclaredAs {
    readonly name?: string;
    readonly order?: number;
}

/** The declarations that are written for a table in addition to its view (contract: migration 11). */
export interface WrittenTable {
    /** `calc def 'Parts Rows'` */
    readonly query: Declaration;
    /** `part def 'Parts Document'` */
    readonly document: Declaration;
}

export class Mapping {
    readonly document = newDocument();
    readonly accounts = new Accounts();
    readonly stereotypes: Stereotypes;
    readonly images: Images;
    /** determines the names that declarations inherit from the library */
    readonly libraryMembers: LibraryMembers;
    /** context parameters of definitions: they hold the object that performs the definition */
    readonly contexts = new Map<Declaration, Declaration>();
    /** numbers of pictures that are pasted on diagrams */
    readonly pasted = { found: 0, written: 0 };
    readonly layouts = new LayoutCounts();
    readonly configurations: RunConfiguration[] = [];
    /** Monte Carlo analyses that are written in addition to the declarations of blocks */
    readonly analyses = new Map<Declaration, readonly WrittenAnalysis[]>();
    /** tables that are written as queries with documents, by their diagrams */
    readonly tables = new Map<UmlElement, WrittenTable>();
    /** queries, which import the operations of `DocumentQueries` */
    readonly queries = new Set<Declaration>();
    /** bodies that are written within a line */
    readonly inlineBodies: Declaration[] = [];
    /** usages of the definitions that are written for operations */
    readonly operationUsages = new Map<UmlElement, Declaration>();
    /** for each individual that is the only value of a feature: the individuals that hold it, and the features */
    readonly heldIndividuals = new Map<Declaration, readonly { readonly owner: Declaration; readonly feature: Declaration }[]>();
    /** the comments that say why elements are not migrated */
    readonly refusals = new Map<UmlElement, Comment>();
    /** by the order of the element in the input */
    private readonly declared: (Declaration | undefined)[] = [];
    private readonly steps: (() => void)[] = [];
    private readonly targets = new Map<UmlElement, Declaration>();
    private readonly rules = new Map<Declaration, readonly Text[]>();
    /** bodies for the members of elements without a declaration, by the order of the element in the input */
    private readonly places: (Declaration | undefined)[] = [];
    private carried: ReadonlyMap<Declaration, readonly UmlElement[]> | undefined;
    private edges: ReadonlyMap<UmlElement, readonly Declaration[]> | undefined;
    /** elements below a skipped element, which have no entry */
    private readonly hidden = new Set<UmlElement>();

    constructor(
        readonly model: UmlModel,
        readonly options: MappingOptions
    ) {
        this.stereotypes = new Stereotypes(model);
        this.libraryMembers = inheritedFrom(options.library);
        this.images = new Images(model, options.imageBaseUrl ?? '', options.imagesBeside);
    }

    /** Returns the declaration that is written for an element. */
    declarationOf(element: UmlElement | undefined): Declaration | undefined {
        return element === undefined ? undefined : this.declared[element.order];
    }

    /** Records the declaration that is written for an element. */
    recordDeclaration(declaration: Declaration, element: UmlElement): Declaration {
        this.declared[element.order] = declaration;
        return declaration;
    }

    /** Creates a body for an element within a line of a declaration. */
    inlineBody(place: Declaration, element: UmlElement): Declaration {
        const body = new Declaration('action', '', place, element);
        this.inlineBodies.push(body);
        return body;
    }

    /**
     * Returns the elements that a declaration represents: its own, and others such as the region of a state. May be called when all
     * elements are mapped.
     */
    carriedBy(declaration: Declaration): UmlElement[] {
        this.carried ??= this.elementsByDeclaration();
        return (this.carried.get(declaration) ?? []).filter(element => this.targetOf(element) === declaration);
    }

    private elementsByDeclaration(): ReadonlyMap<Declaration, readonly UmlElement[]> {
        const elements = new Map<Declaration, UmlElement[]>();
        for (const element of everyElement(this.model.roots)) {
            const target = this.targetOf(element);
            if (target !== undefined) {
                elements.set(target, [...(elements.get(target) ?? []), element]);
            }
        }
        return elements;
    }

    /** Removes the record of an element's declaration. */
    forget(element: UmlElement): void {
        this.declared[element.order] = undefined;
        this.targets.delete(element);
    }

    /**
     * Records a relationship whose member has no name, or is written elsewhere: `target` is the target of its entry.
     * @param member the declaration that diagrams show for the relationship
     */
    satisfied(element: UmlElement, target: Declaration, member: Declaration): void {
        this.targets.set(element, target);
        this.recordDeclaration(member, element);
    }

    /** Returns the target of an entry: the one recorded by `satisfied`, or the declaration of the element. */
    targetOf(element: UmlElement): Declaration | undefined {
        return this.targets.get(element) ?? this.declared[element.order];
    }

    /** Adds a condition to a constraint definition. All of its conditions are joined. */
    addRule(body: Declaration, condition: Text): void {
        this.rules.set(body, [...(this.rules.get(body) ?? []), condition]);
    }

    /** The conditions of constraint definitions, as added by `addRule`. */
    get conditions(): ReadonlyMap<Declaration, readonly Text[]> {
        return this.rules;
    }

    /**
     * Returns the body for the members and annotations of an element: that of its own declaration, or of its nearest owner with a
     * declaration.
     */
    placeOf(element: UmlElement): Declaration {
        for (let e: UmlElement | undefined = element; e !== undefined; e = e.owner) {
            const place = this.declared[e.order] ?? this.places[e.order];
            if (place !== undefined && !place.isOmitted) {
                return place;
            }
        }
        return this.document;
    }

    /** Returns the body that contains an element's own declaration. */
    placeAround(element: UmlElement): Declaration {
        return element.owner === undefined ? this.document : this.placeOf(element.owner);
    }

    setPlace(element: UmlElement, place: Declaration): void {
        this.places[element.order] = place;
    }

    /**
     * Declares an element in a body, under a name that is unique there.
     * @param as the preferred name and the order within the group, if they differ from those of the element
     */
    declare(element: UmlElement, owner: Declaration, keyword: string, group: Group, as: string | DeclaredAs = {}): Declaration {
        const { name = element.name, order = element.order } = typeof as === 'string' ? { name: as } : as;
        const free = name === '' ? '' : owner.freeName(name);
        if (free !== name) {
            this.approximated(element, `written as '${free}', since '${name}' is the name of another member`);
        }
        return this.recordDeclaration(owner.declare(keyword, free, group, order, element), element);
    }

    /** Declares an element that others reference by name. An element without a name gets one. */
    declareNamed(element: UmlElement, owner: Declaration, keyword: string, group: Group): Declaration {
        const declaration = this.declare(element, owner, keyword, group, element.name || 'unnamed');
        if (element.name === '') {
            declaration.isNameMadeUp = true;
            this.approximated(element, `it has no name: written as '${declaration.name}'`);
        }
        return declaration;
    }

    /** Returns a reference to the declaration of an element; undefined without a named declaration. */
    nameOf(element: UmlElement | undefined): Name | undefined {
        const declaration = this.declarationOf(element);
        return declaration === undefined || declaration.name === '' ? undefined : new Name(declaration);
    }

    text(element: UmlElement | undefined): Text | undefined {
        const name = this.nameOf(element);
        return name === undefined ? undefined : [name];
    }

    verdict(element: UmlElement, verdict: Verdict, note = ''): void {
        this.accounts.add(element, verdict, note);
    }

    mapped(element: UmlElement, note = ''): void {
        this.accounts.add(element, 'mapped', note);
    }

    approximated(element: UmlElement, note: string): void {
        this.accounts.add(element, 'approximated', note);
    }

    /** Records that nothing is written for an element. `writeUnmapped` adds the comment in its place after all verdicts are known. */
    unmapped(element: UmlElement, reason: string): void {
        this.accounts.add(element, 'unmapped', reason);
    }

    /** Returns the symbols of a diagram; empty if the tool stores none. */
    drawingOf(diagram: UmlElement): readonly DrawnSymbol[] {
        return this.model.drawings.get(diagram.id) ?? [];
    }

    /** Returns the positions of a diagram's symbols. For each element, those of a layout file take precedence. */
    layoutOf(diagram: UmlElement): readonly DrawnSymbol[] {
        const stated = this.model.layouts.get(diagram.id) ?? [];
        const ids = new Set(stated.map(({ elementId }) => elementId));
        return [...stated, ...this.drawingOf(diagram).filter(({ elementId }) => elementId === '' || !ids.has(elementId))];
    }

    /** The members that are written for each edge: several for an edge with several triggers, ends or control nodes. */
    get edgeMembers(): ReadonlyMap<UmlElement, readonly Declaration[]> {
        this.edges ??= edgesBelow(this.document);
        return this.edges;
    }

    /** Registers a step that runs after all elements are mapped. Declarations of such a step come last. */
    whenComplete(step: () => void): void {
        this.steps.push(step);
    }

    complete(): void {
        for (const step of this.steps) {
            step();
        }
    }

    /** Writes the comment in the place of an unmapped element. */
    writeUnmapped(element: UmlElement, place = this.placeAround(element)): void {
        const named = element.name === '' ? `(${element.id})` : `'${element.name}'`;
        const text = `${NOT_MIGRATED}${kindText(element)} ${named} — ${this.accounts.noteOf(element)}`;
        const comment: Comment = { kind: 'note', text };
        this.refusals.set(element, comment);
        place.addComment(comment, 'marker', element.order);
    }

    /** Omits an element with all elements below it. The latter have no entries. */
    skip(element: UmlElement, note: string): void {
        this.accounts.add(element, 'skipped', note, 'content');
        element.owned.forEach(part => this.hide(part));
    }

    /** Records a user element that nothing references. */
    unreferenced(element: UmlElement, note: string): void {
        this.accounts.add(element, 'skipped', note, 'unreferenced');
    }

    /** Omits an element whose id an earlier element already has. The entry of the earlier element notes this. */
    leaveOut(repeated: UmlElement): void {
        this.hide(repeated);
        if (repeated.owner === undefined) {
            this.model.roots.splice(this.model.roots.indexOf(repeated), 1);
        } else {
            repeated.owner.removeOwned(repeated);
        }
        const first = this.model.get(repeated.id)!;
        const noted = [first, ...first.owners()].find(element => hasEntry(element)) ?? first;
        this.accounts.note(noted, `its id is repeated by ${repeated.metaclass} '${repeated.name}', which is left out`);
    }

    private hide(element: UmlElement): void {
        this.hidden.add(element);
        element.owned.forEach(part => this.hide(part));
    }

    isHidden(element: UmlElement): boolean {
        return this.hidden.has(element);
    }
}
