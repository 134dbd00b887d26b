/**
 * Units and measurement scales: reduction of declared units to terms, composition, and the choice of coherent units.
 *
 * The model provides declarations through `UnitDeclarations`; no unit is built in. A `Unit` keeps its text, its exact term, and the named
 * dimension-one factors (`rad`) that the term does not contain. (Contract sheet, section 4.10.)
 */

import { quoted } from './spelling.js';
import { EvaluationError } from './errors.js';
import { ONE, Rational, ZERO, addRationals, multiplyRationals, negateRational, rationalsEqual, subtractRationals } from './rational.js';
import { rationalText } from './number-text.js';
import {
    UNITY,
    type UnitFactor,
    type UnitTerm,
    dimensionKey,
    divideTerms,
    exactPower,
    multiplyTerms,
    powerOfTerm,
    unitTerm
} from './unit-term.js';

/** How a unit is defined in terms of others. */
export type UnitDefinition =
    /** irreducible */
    | { readonly kind: 'base' }
    /** `MeasurementReferences::DimensionOneUnit` and the like: reduces to no factor */
    | { readonly kind: 'dimensionOne' }
    /** a `unitConversion`, prefixes included: factor times the reference unit, exact */
    | { readonly kind: 'conversion'; readonly reference: readonly UnitFactor[]; readonly factor: Rational }
    /** a defining expression: a product of powers of named units */
    | { readonly kind: 'derived'; readonly factors: readonly UnitFactor[] }
    /** an interval scale over a unit; the point `mapped` on this scale is the point `reference.value` of another reference */
    | {
          readonly kind: 'scale';
          readonly unit: string;
          readonly anchor?: { readonly mapped: Rational; readonly reference: { readonly unitId: string; readonly value: Rational } };
      };

/** The declaration of a unit in a model. */
export interface UnitDeclaration {
    /** qualified canonical name */
    readonly unitId: string;
    /** last segment of the qualified name */
    readonly name: string;
    readonly shortName?: string;
    /** qualified name of the owning namespace */
    readonly namespace: string;
    /** declared by the standard library */
    readonly library: boolean;
    /** qualified names of its unit definitions (`ISQBase::LengthUnit`), in order */
    readonly definitions: readonly string[];
    readonly definition: UnitDefinition;
}

/** The units a model declares. Implemented over the model by the evaluator. */
export interface UnitDeclarations {
    /** The declaration of that canonical name; undefined when the name declares no unit. */
    declaration(unitId: string): UnitDeclaration | undefined;
    /** Every declared unit, for finding the library's unit of a dimension. Called once. */
    all(): Iterable<UnitDeclaration>;
    /** Ids of the coherent base units of the system of units (`SI::kilogram` …), which define coherence. */
    coherentBaseUnits(): readonly string[];
}

/** The form of a unit's text, for parentheses in composition. */
type TextForm = 'atom' | 'product' | 'quotient' | 'power';

/** The zero of a measurement scale. */
export interface ScaleZero {
    /** the unit of the scale's intervals */
    readonly unit: Unit;
    /** the position of its zero, in base units */
    readonly offset: Rational;
}

/** The parts of a measurement reference. */
export interface UnitParts {
    /** the expression as written in the model, or as composed; empty for a unit known only by its term, and for its compositions */
    readonly text: string;
    /** exact reduction to base units */
    readonly term: UnitTerm;
    /** the id of its declaration; absent for a composed unit */
    readonly unitId?: string;
    /** powers of named dimension-one units in it (`SI::radian`), which cancel in the term */
    readonly named: readonly UnitFactor[];
    /** present for a measurement scale */
    readonly scale?: ScaleZero;
    /** an atom by default */
    readonly form?: TextForm;
}

/** A measurement reference: one named unit or scale, or a composition. */
export class Unit implements UnitParts {
    readonly text: string;
    readonly term: UnitTerm;
    readonly unitId: string | undefined;
    readonly named: readonly UnitFactor[];
    readonly scale: ScaleZero | undefined;
    readonly form: TextForm;

    /** @param system the declarations it belongs to */
    constructor(
        readonly system: UnitSystem,
        { text, term, unitId, named, scale, form = 'atom' }: UnitParts
    ) {
        this.text = text;
        this.term = term;
        this.unitId = unitId;
        this.named = named;
        this.scale = scale;
        this.form = form;
    }

    /** The same unit with another text. */
    withText(text: string, form: TextForm = this.form): Unit {
        const { system, term, unitId, named, scale } = this;
        return text === this.text ? this : new Unit(system, { text, term, unitId, named, scale, form });
    }

    /** Whether magnitudes are points on an interval scale, which cannot be multiplied. */
    get isScale(): boolean {
        return this.scale !== undefined;
    }

