/** Operations that filter rows (contract: views 6.5). The remaining rows keep their order and columns. */
import type { AstNode } from '../../language/generated/tree.js';
import { metadataOf, metadataTypeOf } from '../../language/semantics/annotations.js';
import { isMetaclass, withArticle } from '../../language/semantics/metaclass.js';
import { isMetaclassName } from '../../language/semantics/metaclasses.js';
import { conformsTo } from '../../language/semantics/specialization.js';
import { isType } from '../../language/semantics/structure.js';
import { typeSymbolOf } from '../../runtime/evaluation/index.js';
import { namedElement } from '../elements.js';
import { definitionFault } from '../faults.js';
import { textTest, valueTest } from '../properties/comparison.js';
import { valuesByRow } from '../properties/columns.js';
import { propertyOf } from '../properties/row-properties.js';
import type { Call } from '../queries/call.js';
import { type Rows, withRows } from '../queries/result.js';
import { labelOf, type Row } from '../rows.js';
import { cellText } from '../texts.js';

/** A predicate for rows of a metaclass or of a type of the model. @throws QueryFault for an unknown name */
export function classification(call: Call, name: string): (row: Row) => boolean {
    if (isMetaclassName(name)) {
        return row => isMetaclass(declarationOf(row), name);
    }
    const type = namedElement(call.context, name, call.place);
    if (type === undefined || !isType(type)) {
        throw definitionFault('unknown-classification', `${name} is no metaclass and no type of the model`);
    }
    return row => {
        const element = row.kind === 'object' ? row.object.type : declarationOf(row);
        return isType(element) && conformsTo(element, type);
    };
}

/** The declaration of a row. @throws QueryFault for states and events */
function declarationOf(row: Row): AstNode {
    switch (row.kind) {
        case 'element':
            return row.element;
        case 'object':
            return typeSymbolOf(row.object);
        case 'verdict':
            return row.facts.assertion;
        default:
            throw definitionFault(`${row.kind}-row`, `${withArticle(row.kind)} has no type`);
    }
}

export function whereType(call: Call): Rows {
    const source = call.rows('source');
    return withRows(source, source.rows.filter(classification(call, call.text('type'))));
}

export function whereMetadata(call: Call): Rows {
    const source = call.rows('source');
    const name = call.text('metadata');
    const definition = namedElement(call.context, name, call.place);
    if (definition === undefined || !isMetaclass(definition, 'MetadataDefinition')) {
        throw definitionFault('unknown-classification', `${name} is no metadata definition`);
    }
    const isAnnotated = (row: Row): boolean => {
        if (row.kind !== 'element') {
            throw definitionFault(`${row.kind}-row`, `${labelOf(row)} is no element, and metadata annotates elements`);
        }
        return metadataOf(row.element).some(annotation => {
            const type = metadataTypeOf(annotation);
            return type !== undefined && conformsTo(type, definition);
        });
    };
    return withRows(source, source.rows.filter(isAnnotated));
}

/** Keeps the rows with a property, among those named, that passes a comparison of texts. */
function whereTexts(call: Call, properties: readonly string[]): Rows {
    const source = call.rows('source');
    const passes = textTest(call.text('operator'), call.text('value'));
    const textsOf = (row: Row): string[] => properties.flatMap(p => (propertyOf(call.context, row, p) ?? []).map(cellText));
    return withRows(
        source,
        source.rows.filter(row => textsOf(row).some(passes))
    );
}

export function whereName(call: Call): Rows {
    return whereTexts(call, ['name']);
}

export function whereText(call: Call): Rows {
    return whereTexts(call, ['name', 'shortName', 'documentation']);
}

export function whereFeature(call: Call): Rows {
    const source = call.rows('source');
    const passes = valueTest(call.text('operator'), call.text('value'));
    const values = valuesByRow(call.context, source, call.text('feature'));
    return withRows(
        source,
        source.rows.filter((_, i) => values[i].some(passes))
    );
}
