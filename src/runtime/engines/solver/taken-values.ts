/** Values that a solver found, as edits of the model: data that editors and the command line apply. Applies nothing. */
import type { AstNode } from '../../../language/generated/tree.js';
import { isOfLibrary } from '../../../language/semantics/cycles.js';
import { lookupLocal } from '../../../language/semantics/lookup.js';
import { resolveIn } from '../../../language/semantics/names.js';
import { elementById, nameOf, notationNameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { isUsage, ownedMembersOf, ownerOf, quoted, segmentsOf } from '../../../language/semantics/structure.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isVariation } from '../../evaluation/model/kinds.js';
import type { Slot } from '../../evaluation/model/layout.js';
import { elementsOf, EnumLiteral, numberText, quantities, Quantity, Rational, type Value, valueText } from '../../values/index.js';
import { type Assignment, assignedText } from './query.js';

/** An edit that takes a value into the model: of a feature that is declared, or by redefining one. */
export type TakenValue =
    | { readonly setValue: { readonly target: string; readonly value: string } }
    | {
          readonly addMember: {
              readonly owner: string;
              /** the keyword of the redefined feature */
              readonly kind: string;
              readonly redefines: readonly string[];
              readonly value?: string;
          };
      };

/** The edits that take values into the model, each once: a part that several values redefine is added for the first. */
export const takenValues = (found: readonly Assignment[]): readonly TakenValue[] => withoutRepeated(found.flatMap(operationsOf));

/**
 * The edits that give a feature the value found: of one that is declared where it is, its value; of one that an object inherits, or that a
 * part of it has, redefinitions; a selected variant is the value of a redefined variation. Nothing for a value that no declaration states:
 * of one place of several, of a parameter, of a variation where it is declared, of what is inside a variant.
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

/** Redefines a feature of an object, within redefinitions of the parts on its path where these are not declared yet. */
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
 * A found value as the notation writes it in a namespace. A literal of an enumeration or a variant is written by its qualified name, from
 * the root namespace where its first name is another element there or in the feature.
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

/** Without the parts that are redefined already for a value before. */
function withoutRepeated(operations: readonly TakenValue[]): readonly TakenValue[] {
    const texts = new Set<string>();
    return operations.filter(o => !texts.has(JSON.stringify(o)) && texts.add(JSON.stringify(o)));
}

/** A value as an expression that evaluates to it, exactly where the value is exact. */
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
