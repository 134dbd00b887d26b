/** Translates the guards of activity edges (contract: migration 7.3). */
import type { Declaration, Name, Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import { valueOfGuard } from '../constraints.js';
import { expressionIn } from '../expressions/languages.js';
import type { Parameter, Scope } from '../expressions/scope.js';
import type { Mapping } from '../mapping.js';
import { untranslated } from '../plain-text.js';
import { scopeOf } from './scopes.js';

/** A condition; `else` if no other guard holds; undefined without a guard. */
export type Guard = Text | 'else' | undefined;

/**
 * Translates a guard to a condition; undefined for a missing or untranslated guard and for `true`.
 * @param token the object that the guards of a decision test
 */
export function guardOf(edge: UmlElement, source: UmlElement, place: Declaration, token: Name | undefined, mapping: Mapping): Guard {
    const guard = valueOfGuard(edge.ownedAs('guard')[0]);
    const text = (guard?.values('body').join(' ') ?? '').trim() || (guard?.value('value') ?? '');
    if (guard === undefined) {
        return undefined;
    }
    if (/^\[?\s*else\s*\]?$/i.test(text)) {
        if (source.metaclass !== 'DecisionNode') {
            mapping.approximated(edge, 'an else branch of what is no decision is written without a guard');
            return undefined;
        }
        return 'else';
    }
    const literal = token === undefined ? undefined : literalOf(guard, text, mapping);
    if (literal !== undefined) {
        return [token!, ' == ', ...literal];
    }
    if (guard.metaclass === 'LiteralBoolean') {
        return text === 'true' ? undefined : ['false'];
    }
    if (text === 'true' || text === '') {
        return undefined;
    }
    const scope = guardScope(source, place, token, mapping);
    const result = expressionIn(guard.values('language')[0] ?? '', text.replace(/^\[(.*)\]$/, '$1'), scope, mapping.options.library);
    if ('reason' in result) {
        mapping.approximated(edge, `its guard '${text}' is not written: ${result.reason}`);
        const language = guard.values('language')[0] ?? '';
        place.addComment(
            { kind: 'note', text: untranslated(`guard not translated: ${result.reason}`, language, text) },
            'edge',
            edge.order
        );
        return undefined;
    }
    if (result.note !== undefined) {
        mapping.approximated(edge, result.note);
    }
    return result.text;
}

function guardScope(source: UmlElement, place: Declaration, token: Name | undefined, mapping: Mapping): Scope {
    const scope = scopeOf(source, place, mapping);
    if (token === undefined) {
        return scope;
    }
    const pin = token.steps.at(-1) ?? token.target;
    const [type] = pin.generals;
    const parameter: Parameter = { text: [token], type, isUsed: false };
    return { ...scope, parameters: new Map([[pin.source?.name || pin.name, parameter]]) };
}

/** Returns the value with which a guard compares the object of the decision; undefined if the guard is not a value. */
function literalOf(guard: UmlElement, text: string, mapping: Mapping): Text | undefined {
    if (guard.metaclass === 'InstanceValue') {
        return mapping.text(guard.ref('instance'));
    }
    return /^(true|false|-?\d+(\.\d+)?)$/.test(text) ? [text] : undefined;
}
