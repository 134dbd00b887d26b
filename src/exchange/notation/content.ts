/**
 * Finds in a graph what the writer of notation needs: the declarations of each element in order, the memberships that own them, the names
 * of elements, and the language of each root. Depends on graphs only.
 */
import { byPosition, type Graph, GraphElement, type SourceLanguage, type Value } from '../graph.js';
import { encodeName, positionSegment, qualifiedSegments, segmentOf, uuid5 } from '../ids.js';
import { effectiveName, impliedlyRedefined } from './pieces.js';
import { isKind } from '../metamodel/facts.js';
import { headKindOf } from '../metamodel/heads.js';

/** Properties that refer to declarations that are parts of a head, not members of the body. */
const PARTS = ['payloadFeature', 'triggerAction', 'effectAction', 'thenAction', 'elseAction', 'bodyAction'];

/** The file and the names of a library element. */
export interface LibraryNames {
    readonly file: string;
    readonly name: string | undefined;
    readonly shortName: string | undefined;
}

export class Content {
    /** The root declarations of all documents, in order. */
    readonly roots: readonly GraphElement[];
    private readonly children = new Map<GraphElement, GraphElement[]>();
    private isVersion: boolean | undefined;
    private readonly successions = new Map<GraphElement, GraphElement>();

    /** @param library finds the names of a library element by its qualified name, which may contain positions */
    constructor(
        private readonly graph: Graph,
        private readonly library: (qualifiedName: string) => LibraryNames | undefined
    ) {
        const roots: GraphElement[] = [];
        const hasPositions = graph.elements.some(e => e.has('sysx:memberIndex'));
        for (const element of graph.elements) {
            if (element.state !== 'written') {
                continue;
            }
            if (element.metaclass === 'SuccessionAsUsage' && !element.has('sysx:memberIndex')) {
                const target = element.element('sysx:targetMember');
                if (target !== undefined) {
                    this.successions.set(target, element);
                }
            }
            if (!(hasPositions ? element.has('sysx:memberIndex') : isMember(element))) {
                continue;
            }
            const owner = ownerOf(element);
            if (owner === undefined) {
                roots.push(element);
            } else {
                const list = this.children.get(owner);
                if (list === undefined) {
                    this.children.set(owner, [element]);
                } else {
                    list.push(element);
                }
            }
        }
        this.roots = roots;
        for (const list of [roots, ...this.children.values()]) {
            list.sort(byPosition);
        }
    }

    /** Whether all roots are packages of one library file, so that the notation is a version of that file (contract: conversion 4.7). */
    get isLibraryVersion(): boolean {
        if (this.isVersion === undefined) {
            const files = new Set(this.roots.map(root => this.library(root.text('qualifiedName') ?? '')?.file));
            this.isVersion = files.size === 1 && !files.has(undefined);
        }
        return this.isVersion;
    }

    /** Whether derived ids are UUIDs. */
    get hasUuids(): boolean {
        return this.graph.uuidRoots.size > 0;
    }

    /**
     * The UUID that follows from an element's qualified name and its root, whatever its current id is; undefined if ids are not UUIDs
     * (contract: conversion 4.6).
     */
    uuidOf(element: GraphElement, qualifiedName: string): string | undefined {
        let root = element;
        for (let owner = ownerOf(root); owner !== undefined && owner !== element; owner = ownerOf(root)) {
            root = owner;
        }
        const packageId = this.graph.uuidRoots.get(root)?.packageId;
        return packageId === undefined || root === element ? packageId : uuid5(packageId, encodeName(qualifiedName));
    }

    /** All declarations of an element, in order. */
    declarationsOf(owner: GraphElement): readonly GraphElement[] {
        return this.children.get(owner) ?? NONE;
    }

    /** The members of an element's body, in order, without the parts of its head. */
    membersOf(owner: GraphElement): readonly GraphElement[] {
        const declarations = this.declarationsOf(owner);
        if (declarations.length === 0) {
            return NONE;
        }
        const parts = new Set(PARTS.map(property => owner.element(property)));
        const cross = this.crossFeatureOf(owner);
        return declarations.filter(d => !parts.has(d) && d !== cross && !isPrefix(d));
    }

    /**
     * Whether a declaration was added to a graph with source text: it has neither a text of its own nor a position in that of its owner.
     */
    isAdded(declaration: GraphElement): boolean {
        return (
            !declaration.has('sysx:sourceText') &&
            !declaration.has('sysx:sourceLine') &&
            ownerOf(declaration)?.has('sysx:sourceLine') === true
        );
    }

