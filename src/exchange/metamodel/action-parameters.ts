/**
 * The properties that refer to the owned input parameters of each kind of action, in the order of the parameters (SysML 8.3.17: the
 * operations `inputParameter` and `argument`, and constraints such as `deriveSendActionUsagePayloadArgument`). Depends on names of the
 * metamodel only.
 */

import type { MetaclassName } from './facts.js';

/** The property that refers to the parameter at a position, or to its value. */
export interface ParameterPlace {
    readonly property: string;
    /** the metaclass of the parameter to which the property refers; undefined if the property refers to the parameter's value */
    readonly kind?: MetaclassName;
}

export const ACTION_PARAMETERS: Readonly<Record<string, readonly ParameterPlace[]>> = {
    AcceptActionUsage: [{ property: 'payloadParameter', kind: 'ReferenceUsage' }, { property: 'receiverArgument' }],
    SendActionUsage: [{ property: 'payloadArgument' }, { property: 'senderArgument' }, { property: 'receiverArgument' }],
    AssignmentActionUsage: [{ property: 'targetArgument' }, { property: 'valueExpression' }],
    TerminateActionUsage: [{ property: 'terminatedOccurrenceArgument' }],
    IfActionUsage: [
        { property: 'ifArgument', kind: 'Expression' },
        { property: 'thenAction', kind: 'ActionUsage' },
        { property: 'elseAction', kind: 'ActionUsage' }
    ],
    WhileLoopActionUsage: [
        { property: 'whileArgument', kind: 'Expression' },
        { property: 'bodyAction', kind: 'ActionUsage' },
        { property: 'untilArgument', kind: 'Expression' }
    ],
    ForLoopActionUsage: [{ property: 'seqArgument' }, { property: 'bodyAction', kind: 'ActionUsage' }]
};
