/** The possible performers of a behaviour: the parts of a model whose type owns it, as paths for a run. */
import type { AstNode } from '../../language/generated/tree.js';
import { layoutOf, natureOf, type Slot, isManyValued } from '../../runtime/evaluation/index.js';
import { qualifiedNameOf } from '../../language/semantics/naming.js';
import { supertypesOf } from '../../language/semantics/specialization.js';
import { isPackage, isUsage, ownedMembersOf, owningTypeOf } from '../../language/semantics/structure.js';
import { documentOf } from '../../language/semantics/text.js';
import { type ElementParams, type CustomRequest, elementOfParams, type Session } from './request.js';

/** Maximum numbers: of levels to search, of parts to visit, of paths to answer. */
const MOST_LEVELS = 6;
const MOST_PARTS = 5000;
const MOST_PATHS = 20;

interface Reached {
    readonly part: AstNode;
    readonly path: string;
    /** types of the parts around it */
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
    const owner = owningTypeOf(element);
    const roots = session.models.modelOf(documentOf(element)).documents.map(d => d.root);
    return { performers: owner === undefined ? [] : performersOf(roots, owner) };
}

export const performerRequests: readonly CustomRequest[] = [{ method: 'sysml/performers', capability: 'sysmlDebug', answer: performers }];
