/**
 * Parts that exported graphs of actions and machines share: spans, expressions, features and footprints (contract views 3.2 to 3.5). Keys
 * follow the order of the contract's tables; empty and absent values are left out.
 */
import { utf8Length } from '#host';
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { isUsage, lastSegment, ownedMembersOf, type NameNode, isStatementType } from '../../../language/semantics/structure.js';
import { documentOf, textOf } from '../../../language/semantics/text.js';
import { typesOf } from '../../../language/semantics/specialization.js';
import { sendParametersOf } from '../../../language/semantics/sends.js';
import { forEachChild, spanOf } from '../../../language/syntax/index.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { isAttribute, memoize } from '../../evaluation/model/kinds.js';
import { layoutOf } from '../../evaluation/model/layout.js';
import { boundsOf } from '../../evaluation/model/slot-bounds.js';
import { acceptedTypeOf } from '../simulation/bus.js';
import { triggerOf } from '../actions/communication.js';
import { bodyMembersOf, bodyTypesOf, isStep, statesFlow } from '../simulation/members.js';

/** A JSON object of the export; the order of its keys is significant. */
export type Form = { [key: string]: unknown };

/**
 * Removes undefined values, empty texts, false and empty lists.
 * @param kept keys that are kept in any case
 */
export function compact(form: Form, kept: readonly string[] = []): Form {
    return Object.fromEntries(
        Object.entries(form).filter(
            ([key, value]) =>
                kept.includes(key) ||
                (value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0))
        )
    );
}

const BYTES = Symbol('whether characters are bytes');

/** The span of a node: its document, with offset and length in bytes of UTF-8. */
export function spanForm(node: AstNode): Form {
    const { name, text, root } = documentOf(node);
    const { offset, end } = spanOf(node);
    const isAscii = memoize(BYTES, root, () => ({ value: utf8Length(text) === text.length })).value;
    const bytes = (from: number, to: number): number => (isAscii ? to - from : utf8Length(text.slice(from, to)));
    return { document: name, offset: bytes(0, offset), len: bytes(offset, end) };
}

export function expressionForm(node: AstNode): Form {
    return { text: textOf(node), span: spanForm(node) };
}

export const optional = (node: AstNode | undefined): Form | undefined => (node === undefined ? undefined : expressionForm(node));

function typeNames(feature: ast.Usage): string[] {
    const written = feature.relationships.filter(r => r.$type === 'FeatureTyping').map(r => lastSegment(r.text));
    return written.length > 0
        ? written
        : feature.value === undefined
          ? typesOf(feature)
                .map(t => nameOf(t) ?? '')
                .filter(n => n !== '')
                .slice(0, 1)
          : [];
}

/**
 * Parameters of an action or step as `{name, direction, …}`.
 * @param members the members of its body to list
 */
export function parameterForms(behaviour: AstNode, members = bodyMembersOf(behaviour)): Form[] {
    return members
        .filter((m): m is ast.Usage => isUsage(m) && (m.direction !== undefined || m.membership === 'return'))
        .map(m => {
            const layout = layoutOf(behaviour);
            const index = layout.indexOf.get(m);
            return compact({
                name: nameOf(m),
                direction: m.direction ?? 'out',
                result: m.membership === 'return',
                optional: index !== undefined && boundsOf(layout.slots[index]).lower === 0,
                types: typeNames(m),
                unit: unitText(m.value?.expression),
                value: optional(m.value?.expression),
                span: spanForm(m)
            });
        });
}

/** The unit of a value as written: `kg` of `5 [kg]`. */
function unitText(value: AstNode | undefined): string | undefined {
    return value?.$type === 'BracketExpression' ? value.index.map(textOf).join(', ') : undefined;
}

/** Attributes of a body as `{name, types, value, span}`. */
export function attributeForms(members: readonly AstNode[]): Form[] {
    return members
        .filter(
            (m): m is ast.Usage =>
                isUsage(m) &&
                m.direction === undefined &&
                isAttribute(m) &&
                m.membership === undefined &&
                assignedFeatureOf(m) === undefined
        )
        .map(m => compact({ name: nameOf(m), types: typeNames(m), value: optional(m.value?.expression), span: spanForm(m) }));
}

