/**
 * A run: one request's computation over one model. It owns the objects, the budgets and what was materialized; nothing of it outlives
 * the request, and the model is only read. Frames and objects know their run as this; how features get their values is evaluation-run.ts.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import type { World } from '../../language/semantics/world.js';
import { evaluateConstant, type Evaluation } from './expressions/code.js';
import type { Shape } from './calculations/shape.js';
import type { AccessLog, Frame, LocalFrame, Place } from './expressions/frame.js';
import type { FunctionContext, ObjectAccess, OccurrenceOperations, RandomSource } from './functions/index.js';
import { Instance } from './instances/instance.js';
import { type Budget, DEFAULT_LIMITS, type Limits, elementLimitExceeded, stepLimitExceeded } from './limits.js';
import { declaredTypesOf } from './model/kinds.js';
import { type Slot, layoutOf } from './model/layout.js';
import type { Toolbox, ToolDivergence } from './toolbox.js';
import { ModelUnits } from './quantities/declarations.js';
import { EvaluationError, type Unit, UnitSystem, type Value } from '../values/index.js';

/** What a run reads: a world with the roots of its own documents. */
export interface RunModel extends World {
    readonly documents: readonly { readonly root: AstNode }[];
}

export interface RunOptions {
    readonly limits?: Partial<Limits>;
    /** called now and then; may throw to end the run */
    readonly checkCancelled?: () => void;
    /** what random functions draw from; they fail without one */
    readonly random?: RandomSource;
    /** runs the tools that perform annotated actions and calculations; they fail without one */
    readonly tools?: Toolbox;
    /** false: each call is computed, with the same answers; for tests */
    readonly hasMemory?: boolean;
    /** the greatest id that an object of an earlier run has: the first one of this run gets the next */
    readonly lastObjectId?: number;
}

/** Wraps what a run does: for callers that collect something for the length of a computation. */
export interface RunObserver {
    /** makes each application of a calculation that is held as a value */
    applied?(calc: Shape, outer: Frame | undefined, args: readonly Value[], apply: () => Value): Value;
    /** notified of the element that `selectOne` picks */
    selected?(element: Value): void;
    /** runs a case that is performed as a step */
    subcase?(performed: AstNode, performance: CasePerformance): void;
}

/** What a behaviour evaluated, and what the parts of it came to. */
export interface EvaluatedParts {
    readonly expression: AstNode;
    readonly parts: readonly Evaluation[];
    /** the assignment, conditional or loop that it decides; undefined for a guard */
    readonly statement: AstNode | undefined;
}

/** A run of a case, whose steps can be performed. */
export interface CasePerformance extends LocalFrame {
    readonly shape: Shape;
    /** whether its steps are performed, one after the other */
    hasSteps: boolean;
    /** Binds its inputs and performs its steps, once. */
    begin(): void;
}

/** The arguments of a call in an expression. */
export interface CallArguments {
    readonly positional: readonly Value[];
    readonly named: ReadonlyMap<string, Value>;
}

/** What a computation cost: evaluation steps, and calculations within calculations. */
export interface Cost {
    readonly steps: number;
    readonly depth: number;
}

/** Units are facts of the model: shared by all its runs, gone with it. */
const unitsOfModels = new WeakMap<RunModel, { declarations: ModelUnits; system: UnitSystem }>();

const NO_OBSERVER: RunObserver = {};

export abstract class Run implements FunctionContext {
    readonly limits: Limits;
    abstract readonly objects: ObjectAccess;
    private readonly randomSource: RandomSource | undefined;
    private readonly toolbox: Toolbox | undefined;
    /** whether answers of calculations are taken from memory (calculations/memory.ts) */
    private readonly hasMemory: boolean;
    /** how often something was used that is not a function of a calculation's arguments */
    private outside = 0;
    /** the greatest {@link depth} that was reached since it was last looked at */
    private deepest = 0;
    /** features that every occurrence of a running behaviour has beside those of its type: its clock */
    readonly occurrenceFeatures = new Map<string, Value>();
    private observer = NO_OBSERVER;
    /** is notified of what behaviours evaluate, part by part; undefined where nobody is */
    notesParts: ((evaluated: EvaluatedParts) => void) | undefined;
    /** calc invocations on the stack */
    depth = 0;
    steps = 0;
    private elements = 0;
    /** the element limit was hit */
    private elementsExceeded = false;
    private lastObjectId: number;
    /** set while a behaviour runs: features change, and what is derived from them follows */
    followsChanges = false;
    /** the derived feature that is being computed, which depends on what is read meanwhile */
    reader: Place | undefined;
    /** notified of readings and writings; set while a behaviour goes on whose order was open somewhere */
    accesses: AccessLog | undefined;
    /** how to undo what has been done; set within a preview */
    journal: (() => void)[] | undefined;
    private readonly named = new Map<AstNode, Instance>();
    private readonly prototypes = new Map<AstNode, Instance>();
    private readonly individuals = new Map<AstNode, Instance>();
    /** what tools have answered, by what they were given; those that answered otherwise before */
    readonly toolAnswers = new Map<string, string>();
    readonly toolDivergences: ToolDivergence[] = [];
    /** features of packages that were read */
    readonly packageFeatures = new Map<AstNode, Frame>();
    private readonly checkCancelled: (() => void) | undefined;
    /** a run with few steps asks for leave at each: one of them may be a long one (a product of large integers) */
    private readonly checkMask: number;

