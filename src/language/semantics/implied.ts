// TEMPORARY placeholder by the lead so that the resolver compiles; helper E replaces this file.
import type { AstNode } from 'langium';
export interface ImpliedRelationship { constraint: string; kind: 'subclassification' | 'subsetting' | 'redefinition' | 'typing'; target: string | AstNode }
export interface SemanticQuery { placeholder?: boolean }
export function impliedRelationships(node: AstNode, _query: SemanticQuery): readonly ImpliedRelationship[] {
    const k = (node as { kind?: string }).kind;
    const T: Record<string, [string, string]> = { part: ['Parts::Part', 'Parts::parts'], item: ['Items::Item', 'Items::items'], action: ['Actions::Action', 'Actions::actions'], state: ['States::StateAction', 'States::stateActions'], port: ['Ports::Port', 'Ports::ports'], attribute: ['Base::DataValue', 'Base::dataValues'] };
    if (k !== undefined && k in T) return [{ constraint: '', kind: 'subsetting', target: T[k][node.$type === 'Definition' ? 0 : 1] }];
    return [{ constraint: '', kind: 'subsetting', target: node.$type === 'Definition' ? 'Base::Anything' : 'Base::things' }];
}
