/**
 * Geometry (SysML 9.2.20, GeometryView): exposed items and their nested items, with their positions and their shapes of the geometry
 * library. The lengths of its definition determine a shape; the translations and rotations of a coordinate frame determine a position.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { resolve } from '../../language/semantics/names.js';
import { referentOf } from '../../language/semantics/referents.js';
import { conformsToLibrary } from '../../language/semantics/specialization.js';
import { isUsage, ownedMembersOf } from '../../language/semantics/structure.js';
import { childrenOf } from '../../language/syntax/index.js';
import { evaluate, EvaluationRun, isA, layoutOf } from '../../runtime/evaluation/index.js';
import { baseMagnitude, isRealNumber, numbers, Quantity } from '../../runtime/values/index.js';
import type { Model } from '../../language/workspace/workspace.js';
import { elementIdOf, fullNameOf, keywordOf, oneLine } from '../describe.js';
import {
    composed,
    cone,
    cuboid,
    cylinder,
    disc,
    ellipsoid,
    IN_PLACE,
    placed,
    type Placement3,
    type Point3,
    rotation,
    translation
} from '../solids.js';
import { textOf } from '../../language/semantics/text.js';
import type { NodeDraft, ViewGraph } from '../view-graph.js';
import { MAX_DEPTH } from './bounds.js';

/** Shapes of the library by qualified name, the more specific ones first, with the lengths that determine each. */
const SHAPES: readonly (readonly [name: string, lengths: readonly string[], points: (lengths: readonly number[]) => Point3[]])[] = [
    ['ShapeItems::RectangularCuboid', ['length', 'width', 'height'], cuboid],
    ['ShapeItems::CircularCylinder', ['radius', 'radius', 'height'], cylinder],
    ['ShapeItems::Cylinder', ['semiMajorAxis', 'semiMinorAxis', 'height'], cylinder],
    ['ShapeItems::CircularCone', ['radius', 'radius', 'height'], cone],
    ['ShapeItems::Cone', ['semiMajorAxis', 'semiMinorAxis', 'height'], cone],
    ['ShapeItems::Sphere', ['radius', 'radius', 'radius'], ellipsoid],
    ['ShapeItems::Ellipsoid', ['semiAxis1', 'semiAxis2', 'semiAxis3'], ellipsoid],
    ['ShapeItems::CircularDisc', ['radius', 'radius'], disc],
    ['ShapeItems::Disc', ['semiMajorAxis', 'semiMinorAxis'], disc],
    ['ShapeItems::Rectangle', ['length', 'width'], ([length, width]) => cuboid([length, width, 0])]
];

export function renderGeometry(graph: ViewGraph, exposed: readonly AstNode[], model: Model): void {
    const geometry = new Geometry(graph, model);
    exposed.forEach(element => geometry.draw(element));
    if (graph.nodes.length === 0) {
        exposed.forEach(e => graph.notice(`${keywordOf(e)} ${fullNameOf(e)} has no shape of ShapeItems, nor has anything in it`));
    }
}

class Geometry {
    private readonly run: EvaluationRun;
    private readonly drawn = new Set<AstNode>();

    constructor(
        private readonly graph: ViewGraph,
        model: Model
    ) {
        this.run = new EvaluationRun(model);
    }

    draw(element: AstNode): void {
        if (!this.drawn.has(element)) {
            this.place(element, elementIdOf(element), IN_PLACE, undefined, 0);
        }
    }

    /** @param path of the element for evaluations @param around placement of the enclosing frame */
    private place(element: AstNode, path: string, around: Placement3, parent: NodeDraft | undefined, depth: number): void {
        this.drawn.add(element);
        const here = composed(around, this.placementOf(element));
        const points = this.pointsOf(element, path);
        let node = parent;
        if (points !== undefined) {
            node = this.graph.node(element, { shape: 'usage', parent, ...(parent === undefined && { name: fullNameOf(element) }) });
            node.solid = points.map(p => placed(here, p));
        }
        if (depth >= MAX_DEPTH) {
            return;
        }
        for (const { feature, names, isModelled } of layoutOf(element).slots) {
            if (isModelled && isUsage(feature) && isA(feature, 'ItemUsage') && names.length > 0 && !names.includes('shape')) {
                this.place(feature, `${path}.${names[0]}`, here, node, depth + 1);
            }
        }
    }

