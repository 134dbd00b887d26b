/**
 * `validateNamespaceDistinguishability` (KerML 8.3.2.4.5, Membership::isDistinguishableFrom): names that two memberships of one namespace
 * share while one of their elements' metaclasses conforms to the other. Code `name-conflict`, a warning: resolution takes the first.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isNamespace, isType, lastSegment, ownedMembersOf } from '../semantics/structure.js';
import { holdsName, lookupInherited } from '../semantics/lookup.js';
import { importCandidates, isConflict } from '../semantics/import-candidates.js';
import { redefines } from '../semantics/replaced-members.js';
import { importTarget } from '../semantics/names.js';
import { importsOf, lookupNameOf, ownedMembersNamed, ownedNames } from '../semantics/owned-members.js';
import { qualifiedNameOf } from '../semantics/naming.js';
import { redefinedFeaturesOf } from '../semantics/specialization.js';
import { scopeOf } from '../semantics/world.js';
import { spanOf } from '../syntax/index.js';
import { adviceForBinding } from './advice.js';
import type { Check, CheckContext, CheckTable } from './check.js';
import { quoted } from '../../runtime/values/index.js';
import { collisionWithin, importedNamesOf } from './imported-names.js';

const NONE: readonly AstNode[] = Object.freeze([]);

/** Compares owned members of one name with each other, reporting each of them, and with inherited members. */
const ownedNamesAreDistinct: Check = (node, context) => {
    if (!isNamespace(node)) {
        return;
    }
    for (const name of ownedNames(node)) {
        const declared = ownedMembersNamed(node, name);
        const members = declared.length === 1 ? declared : declared.filter(m => holdsName(m, name));
        for (const member of members.length === 1 ? NONE : members) {
            if (members.some(other => other !== member && isConflict(member, other))) {
                const message = `'${name}' is the name of another member of the same namespace`;
                const advice = adviceOn(member, context) || adviceOnResult(member, members);
                context.report('warning', 'name-conflict', message + advice, member);
            }
        }
        // A redefining member replaces all inherited members of its name; the rules of redefinition decide which one it redefines.
        const member = members.find(m => !redefinesName(m, name));
        const inherited = isType(node) && member !== undefined ? lookupInherited(node, name) : undefined;
        if (
            member !== undefined &&
            inherited !== undefined &&
            !members.includes(inherited) &&
            isConflict(member, inherited) &&
            !members.some(m => redefines(m, inherited)) &&
            !isRedefinedIn(node, inherited)
        ) {
            context.report(
                'warning',
                'name-conflict',
                `'${name}' is the name of an inherited member, '${qualifiedNameOf(inherited) ?? name}'${adviceOn(member, context) || toRedefine(member, name)}`,
                member
            );
        }
    }
};

/** The advice for a declaration that was probably meant as a value, condition or assignment. */
function adviceOn(member: AstNode, context: CheckContext): string {
    const meant = member.$type === 'Usage' ? adviceForBinding(member, context.document.text)?.meant : undefined;
    return meant === undefined ? '' : `: ${meant}`;
}

/** The advice for `in x; return x;`, which declares a result without a value where the value of `x` was meant. */
function adviceOnResult(member: AstNode, members: readonly AstNode[]): string {
    const isBare = member.$type === 'Usage' && member.membership === 'return' && member.value === undefined;
    const name = isBare && members.length > 1 ? member.name : undefined;
    return name === undefined ? '' : `: the result is given its value by 'return = ${quoted(name)};'`;
}

/** The spelling of a redefinition of the inherited feature of the same name. */
function toRedefine(member: AstNode, name: string): string {
    const isPlain = member.$type === 'Usage' && member.membership === undefined && member.name !== undefined;
    return isPlain ? `: rename one, or redefine the inherited one with ':>> ${quoted(name)}'` : '';
}

function redefinesName(member: AstNode, name: string): boolean {
    return (member.relationships ?? []).some(r => r.$type === 'Redefinition' && lastSegment(r.text) === name);
}

/**
 * Whether an owned member redefines an inherited one, or redefines a feature that the inherited one redefines: the type does not inherit it
 * then (KerML 8.3.3.1.10, Type::removeRedefinedFeatures).
 */
function isRedefinedIn(type: AstNode, inherited: AstNode): boolean {
    return ownedMembersOf(type).some(
        m => 'relationships' in m && redefinedFeaturesOf(m).some(r => r === inherited || redefines(inherited, r))
    );
}

// --- Imported members -------------------------------------------------------------------------------------------------------

/**
 * Two imported members of one name, reported at the later import. Members that an owned member hides are ignored, and so are duplicates
 * within the library.
 */
const importedNamesAreDistinct: Check<ast.Import> = (later, context) => {
    const namespace = later.$container;
    if (namespace === undefined || later.kind !== 'import' || !isNamespace(namespace)) {
        return;
    }
    const collision = collisionOf(later, importsOf(namespace), namespace);
    if (collision !== undefined) {
        const [a, b] = collision;
        const name = lookupNameOf(b) ?? '';
        const message = `'${name}' is imported twice: '${qualifiedNameOf(a) ?? name}' and '${qualifiedNameOf(b) ?? name}'`;
        context.report('warning', 'name-conflict', message, spanOf(later));
    }
};

/** Two members of one name of which the second comes from a given import. */
function collisionOf(later: ast.Import, imports: readonly ast.Import[], namespace: AstNode): readonly [AstNode, AstNode] | undefined {
    const { census } = scopeOf(later);
    const within = collisionWithin(later, census);
    if (within !== undefined && ownedMembersNamed(namespace, lookupNameOf(within[1]) ?? '').length === 0) {
        return within;
    }
    const laterTarget = importTarget(later);
    for (const earlier of imports.slice(0, imports.indexOf(later))) {
        const earlierTarget = importTarget(earlier);
        if (
            laterTarget === undefined ||
            earlierTarget === undefined ||
            laterTarget === earlierTarget ||
            (scopeOf(laterTarget).isLibrary && scopeOf(earlierTarget).isLibrary)
        ) {
            continue;
        }
        const first = importedNamesOf(earlier, census);
        const second = importedNamesOf(later, census);
        const [small, large] = first.size < second.size ? [first, second] : [second, first];
        for (const name of small) {
            if (!large.has(name) || ownedMembersNamed(namespace, name).length > 0) {
                continue;
            }
            const candidates = importCandidates(namespace, name);
            const a = candidates.find(({ node }) => node === earlier)?.member;
            const b = candidates.find(({ node }) => node === later)?.member;
            if (a !== undefined && b !== undefined && isConflict(b, a)) {
                return [a, b];
            }
        }
    }
    return undefined;
}

export const distinguishabilityChecks: CheckTable = { '*': [ownedNamesAreDistinct], Import: [importedNamesAreDistinct] };
