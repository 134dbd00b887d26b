/** The part definition of the records of a case: a feature for each parameter and output (contract: newest-operations 4.2). */
import type { AstNode } from '../../language/generated/tree.js';
import { elementById, nameOf, notationNameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { supertypesOf, typesOf } from '../../language/semantics/specialization.js';
import { ownedFeaturesOf } from '../../language/semantics/structure.js';
import { scopeOf } from '../../language/semantics/world.js';
import { quoted, stringLiteral } from '../../runtime/values/index.js';
import { boundsOf, categoryOf, isA, shapeOf, type RunModel, type Slot } from '../../runtime/evaluation/index.js';

const RECORD = 'AnalysisRecords::AnalysisRun';

/** A feature of a record. */
export interface RecordFeature {
    readonly name: string;
    /** name of the parameter or output in the case */
    readonly valueName: string;
    readonly isObject: boolean;
    /** whether its values are written as a list */
    readonly isMany: boolean;
    /** types in the textual notation; empty if there are none */
    readonly types: string;
    readonly multiplicity: string;
    /** `ref part` if its objects are parts */
    readonly kind: 'attribute' | 'ref part' | 'ref';
}

/** The features of the records of a case. @throws RecordRefusal */
export function recordFeaturesOf(model: RunModel, element: AstNode): readonly RecordFeature[] {
    const shape = shapeOf(element);
    const observed = isMonteCarlo(element) ? shape.layout.slots.find(s => s.names.includes('observed')) : undefined;
    const parameters = shape.parameters.map(p => p.slot).filter(slot => !slot.chain.some(f => f.kind === 'subject'));
    const slots = [...new Set([...parameters, ...(observed === undefined ? [] : [observed]), ...shape.answers])];
    const reserved = new Set(ownedFeaturesOf(elementById(model, RECORD)!).map(nameOf));
    return slots.map(slot => {
        const feature = recordFeature(slot);
        if (!reserved.has(feature.name)) {
            return feature;
        }
        if (slot.feature.name === undefined) {
            return { ...feature, name: RESULT }; // the output takes its name from the library, such as the verdict of a verification
        }
        throw new RecordRefusal(`case ${qualifiedNameOf(element)}: parameter "${feature.name}" shares a name with a feature of ${RECORD}`);
    });
}

const RESULT = 'result';

/** The reason why runs cannot be recorded. */
export class RecordRefusal extends Error {}

/** Whether the runs of a case form a sample. */
export const isMonteCarlo = (element: AstNode): boolean =>
    [...supertypesOf(element)].some(type => qualifiedNameOf(type) === 'Simulation::MonteCarlo');

function recordFeature(slot: Slot): RecordFeature {
    const isObject = categoryOf(slot.feature) === 'object';
    const types = typesOf(slot.feature).filter(type => !scopeOf(type).isLibrary || qualifiedNameOf(type)?.startsWith('Base::') === false);
    const { lower, upper, isAnyNumber } = boundsOf(slot);
    const isMany = isAnyNumber ? upper === Infinity : upper !== 1;
    const isPart = types.some(t => isA(t, 'PartDefinition') || isA(t, 'PartUsage'));
    const name = slot.names[0] ?? RESULT;
    return {
        name,
        valueName: name,
        isObject,
        isMany,
        types: types
            .map(notationNameOf)
            .filter(name => name !== undefined)
            .join(', '),
        multiplicity: multiplicityText(isMany, lower, upper),
        kind: !isObject ? 'attribute' : isPart ? 'ref part' : 'ref'
    };
}

function multiplicityText(isMany: boolean, lower = 0, upper = Infinity): string {
    if (!isMany) {
        return lower === 0 ? '[0..1]' : '';
    }
    const last = upper === Infinity ? '*' : String(upper);
    return `[${String(lower) === last ? last : `${lower}..${last}`}] ordered nonunique`;
}

/** The name of the definition of a case's records: `CostRun` for the case `cost`. */
export function definitionNameOf(element: AstNode): string {
    const name = nameOf(element) ?? 'case';
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}Run`;
}

/** The lines of a definition, without indentation. */
export function definitionLines(name: string, element: AstNode, features: readonly RecordFeature[], unit: string): string[] {
    return [
        `part def ${quoted(name)} :> ${RECORD} {`,
        `${unit}attribute :>> caseName default = ${stringLiteral(qualifiedNameOf(element) ?? '')};`,
        ...features.map(({ kind, name: feature, types, multiplicity }) => {
            const typing = types === '' ? '' : ` : ${types}`;
            return `${unit}${kind} ${quoted(feature)}${typing}${multiplicity};`;
        }),
        '}'
    ];
}
