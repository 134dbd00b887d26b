/** The properties of rows by name: built-in ones, features, and those of verdicts, states and events (contract: views 6.4, 6.6). */
import type { AstNode } from '../../language/generated/tree.js';
import { metadataOf } from '../../language/semantics/annotations.js';
import { isMetaclass } from '../../language/semantics/metaclass.js';
import { nameOf, qualifiedNameOf } from '../../language/semantics/naming.js';
import { isFeature, ownerOf } from '../../language/semantics/structure.js';
import { declaredTypesOf, typeSymbolOf } from '../../runtime/evaluation/index.js';
import { Quantity, Real } from '../../runtime/values/index.js';
import type { QueryContext } from '../query-context.js';
import { holderOf } from '../held-objects.js';
import { endsOf, ENDS } from '../operations/relations.js';
import { type CellValue, ElementRow, type EventRow, type ObjectRow, type Row, type StateRow, type VerdictRow } from '../rows.js';
import { builtIn } from './built-in.js';
import { type FeatureKey, valuesOfElement, valuesOfObject } from './feature-values.js';

/** The values of a property of a row: empty if it has no value, undefined if the row has no such property. @throws QueryFault */
export function propertyOf(context: QueryContext, row: Row, name: string): readonly CellValue[] | undefined {
    switch (row.kind) {
        case 'element':
            return (
                builtIn(row.element, name) ??
                valuesOfElement(context, row.element, name) ??
                (ENDS.includes(name) ? endsOf(row.element, name) : undefined)
            );
        case 'object':
            return objectProperty(context, row, name) ?? valuesOfObject(context, row, name);
        case 'verdict':
            return verdictProperty(row, name) ?? propertyOf(context, new ElementRow(row.facts.assertion), name);
        case 'state':
            return stateProperty(row, name);
        case 'event':
            return eventProperty(context, row, name);
    }
}

/** The values of a declared feature (`Jar::grams`, `Element::name`) on a row. @throws QueryFault */
export function declaredPropertyOf(context: QueryContext, row: Row, feature: AstNode): readonly CellValue[] | undefined {
    const name = nameOf(feature) ?? '';
    const owner = feature.$container === undefined ? undefined : qualifiedNameOf(feature.$container);
    const isReflective = /^(KerML|SysML)::/.test(owner ?? '') || /^DocumentQueries::(Verdict|State|Event)$/.test(owner ?? '');
    if (isReflective) {
        return propertyOf(context, row, name);
    }
    const key: FeatureKey = feature;
    switch (row.kind) {
        case 'element':
            return valuesOfElement(context, row.element, key) ?? annotated(context, row.element, feature);
        case 'object':
            return valuesOfObject(context, row, key);
        default:
            return undefined;
    }
}

/** The values of a feature of a metadata definition in the annotations of an element. */
function annotated(context: QueryContext, element: AstNode, feature: AstNode): readonly CellValue[] | undefined {
    const definition = ownerOf(feature);
    return definition === undefined || !isMetaclass(definition, 'MetadataDefinition')
        ? undefined
        : metadataOf(element).flatMap(annotation => valuesOfElement(context, annotation, feature) ?? []);
}

/** The properties whose values differ between an object and its declaration. */
function objectProperty(context: QueryContext, row: ObjectRow, name: string): readonly CellValue[] | undefined {
    switch (name) {
        case 'name':
            return [row.name];
        case 'qualifiedName':
        case '@id':
            return [row.path];
        case 'owner': {
            const holder = holderOf(context, row);
            return holder === undefined ? [] : [holder.path];
        }
        case 'type': {
            const { type } = row.object;
            const types = isFeature(type) ? declaredTypesOf(type) : [type];
            const id = types.length === 0 ? undefined : qualifiedNameOf(types[0]);
            return id === undefined ? [] : [id];
        }
        default:
            // A built-in property hides a feature of the same name, for objects as for elements.
            return builtIn(typeSymbolOf(row.object), name);
    }
}

const present = <T extends CellValue>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

function verdictProperty({ facts }: VerdictRow, name: string): readonly CellValue[] | undefined {
    switch (name) {
        case 'assertion':
            return [new ElementRow(facts.assertion)];
        case 'carrier':
            return present(facts.carrier ?? new ElementRow(typeSymbolOf(facts.object)));
        case 'kind':
        case 'path':
        case 'verdict':
            return [facts[name]];
        case 'condition':
        case 'reason':
            return present(facts[name]);
        case 'verification':
            return facts.verification;
        default:
            return undefined;
    }
}

function stateProperty({ facts }: StateRow, name: string): readonly CellValue[] | undefined {
    switch (name) {
        case 'object':
            return [facts.object];
        case 'path':
            return [facts.object.path];
        case 'machine':
        case 'name':
        case 'statePath':
        case 'region':
            return [facts[name]];
        case 'state':
            return facts.state === undefined ? [] : [new ElementRow(facts.state)];
        case 'enclosing':
            return facts.enclosing;
        default:
            return undefined;
    }
}

function eventProperty(context: QueryContext, { record, object, target }: EventRow, name: string): readonly CellValue[] | undefined {
    switch (name) {
        case 'time':
            return [instantOf(context, record.time)];
        case 'object':
            return present(object);
        case 'path':
            return present(object?.path);
        case 'target':
            return present(target);
        case 'kind':
        case 'machine':
        case 'state':
        case 'from':
        case 'to':
        case 'event':
        case 'taken':
        case 'text':
            return present(record[name]);
        case 'payload':
        case 'alternatives':
            return record[name] ?? [];
        default:
            return undefined;
    }
}

/** An instant of the clock, as a quantity in seconds. */
export function instantOf(context: QueryContext, seconds: number): Quantity {
    return new Quantity(new Real(seconds), context.run.units.unit('SI::second'));
}