    /** Whether members were added to an element whose source text has no tail, so that there is no place to insert them. */
    hasNoPlaceForAdded(element: GraphElement): boolean {
        return !element.has('sysx:sourceTail') && this.membersOf(element).some(member => this.isAdded(member));
    }

    /** The `#` annotations before a declaration. */
    prefixesOf(owner: GraphElement): readonly GraphElement[] {
        return this.declarationsOf(owner).filter(isPrefix);
    }

    /**
     * The cross feature that is declared before an end (KerML 8.3.3.3.4). A feature in the body of the end states `sysx:hasBody`; a cross
     * feature does not.
     */
    crossFeatureOf(owner: GraphElement): GraphElement | undefined {
        const [first] = this.declarationsOf(owner);
        return owner.is('isEnd') &&
            first !== undefined &&
            isKind(first.metaclass, 'Feature') &&
            !isKind(first.metaclass, 'MetadataFeature') &&
            (membershipOf(first)?.metaclass ?? 'OwningMembership') === 'OwningMembership' &&
            !first.has('sysx:hasBody') &&
            this.declarationsOf(first).length === 0
            ? first
            : undefined;
    }

    /**
     * The implicit name of an unnamed element. A parameter takes the name of the corresponding parameter of a general of its owner (KerML
     * 8.3.4.7.2); a library element has its name in the library.
     */
    implicitName(feature: GraphElement, seen = new Set<GraphElement>()): string | undefined {
        const owner = feature.element('owner');
        if (seen.has(feature)) {
            return undefined;
        }
        seen.add(feature);
        if (owner === undefined) {
            return this.library(feature.text('qualifiedName') ?? '')?.name;
        }
        const [named] = [impliedlyRedefined(feature), ...feature.elements('redefines'), ...feature.elements('references')].filter(
            v => v !== undefined
        );
        if (named instanceof GraphElement) {
            return effectiveName(named) ?? this.implicitName(named, seen);
        }
        const membership = membershipOf(feature);
        return (
            IMPLIED_NAMES[membership?.metaclass ?? '']?.[membership?.text('kind') ?? ''] ??
            BRANCH_NAMES[feature.text('sysx:branchKind') ?? ''] ??
            this.nameOfInherited(feature, owner, seen) ??
            REDEFINED_NAMES[membership?.metaclass ?? '']
        );
    }

    /** The name of the feature that a result or parameter redefines implicitly, by its role or position. */
    private nameOfInherited(feature: GraphElement, owner: GraphElement, seen: Set<GraphElement>): string | undefined {
        const isResult = feature.is('isResult');
        const place = isResult ? -1 : parametersOf(owner).indexOf(feature);
        if (!isResult && place < 0) {
            return undefined;
        }
        for (const general of GENERALS.flatMap(property => owner.elements(property))) {
            const inherited = isResult ? general.elements('ownedFeature').find(f => f.is('isResult')) : parameterAt(general, place);
            const name = inherited && (effectiveName(inherited) ?? this.implicitName(inherited, seen));
            if (name !== undefined) {
                return name;
            }
        }
        return undefined;
    }

    /** The name that refers to an element: its effective or implicit name, if it has one. */
    nameOf(element: GraphElement): string | undefined {
        return effectiveName(element) ?? this.implicitName(element);
    }

    /** The short name of an element. Stubs do not state it, so it is looked up in the library. */
    shortNameOf(element: GraphElement): string | undefined {
        const stated = element.text('declaredShortName');
        return stated !== undefined || element.state !== 'stub' ? stated : this.library(element.text('qualifiedName') ?? '')?.shortName;
    }

    /**
     * The names of the segments of a qualified name of the library. A position is replaced by the effective name of the element at that
     * position; undefined if that has none.
     */
    namesOnWay(qualifiedName: string): readonly string[] | undefined {
        const names: string[] = [];
        let way = '';
        for (const { name, position } of qualifiedSegments(qualifiedName)) {
            way += `${way === '' ? '' : '::'}${position === undefined ? segmentOf(name) : positionSegment(position)}`;
            const known = position === undefined ? name : this.library(way)?.name;
            if (known === undefined) {
                return undefined;
            }
            names.push(known);
        }
        return names;
    }

    /**
     * Whether a feature is in the body of a metadata usage, where a declaration begins with the redefined feature (SysML 8.2.2.21,
     * MetadataBodyUsage).
     */
    isInMetadata(feature: GraphElement): boolean {
        let owner = feature.element('owner');
        while (owner?.metaclass === 'ReferenceUsage') {
            owner = owner.element('owner');
        }
        return owner?.metaclass === 'MetadataUsage';
    }

