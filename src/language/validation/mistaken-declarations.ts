/**
 * Probable mistakes: `mass = 5 [kg];` and `x := 3;` declare a feature where the author probably meant a value for an existing one, an
 * assignment or a condition; `subject Vehicle;` declares a subject with the name of a type. All are legal, so these are warnings.
 */
import type * as ast from '../generated/tree.js';
import { notationNameOf } from '../semantics/naming.js';
import { areUnrelated, withArticle } from '../semantics/metaclass.js';
import { adviceForBinding, typeMeantByName } from './advice.js';
import { isOneOf } from './usage-facts.js';
import { quoted } from '../../runtime/values/index.js';
import type { Check, CheckTable } from './check.js';

/** Codes `condition-binds-value`, `declares-another`. A sibling of the same kind and name is already a `name-conflict`. */
const meansItsName: Check<ast.Usage> = (node, context) => {
    const found = context.document.language === 'kerml' ? undefined : adviceForBinding(node, context.document.text);
    if (found === undefined) {
        return;
    }
    const { other, isBeside, meant } = found;
    const name = quoted(node.name!);
    if (isOneOf(node.$container, ['ConstraintDefinition', 'ConstraintUsage'])) {
        context.report('warning', 'condition-binds-value', `this declares another '${name}' and is no condition: ${meant}`, node);
    } else if (!isBeside || areUnrelated(node, other)) {
        const known = notationNameOf(other);
        context.report('warning', 'declares-another', `this declares another '${name}'${known ? ` than ${known}` : ''}: ${meant}`, node);
    }
};

/** Code `declares-another`, of a subject, actor or stakeholder. */
const meansItsType: Check<ast.Usage> = (node, context) => {
    const type = typeMeantByName(node);
    if (type !== undefined) {
        const name = quoted(node.name!);
        const known = notationNameOf(type) ?? name;
        const own = quoted(node.name!.charAt(0).toLowerCase() + node.name!.slice(1));
        context.report(
            'warning',
            'declares-another',
            `this declares ${withArticle(node.kind ?? 'usage')} named ${name} without a type: one of the type ${known} is written '${node.kind} ${own} : ${name};'`,
            node
        );
    }
};

export const mistakenDeclarationChecks: CheckTable = { Usage: [meansItsName, meansItsType] };
