/** Verdicts on constraints and requirements: VerifyConstraint and VerifyRequirement (contract sheet 6.1 to 6.3). */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf, notationNameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isFeature, owningNamespaceOf, owningTypeOf } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { failed, symbolNotFound } from '../evaluation/limits.js';
import type { Frame } from '../evaluation/expressions/frame.js';
import { type Parameter, shapeOf } from '../evaluation/calculations/shape.js';
import { conform } from '../evaluation/instances/conform.js';
import { objectGraph } from '../evaluation/instances/graph.js';
import { Instance } from '../evaluation/instances/instance.js';
import { objectsAt, subjectAt } from '../evaluation/instances/subjects.js';
import { isConstraint, isRequirement, articledKind } from '../evaluation/model/kinds.js';
import { layoutOf } from '../evaluation/model/layout.js';
import { isManyValued } from '../evaluation/model/slot-bounds.js';
import { natureOf } from '../evaluation/model/slot-nature.js';
import type { Run } from '../evaluation/run.js';
import type { Value } from '../values/index.js';
import { type Arguments, NO_ARGUMENTS, boundParameters, subjectOf } from './arguments.js';
import { verificationVerdicts } from './cases.js';
import { ConditionFrame, type Judgement, judgedInFull, judge, judgedConditionsOf } from '../evaluation/calculations/conditions.js';
import { type Verdict, type VerdictAnswer, judged } from './verdict.js';

export interface VerifyRequest {
    readonly symbolId: string;
    readonly subjectId?: string;
    /** arguments of the `in` parameters by position and by name, without the subject */
    readonly arguments?: Arguments;
}

/** The kind of element that a request is about. */
export type ConditionKind = 'constraint' | 'requirement';

/** Judges a constraint, on a subject or on its own declared values. */
export function verifyConstraint(run: Run, request: VerifyRequest): VerdictAnswer {
    return verify(run, request, 'constraint');
}

/** Judges a requirement, on a subject or on its own declared values. */
export function verifyRequirement(run: Run, request: VerifyRequest): VerdictAnswer {
    const answer = verify(run, request, 'requirement');
    const element =
        answer.verdict === undefined || answer.verdict.failureReason === 'wrongKind' ? undefined : elementById(run.model, request.symbolId);
    return element === undefined ? answer : { ...answer, verificationVerdicts: verificationVerdicts(run, element) };
}

/** The element of a request, before it is judged. */
export interface AboutCondition {
    readonly element: AstNode;
    readonly names: Pick<Verdict, 'kind' | 'elementId' | 'element'>;
    /** the object on which it is judged, where the request names a subject */
    readonly object?: Instance;
}

/** Finds the element and the object of a request; a verdict or an error where they cannot be judged. */
export function aboutCondition(run: Run, { symbolId, subjectId }: VerifyRequest, kind: ConditionKind): AboutCondition | VerdictAnswer {
    const element = elementById(run.model, symbolId);
    if (element === undefined) {
        return { ...symbolNotFound(symbolId), instances: [] };
    }
    const names = { kind, elementId: symbolIdOf(element, symbolId), element: symbolIdOf(element, symbolId) };
    if (!isConstraint(element) || isRequirement(element) !== (kind === 'requirement')) {
        const error = `not a ${kind}: ${nameOf(element) ?? symbolId} is ${articledKind(element)}, not a ${kind} definition or usage`;
        return { verdict: { ...names, error, failureReason: 'wrongKind', wasRun: false }, instances: [] };
    }
    if (subjectId === undefined || subjectId === '') {
        return { element, names };
    }
    let subject: Instance;
    try {
        subject = subjectAt(run, subjectId);
        run.enliven(subject);
    } catch (error) {
        return { ...failed(error, `instantiation of subject ${subjectId} failed: `), instances: [] };
    }
    const carriers = carriersOf(subject, element);
    if (carriers.length > 1) {
        const error = `${kind} ${notationNameOf(element) ?? ''}: ambiguous subject: ${nameOf(element) ?? ''} is carried by ${carriers.map(c => c.path).join(', ')}: check it on one of them`;
        return { verdict: { ...names, error, failureReason: 'ambiguousSubject', wasRun: false }, instances: [] };
    }
    return { element, names, object: carriers[0]?.object ?? subject };
}

function verify(run: Run, request: VerifyRequest, kind: ConditionKind): VerdictAnswer {
    const about = aboutCondition(run, request, kind);
    if (!('element' in about)) {
        return about;
    }
    const { element, names, object } = about;
    const judgement = judgeOn(run, element, object, kind, { arguments: request.arguments });
    if (object !== undefined) {
        return { verdict: { ...names, instance: object, ...judged(judgement) }, instances: objectGraph(object) };
    }
    const isUnbound = judgement.outcome === 'undecided' && judgement.isOpen && needsObject(element);
    return { verdict: { ...names, ...judged(judgement), ...(isUnbound && { isUnbound }) }, instances: [] };
}

