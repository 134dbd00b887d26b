/**
 * Maps dependencies of all kinds: plain ones, those of requirements, allocations and interface realizations (contract: migration 5.1, 6.2,
 * 6.4).
 */
import { withArticle } from '../../language/semantics/metaclass.js';
import { type Declaration, LibraryName, Name } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { allocate } from './allocations.js';
import { type Pair, pairsOf } from './ends.js';
import { featureName } from './features.js';
import { commonOwner } from './associations.js';
import { connectionBetweenUsages } from './usages.js';
import { interfaceRealization } from './interfaces.js';
import { markerOf, writeMarker } from './markers.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { conform, expose } from './views.js';

/** Writes `dependency A to B;` for each pair, in the body that contains the element. */
function writeDependency(element: UmlElement, pairs: readonly Pair[], name: string, mapping: Mapping): Declaration[] {
    const body = mapping.placeAround(element);
    return pairs.map(([client, supplier]) => {
        const free = name === '' ? '' : body.freeName(name);
        const declaration = body.declare('dependency', free, body.isPackage ? 'property' : 'relationship', element.order, element);
        const ends = [new Name(client.declaration), ' to ', new Name(supplier.declaration)];
        declaration.tail = free === '' ? ends : ['from ', ...ends];
        declaration.edgeKeyword = 'dependency';
        declaration.label = `${client.declaration.name} to ${supplier.declaration.name}`;
        return mapping.recordDeclaration(declaration, element);
    });
}

const dependency: Mapper = {
    relate(element, mapping) {
        const pairs = pairsOf(element, mapping);
        if (pairs.length > 0) {
            writeDependency(element, pairs, element.name, mapping);
            mapping.mapped(element);
        }
    }
};

/** Maps a stereotyped dependency without v2 equivalent to a dependency with a marker. The verb of the stereotype is part of its name. */
const stereotyped = (verb: string): Mapper => ({
    relate(element, mapping) {
        const pairs = pairsOf(element, mapping);
        const [pair] = pairs;
        if (pair === undefined) {
            return;
        }
        const name = element.name || `${pair[0].declaration.name} ${verb} ${pair[1].declaration.name}`;
        for (const declaration of writeDependency(element, pairs, name, mapping)) {
            declaration.isNameMadeUp = element.name === '';
            element.applications.forEach(application => writeMarker(declaration, markerOf(application, element), mapping));
        }
        mapping.approximated(element, `kept as a dependency: ${element.applications.map(a => `«${a.name}»`).join(' ')} has no v2 form`);
    }
});

const refine: Mapper = {
    relate(element, mapping) {
        const pairs = pairsOf(element, mapping);
        for (const pair of pairs) {
            const [client, supplier] = pair;
            const name = element.name || `${client.declaration.name} refines ${supplier.declaration.name}`;
            const connection = connectionBetweenUsages(client, supplier, name, element, mapping);
            if (connection === undefined) {
                const [declaration] = writeDependency(element, [pair], name, mapping);
                declaration.declare('@', '', 'marker', 0).types = [[new LibraryName('ModelingMetadata::Refinement')]];
                declaration.isNameMadeUp = element.name === '';
            } else {
                connection.isNameMadeUp = element.name === '';
            }
        }
        if (pairs.length > 0) {
            mapping.approximated(element, '«Refine» is written as a relationship of its ends');
        }
    }
};

const satisfy: Mapper = {
    relate(element, mapping) {
        const pairs = pairsOf(element, mapping);
        for (const [client, supplier] of pairs) {
            const { declaration } = client;
            const isFeature = !declaration.isDefinition && declaration.owner !== undefined && !declaration.owner.isPackage;
            const isUsage = ['part', 'item', 'occurrence', 'action', 'port', 'attribute', 'state', 'use case'].includes(declaration.kind);
            const isRequirement = supplier.declaration.keyword === 'requirement';
            if (!isRequirement || !(isUsage || declaration.isDefinition) || declaration.kind === 'requirement') {
                const name = element.name || `${declaration.name} satisfies ${supplier.declaration.name}`;
                const [written] = writeDependency(element, [[client, supplier]], name, mapping);
                written.isNameMadeUp = element.name === '';
                element.applications.forEach(application => writeMarker(written, markerOf(application, element), mapping));
                mapping.approximated(element, `${withArticle(declaration.keyword)} satisfies nothing in v2: kept as a dependency`);
                continue;
            }
            const isBy = !declaration.isDefinition;
            const body = isFeature || isBy ? declaration.owner! : declaration;
            const named = element.name === '' ? '' : body.freeName(element.name);
            const group = body.isPackage ? 'property' : 'relationship';
            const member = body.declare('satisfy requirement', named, group, element.order, element);
            member.append('specializes', [featureName(supplier.declaration, body)]);
            member.tail = isBy ? ['by ', featureName(declaration, body)] : undefined;
            member.edgeKeyword = 'satisfy requirement';
            member.label = `satisfy ${supplier.declaration.name}`;
            mapping.satisfied(element, declaration, member);
            mapping.mapped(element);
        }
    }
};

