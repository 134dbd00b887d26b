/** Which tool performs an annotated action or calculation, and which variables of the tool its parameters are. Knows no values. */
import type { AstNode } from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { declaredGeneralsOf } from '../../../language/semantics/specialization.js';
import { isUsage, ownedMembersOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { memoize } from './kinds.js';
import type { Slot } from './layout.js';

/** What the annotation of an action or calculation states. */
export interface ToolExecution {
    readonly toolName: string;
    readonly uri: string;
}

const EXECUTION = Symbol('tool execution');

/** The tool that performs an action or calculation, by an annotation of it or of what it specializes. */
export function toolExecutionOf(performed: AstNode): ToolExecution | undefined {
    return memoize<{ readonly execution: ToolExecution | undefined }>(EXECUTION, performed, node => ({
        execution: typesOf(node)
            .flatMap(ownedMembersOf)
            .map(member => annotation(member, 'AnalysisTooling::ToolExecution'))
            .find(a => a !== undefined)
    })).execution;
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

/** The texts that an annotation states. */
function annotation(member: AstNode, type: string): (ToolExecution & { readonly name: string }) | undefined {
    if (member.$type !== 'MetadataUsage') {
        return undefined;
    }
    const { typing, members } = member;
    const definition = resolve(typing);
    if (definition === undefined || qualifiedNameOf(definition) !== type) {
        return undefined;
    }
    const stated = members.map(m => {
        const expression = isUsage(m) ? m.value?.expression : undefined;
        return [nameOf(m) ?? '', expression?.$type === 'LiteralString' ? expression.value : ''] as const;
    });
    return { toolName: '', uri: '', name: '', ...Object.fromEntries(stated) };
}

const VARIABLE = Symbol('tool variable');

/** The variable of the tool that a parameter is; undefined for one that takes no part. */
export function variableOf(slot: Slot): string | undefined {
    return memoize(VARIABLE, slot.feature, () => ({
        name: slot.chain
            .flatMap(ownedMembersOf)
            .map(member => annotation(member, 'AnalysisTooling::ToolVariable')?.name)
            .find(name => name !== undefined && name !== '')
    })).name;
}
