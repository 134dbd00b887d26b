/** Requirements, cases and views (SysML 8.3.21 to 8.3.26): subjects, objectives, verifications, renderings and the viewpoints of views. */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isMetaclass, metaclassOrUndefined } from '../semantics/metaclass.js';
import { membershipOf } from '../semantics/memberships.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { resolve } from '../semantics/names.js';
import { nameOf } from '../semantics/naming.js';
import { Fact, featureValueOf, isUsage, ownedMembersOf, owningTypeOf } from '../semantics/structure.js';
import { supertypesOf } from '../semantics/specialization.js';
import { scopeOf } from '../semantics/world.js';
import { headOf, isOneOf, membersPicked, usageTypesOf } from './usage-facts.js';
import { USAGE_NODES } from './usage-typing.js';
import { described } from './wording.js';
import type { FindingCode } from './rules/codes.js';
import { checksOfTypes, type Check, type CheckTable } from './check.js';

interface OnlyOne {
    readonly owners: readonly MetaclassName[];
    readonly membership: MetaclassName;
    readonly word: string;
    readonly code: FindingCode;
    readonly key: Fact<readonly AstNode[]>;
}

const ONLY_SUBJECT: OnlyOne = {
    owners: ['RequirementDefinition', 'RequirementUsage', 'CaseDefinition', 'CaseUsage'],
    membership: 'SubjectMembership',
    word: 'subject',
    code: 'only-one-subject',
    key: new Fact<readonly AstNode[]>('subjects')
};

/** `validate…OnlyOneSubject`, `…OnlyOneObjective`, `…OnlyOneViewRendering`. */
const ONLY_ONE: readonly OnlyOne[] = [
    ONLY_SUBJECT,
    {
        owners: ['CaseDefinition', 'CaseUsage'],
        membership: 'ObjectiveMembership',
        word: 'objective',
        code: 'only-one-objective',
        key: new Fact<readonly AstNode[]>('objectives')
    },
    {
        owners: ['ViewDefinition', 'ViewUsage'],
        membership: 'ViewRenderingMembership',
        word: 'rendering',
        code: 'only-one-view-rendering',
        key: new Fact<readonly AstNode[]>('renderings')
    }
];

const byMetaclass = new Map<MetaclassName | undefined, readonly OnlyOne[]>();

/** The rows of the table that apply to a type; most types have none. */
function onlyOnesOf(type: AstNode): readonly OnlyOne[] {
    const metaclass = metaclassOrUndefined(type);
    let rows = byMetaclass.get(metaclass);
    if (rows === undefined) {
        byMetaclass.set(metaclass, (rows = ONLY_ONE.filter(({ owners }) => isOneOf(type, owners))));
    }
    return rows;
}

/** Reports the second member of a kind, or the type that inherits several. */
const hasOnlyOne: Check = (node, context) => {
    for (const { membership, word, code, key } of onlyOnesOf(node)) {
        // In a satisfaction, the satisfying feature takes the place of a declared subject.
        const isGiven = membership === 'SubjectMembership' && node.subject !== undefined;
        if (isGiven) {
            continue;
        }
        const found = membersPicked(node, key, m => membershipOf(m) === membership);
        if (found.length < 2) {
            continue;
        }
        const own = found.filter(m => m.$container === node);
        if (own.length === 0) {
            context.report('error', code, `several ${word}s are inherited, only one is allowed`, headOf(node));
        }
        for (const second of own.slice(1)) {
            context.report('error', code, `only one ${word} is allowed`, headOf(second));
        }
    }
};

/**
 * `validateRequirementDefinitionSubjectParameterPosition` and its kin: code `subject-parameter-position`. The first own input redefines the
 * inherited subject (KerML `checkFeatureParameterRedefinition`): with inputs of its own, a type also declares its subject.
 */
const hasSubjectFirst: Check<AstNode> = (node, context) => {
    const first = inputBeforeSubject(node);
    if (first === undefined) {
        return;
    }
    const code = 'subject-parameter-position';
    const own = ownedMembersOf(node).find(isSubject);
    if (own !== undefined) {
        context.report('error', code, 'the subject must be the first parameter', headOf(own));
    } else {
        const name = nameOf(first);
        const place = name === undefined ? 'the other parameters' : `'${name}'`;
        context.report('error', code, `the subject must be the first parameter: declare 'subject;' before ${place}`, headOf(node));
    }
};

