/** Which tool performs an annotated action or calculation, and which variables of the tool its parameters are. Knows no values. */
import type { AstNode } from '../../../language/generated/tree.js';
import { type Annotation, metadataOf, metadataTypeOf } from '../../../language/semantics/annotations.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { conformsToLibrary, declaredGeneralsOf } from '../../../language/semantics/specialization.js';
import { isUsage, ownedMembersOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { memoize } from './kinds.js';
import type { Slot } from './layout.js';

/** What the annotation of an action or calculation states: the expressions of its texts, undefined for one that it does not give. */
export interface ToolExecution {
    readonly toolName: AstNode | undefined;
    readonly uri: AstNode | undefined;
}

const EXECUTION = Symbol('tool execution');

/** The tool that performs an action or calculation, by an annotation of it or of what it specializes. */
export function toolExecutionOf(performed: AstNode): ToolExecution | undefined {
    return memoize<{ readonly execution: ToolExecution | undefined }>(EXECUTION, performed, node => {
        const annotation = typesOf(node).flatMap(metadataOf).find(isTypedBy('AnalysisTooling::ToolExecution'));
        return { execution: annotation && { toolName: statedBy(annotation, 'toolName'), uri: statedBy(annotation, 'uri') } };
    }).execution;
}

/** An element and what it specializes, nearest first. */
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

/** The value that an annotation gives an attribute, else the one that its metadata definition or what that specializes gives. */
function statedBy(annotation: Annotation, attribute: string): AstNode | undefined {
    const type = metadataTypeOf(annotation);
    return [annotation, ...(type === undefined ? [] : typesOf(type))]
        .flatMap(ownedMembersOf)
        .map(member => (nameOf(member) === attribute && isUsage(member) ? member.value?.expression : undefined))
        .find(expression => expression !== undefined);
}

const VARIABLE = Symbol('tool variable');

/** The expression of the name of the tool's variable that a parameter is; undefined for a parameter that takes no part. */
export function variableOf(slot: Slot): AstNode | undefined {
    return memoize<{ readonly name: AstNode | undefined }>(VARIABLE, slot.feature, () => ({
        name: slot.chain
            .flatMap(metadataOf)
            .filter(isTypedBy('AnalysisTooling::ToolVariable'))
            .map(annotation => statedBy(annotation, 'name'))
            .find(name => name !== undefined)
    })).name;
}
