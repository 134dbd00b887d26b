/** Maps interface realizations (contract: migration 5.1). */
import { withArticle } from '../../language/semantics/metaclass.js';
import { type Declaration, Name } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { lowerFirst } from './properties.js';
import { reaches } from './generalizations.js';
import type { Mapper } from './mapper.js';

export const interfaceRealization: Mapper = {
    specialize(element, mapping) {
        const client = element.ref('implementingClassifier') ?? element.ref('client') ?? element.owner;
        const realized = element.ref('contract') ?? element.ref('supplier');
        const contract = mapping.declarationOf(realized);
        const declaration = mapping.declarationOf(client);
        if (contract?.keyword !== 'port def' || declaration === undefined) {
            mapping.unmapped(element, 'its interface or the realizing classifier is not written');
            return;
        }
        if (declaration.keyword === 'part def') {
            if (!hasPort(client, realized)) {
                addPort(declaration, contract, element.order);
            }
            mapping.approximated(element, 'a part def cannot specialize a port def: it has a port typed by it');
            return;
        }
        if (declaration.keyword !== 'port def' && declaration.keyword !== 'occurrence def') {
            mapping.unmapped(element, `${withArticle(declaration.keyword)} cannot realize an interface`);
            return;
        }
        if (reaches(contract, declaration)) {
            mapping.approximated(element, 'it closes a cycle of specializations and is not written');
            return;
        }
        if (!declaration.generals.has(contract)) {
            declaration.generals.add(contract);
            declaration.append('specializes', [new Name(contract)]);
        }
        mapping.mapped(element);
    }
};

/** Whether a block owns a port that is typed by an interface. */
const hasPort = (block: UmlElement | undefined, realized: UmlElement | undefined): boolean =>
    block?.owned.some(member => member.metaclass === 'Port' && member.ref('type') === realized) ?? false;

/** Adds a port typed by the interface, unless the declaration already has one. */
function addPort(declaration: Declaration, contract: Declaration, order: number): void {
    if (declaration.declarations().some(member => member.keyword === 'port' && member.generals.has(contract))) {
        return;
    }
    const port = declaration.declare('port', declaration.freeName(lowerFirst(contract.name)), 'property', order);
    port.isNameMadeUp = true;
    port.append('types', [new Name(contract)]);
    port.generals.add(contract);
}
