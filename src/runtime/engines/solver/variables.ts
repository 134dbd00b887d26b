/**
 * The variables of a query: the free features with the values of their types, and the free variations with their variants. Decides which
 * values a feature may have; does not decide which features are free.
 */
import type { AstNode } from '../../../language/generated/tree.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { type Feature, isFeature } from '../../../language/semantics/structure.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { literalOf } from '../../evaluation/expressions/literals.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { categoryOf, declaredTypesOf, enumerationsOf, literalsOf, variantsOf } from '../../evaluation/model/kinds.js';
import { type Slot, layoutOf } from '../../evaluation/model/layout.js';
import { isManyValued } from '../../evaluation/model/slot-bounds.js';
import type { Run } from '../../evaluation/run.js';
import { type Unit, type Value, ONE, unitTerm } from '../../values/index.js';
import { CHOSEN, type Range, RANGES } from './ranges.js';
import { type Case, type ChoiceNumbers, known, type Meaning, meaningOf, type Symbolic, Untranslatable, asTerm } from './symbolic.js';
import * as terms from './terms.js';
import type { Term } from './terms.js';

/** An enumeration literal or variant that a variable may have as its value. */
export interface Choice {
    readonly id: string;
    readonly number: number;
    readonly value: Value;
}

/** A feature that is free in the query. */
export interface Variable {
    /** qualified name of the feature, after the feature chain to it */
    readonly name: string;
    readonly feature: Feature;
    readonly frame: Frame;
    readonly index: number;
    /** position among several values of one feature, from 1 */
    readonly position?: { readonly at: number; readonly of: number };
    readonly term: Term;
    readonly meaning: Meaning;
    readonly domain: Term;
    /** for an enumeration or variation */
    readonly choices?: readonly Choice[];
    readonly isVariation: boolean;
    /** base units of a quantity */
    readonly unit?: Unit;
    /** the value that the model states but the query need not respect */
    readonly declared?: Declared;
}

/** A value that the model states, with its translation. */
interface Declared {
    readonly expression: AstNode;
    readonly value: () => Symbolic;
}

const IS_CHOICE: Meaning = { kind: 'choice' };

export class Variables {
    /** in the order in which they were declared */
    readonly all: Variable[] = [];

    constructor(
        private readonly run: Run,
        private readonly choices: ChoiceNumbers
    ) {}

    /** Declares a variable for a feature, or for one of its values. @throws Untranslatable for a type that has no equivalent sort */
    feature(frame: Frame, slot: Slot, { declared, position }: { declared?: Declared; position?: Variable['position'] }): Symbolic {
        const own = nameAt(frame, slot);
        const { sort, meaning, unit, domain, choices } = this.typeOf(frame, slot);
        const term = terms.variable(`v${this.all.length}`, sort);
        this.all.push({
            name: position === undefined ? own : `${own}[${position.at}]`,
            feature: slot.feature,
            frame,
            index: slot.index,
            ...(position && { position }),
            term,
            meaning,
            domain: choices === undefined ? domain(term) : among(term, choices),
            ...(choices && { choices }),
            isVariation: false,
            ...(unit && { unit }),
            ...(declared && { declared })
        });
        return { kind: 'term', term, meaning };
    }

    /** Declares a variable for the variant of a variation, and returns the variation's value. */
    variation(frame: Frame, slot: Slot, declared: Declared | undefined): Symbolic {
        const choices = this.variantsAt(frame, slot);
        const term = terms.variable(`v${this.all.length}`, 'Int');
        this.all.push({
            name: nameAt(frame, slot),
            feature: slot.feature,
            frame,
            index: slot.index,
            term,
            meaning: IS_CHOICE,
            domain: among(term, choices),
            choices,
            isVariation: true,
            ...(declared && { declared })
        });
        const cases: Case[] = choices.map(c => ({ guard: terms.equal(term, terms.integer(c.number)), value: known(c.value) }));
        return { kind: 'cases', cases, choice: { kind: 'term', term, meaning: IS_CHOICE } };
    }

