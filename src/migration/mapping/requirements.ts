/** Maps requirements and test cases (contract: migration 6.2). */
import { classifierGroup, definition } from './classifiers.js';
import type { Mapper, MapperRow } from './mapper.js';
import { richText } from './rich-text.js';

const REQUIREMENTS = ['Requirement', 'AbstractRequirement', 'ExtendedRequirement'];

const requirement: Mapper = {
    declare(element, owner, mapping) {
        const application = mapping.stereotypes.application(element, ...REQUIREMENTS);
        const id = application?.text('id', 'Id', 'ID')?.trim() ?? '';
        const declaration = mapping.declare(element, owner, 'requirement', classifierGroup(owner));
        if (id !== '') {
            declaration.shortName = id;
        }
        return declaration;
    },
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const text = richText(mapping.stereotypes.application(element, ...REQUIREMENTS)?.text('text', 'Text') ?? '', element, mapping);
        if (text.trim() !== '') {
            declaration.addComment({ kind: 'doc', text }, 'documentation', element.order);
        }
        for (const generalization of element.ownedAs('generalization')) {
            for (const general of generalization.refs('general')) {
                const target = mapping.declarationOf(general);
                if (target?.keyword === 'requirement' && target.name !== '' && target !== declaration) {
                    declaration.append('specializes', mapping.text(general)!);
                } else {
                    mapping.approximated(element, `the generalization to ${general.name || general.id} is not written`);
                }
            }
        }
        mapping.mapped(element);
    }
};

export const requirementRows: readonly MapperRow[] = [
    { metaclasses: ['Class'], stereotypes: REQUIREMENTS, mapper: requirement },
    // Enterprise Architect models test cases as classes.
    {
        metaclasses: ['Class'],
        stereotypes: ['TestCase'],
        mapper: definition('verification def', 'a test case is written as a verification')
    }
];
