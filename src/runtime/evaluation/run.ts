/**
 * A run: the computation of one request over one model. It owns the objects, the budgets and cached values; none of them outlives the
 * request, and the model is read only. Frames and objects depend on this class; evaluation-run.ts computes the values of features.
 */
import type { AstNode } from '../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import type { SearchedText } from '../../language/semantics/searched-roots.js';
import type { World } from '../../language/semantics/world.js';
import { evaluateConstant, type Evaluation } from './expressions/code.js';
import type { Shape } from './calculations/shape.js';
import type { AccessLog, Frame, LocalFrame, Place } from './expressions/frame.js';
import type { FunctionContext, ObjectAccess, OccurrenceOperations, RandomSource } from './functions/index.js';
import { Instance } from './instances/instance.js';
import { type Budget, DEFAULT_LIMITS, type Limits, elementLimitExceeded, stepLimitExceeded } from './limits.js';
import { declaredTypesOf, isVariant } from './model/kinds.js';
import { type Slot, layoutOf } from './model/layout.js';
import type { Toolbox, ToolDivergence } from './toolbox.js';
import { ModelUnits } from './quantities/declarations.js';
import { EvaluationError, type Unit, UnitSystem, type Value } from '../values/index.js';

/** The model of a run: a world with the roots of its own documents. */
export interface RunModel extends World {
    readonly documents: readonly SearchedText[];
}

export interface RunOptions {
    readonly limits?: Partial<Limits>;
    /** called regularly; throws to end the run */
    readonly checkCancelled?: () => void;
    /** the source of random functions; they fail without one */
    readonly random?: RandomSource;
    /** runs the tools that perform annotated actions and calculations; they fail without one */
    readonly tools?: Toolbox;
    /** whether calls are memoized, without any effect on results; for tests */
    readonly hasMemory?: boolean;
    /** the greatest object id of earlier runs; this run continues after it */
    readonly lastObjectId?: number;
    /** objects of other runs: the names of their usages denote them in this run */
    readonly heldObjects?: readonly Instance[];
}

/** Observes a run, for callers that collect data during a computation. */
export interface RunObserver {
    /** performs each application of a calculation that is held as a value */
    applied?(calc: Shape, outer: Frame | undefined, args: readonly Value[], apply: () => Value): Value;
    /** called with the element that `selectOne` picks */
    selected?(element: Value): void;
    /** runs a case that is performed as a step */
    subcase?(performed: AstNode, performance: CasePerformance): void;
}

/** An evaluated expression of a behaviour with the values of its parts. */
export interface EvaluatedParts {
    readonly expression: AstNode;
    readonly parts: readonly Evaluation[];
    /** the assignment, conditional or loop that contains it; undefined for a guard */
    readonly statement: AstNode | undefined;
}

/** A performance of a case, whose steps can be performed. */
export interface CasePerformance extends LocalFrame {
    readonly shape: Shape;
    /** whether its steps are performed */
    hasSteps: boolean;
    /** Binds its inputs and performs its steps, once. */
    begin(): void;
}

/** The arguments of a call in an expression. */
export interface CallArguments {
    readonly positional: readonly Value[];
    readonly named: ReadonlyMap<string, Value>;
}

/** The cost of a computation: evaluation steps, and the depth of nested calculations. */
export interface Cost {
    readonly steps: number;
    readonly depth: number;
}

/** Units by model; all runs of a model share them. */
const unitsOfModels = new WeakMap<RunModel, { declarations: ModelUnits; system: UnitSystem }>();

const NO_OBSERVER: RunObserver = {};