const verify: Mapper = {
    relate(element, mapping) {
        for (const [client, supplier] of pairsOf(element, mapping)) {
            if (client.declaration.keyword !== 'verification def' || supplier.declaration.keyword !== 'requirement') {
                mapping.unmapped(element, `'${client.declaration.name}' is no test case, and only these verify`);
                continue;
            }
            const objective =
                client.declaration.ownMember('objective') ?? client.declaration.declare('objective', 'objective', 'parameter', 1);
            const member = objective.declare('verify requirement', '', 'relationship', element.order, element);
            member.append('specializes', [featureName(supplier.declaration, objective)]);
            member.edgeKeyword = 'verify requirement';
            member.label = `verify ${supplier.declaration.name}`;
            mapping.satisfied(element, client.declaration, member);
            mapping.mapped(element);
        }
    }
};

const derive: Mapper = {
    relate(element, mapping) {
        for (const [derived, original] of pairsOf(element, mapping)) {
            if (derived.declaration.keyword !== 'requirement' || original.declaration.keyword !== 'requirement') {
                writeDependency(element, [[derived, original]], element.name, mapping);
                mapping.approximated(element, 'an end is no requirement: kept as a dependency');
                continue;
            }
            const body = commonOwner(derived.declaration, original.declaration);
            const name = body.freeName(element.name || `Derive ${derived.declaration.name}`);
            const group = body.isPackage ? 'property' : 'relationship';
            const connection = body.declare('connection', name, group, element.order, element);
            connection.isNameMadeUp = element.name === '';
            connection.edgeKeyword = 'connection';
            connection.append('types', [new LibraryName('RequirementDerivation::Derivation')]);
            writeEnd(connection, 'original', original.declaration, 0);
            writeEnd(connection, 'derive', derived.declaration, 1);
            mapping.recordDeclaration(connection, element);
            mapping.mapped(element);
        }
    }
};

function writeEnd(connection: Declaration, role: 'original' | 'derive', target: Declaration, order: number): void {
    const end = connection.declare('', role === 'original' ? 'original' : 'derivation', 'parameter', order);
    end.append('prefixes', 'end', ['#', new LibraryName(`RequirementDerivation::${role}`)]);
    end.append('references', [featureName(target, connection)]);
}

/** A generalization that has an entry only because of its stereotypes. */
const carried: Mapper = {
    complete: (element, mapping) => mapping.mapped(element, 'carried by its classifier')
};

const DEPENDENCIES = [
    'Dependency',
    'Abstraction',
    'Realization',
    'Usage',
    'Substitution',
    'ComponentRealization',
    'Manifestation',
    'Deployment'
];

export const dependencyRows: readonly MapperRow[] = [
    { metaclasses: DEPENDENCIES, stereotypes: ['Satisfy'], mapper: satisfy },
    { metaclasses: DEPENDENCIES, stereotypes: ['Verify'], mapper: verify },
    { metaclasses: DEPENDENCIES, stereotypes: ['DeriveReqt'], mapper: derive },
    { metaclasses: DEPENDENCIES, stereotypes: ['Refine'], mapper: refine },
    { metaclasses: DEPENDENCIES, stereotypes: ['Allocate'], mapper: allocate },
    { metaclasses: [...DEPENDENCIES, 'Generalization'], stereotypes: ['Conform'], mapper: conform },
    { metaclasses: DEPENDENCIES, stereotypes: ['Expose'], mapper: expose },
    { metaclasses: DEPENDENCIES, stereotypes: ['Trace'], mapper: stereotyped('traces') },
    { metaclasses: DEPENDENCIES, stereotypes: ['Copy'], mapper: stereotyped('copies') },
    { metaclasses: ['Generalization'], mapper: carried },
    { metaclasses: ['InterfaceRealization'], mapper: interfaceRealization },
    { metaclasses: DEPENDENCIES, mapper: dependency }
];
