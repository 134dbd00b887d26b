/** The places that are active in a run: states, and steps that hold tokens. Their numbers are those of the exported graphs. */
import type { AstNode } from '../../language/generated/tree.js';
import { Machine } from './machines/machine.js';
import type { Vertex } from './machines/state-graph.js';
import type { FlowToken, Simulation, TokenFlow } from './simulation/simulation.js';
import { objectPath } from './simulation/trace.js';

/** An active state, or a step that holds a token. */
export interface ActivePlace {
    /** the action or state machine whose graph contains it */
    readonly behaviour: AstNode;
    /** its number in that graph */
    readonly vertex: number;
    readonly label: string;
    /** undefined where no declaration defines it */
    readonly element: AstNode | undefined;
    /** the path of a machine other than the behaviour of the run: `Lift::lift.door.states`; absent for the behaviour of the run */
    readonly machine?: string;
}

export interface PlacedToken extends ActivePlace {
    readonly token: number;
    /** number of the succession that it took last; -1 for none */
    readonly edge: number;
    /** texts of its waits; empty when it can move */
    readonly awaits: readonly string[];
}

/**
 * The active states of the machines of a run.
 * @param main the machine whose states have no path
 * @param belongs whether a machine belongs to the run, if the simulation contains others
 */
export function activeStates(
    { agents }: Simulation,
    main: object | undefined,
    belongs: (machine: Machine) => boolean = () => true
): ActivePlace[] {
    const machines = agents.filter((a): a is Machine => a instanceof Machine && !a.hasEnded && belongs(a));
    return machines.flatMap(machine =>
        machine.configuration.activeStates().map((vertex: Vertex) => ({
            behaviour: machine.node,
            vertex: vertex.id,
            label: vertex.label,
            element: vertex.node,
            ...(machine !== main && { machine: pathOf(machine) })
        }))
    );
}

/** The steps that hold tokens. */
export function placedTokens({ flows }: Simulation): PlacedToken[] {
    return [...(flows ?? [])].flatMap(flow => flow.tokens.map(token => placed(flow, token)));
}

function pathOf({ object, name }: Machine): string {
    return object === undefined ? name : `${objectPath(object)}.${name}`;
}

/** Identifies a place within its run. */
export const keyOf = (place: ActivePlace & Partial<PlacedToken>): string => `${place.token ?? ''} ${place.vertex} ${place.label}`;

function placed({ graph }: TokenFlow, { id, node, edge, wait, acceptance }: FlowToken): PlacedToken {
    return {
        behaviour: graph.action,
        vertex: node.id,
        label: node.name === '' ? node.kind : node.name,
        element: node.node,
        token: id,
        edge: edge?.id ?? -1,
        awaits: acceptance?.describe() ?? wait?.describe() ?? []
    };
}

/** The names after `accept` in the texts of waits. */
export function awaitedNames(tokens: readonly PlacedToken[]): readonly string[] {
    const names = tokens.flatMap(t => t.awaits).flatMap(text => /^accept (\S+)/.exec(text)?.[1] ?? []);
    return [...new Set(names)].sort();
}
