/** The tool that performs an annotated action or calculation, and the tool's variables for its parameters. Does not depend on values. */
import type { AstNode } from '../../../language/generated/tree.js';
import { type Annotation, metadataOf, metadataTypeOf } from '../../../language/semantics/annotations.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { conformsToLibrary, declaredGeneralsOf } from '../../../language/semantics/specialization.js';
import { isUsage, ownedMembersOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { memoize } from './kinds.js';
import type { Slot } from './layout.js';

/** The texts of a tool annotation as expressions; undefined for a missing one. */
export interface ToolExecution {
    readonly toolName: AstNode | undefined;
    readonly uri: AstNode | undefined;
}

const EXECUTION = Symbol('tool execution');

/** The tool that performs an action or calculation, by its annotation or that of a general. */
export function toolExecutionOf(performed: AstNode): ToolExecution | undefined {
    return memoize<{ readonly execution: ToolExecution | undefined }>(EXECUTION, performed, node => {
        const annotation = typesOf(node).flatMap(metadataOf).find(isTypedBy('AnalysisTooling::ToolExecution'));
        return { execution: annotation && { toolName: valueOf(annotation, 'toolName'), uri: valueOf(annotation, 'uri') } };
    }).execution;
}

/** An element and its generals, nearest first. */
function typesOf(node: AstNode): AstNode[] {
    const found = [node];
    for (const type of found) {
        for (const general of declaredGeneralsOf(type)) {
            if (!found.includes(general) && !scopeOf(general).isLibrary) {
                found.push(general);
            }
        }
    }
    return found;
}

const isTypedBy =
    (definition: string) =>
    (annotation: Annotation): boolean => {
        const type = metadataTypeOf(annotation);
        return type !== undefined && conformsToLibrary(type, definition);
    };

/** The value of an attribute in an annotation, else in its metadata definition or a general of that. */
function valueOf(annotation: Annotation, attribute: string): AstNode | undefined {
    const type = metadataTypeOf(annotation);
    return [annotation, ...(type === undefined ? [] : typesOf(type))]
        .flatMap(ownedMembersOf)
        .map(member => (nameOf(member) === attribute && isUsage(member) ? member.value?.expression : undefined))
        .find(expression => expression !== undefined);
}

const VARIABLE = Symbol('tool variable');

/** The expression of the tool variable's name for a parameter; undefined for a parameter without one. */
export function variableOf(slot: Slot): AstNode | undefined {
    return memoize<{ readonly name: AstNode | undefined }>(VARIABLE, slot.feature, () => ({
        name: slot.chain
            .flatMap(metadataOf)
            .filter(isTypedBy('AnalysisTooling::ToolVariable'))
            .map(annotation => valueOf(annotation, 'name'))
            .find(name => name !== undefined)
    })).name;
}
