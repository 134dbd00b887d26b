/**
 * Which steps of a flow cannot disturb each other, by the names that they mention and may write, in what they perform and compute too: a
 * rough answer, which may take independent steps for dependent ones and never the other way round. Knows no tokens.
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

/** Texts that mention no element. */
const PROSE: ReadonlySet<string> = new Set(['Comment', 'Documentation', 'TextualRepresentation']);

/** The declarations of a model by name, and which names may mean one feature. */
class Names {
    private readonly declared = new Map<string, AstNode[]>();
    private readonly same = new Map<string, string>();
    /** declarations by what all names for them mean */
    private byMeaning: Map<string, AstNode[]> | undefined;
    /** whether features are made equal to others, or filled from them, beside their own values */
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

    /** One of the names that may mean the same. */
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

    /** What some pieces of text mention, what the features that they mention follow from, and what they perform and call. */
    mentioned(pieces: readonly AstNode[]): Set<string> {
        this.byMeaning ??= this.groups();
        const found = new Set<string>();
        // A set goes on with what is added to it meanwhile.
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

/** What counts of a declaration for who mentions it: all of a behaviour, of another feature what its own value follows from. */
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
    private readonly further = new Map<ActionNode, ReadonlySet<ActionNode>>();
    private readonly answers = new Map<ActionNode, Map<ActionNode, boolean>>();
    private readonly seen: ReadonlySet<string>;

    /** @param looked what is looked at in every state */
    constructor(
        model: RunModel,
        readonly graph: ActionGraph,
        looked: readonly AstNode[]
    ) {
        this.names = new Names(model);
        this.seen = this.names.mentioned(looked);
    }

    /** Whether anything is known to be independent. */
    get isKnown(): boolean {
        return !this.names.hasConnectors;
    }

    /** Whether nobody who looks at states sees a step. */
    isUnseen(node: ActionNode): boolean {
        return ![...this.footprintOf(node).writes].some(name => this.seen.has(name));
    }

    /** Whether a step and everything that a token at another one may come to can be done in either order. */
    isIndependent(node: ActionNode, other: ActionNode): boolean {
        let answers = this.answers.get(node);
        if (answers === undefined) {
            this.answers.set(node, (answers = new Map<ActionNode, boolean>()));
        }
        let answer = answers.get(other);
        if (answer === undefined) {
            const own = this.footprintOf(node);
            answer = [...this.from(other)].every(n => {
                const footprint = this.footprintOf(n);
                return !disturbs(own, footprint) && !disturbs(footprint, own);
            });
            answers.set(other, answer);
        }
        return answer;
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

    /** The nodes that a token at a node may come to, that one first. */
    private from(node: ActionNode): ReadonlySet<ActionNode> {
        let found = this.further.get(node);
        if (found === undefined) {
            const reached = new Set([node]);
            // A set goes on with what is added to it meanwhile.
            for (const { outgoing } of reached) {
                outgoing.forEach(e => reached.add(e.target));
            }
            this.further.set(node, (found = reached));
        }
        return found;
    }
}