/** Whether an element needs an object that the request has to name: its subject, unless it binds it, or its owner's instance. */
function needsObject(element: AstNode): boolean {
    let outermost = element;
    for (let owner = owningTypeOf(element); owner !== undefined && isConstraint(owner); owner = owningTypeOf(owner)) {
        outermost = owner;
    }
    return owningTypeOf(outermost) !== undefined || [element, outermost].some(e => subjectOf(shapeOf(e))?.isNeeded === true);
}

const symbolIdOf = (element: AstNode, requested: string): string => qualifiedNameOf(element) ?? requested;

export interface JudgeOptions {
    /** the name of the element in messages; default `constraint P::c` */
    readonly label?: string;
    readonly arguments?: Arguments;
}

/** Judges an element's conditions on an object, or without one. */
export function judgeOn(
    run: Run,
    element: AstNode,
    object: Instance | undefined,
    kind: string,
    { label = labelOf(element, kind), arguments: args = NO_ARGUMENTS }: JudgeOptions = {}
): Judgement {
    return judgedInFull(run, label, () => {
        const declaration = declarationOn(object, element);
        const frame = new ConditionFrame(run, layoutOf(declaration), enclosingFrame(run, declaration, object), object);
        giveArguments(frame, declaration, args);
        return judge(judgedConditionsOf(declaration, frame), label, kind === 'constraint' ? 'assertion' : 'require condition');
    });
}

/** @throws EvaluationError unknown parameter, calc argument count mismatch, and conformance errors of parameters */
function giveArguments(frame: ConditionFrame, declaration: AstNode, args: Arguments): void {
    if (args.positional.length === 0 && args.named.size === 0) {
        return;
    }
    const { byName, byPosition } = boundParameters(shapeOf(declaration), args);
    const give = ({ slot }: Parameter, value: Value): void => {
        const index = frame.layout.indexOf.get(slot.feature)!;
        frame.write(index, conform(value, frame.layout.slots[index], frame));
    };
    byPosition.forEach((parameter, i) => give(parameter, args.positional[i]));
    byName.forEach((name, parameter) => give(parameter, args.named.get(name)!));
}

function labelOf(element: AstNode, kind: string): string {
    return `${kind} ${notationNameOf(element) ?? nameOf(element) ?? ''}`;
}

/** The declaration of an element that applies to an object: the most specific redefinition in its type. */
export function declarationOn(object: Instance | undefined, element: AstNode): AstNode {
    const index = object?.layout.indexOf.get(element);
    return index === undefined ? element : object!.layout.slots[index].feature;
}

/**
 * The frame that encloses an element's conditions: the frames of the enclosing requirements and constraints, which have the same subject,
 * then the object.
 */
export function enclosingFrame(run: Run, element: AstNode, object: Instance | undefined): Frame | undefined {
    const owner = owningNamespaceOf(element);
    if (owner === undefined || !isConstraint(owner)) {
        return object ?? modelFrame(run, element);
    }
    const declaration = declarationOn(object, owner);
    return new ConditionFrame(run, layoutOf(declaration), enclosingFrame(run, declaration, object), object);
}

/** Without an object, an element of a type reads the values that the type declares. */
function modelFrame(run: Run, element: AstNode): Instance | undefined {
    const owner = owningTypeOf(element);
    return owner === undefined ? undefined : run.prototypeOf(owner);
}

export interface Carrier {
    readonly object: Instance;
    readonly path: string;
}

const MAX_DEPTH = 8;

/**
 * The objects that have an element as a feature: the subject itself, else objects nested in it. The objects of one feature count once. An
 * element without an owning type has none.
 */
export function carriersOf(subject: Instance, element: AstNode): Carrier[] {
    if (!isFeature(element) || owningTypeOf(element) === undefined || subject.layout.indexOf.has(element)) {
        return [{ object: subject, path: '' }];
    }
    const found: Carrier[] = [];
    const seen = new Set<Instance>([subject]);
    const visit = (object: Instance, path: string, depth: number): void => {
        for (const slot of object.layout.slots) {
            const nature = natureOf(slot);
            if (
                depth >= MAX_DEPTH ||
                !slot.isModelled ||
                scopeOf(slot.feature).isLibrary ||
                (nature !== 'object' && nature !== 'variation')
            ) {
                continue;
            }
            const nested = objectsAt(object, slot.index);
            const features = new Set<number>();
            for (const [i, held] of nested.entries()) {
                // A feature that subsets a collection contributes to its objects, but is a separate feature.
                const feature = held.outer === object ? (held.via?.index ?? slot.index) : slot.index;
                if (!seen.has(held) && !features.has(feature)) {
                    const name = object.layout.slots[feature].names[0] ?? '';
                    const at = `${path}${path === '' ? '' : '.'}${name}${feature === slot.index && isManyValued(slot) && nested.length > 1 ? `[${i + 1}]` : ''}`;
                    if (held.layout.indexOf.has(element)) {
                        found.push({ object: held, path: at });
                    } else {
                        visit(held, at, depth + 1);
                    }
                }
                seen.add(held);
                features.add(feature);
            }
        }
    };
    visit(subject, '', 0);
    return found.length === 0 ? [{ object: subject, path: '' }] : found;
}
