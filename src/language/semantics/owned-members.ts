/**
 * The declared members of a namespace by name: the index of its own members, their naming features and their visibility, and its imports.
 * Names are taken as written; names.ts resolves them.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import type { MemberIndex } from '../syntax/node.js';
import { factsOf, isImport, lastSegment, type NameNode, ownedMembersOf } from './structure.js';

/** The name for looking up a member: declared, else the written name of its naming feature. */
export function lookupNameOf(member: AstNode): string | undefined {
    const { name } = member;
    if (name !== undefined) {
        return name;
    }
    const naming = namingNodeOf(member);
    return naming === undefined ? undefined : lastSegment(naming.text);
}

/** The name node of an unnamed member's naming feature (KerML 8.3.3.3.4, namingFeature); undefined for none. */
export function namingNodeOf(member: AstNode): NameNode | undefined {
    const usage = member;
    if (usage.name !== undefined || usage.shortName !== undefined) {
        return undefined;
    }
    const relationships = usage.relationships ?? [];
    for (const r of relationships) {
        if (r.$type === 'Redefinition') {
            return r;
        }
    }
    if (usage.reference === undefined && relationships.length === 0) {
        return undefined;
    }
    // `perform a` and `perform action references a` are the same
    return namesByReference(member) ? (usage.reference ?? relationships.find(r => r.$type === 'ReferenceSubsetting')) : undefined;
}

/** Keywords of usages whose naming feature is the feature that they refer to. */
const NAMED_BY_REFERENCE = new Set([
    'variant',
    'require',
    'assume',
    'frame',
    'verify',
    'entry',
    'do',
    'exit',
    'perform',
    'exhibit',
    'include'
]);

/**
 * Whether a usage takes its name from the feature that it refers to: variants (SysML 8.3.6.5), performed actions (8.3.17.14, including
 * exhibited states and included use cases), required constraints, framed concerns and verified requirements (8.3.20.4). Events, assertions
 * and renderings do not.
 */
function namesByReference(member: AstNode): boolean {
    const { kind, membership, $containerProperty: property } = member;
    return NAMED_BY_REFERENCE.has(membership ?? kind ?? '') || property === 'effect';
}

function ownedIndex(namespace: AstNode): Map<string, AstNode | AstNode[]> {
    const facts = factsOf(namespace);
    if (facts.owned !== undefined) {
        return facts.owned;
    }
    const members = ownedMembersOf(namespace);
    const payload = namespace.trigger?.payload;
    if (members.length === 0 && payload === undefined) {
        facts.imports = NONE;
        return (facts.owned = NO_MEMBERS);
    }
    const index = new Map<string, AstNode | AstNode[]>();
    const imports: ast.Import[] = [];
    for (const member of members) {
        if (isImport(member)) {
            imports.push(member);
            continue;
        }
        const name = lookupNameOf(member);
        const { shortName } = member;
        if (name !== undefined) {
            addTo(index, name, member);
        }
        if (shortName !== undefined && shortName !== name) {
            addTo(index, shortName, member);
        }
    }
    addPayloads(index, members, payload);
    facts.imports = imports.length === 0 ? NONE : imports;
    return (facts.owned = index);
}

/** Adds the names of accepted payloads to a namespace: of its accept actions, and of the trigger of a transition. */
function addPayloads(index: Map<string, AstNode | AstNode[]>, members: readonly AstNode[], triggered: ast.Usage | undefined): void {
    for (const member of members) {
        // The payload of an accept is visible in the whole body that contains the accept (contract: behaviour 6.2).
        const name = member.$type === 'AcceptActionUsage' ? member.payload?.name : undefined;
        if (name !== undefined && !index.has(name)) {
            index.set(name, member.payload!);
        }
    }
    if (triggered?.name !== undefined && !index.has(triggered.name)) {
        // The payload parameter of a transition subsets the trigger's and so has its name (SysML
        // checkTransitionUsagePayloadSpecialization).
        addTo(index, triggered.name, triggered);
    }
    if (triggered?.$type === 'CallTrigger') {
        // The same applies to the parameters of a call.
        for (const parameter of triggered.members) {
            if (parameter.name !== undefined) {
                addTo(index, parameter.name, parameter);
            }
        }
    }
}

const NONE: readonly never[] = Object.freeze([]);
/** The shared empty index of most usages; never modify it. */
const NO_MEMBERS = new Map<string, AstNode | AstNode[]>();

function addTo(index: Map<string, AstNode | AstNode[]>, name: string, member: AstNode): void {
    const present = index.get(name);
    if (present === undefined) {
        index.set(name, member);
    } else if (Array.isArray(present)) {
        present.push(member);
    } else {
        index.set(name, [present, member]);
    }
}

/** All members that a namespace declares under a name (long or short), in document order. */
export function ownedMembersNamed(namespace: AstNode, name: string): readonly AstNode[] {
    const stored = storedIndex(namespace);
    if (stored !== undefined) {
        return stored.named(name);
    }
    const found = ownedIndex(namespace).get(name);
    return found === undefined ? NONE : Array.isArray(found) ? found : [found];
}

/** The stored index of a library namespace, as long as not all its members were read. */
function storedIndex(namespace: AstNode): MemberIndex | undefined {
    return factsOf(namespace).owned === undefined ? namespace.$memberIndex : undefined;
}

/** The names that a namespace declares, in document order. */
export function ownedNames(namespace: AstNode): IterableIterator<string> {
    return ownedIndex(namespace).keys();
}

export function importsOf(namespace: AstNode): readonly ast.Import[] {
    const facts = factsOf(namespace);
    if (facts.imports === undefined) {
        const stored = storedIndex(namespace);
        if (stored !== undefined) {
            return (facts.imports = stored.ofType('Import'));
        }
        ownedIndex(namespace);
    }
    return facts.imports!;
}

export type Visibility = 'public' | 'private' | 'protected';

/** The visibility of a member; imports are private by default (KerML 8.3.2.4.2). */
export function visibilityOf(member: AstNode): Visibility {
    const written = member.visibility as Visibility | undefined; // the grammars know no other word
    return written ?? (isImport(member) && member.kind === 'import' ? 'private' : 'public');
}
