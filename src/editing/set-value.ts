/** setValue: changes the value expression of a usage (contract: edits-and-diagnostics 1.7). */
import type { AstNode } from '../language/generated/tree.js';
import type * as ast from '../language/generated/tree.js';
import { spanOf } from '../language/syntax/index.js';
import { tokensFrom } from '../language/validation/tokens.js';
import { type Draft } from './draft.js';
import type { SetValue } from './operations.js';
import { EditRefusal } from './outcome.js';
import { targetOf } from './targets.js';
import { checkExpression } from './text/notation.js';

export function setValue(draft: Draft, index: number, { target: id, value }: SetValue): void {
    const target = targetOf(draft, id);
    const { text } = draft.layoutOf(target);
    const place = placeOfValue(text, target);
    if (place === undefined) {
        throw new EditRefusal('NOT_VALUED', `'${id}' can have no value`);
    }
    checkExpression(value, draft.language, 'value');
    draft.change({ index, target: id }, target, place.isNew ? { ...place, text: ` = ${value}` } : { ...place, text: value });
}

/** Whether the notation of a usage admits a value. Connectors admit one only before their ends, where this operation does not add any. */
function hasNotationOfValue(target: AstNode): target is ast.PlainUsage | ast.PlainConnectorUsage | ast.FlowUsage {
    switch (target.$type) {
        case 'Usage':
            return true;
        case 'ConnectorUsage':
            return target.ends.length === 0;
        case 'FlowUsage':
            return target.ends.length === 0 && target.payload === undefined;
        default:
            return false;
    }
}

function placeOfValue(text: string, target: AstNode): { offset: number; end: number; isNew: boolean } | undefined {
    if (!hasNotationOfValue(target)) {
        return undefined;
    }
    const { value, members } = target;
    if (value !== undefined) {
        return value.expression.$type === 'TriggerExpression' ? undefined : { ...spanOf(value.expression), isNew: false };
    }
    const { offset, end } = spanOf(target);
    if (text[end - 1] !== ';' || members.length > 0) {
        return undefined;
    }
    let last = offset;
    for (const token of tokensFrom(text, offset, end - 1)) {
        last = token.end;
    }
    return { offset: last, end: last, isNew: true };
}
