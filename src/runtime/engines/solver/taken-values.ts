/** Converts values that a solver found to edits of the model, as data for editors and the command line. Does not apply them. */
import type { AstNode } from '../../../language/generated/tree.js';
import { isOfLibrary } from '../../../language/semantics/cycles.js';
import { lookupLocal } from '../../../language/semantics/lookup.js';
import { resolveIn } from '../../../language/semantics/names.js';
import { elementById, nameOf, notationNameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { isUsage, ownedMembersOf, ownerOf, segmentsOf } from '../../../language/semantics/structure.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isVariation } from '../../evaluation/model/kinds.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { elementsOf, EnumLiteral, numberText, quantities, Quantity, Rational, type Value, valueText, quoted } from '../../values/index.js';
import { type Assignment, assignedText } from './query.js';

/** An edit that writes a value into the model: the value of a declared feature, or a redefinition with the value. */
export type TakenValue =
    | { readonly setValue: { readonly target: string; readonly value: string } }
    | {
          readonly addMember: {
              readonly owner: string;
              /** keyword of the redefined feature */
              readonly kind: string;
              readonly redefines: readonly string[];
              readonly value?: string;
          };
      };

/**
 * Returns the edits that write values into the model, without repetitions: a part in which several features are redefined is added only
 * once.
 */
export const takenValues = (found: readonly Assignment[]): readonly TakenValue[] => withoutRepeated(found.flatMap(operationsOf));

/**
 * Returns the edits that give a feature the found value: the value of a declared feature, or redefinitions for a feature that an object
 * inherits or that is nested in it. A selected variant is the value of a redefined variation. Returns no edits if no declaration can state
 * the value: for one of several values of a feature, a parameter, a variation at its declaration, or a feature inside a variant.
 */
function operationsOf(assignment: Assignment): readonly TakenValue[] {
    const { name, feature, frame, position } = assignment.variable;
    if (position !== undefined || feature.direction !== undefined) {
        return [];
    }
    if (qualifiedNameOf(feature) === name) {
        const value = valueWritten(assignment, ownerOf(feature) ?? feature);
        return feature.isVariation === true || isOfLibrary(feature) ? [] : [{ setValue: { target: name, value } }];
    }
    return redefined(assignment, frame);
}

/** Redefines a feature of an object, inside redefinitions of the parts on its path if these are not declared yet. */
function redefined(assignment: Assignment, frame: Frame): readonly TakenValue[] {
    const { feature } = assignment.variable;
    const last = nameOf(feature);
    const steps: { readonly name: string; readonly slot: Slot }[] = [];
    let object = frame;
    for (; object instanceof Instance && object.via !== undefined; object = object.outer!) {
        const { outer, via } = object;
        const held = outer instanceof Instance ? elementsOf(outer.read(via.index)) : [];
        const slot = outer?.layout.slots[via.index];
        const step = slot?.names.at(0);
        if (held.length !== 1 || slot === undefined || step === undefined || slot.chain.some(isVariation)) {
            return [];
        }
        steps.unshift({ name: step, slot });
    }
    const root = object instanceof Instance ? object.type : undefined;
    let owner = root === undefined ? undefined : qualifiedNameOf(root);
    if (root === undefined || owner === undefined || last === undefined || isOfLibrary(root)) {
        return [];
    }
    const operations: TakenValue[] = [];
    let declared: AstNode | undefined = root;
    const declaredAt = (name: string): AstNode | undefined => declared && ownedMembersOf(declared).find(m => nameOf(m) === name);
    for (const { name, slot } of steps) {
        declared = declaredAt(name);
        if (declared === undefined) {
            operations.push({ addMember: { owner, kind: keywordOf(slot.feature), redefines: [quoted(name)] } });
        }
        owner = `${owner}::${quoted(name)}`;
    }
    const value = valueWritten(assignment, root);
    return declaredAt(last) === undefined
        ? [...operations, { addMember: { owner, kind: keywordOf(feature), redefines: [quoted(last)], value } }]
        : [...operations, { setValue: { target: `${owner}::${quoted(last)}`, value } }];
}

const keywordOf = (feature: AstNode): string => (isUsage(feature) ? feature.kind : undefined) ?? 'ref';

/**
 * Writes a found value in notation for a namespace. Enumeration literals and variants are written by qualified name, starting at the root
 * namespace if their first name denotes another element there or in the feature.
 */
function valueWritten(assignment: Assignment, namespace: AstNode): string {
    const { feature, frame, choices } = assignment.variable;
    const isChoice = choices !== undefined || assignment.value instanceof EnumLiteral;
    const element = isChoice ? elementById(frame.run.model, assignment.exact) : undefined;
    const name = element && notationNameOf(element);
    if (name === undefined) {
        return assignedText(assignment, v => notation(quantities.inConventionalUnit(v)));
    }
    const [first] = segmentsOf(name);
    const isVisible = lookupLocal(feature, first.name) === undefined && resolveIn(namespace, name) === element;
    return isVisible ? name : `$::${name}`;
}

/** Removes edits that repeat an earlier one. */
function withoutRepeated(operations: readonly TakenValue[]): readonly TakenValue[] {
    const texts = new Set<string>();
    return operations.filter(o => !texts.has(JSON.stringify(o)) && texts.add(JSON.stringify(o)));
}

/** Writes a value as an expression that evaluates to it; exactly, if the value is exact. */
function notation(value: Value): string {
    if (value instanceof Quantity) {
        const { magnitude, unit } = value;
        return unit.text === '' ? notation(magnitude) : `${notation(magnitude)} [${unit.text}]`;
    }
    if (value instanceof Rational) {
        const text = numberText(value);
        return text.includes('/') ? `(${text})` : text;
    }
    return valueText(value);
}
