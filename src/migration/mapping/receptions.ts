/** Maps receptions: each object runs a loop that accepts the signal and performs the method with it (contract: migration 7.1). */
import { withArticle } from '../../language/semantics/metaclass.js';
import { type Declaration, MemberName, Name, type Text } from '../notation/declaration.js';
import type { UmlElement } from '../uml-model.js';
import { bindContext } from './activities/scopes.js';
import { flowDirection } from './directions.js';
import { isMemberOf } from './features.js';
import type { Mapper, MapperRow } from './mapper.js';
import type { Mapping } from './mapping.js';
import { multiplicityOf } from './multiplicity.js';
import { HOSTS } from './operations.js';
import { lowerFirst } from './properties.js';

/** The behaviour that is performed for a signal, with the attributes of the signal that give values to its inputs. */
interface Method {
    readonly behaviour: Declaration;
    readonly arguments: readonly (readonly [parameter: Declaration, feature: Declaration])[];
}

const reception: Mapper = {
    relate(element, mapping) {
        const signal = mapping.declarationOf(element.ref('signal'));
        const owner = mapping.placeAround(element);
        if (signal === undefined || signal.name === '' || !HOSTS.has(owner.kind)) {
            mapping.unmapped(element, signal === undefined ? 'its signal is not written' : `${withArticle(owner.keyword)} owns no actions`);
            return;
        }
        const method = methodOf(element, signal, mapping);
        const name = owner.freeName(lowerFirst(element.name || signal.name));
        const loop = mapping.recordDeclaration(owner.declare('perform action', name, 'behaviour', element.order, element), element);
        const ports = portsOf(element.owner!, signal, mapping);
        if (ports.length > 0) {
            loop.addLine(['first start then ways;'], 'node', 0);
            loop.addLine(['fork ways;'], 'node', 1);
        }
        const places: readonly (Declaration | '')[] = ['', ...ports];
        places.forEach((port, i) => writeLoop(loop, { signal, method, port, position: i, isOne: ports.length === 0 }, mapping));
        if ('reason' in method) {
            mapping.approximated(element, `the signal is accepted again and again; ${method.reason}`);
        } else {
            mapping.mapped(element, `performed with each signal that is accepted: '${method.behaviour.name}'`);
        }
    }
};

interface Loop {
    readonly signal: Declaration;
    readonly method: Method | { readonly reason: string };
    /** empty for a signal that arrives at the object itself */
    readonly port: Declaration | '';
    readonly position: number;
    readonly isOne: boolean;
}

function writeLoop(loop: Declaration, { signal, method, port, position, isOne }: Loop, mapping: Mapping): void {
    const number = position === 0 ? '' : String(position + 1);
    const receive = loop.declare('action', `receive${number}`, 'node', 2 + position * 2);
    const via: Text = port === '' ? [] : [' via ', new Name(port)];
    const item = lowerFirst(signal.name).replace(/\W/g, '_');
    receive.tail = ['accept ', `${item} : `, new Name(signal), ...via];
    loop.addLine([isOne ? 'first start then ' : 'first ways then ', receive.name, ';'], 'edge', position * 3);
    if ('reason' in method) {
        loop.addLine(['first ', receive.name, ' then ', receive.name, ';'], 'edge', position * 3 + 1);
        return;
    }
    const run = loop.declare(method.behaviour.isDefinition ? 'action' : 'perform action', `run${number}`, 'node', 3 + position * 2);
    if (method.behaviour.isDefinition) {
        run.append('types', [new Name(method.behaviour)]);
        bindContext(run, method.behaviour, ['this'], mapping);
    } else {
        run.append('references', [new Name(method.behaviour)]);
    }
    run.generals.add(method.behaviour);
    for (const [parameter, feature] of method.arguments) {
        const given = run.declare('', '', 'parameter', feature.source?.order ?? 0);
        given.append('prefixes', 'in');
        given.append('redefines', [new MemberName(parameter)]);
        given.value = [`= ${receive.name}.${item}.`, new MemberName(feature)];
    }
    loop.addLine(['first ', receive.name, ' then ', run.name, ';'], 'edge', position * 3 + 1);
    loop.addLine(['first ', run.name, ' then ', receive.name, ';'], 'edge', position * 3 + 2);
}

/** Returns the activity that is performed with the signal. Every required input must match an attribute of the signal by name. */
function methodOf(element: UmlElement, signal: Declaration, mapping: Mapping): Method | { readonly reason: string } {
    const [method] = element.refs('method');
    const behaviour = mapping.declarationOf(method);
    if (method === undefined) {
        return { reason: 'no behaviour is performed with it' };
    }
    if (method.metaclass !== 'Activity' || behaviour === undefined) {
        return {
            reason: `its method is ${withArticle(method.metaclass)} and not performed`
        };
    }
    const given: [Declaration, Declaration][] = [];
    for (const parameter of method.ownedAs('ownedParameter').filter(p => (p.value('direction') ?? 'in') === 'in')) {
        const written = mapping.declarationOf(parameter);
        const feature = attributesOf(signal).find(({ name }) => name === parameter.name);
        if (feature !== undefined && written !== undefined) {
            given.push([written, feature]);
        } else if (multiplicityOf(parameter).lower > 0 && parameter.ownedAs('defaultValue').length === 0) {
            return {
                reason: `nothing gives its method the parameter '${parameter.name}'`
            };
        }
    }
    return { behaviour, arguments: given };
}

/** Returns the attributes of a signal, including inherited ones. */
export function attributesOf(signal: Declaration): Declaration[] {
    return [
        ...[...(signal.generalsOrNone ?? [])].flatMap(attributesOf),
        ...signal.declarations().filter(d => !d.isDefinition && d.name !== '')
    ];
}

/** Returns the ports of a block at which a signal can arrive, through a flow property typed by it. */
export function portsOf(block: UmlElement, signal: Declaration, mapping: Mapping): Declaration[] {
    const ports = block.owned.filter(({ metaclass }) => metaclass === 'Port');
    return ports.flatMap(port => {
        const written = mapping.declarationOf(port);
        const conveys = (port.ref('type')?.owned ?? []).some(property => {
            const direction = flowDirection(property, mapping);
            const wanted = port.flag('isConjugated') ? 'out' : 'in';
            const isIn = direction === 'inout' || direction === wanted;
            return isIn && mapping.declarationOf(property.ref('type')) === signal;
        });
        return conveys && written !== undefined && isMemberOf(written, mapping.placeOf(block)) ? [written] : [];
    });
}

export const receptionRows: readonly MapperRow[] = [{ metaclasses: ['Reception'], mapper: reception }];