    /** Whether it is a product, quotient or power rather than one declared unit. */
    get isComposed(): boolean {
        return this.unitId === undefined;
    }
}

const operand = (u: Unit, wrapped: readonly TextForm[]): string => (wrapped.includes(u.form) ? `(${u.text})` : u.text);

const isUnwritten = (...units: readonly Unit[]): boolean => units.some(u => u.text === '');

function refusePoint(operation: string, ...units: readonly Unit[]): void {
    const point = units.find(u => u.isScale);
    if (point !== undefined) {
        throw new EvaluationError(
            'type mismatch',
            `operator '${operation}' is not defined for a point on the measurement scale ${point.text}`
        );
    }
}

function summed(factors: readonly UnitFactor[]): readonly UnitFactor[] {
    return factors.length === 0 ? factors : unitTerm(ONE, factors).factors;
}

/** `a * b` as a composed unit. */
export function multiplyUnits(a: Unit, b: Unit): Unit {
    refusePoint('*', a, b);
    const text = a.text === '1' ? b.text : b.text === '1' ? a.text : isUnwritten(a, b) ? '' : `${operand(a, [])}*${operand(b, [])}`;
    return new Unit(a.system, { text, term: multiplyTerms(a.term, b.term), named: summed([...a.named, ...b.named]), form: 'product' });
}

/** `a / b` as a composed unit. */
export function divideUnits(a: Unit, b: Unit): Unit {
    refusePoint('/', a, b);
    const inverse = b.named.map(f => ({ unitId: f.unitId, exponent: negateRational(f.exponent) }));
    const text = b.text === '1' ? a.text : isUnwritten(a, b) ? '' : `${operand(a, [])}/${operand(b, ['product', 'quotient'])}`;
    return new Unit(a.system, { text, term: divideTerms(a.term, b.term), named: summed([...a.named, ...inverse]), form: 'quotient' });
}

/** `a ** exponent` as a composed unit; undefined when its scale has no exact power (convert to the base units first). */
export function powerOfUnit(a: Unit, exponent: Rational): Unit | undefined {
    refusePoint('**', a);
    if (rationalsEqual(exponent, ONE)) {
        return a;
    }
    const term = powerOfTerm(a.term, exponent);
    if (term === undefined) {
        return undefined;
    }
    const named = a.named.map(f => ({ unitId: f.unitId, exponent: multiplyRationals(f.exponent, exponent) }));
    const text =
        a.text === '1' || exponent.num === 0
            ? '1'
            : isUnwritten(a)
              ? ''
              : `${operand(a, ['product', 'quotient', 'power'])}**${exponentText(exponent)}`;
    return new Unit(a.system, { text, term, named: summed(named), form: 'power' });
}

function exponentText(exponent: Rational): string {
    const text = exponent.den === 1 ? String(exponent.num) : rationalText(exponent);
    return text.includes('/') ? `(${text})` : text;
}

/** The unit with the shortest name; the first in alphabetical order among several. */
function shortest(declarations: readonly UnitDeclaration[]): UnitDeclaration | undefined {
    const shown = (d: UnitDeclaration): string => d.shortName ?? d.name;
    return [...declarations].sort((a, b) => shown(a).length - shown(b).length || (shown(a) < shown(b) ? -1 : 1)).at(0);
}

/** Reduction and composition of the units of one model. Memoizes reductions: use one system for each model. */
export class UnitSystem {
    private readonly units = new Map<string, Unit>();
    private readonly reducing = new Set<string>();
    private candidates: Map<string, UnitDeclaration[]> | undefined;
    private coherentBases: Map<string, { readonly unit: Unit; readonly declaration: UnitDeclaration }> | undefined;
    private readonly coherentUnits = new Map<string, Unit>();
    private simpleNames: Map<string, UnitDeclaration> | undefined;

    /** The unit expression `1`. */
    readonly one: Unit = new Unit(this, { text: '1', term: UNITY, named: [] });

    constructor(private readonly declarations: UnitDeclarations) {}

    /**
     * The declared unit of a canonical name; its text is its qualified short name unless `withText` changes it.
     * @throws EvaluationError not a measurement unit, undetermined unit conversion (a unit defined in terms of itself)
     */
    unit(unitId: string): Unit {
        const known = this.units.get(unitId);
        if (known !== undefined) {
            return known;
        }
        const declaration = this.declarations.declaration(unitId);
        if (declaration === undefined) {
            throw new EvaluationError('not a measurement unit', unitId);
        }
        if (this.reducing.has(unitId)) {
            throw new EvaluationError('undetermined unit conversion', `${unitId} is defined in terms of itself`);
        }
        this.reducing.add(unitId);
        try {
            const unit = this.reduce(declaration);
            this.units.set(unitId, unit);
            return unit;
        } finally {
            this.reducing.delete(unitId);
        }
    }

