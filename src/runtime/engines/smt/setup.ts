/**
 * The state of an action before its first move, for a solver: its free features, the initial values of the others, the assumptions, and the
 * symbols of the features that change. (Contract: newest-operations 2.2 rule 10.)
 */
import type { AstNode, FeatureValue } from '../../../language/generated/tree.js';
import { nameOf } from '../../../language/semantics/naming.js';
import { isUsage, lastSegment } from '../../../language/semantics/structure.js';
import { visitAll } from '../../../language/syntax/index.js';
import { ConditionFrame, judgedConditionsOf } from '../../evaluation/calculations/conditions.js';
import { type Frame, LocalFrame, frameWith, frameWithName } from '../../evaluation/expressions/frame.js';
import { targetOf } from '../../evaluation/expressions/referents.js';
import { conform } from '../../evaluation/instances/conform.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { subjectAt } from '../../evaluation/instances/subjects.js';
import { assignedFeatureOf } from '../../evaluation/model/assignments.js';
import { declaredTypesOf, isInput, isMachine, isOutput } from '../../evaluation/model/kinds.js';
import { layoutOf, type Slot } from '../../evaluation/model/layout.js';
import { natureOf } from '../../evaluation/model/slot-nature.js';
import type { Run } from '../../evaluation/run.js';
import type { Value } from '../../values/index.js';
import { bodyLayoutOf, bodyTypesOf, livesBeside, ownBehaviourAt, ownerOf } from '../../behaviour/index.js';
import { declarationOn } from '../../verification/index.js';
import type { Property } from '../check/properties.js';
import type { Variable } from '../solver/variables.js';
import { asTerm, type Symbolic, type SymbolicTerm, Untranslatable } from '../solver/symbolic.js';
import * as terms from '../solver/terms.js';
import type { Term } from '../solver/terms.js';
import { Translation } from '../solver/translation.js';
import { Variants, type Values } from './values.js';

/** The initial state of a feature of the action. */
export interface Initial {
    readonly name: string;
    /** name of its type; empty without one */
    readonly type: string;
    /** symbol for its value */
    readonly symbol: Term;
    /** its variable, if it is free */
    readonly free?: Variable;
    /** absent without a value */
    readonly initial?: Term;
    /** its value, if it does not depend on free features */
    readonly value?: Value;
    /** whether it has no unit and is not an enumeration literal */
    readonly isPlain: boolean;
}

export interface Setup {
    /** the behaviour that is run; for a machine, the usage with which the performer exhibits it */
    readonly node: AstNode;
    readonly frame: Frame;
    readonly performer: Instance | undefined;
    readonly translation: Translation;
    readonly variants: Variants;
    readonly values: Values;
    readonly initials: readonly Initial[];
    /** conditions that hold at the start of the action */
    readonly defined: readonly Term[];
}

export interface SetupRequest {
    readonly node: AstNode;
    /** empty without a performer */
    readonly performer: string;
    readonly inputs?: (run: Run) => ReadonlyMap<string, Value>;
    /** features that are free even though the model or the request gives them a value */
    readonly freed: readonly string[];
}