    /** The hull of an element that is a shape or has one as its `shape`; undefined for none. */
    private pointsOf(element: AstNode, path: string): readonly Point3[] | undefined {
        const own = layoutOf(element).slots.find(s => s.names.includes('shape'))?.feature;
        for (const [subject, prefix] of [
            [element, ''],
            [own, 'shape.']
        ] as const) {
            const shape = SHAPES.find(([name]) => subject !== undefined && conformsToLibrary(subject, name));
            if (shape !== undefined) {
                const [, lengths, points] = shape;
                const found = lengths.map(length => this.magnitude(`${prefix}${length}`, { subjectId: path }));
                const missing = found.findIndex(value => value === undefined);
                if (missing < 0) {
                    return points(found.filter(value => value !== undefined));
                }
                this.graph.notice(`${keywordOf(element)} ${fullNameOf(element)}: ${prefix}${lengths[missing]} has no value`);
                return undefined;
            }
        }
        return undefined;
    }

    /** The value of an expression in base units; undefined if it has none. */
    private magnitude(expression: string, where: { readonly subjectId?: string; readonly contextId?: string }): number | undefined {
        const { result } = evaluate(this.run, { expression, ...where });
        const value = result instanceof Quantity ? baseMagnitude(result) : result;
        return value !== undefined && isRealNumber(value) ? numbers.toDouble(value) : undefined;
    }

    /** The placement of an element's coordinate frame in the enclosing frame: its translations and rotations, in order. */
    private placementOf(element: AstNode): Placement3 {
        const frame = ownedMembersOf(element).find(m =>
            layoutOf(element).slots.some(s => s.names.includes('coordinateFrame') && s.feature === m)
        );
        const steps = frame === undefined ? [] : stepsIn(frame);
        return steps.reduce((placement, step) => composed(placement, this.step(element, step)), IN_PLACE);
    }

    private step(element: AstNode, { isRotation, given }: Step): Placement3 {
        const [vector, angle] = given;
        const sequence = vector?.$type === 'BracketExpression' ? vector.operand : vector;
        const parts = sequence?.$type === 'SequenceExpression' ? sequence.elements : [];
        const contextId = elementIdOf(element);
        const values = parts.map(part => this.magnitude(oneLine(textOf(part)), { contextId }));
        const [x, y, z] = values;
        const turn = angle === undefined ? 0 : this.magnitude(oneLine(textOf(angle)), { contextId });
        if (x === undefined || y === undefined || z === undefined || turn === undefined) {
            this.graph.notice(`${keywordOf(element)} ${fullNameOf(element)}: its place is no vector of three numbers`);
            return IN_PLACE;
        }
        const unit = vector?.$type === 'BracketExpression' && !isRotation ? this.unitOf(vector.index[0], contextId) : 1;
        return isRotation ? rotation([x, y, z], turn) : translation([x * unit, y * unit, z * unit]);
    }

    /** The length in metres of one step along the axes of a frame, or of a unit itself; 1 if none is stated. */
    private unitOf(index: AstNode, contextId: string): number {
        const direct = this.magnitude(`1 [${oneLine(textOf(index))}]`, { contextId });
        if (direct !== undefined) {
            return direct;
        }
        const frame = referentOf(index);
        const references =
            frame === undefined
                ? undefined
                : ownedMembersOf(frame).find(m => layoutOf(frame).slots.some(s => s.names.includes('mRefs') && s.feature === m));
        const value = references === undefined ? undefined : childrenOf(references).find(c => c.$type === 'FeatureValue');
        const written = value?.$type === 'FeatureValue' ? value.expression : undefined;
        const first = written?.$type === 'SequenceExpression' ? written.elements[0] : written;
        const unit =
            first === undefined || frame === undefined
                ? undefined
                : this.magnitude(`1 [${oneLine(textOf(first))}]`, { contextId: elementIdOf(frame) });
        return unit ?? 1;
    }
}

interface Step {
    readonly isRotation: boolean;
    readonly given: readonly AstNode[];
}

/** The translations and rotations that a coordinate frame states, in their order. */
function stepsIn(node: AstNode): Step[] {
    if (node.$type === 'ConstructorExpression') {
        const type = resolve(node.type);
        const given = node.arguments.map(a => a.value);
        if (type !== undefined && conformsToLibrary(type, 'MeasurementReferences::Translation')) {
            return [{ isRotation: false, given }];
        }
        if (type !== undefined && conformsToLibrary(type, 'MeasurementReferences::Rotation')) {
            return [{ isRotation: true, given }];
        }
    }
    return childrenOf(node).flatMap(stepsIn);
}
