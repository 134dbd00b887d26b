/** Which features a body has: declared, or inherited from what it specializes and is typed by. */
import { type Declaration, Name } from '../notation/declaration.js';
import { reaches } from './generalizations.js';

/** Whether a feature is declared in a body or inherited by it. */
export function isMemberOf(feature: Declaration, body: Declaration): boolean {
    return feature.owner !== undefined && (feature.owner === body || reaches(body, feature.owner));
}

/** The feature of a name that a body inherits; undefined when it inherits none. */
export function inheritedFeature(body: Declaration, name: string): Declaration | undefined {
    const seen = new Set([body]);
    for (const at of seen) {
        const member = at === body ? undefined : at.ownMember(name);
        if (member !== undefined) {
            return member.isDefinition ? undefined : member;
        }
        at.generalsOrNone?.forEach(general => seen.add(general));
    }
    return undefined;
}

/**
 * A usage as a feature reference names it from a body: a usage within another is reached through a chain (`a.b`), which begins below the
 * usage that holds the body, too.
 */
export function featureName(usage: Declaration, from: Declaration): Name {
    const steps = [usage];
    const around = new Set([from, ...from.owners()]);
    for (
        let owner = usage.owner;
        owner !== undefined && !owner.isDefinition && !owner.isPackage && !around.has(owner);
        owner = owner.owner
    ) {
        steps.unshift(owner);
    }
    return usage.isDefinition || usage.isPackage ? new Name(usage) : new Name(steps[0], steps.slice(1));
}
