/**
 * Which elements a name may refer to, by the words before it, and which of these are likely. Completion offers the likely ones first. Does
 * not depend on how names are looked up.
 */
import type { AstNode } from '../language/generated/tree.js';
import { metaclassOrUndefined } from '../language/semantics/metaclass.js';
import type { MetaclassName } from '../language/semantics/metaclasses.js';
import { conformsToLibrary, redefinedFeaturesOf, supertypesOf, typesOf } from '../language/semantics/specialization.js';
import { isFeature, isNamespace, isPackage, isType, ownedMembersOf, owningNamespaceOf } from '../language/semantics/structure.js';
import type { OpenPlace } from '../language/syntax/continuations.js';
import { isA } from '../runtime/evaluation/index.js';
import { kindWords } from './elements.js';

/** The elements to which a name may refer, and which of them are likely targets rather than qualifiers. */
export interface Role {
    fits(element: AstNode): boolean;
    isMeant(element: AstNode): boolean;
    /** whether inherited members precede those of enclosing namespaces */
    readonly prefersInherited: boolean;
    /** whether library packages are likely targets; they are offered by name, without reading them */
    readonly meansPackages?: boolean;
}

const isQualifier = (element: AstNode): boolean => isNamespace(element) && !isFeature(element);

export const ANY: Role = { fits: () => true, isMeant: () => true, prefersInherited: false };
const TYPES: Role = { fits: e => !isFeature(e), isMeant: isType, prefersInherited: false };
const FEATURES: Role = { fits: e => isFeature(e) || isQualifier(e), isMeant: isFeature, prefersInherited: false };
/** A redefined feature is inherited. */
export const REDEFINED: Role = { ...FEATURES, prefersInherited: true };
/** A feature; a type or package may qualify its name. */
const ENDS: Role = { ...ANY, isMeant: isFeature };
/** A feature, or a function or behavior to call. */
const VALUES: Role = { ...ANY, isMeant: e => isFeature(e) || isA(e, 'Behavior') };
const NAMESPACES: Role = { fits: () => true, isMeant: isPackage, prefersInherited: false, meansPackages: true };

/** A role with likely targets of some metaclasses. Other elements remain possible, because a name may begin with them. */
const meaning = (base: Role, ...metaclasses: readonly MetaclassName[]): Role => ({
    ...base,
    isMeant: element => metaclasses.some(m => isA(element, m))
});

/** A role with likely targets of exactly these metaclasses: an interface definition is a part definition, but rarely types a part. */
const defining = (base: Role, metaclasses: readonly MetaclassName[]): Role => ({
    ...base,
    isMeant: element => metaclasses.some(m => m === metaclassOrUndefined(element))
});

const CARRIED: readonly MetaclassName[] = ['AttributeDefinition', 'EnumerationDefinition', 'ItemDefinition', 'PartDefinition'];
const ACCEPTED = defining(ANY, CARRIED);
const METADATA: Role = { ...meaning(ANY, 'Metaclass'), fits: e => isPackage(e) || isA(e, 'Metaclass') };
const STATES = meaning(ANY, 'StateUsage');
const STEPS = meaning(ANY, 'ActionUsage');

/** The metaclasses of the definitions that usually type a usage, or generalize a definition, with a keyword. */
const DEFINITIONS: Readonly<Record<string, readonly MetaclassName[]>> = {
    attribute: ['AttributeDefinition', 'EnumerationDefinition', 'DataType'],
    enum: ['EnumerationDefinition'],
    occurrence: ['OccurrenceDefinition'],
    item: ['ItemDefinition'],
    part: ['PartDefinition'],
    port: ['PortDefinition'],
    connection: ['ConnectionDefinition'],
    interface: ['InterfaceDefinition'],
    allocation: ['AllocationDefinition'],
    flow: ['FlowDefinition'],
    action: ['ActionDefinition'],
    perform: ['ActionDefinition'],
    state: ['StateDefinition'],
    exhibit: ['StateDefinition'],
    calc: ['CalculationDefinition'],
    constraint: ['ConstraintDefinition'],
    requirement: ['RequirementDefinition'],
    concern: ['ConcernDefinition'],
    case: ['CaseDefinition'],
    analysis: ['AnalysisCaseDefinition'],
    verification: ['VerificationCaseDefinition'],
    'use case': ['UseCaseDefinition'],
    include: ['UseCaseDefinition'],
    view: ['ViewDefinition'],
    viewpoint: ['ViewpointDefinition'],
    rendering: ['RenderingDefinition'],
    metadata: ['MetadataDefinition'],
    accept: CARRIED,
    subject: ['PartDefinition', 'ItemDefinition'],
    actor: ['PartDefinition', 'ItemDefinition'],
    stakeholder: ['PartDefinition', 'ItemDefinition']
};
const KEYWORD = new RegExp(
    `\\b(?:${Object.keys(DEFINITIONS)
        .sort((a, b) => b.length - a.length)
        .join('|')})\\b`
);
const TYPES_BY_KEYWORD = new Map(Object.entries(DEFINITIONS).map(([word, metaclasses]) => [word, defining(TYPES, metaclasses)]));