    /** The succession for a `then` before a declaration. */
    successionTo(declaration: GraphElement): GraphElement | undefined {
        return this.successions.get(declaration);
    }
}

/** The parameter of an element at a position, owned or inherited; undefined if unknown. */
function parameterAt(element: GraphElement, place: number, seen = new Set<GraphElement>()): GraphElement | undefined {
    if (seen.has(element)) {
        return undefined;
    }
    seen.add(element);
    const own = parametersOf(element);
    let found: GraphElement | undefined = own[place];
    if (own.length === 0) {
        for (const general of GENERALS.flatMap(property => element.elements(property))) {
            found ??= parameterAt(general, place, seen);
        }
    }
    return found;
}

const NONE: readonly GraphElement[] = [];

/**
 * Whether an element is a declaration, in a graph without positions, where the order of the elements determines their order in the text.
 */
function isMember(element: GraphElement): boolean {
    const { metaclass } = element;
    const owner = ownerOf(element);
    const isDeclared =
        isKind(metaclass, 'Namespace') ||
        isKind(metaclass, 'Import') ||
        isKind(metaclass, 'Dependency') ||
        isKind(metaclass, 'AnnotatingElement') ||
        metaclass === 'Membership';
    return (
        isDeclared &&
        metaclass !== 'ConjugatedPortDefinition' &&
        element.base === 'element' &&
        (owner === undefined || (isKind(owner.metaclass, 'Namespace') && owner.element('multiplicity') !== element))
    );
}

function ownerOf(element: GraphElement): GraphElement | undefined {
    return element.element('owner') ?? element.element('owningNamespace');
}

const BRANCH_NAMES: Readonly<Record<string, string>> = { then: 'thenClause', else: 'elseClause', body: 'body' };
/**
 * The names of the library features that subactions of states and parts of transitions redefine implicitly, by their membership. They take
 * these names if they have none (SysML 8.4.13).
 */
const IMPLIED_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    StateSubactionMembership: { entry: 'entryAction', do: 'doAction', exit: 'exitAction' },
    TransitionFeatureMembership: { trigger: 'accepter', guard: 'guard', effect: 'effect' }
};
/**
 * The names of the library features that subjects and objectives redefine. They take these names if no other general gives them one (SysML
 * 8.4.17 and others).
 */
const REDEFINED_NAMES: Readonly<Record<string, string>> = { SubjectMembership: 'subj', ObjectiveMembership: 'obj' };
/** Properties that refer to the generals of an element. */
const GENERALS = ['redefines', 'type', 'specializes', 'subsets', 'references'];

function parametersOf(owner: GraphElement): readonly GraphElement[] {
    const isParameter = (f: GraphElement): boolean => f.has('direction') || isKind(membershipOf(f)?.metaclass ?? '', 'ParameterMembership');
    return owner.elements('ownedFeature').filter(f => isParameter(f) && !f.is('isResult') && f.base === 'element');
}

function isPrefix(element: GraphElement): boolean {
    return element.get('sysx:declaredKeyword') === '#';
}

/** The membership or other relationship that owns an element; undefined for roots and for directly owned relationships. */
export function membershipOf(element: GraphElement): GraphElement | undefined {
    return element.element('owningMembership') ?? element.element('owningRelationship');
}

/**
 * The targets of a clause. A repeated target is only one value of the property, because a graph states nothing twice; the two relationships
 * show that it is repeated.
 */
export function targetsOf(element: GraphElement, property: string): readonly Value[] {
    const values = element.all(property);
    if (values.length === 0 || property === 'chains') {
        return values; // the relationships of a chain are its steps
    }
    const owned = element.elements('ownedRelationship').flatMap(r => {
        const kind = headKindOf(r.metaclass);
        return kind?.property === property ? r.all(kind.target[0]).slice(0, 1) : [];
    });
    // A redefinition without a keyword is not written as a clause (contract: conversion 5.8).
    const said = property === 'redefines' && element.is('sysx:isRedefinitionImplicit') ? owned.slice(1) : owned;
    return said.length > values.length ? said : values;
}

/** The language of a root; SysML if the graph does not state it. */
export function languageOf(root: GraphElement): SourceLanguage {
    return root.text('sysx:sourceLanguage') === 'kerml' ? 'kerml' : 'sysml';
}
