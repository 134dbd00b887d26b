/** Writes conditions of behaviours, and translates duration constraints to waits (contract: migration 7.1, 7.5). */
import { withArticle } from '../../../language/semantics/metaclass.js';
import type { Declaration, Text } from '../../notation/declaration.js';
import { LibraryName } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import { specificationOf } from '../constraints.js';
import { opaqueExpression } from '../expressions/opaque.js';
import { type Duration, durationOf, realText } from '../machines/durations.js';
import { textOf } from '../machines/triggers.js';
import type { Mapping } from '../mapping.js';
import { untranslated } from '../plain-text.js';
import { conditionText } from '../values.js';
import { scopeOf } from './scopes.js';

const CONDITIONS = ['precondition', 'postcondition', 'bodyCondition', 'localPrecondition', 'localPostcondition', 'ownedRule'];
/**
 * Constraints that are not written as conditions: duration constraints, which become waits before actions, and constraints on time or
 * intervals.
 */
const TIMED = /^(Duration|Time|Interval)Constraint$/;

/** Writes the conditions of an activity, an operation or an action in its body. */
export function writeConstraints(owner: UmlElement, body: Declaration, mapping: Mapping): void {
    for (const constraint of owner.ownedAs(...CONDITIONS)) {
        if (mapping.accounts.verdictOf(constraint) !== undefined) {
            continue;
        }
        if (TIMED.test(constraint.metaclass)) {
            mapping.unmapped(constraint, `${withArticle(constraint.metaclass)} is written only as a wait before an action`);
            continue;
        }
        const value = specificationOf(constraint);
        const result = value === undefined ? { reason: 'it has no specification' } : conditionText(value, body, mapping);
        if ('reason' in result) {
            const text = value?.values('body').join(' ').trim() ?? '';
            mapping.approximated(constraint, `kept as text: ${result.reason}`);
            const language = value?.value('language') ?? '';
            body.addComment({ kind: 'note', text: untranslated(result.reason, language, text) }, 'constraint', constraint.order);
            continue;
        }
        const name = constraint.name === '' ? '' : body.freeName(constraint.name);
        const declaration = body.declare('assert constraint', name, 'constraint', constraint.order, constraint);
        declaration.addLine(result.text, 'result', 0);
        mapping.recordDeclaration(declaration, constraint);
        mapping.mapped(constraint);
    }
}

/** A wait in notation, for example `after 5.0 [SI::s]`, or the reason why there is none. */
export type Wait = { readonly text: Text; readonly note?: string } | { readonly reason: string };

/** A bound of an interval: the seconds that its text states, or an expression for them. */
interface Bound {
    readonly written: string;
    readonly duration: Duration | undefined;
    readonly text: Text | undefined;
}

/** Translates a duration constraint on an action to a wait. Names in its bounds are resolved in the body of the action. */
export function waitOf(constraint: UmlElement, action: Declaration, mapping: Mapping): Wait {
    const isCameo = /magicdraw|cameo/i.test(mapping.model.exporter);
    const [least, most] = ['min', 'max'].map(role => boundOf(constraint, role, action, mapping));
    // Cameo stores one value as a lower bound together with an upper bound without text.
    if (least === undefined || (most === undefined && !isCameo)) {
        return { reason: 'its interval is open' };
    }
    const [low, high] = [least, most ?? least];
    const unread = [low, high].find(({ text }) => text === undefined);
    if (unread !== undefined) {
        return { reason: `'${unread.written}' is no duration` };
    }
    const seconds = (text: Text): Text => ['after ', ...text, ' [', new LibraryName('SI::s'), ']'];
    if (low.duration?.seconds === high.duration?.seconds && (low.duration !== undefined || low.written === high.written)) {
        return { text: seconds(low.text!), note: most === undefined ? 'one bound stands for both' : low.duration?.note };
    }
    if (!mapping.options.strict) {
        const drawn: Text = [new LibraryName('RandomFunctions::uniform'), '(', ...low.text!, ', ', ...high.text!, ')'];
        return { text: seconds(drawn), note: 'a wait drawn from its interval' };
    }
    return low.duration === undefined || high.duration === undefined
        ? { reason: 'portable output draws no wait from an interval whose bounds are no numbers' }
        : { text: seconds([realText((low.duration.seconds + high.duration.seconds) / 2)]), note: 'the middle of its interval' };
}

function boundOf(constraint: UmlElement, role: string, action: Declaration, mapping: Mapping): Bound | undefined {
    const interval = specificationOf(constraint);
    const bound = interval?.ref(role) ?? interval?.ownedAs(role)[0];
    const written = (textOf(bound) ?? interval?.value(role) ?? '').trim();
    if (written === '') {
        return undefined;
    }
    const duration = durationOf(written, /magicdraw|cameo/i.test(mapping.model.exporter));
    if (duration !== undefined) {
        return { written, duration, text: [realText(duration.seconds)] };
    }
    const expression = opaqueExpression(written, scopeOf(action.source!, action, mapping));
    return { written, duration, text: 'text' in expression ? ['(', ...expression.text, ')'] : undefined };
}