/** Connectors of a body, over which sends through ports are routed. */
export function connectionForms(behaviour: AstNode): Form[] {
    return bodyMembersOf(behaviour)
        .filter(
            (m): m is ast.ConnectorUsage => m.$type === 'ConnectorUsage' && ['connect', 'connection', 'interface'].includes(m.kind ?? '')
        )
        .map(m => compact({ name: nameOf(m), ends: m.ends.map(e => e.text), decl: spanForm(m) }));
}

export function bindingForms(behaviour: AstNode): Form[] {
    return bodyMembersOf(behaviour)
        .filter((m): m is ast.ConnectorUsage => m.$type === 'ConnectorUsage' && ['bind', 'binding'].includes(m.kind ?? ''))
        .map(m => compact({ source: m.ends[0]?.text, target: m.ends[1]?.text, decl: spanForm(m) }));
}

/** The action that a step or behaviour refers to or is typed by; empty for none. */
export function performedBy(usage: AstNode): readonly AstNode[] {
    const types = bodyTypesOf(usage);
    return types.filter(t => t !== usage).slice(-1);
}

/** An accept as `{param, signalType, viaPort, viaSelf, trigger}`. */
export function acceptForm(accept: ast.AcceptActionUsage): Form {
    const trigger = triggerOf(accept);
    const port = accept.receiver === undefined ? undefined : textOf(accept.receiver);
    return compact({
        param: accept.payload?.name,
        signalType: trigger === undefined ? acceptedTypeOf(accept).name : undefined,
        viaPort: port,
        viaSelf: port?.startsWith('this.') === true,
        trigger: trigger === undefined ? undefined : { kind: trigger.kind, value: expressionForm(trigger.argument) }
    });
}

// --- Footprints -------------------------------------------------------------------------------------------------------

interface Footprint {
    readonly reads: Map<string, string>;
    readonly writes: Map<string, string>;
    readonly sends: Set<string>;
    readonly accepts: Set<string>;
    dynamic: boolean;
}

/** The footprint of a step: features read and written, messages sent and accepted. */
export function footprintForm(members: readonly AstNode[], control: readonly number[]): Form {
    const found: Footprint = { reads: new Map(), writes: new Map(), sends: new Set(), accepts: new Set(), dynamic: false };
    for (const member of members) {
        visit(member, found, new Set());
    }
    const places = (map: ReadonlyMap<string, string>): Form[] => [...map].map(([symbol, name]) => ({ symbol, name }));
    const channels = (set: ReadonlySet<string>): Form[] => [...set].map(name => ({ name }));
    return compact({
        reads: places(found.reads),
        writes: places(found.writes),
        sends: channels(found.sends),
        accepts: channels(found.accepts),
        control: [...control],
        dynamic: found.dynamic
    });
}

function place(map: Map<string, string>, node: NameNode, found: Footprint): void {
    const target = targetOf(node);
    if (target === undefined) {
        found.dynamic = true;
        return;
    }
    // A feature without a qualified name is local to a loop or branch and invisible to other steps.
    const symbol = qualifiedNameOf(target);
    if (symbol !== undefined && !map.has(symbol)) {
        map.set(symbol, node.text);
    }
}

function visit(node: AstNode, found: Footprint, seen: Set<AstNode>): void {
    if (seen.has(node)) {
        return;
    }
    seen.add(node);
    switch (node.$type) {
        case 'AssignmentActionUsage': {
            const { target, assigned } = node;
            visit(assigned, found, seen);
            if (target.$type === 'FeatureReferenceExpression') {
                place(found.writes, target, found);
            } else {
                found.dynamic = true;
            }
            return;
        }
        case 'FeatureReferenceExpression': {
            const target = targetOf(node);
            if (target === undefined || isUsage(target)) {
                place(found.reads, node, found);
            }
            return;
        }
        case 'SendActionUsage':
            found.sends.add(textOf(sendParametersOf(node).payload ?? node));
            break;
        case 'AcceptActionUsage':
            found.accepts.add(acceptedTypeOf(node).name || 'time');
            break;
        case 'InvocationExpression':
            found.dynamic = true;
            break;
    }
    if (isUsage(node)) {
        const assigned = assignedFeatureOf(node);
        if (assigned !== undefined) {
            found.writes.set(qualifiedNameOf(assigned) ?? '', node.name!);
        } else if (isStep(node) && !isStatementType(node)) {
            for (const performed of bodyTypesOf(node).filter(t => t !== node)) {
                found.dynamic ||= statesFlow(performed);
                ownedMembersOf(performed).forEach(m => visit(m, found, seen));
            }
        }
    }
    forEachChild(node, child => visit(child, found, seen));
}
