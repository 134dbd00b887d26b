/**
 * What the kinds of actions have at the places of their owned input parameters (SysML 8.3.17: the constraints `derive…` of payloadArgument,
 * senderArgument and the like, the operations `inputParameter` and `argument`). Knows names of the metamodel only.
 */

import type { MetaclassName } from './facts.js';

/** A place among the parameters of an action: the property that names what stands there. */
export interface ParameterPlace {
    readonly property: string;
    /** what kind the parameter is that the property names; undefined where it names the value of the parameter */
    readonly kind?: MetaclassName;
}

/** By metaclass. */
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
