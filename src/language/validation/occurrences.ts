/**
 * Occurrences, ports and usages with references (SysML 8.3.7, 8.3.9, 8.3.12): individuals, portions, composition, and the kinds of elements
 * that event, perform, exhibit, include, assert and satisfy may refer to.
 */
import type * as ast from '../generated/tree.js';
import { isComposite } from '../semantics/features.js';
import { isMetaclass } from '../semantics/metaclass.js';
import type { MetaclassName } from '../semantics/metaclasses.js';
import { resolve } from '../semantics/names.js';
import { isUsage, owningTypeOf } from '../semantics/structure.js';
import { headOf, isOneOf, isReferential, referenceRuleOf, refersToOtherKind, usageTypesOf } from './usage-facts.js';
import { USAGE_NODES } from './usage-typing.js';
import { checksOfTypes, type Check, type CheckTable } from './check.js';

/** `validateOccurrenceUsageIndividualDefinition`, `validateOccurrenceUsageIndividualUsage`: code `individual-typing`. */
const hasOneIndividual: Check<ast.Usage> = (usage, context) => {
    if (!isMetaclass(usage, 'OccurrenceUsage')) {
        return;
    }
    const individuals = usageTypesOf(usage).all.filter(t => t.isIndividual === true && t.$type === 'Definition');
    if (individuals.length > 1) {
        context.report('error', 'individual-typing', 'an occurrence is typed by at most one individual definition', headOf(usage));
    } else if (usage.isIndividual && individuals.length === 0) {
        context.report('error', 'individual-typing', 'an individual must be typed by an individual definition', headOf(usage));
    }
};

/** `validateOccurrenceUsagePortionKind`: code `portion-owner`. */
const isPortionOfOccurrence: Check<ast.Usage> = (usage, context) => {
    if (usage.portionKind !== undefined && !isOneOf(owningTypeOf(usage), ['OccurrenceDefinition', 'OccurrenceUsage'])) {
        context.report(
            'error',
            'portion-owner',
            `a ${usage.portionKind} must be owned by an occurrence definition or usage`,
            headOf(usage)
        );
    }
};

/** `validateEventOccurrenceUsageReference` and the like, reported at the reference. */
const refersToItsKind: Check<ast.Usage> = (node, context) => {
    const { reference } = node;
    const rule = referenceRuleOf(node);
    // An action performed by the name of its definition is extension notation: names.ts reports it.
    if (rule !== undefined && refersToOtherKind(node)) {
        context.report('error', rule.code, `'${reference!.text}' must be ${rule.words}`, reference!);
    }
};

/** `validatePortDefinitionOwnedUsagesNotComposite`, `validatePortUsageNestedUsagesNotComposite`: code `port-owned-usage-composite`. */
const isReferentialInPort: Check<ast.Usage> = (usage, context) => {
    const owner = owningTypeOf(usage);
    if (
        isOneOf(owner, ['PortDefinition', 'PortUsage']) &&
        usage.$container === owner &&
        usage.$containerProperty === 'members' &&
        isUsage(usage) &&
        isMetaclass(usage, 'Usage') &&
        !isMetaclass(usage, 'PortUsage') &&
        !isReferential(usage)
    ) {
        context.report('error', 'port-owned-usage-composite', 'a usage in a port, other than a port, must be referential', headOf(usage));
    }
};

/** Constraints and calculations of a value are not parts of it; the library's quantities have some. */
const CONDITIONS: readonly MetaclassName[] = ['ConstraintUsage', 'CalculationUsage'];

/** `validateAttributeDefinitionFeatures`, `validateAttributeUsageFeatures`: code `attribute-feature-composite`. */
const isReferentialInAttribute: Check<ast.Usage> = (usage, context) => {
    const owner = owningTypeOf(usage);
    if (
        isOneOf(owner, ['AttributeDefinition', 'AttributeUsage']) &&
        usage.$container === owner &&
        usage.$containerProperty === 'members' &&
        isMetaclass(usage, 'OccurrenceUsage') &&
        !isOneOf(usage, CONDITIONS) &&
        isComposite(usage)
    ) {
        // Public models and the library declare items in attributes without `ref`.
        const severity = isMetaclass(usage, 'ItemUsage') && !isMetaclass(usage, 'PartUsage') ? 'warning' : 'error';
        context.report(severity, 'attribute-feature-composite', "an attribute holds no composite occurrence: write 'ref'", headOf(usage));
    }
};

/** `validateEventOccurrenceUsageReference` for the ends of a message, which are events. */
const relatesOccurrences: Check<ast.FlowUsage> = ({ kind, ends }, context) => {
    for (const end of kind === 'message' ? ends : []) {
        const target = resolve(end);
        if (target !== undefined && !isMetaclass(target, 'OccurrenceUsage')) {
            const message = `'${end.text}' must be an occurrence: a message goes from one event to another`;
            context.report('error', 'event-reference-occurrence', message, end);
        }
    }
};

export const occurrenceTypingChecks: CheckTable = checksOfTypes(USAGE_NODES, [hasOneIndividual]);

const USAGE_CHECKS = [isPortionOfOccurrence, refersToItsKind, isReferentialInPort, isReferentialInAttribute];

export const occurrenceChecks: CheckTable = {
    ...checksOfTypes(USAGE_NODES, USAGE_CHECKS),
    FlowUsage: [...USAGE_CHECKS, relatesOccurrences]
};
