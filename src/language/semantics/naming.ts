/** The names of elements: effective names, qualified names and the ids of the service, and the way back from an id to its element. */
import type { AstNode } from 'langium';
import { factsOf, ownerOf, quoted, segmentsOf } from './structure.js';
import { lookupVisible } from './lookup.js';
import { memberElement } from './names.js';
import { lookupNameOf, ownedMembersNamed } from './owned-members.js';
import { redefinedFeaturesOf } from './specialization.js';
import type { World } from './world.js';

/** The name of an element: declared, else that of its naming feature, which may be a feature redefined by implication (KerML 8.3.2.1.2 effectiveName). */
export function nameOf(element: AstNode): string | undefined {
    const facts = factsOf(element);
    if (facts.name === undefined) {
        facts.name = null;
        let name = lookupNameOf(element);
        if (name === undefined && (element as { shortName?: string }).shortName === undefined && 'relationships' in element) {
            const [redefined] = redefinedFeaturesOf(element);
            name = redefined === undefined ? undefined : nameOf(redefined);
        }
        facts.name = name ?? null;
    }
    return facts.name ?? undefined;
}

/**
 * The id of an element: the names from the root, joined by `::`, without quotes. Undefined for elements that no name leads to.
 */
export function qualifiedNameOf(element: AstNode): string | undefined {
    const facts = factsOf(element);
    if (facts.qualifiedName === undefined) {
        const name = nameOf(element) ?? (element as { shortName?: string }).shortName;
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

/** The qualified name as notation writes it, with quotes where needed. */
export function notationNameOf(element: AstNode): string | undefined {
    const names: string[] = [];
    for (let e: AstNode | undefined = element; e?.$container !== undefined; e = ownerOf(e)) {
        const name = nameOf(e) ?? (e as { shortName?: string }).shortName;
        if (name === undefined) {
            return undefined;
        }
        names.unshift(quoted(name));
    }
    return names.join('::');
}

/**
 * The element of an id: names joined by `::`, as the service spells them (without quotes) or as notation does. Members are owned, or
 * inherited and visible where no owned one has the name. A name may itself hold `::`: the shortest names that lead to an element are taken.
 */
export function elementById(world: World, id: string): AstNode | undefined {
    return walk(world, id.split('::'), true) ?? (id.includes("'") ? walk(world, segmentsOf(id).map(s => s.name), false) : undefined);
}

/** @param joins whether several segments may be one name */
function walk(world: World, segments: readonly string[], joins: boolean): AstNode | undefined {
    const descend = (from: AstNode | undefined, start: number): AstNode | undefined => {
        if (start === segments.length) {
            return from;
        }
        for (let end = start + 1; end <= (joins ? segments.length : start + 1); end++) {
            const name = end === start + 1 ? segments[start] : segments.slice(start, end).join('::');
            const members = start === 0 ? world.lookupGlobal(name) : from === undefined ? [] : [ownedMembersNamed(from, name)[0] ?? lookupVisible(from, name)];
            for (const member of members) {
                const found = member && descend(memberElement(member), end);
                if (found !== undefined) {
                    return found;
                }
            }
        }
        return undefined;
    };
    return descend(undefined, 0);
}
