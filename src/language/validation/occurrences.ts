/**
 * Occurrences, ports and the usages that refer to others (SysML 8.3.7, 8.3.9, 8.3.12): individuals, portions, composition, and what event,
 * perform, exhibit, include, assert and satisfy may refer to.
 */
import type { AstNode } from 'langium';
import type * as ast from '../generated/ast.js';
import { isMetaclass, metaclassOrUndefined } from '../semantics/metaclass.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { resolve } from '../semantics/names.js';
import { isUsage, owningTypeOf } from '../semantics/structure.js';
import { headOf, isOneOf, isReferential, usageTypesOf } from './usage-facts.js';
import { USAGE_NODES } from './usage-typing.js';
import type { Check, CheckTable } from './check.js';

/** `validateOccurrenceUsageIndividualDefinition`, `validateOccurrenceUsageIndividualUsage`: code `individual-typing`. */
const hasOneIndividual: Check = (node, context) => {
    const usage = node as ast.Usage;
    if (!isMetaclass(usage, 'OccurrenceUsage')) {
        return;
    }
    const individuals = usageTypesOf(usage).all.filter(t => (t as Partial<ast.Definition>).isIndividual === true && t.$type === 'Definition');
    if (individuals.length > 1) {
        context.report('error', 'individual-typing', 'an occurrence is typed by at most one individual definition', headOf(usage));
    } else if (usage.isIndividual && individuals.length === 0) {
        context.report('error', 'individual-typing', 'an individual must be typed by an individual definition', headOf(usage));
    }
};

/** `validateOccurrenceUsagePortionKind`: code `portion-owner`. */
const isPortionOfOccurrence: Check = (node, context) => {
    const usage = node as ast.Usage;
    if (usage.portionKind !== undefined && !isOneOf(owningTypeOf(usage), ['OccurrenceDefinition', 'OccurrenceUsage'])) {
        context.report('error', 'portion-owner', `a ${usage.portionKind} must be owned by an occurrence definition or usage`, headOf(usage));
    }
};

interface ReferenceRule { readonly target: MetaclassName; readonly words: string; readonly code: string }

/** What the feature must be that a usage refers to: `validate<metaclass>Reference`. */
const REFERENCES: Partial<Record<MetaclassName, ReferenceRule>> = {
    EventOccurrenceUsage: { target: 'OccurrenceUsage', words: 'an occurrence', code: 'event-reference-occurrence' },
    PerformActionUsage: { target: 'ActionUsage', words: 'an action', code: 'perform-reference-action' },
    ExhibitStateUsage: { target: 'StateUsage', words: 'a state', code: 'exhibit-reference-state' },
    IncludeUseCaseUsage: { target: 'UseCaseUsage', words: 'a use case', code: 'include-reference-use-case' },
    AssertConstraintUsage: { target: 'ConstraintUsage', words: 'a constraint', code: 'assert-reference-constraint' },
    SatisfyRequirementUsage: { target: 'RequirementUsage', words: 'a requirement', code: 'satisfy-reference-requirement' }
};

/** `validateEventOccurrenceUsageReference` and its kin, at the reference. */
const refersToItsKind: Check = (node, context) => {
    const { reference } = node as ast.Usage;
    const metaclass = reference === undefined ? undefined : metaclassOrUndefined(node);
    const rule = metaclass === undefined ? undefined : REFERENCES[metaclass];
    const target = rule === undefined ? undefined : resolve(reference!);
    // An action performed by the name of its definition is extension notation: names.ts reports it.
    if (rule !== undefined && target !== undefined && !isMetaclass(target, rule.target) && !(metaclass === 'PerformActionUsage' && isMetaclass(target, 'ActionDefinition'))) {
        context.report('error', rule.code, `'${reference!.text}' must be ${rule.words}`, reference!);
    }
};

/** `validatePortDefinitionOwnedUsagesNotComposite`, `validatePortUsageNestedUsagesNotComposite`: code `port-owned-usage-composite`. */
const isReferentialInPort: Check = (node, context) => {
    const usage = node as ast.Usage;
    const owner = owningTypeOf(usage);
    if (isOneOf(owner, ['PortDefinition', 'PortUsage']) && usage.$container === (owner as AstNode) && usage.$containerProperty === 'members'
        && isUsage(usage) && isMetaclass(usage, 'Usage') && !isMetaclass(usage, 'PortUsage') && !isReferential(usage)) {
        context.report('error', 'port-owned-usage-composite', 'a usage in a port, other than a port, must be referential', headOf(usage));
    }
};

export const occurrenceTypingChecks: CheckTable = Object.fromEntries(USAGE_NODES.map(type => [type, [hasOneIndividual]]));

export const occurrenceChecks: CheckTable = Object.fromEntries(USAGE_NODES.map(type =>
    [type, [isPortionOfOccurrence, refersToItsKind, isReferentialInPort]]));
