/** Maps use cases, actors and their relationships (contract: migration 6.3). Use cases and actors are both written as usages. */
import { type Declaration, Name, type Text } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { completeGeneralizations } from './generalizations.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { richText } from './rich-text.js';
import { lowerFirst, writeMultiplicity } from './properties.js';
import { connectionBetweenUsages } from './usages.js';

/** Creates a mapper that writes a usage with the name and the generals of the classifier. */
function usage(keyword: string, complete: (element: UmlElement, declaration: Declaration, mapping: Mapping) => void): Mapper {
    return {
        declare(element, owner, mapping) {
            const declaration = mapping.declare(element, owner, keyword, 'property', element.name || keyword);
            declaration.isNameMadeUp = element.name === '';
            if (element.flag('isAbstract')) {
                declaration.append('prefixes', 'abstract');
            }
            return declaration;
        },
        specialize: completeGeneralizations,
        complete: (element, mapping) => complete(element, mapping.declarationOf(element)!, mapping)
    };
}

const actor = usage('part', (element, _declaration, mapping) => mapping.approximated(element, 'an actor is written as a part'));

const useCase = usage('use case', (element, declaration, mapping) => {
    mapping.mapped(element);
    const [first, ...others] = element.refs('subject').filter(subject => {
        const isWritten = mapping.declarationOf(subject)?.isDefinition === true;
        if (!isWritten) {
            mapping.approximated(element, `the subject ${subject.name || subject.id} is not written as a definition`);
        }
        return isWritten;
    });
    if (first !== undefined) {
        declareTyped('subject', first, declaration, mapping);
    }
    for (const other of others) {
        declareTyped('ref part', other, declaration, mapping);
        mapping.approximated(element, `the further subject ${other.name} is written as a reference`);
    }
});

function declareTyped(keyword: string, type: UmlElement, owner: Declaration, mapping: Mapping): void {
    const name = owner.freeName(lowerFirst(type.name));
    const feature = owner.declare(keyword, name, 'parameter', -1);
    feature.append('types', mapping.text(type)!);
    feature.generals.add(mapping.declarationOf(type)!);
}

// --- Ends at actors ---------------------------------------------------------------------------------------------------------

/** Maps an end that a use case owns and that is typed by an actor. */
const actorEnd: Mapper = {
    declare: (element, owner, mapping) =>
        mapping.declare(element, owner, 'actor', 'parameter', element.name || lowerFirst(element.ref('type')!.name) || 'actor'),
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        mapping.mapped(element);
        const type = element.ref('type');
        const target = mapping.declarationOf(type);
        if (target === undefined) {
            mapping.approximated(element, 'its actor is not written');
            return;
        }
        declaration.append('specializes', mapping.text(type)!);
        declaration.generals.add(target);
        writeMultiplicity(element, declaration, mapping);
    }
};

const isActorEnd = (element: UmlElement): boolean =>
    element.owner?.metaclass === 'UseCase' && element.role === 'ownedAttribute' && element.ref('type')?.metaclass === 'Actor';

// --- Include and extend -----------------------------------------------------------------------------------------------------

/** Creates a mapper for a relationship from the use case that owns it to another one. */
function relationship(
    role: string,
    verb: string,
    complete: (element: UmlElement, connection: Declaration, other: Declaration, mapping: Mapping) => void
): Mapper {
    return {
        relate(element, mapping) {
            const [from, to] = [element.owner!, element.ref(role)];
            const [source, target] = [mapping.declarationOf(from), mapping.declarationOf(to)];
            if (source === undefined || to === undefined || target === undefined || target.keyword !== 'use case') {
                mapping.unmapped(element, 'the other use case is not written');
                return;
            }
            const ends = [
                { element: from, declaration: source },
                { element: to, declaration: target }
            ] as const;
            const connection = connectionBetweenUsages(...ends, `${source.name} ${verb} ${target.name}`, element, mapping);
            if (connection === undefined) {
                mapping.unmapped(element, 'the use cases are not both usages that names reach');
                return;
            }
            connection.isNameMadeUp = true;
            complete(element, connection, target, mapping);
        }
    };
}

const include = relationship('addition', 'includes', (element, _connection, included, mapping) => {
    const including = mapping.declarationOf(element.owner)!;
    const text: Text = ['include ', new Name(included), ';'];
    including.addLine(text, 'behaviour', element.order);
    mapping.mapped(element);
});

const extend = relationship('extendedCase', 'extends', (element, connection, _extended, mapping) => {
    const points = element.refs('extensionLocation').map(point => point.name);
    const [condition] = element.ownedAs('condition');
    const specification = condition?.ownedAs('specification')[0];
    const text = [
        ...(points.length === 0 ? [] : [`at ${points.join(', ')}`]),
        ...(specification === undefined ? [] : [`if ${specification.values('body')[0] ?? specification.value('value') ?? ''}`])
    ].join(', ');
    if (text !== '') {
        connection.addComment({ kind: 'doc', text: richText(text, element, mapping) }, 'documentation', element.order);
    }
    if (condition !== undefined) {
        mapping.approximated(condition, 'kept in the documentation of the connection');
    }
    mapping.approximated(element, 'written as a connection: the extension itself has no form');
});

export const useCaseRows: readonly MapperRow[] = [
    { metaclasses: ['Actor'], mapper: actor },
    { metaclasses: ['UseCase'], mapper: useCase },
    { metaclasses: ['Property'], applies: isActorEnd, mapper: actorEnd },
    { metaclasses: ['Include'], mapper: include },
    { metaclasses: ['Extend'], mapper: extend }
];
