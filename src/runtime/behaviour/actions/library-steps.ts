/**
 * Steps of library behaviours that the library defines by connectors alone: changes to a sequence or to a group of occurrences (KerML
 * 9.4.14, 9.4.18).
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { qualifiedNameOf } from '../../../language/semantics/naming.js';
import { supertypesOf } from '../../../language/semantics/specialization.js';
import { GROUP_BEHAVIORS, SEQUENCE_BEHAVIORS } from '../../evaluation/functions/index.js';
import { conform } from '../../evaluation/instances/conform.js';
import { memoize } from '../../evaluation/model/kinds.js';
import { Unset, type Value } from '../../values/index.js';
import type { Activity } from '../simulation/activity.js';
import type { BodyFrame } from '../simulation/frames.js';

/** The changed parameter, then the other inputs, in the parameter order of the functions that compute the change. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
    'OccurrenceFunctions::addNew': ['group', 'occ'],
    'OccurrenceFunctions::addNewAt': ['group', 'occ', 'index'],
    'OccurrenceFunctions::removeOld': ['group', 'occ'],
    'OccurrenceFunctions::removeOldAt': ['group', 'index'],
    'SequenceFunctions::add': ['seq', 'values'],
    'SequenceFunctions::addAt': ['seq', 'values', 'index'],
    'SequenceFunctions::remove': ['seq', 'values'],
    'SequenceFunctions::removeAt': ['seq', 'startIndex', 'endIndex']
};

const PERFORMED = Symbol('library behaviour of a step');

function behaviourOf(step: AstNode): string | undefined {
    return memoize(PERFORMED, step, s => ({
        name: [...supertypesOf(s)].map(t => qualifiedNameOf(t) ?? '').find(name => Object.hasOwn(PARAMETERS, name))
    })).name;
}

/** Whether a step performs a library behaviour whose effect the library defines by connectors. */
export const isLibraryStep = (step: AstNode): boolean => behaviourOf(step) !== undefined;

/**
 * Performs the library behaviour that a step specializes, once the step has its inputs; does nothing for other steps. @throws
 * EvaluationError for invalid arguments
 */
export function performLibraryStep(step: AstNode, frame: BodyFrame, activity: Activity): void {
    const name = behaviourOf(step);
    if (name === undefined) {
        return;
    }
    const [changed, ...others] = PARAMETERS[name];
    const { layout, run } = frame;
    const valueOf = (parameter: string): Value => {
        const index = layout.byName.get(parameter);
        const value = index === undefined ? null : frame.read(index);
        return value instanceof Unset ? null : value;
    };
    const args = others.map(valueOf);
    const present = valueOf(changed);
    const index = layout.byName.get(changed);
    if (index !== undefined) {
        const after =
            name in GROUP_BEHAVIORS ? GROUP_BEHAVIORS[name](present, args, run).group : SEQUENCE_BEHAVIORS[name](present, args, run);
        activity.write(frame, index, conform(after, layout.slots[index], frame));
    }
}
