/**
 * The features that a behaviour may write, by its text: features that the behaviour, or a behaviour that it performs, assigns, declares or
 * passes values to. May contain too many features, never too few. Does not depend on values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { resolve } from '../../../language/semantics/names.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { typesOf } from '../../../language/semantics/specialization.js';
import { isUsage, lastSegment, segmentsOf } from '../../../language/semantics/structure.js';
import { scopeOf } from '../../../language/semantics/world.js';
import { visitAll } from '../../../language/syntax/index.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { isBehavior, isCalculation, memoize } from '../../evaluation/model/kinds.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { bodyTypesOf } from './members.js';
import { denotedFeature } from './targets.js';

/** The features that a behaviour may write. */
export interface Written {
    readonly features: ReadonlySet<AstNode>;
    /** names of features that are looked up when written: targets of outputs, ends of flows */
    readonly names: ReadonlySet<string>;
    /** names of assigned features, for reports */
    readonly assigned: ReadonlySet<string>;
    /** whether it may affect every other behaviour: it sends, terminates or waits for time */
    readonly isOpen: boolean;
}

interface Collected extends Written {
    readonly features: Set<AstNode>;
    readonly names: Set<string>;
    readonly assigned: Set<string>;
    isOpen: boolean;
}

const WRITTEN = Symbol('what may be written');

/** The features that performing an element may write, including inherited parts. */
export function mayWrite(element: AstNode): Written {
    return memoize(WRITTEN, element, e => collect([e]));
}

/** The features that performing any of several elements may write. */
export function mayWriteAny(elements: readonly AstNode[]): Written {
    return elements.length === 1 ? mayWrite(elements[0]) : collect(elements);
}

function collect(elements: readonly AstNode[]): Written {
    const found: Collected = { features: new Set(), names: new Set(), assigned: new Set(), isOpen: false };
    const bodies = new Set<AstNode>();
    const add = (element: AstNode): void => bodyTypesOf(element).forEach(type => bodies.add(type));
    elements.forEach(add);
    // Iterating a set visits elements that are added meanwhile: the performed behaviours.
    for (const body of bodies) {
        visitAll(body, node => {
            visit(node, found);
            performedBy(node).forEach(add);
        });
    }
    return found;
}

function visit(node: AstNode, found: Collected): void {
    const assigned = (feature: AstNode | undefined, name: string): void => {
        if (feature !== undefined) {
            found.features.add(feature);
        }
        found.names.add(name);
        found.assigned.add(name);
    };
    switch (node.$type) {
        case 'AssignmentActionUsage': {
            const { target } = node;
            if (target.$type === 'FeatureChainExpression') {
                const { feature } = target;
                assigned(resolve(feature), lastSegment(feature.text));
            } else if (target.$type === 'FeatureReferenceExpression') {
                assigned(targetOf(target), lastSegment(target.text));
            }
            return;
        }
        case 'SendActionUsage':
        case 'TerminateActionUsage':
        case 'TriggerExpression':
            found.isOpen = true;
            return;
        case 'FlowUsage':
            for (const end of node.ends) {
                segmentsOf(end.text).forEach(segment => found.names.add(segment.name));
            }
            return;
    }
    if (!isUsage(node)) {
        return;
    }
    const target = assignedFeatureOf(node);
    if (target !== undefined) {
        assigned(target, node.name!);
        return;
    }
    if (node.$containerProperty === 'payload' && node.name !== undefined) {
        assigned(node, node.name);
    }
    if (node.direction !== undefined || isBehavior(node)) {
        // Performing a step writes its parameters, which others read at the step.
        found.features.add(node);
    }
    if (node.direction === 'out' || node.direction === 'inout') {
        // Outputs go to features of the same names, or to the feature that their value names.
        assigned(node, nameOf(node) ?? '');
        const denoted = node.value === undefined ? undefined : denotedFeature(node.value.expression);
        if (denoted !== undefined) {
            found.names.add(denoted.name);
        }
    }
}

/** The behaviours that a step performs, and those that an expression calls. */
function performedBy(node: AstNode): readonly AstNode[] {
    if (node.$type === 'InvocationExpression') {
        const { target } = node;
        const called =
            target.$type === 'FeatureReferenceExpression'
                ? targetOf(target)
                : target.$type === 'FeatureChainExpression'
                  ? resolve(target.feature)
                  : undefined;
        return called !== undefined && isPerformed(called) ? [called] : [];
    }
    if (!isUsage(node)) {
        return [];
    }
    const { reference } = node;
    const referred = reference === undefined ? undefined : resolve(reference);
    return [...typesOf(node), ...(referred === undefined ? [] : [referred])].filter(isPerformed);
}

function isPerformed(element: AstNode): boolean {
    return !scopeOf(element).isLibrary && isBehavior(element) && !isCalculation(element);
}

/** Whether a feature of a frame is among those that may be written. */
export function isWritten(slot: Slot, { features, names }: Written): boolean {
    return slot.chain.some(f => features.has(f)) || slot.names.some(name => names.has(name));
}
