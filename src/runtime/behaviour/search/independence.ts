/**
 * Independence of steps of a flow, by the names that they and the behaviours they perform or call mention and may write. An approximation:
 * it may report independent steps as dependent, never the reverse. Does not depend on tokens.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isFeature, isUsage, lastSegment, segmentsOf } from '../../../language/semantics/structure.js';
import { childrenOf, visitAll } from '../../../language/syntax/index.js';
import { isBehavior, isCalculation, isConnector, isConstraint } from '../../evaluation/model/kinds.js';
import type { RunModel } from '../../evaluation/run.js';
import type { ActionGraph, ActionNode } from '../actions/action-graph.js';
import { mayWrite } from '../simulation/may-write.js';

interface Footprint {
    readonly reads: ReadonlySet<string>;
    readonly writes: ReadonlySet<string>;
}

/** Nodes whose text mentions no element. */
const PROSE: ReadonlySet<string> = new Set(['Comment', 'Documentation', 'TextualRepresentation']);

/** The declarations of a model by name, and the names that may denote the same feature. */
class Names {
    private readonly declared = new Map<string, AstNode[]>();
    private readonly same = new Map<string, string>();
    /** declarations by their representative name */
    private byMeaning: Map<string, AstNode[]> | undefined;
    /** whether connectors or flows also determine values of features */
    hasConnectors = false;

    constructor(model: RunModel) {
        for (const { root } of model.documents) {
            visitAll(root, node => this.note(node));
        }
    }

    private note(node: AstNode): void {
        this.hasConnectors ||= node.$type === 'FlowUsage' || isConnector(node);
        const name = nameOf(node);
        if (name === undefined) {
            return;
        }
        const names = [name, ...('shortName' in node && typeof node.shortName === 'string' ? [node.shortName] : [])];
        for (const n of names) {
            const others = this.declared.get(n);
            if (others === undefined) {
                this.declared.set(n, [node]);
            } else {
                others.push(node);
            }
            this.unite(name, n);
        }
        if (node.$type === 'Alias') {
            this.unite(name, lastSegment(node.target.text));
        }
        if (isUsage(node)) {
            for (const { $type, text } of node.relationships ?? []) {
                if ($type !== 'FeatureTyping') {
                    this.unite(name, lastSegment(text));
                }
            }
        }
    }

    private unite(a: string, b: string): void {
        const [of, to] = [this.meaning(a), this.meaning(b)];
        if (of !== to) {
            this.same.set(of, to);
        }
    }

    /** The representative of the names that may denote the same feature. */
    meaning(name: string): string {
        let found = name;
        for (let next = this.same.get(found); next !== undefined; next = this.same.get(found)) {
            found = next;
        }
        return found;
    }

    private groups(): Map<string, AstNode[]> {
        const groups = new Map<string, AstNode[]>();
        for (const [name, declarations] of this.declared) {
            const meaning = this.meaning(name);
            groups.set(meaning, [...(groups.get(meaning) ?? []), ...declarations]);
        }
        return groups;
    }

    /** The names that nodes mention, directly or through the values of mentioned features and the behaviours that they perform and call. */
    mentioned(pieces: readonly AstNode[]): Set<string> {
        this.byMeaning ??= this.groups();
        const found = new Set<string>();
        // Iterating a set visits elements that are added meanwhile.
        const seen = new Set(pieces);
        for (const node of seen) {
            childrenOf(node).forEach(child => seen.add(child));
            if (!('text' in node) || typeof node.text !== 'string' || PROSE.has(node.$type)) {
                continue;
            }
            for (const { name } of segmentsOf(node.text)) {
                const meaning = this.meaning(name);
                if (found.has(meaning)) {
                    continue;
                }
                found.add(meaning);
                this.byMeaning
                    .get(meaning)
                    ?.flatMap(contributing)
                    .forEach(part => seen.add(part));
            }
        }
        return found;
    }
}

/** The part of a declaration that matters where it is mentioned: all of a behaviour, only the value of another feature. */
function contributing(declaration: AstNode): readonly AstNode[] {
    if (isBehavior(declaration) || isCalculation(declaration) || isConstraint(declaration)) {
        return [declaration];
    }
    return isFeature(declaration) ? childrenOf(declaration).filter(child => child.$containerProperty !== 'members') : [];
}

const disturbs = (a: Footprint, b: Footprint): boolean => [...a.writes].some(name => b.reads.has(name) || b.writes.has(name));

export class Independence {
    private readonly names: Names;
    private readonly footprints = new Map<ActionNode, Footprint>();
    private readonly reachable = new Map<ActionNode, ReadonlySet<ActionNode>>();
    private readonly known = new Map<ActionNode, Map<ActionNode, boolean>>();
    private readonly seen: ReadonlySet<string>;

    /** @param observed expressions that are evaluated in every state */
    constructor(
        model: RunModel,
        readonly graph: ActionGraph,
        observed: readonly AstNode[]
    ) {
        this.names = new Names(model);
        this.seen = this.names.mentioned(observed);
    }

    /** Whether the analysis applies: the model has no connectors and no flows. */
    get isKnown(): boolean {
        return !this.names.hasConnectors;
    }

    /** Whether a step writes nothing that the observed expressions mention. */
    isUnseen(node: ActionNode): boolean {
        return ![...this.footprintOf(node).writes].some(name => this.seen.has(name));
    }

    /** Whether a step commutes with every step that a token at another node may reach. */
    isIndependent(node: ActionNode, other: ActionNode): boolean {
        let known = this.known.get(node);
        if (known === undefined) {
            this.known.set(node, (known = new Map<ActionNode, boolean>()));
        }
        let isIndependent = known.get(other);
        if (isIndependent === undefined) {
            const own = this.footprintOf(node);
            isIndependent = [...this.reachedFrom(other)].every(n => {
                const footprint = this.footprintOf(n);
                return !disturbs(own, footprint) && !disturbs(footprint, own);
            });
            known.set(other, isIndependent);
        }
        return isIndependent;
    }

    private footprintOf(node: ActionNode): Footprint {
        let footprint = this.footprints.get(node);
        if (footprint === undefined) {
            const { names } = this;
            const pieces = [node.node, ...node.outgoing.flatMap(e => [e.guard, e.weight])].filter(n => n !== undefined);
            const writes = new Set<string>();
            if (node.node !== undefined) {
                const written = mayWrite(node.node);
                const own = [node.node, ...written.features].map(nameOf).filter(n => n !== undefined);
                [...own, ...written.names].forEach(name => writes.add(names.meaning(name)));
            }
            this.footprints.set(node, (footprint = { reads: names.mentioned(pieces), writes }));
        }
        return footprint;
    }

    /** The nodes that a token at a node may reach, beginning with that node. */
    private reachedFrom(node: ActionNode): ReadonlySet<ActionNode> {
        let found = this.reachable.get(node);
        if (found === undefined) {
            const reached = new Set([node]);
            // Iterating a set visits elements that are added meanwhile.
            for (const { outgoing } of reached) {
                outgoing.forEach(e => reached.add(e.target));
            }
            this.reachable.set(node, (found = reached));
        }
        return found;
    }
}
