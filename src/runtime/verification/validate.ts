/** Validation of an object and the objects below it: ValidateInstance (contract sheet 7). */
import type { AstNode } from '../../language/generated/tree.js';
import type * as ast from '../../language/generated/tree.js';
import { elementById, nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { type Feature, isDefinition, isFeature } from '../../language/semantics/structure.js';
import { type Failed, type FailureReason, messageOf, symbolNotFound } from '../evaluation/limits.js';
import { GRAPH_LIMITS, type InstanceAnswer, answerOf, isAnswered, objectGraph } from '../evaluation/instances/graph.js';
import { Instance, typeSymbolOf } from '../evaluation/instances/instance.js';
import { isA, isAttribute, isConstraint, isObjective, isRequirement, articledKind } from '../evaluation/model/kinds.js';
import { type Slot } from '../evaluation/model/layout.js';
import { isManyValued } from '../evaluation/model/slot-bounds.js';
import { natureOf } from '../evaluation/model/slot-nature.js';
import type { Run } from '../evaluation/run.js';
import { elementsOf } from '../values/index.js';
import { textOf } from '../../language/semantics/text.js';
import { subjectsFrom } from './assertion-subjects.js';
import { assertionVerdict, assertionsIn } from './satisfaction.js';
import { type VerificationVerdict, verificationVerdictsAbout } from './cases.js';
import { type Verdict, judged } from './verdict.js';
import { judgeOn } from './verify.js';

export interface ValidationAnswer extends Partial<Failed> {
    readonly verdicts: readonly Verdict[];
    readonly summary?: Verdict;
    readonly instances: readonly InstanceAnswer[];
    /** once for each requirement that a verdict is about */
    readonly verificationVerdicts?: readonly VerificationVerdict[];
    /** something was not reached */
    readonly bounded: boolean;
    readonly failureReason?: FailureReason;
}

/** Limit of the feature reads plus visited objects of one walk. */
const WALK_BUDGET = 1000;

/** Judges every assertion on an object and the objects below it. */
export function validateInstance(run: Run, symbolId: string): ValidationAnswer {
    const none = { verdicts: [], instances: [], bounded: false };
    const element = elementById(run.model, symbolId);
    if (element === undefined) {
        return { ...none, ...symbolNotFound(symbolId), failureReason: 'evaluation' };
    }
    if (!hasObjectToValidate(element)) {
        return {
            ...none,
            error: `not an object: ${nameOf(element) ?? symbolId} is ${articledKind(element)}, which has no object to validate`,
            failureReason: 'wrongKind'
        };
    }
    let root: Instance;
    try {
        root = run.objectOf(element);
        run.enliven(root);
    } catch (error) {
        return { ...none, error: `instantiation failed: ${messageOf(error)}`, failureReason: 'evaluation' };
    }
    const instances = objectGraph(root);
    const walk = judgeObject(run, root);
    const { verdicts, bounded } = walk;
    return {
        verdicts,
        summary: summaryOf(qualifiedNameOf(element) ?? symbolId, root, walk),
        instances,
        bounded,
        verificationVerdicts: verificationVerdictsAbout(run, verdicts)
    };
}

/** The verdicts on an object and the objects below it. */
export interface JudgedObject {
    /** the root's first, then those of each object below it, depth first */
    readonly verdicts: readonly Verdict[];
    /** the first failure to read a value */
    readonly unreadable: string | undefined;
    /** something was not reached */
    readonly bounded: boolean;
}

/** Judges every assertion on an existing object and the objects below it. */
export function judgeObject(run: Run, root: Instance): JudgedObject {
    const walk = new Walk(run);
    walk.visit(root, '', 0, []);
    return walk;
}

/** Whether an element has an object that assertions can be judged on. */
export function hasObjectToValidate(element: AstNode): boolean {
    return (
        (isDefinition(element) || isFeature(element)) &&
        !isAttribute(element) &&
        !isA(element, 'EnumerationDefinition') &&
        'relationships' in element &&
        !element.isEnd &&
        !isA(element, 'MetadataDefinition')
    );
}

/** Whether a feature is a condition on its object: an asserted constraint or a requirement. */
export function isJudgedOn(slot: Slot): boolean {
    const { feature } = slot;
    // The objective of a case is judged when the case runs.
    const isCondition =
        slot.isModelled && isConstraint(feature) && feature.$type !== 'SatisfyRequirementUsage' && !slot.chain.some(isObjective);
    return isCondition && (isRequirement(feature) || slot.chain.some(isAssertion));
}

/** Walks the object tree depth first and visits each object once. */
class Walk implements JudgedObject {
    readonly verdicts: Verdict[] = [];
    unreadable: string | undefined;
    bounded = false;
    private budget = WALK_BUDGET;
    private readonly seen = new Set<Instance>();
    private readonly assertions: readonly ast.SatisfyRequirementUsage[];
    /** assertions by the object of the tree that they apply to */
    private readonly about = new Map<Instance, Set<ast.SatisfyRequirementUsage>>();

    constructor(private readonly run: Run) {
        this.assertions = run.model.documents.flatMap(d => assertionsIn(d.root));
    }

    visit(object: Instance, path: string, depth: number, types: readonly AstNode[]): void {
        if (this.seen.has(object)) {
            return;
        }
        this.seen.add(object);
        this.spend();
        this.findSubjects(object);
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

    /** Counts a feature read or an object. @returns false when the budget is exhausted */
    private spend(): boolean {
        if (this.budget === 0) {
            this.bounded = true;
            return false;
        }
        this.budget--;
        return true;
    }

    /** Judges the asserted constraints and requirement usages of the object's types. */
    private judgeOwn(object: Instance, path: string): void {
        for (const slot of object.layout.slots) {
            const { feature } = slot;
            if (!isJudgedOn(slot)) {
                continue;
            }
            const kind = isRequirement(feature) ? 'requirement' : 'constraint';
            const text = elementText(slot, kind);
            const isNamed = nameOf(feature) !== undefined;
            this.verdicts.push({
                kind,
                elementId: qualifiedNameOf(feature),
                element: text,
                assertion: feature,
                instance: object,
                instancePath: path === '' ? undefined : path,
                ...(kind === 'requirement' ? { requirementId: qualifiedNameOf(feature) } : {}),
                ...judged(judgeOn(this.run, feature, object, kind, isNamed ? {} : { label: text }))
            });
        }
    }

    /** Notes the assertions that apply to the object or, by a path from it, to an object below it. */
    private findSubjects(object: Instance): void {
        for (const assertion of this.assertions) {
            for (const subject of subjectsFrom(object, assertion)) {
                const found = this.about.get(subject) ?? new Set();
                this.about.set(subject, found.add(assertion));
            }
        }
    }

    /** Judges the satisfaction assertions whose subject is the object, in the order of the model. */
    private judgeSatisfactions(object: Instance, path: string): void {
        const about = this.about.get(object);
        for (const assertion of this.assertions.filter(a => about?.has(a) === true)) {
            this.verdicts.push({ ...assertionVerdict(this.run, assertion, object), instancePath: path === '' ? undefined : path });
        }
    }
}

function isAssertion(feature: Feature): boolean {
    return feature.kind === 'assert' || feature.kind === 'inv';
}

/** The text of an assertion; an unnamed one is described by the element that it refers to, by its type, or by its condition. */
function elementText({ names: [name], chain }: Slot, kind: string): string {
    const declaration = chain.find(isAssertion) ?? chain[0];
    if (kind === 'requirement') {
        return `requirement ${labelOf(declaration, name)}`.trim();
    }
    const words = chain.some(f => f.isNegated) ? 'assert not' : 'assert';
    return declaration.reference === undefined
        ? `${words} constraint ${labelOf(declaration, name)}`.trim()
        : `${words} ${declaration.reference.text}`;
}

function labelOf({ relationships, members }: Feature, name: string | undefined): string {
    const general = relationships?.find(r => r.$type === 'FeatureTyping') ?? relationships?.at(0);
    if (name !== undefined || general !== undefined) {
        return name ?? `${general!.$type === 'FeatureTyping' ? ':' : ':>'} ${general!.text}`;
    }
    const conditions = (members ?? [])
        .filter(m => m.$type === 'ResultExpression')
        .map(m => textOf(m.expression).replace(/\s+/g, ' ').trim());
    return conditions.length === 0 ? '' : `{ ${conditions.join(' ')} }`;
}

/** The verdict on the whole object. */
function summaryOf(id: string, root: Instance, { verdicts, unreadable, bounded }: ReturnType<typeof judgeObject>): Verdict {
    const summary = { kind: 'object' as const, elementId: id, element: id, instance: root };
    const undecided = (error: string, exhausted?: Verdict['exhausted']): Verdict => ({
        ...summary,
        error,
        failureReason: 'evaluation',
        exhausted,
        wasRun: true
    });
    if (verdicts.length === 0) {
        return { ...summary, error: `object ${id} states no assertion to validate`, failureReason: 'evaluation', wasRun: false };
    }
    if (verdicts.some(v => v.holds !== true && v.error === undefined)) {
        return { ...summary, wasRun: true };
    }
    const open = verdicts.find(v => v.error !== undefined);
    if (open !== undefined) {
        return undecided(`${open.element}: ${open.cause ?? open.error}`, open.exhausted);
    }
    if (unreadable !== undefined) {
        return undecided(unreadable);
    }
    return bounded ? undecided(`object ${id}: the walk was cut short by a bound`) : { ...summary, holds: true, wasRun: true };
}
