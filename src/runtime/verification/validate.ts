/** Validation of an object and everything below it: ValidateInstance (contract sheet 7). */
import type { AstNode } from 'langium';
import type * as ast from '../../language/generated/ast.js';
import { elementById, nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isDefinition, isFeature } from '../../language/semantics/structure.js';
import { type FailureReason, messageOf } from '../evaluate.js';
import { GRAPH_LIMITS, type InstanceAnswer, answerOf, isAnswered, objectGraph } from '../instances/graph.js';
import { Instance, typeSymbolOf } from '../instances/instance.js';
import { isA, isAttribute, isConstraint, isRequirement, notationKind } from '../model/kinds.js';
import { type Slot, isManyValued, natureOf } from '../model/layout.js';
import { resolve } from '../../language/semantics/names.js';
import type { Run } from '../run.js';
import { elementsOf } from '../values/index.js';
import { assertionText, assertionsIn, judgeAssertion, requirementOf } from './satisfaction.js';
import { type VerificationVerdict, verificationVerdictsAbout } from './cases.js';
import { type Verdict, judged } from './verdict.js';
import { judgeOn } from './verify.js';

export interface ValidationAnswer {
    readonly verdicts: readonly Verdict[];
    readonly summary?: Verdict;
    readonly instances: readonly InstanceAnswer[];
    /** once for each requirement that a verdict is about */
    readonly verificationVerdicts?: readonly VerificationVerdict[];
    /** something was not reached */
    readonly bounded: boolean;
    readonly error?: string;
    readonly failureReason?: FailureReason;
}

/** Feature reads plus objects that one walk may make. */
const WALK_BUDGET = 1000;

/** Judges every assertion on an object and the objects below it. */
export function validateInstance(run: Run, symbolId: string): ValidationAnswer {
    const none = { verdicts: [], instances: [], bounded: false };
    const element = elementById(run.model, symbolId);
    if (element === undefined) {
        return { ...none, error: `symbol not found: ${symbolId}`, failureReason: 'evaluation' };
    }
    if (!hasObjectToValidate(element)) {
        return { ...none, error: `not an object: ${nameOf(element) ?? symbolId} is a ${notationKind(element)}, which has no object to validate`, failureReason: 'wrongKind' };
    }
    let root: Instance;
    try {
        root = run.objectOf(element);
    } catch (error) {
        return { ...none, error: `instantiation failed: ${messageOf(error)}`, failureReason: 'evaluation' };
    }
    const walk = new Walk(run);
    walk.visit(root, '', 0, []);
    const { verdicts, unreadable, bounded } = walk;
    return { verdicts, summary: summaryOf(element, symbolId, root, verdicts, unreadable, bounded), instances: objectGraph(root), bounded, verificationVerdicts: verificationVerdictsAbout(run, verdicts) };
}

function hasObjectToValidate(element: AstNode): boolean {
    return (isDefinition(element) || isFeature(element)) && !isAttribute(element) && !isA(element, 'EnumerationDefinition')
        && 'relationships' in element && !(element as ast.Usage).isEnd && !isA(element, 'MetadataDefinition');
}

/** Depth first through the object tree; an object that is reached twice is visited once. */
class Walk {
    readonly verdicts: Verdict[] = [];
    unreadable: string | undefined;
    bounded = false;
    private budget = WALK_BUDGET;
    private readonly seen = new Set<Instance>();
    private readonly assertions: readonly ast.SatisfyRequirementUsage[];

    constructor(private readonly run: Run) {
        this.assertions = run.model.documents.flatMap(d => assertionsIn(d.root));
    }

    visit(object: Instance, path: string, depth: number, types: readonly AstNode[]): void {
        if (this.seen.has(object)) {
            return;
        }
        this.seen.add(object);
        this.spend();
        this.judgeOwn(object, path);
        this.judgeSatisfactions(object, path);
        const type = typeSymbolOf(object);
        for (const slot of object.layout.slots) {
            if (!isAnswered(slot) || natureOf(slot) === 'constraint') {
                continue;
            }
            if (!this.spend()) {
                return;
            }
            const answer = answerOf(object, slot);
            if (answer.error !== undefined) {
                this.unreadable ??= answer.error;
                continue;
            }
            const values = (answer.values ?? [answer.value ?? null]).flatMap(v => elementsOf(v));
            values.forEach((value, i) => {
                if (!(value instanceof Instance) || this.seen.has(value)) {
                    return;
                }
                if (depth >= GRAPH_LIMITS.depth || types.includes(typeSymbolOf(value)) || typeSymbolOf(value) === type) {
                    this.bounded = true;
                    return;
                }
                const step = `${slot.names[0]}${isManyValued(slot) ? `[${i + 1}]` : ''}`;
                this.visit(value, path === '' ? step : `${path}.${step}`, depth + 1, [...types, type]);
            });
        }
    }