    constructor(
        readonly model: RunModel,
        options: RunOptions = {}
    ) {
        this.limits = { ...DEFAULT_LIMITS, ...options.limits };
        this.checkCancelled = options.checkCancelled;
        this.randomSource = options.random;
        this.toolbox = options.tools;
        this.hasMemory = options.hasMemory ?? true;
        this.lastObjectId = options.lastObjectId ?? 0;
        this.checkMask = this.limits.steps < 10_000 ? 0 : 1023;
    }

    get random(): RandomSource | undefined {
        this.outside++;
        return this.randomSource;
    }

    get tools(): Toolbox | undefined {
        this.outside++;
        return this.toolbox;
    }

    /** Notes that something is used that is not a function of a calculation's arguments: an object, a feature of a package. */
    looksOutside(): void {
        this.outside++;
    }

    /** Enters a calculation. */
    enter(): void {
        this.step();
        if (++this.depth > this.deepest) {
            this.deepest = this.depth;
        }
    }

    /** Whether answers of calculations may be taken from memory: not while an observer follows what is read and applied. */
    get remembers(): boolean {
        return this.hasMemory && this.accesses === undefined && this.observer === NO_OBSERVER;
    }

    /** Does something and measures it. The cost is undefined when it used something that is not a function of its arguments. */
    measured<T>(work: () => T): { readonly value: T; readonly cost: Cost | undefined } {
        const { steps, outside, deepest, depth } = this;
        this.deepest = depth;
        try {
            const value = work();
            const cost = this.outside === outside ? { steps: this.steps - steps, depth: this.deepest - depth } : undefined;
            return { value, cost };
        } finally {
            this.deepest = Math.max(deepest, this.deepest);
        }
    }

    /** Counts a cost as if it arose now; false when the budgets have no room for it, so that it has to arise. */
    pays({ steps, depth }: Cost): boolean {
        if (this.steps + steps > this.limits.steps || this.depth + depth > this.limits.calcDepth) {
            return false;
        }
        const before = this.steps;
        this.steps += steps;
        this.deepest = Math.max(this.deepest, this.depth + depth);
        if (Math.floor(before / (this.checkMask + 1)) !== Math.floor(this.steps / (this.checkMask + 1))) {
            this.checkCancelled?.();
        }
        return true;
    }

    /**
     * Performs the steps of a case. This run evaluates expressions alone; one that performs behaviour is behaviour/start-run.ts.
     * @throws EvaluationError
     */
    performSteps(performance: CasePerformance): void {
        throw new EvaluationError('unsupported operator', `a constant cannot perform the steps of ${performance.shape.label}`);
    }

    /**
     * Performs an action that an expression calls, where a behaviour runs around the expression.
     * @param _given evaluates the arguments
     * @throws EvaluationError
     */
    perform(action: AstNode, _given: () => CallArguments, _frame: Frame): Value {
        throw new EvaluationError('unsupported operator', `${nameOf(action) ?? ''} is performed by a running behaviour only`);
    }

    /**
     * Starts the behaviours that come with the outermost object around one, and lets them run until quiet: an object that a question is
     * about has the values after that. Here objects are answered as they are built.
     */
    enliven(_object: Instance): void {}

    /** The lives of occurrences. This run has no behaviour within which they would begin or end. */
    get occurrences(): OccurrenceOperations | undefined {
        return undefined;
    }

    /** On how many choice points of the run the present value of a feature depends. */
    dependence(_frame: Frame, _index: number): number {
        return 0;
    }

    /** Does something with an observer; the notifications that it does not handle go to the observer before. */
    observed<T>(observer: RunObserver, work: () => T): T {
        const before = this.observer;
        this.observer = { ...before, ...observer };
        try {
            return work();
        } finally {
            this.observer = before;
        }
    }

    /** Applies a calculation that is held as a value. */
    applied(calc: Shape, outer: Frame | undefined, args: readonly Value[], apply: () => Value): Value {
        return this.observer.applied === undefined ? apply() : this.observer.applied(calc, outer, args, apply);
    }

    onSelected(element: Value): void {
        this.observer.selected?.(element);
    }

    /** Runs a case that is performed as a step. */
    subcase(performed: AstNode, performance: CasePerformance): void {
        if (this.observer.subcase === undefined) {
            performance.begin();
        } else {
            this.observer.subcase(performed, performance);
        }
    }

    /** Gives the next question of a request the whole budgets; only between evaluations. */
    restart(): void {
        this.steps = 0;
        this.elements = 0;
        this.elementsExceeded = false;
    }

    /** The budgets that ended an evaluation. */
    get exhausted(): readonly Budget[] {
        return [...(this.steps > this.limits.steps ? ['steps' as const] : []), ...(this.elementsExceeded ? ['elements' as const] : [])];
    }

