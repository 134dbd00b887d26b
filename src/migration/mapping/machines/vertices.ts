/** Declares regions, states and pseudostates, and spells the paths of transitions to them (contract: migration 7.4). */
import { type Declaration, LibraryName, Name, type Piece, type Text } from '../../notation/declaration.js';
import type { UmlElement } from '../../uml-model.js';
import type { Mapping } from '../mapping.js';

/** The form of a kind of pseudostate. */
interface Form {
    readonly keyword: string;
    /** metadata that marks its kind; undefined if none is needed */
    readonly metadata?: string;
    readonly note?: string;
}

const PSEUDOSTATES: Readonly<Record<string, Form>> = {
    choice: { keyword: 'state', metadata: 'choice' },
    junction: { keyword: 'state', metadata: 'junction' },
    shallowHistory: { keyword: 'state', metadata: 'shallowHistory' },
    deepHistory: { keyword: 'state', metadata: 'deepHistory' },
    fork: { keyword: 'fork' },
    join: { keyword: 'join' }
};

/** Returns the kind of a pseudostate, which documents omit for `initial`. */
export const kindOfPseudostate = (vertex: UmlElement): string => vertex.value('kind') ?? 'initial';

export const isInitial = (vertex: UmlElement): boolean => vertex.metaclass === 'Pseudostate' && kindOfPseudostate(vertex) === 'initial';

/** Whether a transition to this vertex is written as a transition to `done`. */
export const isFinal = (vertex: UmlElement): boolean =>
    vertex.metaclass === 'FinalState' || (vertex.metaclass === 'Pseudostate' && kindOfPseudostate(vertex) === 'terminate');

export const regionsOf = (owner: UmlElement): UmlElement[] => owner.ownedAs('region');

/** Declares the regions of a machine or state with all of their vertices. */
export function declareRegions(owner: UmlElement, body: Declaration, mapping: Mapping): void {
    const regions = regionsOf(owner).filter(region => {
        if (region.ownedAs('subvertex').length > 0) {
            return true;
        }
        mapping.skip(region, 'the region has no vertices');
        return false;
    });
    const isOrthogonal = regions.length > 1;
    if (isOrthogonal) {
        body.tail = ['parallel'];
    }
    for (const region of regions) {
        const place = isOrthogonal ? named(region, body, 'state', region.name || 'region', mapping) : body;
        mapping.setPlace(region, place);
        mapping.mapped(region);
        region.ownedAs('subvertex').forEach(vertex => declareVertex(vertex, place, mapping));
        if (!region.ownedAs('subvertex').some(isInitial)) {
            place.addComment({ kind: 'note', text: 'no initial transition enters this region' }, 'marker', region.order);
        }
    }
    for (const point of owner.ownedAs('connectionPoint')) {
        declarePoint(point, owner, body, mapping);
    }
}

function declareVertex(vertex: UmlElement, body: Declaration, mapping: Mapping): void {
    if (vertex.metaclass === 'State') {
        const declaration = named(vertex, body, 'state', vertex.name || 'state', mapping);
        mapping.mapped(vertex);
        declareRegions(vertex, declaration, mapping);
        vertex.ownedAs('connection').forEach(reference => mapping.mapped(reference));
        return;
    }
    if (isFinal(vertex)) {
        mapping.verdict(vertex, vertex.metaclass === 'FinalState' ? 'mapped' : 'approximated', finalNote(vertex));
        return;
    }
    const kind = kindOfPseudostate(vertex);
    if (kind === 'initial') {
        mapping.mapped(vertex);
        return;
    }
    const form = PSEUDOSTATES[kind];
    if (form === undefined) {
        declarePoint(vertex, vertex.owner!, body, mapping);
        return;
    }
    if (mapping.options.strict && isHistory(vertex)) {
        mapping.unmapped(vertex, 'a history needs a helper library, which portable output does not use');
        return;
    }
    mapping.mapped(vertex);
    write(vertex, form, body, kind, mapping);
}

const isHistory = (vertex: UmlElement): boolean => /History$/.test(kindOfPseudostate(vertex));

const finalNote = (vertex: UmlElement): string => (vertex.metaclass === 'FinalState' ? '' : 'terminate is written as done');

/** Declares an entry or exit point: a state for a point of a machine, a junction for a point of a composite state. */
function declarePoint(point: UmlElement, owner: UmlElement, body: Declaration, mapping: Mapping): void {
    const form: Form = owner.metaclass === 'StateMachine' ? { keyword: 'state' } : { keyword: 'state', metadata: 'junction' };
    mapping.mapped(point);
    write(point, form, body, kindOfPseudostate(point), mapping);
}

function write(vertex: UmlElement, { keyword, metadata }: Form, body: Declaration, name: string, mapping: Mapping): void {
    const declaration = named(vertex, body, keyword, vertex.name || name, mapping);
    if (metadata === undefined) {
        return;
    }
    if (mapping.options.strict) {
        mapping.approximated(vertex, `a ${metadata} is written as a plain state in portable output`);
    } else {
        declaration.append('prefixes', ['#', new LibraryName(`StateMachines::${metadata}`)]);
    }
}

/** Declares a vertex. An unnamed vertex gets the given name. */
function named(vertex: UmlElement, body: Declaration, keyword: string, name: string, mapping: Mapping): Declaration {
    const declaration =
        vertex.name === ''
            ? mapping.recordDeclaration(body.declare(keyword, body.freeName(name), 'node', vertex.order, vertex), vertex)
            : mapping.declare(vertex, body, keyword, 'node', name);
    declaration.isNameMadeUp = vertex.name === '';
    return declaration;
}

/** Returns the declarations from a body down to a vertex, which form the path to it. */
function pathBelow(body: Declaration, declaration: Declaration): Declaration[] {
    const path = [declaration];
    for (const owner of declaration.owners()) {
        if (owner === body) {
            break;
        }
        path.unshift(owner);
    }
    return path;
}

/** Returns the body of the region that contains a vertex. */
export function bodyOf(vertex: UmlElement, mapping: Mapping): Declaration {
    return mapping.placeAround(vertex);
}

/** Returns the innermost body that contains both vertices. */
export function commonBody(a: Declaration, b: Declaration): Declaration {
    const around = new Set([a, ...a.owners()]);
    return around.has(b) ? b : [...b.owners()].find(owner => around.has(owner))!;
}

/** Returns the reference to a vertex from a transition in a body; undefined if the vertex is not written. */
export function endText(vertex: UmlElement, body: Declaration, mapping: Mapping): Text | undefined {
    if (isFinal(vertex)) {
        const place = bodyOf(vertex, mapping);
        return place === body ? ['done'] : [...pathText(place, body), '.done'];
    }
    if (vertex.metaclass === 'ConnectionPointReference') {
        return pointText(vertex, body, mapping);
    }
    const declaration = mapping.declarationOf(vertex);
    return declaration === undefined ? undefined : pathText(declaration, body);
}

function pathText(declaration: Declaration, body: Declaration): readonly Piece[] {
    const [first, ...steps] = pathBelow(body, declaration);
    return [new Name(first, steps)];
}

/** Returns the path to a connection point of a submachine, through the state that references the point. */
function pointText(reference: UmlElement, body: Declaration, mapping: Mapping): Text | undefined {
    const [point] = [...reference.refs('entry'), ...reference.refs('exit')];
    const state = mapping.declarationOf(reference.owner);
    const declaration = mapping.declarationOf(point);
    if (state === undefined || declaration === undefined) {
        return undefined;
    }
    const [first, ...steps] = pathBelow(body, state);
    return [new Name(first, [...steps, declaration])];
}
