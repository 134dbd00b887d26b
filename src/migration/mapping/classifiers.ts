/** Maps packages and classifiers (contract: migration 5.1). */
import { withArticle } from '../../language/semantics/metaclass.js';
import type { Declaration, Group } from '../notation/declaration.js';
import { type UmlElement, withoutComments } from '../uml-model.js';
import { completeGeneralizations } from './generalizations.js';
import { typeNamed } from './primitives.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { valueText } from './values.js';

/** Note on units and kinds of quantities, which are written only as comments. */
export const NO_UNITS = 'units are not migrated; use the SI library';

/** Returns the member group for a classifier in the body of its owner. */
export function classifierGroup(owner: Declaration): Group {
    return owner.isPackage ? 'property' : 'classifier';
}

/** Creates a mapper that writes a definition with the name and the generals of the classifier. */
export function definition(keyword: string, note?: string): Mapper {
    return {
        declare(element, owner, mapping) {
            const declaration = mapping.declareNamed(element, owner, keyword, classifierGroup(owner));
            if (element.flag('isAbstract')) {
                declaration.append('prefixes', 'abstract');
            }
            return declaration;
        },
        specialize: completeGeneralizations,
        complete(element, mapping) {
            mapping.verdict(element, note === undefined ? 'mapped' : 'approximated', note);
        }
    };
}

const packageMapper: Mapper = {
    declare: (element, owner, mapping) => mapping.declareNamed(element, owner, 'package', 'property'),
    complete: (element, mapping) => mapping.mapped(element, addressNote(element))
};

/** Names the attributes of a package or model that are not written. */
function addressNote(element: UmlElement): string {
    const stated = ['URI', 'viewpoint'].filter(name => (element.value(name) ?? '') !== '');
    return stated.map(name => `${name} = ${element.value(name)} has no v2 form`).join('; ');
}

const rootModel: Mapper = {
    declare(element, owner, mapping) {
        mapping.setPlace(element, owner);
        return undefined;
    },
    complete: (element, mapping) => mapping.mapped(element, "the root model's members are written at the top level")
};

/**
 * Writes a data type. A data type without content that has the name of a primitive type (tools declare these in models without libraries)
 * specializes the scalar type of the library, so that its features have values.
 */
const dataType: Mapper = {
    ...definition('attribute def'),
    specialize(element, mapping) {
        completeGeneralizations(element, mapping);
        const primitive = element.owned.every(({ metaclass }) => metaclass === 'Comment') ? typeNamed(element.name) : undefined;
        if (primitive !== undefined) {
            mapping.declarationOf(element)!.append('specializes', primitive.text);
            mapping.approximated(element, `by its name, it specializes ${primitive.type}`);
        }
    }
};

/** Writes a definition for a UML classifier that SysML does not use. */
const otherClassifier: Mapper = {
    ...definition('occurrence def'),
    complete(element, mapping) {
        mapping.approximated(element, `${withArticle(element.metaclass)} is written as an occurrence def`);
    }
};

const enumerationLiteral: Mapper = {
    declare: (element, owner, mapping) => mapping.declare(element, owner, 'enum', 'property'),
    complete(element, mapping) {
        mapping.mapped(element);
        const [value] = element.ownedAs('specification');
        const result = value === undefined ? undefined : valueText(value, undefined, mapping);
        if (result !== undefined && 'text' in result) {
            mapping.declarationOf(element)!.value = ['= ', ...result.text];
        } else if (result !== undefined) {
            mapping.approximated(element, `its value is not written: ${result.reason}`);
        }
    }
};

/**
 * A unit that is modelled as a classifier. It is not migrated, like a unit that is an instance: the mapper does not guess the library's
 * unit.
 */
const unit: Mapper = {
    isWhole: true,
    complete(element, mapping) {
        withoutComments([element]).forEach(part => mapping.unmapped(part, NO_UNITS));
    }
};

const skipped = (note: string): Mapper => ({ isWhole: true, complete: (element, mapping) => mapping.skip(element, note) });

const isRoot = (element: UmlElement): boolean => element.owner === undefined && element.metaclass === 'Model';

export const classifierRows: readonly MapperRow[] = [
    { metaclasses: ['Model'], applies: isRoot, mapper: rootModel },
    { metaclasses: ['Package', 'Model'], mapper: packageMapper },
    {
        metaclasses: ['ProfileApplication', 'PackageMerge'],
        mapper: skipped('profile applications and package merges are not written')
    },
    { metaclasses: ['Image'], mapper: skipped('the image of a stereotype only shows it') },
    { metaclasses: ['Class', 'DataType'], stereotypes: ['Unit', 'QuantityKind', 'Dimension'], mapper: unit },
    { metaclasses: ['Class'], stereotypes: ['Block'], mapper: definition('part def') },
    { metaclasses: ['Class'], stereotypes: ['InterfaceBlock', 'FlowSpecification'], mapper: definition('port def') },
    { metaclasses: ['Interface'], mapper: definition('port def') },
    { metaclasses: ['DataType', 'PrimitiveType'], mapper: dataType },
    { metaclasses: ['Enumeration'], mapper: definition('enum def') },
    { metaclasses: ['EnumerationLiteral'], mapper: enumerationLiteral },
    { metaclasses: ['Signal', 'InformationItem'], mapper: definition('item def') },
    { metaclasses: ['Class'], mapper: definition('occurrence def') },
    { metaclasses: ['Component', 'Node', 'Artifact', 'Device', 'ExecutionEnvironment', 'DeploymentSpecification'], mapper: otherClassifier }
];

/** Whether a declaration has values as instances, as attributes and enumerations have. */
export function isValueKind(declaration: Declaration | undefined): boolean {
    return declaration?.kind === 'attribute' || declaration?.kind === 'enum';
}

export type { Mapping };