    private reduce(declaration: UnitDeclaration): Unit {
        const { unitId, definition } = declaration;
        const text = `${declaration.namespace}::${quoted(declaration.shortName ?? declaration.name)}`;
        const make = (term: UnitTerm, named: readonly UnitFactor[], scale?: Unit['scale']): Unit =>
            new Unit(this, {
                text,
                term,
                unitId,
                named: term.factors.length === 0 && scale === undefined ? [{ unitId, exponent: ONE }] : named,
                scale
            });
        switch (definition.kind) {
            case 'base':
                return make({ scale: ONE, factors: [{ unitId, exponent: ONE }] }, []);
            case 'dimensionOne':
                return make(UNITY, []);
            case 'derived': {
                const product = this.compose(definition.factors);
                return make(product.term, product.named);
            }
            case 'conversion': {
                if (definition.factor.num <= 0) {
                    throw new EvaluationError('undetermined unit conversion', `the conversion factor of ${unitId} is not positive`);
                }
                const reference = this.compose(definition.reference);
                return make({ ...reference.term, scale: multiplyRationals(reference.term.scale, definition.factor) }, reference.named);
            }
            case 'scale': {
                const unit = this.unit(definition.unit);
                const { anchor } = definition;
                if (anchor === undefined) {
                    return make(unit.term, unit.named, { unit, offset: ZERO });
                }
                const reference = this.unit(anchor.reference.unitId);
                const point = addRationals(
                    multiplyRationals(anchor.reference.value, reference.term.scale),
                    reference.scale?.offset ?? ZERO
                );
                return make(unit.term, unit.named, {
                    unit,
                    offset: subtractRationals(point, multiplyRationals(anchor.mapped, unit.term.scale))
                });
            }
        }
    }

    /**
     * The declared unit of a short name or name without its namespace, as texts of units contain; units of the library take precedence over
     * units of the model.
     */
    unitOfSimpleName(name: string): Unit | undefined {
        if (this.simpleNames === undefined) {
            this.simpleNames = new Map();
            const declared = [...this.declarations.all()];
            for (const d of [...declared.filter(d => d.library), ...declared.filter(d => !d.library)]) {
                for (const simple of d.shortName === undefined ? [d.name] : [d.shortName, d.name]) {
                    if (!this.simpleNames.has(simple)) {
                        this.simpleNames.set(simple, d);
                    }
                }
            }
        }
        const found = this.simpleNames.get(name);
        return found === undefined ? undefined : this.unit(found.unitId);
    }

    /** The dimension-one units that a unit is defined by: `rad` for `°`, which is converted from it; none for `%`. */
    kindsOf({ named }: Unit): readonly UnitFactor[] {
        return summed(
            named.flatMap(factor => {
                const definition = this.declarations.declaration(factor.unitId)?.definition;
                return definition?.kind !== 'conversion'
                    ? [factor]
                    : this.kindsOf(this.compose(definition.reference)).map(({ unitId, exponent }) => ({
                          unitId,
                          exponent: multiplyRationals(exponent, factor.exponent)
                      }));
            })
        );
    }

    /** The composed unit of powers of named units; unity for none. */
    compose(factors: readonly UnitFactor[]): Unit {
        let product = this.one;
        for (const { unitId, exponent } of factors) {
            const factor = powerOfUnit(this.unit(unitId), exponent);
            if (factor === undefined) {
                throw new EvaluationError('undetermined unit conversion', `${unitId} has no exact power ${rationalText(exponent)}`);
            }
            product = multiplyUnits(product, factor);
        }
        return product;
    }

    /**
     * The coherent unit of a composed unit's dimension: the library's unit where there is exactly one choice, else the product of base
     * units. A unit with a named dimension-one factor is returned as it is.
     */
    coherent(unit: Unit): Unit {
        if (unit.named.length > 0) {
            return unit;
        }
        const key = dimensionKey(unit.term);
        let found = this.coherentUnits.get(key);
        if (found === undefined) {
            found = this.chooseCoherent(unit.term, key);
            this.coherentUnits.set(key, found);
        }
        return found;
    }

    /**
     * The conventional unit of a computed quantity. If the library has several kinds of coherent units for a dimension, results are in base
     * units; for three or more base units the unit with the shortest name is more readable (`J`, `W`, `Pa`).
     */
    conventional(unit: Unit): Unit {
        const coherent = this.coherent(unit);
        if (unit.named.length > 0 || coherent.term.factors.length < 3) {
            return coherent;
        }
        const candidates = (this.unitsByDimension().get(dimensionKey(coherent.term)) ?? []).filter(
            d => d.library && rationalsEqual(this.unit(d.unitId).term.scale, coherent.term.scale)
        );
        const chosen = shortest(candidates);
        return chosen === undefined ? coherent : this.unit(chosen.unitId);
    }

