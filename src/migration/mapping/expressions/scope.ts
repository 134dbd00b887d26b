/** Where the names in opaque text lead (contract: migration 8.1): features of bodies, parameters of the place, variables of the text. */
import { type Declaration, MemberName, Name, type Piece, type Text } from '../../notation/declaration.js';
import type { Scalar } from './scalars.js';
import { translated, Untranslatable } from './untranslatable.js';

/** A value in notation, or why there is none. */
export type ValueText = { readonly text: Text; readonly note?: string; readonly type?: Scalar } | { readonly reason: string };

/** Where the names of a text are looked up. */
export interface Scope {
    /** the bodies whose features the text may name, the innermost first */
    readonly bodies: readonly Declaration[];
    /** names that the place itself brings, as the parameter of an accept; a reading is noted */
    readonly parameters?: ReadonlyMap<string, Parameter>;
    /** features on whose path the features of a body are reached: of the part that a partition represents, of a context */
    readonly prefixes?: ReadonlyMap<Declaration, readonly Declaration[]>;
    /** names of the time variable of simulations (contract: migration 7.5) */
    readonly clocks?: ReadonlySet<string>;
}

export interface Parameter {
    readonly text: Text;
    /** what has its features */
    readonly type: Declaration | undefined;
    isUsed: boolean;
    /** it is a variable of the text */
    readonly variable?: { readonly scalar: Scalar; readonly isConstant: boolean };
}

/** The target of a path of names. */
export interface Reached {
    readonly text: Text;
    /** the parameter that the path starts at */
    readonly parameter: Parameter | undefined;
    /** the features on the path, the parameter apart */
    readonly path: readonly Declaration[];
}

/** A path of features by the names of the input, or why it leads nowhere. */
export function featureText(names: readonly string[], scope: Scope): ValueText {
    return translated(() => ({ text: resolved(names, scope).text }));
}

/** Whether a name is one of a scope. */
export function isKnown(name: string, { bodies, parameters }: Scope): boolean {
    return parameters?.has(name) === true || bodies.some(body => memberOf(body, name) !== undefined);
}

/** @throws Untranslatable when a name leads nowhere */
export function resolved(names: readonly string[], { bodies, parameters, prefixes }: Scope): Reached {
    const [first, ...rest] = names;
    const parameter = parameters?.get(first);
    if (parameter !== undefined) {
        parameter.isUsed = true;
        const path = stepsFrom(parameter.type, rest, first);
        const text = path.reduce<Piece[]>((before, step) => [...before, '.', new MemberName(step)], [...parameter.text]);
        return { text, parameter, path };
    }
    for (const body of bodies) {
        const feature = memberOf(body, first);
        if (feature !== undefined) {
            const path = [...(prefixes?.get(body) ?? []), feature, ...stepsFrom(feature, rest, first)];
            return { text: [new Name(path[0], path.slice(1))], parameter: undefined, path };
        }
    }
    throw new Untranslatable(`the name '${first}' is not one of a feature in reach`);
}

/** The literal that `Mode.safe` names: of an enumeration that a body declares or types a feature by. Features of that name come first. */
export function literalNamed([name, literal, ...more]: readonly string[], scope: Scope): Declaration | undefined {
    if (literal === undefined || more.length > 0 || isKnown(name, scope)) {
        return undefined;
    }
    for (const body of scope.bodies) {
        for (const general of withGenerals(body)) {
            const members = general.declarations();
            const enumeration = [...members, ...members.flatMap(member => [...(member.generalsOrNone ?? [])])].find(
                d => d.keyword === 'enum def' && sourceName(d) === name
            );
            if (enumeration !== undefined) {
                return enumeration.declarations().find(d => d.keyword === 'enum' && sourceName(d) === literal);
            }
        }
    }
    return undefined;
}

function stepsFrom(start: Declaration | undefined, names: readonly string[], first: string): Declaration[] {
    const steps: Declaration[] = [];
    let at = start;
    let path = first;
    for (const name of names) {
        const step = at === undefined ? undefined : memberOf(at, name);
        if (step === undefined) {
            throw new Untranslatable(`'${path}' has no feature '${name}'`);
        }
        steps.push(step);
        at = step;
        path = `${path}.${name}`;
    }
    return steps;
}

/** The feature of that name, as the input has it, in a declaration or in what it specializes or is typed by. */
export function memberOf(declaration: Declaration, name: string): Declaration | undefined {
    for (const general of withGenerals(declaration)) {
        const found = general.declarations().find(d => !d.isDefinition && !d.isPackage && sourceName(d) === name);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

/** A declaration and everything above it, each once, the nearest first. */
function* withGenerals(declaration: Declaration): Generator<Declaration> {
    // The iteration of a set includes members that are added during it.
    const all = new Set([declaration]);
    for (const general of all) {
        yield general;
        general.generalsOrNone?.forEach(above => all.add(above));
    }
}

/** The name in the input. */
const sourceName = ({ source, name }: Declaration): string => source?.name ?? name;
