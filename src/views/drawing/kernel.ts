/** Loads the Eclipse Layout Kernel when the first drawing needs it, sets its options and calls it. Does not depend on scenes. */
import type { ELK, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';

let kernel: Promise<ELK> | undefined;

function loadKernel(): Promise<ELK> {
    return (kernel ??= import('elkjs/lib/elk.bundled.js').then(module => {
        // The module is CommonJS, and bundlers differ in how they wrap its export.
        const { default: exported } = module as unknown as { default: (new () => ELK) | { default: new () => ELK } };
        return new ('default' in exported ? exported.default : exported)();
    }));
}

/** Above these sizes the kernel searches less, because a search takes long and improves little. */
const MANY = 60;
const HUGE = 200;

const SPACING: LayoutOptions = {
    'elk.spacing.nodeNode': '24',
    'elk.spacing.edgeNode': '18',
    'elk.spacing.edgeEdge': '14',
    'elk.spacing.edgeLabel': '4',
    'elk.spacing.labelNode': '4',
    'elk.spacing.labelPortHorizontal': '3',
    'elk.spacing.labelPortVertical': '2',
    'elk.spacing.portPort': '18',
    'elk.spacing.componentComponent': '32',
    'elk.layered.spacing.nodeNodeBetweenLayers': '28',
    'elk.layered.spacing.edgeNodeBetweenLayers': '18',
    'elk.layered.spacing.edgeEdgeBetweenLayers': '12'
};

const BALANCED: LayoutOptions = { 'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED' };

/** Small graphs are searched for straight lines; a huge graph is placed with one alignment instead of four. */
function placementOptions(count: number): LayoutOptions {
    if (count <= MANY) {
        return { 'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX' };
    }
    return count > HUGE ? { 'elk.layered.nodePlacement.bk.fixedAlignment': 'LEFTUP' } : {};
}

/** How the lines of a drawing run. */
export interface LinesOfDrawing {
    /** direction, as the kernel names it */
    readonly flow: string;
    /** whether a box is centred above the boxes below it */
    readonly isTree: boolean;
}

/** Options for a graph's root and for every container in it, because the kernel does not inherit options. */
export function searchOptions(count: number, { flow, isTree }: LinesOfDrawing): LayoutOptions {
    return {
        'elk.algorithm': 'layered',
        'elk.direction': flow,
        'elk.edgeRouting': 'ORTHOGONAL',
        'elk.randomSeed': '1',
        // Starts at nodes without incoming edges, so that a flow begins at the top.
        'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
        'elk.layered.thoroughness': count > MANY ? '1' : '7',
        'elk.layered.edgeLabels.sideSelection': 'SMART_DOWN',
        ...(isTree ? BALANCED : placementOptions(count)),
        ...SPACING
    };
}

/** Options for the root of a graph. The kernel must not separate its components: they are together on purpose. */
export const ROOT_OPTIONS: LayoutOptions = {
    'elk.json.shapeCoords': 'ROOT',
    'elk.json.edgeCoords': 'ROOT',
    'elk.separateConnectedComponents': 'false'
};
/** Options for a root whose containers are laid out with it. The kernel cannot keep the model's order in containers. */
export const NESTED: LayoutOptions = { 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' };
/**
 * Options for a root without containers: siblings keep the model's order if no line prevents it, except in big graphs, where this takes
 * long.
 * @param hasSides whether lines end at the sides of boxes: with the model's order the kernel would route them through other boxes
 */
export function flatOptions(count: number, isOwnership: boolean, hasSides: boolean): LayoutOptions {
    if (hasSides) {
        return {};
    }
    const order: LayoutOptions = { 'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES' };
    // If all links are ownership, the model's order causes no crossings.
    if (isOwnership) {
        return count > HUGE ? {} : { ...order, 'elk.layered.crossingMinimization.forceNodeModelOrder': 'true' };
    }
    return count > MANY ? {} : order;
}
/** Options for nodes with previous positions: they keep their layers, and their order within a layer. */
export const HINTED: LayoutOptions = {
    'elk.layered.considerModelOrder.strategy': 'NONE',
    'elk.layered.cycleBreaking.strategy': 'INTERACTIVE',
    'elk.layered.layering.strategy': 'INTERACTIVE',
    'elk.layered.crossingMinimization.semiInteractive': 'true'
};

/** Lays out a graph without changing it. Rejects if the layout fails or is aborted. */
export type LayoutKernel = (graph: ElkNode, signal?: AbortSignal) => Promise<ElkNode>;

/** Runs the kernel in this thread and blocks it meanwhile. */
export const kernelInPlace: LayoutKernel = async (graph, signal) => {
    const kernel = await loadKernel();
    signal?.throwIfAborted();
    // The kernel modifies its input.
    return kernel.layout(structuredClone(graph));
};

/**
 * Options for further attempts at the last graph when the kernel failed on it: first without the model's order; then also with feedback
 * edges, without which the kernel fails on a port with both outgoing and incoming lines.
 */
const CONCESSIONS: readonly LayoutOptions[] = [
    { 'elk.layered.considerModelOrder.strategy': 'NONE' },
    { 'elk.layered.considerModelOrder.strategy': 'NONE', 'elk.layered.feedbackEdges': 'true' }
];

/**
 * Lays out the first of several graphs for which the kernel succeeds; it fails for some graphs with many constraints.
 * @param graphs the same graph with fewer and fewer constraints; the last one is also tried with {@link CONCESSIONS}
 * @throws the error of the kernel in the last attempt
 */
export async function askKernel(graphs: readonly ElkNode[], kernel: LayoutKernel, signal?: AbortSignal): Promise<ElkNode> {
    const last = graphs[graphs.length - 1];
    const conceding = CONCESSIONS.map(options => withOptions(last, options));
    for (const graph of [...graphs, ...conceding.slice(0, -1)]) {
        try {
            return await kernel(graph, signal);
        } catch {
            signal?.throwIfAborted();
            // The next graph has fewer constraints.
        }
    }
    return kernel(conceding[conceding.length - 1], signal);
}

/** Adds options to the root and all containers of a graph, because the kernel does not inherit options. */
export function withOptions(graph: ElkNode, options: LayoutOptions): ElkNode {
    const { children = [], layoutOptions } = graph;
    return children.length === 0
        ? graph
        : { ...graph, layoutOptions: { ...layoutOptions, ...options }, children: children.map(child => withOptions(child, options)) };
}
