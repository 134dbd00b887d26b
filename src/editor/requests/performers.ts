/** The possible performers of a behaviour: the parts of a model whose type owns it, as paths for a run. */
import type { AstNode } from '../../language/generated/tree.js';
import { AdapterError } from '../../debugger/index.js';
import { resolve } from '../../language/semantics/names.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { supertypesOf } from '../../language/semantics/specialization.js';
import { isPackage, isUsage, ownedMembersOf, ownerOf, owningTypeOf } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import { spanOf, visitAll } from '../../language/syntax/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import { evaluate, isBehavior, isManyValued, layoutOf, natureOf, type Slot } from '../../runtime/evaluation/index.js';
import { quoted, Undetermined } from '../../runtime/values/index.js';
import { startRun } from '../../runtime/behaviour/index.js';
import { type CustomRequest, type ElementParams, elementOfParams, limits, type Session } from './request.js';

/** Maximum numbers: of levels to search, of parts to visit, of paths to answer. */
const MOST_LEVELS = 6;
const MOST_PARTS = 5000;
const MOST_PATHS = 20;
/** Maximum number of performers that a message names. */
const MOST_NAMED = 5;

interface Reached {
    readonly part: AstNode;
    readonly path: string;
    /** types of the parts that contain it */
    readonly above: readonly AstNode[];
}

/** Paths of parts in packages and of the parts in them, the shortest first; the type itself comes last. */
function performersOf(roots: readonly AstNode[], owner: AstNode): string[] {
    const found: string[] = [];
    let level: readonly Reached[] = roots.flatMap(partsOfPackage).map(part => ({ part, path: qualifiedNameOf(part) ?? '', above: [] }));
    let seen = 0;
    for (let depth = 0; depth < MOST_LEVELS && level.length > 0 && seen < MOST_PARTS; depth++) {
        seen += level.length;
        found.push(...level.filter(({ part }) => supertypesOf(part).has(owner)).map(({ path }) => path));
        level = level.flatMap(({ part, path, above }) => {
            const { type, slots } = layoutOf(part);
            // a part that contains one of its own type is searched only once
            return above.includes(type)
                ? []
                : slots.filter(isPart).map(slot => ({ part: slot.feature, path: `${path}.${stepOf(slot)}`, above: [...above, type] }));
        });
    }
    const type = qualifiedNameOf(owner);
    return [...found.slice(0, MOST_PATHS), ...(type === undefined || found.includes(type) ? [] : [type])];
}

/** The paths of the possible performers of a behaviour, the shortest first; none where no type owns it. */
function possiblePerformers(model: Model, behaviour: AstNode): readonly string[] {
    const owner = owningTypeOf(behaviour);
    return owner === undefined
        ? []
        : performersOf(
              model.documents.map(d => d.root),
              owner
          );
}

/**
 * Checks that a behaviour can run without a stated performer: a new object of the type that owns it then performs it.
 *
 * @param given names of the features that get a value from the inputs of the run
 * @throws AdapterError if the behaviour reads a feature of that type that has no value in a new object; the message names possible
 *   performers
 */
export function checkPerformed(model: Model, behaviour: AstNode, given: ReadonlySet<string>): void {
    const owner = owningTypeOf(behaviour);
    const ownerId = owner === undefined ? undefined : qualifiedNameOf(owner);
    if (owner === undefined || ownerId === undefined || isBehavior(owner)) {
        return;
    }
    const isOwned = (feature: AstNode): boolean => ownerOf(feature) === owner || supertypesOf(owner).has(ownerOf(feature)!);
    // offsets of the first read and of the end of the first assignment
    const [read, written] = [new Map<AstNode, number>(), new Map<AstNode, number>()];
    visitAll(behaviour, node => {
        if (node.$type === 'FeatureReferenceExpression') {
            const feature = resolve(node);
            const { $container: around } = node;
            const isTarget = around?.$type === 'AssignmentActionUsage' && around.target === node;
            if (feature !== undefined && isOwned(feature)) {
                const [first, offset] = isTarget ? ([written, spanOf(around).end] as const) : ([read, spanOf(node).offset] as const);
                first.set(feature, first.get(feature) ?? offset);
            }
        }
    });
    const needed = [...read].filter(([f, at]) => at < (written.get(f) ?? Infinity)).flatMap(([f]) => nameOf(f) ?? []);
    const missing = needed.find(name => {
        if (given.has(name)) {
            return false;
        }
        const { result } = evaluate(startRun(model, limits()), { expression: quoted(name), contextId: ownerId });
        return result === undefined || result instanceof Undetermined;
    });
    if (missing !== undefined) {
        const ways = possiblePerformers(model, behaviour).filter(path => path !== ownerId);
        const named = ways.length === 0 ? '' : `: ${ways.slice(0, MOST_NAMED).join(', ')}${ways.length > MOST_NAMED ? ' …' : ''}`;
        throw new AdapterError(
            `${qualifiedNameOf(behaviour) ?? 'the behavior'} reads ${missing} of the ${ownerId} that performs it, and a new one has no value ` +
                `for it: name the performer ("performer")${named}`
        );
    }
}

function partsOfPackage(namespace: AstNode): AstNode[] {
    return ownedMembersOf(namespace).flatMap(member => {
        if (isPackage(member)) {
            return partsOfPackage(member);
        }
        return isUsage(member) && PARTS.has(member.kind ?? '') && qualifiedNameOf(member) !== undefined ? [member] : [];
    });
}

const PARTS = new Set(['part', 'item', 'occurrence']);
const isPart = (slot: Slot): boolean =>
    slot.isModelled && slot.names.length > 0 && PARTS.has(slot.feature.kind ?? '') && natureOf(slot) === 'object';
const stepOf = (slot: Slot): string => (isManyValued(slot) ? `${slot.names[0]}[1]` : slot.names[0]);

function performers(session: Session, params: ElementParams): object {
    const element = elementOfParams(session, params);
    return { performers: possiblePerformers(session.models.modelOf(documentOf(element)), element) };
}

export const performerRequests: readonly CustomRequest[] = [{ method: 'sysml/performers', capability: 'sysmlDebug', answer: performers }];
