/** Determines the features of a body: declared, or inherited through its specializations and types. */
import { type Declaration, Name } from '../notation/declaration.js';
import { reaches } from './generalizations.js';

/** Whether a body declares or inherits a feature. */
export function isMemberOf(feature: Declaration, body: Declaration): boolean {
    return feature.owner !== undefined && (feature.owner === body || reaches(body, feature.owner));
}

/** Returns the feature with a name that a body inherits; undefined if there is none. */
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
 * Returns the name for a reference to a usage from a body. A nested usage is named by a feature chain (`a.b`), which starts below a usage
 * that contains the body, too.
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
