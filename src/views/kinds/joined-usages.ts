/**
 * Non-structural usages at which a connector of an interconnection ends: constraints, requirements, calculations, cases and steps (SysML
 * 8.2.3.20, 8.2.3.21, interconnection-element). They are not nodes of the wire (contract: views 2.5): a drawing shows each as an addition
 * with its parameters on the border. Does not depend on connectors.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { typesOf } from '../../language/semantics/specialization.js';
import { type Feature, isUsage, ownerOf } from '../../language/semantics/structure.js';
import { layoutOf } from '../../runtime/evaluation/index.js';
import type { AdditionEnd } from '../graph.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { bodyText } from './body-text.js';
import { isStructural, isStructuralConnector, parameterPinsOf, parameterSlotsOf, pinOf } from './structure.js';
import { shapeOf } from './tree.js';

type Path = readonly (AstNode | undefined)[];

export class JoinedUsages {
    /** the boxes of these usages, by the containing node; undefined for usages outside all nodes */
    private readonly boxes = new Map<NodeDraft | undefined, Map<AstNode, NodeDraft>>();
    private readonly exposed = new Set<AstNode>();

    constructor(private readonly graph: ViewGraph) {}

    /** Registers an exposed element that is not structure: lines may end at it if its owner is not drawn. */
    expose(element: AstNode): void {
        this.exposed.add(element);
    }

    /** Shows a parameter of an exposed usage as a pin of its box. @returns whether the element is such a parameter */
    showPin(element: AstNode): boolean {
        const hasIt = (usage: Feature): boolean => parameterSlotsOf(usage).some(({ chain }) => chain.some(f => f === element));
        const usages = [...this.exposed].filter(isJoined).filter(hasIt);
        usages.forEach(usage => this.boxOf(usage, undefined, ownerOf(usage)));
        return usages.length > 0;
    }

    /**
     * The end of a line at a non-structural usage in a node, or at a parameter of it.
     * @param parent a node of the wire
     * @param element the element of that node
     * @param path features from the element on, the usage first
     * @returns undefined if the path does not begin with such a usage of the element
     */
    endAt(parent: NodeDraft, element: AstNode, [usage, feature]: Path): AdditionEnd | undefined {
        const { slots, indexOf } = layoutOf(element);
        const slot = usage === undefined ? undefined : slots[indexOf.get(usage) ?? -1];
        return slot !== undefined && isJoined(slot.feature)
            ? this.endIn(this.boxOf(slot.feature, parent, element), slot.feature, feature)
            : undefined;
    }

    /** The end of a line at an exposed usage outside all nodes. */
    endAtExposed([usage, feature]: Path): (AdditionEnd & { readonly box: NodeDraft }) | undefined {
        if (usage === undefined || !this.exposed.has(usage) || !isJoined(usage)) {
            return undefined;
        }
        const box = this.boxOf(usage, undefined, ownerOf(usage));
        return { ...this.endIn(box, usage, feature), box };
    }

    private endIn(box: NodeDraft, usage: Feature, feature: AstNode | undefined): AdditionEnd {
        return { node: box.id, pin: feature === undefined ? '' : this.pinAt(box, usage, feature) };
    }

    private boxOf(usage: Feature, parent: NodeDraft | undefined, element: AstNode | undefined): NodeDraft {
        const boxes = this.boxes.get(parent) ?? new Map<AstNode, NodeDraft>();
        this.boxes.set(parent, boxes);
        let box = boxes.get(usage);
        if (box === undefined) {
            const isInherited = parent?.declared.isInherited === true || ownerOf(usage) !== element;
            box = this.graph.addition(usage, { shape: shapeOf(usage), parent, isInherited, text: conditionOf(usage) });
            box.pins = parameterPinsOf(box, usage, this.graph.options.digests);
            boxes.set(usage, box);
        }
        return box;
    }

    /** The id of the pin of a parameter; creates a pin for another feature, such as an actor. */
    private pinAt(box: NodeDraft, usage: Feature, end: AstNode): string {
        const { slots, indexOf } = layoutOf(usage);
        const index = indexOf.get(end);
        if (index === undefined) {
            return '';
        }
        const slot = slots[index];
        const at = parameterSlotsOf(usage).indexOf(slot);
        const pin = box.pins[at] ?? pinOf(`${box.id}.${index}`, slot.feature, slot.chain, this.graph.options.digests);
        if (!box.pins.some(p => p.id === pin.id)) {
            box.pins = [...box.pins, pin];
        }
        return pin.id;
    }
}

const isJoined = (element: AstNode): element is Feature => isUsage(element) && !isStructural(element) && !isStructuralConnector(element);

/** The condition of a constraint, its own or that of its definition. */
const conditionOf = (usage: AstNode): string => [usage, ...typesOf(usage)].map(bodyText).find(text => text !== '') ?? '';
