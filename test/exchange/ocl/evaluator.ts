/**
 * Evaluates OCL over the elements of documents. Freer than OCL where the standards' text is: a dot in front of an operation of collections
 * is an arrow, the properties and operations of `null` are `null`. Operations are those of the text (`Operations`), with those beside them
 * that have no OCL there. A condition that one side decides does not ask for the other.
 */
import { isMetaclassName, type MetaclassName } from '../../../src/language/semantics/metaclasses.js';
import { Element, hasProperty, type Scalar, Undecidable } from './elements.js';
import type { Ocl } from './syntax.js';
import {
    Collection,
    COLLECTION_OPERATIONS,
    distinct,
    isEqual,
    isOfKind,
    ITERATIONS,
    itemsOf,
    joined,
    keyOf,
    KIND_OPERATIONS,
    numberOf,
    OclError,
    shown,
    TooLong,
    type Value
} from './values.js';

/** What a call that must hold is of, its name and arguments. */
export type Visit = (target: Scalar, name: string, args: readonly Value[]) => void;

/** What bare names mean: variables, and the elements whose properties and operations have no source, innermost first. */
interface Scope {
    readonly variables: ReadonlyMap<string, Value>;
    readonly sources: readonly Value[];
}

/** The operations of the standard's text. */
export interface OperationBody {
    readonly parameters: readonly string[];
    /** undefined where the text has none */
    readonly body: Ocl | undefined;
}
/** What an evaluation asks for beside the document. */
export interface Surroundings {
    /** the operation that a metaclass has of a name, its own or the nearest general's */
    operation(metaclass: MetaclassName, name: string): OperationBody | undefined;
    /** an operation or property that is no text of the standard; undefined where there is none of the name */
    native(element: Element, name: string, args: readonly Value[], evaluator: Evaluator): Value | undefined;
    values(element: Element, property: string): readonly Scalar[];
    isMany(element: Element, property: string): boolean;
    isOfLibrary(element: Element): boolean;
}

export class Evaluator {
    private steps = 0;
    private readonly kept = new Map<string, Value>();
    private readonly open = new Set<string>();
    /** how often an answer was given that is not for good */
    provisional = 0;

    constructor(
        private readonly surroundings: Surroundings,
        /** results about elements of the library alone, which are the same for all documents */
        private readonly keptOfLibrary: Map<string, Value>,
        private readonly budget = 400_000
    ) {}

    /** @throws Undecidable, OclError */
    evaluate(expression: Ocl, self: Element): Value {
        this.steps = 0;
        return this.of(expression, { variables: new Map([['self', self]]), sources: [self] });
    }

    /** Demands that a condition makes where it holds: `visit` sees the calls that must hold, of what, and their arguments. */
    demands(expression: Ocl, self: Element, visit: Visit): void {
        this.steps = 0;
        this.demand(expression, { variables: new Map([['self', self]]), sources: [self] }, visit);
    }

    private demand(e: Ocl, scope: Scope, visit: Visit): void {
        if (e.kind === 'binary' && e.operator === 'implies') {
            if (this.truth(e.left, scope)) {
                this.demand(e.right, scope, visit);
            }
        } else if (e.kind === 'binary' && e.operator === 'and') {
            this.demand(e.left, scope, visit);
            this.demand(e.right, scope, visit);
        } else if (e.kind === 'let') {
            this.demand(e.body, withVariable(scope, e.name, this.of(e.value, scope)), visit);
        } else if (e.kind === 'if') {
            this.demand(this.truth(e.condition, scope) ? e.then : e.otherwise, scope, visit);
        } else if (e.kind === 'iteration' && e.name === 'forAll' && e.source !== undefined) {
            for (const item of itemsOf(this.of(e.source, scope))) {
                this.demand(e.body, withVariable(scope, e.variables[0], item), visit);
            }
        } else if (e.kind === 'call') {
            const targets = e.source === undefined ? scope.sources[0] : this.of(e.source, scope);
            const args = e.args.map(a => this.of(a, scope));
            itemsOf(targets).forEach(target => visit(target, e.name, args));
        }
    }

