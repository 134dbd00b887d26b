/** Values that a solver found, as edits of the model: data that editors and the command line apply. Applies nothing. */
import type { AstNode } from '../../../language/generated/tree.js';
import { isOfLibrary } from '../../../language/semantics/cycles.js';
import { nameOf, qualifiedNameOf } from '../../../language/semantics/naming.js';
import { ownedMembersOf, quoted } from '../../../language/semantics/structure.js';
import type { Frame } from '../../evaluation/expressions/frame.js';
import { Instance } from '../../evaluation/instances/instance.js';
import { isAttribute, isVariation } from '../../evaluation/model/kinds.js';
import { elementsOf, numberText, quantities, Quantity, Rational, type Value, valueText } from '../../values/index.js';
import { type Assignment, assignedText } from './query.js';

/** An edit that takes a value into the model: of a feature that is declared, or by redefining one. */
export type TakenValue =
    | { readonly setValue: { readonly target: string; readonly value: string } }
    | {
          readonly addMember: {
              readonly owner: string;
              readonly kind: 'part' | 'attribute';
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
    const value = assignedText(assignment, v => notation(quantities.inConventionalUnit(v)));
    if (qualifiedNameOf(feature) === name) {
        return feature.isVariation === true || isOfLibrary(feature) ? [] : [{ setValue: { target: name, value } }];
    }
    const step = nameOf(feature);
    const kind = isAttribute(feature) ? 'attribute' : 'part';
    return step === undefined ? [] : redefined(frame, { feature: step, kind, value });
}

/** Redefines a feature of an object, within redefinitions of the parts on its path where these are not declared yet. */
function redefined(
    frame: Frame,
    { feature, kind, value }: { readonly feature: string; readonly kind: 'part' | 'attribute'; readonly value: string }
): readonly TakenValue[] {
    const steps: string[] = [];
    let object = frame;
    for (; object instanceof Instance && object.via !== undefined; object = object.outer!) {
        const { outer, via } = object;
        const held = outer instanceof Instance ? elementsOf(outer.read(via.index)) : [];
        const slot = outer?.layout.slots[via.index];
        const step = slot?.names.at(0);
        if (held.length !== 1 || step === undefined || slot!.chain.some(isVariation)) {
            return [];
        }
        steps.unshift(step);
    }
    const root = object instanceof Instance ? object.type : undefined;
    let owner = root === undefined ? undefined : qualifiedNameOf(root);
    if (root === undefined || owner === undefined || isOfLibrary(root)) {
        return [];
    }
    const operations: TakenValue[] = [];
    let declared: AstNode | undefined = root;
    const declaredAt = (name: string): AstNode | undefined => declared && ownedMembersOf(declared).find(m => nameOf(m) === name);
    for (const step of steps) {
        declared = declaredAt(step);
        if (declared === undefined) {
            operations.push({ addMember: { owner, kind: 'part', redefines: [step] } });
        }
        owner = `${owner}::${quoted(step)}`;
    }
    return declaredAt(feature) === undefined
        ? [...operations, { addMember: { owner, kind, redefines: [feature], value } }]
        : [...operations, { setValue: { target: `${owner}::${quoted(feature)}`, value } }];
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
