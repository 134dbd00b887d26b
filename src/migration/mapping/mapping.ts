/** The state of one migration: what is declared for which element, and the verdicts. What mappers work with. */
import type { Library } from '../../language/library/library.js';
import { Declaration, type Group, Name, newDocument, type Text } from '../notation/declaration.js';
import { LayoutCounts } from '../report/layout-counts.js';
import { Accounts, type Verdict } from '../report/report.js';
import type { DrawnSymbol, UmlElement, UmlModel } from '../uml-model.js';
import { type ImageFile, Images } from './images.js';
import { kindText } from './kinds.js';
import type { RunConfiguration, WrittenAnalysis } from '../report/results.js';
import { edgesBelow } from './shown.js';
import { Stereotypes } from './stereotypes.js';

export interface MappingOptions {
    /** only standard notation and the standard library (contract: migration 13) */
    readonly strict: boolean;
    readonly library: Library;
    /** absolute address for server-relative sources of images; empty for none (contract: migration 10.6) */
    readonly imageBaseUrl?: string;
    /** images of other documents in the same folder */
    readonly imagesBeside?: readonly ImageFile[];
    /** whether the output declares the ids of its elements (contract: conversion 4.4) */
    readonly keepIds?: boolean;
    readonly checkCancelled: () => void;
}

/** How the comment begins that stands for an element without a form (contract: migration 3.4). */
export const NOT_MIGRATED = 'not migrated: ';

/** Where a declaration differs from its element. */
export interface DeclaredAs {
    readonly name?: string;
    readonly order?: number;
}