/** @throws Untranslatable, EvaluationError */
export function setUp(run: Run, { node: declaration, performer: path, inputs, freed }: SetupRequest): Setup {
    const performer = path === '' ? undefined : subjectAt(run, path);
    const { node, outer } = placed(run, declaration, performer);
    const frame = new LocalFrame(run, bodyLayoutOf(node), outer);
    const translation = new Translation(run, 'declared');
    const { features, choices } = translation;
    const given = inputs?.(run) ?? new Map<string, Value>();
    const missing = freed.find(name => !frame.layout.byName.has(name));
    if (missing !== undefined) {
        throw new Untranslatable(`no such input to leave free: ${missing}`);
    }
    for (const [name, value] of given) {
        const index = frame.layout.byName.get(name);
        if (index === undefined) {
            throw new Untranslatable(`unknown parameter: ${name}`);
        }
        if (!freed.includes(name)) {
            const held = conform(value, frame.layout.slots[index], frame);
            features.give(frame, index, { kind: 'value', value: held });
        }
    }
    const assigned = assignedIn(node, frame);
    const places = [frame, ...(outer === undefined ? [] : [outer])].flatMap(at => at.layout.slots.map(slot => ({ at, slot })));
    const changing: Changing[] = [];
    const { sides } = translation.arithmetic.apart(() => {
        for (const { at, slot } of places) {
            const isOfAction = at === frame;
            const why = isOfAction ? unreadable(slot) : undefined;
            if (why !== undefined) {
                features.refuse(at, slot.index, why);
            }
            if (isPayload(slot) || !holdsValue(slot)) {
                continue;
            }
            const stated = slot.chain.find(f => f.value !== undefined)?.value;
            const isAssigned = assigned.get(at)?.has(slot.index) === true;
            const origin = isOfAction ? originOf(slot, stated, freed, given) : 'model';
            if (origin === 'model') {
                if (!isAssigned && isConstant(stated, isOfAction)) {
                    continue;
                }
                if (isAssigned) {
                    refuseBound(slot, stated, frame);
                }
            }
            const before = features.variables.length;
            const isRead = origin === 'given' || stated !== undefined;
            const value = origin === 'free' ? features.release(at, slot.index) : isRead ? features.read(at, slot.index) : undefined;
            changing.push({
                at,
                slot,
                initial: value && asTerm(value, choices),
                free: origin === 'free' ? features.variables.at(before) : undefined,
                known: value && knownOf(value)
            });
        }
    });
    features.restart();
    const variants = new Variants(translation);
    const values = new Map<Term, Term>();
    const initials: Initial[] = [];
    for (const { at, slot, initial, free, known } of changing) {
        const variant = variants.add(slot.names[0], at, slot.index, initial);
        const term = initial && variants.held(variant, initial);
        if (term !== undefined) {
            values.set(variant.symbol.term, term);
        }
        initials.push({
            name: at === frame ? slot.names[0] : `this.${slot.names[0]}`,
            type: declaredTypesOf(slot.feature).map(t => nameOf(t) ?? '')[0] ?? '',
            symbol: variant.symbol.term,
            isPlain: !['quantity', 'choice'].includes(variant.symbol.meaning.kind),
            ...(free && { free }),
            ...(term && { initial: term }),
            ...(known !== undefined && { value: known })
        });
    }
    return { node, frame, performer, translation, variants, values, initials, defined: sides };
}

/** A feature whose value changes or is decided by the request, with its initial value. */
interface Changing {
    readonly at: Frame;
    readonly slot: Slot;
    readonly initial: SymbolicTerm | undefined;
    readonly free: Variable | undefined;
    readonly known: Value | undefined;
}

/** The origin of a feature's initial value. `free`: it has none and may have any value; otherwise the request or the model states it. */
type Origin = 'free' | 'given' | 'model';

/** Returns the origin of a feature of the action itself. */
function originOf(slot: Slot, stated: FeatureValue | undefined, freed: readonly string[], given: ReadonlyMap<string, Value>): Origin {
    if (slot.names.some(n => freed.includes(n))) {
        return 'free';
    }
    if (slot.names.some(n => given.has(n))) {
        return 'given';
    }
    return isInput(slot.feature) && stated === undefined ? 'free' : 'model';
}

/** Whether the value that the model states for a feature is valid at all times. */
function isConstant(stated: FeatureValue | undefined, isOfAction: boolean): boolean {
    return stated === undefined ? !isOfAction : stated.isInitial !== true;
}

const knownOf = (value: Symbolic): Value | undefined => (value.kind === 'value' ? value.value : undefined);

/**
 * Rejects an assignment to a feature that is bound to other features, because the binding would have to hold after the assignment, too.
 * @throws Untranslatable
 */
function refuseBound({ names: [name] }: Slot, stated: FeatureValue | undefined, frame: Frame): void {
    if (stated !== undefined && stated.isInitial !== true && readsOthers(stated.expression, frame)) {
        throw new Untranslatable(`an assignment to ${name}, which is bound to other features, is not encoded`, stated.expression);
    }
}

/** Whether a slot is a named feature of the model that holds values. */
function holdsValue(slot: Slot): boolean {
    return slot.names.length > 0 && slot.isModelled && (HOLDING.has(natureOf(slot)) || isParameter(slot));
}

/** Whether a slot holds the payload of an accept. */
export const isPayload = ({ feature }: Slot): boolean => feature.$containerProperty === 'payload';