    private chooseCoherent(term: UnitTerm, key: string): Unit {
        const coherentScale = term.factors.map(f => this.coherentBase(f)?.scale ?? ONE).reduce(multiplyRationals, ONE);
        const chosen = this.chooseNamed(
            (this.unitsByDimension().get(key) ?? []).filter(d => rationalsEqual(this.unit(d.unitId).term.scale, coherentScale))
        );
        if (chosen !== undefined) {
            return this.unit(chosen.unitId);
        }
        return new Unit(this, {
            text: this.productText(term),
            term: { scale: coherentScale, factors: term.factors },
            named: [],
            form: 'product'
        });
    }

    /** Contract sheet 4.10 rule 7: library first, one definition or only those over base units, shortest short name. */
    private chooseNamed(declarations: readonly UnitDeclaration[]): UnitDeclaration | undefined {
        const library = declarations.filter(d => d.library);
        let pool = library.length > 0 ? library : declarations;
        if (!this.ofOneDefinition(pool)) {
            pool = pool.filter(d => this.isOverBaseUnits(d));
            if (!this.ofOneDefinition(pool)) {
                return undefined;
            }
        }
        return shortest(pool);
    }

    private ofOneDefinition(pool: readonly UnitDeclaration[]): boolean {
        return new Set(pool.map(d => [...d.definitions].sort().join(' '))).size <= 1;
    }

    private isOverBaseUnits(d: UnitDeclaration): boolean {
        const bases = new Set([...this.bases().values()].map(base => base.declaration.unitId));
        return (
            bases.has(d.unitId) ||
            d.definition.kind === 'base' ||
            (d.definition.kind === 'derived' &&
                d.definition.factors.every(f => bases.has(f.unitId) || this.declarations.declaration(f.unitId)?.definition.kind === 'base'))
        );
    }

    /** Maps irreducible units to the coherent base units of their dimensions (gram to kilogram). */
    private bases(): Map<string, { readonly unit: Unit; readonly declaration: UnitDeclaration }> {
        if (this.coherentBases === undefined) {
            this.coherentBases = new Map();
            for (const unitId of this.declarations.coherentBaseUnits()) {
                const declaration = this.declarations.declaration(unitId);
                const unit = declaration === undefined ? undefined : this.unit(unitId);
                const factor = unit?.term.factors.length === 1 ? unit.term.factors[0] : undefined;
                if (unit !== undefined && declaration !== undefined && factor !== undefined && rationalsEqual(factor.exponent, ONE)) {
                    this.coherentBases.set(factor.unitId, { unit, declaration });
                }
            }
        }
        return this.coherentBases;
    }

    /** The coherent base unit for a power, with its scale to that power; undefined if that power is not exact: `kg**0.5` uses grams. */
    private coherentBase({ unitId, exponent }: UnitFactor): { readonly unit: Unit; readonly scale: Rational } | undefined {
        const unit = this.bases().get(unitId)?.unit;
        const scale = unit === undefined ? undefined : exactPower(unit.term.scale, exponent);
        return unit === undefined || scale === undefined ? undefined : { unit, scale };
    }

    private unitsByDimension(): Map<string, UnitDeclaration[]> {
        if (this.candidates === undefined) {
            this.candidates = new Map();
            for (const declaration of this.declarations.all()) {
                const unit = this.tryUnit(declaration.unitId);
                if (unit === undefined || unit.isScale || unit.named.length > 0) {
                    continue;
                }
                const key = dimensionKey(unit.term);
                const list = this.candidates.get(key);
                if (list === undefined) {
                    this.candidates.set(key, [declaration]);
                } else {
                    list.push(declaration);
                }
            }
        }
        return this.candidates;
    }

    /** A unit, or undefined where its declaration is invalid: it is not a candidate, and its uses report the fault. */
    private tryUnit(unitId: string): Unit | undefined {
        try {
            return this.unit(unitId);
        } catch (error) {
            if (error instanceof EvaluationError) {
                return undefined;
            }
            throw error;
        }
    }

    private productText(term: UnitTerm): string {
        const name = (f: UnitFactor): string => (this.coherentBase(f)?.unit ?? this.unit(f.unitId)).text;
        const power = (f: UnitFactor): string => name(f) + (rationalsEqual(f.exponent, ONE) ? '' : `**${exponentText(f.exponent)}`);
        const above = term.factors
            .filter(f => f.exponent.num > 0)
            .map(power)
            .join('*');
        const below = term.factors
            .filter(f => f.exponent.num < 0)
            .map(f => `/${power({ unitId: f.unitId, exponent: negateRational(f.exponent) })}`)
            .join('');
        return (above === '' ? '1' : above) + below;
    }
}