export abstract class Run implements FunctionContext {
    readonly limits: Limits;
    abstract readonly objects: ObjectAccess;
    private randomSource: RandomSource | undefined;
    private readonly toolbox: Toolbox | undefined;
    /** whether results of calculations are memoized (calculations/memory.ts) */
    private readonly hasMemory: boolean;
    /** number of accesses to anything that is not a function of a calculation's arguments */
    private outside = 0;
    /** the greatest {@link depth} since it was last reset */
    private deepest = 0;
    /** features that every occurrence of a running behaviour has in addition to those of its type: its clock */
    readonly occurrenceFeatures = new Map<string, Value>();
    private observer = NO_OBSERVER;
    /** receives the evaluations of behaviours with their parts; undefined if they are not recorded */
    notesParts: ((evaluated: EvaluatedParts) => void) | undefined;
    /** number of calculations on the stack */
    depth = 0;
    steps = 0;
    private elements = 0;
    /** whether the element limit was exceeded */
    private elementsExceeded = false;
    private lastObjectId: number;
    /** set while a behaviour runs, which changes features: derived features follow */
    followsChanges = false;
    /** the derived feature being computed, which depends on the features read meanwhile */
    reader: Place | undefined;
    /** receives reads and writes; set while a behaviour runs after a choice point */
    accesses: AccessLog | undefined;
    /** functions that undo the changes of a preview; set during one */
    journal: (() => void)[] | undefined;
    private readonly named = new Map<AstNode, Instance>();
    /** the objects of other runs that usages denote */
    private readonly heldObjects: ReadonlyMap<AstNode, Instance>;
    /** the objects of other runs that this run reads */
    readonly objectsHeld: readonly Instance[];
    private readonly prototypes = new Map<AstNode, Instance>();
    private readonly individuals = new Map<AstNode, Instance>();
    /** the outputs of tools by their inputs; and the tools whose outputs differed for equal inputs */
    readonly toolAnswers = new Map<string, string>();
    readonly toolDivergences: ToolDivergence[] = [];
    /** features of packages that were read */
    readonly packageFeatures = new Map<AstNode, Frame>();
    private readonly checkCancelled: (() => void) | undefined;
    /** a run with a small step limit checks for cancellation at every step: one step may be long (a product of large integers) */
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
        this.objectsHeld = options.heldObjects ?? [];
        this.heldObjects = new Map(this.objectsHeld.map(object => [object.type, object]));
        this.checkMask = this.limits.steps < 10_000 ? 0 : 1023;
    }

    get random(): RandomSource | undefined {
        this.outside++;
        return this.randomSource;
    }

    /** Replaces the source of random functions. */
    drawFrom(source: RandomSource | undefined): void {
        this.randomSource = source;
    }

    get tools(): Toolbox | undefined {
        this.outside++;
        return this.toolbox;
    }

    /** Notes an access to anything that is not a function of a calculation's arguments: an object, a feature of a package. */
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

    /** Whether results of calculations may be memoized: not while an observer records reads or applications. */
    get remembers(): boolean {
        return this.hasMemory && this.accesses === undefined && this.observer === NO_OBSERVER;
    }

    /** Runs a function and measures its cost, which is undefined when it accessed anything other than its arguments. */
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

    /** Charges a cost. @returns false when the budgets do not allow it, so that the computation must be made */
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
     * Performs the steps of a case. This class evaluates expressions only; behaviour/start-run.ts performs behaviour.
     * @throws EvaluationError
     */
    performSteps(performance: CasePerformance): void {
        throw new EvaluationError('unsupported operator', `a constant cannot perform the steps of ${performance.shape.label}`);
    }

    /**
     * Performs an action that an expression calls within a running behaviour.
     * @param _given evaluates the arguments
     * @throws EvaluationError
     */
    perform(action: AstNode, _given: () => CallArguments, _frame: Frame): Value {
        throw new EvaluationError('unsupported operator', `${nameOf(action) ?? ''} is performed by a running behaviour only`);
    }

    /**
     * Runs the behaviours of the outermost object that holds the given one until none can move; then the subject of a request has its
     * values. This class has no behaviours and does nothing.
     */
    enliven(_object: Instance): void {}

    /** The lives of occurrences; undefined here, without a behaviour. */
    get occurrences(): OccurrenceOperations | undefined {
        return undefined;
    }

    /** The number of choice points that the present value of a feature depends on. */
    dependence(_frame: Frame, _index: number): number {
        return 0;
    }

    /** Runs a function with an observer; notifications that it does not handle go to the previous observer. */
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

    /** Resets the budgets for the next evaluation of a request; only between evaluations. */
    restart(): void {
        this.steps = 0;
        this.elements = 0;
        this.elementsExceeded = false;
    }

    /** The exhausted budgets. */
    get exhausted(): readonly Budget[] {
        return [...(this.steps > this.limits.steps ? ['steps' as const] : []), ...(this.elementsExceeded ? ['elements' as const] : [])];
    }

    /** Counts one evaluation step. @throws EvaluationError evaluation step limit exceeded, and the cancellation of the run */
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

    /** Executes a statement and releases its elements afterwards. */
    withElements<A, T>(statement: (argument: A) => T, argument: A): T {
        const before = this.elements;
        try {
            return statement(argument);
        } finally {
            this.elements = before;
        }
    }

    /** Runs a function and undoes its writes, computed values, objects and costs. */
    preview<T>(work: () => T): T {
        const outer = this.journal;
        const journal: (() => void)[] = [];
        const { steps, elements, elementsExceeded, lastObjectId, named } = this;
        const known = named.size;
        this.journal = journal;
        try {
            return work();
        } finally {
            this.journal = outer;
            this.steps = steps;
            this.elements = elements;
            this.elementsExceeded = elementsExceeded;
            this.lastObjectId = lastObjectId;
            [...named.keys()].slice(known).forEach(usage => named.delete(usage));
            journal.reverse().forEach(undo => undo());
        }
    }

    /** The number of created objects: the greatest id. */
    get objectCount(): number {
        return this.lastObjectId;
    }

    /** Continues the numbering of objects after an id, if that is greater than all ids so far. */
    numberAfter(id: number): void {
        this.lastObjectId = Math.max(this.lastObjectId, id);
    }

    nextObjectId(): number {
        this.outside++;
        return ++this.lastObjectId;
    }

    /** The object of a usage outside types, created once per run. (A nested usage has a different object in its owner's object.) */
    objectOf(usage: AstNode): Instance {
        this.outside++;
        let object = this.heldObjects.get(usage) ?? this.named.get(usage);
        if (object === undefined) {
            object = new Instance(this, layoutOf(usage), usage, undefined, isVariant(usage) ? { variant: usage } : {});
            this.named.set(usage, object);
        }
        return object;
    }

    /** The objects of usages outside types that were created so far, and the representatives of the lives of individuals. */
    get madeObjects(): readonly (readonly [AstNode, Instance])[] {
        return [...this.named, ...this.individuals];
    }

    /** The representative of an individual's life: the first of its portions that was requested. @param portion the requested one */
    lifeOfIndividual(definition: AstNode, portion: Instance): Instance {
        let life = this.individuals.get(definition);
        if (life === undefined) {
            life = portion;
            this.individuals.set(definition, life);
            this.journal?.push(() => this.individuals.delete(definition));
        }
        return life;
    }

    /**
     * Creates a new object of a usage, which the usage's name denotes from now on; the name of a held object continues to denote that
     * object.
     */
    freshObjectOf(usage: AstNode): Instance {
        this.named.delete(usage);
        this.packageFeatures.clear();
        return this.objectOf(usage);
    }

    /**
     * An object that represents the objects of a type on the model level: features without a value are open (`undetermined`). It has no id.
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

    /** Computes the value of an object's feature. @throws EvaluationError */
    abstract featureValue(holder: Instance, slot: Slot): Value;

    /** Whether an object's feature is the target of item flows. */
    abstract isFed(holder: Instance, slot: Slot): boolean;

    /** Computes the value of a local feature. @throws EvaluationError */
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

    /** A unit of the dimension of a quantity type, by the type's measurement reference; undefined when the model does not determine it. */
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
            const declarations = new ModelUnits(model, model.documents, e => evaluateConstant(model, e));
            units = { declarations, system: new UnitSystem(declarations) };
            unitsOfModels.set(model, units);
        }
        return units;
    }
}