    /** Counts a feature read or an object; false when the budget is spent. */
    private spend(): boolean {
        if (this.budget === 0) {
            this.bounded = true;
            return false;
        }
        this.budget--;
        return true;
    }

    /** Asserted constraints and requirement usages that the object's types state. */
    private judgeOwn(object: Instance, path: string): void {
        for (const slot of object.layout.slots) {
            const { feature } = slot;
            if (!slot.isModelled || !isConstraint(feature) || feature.$type === 'SatisfyRequirementUsage') {
                continue;
            }
            const isAsserted = slot.chain.some(isAssertion);
            if (!isRequirement(feature) && !isAsserted) {
                continue;
            }
            const kind = isRequirement(feature) ? 'requirement' : 'constraint';
            this.verdicts.push({
                kind, elementId: qualifiedNameOf(feature), element: elementText(slot, kind), instance: object, instancePath: path === '' ? undefined : path,
                ...(kind === 'requirement' ? { requirementId: qualifiedNameOf(feature) } : {}),
                ...judged(judgeOn(this.run, feature, object, kind)),
            });
        }
    }

    /** Satisfaction assertions whose subject is the object. */
    private judgeSatisfactions(object: Instance, path: string): void {
        for (const assertion of this.assertions) {
            if (!this.isAbout(assertion, object)) {
                continue;
            }
            const requirement = requirementOf(assertion);
            this.verdicts.push({
                kind: 'satisfy', element: assertionText(assertion), instance: object, instancePath: path === '' ? undefined : path,
                ...(assertion.name === undefined ? {} : { elementId: qualifiedNameOf(assertion) }),
                ...(requirement === undefined ? {} : { requirementId: qualifiedNameOf(requirement) }),
                ...judged(judgeAssertion(this.run, assertion, object)),
            });
        }
    }

    private isAbout(assertion: ast.SatisfyRequirementUsage, object: Instance): boolean {
        const owner = assertion.$container;
        if (assertion.subject === undefined) {
            return owner !== undefined && (object.type === owner || object.layout.type === owner);
        }
        const target = resolve(assertion.subject);
        if (target === undefined || assertion.subject.text.includes('.')) {
            return false;
        }
        const holder = object.outer;
        const index = holder?.layout.indexOf.get(target);
        return object.type === target || (index !== undefined && index === object.via?.index);
    }
}

function isAssertion(feature: ast.Usage): boolean {
    return feature.kind === 'assert' || feature.kind === 'inv';
}

function elementText(slot: Slot, kind: string): string {
    const name = slot.names[0] as string | undefined;
    return kind === 'requirement' ? `requirement ${name ?? ''}`.trim() : `assert constraint ${name ?? ''}`.trim();
}

/** The verdict on the whole object. */
function summaryOf(
    element: AstNode, symbolId: string, root: Instance, verdicts: readonly Verdict[], unreadable: string | undefined, bounded: boolean,
): Verdict {
    const id = qualifiedNameOf(element) ?? symbolId;
    const summary = { kind: 'object' as const, elementId: id, element: id, instance: root };
    const undecided = (error: string): Verdict => ({ ...summary, error, failureReason: 'evaluation', wasRun: true });
    if (verdicts.length === 0) {
        return { ...summary, error: `object ${id} states no assertion to validate`, failureReason: 'evaluation', wasRun: false };
    }
    if (verdicts.some(v => v.holds !== true && v.error === undefined)) {
        return { ...summary, wasRun: true };
    }
    const open = verdicts.find(v => v.error !== undefined);
    if (open !== undefined) {
        return undecided(`${open.element}: ${open.error}`);
    }
    if (unreadable !== undefined) {
        return undecided(unreadable);
    }
    return bounded ? undecided(`object ${id}: the walk was cut short by a bound`) : { ...summary, holds: true, wasRun: true };
}