/** What stands for a table beside its view (contract: migration 11). */
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
    /** parameters by which definitions are given the object that performs them */
    readonly contexts = new Map<Declaration, Declaration>();
    /** pictures pasted on diagrams */
    readonly pasted = { found: 0, written: 0 };
    readonly layouts = new LayoutCounts();
    readonly configurations: RunConfiguration[] = [];
    /** the Monte Carlo analyses beside what blocks are written as */
    readonly analyses = new Map<Declaration, readonly WrittenAnalysis[]>();
    /** tables that are queries with documents, by their diagrams */
    readonly tables = new Map<UmlElement, WrittenTable>();
    /** bodies written within lines */
    readonly inlineBodies: Declaration[] = [];
    /** usages of definitions that stand for operations */
    readonly operationUsages = new Map<UmlElement, Declaration>();
    /** where individuals are the one value of a feature: the individual that has it, and the feature */
    readonly heldIndividuals = new Map<Declaration, readonly { readonly owner: Declaration; readonly feature: Declaration }[]>();
    /** by the place of the element in the input */
    private readonly declared: (Declaration | undefined)[] = [];
    private readonly steps: (() => void)[] = [];
    private readonly targets = new Map<UmlElement, Declaration>();
    private readonly rules = new Map<Declaration, readonly Text[]>();
    private readonly places = new Map<UmlElement, Declaration>();
    private edges: ReadonlyMap<UmlElement, readonly Declaration[]> | undefined;
    /** elements below something skipped, which have no entry */
    private readonly hidden = new Set<UmlElement>();

    constructor(
        readonly model: UmlModel,
        readonly options: MappingOptions
    ) {
        this.stereotypes = new Stereotypes(model);
        this.images = new Images(model, options.imageBaseUrl ?? '', options.imagesBeside);
    }

    /** The declaration that is written for an element. */
    declarationOf(element: UmlElement | undefined): Declaration | undefined {
        return element === undefined ? undefined : this.declared[element.order];
    }

    /** Records that a declaration represents an element. */
    stands(declaration: Declaration, element: UmlElement): Declaration {
        this.declared[element.order] = declaration;
        return declaration;
    }

    /** A body within a line of a declaration, for an element. */
    inlineBody(place: Declaration, element: UmlElement): Declaration {
        const body = new Declaration('action', '', place, element);
        this.inlineBodies.push(body);
        return body;
    }

    /** Says that nothing is written for an element after all. */
    forget(element: UmlElement): void {
        this.declared[element.order] = undefined;
    }

    /**
     * A relationship whose member has no name, or is written elsewhere: its entry's target is the declaration that got it.
     * @param member what a diagram shows in its place
     */
    satisfied(element: UmlElement, target: Declaration, member: Declaration): void {
        this.targets.set(element, target);
        this.stands(member, element);
    }

    /** The declaration that an entry names: that of the element, or the owner of the member that represents it. */
    targetOf(element: UmlElement): Declaration | undefined {
        return this.targets.get(element) ?? this.declared[element.order];
    }

    /** Adds a condition to a constraint definition, whose conditions are joined. */
    addRule(body: Declaration, condition: Text): void {
        this.rules.set(body, [...(this.rules.get(body) ?? []), condition]);
    }

    /** The conditions of constraint definitions. */
    get conditions(): ReadonlyMap<Declaration, readonly Text[]> {
        return this.rules;
    }

    /** The body for an element and its annotations: that of its own declaration, or of the nearest owner's. */
    placeOf(element: UmlElement): Declaration {
        for (let e: UmlElement | undefined = element; e !== undefined; e = e.owner) {
            const place = this.declared[e.order] ?? this.places.get(e);
            if (place !== undefined) {
                return place;
            }
        }
        return this.document;
    }

    /** The body around an element's own declaration. */
    placeAround(element: UmlElement): Declaration {
        return element.owner === undefined ? this.document : this.placeOf(element.owner);
    }

    setPlace(element: UmlElement, place: Declaration): void {
        this.places.set(element, place);
    }

    /**
     * Declares an element under its name, made unique, in a body.
     * @param as the wanted name and the place among members of the group, where they are not the element's own
     */
    declare(element: UmlElement, owner: Declaration, keyword: string, group: Group, as: string | DeclaredAs = {}): Declaration {
        const { name = element.name, order = element.order } = typeof as === 'string' ? { name: as } : as;
        const free = name === '' ? '' : owner.freeName(name);
        if (free !== name) {
            this.approximated(element, `written as '${free}', since '${name}' is the name of another member`);
        }
        return this.stands(owner.declare(keyword, free, group, order, element), element);
    }

    /** Declares an element that others refer to by name: one without a name gets one. */
    declareNamed(element: UmlElement, owner: Declaration, keyword: string, group: Group): Declaration {
        const declaration = this.declare(element, owner, keyword, group, element.name || 'unnamed');
        if (element.name === '') {
            declaration.isNameMadeUp = true;
            this.approximated(element, `it has no name: written as '${declaration.name}'`);
        }
        return declaration;
    }

    /** A reference to the declaration of an element; undefined when it has none with a name. */
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

    /** No form is written; the comment in its place is added when all verdicts are known. */
    unmapped(element: UmlElement, reason: string): void {
        this.accounts.add(element, 'unmapped', reason);
    }

    /** The symbols of a diagram; none when the tool keeps none. */
    drawingOf(diagram: UmlElement): readonly DrawnSymbol[] {
        return this.model.drawings.get(diagram.id) ?? [];
    }

    /** The places of a diagram's symbols: those of a layout file first, element by element. */
    layoutOf(diagram: UmlElement): readonly DrawnSymbol[] {
        const stated = this.model.layouts.get(diagram.id) ?? [];
        const ids = new Set(stated.map(({ elementId }) => elementId));
        return [...stated, ...this.drawingOf(diagram).filter(({ elementId }) => elementId === '' || !ids.has(elementId))];
    }

    /** Every member that an edge is written as, by the edge: several where it has several triggers, ends or control nodes. */
    get edgeMembers(): ReadonlyMap<UmlElement, readonly Declaration[]> {
        this.edges ??= edgesBelow(this.document);
        return this.edges;
    }

    /** Adds a step for the time when every element is mapped; the declarations of such steps come last. */
    whenComplete(step: () => void): void {
        this.steps.push(step);
    }

    complete(): void {
        for (const step of this.steps) {
            step();
        }
    }

    /** The comment in the place of an element that is not migrated. */
    writeUnmapped(element: UmlElement, place = this.placeAround(element)): void {
        const named = element.name === '' ? `(${element.id})` : `'${element.name}'`;
        const text = `${NOT_MIGRATED}${kindText(element)} ${named} — ${this.accounts.noteOf(element)}`;
        place.addComment({ kind: 'note', text }, 'marker', element.order);
    }

    /** Leaves an element out with everything below it, which then has no entries of its own. */
    skip(element: UmlElement, note: string): void {
        this.accounts.add(element, 'skipped', note, 'content');
        element.owned.forEach(part => this.hide(part));
    }

    /** An element of the user that nothing refers to. */
    unreferenced(element: UmlElement, note: string): void {
        this.accounts.add(element, 'skipped', note, 'unreferenced');
    }

    /** An element whose id another one has: the first is kept, and its entry says so. */
    leaveOut(repeated: UmlElement): void {
        this.hide(repeated);
        const siblings = repeated.owner?.owned ?? this.model.roots;
        siblings.splice(siblings.indexOf(repeated), 1);
        const first = this.model.get(repeated.id)!;
        this.accounts.note(first, `its id is repeated by ${repeated.metaclass} '${repeated.name}', which is left out`);
    }

    private hide(element: UmlElement): void {
        this.hidden.add(element);
        element.owned.forEach(part => this.hide(part));
    }

    isHidden(element: UmlElement): boolean {
        return this.hidden.has(element);
    }
}
