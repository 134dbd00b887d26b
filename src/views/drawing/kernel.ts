/** The Eclipse Layout Kernel: loaded when the first drawing is requested; how it is asked. Knows no scene. */
import type { ELK, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';

let kernel: Promise<ELK> | undefined;

function loadKernel(): Promise<ELK> {
    return (kernel ??= import('elkjs/lib/elk.bundled.js').then(module => {
        // CommonJS: what a bundler wraps it in is its own affair
        const { default: exported } = module as unknown as { default: (new () => ELK) | { default: new () => ELK } };
        return new ('default' in exported ? exported.default : exported)();
    }));
}

/** Bigger graphs are laid out with less search: from here on it takes long and changes little. */
const MANY = 60;
const HUGE = 200;

const SPACING: LayoutOptions = {
    'elk.spacing.nodeNode': '28',
    'elk.spacing.edgeNode': '18',
    'elk.spacing.edgeEdge': '14',
    'elk.spacing.edgeLabel': '4',
    'elk.spacing.labelNode': '4',
    'elk.spacing.labelPortHorizontal': '3',
    'elk.spacing.labelPortVertical': '2',
    'elk.spacing.portPort': '18',
    'elk.spacing.componentComponent': '32',
    'elk.layered.spacing.nodeNodeBetweenLayers': '44',
    'elk.layered.spacing.edgeNodeBetweenLayers': '18',
    'elk.layered.spacing.edgeEdgeBetweenLayers': '12'
};

const BALANCED: LayoutOptions = { 'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED' };

/** Straight lines are worth a search where it is short; what is huge is placed once instead of four times. */
function placementOptions(count: number): LayoutOptions {
    if (count <= MANY) {
        return { 'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX' };
    }
    return count > HUGE ? { 'elk.layered.nodePlacement.bk.fixedAlignment': 'LEFTUP' } : {};
}

/** How the lines of a drawing run. */
export interface LinesOfDrawing {
    /** direction in the kernel's words */
    readonly flow: string;
    /** what is above stands over the middle of what is below */
    readonly isTree: boolean;
}

/** Options of a graph's root and of every container in it: the kernel inherits none. */
export function searchOptions(count: number, { flow, isTree }: LinesOfDrawing): LayoutOptions {
    return {
        'elk.algorithm': 'layered',
        'elk.direction': flow,
        'elk.edgeRouting': 'ORTHOGONAL',
        'elk.randomSeed': '1',
        // From where nothing leads to: a flow begins above.
        'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
        'elk.layered.thoroughness': count > MANY ? '1' : '7',
        'elk.layered.edgeLabels.sideSelection': 'SMART_DOWN',
        ...(isTree ? BALANCED : placementOptions(count)),
        ...SPACING
    };
}

/** Of the root of a whole graph, whose parts are not packed: what lines do not join is so on purpose. */
export const ROOT_OPTIONS: LayoutOptions = {
    'elk.json.shapeCoords': 'ROOT',
    'elk.json.edgeCoords': 'ROOT',
    'elk.separateConnectedComponents': 'false'
};
/** Of a root whose containers are laid out with it. The kernel cannot keep the model's order in containers. */
export const NESTED: LayoutOptions = { 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' };
/**
 * Of a root without containers: siblings stand in the model's order where nothing speaks against it, which takes long in what is big.
 * @param hasSides whether lines end at the sides of boxes: with the model's order the kernel has them run through others
 */
export function flatOptions(count: number, isOwnership: boolean, hasSides: boolean): LayoutOptions {
    if (hasSides) {
        return {};
    }
    const order: LayoutOptions = { 'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES' };
    // Nothing but ownership: the order costs no crossings.
    if (isOwnership) {
        return count > HUGE ? {} : { ...order, 'elk.layered.crossingMinimization.forceNodeModelOrder': 'true' };
    }
    return count > MANY ? {} : order;
}
/** With the places that nodes had before: they stay in their layers, and in their order in these. */
export const HINTED: LayoutOptions = {
    'elk.layered.considerModelOrder.strategy': 'NONE',
    'elk.layered.cycleBreaking.strategy': 'INTERACTIVE',
    'elk.layered.layering.strategy': 'INTERACTIVE',
    'elk.layered.crossingMinimization.semiInteractive': 'true'
};

/** Lays out one graph, which stays as it is. Rejects when it cannot, or when it is not wanted any more. */
export type LayoutKernel = (graph: ElkNode, signal?: AbortSignal) => Promise<ElkNode>;

/** The kernel in this thread, which does nothing else meanwhile. */
export const kernelInPlace: LayoutKernel = async (graph, signal) => {
    const kernel = await loadKernel();
    signal?.throwIfAborted();
    // It writes into what it is given.
    return kernel.layout(structuredClone(graph));
};

/**
 * What the last graph is tried with when the kernel failed on it: without the model's order; with feedback edges, without which the kernel
 * fails on a port that lines both leave and reach.
 */
const CONCESSIONS: readonly LayoutOptions[] = [
    { 'elk.layered.considerModelOrder.strategy': 'NONE' },
    { 'elk.layered.considerModelOrder.strategy': 'NONE', 'elk.layered.feedbackEdges': 'true' }
];

/**
 * Has graphs laid out until one is: the kernel fails on some that ask for much.
 * @param graphs the same graph with less and less to observe; the last one is also tried with {@link CONCESSIONS}
 * @throws what the kernel throws on the last attempt
 */
export async function askKernel(graphs: readonly ElkNode[], kernel: LayoutKernel, signal?: AbortSignal): Promise<ElkNode> {
    const last = graphs[graphs.length - 1];
    const conceding = CONCESSIONS.map(options => withOptions(last, options));
    for (const graph of [...graphs, ...conceding.slice(0, -1)]) {
        try {
            return await kernel(graph, signal);
        } catch {
            signal?.throwIfAborted();
            // The next one asks for less.
        }
    }
    return kernel(conceding[conceding.length - 1], signal);
}

/** The graph with options at its root and its containers: the kernel inherits none. */
export function withOptions(graph: ElkNode, options: LayoutOptions): ElkNode {
    const { children = [], layoutOptions } = graph;
    return children.length === 0
        ? graph
        : { ...graph, layoutOptions: { ...layoutOptions, ...options }, children: children.map(child => withOptions(child, options)) };
}
