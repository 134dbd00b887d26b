/** The names of elements: effective names, qualified names and the ids of the service, and the elements of ids. */
import type { AstNode } from '../generated/tree.js';
import { Fact, factsOf, isFeature, isType, lastSegment, type NameNode, ownedMembersOf, ownerOf, segmentsOf } from './structure.js';
import { lookupVisible } from './lookup.js';
import { isBeingResolved, memberElement, resolve } from './names.js';
import { lookupNameOf, namingNodeOf, ownedMembersNamed } from './owned-members.js';
import { redefinedFeaturesOf } from './specialization.js';
import { quoted } from '../../runtime/values/index.js';
import type { World } from './world.js';

/**
 * The name of an element: declared, else that of its naming feature, which it may redefine by implication (KerML 8.3.2.1.2 effectiveName).
 */
export function nameOf(element: AstNode): string | undefined {
    const facts = factsOf(element);
    if (facts.name === undefined) {
        const naming = namingNodeOf(element);
        if (naming !== undefined && isBeingResolved(naming)) {
            return lastSegment(naming.text);
        }
        facts.name = null;
        facts.name = (naming === undefined ? (declaredNameOf(element) ?? nameByImplication(element)) : nameByNaming(naming)) ?? null;
    }
    return facts.name ?? undefined;
}

const declaredNameOf = (element: AstNode): string | undefined => element.name;

/** The name of the feature that a usage redefines or refers to, which its text may denote by the short name or an alias. */
function nameByNaming(naming: NameNode): string | undefined {
    const target = resolve(naming);
    return (target === undefined ? undefined : nameOf(target)) ?? lastSegment(naming.text);
}

function nameByImplication(element: AstNode): string | undefined {
    if (element.shortName !== undefined || !isFeature(element)) {
        return undefined;
    }
    const [redefined] = redefinedFeaturesOf(element);
    return redefined === undefined ? undefined : nameOf(redefined);
}

/** The id of an element: the names from the root, joined by `::`, without quotes. Undefined for elements without a path of names. */
export function qualifiedNameOf(element: AstNode): string | undefined {
    const facts = factsOf(element);
    if (facts.qualifiedName === undefined) {
        const name = nameOf(element) ?? element.shortName;
        const owner = ownerOf(element);
        if (name === undefined || owner === undefined) {
            facts.qualifiedName = null;
        } else if (owner.$container === undefined) {
            facts.qualifiedName = name;
        } else {
            const prefix = qualifiedNameOf(owner);
            facts.qualifiedName = prefix === undefined ? null : `${prefix}::${name}`;
        }
    }
    return facts.qualifiedName ?? undefined;
}

/** The qualified name in the notation, with quotes where needed. */
export function notationNameOf(element: AstNode): string | undefined {
    const names: string[] = [];
    for (let e: AstNode | undefined = element; e?.$container !== undefined; e = ownerOf(e)) {
        const name = nameOf(e) ?? e.shortName;
        if (name === undefined) {
            return undefined;
        }
        names.unshift(quoted(name));
    }
    return names.join('::');
}

/**
 * The element of an id: names joined by `::`, as the service (without quotes) or the notation writes them. Owned members take precedence
 * over inherited and imported ones, so that each id of {@link qualifiedNameOf} denotes its own element; of several declarations with one
 * id, the first. A name may contain `::`; the shortest names that resolve are taken.
 */
export function elementById(world: World, id: string): AstNode | undefined {
    return memberElement(memberById(world, id));
}

/** The member of an id: like {@link elementById}, but the id of an alias denotes the alias. */
export function memberById(world: World, id: string): AstNode | undefined {
    const segments = id.split('::');
    const written = id.includes("'") ? segmentsOf(id) : [];
    const names = written.length > 0 && written.every(s => s.separator !== '.') ? written.map(s => s.name) : undefined;
    for (const reach of [declared, reachable]) {
        const found = walk(world, segments, true, reach) ?? (names && walk(world, names, false, reach));
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

/** The members of an element for one name of an id. */
type Reach = (member: AstNode, name: string) => readonly AstNode[];

/** The members that an element declares. */
const declared: Reach = (owner, name) => {
    const named = ownedMembersNamed(owner, name);
    const implied = isType(owner) ? impliedNamesOf(owner).get(name) : undefined;
    return implied === undefined ? named : [...named, implied];
};

/** The members that a member's element declares, inherits or imports; aliases are followed. */
const reachable: Reach = (member, name) => {
    const owner = memberElement(member);
    if (owner === undefined) {
        return [];
    }
    const own = declared(owner, name);
    const visible = own.length > 0 ? undefined : lookupVisible(owner, name);
    return visible === undefined ? own : [visible];
};

const IMPLIED_NAMES = new Fact<Map<string, AstNode>>('members by names that their text does not state');

/** The members of a type by names that differ from their text: names of features that they redefine by role or position, or short names. */
function impliedNamesOf(type: AstNode): ReadonlyMap<string, AstNode> {
    let names = IMPLIED_NAMES.of(type);
    if (names === undefined) {
        names = new Map();
        for (const member of ownedMembersOf(type)) {
            const name = nameOf(member);
            if (name !== undefined && name !== lookupNameOf(member) && !names.has(name)) {
                names.set(name, member);
            }
        }
        IMPLIED_NAMES.set(type, names);
    }
    return names;
}

/** @param joins whether several segments may form one name */
function walk(world: World, segments: readonly string[], joins: boolean, reach: Reach): AstNode | undefined {
    const descend = (from: AstNode | undefined, start: number): AstNode | undefined => {
        if (start === segments.length) {
            return from;
        }
        for (let end = start + 1; end <= (joins ? segments.length : start + 1); end++) {
            const name = end === start + 1 ? segments[start] : segments.slice(start, end).join('::');
            for (const member of from === undefined ? world.lookupGlobal(name) : reach(from, name)) {
                const found = descend(member, end);
                if (found !== undefined) {
                    return found;
                }
            }
        }
        return undefined;
    };
    return descend(undefined, 0);
}