    private of(e: Ocl, scope: Scope): Value {
        if (++this.steps > this.budget) {
            throw new TooLong('takes too long');
        }
        switch (e.kind) {
            case 'literal':
                return e.value;
            case 'collection':
                return this.collection(e, scope);
            case 'name':
                return this.name(e.path, scope);
            case 'navigation':
                return this.navigate(this.of(e.source, scope), e.name);
            case 'call':
                return this.call(e, scope);
            case 'iteration':
                return this.iterate(
                    e.source === undefined ? scope.sources[0] : this.of(e.source, scope),
                    e.name,
                    e.variables,
                    e.body,
                    scope
                );
            case 'if':
                return this.of(this.truth(e.condition, scope) ? e.then : e.otherwise, scope);
            case 'let':
                return this.of(e.body, withVariable(scope, e.name, this.of(e.value, scope)));
            case 'unary':
                return e.operator === 'not' ? !this.truth(e.operand, scope) : -numberOf(this.of(e.operand, scope));
            case 'binary':
                return this.binary(e.operator, e.left, e.right, scope);
        }
    }

    private truth(e: Ocl, scope: Scope): boolean {
        const value = this.of(e, scope);
        const [single = false, ...others] = itemsOf(value);
        if (typeof single !== 'boolean' || others.length > 0) {
            throw new OclError(`no truth value: ${shown(value)}`);
        }
        return single;
    }

    // --- Operators ------------------------------------------------------------------------------------------------------

    private binary(operator: string, left: Ocl, right: Ocl, scope: Scope): Value {
        switch (operator) {
            case 'and':
                return !this.either(left, right, scope, false);
            case 'or':
                return this.either(left, right, scope, true);
            case 'implies':
                return this.either({ kind: 'unary', operator: 'not', operand: left }, right, scope, true);
            case 'xor':
                return this.truth(left, scope) !== this.truth(right, scope);
        }
        const a = this.of(left, scope);
        const b = this.of(right, scope);
        switch (operator) {
            case '=':
                return isEqual(a, b);
            case '<>':
                return !isEqual(a, b);
            case '+':
                return typeof a === 'string' || typeof b === 'string' ? joined(a, b) : numberOf(a) + numberOf(b);
            case '-':
                return numberOf(a) - numberOf(b);
            case '*':
                return numberOf(a) * numberOf(b);
            case '<':
                return numberOf(a) < numberOf(b);
            case '<=':
                return numberOf(a) <= numberOf(b);
            case '>':
                return numberOf(a) > numberOf(b);
            case '>=':
                return numberOf(a) >= numberOf(b);
            default:
                throw new OclError(`no operator ${operator}`);
        }
    }

    /** Whether one of two conditions is as given, of which the second may decide what the first does not. */
    private either(left: Ocl, right: Ocl, scope: Scope, wanted: boolean): boolean {
        let undecided: Undecidable | undefined;
        try {
            if (this.truth(left, scope) === wanted) {
                return true;
            }
        } catch (error) {
            if (!(error instanceof Undecidable)) {
                throw error;
            }
            undecided = error;
        }
        if (this.truth(right, scope) === wanted) {
            return true;
        }
        if (undecided !== undefined) {
            throw undecided;
        }
        return false;
    }

