/** Writes placeholders: actions that keep the position and the pins of an action without v2 equivalent (contract: migration 7.2). */
import { withArticle } from '../../../language/semantics/metaclass.js';
import type { Declaration } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';
import { optionalOutputs } from './outputs.js';

export type NodeWriter = (node: UmlElement, declaration: Declaration, mapping: Mapping) => void;

export const placeholder: NodeWriter = (node, declaration, mapping) => {
    mapping.approximated(node, `${withArticle(node.metaclass)} is written as an action that keeps its place and its pins`);
    optionalOutputs(node, mapping, declaration);
};

/** Writes a placeholder for an action that is unmapped. A comment states the reason. */
export function refuse(node: UmlElement, declaration: Declaration, reason: string, mapping: Mapping): void {
    optionalOutputs(node, mapping, declaration);
    mapping.unmapped(node, `${reason}: an action keeps its place`);
}

export const refused =
    (reason: string): NodeWriter =>
    (node, declaration, mapping) =>
        refuse(node, declaration, reason, mapping);
