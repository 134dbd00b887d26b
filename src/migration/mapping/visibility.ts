/**
 * Writes visibilities (contract: migration 4.4): a feature keeps its visibility unless an outside reference names it. Runs after everything
 * else is written, because any reference may name a feature.
 */
import type { Declaration } from '../notation/declaration.js';
import { Name } from '../notation/declaration.js';
import { type Reference, referencesBelow } from '../notation/references.js';
import { everyElement, type UmlElement } from '../uml-model.js';
import { reaches } from './generalizations.js';
import { kindText } from './kinds.js';
import type { Mapping } from './mapping.js';

/** Their own mappers write their visibility. */
const IMPORTS = new Set(['ElementImport', 'PackageImport']);
/** v2 allows only public members in these. */
const PACKAGES = new Set(['Package', 'Model', 'Profile']);
const KEPT = new Set(['private', 'protected']);

/** An element whose visibility should be kept, with all declarations written for it. */
interface Restricted {
    readonly element: UmlElement;
    readonly visibility: string;
    readonly declarations: readonly Declaration[];
}

/** Writes the visibilities of features, and notes those that are dropped. */
export function writeVisibilities(mapping: Mapping): void {
    const restricted = new Map<Declaration, Restricted>();
    for (const element of everyElement(mapping.model.roots)) {
        const visibility = element.value('visibility') ?? 'public';
        const isWritten = ['mapped', 'approximated'].includes(mapping.accounts.verdictOf(element) ?? '') && !mapping.isHidden(element);
        if (visibility === 'public' || !isWritten || IMPORTS.has(element.metaclass)) {
            continue;
        }
        const declarations = [mapping.declarationOf(element), mapping.operationUsages.get(element)].filter(d => d !== undefined);
        const reason = reasonAgainst(element, visibility, declarations);
        if (reason === undefined) {
            declarations.forEach(d => restricted.set(d, { element, visibility, declarations }));
        } else if (declarations[0]?.owner?.kind === 'constraint') {
            mapping.accounts.note(element, `its visibility ${visibility} is not written: ${reason}`);
        } else {
            mapping.approximated(element, `its visibility ${visibility} is not written: ${reason}`);
        }
    }
    if (restricted.size > 0) {
        dropWhatIsReached(restricted, mapping);
        restricted.forEach(({ visibility }, declaration) => (declaration.visibility = visibility));
    }
}

/** Roles of members that are separate declarations in v2 and not steps of a behaviour. */
const ROLES = new Set([
    'navigableOwnedEnd',
    'nestedClassifier',
    'ownedAttribute',
    'ownedBehavior',
    'ownedConnector',
    'ownedEnd',
    'ownedOperation',
    'ownedPort',
    'ownedReception'
]);

function reasonAgainst({ owner, role }: UmlElement, visibility: string, [declaration]: readonly Declaration[]): string | undefined {
    if (owner === undefined || PACKAGES.has(owner.metaclass)) {
        return 'members of packages are public';
    }
    if (!KEPT.has(visibility)) {
        return 'v2 has no such visibility';
    }
    if (declaration?.owner === undefined) {
        return 'what is written for it is no member';
    }
    if (declaration.owner.kind === 'constraint') {
        return 'parameters of a constraint are public';
    }
    return declaration.owner.isDefinition && ROLES.has(role) ? undefined : 'it has none where it is written';
}

function dropWhatIsReached(restricted: Map<Declaration, Restricted>, mapping: Mapping): void {
    for (const body of [mapping.document, ...mapping.inlineBodies]) {
        for (const reference of referencesBelow(body)) {
            for (const [reached, isStep] of reachedBy(reference)) {
                const found = restricted.get(reached);
                if (found !== undefined && (isStep || !isInside(reference.from, reached.owner!, found.visibility))) {
                    found.declarations.forEach(d => restricted.delete(d));
                    const note = `its visibility ${found.visibility} is not written: ${reacherText(reference.from)} names it`;
                    mapping.approximated(found.element, note);
                }
            }
        }
    }
}

/**
 * Returns the declarations through which a name is resolved: its target, the owners of its target, and the steps after a dot, which are
 * resolved from outside.
 */
function reachedBy({ piece }: Reference): (readonly [Declaration, isStep: boolean])[] {
    const path = [piece.target, ...piece.target.owners()].map(d => [d, false] as const);
    return piece instanceof Name ? [...path, ...piece.steps.map(step => [step, true] as const)] : path;
}

/** Whether a member of an owner with this visibility is visible in a body. */
function isInside(from: Declaration, owner: Declaration, visibility: string): boolean {
    return [from, ...from.owners()].some(scope => scope === owner || (visibility === 'protected' && reaches(scope, owner)));
}

function reacherText(from: Declaration): string {
    const named = [from, ...from.owners()].find(({ source }) => source !== undefined)?.source;
    return named === undefined ? 'a line of the document' : `${kindText(named)} ${named.name || named.id}`;
}