    private collection(e: Ocl & { kind: 'collection' }, scope: Scope): Value {
        const items = e.items.flatMap(item => itemsOf(this.of(item, scope)));
        if (e.to === undefined) {
            return e.type.endsWith('Set') ? distinct(items) : new Collection(items);
        }
        const [from, to] = [numberOf(items[0]), numberOf(this.of(e.to, scope))];
        return new Collection(Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i));
    }

    // --- Names and navigation -------------------------------------------------------------------------------------------

    private name(path: readonly string[], scope: Scope): Value {
        const [name] = path;
        if (path.length > 1) {
            return path[path.length - 1]; // a literal of an enumeration
        }
        const variable = scope.variables.get(name);
        if (variable !== undefined) {
            return variable;
        }
        for (const source of scope.sources) {
            if (source instanceof Element) {
                const value = this.propertyOf(source, name);
                if (value !== undefined) {
                    return value;
                }
            }
        }
        if (isMetaclassName(name)) {
            return name;
        }
        throw new OclError(`nothing has '${name}'`);
    }

    private navigate(source: Value, name: string): Value {
        if (source === null) {
            return null;
        }
        if (source instanceof Collection) {
            return new Collection(source.items.flatMap(item => itemsOf(this.navigate(item, name))));
        }
        const value = source instanceof Element ? this.propertyOf(source, name) : undefined;
        if (value === undefined) {
            throw new OclError(`${shown(source)} has no '${name}'`);
        }
        return value;
    }

    /** The value of a property; undefined where there is none of the name. */
    private propertyOf(element: Element, name: string): Value | undefined {
        if (!hasProperty(element, name)) {
            return this.surroundings.native(element, name, [], this);
        }
        const values = this.surroundings.values(element, name);
        return this.surroundings.isMany(element, name) ? new Collection(values) : (values[0] ?? null);
    }

    // --- Calls ----------------------------------------------------------------------------------------------------------

    private call(e: Ocl & { kind: 'call' }, scope: Scope): Value {
        const { name, args } = e;
        if (e.source === undefined) {
            return this.bareCall(name, args, scope);
        }
        const isSuper =
            e.source.kind === 'call' &&
            e.source.name === 'oclAsType' &&
            e.source.source?.kind === 'name' &&
            e.source.source.path[0] === 'self';
        if (isSuper && e.source.kind === 'call') {
            const [general] = e.source.args;
            const self = scope.variables.get('self');
            if (self instanceof Element && general.kind === 'name' && isMetaclassName(general.path[0])) {
                return this.operate(
                    self,
                    name,
                    args.map(a => this.of(a, scope)),
                    general.path[0]
                );
            }
        }
        return this.callOn(this.of(e.source, scope), e.isArrow, name, args, scope);
    }

    private callOn(source: Value, isArrow: boolean, name: string, args: readonly Ocl[], scope: Scope): Value {
        if (KIND_OPERATIONS.has(name) && !isArrow) {
            return this.ofKind(source, name, args, scope);
        }
        if (ITERATIONS.has(name)) {
            return this.iterate(source, name, [], args[0], scope);
        }
        if (isArrow || COLLECTION_OPERATIONS.has(name) || source instanceof Collection) {
            const operation = COLLECTION_OPERATIONS.get(name);
            if (operation !== undefined) {
                const values =
                    name === 'selectByKind' ? args.map(a => (a.kind === 'name' ? a.path[0] : '')) : args.map(a => this.of(a, scope));
                return operation(itemsOf(source), values);
            }
        }
        const values = args.map(a => this.of(a, scope));
        if (source === null) {
            return null;
        }
        if (source instanceof Collection) {
            return new Collection(source.items.flatMap(item => itemsOf(this.operateOn(item, name, values))));
        }
        return this.operateOn(source, name, values);
    }

    private operateOn(source: Scalar, name: string, args: readonly Value[]): Value {
        if (source instanceof Element) {
            return this.operate(source, name, args);
        }
        if (name === 'toString') {
            return String(source);
        }
        throw new OclError(`${shown(source)} has no ${name}()`);
    }

    private bareCall(name: string, args: readonly Ocl[], scope: Scope): Value {
        if (KIND_OPERATIONS.has(name)) {
            return this.ofKind(scope.sources[0], name, args, scope);
        }
        const values = args.map(a => this.of(a, scope));
        for (const source of scope.sources) {
            if (source instanceof Element && this.hasOperation(source, name, values)) {
                return this.operate(source, name, values);
            }
        }
        const [source] = scope.sources;
        return this.callOn(source, false, name, args, scope);
    }

    private hasOperation(element: Element, name: string, args: readonly Value[]): boolean {
        return (
            this.surroundings.operation(element.metaclass, name) !== undefined ||
            this.surroundings.native(element, name, args, this) !== undefined
        );
    }

    /** An operation of an element, by the OCL that its metaclass has for it. */
    operate(element: Element, name: string, args: readonly Value[], as: MetaclassName = element.metaclass): Value {
        const operation = this.surroundings.operation(as, name);
        if (operation?.body === undefined) {
            const value = this.surroundings.native(element, name, args, this);
            if (value !== undefined) {
                return value;
            }
            throw operation === undefined ? new OclError(`${element.metaclass} has no ${name}()`) : new Undecidable(`${name}() has no OCL`);
        }
        const { parameters, body } = operation;
        // what an operation excludes are cycles, which are found without it
        const counted = args.filter((_, i) => !/^(?:excluded|visited)/.test(parameters[i] ?? ''));
        const key = `${as} ${name} ${element.id} ${counted.map(keyOf).join(' ')}`;
        const isOfLibrary = [element, ...counted].every(
            v => !(v instanceof Collection) && !(v instanceof Element && !this.surroundings.isOfLibrary(v))
        );
        const kept = isOfLibrary ? this.keptOfLibrary : this.kept;
        const known = kept.get(key);
        if (known !== undefined) {
            return known;
        }
        const isOpen = this.open.has(key);
        if (isOpen) {
            this.provisional++;
            if (args.length === counted.length) {
                throw new Undecidable(`${name}() leads back to itself`);
            }
        }
        const before = this.provisional;
        this.open.add(key);
        try {
            const variables = new Map<string, Value>([['self', element], ...parameters.map((p, i) => [p, args[i] ?? null] as const)]);
            const value = this.of(body, { variables, sources: [element] });
            if (this.provisional === before) {
                kept.set(key, value);
            }
            return value;
        } finally {
            if (!isOpen) {
                this.open.delete(key);
            }
        }
    }

    /** A metaclass is named, or that of an element. */
    private ofKind(source: Value, name: string, args: readonly Ocl[], scope: Scope): Value {
        if (name === 'oclType') {
            return source;
        }
        const [argument] = args;
        const isNamed = argument.kind === 'name' && isMetaclassName(argument.path[0]);
        const kind = isNamed ? argument.path[0] : this.of(argument, scope);
        const metaclass = kind instanceof Element ? kind.metaclass : kind;
        if (typeof metaclass !== 'string' || !isMetaclassName(metaclass)) {
            throw new OclError(`no metaclass ${shown(metaclass)}`);
        }
        return source instanceof Collection
            ? new Collection(source.items.flatMap(item => itemsOf(isOfKind(item, name, metaclass))))
            : isOfKind(source, name, metaclass);
    }

    // --- Iterations -----------------------------------------------------------------------------------------------------

    private iterate(source: Value, name: string, variables: readonly string[], body: Ocl, scope: Scope): Value {
        const items = itemsOf(source);
        const inner = (item: Scalar, more?: Scalar): Scope => ({
            variables:
                variables.length === 0
                    ? scope.variables
                    : new Map([...scope.variables, [variables[0], item], ...(more === undefined ? [] : [[variables[1], more] as const])]),
            sources: variables.length === 0 ? [item, ...scope.sources] : scope.sources
        });
        const holds = (item: Scalar): boolean => this.truth(body, inner(item));
        switch (name) {
            case 'select':
                return new Collection(items.filter(holds));
            case 'reject':
                return new Collection(items.filter(item => !holds(item)));
            case 'any':
                return items.find(holds) ?? null;
            case 'exists':
                return this.some(items, holds, true);
            case 'forAll':
                return variables.length > 1
                    ? !this.some(items, a => items.every(b => this.truth(body, inner(a, b))), false)
                    : !this.some(items, holds, false);
            case 'isUnique':
                return new Set(items.map(item => keyOf(this.of(body, inner(item))))).size === items.length;
            case 'collect':
                return new Collection(items.flatMap(item => itemsOf(this.of(body, inner(item)))));
            case 'closure': {
                const found = new Set<Scalar>(items);
                for (const item of found) {
                    itemsOf(this.of(body, inner(item))).forEach(next => found.add(next));
                }
                return new Collection([...found]);
            }
            default:
                throw new OclError(`no iteration ${name}`);
        }
    }

    /** Whether a condition is as wanted of some item, of which any may decide. */
    private some(items: readonly Scalar[], holds: (item: Scalar) => boolean, wanted: boolean): boolean {
        let undecided: Undecidable | undefined;
        for (const item of items) {
            try {
                if (holds(item) === wanted) {
                    return true;
                }
            } catch (error) {
                if (!(error instanceof Undecidable)) {
                    throw error;
                }
                undecided = error;
            }
        }
        if (undecided !== undefined) {
            throw undecided;
        }
        return false;
    }
}

const withVariable = ({ variables, sources }: Scope, name: string | undefined, value: Value): Scope =>
    name === undefined ? { variables, sources: [value, ...sources] } : { variables: new Map([...variables, [name, value]]), sources };