/** The first own input of a requirement or case; undefined where its subject precedes it, or where there is none. */
export function inputBeforeSubject(node: AstNode): AstNode | undefined {
    // 'by' declares the subject before the body
    if (!onlyOnesOf(node).includes(ONLY_SUBJECT) || (node.$type === 'SatisfyRequirementUsage' && node.subject !== undefined)) {
        return undefined;
    }
    const first = ownedMembersOf(node).find(member => isUsage(member) && (isSubject(member) || isInput(member)));
    return first === undefined || isSubject(first) ? undefined : first;
}

function isInput({ direction, kind, membership }: ast.Usage): boolean {
    return membership !== 'return' && (direction === 'in' || direction === 'inout' || kind === 'actor' || kind === 'stakeholder');
}

/** `validateRequirementVerificationMembershipOwningType`: code `verification-owning-type`. */
const isInObjective: Check<ast.Usage> = (node, context) => {
    if (node.membership !== 'verify') {
        return;
    }
    const objective = owningTypeOf(node);
    const owner = objective === undefined ? undefined : owningTypeOf(objective);
    if (objective?.kind !== 'objective' || !isOneOf(owner, ['VerificationCaseDefinition', 'VerificationCaseUsage'])) {
        context.report('error', 'verification-owning-type', 'a verification must be in the objective of a verification case', headOf(node));
    }
};

/** A view satisfies viewpoints (SysML 8.3.26 `ViewUsage::satisfiedViewpoint`): code `view-satisfy-viewpoint`. */
const satisfiesViewpoint: Check<ast.SatisfyRequirementUsage> = (node, context) => {
    const { reference } = node;
    if (!isOneOf(owningTypeOf(node), ['ViewDefinition', 'ViewUsage'])) {
        return;
    }
    const target: AstNode | undefined = reference === undefined ? undefined : resolve(reference);
    const isViewpoint =
        reference !== undefined
            ? target === undefined || isMetaclass(target, 'ViewpointUsage')
            : usageTypesOf(node).stated.every(t => isMetaclass(t, 'ViewpointDefinition'));
    if (!isViewpoint) {
        context.report('error', 'view-satisfy-viewpoint', 'a view satisfies viewpoints', reference ?? headOf(node));
    }
};

/**
 * `satisfy-without-subject`: a satisfaction outside of types has no implied satisfying feature (SysML 8.4.17.3). The satisfying feature is
 * bound to the subject, so the condition of a requirement without a subject cannot refer to it. A requirement that consists of text has no
 * condition: its satisfaction is only a trace.
 */
const hasSubject: Check<ast.SatisfyRequirementUsage> = (node, context) => {
    const { subject } = node;
    if (subject === undefined && owningTypeOf(node) === undefined) {
        const subjects = [...supertypesOf(node)].filter(t => !scopeOf(t).isLibrary).flatMap(t => ownedMembersOf(t).filter(isSubject));
        if (subjects.length > 0 && subjects.every(s => featureValueOf(s) === undefined)) {
            const what = node.reference === undefined ? 'the requirement' : `'${node.reference.text}'`;
            const message = `nothing is stated that satisfies ${what}: name it with 'by', or write this in the part that does`;
            context.report('warning', 'satisfy-without-subject', message, node.reference ?? headOf(node));
        }
        return;
    }
    const own = [...supertypesOf(node)].filter(t => !scopeOf(t).isLibrary);
    const requirements = own.filter(t => t !== node);
    if (subject === undefined || own.some(t => ownedMembersOf(t).some(isSubject)) || isText(requirements)) {
        return;
    }
    const by = described(requirements[0]);
    const message = `${by} has no subject that '${subject.text}' could be: declare 'subject s : …;' in it`;
    context.report('warning', 'satisfy-without-subject', message, subject);
};

/** Whether requirements, their types and their parts own nothing but annotations. */
function isText(requirements: readonly AstNode[]): boolean {
    const types = new Set(requirements);
    for (const type of types) {
        for (const member of ownedMembersOf(type)) {
            if (isMetaclass(member, 'RequirementUsage')) {
                [...supertypesOf(member)].filter(t => !scopeOf(t).isLibrary).forEach(t => types.add(t));
            } else if (!isMetaclass(member, 'AnnotatingElement')) {
                return false;
            }
        }
    }
    return true;
}

const isSubject = (member: AstNode): boolean => membershipOf(member) === 'SubjectMembership';

export const requirementChecks: CheckTable = {
    ...checksOfTypes(USAGE_NODES, [hasOnlyOne, hasSubjectFirst, isInObjective]),
    SatisfyRequirementUsage: [hasOnlyOne, hasSubjectFirst, satisfiesViewpoint, hasSubject],
    Definition: [hasOnlyOne, hasSubjectFirst]
};
