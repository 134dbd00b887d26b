/**
 * Reads the transitions of a state graph under construction from the bodies in textual order; resolves their ends once all vertices are
 * known (contract behaviour 9.1, 10). Does not depend on events or values.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isUsage, type NameNode, ownedMembersOf } from '../../../language/semantics/structure.js';
import { allRedefined } from '../../evaluation/model/inheritance.js';
import { probabilitiesIn } from '../actions/action-lowering.js';
import { triggerOf } from '../actions/communication.js';
import { acceptedTypeOf } from '../simulation/bus.js';
import { isStep, isSuccession } from '../simulation/members.js';
import { contains, type Region, regionTowards, type Transition, type Trigger, type Vertex } from './state-graph.js';
import { declaresFeature, performs } from './state-members.js';
import type { VertexPlaces } from './vertex-places.js';

/** Why a machine cannot be lowered. */
export class StateError extends Error {}

/** The body whose transitions are read. */
interface Body {
    readonly region: Region;
    /** the state or machine that has the body */
    readonly scope: Vertex;
    /** the region for which it is read, if it is declared outside of several regions */
    readonly readFor: Region | undefined;
}

/** A transition whose ends are resolved when all vertices are known. */
interface Pending extends Body {
    readonly member: AstNode;
    readonly source: NameNode | Vertex | undefined;
    readonly target: NameNode | Vertex;
}

export class TransitionReader {
    readonly transitions: Transition[] = [];
    private pending: Pending[] = [];

    constructor(private readonly places: VertexPlaces) {}

    /** Reads the transitions and successions of a body whose vertices are known. */
    read(types: readonly AstNode[], region: Region, scope: Vertex, readFor?: Region): void {
        const body: Body = { region, scope, readFor };
        const redefining = redefinitionsAmong(types);
        const redefinitions = new Set(redefining.values());
        for (const type of types) {
            const inherited = this.pending;
            this.pending = [];
            let preceding: Vertex | undefined;
            for (const declared of ownedMembersOf(type)) {
                // a redefining transition takes the position of the redefined one
                if (declared.$type !== 'TransitionUsage' || !redefinitions.has(declared)) {
                    preceding = this.readMember(redefining.get(declared) ?? declared, declared, body, preceding);
                }
            }
            // Entry transitions that a type declares replace those that it inherits.
            const own = this.pending;
            const startsItself = own.some(p => this.leavesStart(p));
            this.pending = [...inherited.filter(p => !startsItself || p.region !== region || !this.leavesStart(p)), ...own];
        }
    }

    /** Creates the transitions that were read. @throws StateError for unresolved ends */
    finish(): void {
        this.pending.forEach(pending => this.add(pending));
    }

    /**
     * Reads a member of a body.
     * @param declared the member whose position it takes
     * @param preceding the source of a `then` after the preceding member
     * @returns the source of a `then` after this member
     */
    private readMember(member: AstNode, declared: AstNode, body: Body, preceding: Vertex | undefined): Vertex | undefined {
        const { region, scope } = body;
        const usage = member;
        if (usage.membership === 'entry') {
            if (region.owner !== scope) {
                return preceding;
            }
            this.places.place(member, region.start, region);
            return region.start;
        }
        const vertex = this.places.standsFor(member, region);
        if (vertex !== undefined) {
            if (usage.isThen && preceding !== undefined) {
                this.pending.push({ ...body, member, source: preceding, target: vertex });
            }
            return vertex;
        }
        switch (member.$type) {
            case 'TargetSuccession':
                this.pending.push({ ...body, member, source: preceding, target: member.target });
                return preceding;
            case 'TransitionUsage':
                this.readTransition(member, declared.$type === 'TransitionUsage' ? declared.source : undefined, body, preceding);
                return preceding;
            case 'InitialNode':
                this.pending.push({ ...body, member, source: region.start, target: member });
                return preceding;
        }
        if (isSuccession(member)) {
            this.pending.push({ ...body, member, source: member.ends[0], target: member.ends[1] });
            return preceding;
        }
        return isUsage(member) && member.membership === undefined && !declaresFeature(member) ? undefined : preceding;
    }

