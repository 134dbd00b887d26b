/**
 * Translates the statements of bodies to changes of feature values: branches are merged, and loops with undetermined conditions are
 * unrolled up to a limit. Anything without a translation is rejected by name. Does not depend on tokens. (Contract:
 * verification-and-engines 14.)
 */
import type { AstNode } from '../../../language/generated/tree.js';
import type * as ast from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isUsage, lastSegment, ownedMembersOf } from '../../../language/semantics/structure.js';
import { type Frame, LocalFrame, type Place, frameWith, frameWithName } from '../../evaluation/expressions/frame.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { articledKind, categoryOf, isA, isAttribute } from '../../evaluation/model/kinds.js';
import { boundsOf } from '../../evaluation/model/slot-bounds.js';
import { toolExecutionOf } from '../../evaluation/model/tool-annotations.js';
import { bodyLayoutOf, bodyMembersOf, bodyTypesOf, isLibraryStep, isStep, type ObjectFlow, statesFlow } from '../../behaviour/index.js';
import { elementsIn, type Symbolic, Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import { isChangingParameter, isParameter, Pins } from './pins.js';
import { merged, sometimesVacant, type Translated, type Values, type Variants } from './values.js';

/** The effect of statements. */
export interface Effect {
    readonly values: Values;
    /** conditions under which statements fail, with the failing node */
    readonly failures: readonly Failure[];
    /** conditions under which a loop would continue beyond its limit */
    readonly cuts: readonly Term[];
}

export interface Failure {
    readonly when: Term;
    readonly node: AstNode;
}

/** Greatest number of rounds of a loop with a determined condition. */
const MOST_ROUNDS = 10_000;

/** Executes statements over terms. */
class Execution {
    readonly failures: Failure[] = [];
    readonly cuts: Term[] = [];

    constructor(
        readonly effects: Effects,
        public values: Map<Term, Term>
    ) {}

    /** Returns a translated term with the current values. */
    private now(term: Term, sides: readonly Term[], guard: Term, node: AstNode): Term {
        const read = this.effects.variants.reader(this.values);
        for (const side of sides) {
            this.fails(terms.and(guard, terms.not(read(side))), node);
        }
        return read(term);
    }

    private fails(when: Term, node: AstNode): void {
        if (when !== terms.FALSE) {
            this.failures.push({ when, node });
        }
    }

    private condition(expression: AstNode, frame: Frame, guard: Term): Term {
        const { term, sides } = this.effects.variants.condition(expression, frame);
        return this.now(term, sides, guard, expression);
    }

    all(members: readonly AstNode[], frame: Frame, guard: Term): void {
        for (const member of members) {
            this.statement(member, frame, guard);
        }
    }

    /** @param guard condition under which the statement is executed */
    statement(node: AstNode, frame: Frame, guard: Term): void {
        switch (node.$type) {
            case 'AssignmentActionUsage':
                return this.assign(this.effects.placeOf(node.target, frame), node.assigned, frame, guard);
            case 'IfActionUsage':
                return this.branch(node, frame, guard);
            case 'WhileLoopActionUsage':
                return this.loop(node, frame, guard);
            case 'ForLoopActionUsage':
                return this.each(node, frame, guard);
        }
        const refused = REFUSED[node.$type];
        if (refused !== undefined) {
            throw new Untranslatable(`${refused} is not encoded`, node);
        }
        if (!isUsage(node)) {
            return;
        }
        const assigned = assignedFeatureOf(node);
        if (assigned !== undefined) {
            this.assign(this.effects.placeTo(assigned, node.name!, frame), node.value!.expression, frame, guard);
        } else if (isStep(node)) {
            this.perform(node, frame, guard);
        } else if (node.value?.isInitial === true && node.direction === undefined) {
            this.declare(node, frame, guard);
        }
    }

    /** Gives a local its initial value, unless it already has one from an earlier declaration of its name or an earlier assignment. */
    private declare(node: ast.Usage, frame: Frame, guard: Term): void {
        const place = this.effects.placeTo(node, nameOf(node) ?? '', frame);
        const symbol = this.effects.variants.at(place.frame, place.index)?.symbol.term;
        if (symbol !== undefined && this.values.has(sometimesVacant(symbol))) {
            throw new Untranslatable('a declaration of what may have a value before it is not encoded', node);
        }
        if (symbol === undefined || !this.values.has(symbol)) {
            const stated = place.frame.layout.slots[place.index].chain.find(f => f.value !== undefined);
            this.assign(place, (stated ?? node).value!.expression, frame, guard);
        }
    }

    private assign(place: Place, expression: AstNode, frame: Frame, guard: Term): void {
        this.write(place, this.effects.variants.translated(expression, frame), guard, expression);
    }

    /** Gives a feature a translated value. @param node the statement or declaration */
    write({ frame: at, index }: Place, { value, sides }: Translated, guard: Term, node: AstNode): void {
        const { variants } = this.effects;
        const variant = variants.at(at, index);
        if (variant === undefined) {
            throw new Untranslatable(`an assignment to ${at.nameOfSlot(at.layout.slots[index])} is not encoded`, node);
        }
        const held = this.now(variants.held(variant, value), sides, guard, node);
        const least = LEAST[categoryOf(at.layout.slots[index].feature)];
        if (least !== undefined) {
            this.fails(terms.and(guard, terms.compare('<', held, terms.integer(least))), node);
        }
        this.values.set(variant.symbol.term, held);
        this.values.delete(sometimesVacant(variant.symbol.term));
    }

    private branch(node: ast.IfActionUsage, frame: Frame, guard: Term): void {
        const test = this.condition(node.guard, frame, guard);
        const otherwise = node.elseAction;
        this.either(
            test,
            guard,
            within => this.block(node.thenAction, frame, within),
            within => {
                if (otherwise?.$type === 'IfActionUsage') {
                    this.branch(otherwise, frame, within);
                } else if (otherwise !== undefined) {
                    this.block(otherwise, frame, within);
                }
            }
        );
    }

    /** Performs one of two alternatives, depending on a condition, and merges their effects. */
    private either(test: Term, guard: Term, then: (guard: Term) => void, otherwise: (guard: Term) => void): void {
        if (test.constant !== undefined) {
            (test.constant === true ? then : otherwise)(guard);
            return;
        }
        const before = this.values;
        this.values = new Map(before);
        then(terms.and(guard, test));
        const after = this.values;
        this.values = new Map(before);
        otherwise(terms.and(guard, terms.not(test)));
        this.values = new Map(merged(test, after, this.values));
    }

    private block(body: AstNode, frame: Frame, guard: Term): void {
        this.all(ownedMembersOf(body), this.entered(body, frame), guard);
    }

    /** The frame of a body that is begun: its locals have no values yet. */
    entered(body: AstNode, outer: Frame): Frame {
        const frame = this.effects.frameWithin(body, outer);
        for (const { symbol } of this.effects.variants.of(frame)) {
            this.values.delete(symbol.term);
            this.values.delete(sometimesVacant(symbol.term));
        }
        return frame;
    }

    private loop(node: ast.WhileLoopActionUsage, frame: Frame, guard: Term): void {
        const round = (within: Term, open: number, all: number): void => {
            const go = node.condition === undefined ? terms.TRUE : this.condition(node.condition, frame, within);
            if (go === terms.FALSE) {
                return;
            }
            const count = go === terms.TRUE ? open : open + 1;
            if (count > this.effects.unroll || all >= MOST_ROUNDS) {
                this.cuts.push(terms.and(within, go));
                return;
            }
            this.either(
                go,
                within,
                inside => {
                    this.block(node.bodyAction, frame, inside);
                    const stop = node.until === undefined ? terms.FALSE : this.condition(node.until, frame, inside);
                    const next = stop.constant === undefined && go === terms.TRUE ? count + 1 : count;
                    this.either(
                        stop,
                        inside,
                        () => undefined,
                        again => round(again, next, all + 1)
                    );
                },
                () => undefined
            );
        };
        round(guard, 0, 0);
    }

    private each(node: ast.ForLoopActionUsage, frame: Frame, guard: Term): void {
        const { value, sides } = this.effects.variants.translated(node.sequence, frame);
        sides.forEach(side => this.now(side, [side], guard, node.sequence));
        const inner = this.effects.frameWithin(node, frame);
        const place = { frame: inner, index: inner.layout.indexOf.get(node.variable)! };
        for (const element of elementsIn(value)) {
            this.give(place, element, guard, node);
            this.block(node.bodyAction, inner, guard);
        }
    }

    private give({ frame, index }: Place, value: Symbolic, guard: Term, node: AstNode): void {
        const { variants } = this.effects;
        const name = frame.nameOfSlot(frame.layout.slots[index]);
        const variant =
            variants.at(frame, index) ?? variants.add(name, frame, index, variants.translation.features.held(value, frame, index));
        this.values.set(variant.symbol.term, this.now(variants.held(variant, value), [], guard, node));
    }

    /** Performs a nested or performed action whose body consists of statements. */
    perform(usage: AstNode, frame: Frame, guard: Term): void {
        const { effects } = this;
        effects.refuseUnencoded(usage);
        const inner = effects.frameWithin(usage, frame);
        const pins = this.begunWithPins(usage, frame);
        const host = {
            write: (place: Place, value: Translated) => this.write(place, value, guard, usage),
            evaluate: ({ sides }: Translated) => void this.now(terms.TRUE, sides, guard, usage)
        };
        effects.pins.takeInputs(usage, inner, frame, pins, host);
        this.all(bodyMembersOf(usage), inner, guard);
        effects.pins.giveOutputs(inner, frame, host);
    }

    /** Begins a step or a control node, which keeps the values delivered to its pins. @returns these, by symbol */
    begunWithPins(node: AstNode, frame: Frame): Values {
        const pins = this.effects.pins.begun(this.effects.frameWithin(node, frame), this.values);
        this.entered(node, frame);
        pins.forEach((value, symbol) => this.values.set(symbol, value));
        return pins;
    }

    /** Transfers the value of a flow of an action. */
    transfer(flow: ObjectFlow, frame: Frame): void {
        const { pins } = this.effects;
        const { place, value, marker } = pins.transferred(flow, frame, this.effects);
        if (marker !== undefined && this.values.has(marker)) {
            if (boundsOf(place.frame.layout.slots[place.index]).upper !== 1) {
                throw new Untranslatable('a second value for a pin that takes several is not encoded', flow.flow);
            }
            this.fails(terms.TRUE, flow.flow);
            return;
        }
        this.write(place, value, terms.TRUE, flow.flow);
        if (marker !== undefined) {
            this.values.set(marker, terms.TRUE);
        }
    }

    /** Gives the features of a new object their values. @param node what creates it */
    construct(object: Frame, given: ReadonlyMap<number, AstNode>, frame: Frame, node: AstNode): void {
        for (const [index, expression] of given) {
            const translated = this.effects.variants.translated(expression, frame);
            this.write({ frame: object, index }, translated, terms.TRUE, node);
        }
    }

    /** The features of a state that is entered. */
    begin(state: AstNode, frame: Frame): void {
        const inner = this.entered(state, frame);
        for (const { index, chain } of inner.layout.slots) {
            const value = this.effects.variants.at(inner, index) && chain.find(f => f.value !== undefined)?.value;
            if (value !== undefined) {
                this.assign({ frame: inner, index }, value.expression, inner, terms.TRUE);
            }
        }
        if (this.failures.length > 0) {
            // The executor fails when such a feature is read, not when the state is entered.
            throw new Untranslatable('an initial value of a state feature that cannot always be evaluated is not encoded', state);
        }
    }
}

const REFUSED: Readonly<Record<string, string>> = {
    SendActionUsage: 'send',
    AcceptActionUsage: 'accept',
    TerminateActionUsage: 'terminate'
};

/** Least values of categories that have one. */
const LEAST: Readonly<Partial<Record<ReturnType<typeof categoryOf>, number>>> = { natural: 0, positive: 1 };

/** Whether a feature holds its value itself, instead of deriving it from other features. */
const isChanging = (feature: AstNode): boolean => !isUsage(feature) || feature.value === undefined || feature.value.isInitial === true;

/** Computes the effects of an action's statements. */
export class Effects {
    private readonly frames = new Map<Frame, Map<AstNode, Frame>>();
    readonly pins: Pins;

    /** @param unroll greatest number of rounds of a loop with an undetermined condition */
    constructor(
        readonly variants: Variants,
        readonly unroll: number
    ) {
        this.pins = new Pins(variants);
    }

    /** Returns the effect of a statement of a body. @throws Untranslatable */
    ofStatement(node: AstNode, frame: Frame, values: Values): Effect {
        return this.of(values, execution => execution.statement(node, frame, terms.TRUE));
    }

    /** Returns the effect of performing an action. @throws Untranslatable */
    ofAction(usage: AstNode, frame: Frame, values: Values): Effect {
        return this.of(values, execution => execution.perform(usage, frame, terms.TRUE));
    }

    /** Returns the effect of the statements in the body of a control node. @throws Untranslatable */
    behind(node: AstNode, frame: Frame, values: Values): Effect {
        const members = (node.$type === 'Usage' ? bodyTypesOf(node) : [node]).flatMap(t => ownedMembersOf(t));
        return this.of(values, execution => execution.all(members, frame, terms.TRUE));
    }

    /** The effect of a control node with pins as it begins: they keep the values that flows have delivered. */
    ofPins(node: AstNode, frame: Frame, values: Values): Effect {
        return this.of(values, execution => void execution.begunWithPins(node, frame));
    }

    /** The effect of a flow between steps. @throws Untranslatable */
    ofFlow(flow: ObjectFlow, frame: Frame, values: Values): Effect {
        return this.of(values, execution => execution.transfer(flow, frame));
    }

    /** The effect of beginning a body: its locals have no values. */
    ofEntering(body: AstNode, frame: Frame, values: Values): Effect {
        return this.of(values, execution => execution.entered(body, frame));
    }

    /**
     * The effect of creating an object. @param given the expressions for its features, by index, with their frame @throws Untranslatable
     */
    ofConstruction(object: Frame, given: ReadonlyMap<number, AstNode>, frame: Frame, node: AstNode, values: Values): Effect {
        return this.of(values, execution => execution.construct(object, given, frame, node));
    }

    /** The effect of entering a state with features. @throws Untranslatable */
    ofState(state: AstNode, frame: Frame, values: Values): Effect {
        return this.of(values, execution => execution.begin(state, frame));
    }

    /** @throws Untranslatable for an action of which more than a list of statements is performed */
    refuseUnencoded(usage: AstNode): void {
        const name = nameOf(usage) ?? 'an action';
        const refuse = (what: string): never => {
            throw new Untranslatable(`${what} is not encoded`, usage);
        };
        if (toolExecutionOf(usage) !== undefined) {
            refuse(`${name}, which a tool performs,`);
        }
        if (isA(usage, 'CaseUsage')) {
            refuse(`the case ${name}`);
        }
        if (statesFlow(usage)) {
            refuse(`the nested flow of ${name}`);
        }
        if (isLibraryStep(usage)) {
            refuse(`the library behavior of ${name}`);
        }
        if (isUsage(usage) && usage.reference?.text.includes('.') === true) {
            refuse(`${usage.reference.text}, an action of another object,`);
        }
    }

    private of(values: Values, work: (execution: Execution) => void): Effect {
        const execution = new Execution(this, new Map(values));
        work(execution);
        const { failures, cuts } = execution;
        return { values: execution.values, failures, cuts };
    }

    /** Returns the frame in which a body is executed within another, always the same one, and declares its changing features. */
    frameWithin(body: AstNode, outer: Frame): Frame {
        const known = this.frames.get(outer) ?? new Map<AstNode, Frame>();
        this.frames.set(outer, known);
        let frame = known.get(body);
        if (frame === undefined) {
            frame = new LocalFrame(outer.run, bodyLayoutOf(body), outer);
            known.set(body, frame);
            for (const slot of frame.layout.slots) {
                const { index, feature, names, isModelled } = slot;
                if (
                    isParameter(slot)
                        ? isChangingParameter(slot, body)
                        : isModelled && names.length > 0 && isAttribute(feature) && isChanging(feature)
                ) {
                    this.declare(frame, index);
                }
            }
        }
        return frame;
    }

    /** Declares a local feature as changing. If it has an initial value, it gets the type of that value. */
    private declare(frame: Frame, index: number): void {
        const slot = frame.layout.slots[index];
        const { feature, names } = slot;
        const expression = isParameter(slot) || !isUsage(feature) ? undefined : feature.value?.expression;
        if (expression !== undefined && frame.outer !== undefined) {
            const { value } = this.variants.translated(expression, frame.outer);
            this.variants.add(names[0], frame, index, this.variants.translation.features.held(value, frame, index));
        } else {
            this.variants.add(names[0], frame, index);
        }
    }

    /** Returns the feature that an assignment changes. @throws Untranslatable */
    placeOf(target: AstNode, frame: Frame): Place {
        if (target.$type !== 'FeatureReferenceExpression') {
            throw new Untranslatable('an assignment to a feature of another object is not encoded', target);
        }
        return this.placeTo(targetOf(target), lastSegment(target.text), frame);
    }

    placeTo(feature: AstNode | undefined, name: string, frame: Frame): Place {
        const found = (feature === undefined ? undefined : frameWith(frame, feature)) ?? frameWithName(frame, name);
        if (found === undefined) {
            throw new Untranslatable(
                `${feature === undefined ? name : `${articledKind(feature)} ${name}`} is assigned, which is no feature here`
            );
        }
        return found;
    }
}
