/**
 * Types that specialize themselves, through others or at once (`specialization-cycle`). The standard allows it: all types of a cycle have
 * the same instances (KerML 7.3.2.4). Where one is meant to be more special than the other, the declaration says something else.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { resolve } from '../semantics/names.js';
import { nameOf } from '../semantics/naming.js';
import { conformsTo, declaredGeneralsOf, declaredSpecializationsOf } from '../semantics/specialization.js';
import { documentOf } from '../semantics/text.js';
import { spanOf } from '../syntax/index.js';
import type { Check, CheckTable } from './check.js';

const specializesItself: Check<ast.Type> = (type, context) => {
    if (context.document.language === 'kerml') {
        return; // there a cycle is the way to say that types are equivalent
    }
    const cause = declaredSpecializationsOf(type).find(node => {
        const general = resolve(node);
        return general !== undefined && (general === type || conformsTo(general, type));
    });
    const general = cause === undefined ? undefined : resolve(cause);
    const way = general === undefined ? undefined : wayTo(type, general);
    // a cycle is reported once, at the first of its types in the text
    if (cause === undefined || way === undefined || way.some(other => isBefore(other, type))) {
        return;
    }
    const names = [type, ...way].map(t => nameOf(t) ?? 'an unnamed type');
    const message =
        way.length === 1 ? `${names[0]} specializes itself` : `${names.join(' specializes ')}: all of them have the same instances`;
    context.report('warning', 'specialization-cycle', message, cause);
};

/** The types from a general to a type along declared specializations, both included; undefined where only implied ones lead there. */
function wayTo(type: AstNode, general: AstNode): readonly AstNode[] | undefined {
    const ways = new Map<AstNode, readonly AstNode[]>([[general, [general]]]);
    for (const [at, way] of ways) {
        if (at === type) {
            return way;
        }
        declaredGeneralsOf(at)
            .filter(g => !ways.has(g))
            .forEach(g => ways.set(g, [...way, g]));
    }
    return undefined;
}

const isBefore = (a: AstNode, b: AstNode): boolean => documentOf(a) === documentOf(b) && spanOf(a).offset < spanOf(b).offset;

export const specializationCycleChecks: CheckTable = { Definition: [specializesItself], Usage: [specializesItself] };