    /** Returns the value of a variation whose variant is stated. */
    selection(frame: Frame, slot: Slot, value: Symbolic): Symbolic {
        if (value.kind === 'term' || value.kind === 'many') {
            return value;
        }
        const choices = this.variantsAt(frame, slot);
        const { term } = asTerm(value, this.choices);
        const cases = choices.map(c => ({ guard: terms.equal(term, terms.integer(c.number)), value: known(c.value) }));
        const chosen = cases.filter(c => c.guard !== terms.FALSE);
        return { kind: 'cases', cases: chosen, choice: { kind: 'term', term, meaning: IS_CHOICE } };
    }

    /** Returns the possible values of a feature, with the literals of an enumeration. @throws Untranslatable */
    typeOf(frame: Frame, slot: Slot): Range & { readonly choices?: readonly Choice[] } {
        return this.literalsOf(slot) ?? this.rangeOf(frame, slot);
    }

    /** Returns the literals that a feature may have; undefined if its type is not an enumeration. */
    literalsOf({ feature }: Slot): (Range & { readonly choices: readonly Choice[] }) | undefined {
        const [enumeration] = enumerationsOf(feature);
        if (enumeration === undefined) {
            return undefined;
        }
        const literals = literalsOf(enumeration).map(l => literalOf(l, this.run.model));
        const choices = literals.map(l => ({ id: l.literalId, number: this.choices.of(l.literalId), value: l }));
        return { ...CHOSEN, meaning: meaningOf(literals), choices };
    }

    /** Returns the possible values of a feature with a declared type. @throws Untranslatable for a type that has no equivalent sort */
    private rangeOf(frame: Frame, slot: Slot): Range {
        const category = categoryOf(slot.feature);
        const range = RANGES[category];
        if (range !== undefined) {
            return range;
        }
        const name = nameAt(frame, slot);
        if (category !== 'quantity') {
            throw new Untranslatable(
                category === 'any'
                    ? `${name} has no type: declare one (Boolean, String, a number, a quantity, an enumeration)`
                    : `${name} is of a type that is not translated (${category})`
            );
        }
        const unit = declaredTypesOf(slot.feature)
            .map(type => this.run.unitOfQuantityType(type))
            .find(u => u !== undefined);
        if (unit === undefined || unit.isScale) {
            throw new Untranslatable(`${name} is a quantity whose unit is ${unit === undefined ? 'not known' : 'a scale'}`);
        }
        const base = unit.system.compose(unit.term.factors);
        return unit.term.factors.length === 0
            ? RANGES.number!
            : {
                  sort: 'Real',
                  meaning: { kind: 'quantity', dimension: unitTerm(ONE, unit.term.factors), isReal: false },
                  unit: base,
                  domain: () => terms.TRUE
              };
    }

    private variantsAt(frame: Frame, slot: Slot): readonly Choice[] {
        return variantsOf(slot.feature).map(variant => {
            const id = qualifiedNameOf(variant) ?? nameOf(variant) ?? '';
            const via = { index: slot.index, position: 1 };
            const value = new Instance(this.run, layoutOf(variant), variant, frame, { variant, via });
            return { id, number: this.choices.of(id), value };
        });
    }
}

const among = (term: Term, choices: readonly Choice[]): Term => terms.or(...choices.map(c => terms.equal(term, terms.integer(c.number))));

/** Returns the qualified name of a feature, after the feature chain to its object. */
export function nameAt(frame: Frame, slot: Slot): string {
    const own = slot.names[0] ?? '';
    if (frame instanceof Instance && frame.via !== undefined && frame.outer !== undefined) {
        const holder = frame.outer.layout.slots[frame.via.index];
        const place = isManyValued(holder) ? `[${frame.via.position}]` : '';
        return `${nameAt(frame.outer, holder)}${place}.${own}`;
    }
    if (frame instanceof Instance && isFeature(frame.type)) {
        return `${qualifiedNameOf(frame.type) ?? nameOf(frame.type) ?? ''}.${own}`;
    }
    return qualifiedNameOf(slot.feature) ?? own;
}