/** The reason why expressions cannot read a feature of the action; undefined if they can. */
function unreadable(slot: Slot): string | undefined {
    const name = slot.names.at(0) ?? '';
    return isPayload(slot)
        ? `reading ${name} before it is accepted is not encoded`
        : !holdsValue(slot) && STEPS.has(natureOf(slot))
          ? `reading the step ${name} is not encoded`
          : undefined;
}

/** Natures of the steps of an action. */
const STEPS: ReadonlySet<string> = new Set(['behavior', 'connector']);

/** Natures of features that hold values. */
const HOLDING: ReadonlySet<string> = new Set(['value', 'variation']);

/** Whether a slot is a parameter without a type, which holds the passed value. */
const isParameter = (slot: Slot): boolean => natureOf(slot) === 'reference' && (isInput(slot.feature) || isOutput(slot.feature));

/** Returns the behaviour that is run, and the frame that contains it. @throws Untranslatable */
function placed(run: Run, declaration: AstNode, performer: Instance | undefined): { node: AstNode; outer: Frame | undefined } {
    const own = performer === undefined ? undefined : ownBehaviourAt(performer, declaration);
    refuseLiving(performer, declaration, own);
    return { node: own ?? declaration, outer: performer ?? (isMachine(declaration) ? undefined : ownerOf(declaration, run)) };
}

/** Rejects a performer with other running behaviours. @throws Untranslatable */
function refuseLiving(performer: Instance | undefined, node: AstNode, own: AstNode | undefined): void {
    if (performer !== undefined && isMachine(node)) {
        const beside = livesBeside(performer, own);
        if (beside !== undefined) {
            throw new Untranslatable(`what goes on beside the machine in ${nameOf(beside) ?? 'an object'} is not encoded`, beside);
        }
        return;
    }
    for (const { feature, names } of performer?.layout.slots ?? []) {
        if (feature !== own && isUsage(feature) && (feature.kind === 'exhibit' || feature.kind === 'perform')) {
            throw new Untranslatable(`${names[0] ?? 'a behavior'}, which the performer ${feature.kind}s itself, is not encoded`, feature);
        }
    }
}

/** Returns the features that statements of an action assign, by frame. */
function assignedIn(action: AstNode, frame: Frame): ReadonlyMap<Frame, ReadonlySet<number>> {
    const found = new Map<Frame, Set<number>>();
    const add = (feature: AstNode | undefined, name: string): void => {
        const place = (feature === undefined ? undefined : frameWith(frame, feature)) ?? frameWithName(frame, name);
        if (place !== undefined) {
            found.set(place.frame, (found.get(place.frame) ?? new Set()).add(place.index));
        }
    };
    const seen = new Set<AstNode>();
    const visit = (body: AstNode): void => {
        if (seen.has(body)) {
            return;
        }
        seen.add(body);
        visitAll(body, member => {
            if (member.$type === 'AssignmentActionUsage' && member.target.$type === 'FeatureReferenceExpression') {
                add(targetOf(member.target), lastSegment(member.target.text));
            }
            const assigned = assignedFeatureOf(member);
            if (assigned !== undefined && isUsage(member)) {
                add(assigned, member.name!);
            }
            if (isUsage(member)) {
                bodyTypesOf(member).forEach(visit);
            }
        });
    };
    bodyTypesOf(action).forEach(visit);
    return found;
}

/** Whether an expression reads features of a frame or of its enclosing frames. */
function readsOthers(expression: AstNode, frame: Frame): boolean {
    let isReading = false;
    visitAll(expression, node => {
        const target = node.$type === 'FeatureReferenceExpression' ? targetOf(node) : undefined;
        isReading ||= target !== undefined && frameWith(frame, target) !== undefined;
    });
    return isReading;
}

/** Translates a constraint or requirement over the symbols of the features that change. @throws Untranslatable */
export function propertyTerm({ frame, performer, translation }: Setup, { element }: Property): { term: Term; sides: readonly Term[] } {
    const { value: term, sides } = translation.arithmetic.apart(() => {
        const declaration = declarationOn(performer, element);
        const conditions = judgedConditionsOf(declaration, new ConditionFrame(frame.run, layoutOf(declaration), frame, performer));
        const [required, assumed] = [true, false].map(is =>
            terms.and(...conditions.filter(c => c.isRequired === is).map(c => translation.condition(c)))
        );
        return terms.implies(assumed, required);
    });
    return { term, sides };
}
