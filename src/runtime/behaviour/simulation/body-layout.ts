/**
 * The layout of a performance: the features of the performed behaviour, the payloads that its accepts bind, and the run's clock, which
 * replaces every clock of the library. Does not depend on values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isUsage } from '../../../language/semantics/structure.js';
import { libraryElement, scopeOf } from '../../../language/semantics/world.js';
import { memoize } from '../../evaluation/model/kinds.js';
import { type Layout, layoutOf } from '../../evaluation/model/layout.js';
import { bodyMembersOf } from './members.js';

const BODY_LAYOUT = Symbol('layout of a performance');

/** The layout of a performance: the features of the performed behaviour and the payloads that its accepts bind. */
export function bodyLayoutOf(node: AstNode): Layout {
    return memoize(BODY_LAYOUT, node, n =>
        extended(
            layoutOf(n),
            n,
            [
                ...bodyMembersOf(n)
                    .filter(m => m.$type === 'AcceptActionUsage')
                    .map(m => m.payload),
                ...(n.$type === 'TransitionUsage' ? boundBy(n.trigger?.payload) : [])
            ].filter(p => p !== undefined && (p.name !== undefined || p.relationships.some(r => r.$type === 'Redefinition')))
        )
    );
}

/** The features that a trigger binds: the arguments of a call, else the payload. */
function boundBy(payload: ast.Usage | undefined): readonly (ast.Usage | undefined)[] {
    return payload?.$type === 'CallTrigger' ? (payload.members as ast.Usage[]) : [payload];
}

/** Feature indices by element; every clock of the library maps to the run's clock. */
class FeatureIndex extends Map<AstNode, number> {
    constructor(
        base: ReadonlyMap<AstNode, number>,
        private readonly clock: number
    ) {
        super(base);
    }

    override get(feature: AstNode): number | undefined {
        return super.get(feature) ?? (isClock(feature) ? this.clock : undefined);
    }

    override has(feature: AstNode): boolean {
        return super.has(feature) || isClock(feature);
    }
}

function isClock(feature: AstNode): boolean {
    return nameOf(feature) === 'localClock' && scopeOf(feature).isLibrary;
}

const CLOCK = 'Occurrences::Occurrence::localClock';

/** A layout with additional features and the clock. */
function extended(base: Layout, node: AstNode, extra: readonly (ast.Usage | undefined)[]): Layout {
    const slots = [...base.slots];
    const indexOf = new Map(base.indexOf);
    const byName = new Map(base.byName);
    const add = (feature: ast.Usage, name: string | undefined): void => {
        const index = slots.length;
        slots.push({ index, feature, chain: [feature], names: name === undefined ? [] : [name], isModelled: true });
        indexOf.set(feature, index);
        if (name !== undefined && !byName.has(name)) {
            byName.set(name, index);
        }
    };
    const bound = new Map<string, number>();
    for (const feature of extra) {
        if (indexOf.has(feature!)) {
            continue;
        }
        // several accepts of one body may name their payloads alike: the shared slot has the payload accepted last
        const name = nameOf(feature!);
        const index = name === undefined ? undefined : bound.get(name);
        if (index !== undefined) {
            indexOf.set(feature!, index);
            continue;
        }
        if (name !== undefined) {
            bound.set(name, slots.length);
        }
        add(feature!, name);
    }
    const clock = libraryElement(node, CLOCK);
    if (clock === undefined || !isUsage(clock)) {
        return { ...base, slots, indexOf, byName };
    }
    add(clock, 'localClock');
    return { ...base, slots, indexOf: new FeatureIndex(indexOf, slots.length - 1), byName };
}
