/** Conditions of behaviours, and waits that constraints on durations are written as (contract: migration 7.1, 7.5). */
import type { Declaration, Text } from '../../notation/declaration.js';
import { LibraryName } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import { specificationOf } from '../constraints.js';
import { durationOf, realText } from '../machines/durations.js';
import { textOf } from '../machines/triggers.js';
import type { Mapping } from '../mapping.js';
import { conditionText } from '../values.js';

const CONDITIONS = ['precondition', 'postcondition', 'bodyCondition', 'localPrecondition', 'localPostcondition', 'ownedRule'];
/** Constraints that are not read here: of durations on actions, which wait, and of time. */
const TIMED = /^(Duration|Time|Interval)Constraint$/;

/** Writes the conditions of an activity, an operation or an action in its body. */
export function writeConstraints(owner: UmlElement, body: Declaration, mapping: Mapping): void {
    for (const constraint of owner.ownedAs(...CONDITIONS)) {
        if (mapping.accounts.verdictOf(constraint) !== undefined) {
            continue;
        }
        if (TIMED.test(constraint.metaclass)) {
            mapping.unmapped(constraint, `a ${constraint.metaclass} is written only as a wait before an action`);
            continue;
        }
        const value = specificationOf(constraint);
        const result = value === undefined ? { reason: 'it has no specification' } : conditionText(value, body, mapping);
        if ('reason' in result) {
            const text = value?.values('body').join(' ').trim() ?? '';
            mapping.approximated(constraint, `kept as text: ${result.reason}`);
            body.addComment({ kind: 'note', text: text === '' ? result.reason : text }, 'constraint', constraint.order);
            continue;
        }
        const name = constraint.name === '' ? '' : body.freeName(constraint.name);
        const declaration = body.declare('assert constraint', name, 'constraint', constraint.order, constraint);
        declaration.addLine(result.text, 'constraint', 0);
        mapping.stands(declaration, constraint);
        mapping.mapped(constraint);
    }
}

/** The wait that a constraint on the duration of an action is: `after 5.0 [SI::s]`; why there is none. */
export function waitOf(
    constraint: UmlElement,
    mapping: Mapping
): { readonly text: Text; readonly note?: string } | { readonly reason: string } {
    const specification = specificationOf(constraint);
    const isCameo = /magicdraw|cameo/i.test(mapping.model.exporter);
    const bounds = ['min', 'max'].map(role => {
        const bound = specification?.ref(role) ?? specification?.ownedAs(role)[0];
        const text = textOf(bound?.ownedAs('expr')[0] ?? bound) ?? specification?.value(role);
        return text === undefined || text.trim() === '' ? undefined : { text, duration: durationOf(text, isCameo) };
    });
    const [least, most] = bounds;
    const written = least ?? most;
    if (written === undefined || (least === undefined && !isCameo)) {
        return { reason: 'its interval is open' };
    }
    const unread = bounds.find(bound => bound !== undefined && bound.duration === undefined);
    if (unread !== undefined) {
        return { reason: `'${unread.text}' is no duration` };
    }
    const [low, high] = [written.duration!, (most ?? written).duration!];
    const seconds = (text: Text): Text => ['after ', ...text, ' [', new LibraryName('SI::s'), ']'];
    if (low.seconds === high.seconds) {
        const isOpen = least === undefined || most === undefined;
        return { text: seconds([realText(low.seconds)]), note: isOpen ? 'one bound stands for both' : low.note };
    }
    if (mapping.options.strict) {
        return { text: seconds([realText((low.seconds + high.seconds) / 2)]), note: 'the middle of its interval' };
    }
    const drawn: Text = [new LibraryName('RandomFunctions::uniform'), `(${realText(low.seconds)}, ${realText(high.seconds)})`];
    return { text: seconds(drawn), note: 'a wait drawn from its interval' };
}
