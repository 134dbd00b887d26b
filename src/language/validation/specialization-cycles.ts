/**
 * Types that specialize themselves, directly or indirectly (`specialization-cycle`). The standard allows such cycles: all types of a cycle
 * have the same instances (KerML 7.3.2.4), which is probably not what the author means.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { resolve } from '../semantics/names.js';
import { nameOf } from '../semantics/naming.js';
import { declaredGeneralsOf, declaredSpecializationsOf } from '../semantics/specialization.js';
import { documentOf } from '../semantics/text.js';
import { scopeOf } from '../semantics/world.js';
import { spanOf } from '../syntax/index.js';
import type { Check, CheckTable } from './check.js';

/** Maximum number of generals that the search for a cycle visits for each type, so that its time is linear in the length of a chain. */
const MOST_SEARCHED = 100;
/** Maximum number of types that a finding names. */
const MOST_NAMED = 6;

const specializesItself: Check<ast.Type> = (type, context) => {
    if (context.document.language === 'kerml') {
        return; // in KerML a cycle may express that types are equivalent
    }
    const way = wayBack(type);
    // report a cycle once, at its first type in the text
    if (way === undefined || way.some(other => isBefore(other, type))) {
        return;
    }
    const cause = declaredSpecializationsOf(type).find(node => resolve(node) === way[0]) ?? type;
    const names = [type, ...way].map(t => nameOf(t) ?? 'an unnamed type');
    const shown = names.length <= MOST_NAMED ? names : [...names.slice(0, MOST_NAMED - 2), '…', names[0]];
    const message =
        way.length === 1 ? `${names[0]} specializes itself` : `${shown.join(' specializes ')}: all of them have the same instances`;
    context.report('warning', 'specialization-cycle', message, cause);
};

/** The types on the path from a declared general of a type back to the type, both included; undefined if the type is in no cycle. */
function wayBack(type: AstNode): readonly AstNode[] | undefined {
    if (declaredSpecializationsOf(type).some(node => resolve(node) === type)) {
        return [type];
    }
    const special = new Map<AstNode, AstNode>();
    const searched = new Set([type]);
    for (const at of searched) {
        for (const general of scopeOf(at).isLibrary || searched.size > MOST_SEARCHED ? [] : declaredGeneralsOf(at)) {
            if (general === type) {
                const way = [type];
                for (let step: AstNode | undefined = at; step !== undefined && step !== type; step = special.get(step)) {
                    way.unshift(step);
                }
                return way;
            }
            if (!searched.has(general)) {
                special.set(general, at);
                searched.add(general);
            }
        }
    }
    return undefined;
}

const isBefore = (a: AstNode, b: AstNode): boolean => documentOf(a) === documentOf(b) && spanOf(a).offset < spanOf(b).offset;

export const specializationCycleChecks: CheckTable = { Definition: [specializesItself], Usage: [specializesItself] };
