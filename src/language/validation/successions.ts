/**
 * The successions of a body of actions or states in any notation (SysML 8.2.2.17, 8.2.2.18): the source and target of each, and the
 * multiplicities at its ends. Does not check constraints.
 */
import type { AstNode } from '../generated/tree.js';
import type * as ast from '../generated/tree.js';
import { isNamedSuccession } from '../semantics/implicit-names.js';
import { isMetaclass } from '../semantics/metaclass.js';
import { multiplicitiesBesideThen } from '../semantics/multiplicity.js';
import { resolve, resolveEachSegment } from '../semantics/names.js';
import { Fact, isUsage, type NameNode, ownedMembersOf } from '../semantics/structure.js';
import { leavesOwner } from './bodies.js';

/** One succession; `node` is where it is written. */
export interface StatedSuccession {
    readonly node: AstNode;
    readonly source: AstNode | undefined;
    readonly target: AstNode | undefined;
    /** The names of the two, where they are written. */
    readonly sourceName?: NameNode;
    readonly targetName?: NameNode;
    readonly sourceMultiplicity: ast.MultiplicityRange | undefined;
    readonly targetMultiplicity: ast.MultiplicityRange | undefined;
}

const SUCCESSIONS = new Fact<readonly StatedSuccession[]>('successions');
const SOURCES = new Fact<AstNode>('source');

/** The successions of a body, transitions included, in the order of the text. */
export function successionsOf(body: AstNode): readonly StatedSuccession[] {
    const known = SUCCESSIONS.of(body);
    if (known !== undefined) {
        return known;
    }
    const found: StatedSuccession[] = [];
    let preceding: AstNode | undefined;
    for (const member of ownedMembersOf(body)) {
        const succession = successionOf(member, preceding);
        if (succession !== undefined) {
            found.push(succession);
            if (succession.source !== undefined) {
                SOURCES.set(member, succession.source);
            }
        }
        if (member.$type === 'InitialNode') {
            preceding = resolve(member);
        } else if (isUsage(member) && isStep(member)) {
            preceding = member;
        }
    }
    SUCCESSIONS.set(body, found);
    return found;
}

/** Whether a succession has an end within another feature of its body: `first a.b then c;`. */
export function isNested(name: NameNode | undefined): boolean {
    return name?.text.includes('.') === true;
}

/** Whether two ends of successions are the same feature of the same features. */
export function areSameEnds(a: NameNode, b: NameNode): boolean {
    const [steps, others] = [resolveEachSegment(a), resolveEachSegment(b)];
    return steps.length === others.length && steps.every((step, i) => step !== undefined && step === others[i]);
}

/** The successions of a body with a feature as their target, and those with it as their source. */
export interface SuccessionsAt {
    readonly incoming: readonly StatedSuccession[];
    readonly outgoing: readonly StatedSuccession[];
}

const AT = new Fact<ReadonlyMap<AstNode, SuccessionsAt>>('successions at features');

export function successionsAt(body: AstNode, feature: AstNode): SuccessionsAt {
    let index = AT.of(body);
    if (index === undefined) {
        const made = new Map<AstNode, { incoming: StatedSuccession[]; outgoing: StatedSuccession[] }>();
        const at = (end: AstNode): { incoming: StatedSuccession[]; outgoing: StatedSuccession[] } => {
            const known = made.get(end) ?? { incoming: [], outgoing: [] };
            made.set(end, known);
            return known;
        };
        for (const succession of successionsOf(body)) {
            if (succession.target !== undefined && !isNested(succession.targetName)) {
                at(succession.target).incoming.push(succession);
            }
            if (succession.source !== undefined && !isNested(succession.sourceName)) {
                at(succession.source).outgoing.push(succession);
            }
        }
        AT.set(body, (index = made));
    }
    return index.get(feature) ?? NO_SUCCESSIONS;
}
const NO_SUCCESSIONS: SuccessionsAt = { incoming: [], outgoing: [] };

/** The source of a transition or succession of a body. */
export function sourceOf(member: AstNode): AstNode | undefined {
    successionsOf(member.$container!);
    return SOURCES.of(member);
}

/** Whether a succession can leave a member: an occurrence that is no succession or transition. */
function isStep(member: AstNode): boolean {
    return (
        isMetaclass(member, 'OccurrenceUsage') &&
        !isMetaclass(member, 'TransitionUsage') &&
        !isMetaclass(member, 'SuccessionAsUsage') &&
        member.direction === undefined
    );
}

function successionOf(member: AstNode, preceding: AstNode | undefined): StatedSuccession | undefined {
    switch (member.$type) {
        case 'TargetSuccession': {
            const { target } = member;
            const stated = multiplicitiesBesideThen(member);
            return {
                node: member,
                source: preceding,
                target: resolve(target),
                targetName: target,
                sourceMultiplicity: stated.source,
                targetMultiplicity: stated.target
            };
        }
        case 'TransitionUsage': {
            const { source, target } = member;
            return {
                node: member,
                source: source !== undefined ? resolve(source) : leavesOwner(member) ? member.$container : preceding,
                target: resolve(target),
                sourceName: source,
                targetName: target,
                sourceMultiplicity: source?.multiplicity,
                targetMultiplicity: target.multiplicity
            };
        }
        case 'ConnectorUsage': {
            const { kind, ends } = member;
            if (ends.length === 2 && (kind === 'first' || kind === 'succession' || isNamedSuccession(member))) {
                const [source, target] = ends;
                return {
                    node: member,
                    source: resolve(source),
                    target: resolve(target),
                    sourceName: source,
                    targetName: target,
                    sourceMultiplicity: source.multiplicity,
                    targetMultiplicity: target.multiplicity
                };
            }
        }
    }
    const { isThen, thenMultiplicity } = member;
    return isThen
        ? { node: member, source: preceding, target: member, sourceMultiplicity: thenMultiplicity, targetMultiplicity: undefined }
        : undefined;
}
