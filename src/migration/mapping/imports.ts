/** Maps imports of packages and elements (contract: migration 5.1). Written references resolve without these imports. */
import { Name } from '../notation/declaration.js';
import type { Mapper, MapperRow } from './mapper.js';

const EXTERNAL = 'the imported element is not part of the input';

const packageImport: Mapper = {
    complete(element, mapping) {
        const target = element.ref('importedPackage');
        const declaration = mapping.declarationOf(target);
        const place = mapping.placeAround(element);
        if (declaration === undefined || declaration === place || declaration.name === '') {
            mapping.mapped(element, target === undefined ? EXTERNAL : 'the imported element needs no import');
            return;
        }
        const visibility = element.value('visibility') === 'private' ? 'private' : 'public';
        place.addLine([`${visibility} import `, new Name(declaration), '::*;'], 'import', element.order);
        mapping.mapped(element);
    }
};

const elementImport: Mapper = {
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element.ref('importedElement'));
        const place = mapping.placeAround(element);
        if (declaration === undefined || declaration.name === '' || declaration.owner === place) {
            mapping.mapped(element, EXTERNAL);
            return;
        }
        const alias = element.value('alias') ?? '';
        const visibility = element.value('visibility') === 'private' ? 'private' : 'public';
        const isTaken = alias === '' ? place.has(declaration.name) : place.has(alias);
        if (isTaken) {
            mapping.approximated(element, 'a member has the name under which it imports: not written');
            return;
        }
        if (alias !== '' && alias !== declaration.name) {
            const member = place.declare('alias', alias, 'import', element.order);
            member.tail = ['for ', new Name(declaration)];
        } else {
            place.addLine([`${visibility} import `, new Name(declaration), ';'], 'import', element.order);
        }
        mapping.mapped(element);
    }
};

export const importRows: readonly MapperRow[] = [
    { metaclasses: ['PackageImport'], mapper: packageImport },
    { metaclasses: ['ElementImport'], mapper: elementImport }
];
