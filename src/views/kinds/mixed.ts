/**
 * Mixed diagrams (rendering `asMixedDiagram` of `OpenSysMLRenderings`; SysML 9.2.20 GeneralView): exposed elements of any kind with their
 * content, each drawn as in the diagram of its own kind, and all relationships between them.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { isUsage, ownerOf } from '../../language/semantics/structure.js';
import { isA } from '../../runtime/evaluation/index.js';
import { stateGraphOf } from '../../runtime/behaviour/index.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { ActionDiagram, isAction, isCase } from './action.js';
import { MAX_DEPTH, TOO_DEEP } from './bounds.js';
import { bodyText } from './body-text.js';
import { compartmentOf } from './compartments.js';
import { addAnnotatingComments } from './annotating-comments.js';
import { addImportedPackages } from './imported-packages.js';
import { Interconnection } from './interconnection.js';
import { addRelationships, isDerivation } from './relationships.js';
import { isMachine, MachineDiagram } from './state.js';
import { isPort, isStructuralConnector } from './structure.js';
import { shapeOf, shownMembersOf, statedByView } from './tree.js';

export function renderMixed(graph: ViewGraph, exposed: readonly AstNode[]): void {
    new MixedDiagram(graph).draw(exposed);
}

class MixedDiagram {
    private readonly structure: Interconnection;
    private readonly drawn = new Set<AstNode>();

    constructor(private readonly graph: ViewGraph) {
        this.structure = new Interconnection(graph);
    }

    draw(exposed: readonly AstNode[]): void {
        const all = new Set(exposed);
        for (const element of exposed) {
            if (!this.drawn.has(element) && !hasExposedOwner(element, all)) {
                this.place(element, undefined, 0);
            }
        }
        this.structure.connectAll();
        // Allocations among structure are connectors.
        addRelationships(this.graph, exposed, true, ['allocation']);
        addImportedPackages(this.graph);
        addAnnotatingComments(this.graph);
        this.graph.keepUsedPorts();
    }

    private place(element: AstNode, parent: NodeDraft | undefined, depth: number): void {
        this.drawn.add(element);
        if (isDerivation(element)) {
            return;
        }
        if (isStructuralConnector(element)) {
            this.structure.addConnector(element);
            return;
        }
        // These are shown as edges.
        const { reference } = element;
        const isSatisfaction = element.$type === 'SatisfyRequirementUsage' && reference !== undefined;
        if (isSatisfaction || element.$type === 'Dependency' || (isUsage(element) && isA(element, 'Succession'))) {
            return;
        }
        if (isMachine(element) && !isReferring(element)) {
            new MachineDiagram(this.graph, stateGraphOf(element), this.drawn).draw(parent);
            return;
        }
        if (isAction(element) && !isCase(element) && !isReferring(element)) {
            new ActionDiagram(this.graph).draw(element, parent);
            return;
        }
        const node = this.graph.node(element, {
            // Other cases are boxes, because an oval has too little room for their compartments.
            shape: isA(element, 'UseCaseDefinition') || isA(element, 'UseCaseUsage') ? 'case' : shapeOf(element),
            parent,
            text: bodyText(element),
            compartment: parent === undefined ? '' : compartmentOf(element)
        });
        node.compartments = statedByView(element, node);
        this.structure.register(element, node, parent);
        const members = shownMembersOf(element).filter(m => !isPort(m));
        if (depth >= MAX_DEPTH && members.length > 0) {
            node.detail = TOO_DEEP;
            return;
        }
        const drawn =
            isCase(element) && !isReferring(element) ? new ActionDiagram(this.graph).drawSteps(element, node) : new Set<AstNode>();
        members.filter(m => !drawn.has(m)).forEach(m => this.place(m, node, depth + 1));
    }
}

/** Whether a behaviour only refers to a behaviour declared elsewhere: performed, exhibited. */
function isReferring(element: AstNode): boolean {
    return element.reference !== undefined;
}

function hasExposedOwner(element: AstNode, exposed: ReadonlySet<AstNode>): boolean {
    for (let owner = ownerOf(element); owner !== undefined; owner = ownerOf(owner)) {
        if (exposed.has(owner)) {
            return true;
        }
    }
    return false;
}
