/** Maps views, viewpoints and stakeholders (contract: migration 6.4). */
import { type Declaration, LibraryName, Name } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { classifierGroup, definition } from './classifiers.js';
import { richText } from './rich-text.js';
import { pairsOf } from './ends.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';

/** Maps a view with its generalizations and its viewpoint. */
export const view: Mapper = {
    declare: (element, owner, mapping) => mapping.declare(element, owner, 'view', classifierGroup(owner)),
    complete(element, mapping) {
        const generals = element.ownedAs('generalization').filter(g => g.applications.length === 0);
        for (const general of generals.flatMap(g => g.refs('general'))) {
            const target = mapping.declarationOf(general);
            if (target?.keyword === 'view' && target !== mapping.declarationOf(element)) {
                mapping.declarationOf(element)!.append('specializes', [new Name(target)]);
            } else {
                mapping.approximated(element, `the generalization to ${general.name || general.id} is not written`);
            }
        }
        for (const application of mapping.stereotypes.applied(element).filter(a => a.standard.includes('View'))) {
            for (const link of application.application.links('viewPoint')) {
                const viewpoint = mapping.declarationOf(mapping.model.resolve(link));
                if (viewpoint?.keyword === 'viewpoint') {
                    writeSatisfy(mapping.declarationOf(element)!, viewpoint, element.order);
                }
            }
        }
        if (element.metaclass === 'Package') {
            mapping.approximated(element, 'a package that is a view is written as a view with its members');
        } else {
            mapping.mapped(element);
        }
    }
};

const TEXTS = ['purpose', 'language', 'languages', 'method', 'presentation'];

const viewpoint: Mapper = {
    declare: (element, owner, mapping) => mapping.declare(element, owner, 'viewpoint', classifierGroup(owner)),
    complete(element, mapping) {
        const declaration = mapping.declarationOf(element)!;
        const application = mapping.stereotypes.application(element, 'Viewpoint')!;
        const lines = TEXTS.flatMap(tag => {
            const text = richText(
                application
                    .texts(tag)
                    .map(id => mapping.model.get(id.trim())?.name ?? id)
                    .join(', '),
                element,
                mapping
            ).trim();
            return text === '' ? [] : [`${tag}: ${text}`];
        });
        if (lines.length > 0) {
            declaration.addComment({ kind: 'doc', text: lines.join('\n') }, 'documentation', element.order);
        }
        const stakeholders = application.links('stakeholder').flatMap(link => mapping.declarationOf(mapping.model.resolve(link)) ?? []);
        for (const stakeholder of stakeholders) {
            const wanted = stakeholder.name.charAt(0).toLowerCase() + stakeholder.name.slice(1);
            const member = declaration.declare('stakeholder', declaration.freeName(wanted), 'parameter', element.order);
            member.types = stakeholder.isDefinition ? [[new Name(stakeholder)]] : [];
            member.references = stakeholder.isDefinition ? [] : [[new Name(stakeholder)]];
            member.isNameMadeUp = true;
        }
        for (const text of concernsOf(element, application.links('concernList'), application.texts('concern'), mapping)) {
            const concern = declaration.declare('frame concern', '', 'constraint', element.order);
            concern.addComment({ kind: 'doc', text }, 'documentation', 0);
        }
        mapping.mapped(element);
    }
};

function concernsOf(element: UmlElement, links: ReturnType<UmlElement['linksOf']>, texts: readonly string[], mapping: Mapping): string[] {
    const bodies = links.flatMap(link => mapping.model.resolve(link)?.value('body') ?? []);
    return [...bodies, ...texts].map(text => richText(text, element, mapping)).filter(text => text.trim() !== '');
}

const stakeholder: Mapper = { ...definition('part def', 'a stakeholder is written as a part def') };

/** Maps «Conform», applied to a generalization or a dependency: the view satisfies its viewpoint. */
export const conform: Mapper = {
    relate(element, mapping) {
        const client = mapping.declarationOf(element.ref('client') ?? element.ref('specific') ?? element.owner);
        const supplier = mapping.declarationOf(element.ref('supplier') ?? element.ref('general'));
        if (client?.keyword !== 'view' || supplier?.keyword !== 'viewpoint') {
            mapping.unmapped(element, 'only a view conforms to a viewpoint');
            return;
        }
        writeSatisfy(client, supplier, element.order);
        mapping.mapped(element);
    }
};

function writeSatisfy(client: Declaration, supplier: Declaration, order: number): void {
    client.addLine(['satisfy ', new Name(supplier), ';'], 'parameter', order);
}

export const expose: Mapper = {
    relate(element, mapping) {
        for (const [{ declaration: client }, { declaration: supplier }] of pairsOf(element, mapping)) {
            if (client.keyword !== 'view') {
                mapping.unmapped(element, `'${client.name}' is no view`);
                continue;
            }
            client.addLine(['expose ', new Name(supplier), supplier.isPackage ? '::**;' : ';'], 'parameter', element.order);
            mapping.mapped(element);
        }
    }
};

export const viewRows: readonly MapperRow[] = [
    { metaclasses: ['Class', 'Package', 'Model'], stereotypes: ['View'], mapper: view },
    { metaclasses: ['Class'], stereotypes: ['Viewpoint'], mapper: viewpoint },
    { metaclasses: ['Class', 'Actor', 'Component', 'Stereotype'], stereotypes: ['Stakeholder'], mapper: stakeholder }
];

export type { LibraryName };