    private readTransition(
        transition: ast.TransitionUsage,
        inheritedSource: ast.TransitionUsage['source'],
        body: Body,
        preceding: Vertex | undefined
    ): void {
        const { scope, region } = body;
        // A triggered transition at the beginning of a state's body leaves that state (extension notation).
        const isFirst = preceding === region.start && transition.trigger !== undefined;
        const before = isFirst ? undefined : preceding;
        const source = transition.source ?? inheritedSource ?? before ?? (scope.kind === 'machine' ? preceding : scope);
        const from = source === scope ? scope.region! : region;
        this.pending.push({ ...body, member: transition, source, target: transition.target, region: from });
    }

    private leavesStart({ source, region }: Pending): boolean {
        return (
            source === region.start ||
            (source !== undefined && 'text' in source && this.places.vertexAt(source, region, true) === region.start)
        );
    }

    private add({ member, source, target, region, readFor }: Pending): void {
        const from = source === undefined || !('text' in source) ? source : this.places.vertexAt(source, region, true);
        const to = 'text' in target ? this.places.vertexAt(target, region, false) : target;
        if (from !== undefined && readFor !== undefined && isReadElsewhere(from, readFor)) {
            return;
        }
        const targetName = 'text' in target ? target.text : target.name;
        if (from === undefined) {
            throw new StateError(`a transition to "${targetName}" leaves no state`);
        }
        if (to === undefined) {
            throw new StateError(`undefined target state "${targetName}"`);
        }
        if (probabilitiesIn(member).length > 0) {
            throw new StateError(
                `a probability is stated on the transition from ${from.label || 'the start'} to ${to.label}, which leaves no decision of an action`
            );
        }
        const transition = transitionOf(member, from, to, this.transitions.length);
        this.transitions.push(transition);
        from.outgoing.push(transition);
        to.incoming.push(transition);
    }
}

/** The transition that a member declares between two vertices. */
function transitionOf(member: Pending['member'], source: Vertex, target: Vertex, id: number): Transition {
    const { trigger, guard, isElse = false, effect } = member;
    const [name, body] = member.$type === 'TransitionUsage' ? [member.name ?? '', member.members] : ['', []];
    const performed = effect !== undefined && performs(effect) ? effect : undefined;
    const payload = trigger?.payload;
    const alone: Transition[] = [];
    const transition: Transition = {
        id,
        name,
        source,
        target,
        trigger: trigger === undefined ? undefined : readTrigger(trigger),
        guard,
        isElse,
        effect: performed,
        effects: [...(performed === undefined ? [] : [performed]), ...body.filter(isUsage).filter(isStep)],
        node: member,
        hasFeatures: payload?.name !== undefined || payload?.$type === 'CallTrigger' || body.some(declaresFeature),
        alone,
        performs: false,
        isPlain: source.region !== undefined && source.region === target.region && isLeaf(source) && isLeaf(target)
    };
    alone.push(transition);
    return transition;
}

/** Whether entering and leaving a vertex affects no other vertex. */
function isLeaf({ kind, regions }: Vertex): boolean {
    return (kind === 'state' || kind === 'final' || kind === 'initial') && regions.length === 0;
}

/**
 * Whether another region reads a transition that is declared outside of several regions: the region of its source reads it, or the first
 * region if the source belongs to all.
 */
function isReadElsewhere(source: Vertex, region: Region): boolean {
    const { owner } = region;
    const own = contains(owner, source) ? regionTowards(owner, source) : owner.regions.find(r => r.start === source);
    return own !== region && (own !== undefined || region !== owner.regions[0]);
}

/** Maps redefined transitions to their redefinitions. */
function redefinitionsAmong(types: readonly AstNode[]): ReadonlyMap<AstNode, AstNode> {
    const found = new Map<AstNode, AstNode>();
    for (const member of types.flatMap(ownedMembersOf)) {
        for (const redefined of member.$type === 'TransitionUsage' ? allRedefined(member) : []) {
            found.set(redefined, member);
        }
    }
    return found;
}

function readTrigger(accept: ast.AcceptActionUsage): Trigger {
    const { payload } = accept;
    if (payload?.$type === 'CallTrigger') {
        const call = payload;
        return { kind: 'call', accept, operation: call.operation, parameters: call.members.map(m => nameOf(m) ?? '') };
    }
    const expression = triggerOf(accept);
    return expression === undefined
        ? { kind: 'accept', accept, type: acceptedTypeOf(accept) }
        : { kind: expression.kind as 'after' | 'at' | 'when', accept, expression }; // the grammars know no other word
}