    /** Counts one evaluation. @throws evaluation step limit exceeded, and what cancels the run */
    step(): void {
        if (++this.steps > this.limits.steps) {
            throw stepLimitExceeded(this.limits);
        }
        if ((this.steps & this.checkMask) === 0) {
            this.checkCancelled?.();
        }
    }

    chargeElements(count: number): void {
        this.outside++;
        this.elements += count;
        if (this.elements > this.limits.elements) {
            this.elementsExceeded = true;
            throw elementLimitExceeded(this.limits);
        }
    }

    /** Releases the elements of a finished statement: what it held at once is over. */
    withElements<A, T>(statement: (argument: A) => T, argument: A): T {
        const before = this.elements;
        try {
            return statement(argument);
        } finally {
            this.elements = before;
        }
    }

    /** Does something and undoes what it wrote, computed, made and cost. */
    preview<T>(work: () => T): T {
        const outer = this.journal;
        const journal: (() => void)[] = [];
        const { steps, elements, lastObjectId, named } = this;
        const known = named.size;
        this.journal = journal;
        try {
            return work();
        } finally {
            this.journal = outer;
            this.steps = steps;
            this.elements = elements;
            this.lastObjectId = lastObjectId;
            [...named.keys()].slice(known).forEach(usage => named.delete(usage));
            journal.reverse().forEach(undo => undo());
        }
    }

    /** How many objects were made: the greatest id. */
    get objectCount(): number {
        return this.lastObjectId;
    }

    nextObjectId(): number {
        this.outside++;
        return ++this.lastObjectId;
    }

    /**
     * The object of a usage that the model declares outside types, made once a run; of a nested usage the one its owner holds is another.
     */
    objectOf(usage: AstNode): Instance {
        this.outside++;
        let object = this.named.get(usage);
        if (object === undefined) {
            object = new Instance(this, layoutOf(usage), usage, undefined);
            this.named.set(usage, object);
        }
        return object;
    }

    /** The objects of usages outside types that were made so far, and those that stand for the lives of individuals. */
    get madeObjects(): readonly (readonly [AstNode, Instance])[] {
        return [...this.named, ...this.individuals];
    }

    /** What stands for the life of an individual: the first of its portions that was asked. @param portion the one that is asked */
    lifeOfIndividual(definition: AstNode, portion: Instance): Instance {
        let life = this.individuals.get(definition);
        if (life === undefined) {
            life = portion;
            this.individuals.set(definition, life);
            this.journal?.push(() => this.individuals.delete(definition));
        }
        return life;
    }

    /** A new object of a usage, which from now on is the one that the usage's name means. */
    freshObjectOf(usage: AstNode): Instance {
        this.named.delete(usage);
        this.packageFeatures.clear();
        return this.objectOf(usage);
    }

    /**
     * What the model says about the objects of a type while no object is meant: an object whose features without a value are open
     * (`undetermined`). It has no id of its own.
     */
    prototypeOf(type: AstNode): Instance {
        this.outside++;
        let prototype = this.prototypes.get(type);
        if (prototype === undefined) {
            prototype = new Instance(this, layoutOf(type), type, undefined, { isOpen: true });
            this.prototypes.set(type, prototype);
        }
        return prototype;
    }

    /** The value of an object's feature that has none yet. @throws EvaluationError */
    abstract featureValue(holder: Instance, slot: Slot): Value;

    /** Whether item flows lead to an object's feature. */
    abstract isFed(holder: Instance, slot: Slot): boolean;

    /** The value of a local feature that has none yet. @throws EvaluationError */
    abstract localValue(frame: LocalFrame, slot: Slot): Value;

    get units(): UnitSystem {
        return this.modelUnits().system;
    }

    /** The unit that a usage declares. @throws not a measurement unit, undetermined unit conversion */
    unitOf(usage: AstNode): Unit {
        const { declarations, system } = this.modelUnits();
        const declaration = declarations.declarationOf(usage)!;
        return system.unit(declaration.unitId);
    }

    /**
     * A unit of the dimension that a quantity type's values have, by the type's measurement reference; undefined when the model does not
     * tell.
     */
    unitOfQuantityType(type: AstNode): Unit | undefined {
        const { declarations, system } = this.modelUnits();
        const layout = layoutOf(type);
        const index = layout.byName.get('mRef');
        const definitions = index === undefined ? [] : declaredTypesOf(layout.slots[index].feature);
        for (const definition of definitions) {
            const unitId = declarations.unitOfDefinition(qualifiedNameOf(definition) ?? '');
            if (unitId !== undefined) {
                return system.unit(unitId);
            }
        }
        return undefined;
    }

    private modelUnits(): { declarations: ModelUnits; system: UnitSystem } {
        let units = unitsOfModels.get(this.model);
        if (units === undefined) {
            const { model } = this;
            const declarations = new ModelUnits(
                model,
                model.documents.map(d => d.root),
                e => evaluateConstant(model, e)
            );
            units = { declarations, system: new UnitSystem(declarations) };
            unitsOfModels.set(model, units);
        }
        return units;
    }
}
