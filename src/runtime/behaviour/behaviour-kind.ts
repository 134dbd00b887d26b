/** The kind of behaviour that a request names its subject as. States are actions in the metamodel; requests keep the two apart. */
import type { AstNode } from '../../language/generated/tree.js';
import { isAction, isMachine } from '../evaluation/model/kinds.js';

export type BehaviourKind = 'action' | 'machine';

const KINDS: Readonly<Record<BehaviourKind, { readonly accepts: (node: AstNode) => boolean; readonly text: string }>> = {
    action: { accepts: isAction, text: 'an action' },
    machine: { accepts: isMachine, text: 'a state machine' }
};

/** The error of a request that names an element of another kind (contract: behaviour 1.2, rule 3). @param id the name in the request */
export function kindFault(node: AstNode, id: string, kind: BehaviourKind): string | undefined {
    return KINDS[kind].accepts(node) ? undefined : `${id} is not ${KINDS[kind].text}`;
}