/** The role of the type of a declaration, by its first keyword. */
const typesFor = (member: string): Role => TYPES_BY_KEYWORD.get(KEYWORD.exec(member)?.[0] ?? '') ?? TYPES;

/**
 * The features that a member of a type may redefine: those that the type inherits (KerML 8.3.3.3.9, validateRedefinitionFeaturingTypes) and
 * that no other member redefines, those of the member's own kind first. Types and packages may qualify such a feature.
 * @param start offset of the completed name
 */
export function redefinedIn(scope: AstNode, { member }: OpenPlace, start: number): Role {
    if (!isType(scope)) {
        return REDEFINED;
    }
    const inherited = new Set<AstNode>(supertypesOf(scope));
    inherited.delete(scope);
    const others = ownedMembersOf(scope).filter(m => isFeature(m) && (m.$offset > start || m.$end < start));
    const taken = new Set(others.flatMap(redefinedFeaturesOf));
    const words = new Set(member.split(/\s+/));
    const isRedefinable = (element: AstNode): boolean => !taken.has(element) && inherited.has(owningNamespaceOf(element) ?? element);
    return {
        fits: element => isQualifier(element) || (isFeature(element) && isRedefinable(element)),
        isMeant: element =>
            isFeature(element) &&
            kindWords(element)
                .split(' ')
                .some(word => words.has(word)),
        prefersInherited: true
    };
}
/** A unit, in the brackets after a number. */
const UNITS: Role = {
    ...ANY,
    isMeant: e => isFeature(e) && typesOf(e).some(type => conformsToLibrary(type, 'MeasurementReferences::MeasurementUnit'))
};

/** Roles by the nearest words before a name. */
const ROLES: readonly (readonly [RegExp, Role | ((member: string) => Role)])[] = [
    [/(?:^|[^:]):\s*~?\s*$|\b(?:defined|typed)\s+by\s+$|(?:^|[^:]):[^:;{=]*,\s*$/, typesFor],
    [/\bdef\b[^;{]*(?::>|\bspecializes)[^;{]*$/, typesFor],
    [/(?::>>|\bredefines)\s*$/, REDEFINED],
    [/(?::>|::>|\b(?:subsets|references))\s*$/, FEATURES],
    [/\bimport\s+(?:all\s+)?$/, NAMESPACES],
    [/\bnew\s+$|\b(?:istype|hastype|as|meta)\s+$/, TYPES],
    [/[#@]\s*$/, METADATA],
    [/\baccept\s+$|\bof\s+$/, ACCEPTED],
    [/\bvia\s+$/, meaning(ANY, 'PortUsage', 'PartUsage')],
    [/\bdependency\b[^;{]*$/, ANY],
    [/\brender\s+$/, meaning(ANY, 'RenderingUsage')],
    [/\b(?:entry|do|exit)\s+$/, STEPS],
    [/\b(?:assert|assume|require)\s+(?:not\s+)?$/, meaning(ANY, 'ConstraintUsage')],
    [/\bframe\s+$/, meaning(ANY, 'ConcernUsage')],
    [/\b(?:connect|bind|allocate|by|from|to|assign)\s+$/, ENDS],
    [/\btransition\b.*\b(?:first|then)\s+$|\baccept\b.*\bthen\s+$/, STATES],
    [/\b(?:first|then)\s+$/, STEPS],
    [/\bperform\s+$/, STEPS],
    [/\bexhibit\s+$/, STATES],
    [/\b(?:satisfy|verify)\s+$/, meaning(ANY, 'RequirementUsage')],
    [/\binclude\s+$/, meaning(ANY, 'UseCaseUsage')],
    [/=.*[\w)]\s*\[\s*$/, UNITS],
    [/(?:[=(+*/<>?&|-]|\b(?:if|while|until|when|after|at|and|or|xor|implies|not|else|for\b.*\bin))\s*$/, VALUES]
];

/** The role of a name, regardless of its scope. */
export function roleAt({ member }: OpenPlace): Role {
    const text = `${member} `;
    const role = ROLES.find(([pattern]) => pattern.test(text))?.[1] ?? ANY;
    return typeof role === 'function' ? role(text) : role;
}
