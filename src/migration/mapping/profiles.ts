/** Maps the user's own profiles to packages of metadata definitions (contract: migration 5.9). */
import type { Declaration } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { classifierGroup } from './classifiers.js';
import { completeGeneralizations } from './generalizations.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { writeMultiplicity, writeType, writtenType } from './properties.js';

const profile: Mapper = {
    declare: (element, owner, mapping) => mapping.declare(element, owner, 'package', 'property'),
    complete: (element, mapping) => mapping.mapped(element)
};

const stereotype: Mapper = {
    declare(element, owner, mapping) {
        const declaration = mapping.declare(element, owner, 'metadata def', classifierGroup(owner));
        if (element.flag('isAbstract')) {
            declaration.append('prefixes', 'abstract');
        }
        return declaration;
    },
    specialize: (element, mapping) => completeGeneralizations(element, mapping, general => general.metaclass === 'Stereotype'),
    complete: (element, mapping) => mapping.mapped(element)
};

/** Skips extensions of metaclasses and their ends, which have no v2 equivalent. */
const extension: Mapper = {
    isWhole: true,
    complete(element, mapping) {
        mapping.accounts.add(element, 'skipped', 'the extension of a metaclass has no v2 form', 'content');
        for (const end of element.owned) {
            mapping.accounts.add(end, 'skipped', 'the extension of a metaclass has no v2 form', 'content');
        }
    }
};

const isInStereotype = (element: UmlElement): boolean => element.owner?.metaclass === 'Stereotype';
const isBase = (element: UmlElement): boolean => isInStereotype(element) && element.name.startsWith('base_');

/** Maps a tag definition. */
const tag: Mapper = {
    declare: (element, owner, mapping) => mapping.declare(element, owner, 'attribute', 'property', element.name || 'unnamed'),
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const type = writtenType(element, mapping);
        mapping.mapped(element);
        const isValue = type.scalar !== undefined || type.declaration?.kind === 'attribute' || type.declaration?.kind === 'enum';
        if (isValue) {
            writeType(declaration, type);
        } else {
            declaration.keyword = '';
            declaration.append('prefixes', 'ref'); // the tag references an element of the model: its type is a metaclass or a classifier
        }
        writeMultiplicity(element, declaration, mapping);
    }
};

export const profileRows: readonly MapperRow[] = [
    { metaclasses: ['Profile'], mapper: profile },
    { metaclasses: ['Stereotype'], mapper: stereotype },
    { metaclasses: ['Extension'], mapper: extension },
    { metaclasses: ['Property', 'Port'], applies: isBase, mapper: extension },
    { metaclasses: ['Property'], applies: isInStereotype, mapper: tag }
];

export type { Declaration, Mapping };
