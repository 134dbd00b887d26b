/** Resolves names in opaque text (contract: migration 8.1) to features of bodies, parameters in scope and variables of the text. */
import { type Declaration, MemberName, Name, type Piece, type Text } from '../../notation/declaration.js';
import type { Scalar } from './scalars.js';
import { translated, Untranslatable } from './untranslatable.js';

/** A value in notation, or the reason why there is none. */
export type ValueText = { readonly text: Text; readonly note?: string; readonly type?: Scalar } | { readonly reason: string };

/** The scope in which names of a text are resolved. */
export interface Scope {
    /** bodies whose features the text may reference, innermost first */
    readonly bodies: readonly Declaration[];
    /** parameters in scope, such as the payload of an accept; their use is recorded */
    readonly parameters?: ReadonlyMap<string, Parameter>;
    /** features through which the features of a body are reached, such as the part that a partition represents, or a context parameter */
    readonly prefixes?: ReadonlyMap<Declaration, readonly Declaration[]>;
    /** names of the time variable of simulations (contract: migration 7.5) */
    readonly clocks?: ReadonlySet<string>;
}

export interface Parameter {
    readonly text: Text;
    /** declaration whose features the parameter has */
    readonly type: Declaration | undefined;
    isUsed: boolean;
    /** set for a variable of the text */
    readonly variable?: { readonly scalar: Scalar; readonly isConstant: boolean };
}

/** The result of resolving a path of names. */
export interface Reached {
    readonly text: Text;
    /** parameter at the start of the path */
    readonly parameter: Parameter | undefined;
    /** features of the path, without the parameter */
    readonly path: readonly Declaration[];
}

/** Resolves a path of names from the input, or returns the reason why it cannot. */
export function featureText(names: readonly string[], scope: Scope): ValueText {
    return translated(() => ({ text: resolved(names, scope).text }));
}

/** Whether a name can be resolved in a scope. */
export function isKnown(name: string, { bodies, parameters }: Scope): boolean {
    return parameters?.has(name) === true || bodies.some(body => memberOf(body, name) !== undefined);
}

/** @throws Untranslatable if a name cannot be resolved */
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

/**
 * Returns the enumeration literal for a path such as `Mode.safe`. A body must declare the enumeration or have a feature typed by it.
 * Features with the name take precedence.
 */
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

/** Returns the feature with a name from the input that a declaration declares or inherits. */
export function memberOf(declaration: Declaration, name: string): Declaration | undefined {
    for (const general of withGenerals(declaration)) {
        const found = general.declarations().find(d => !d.isDefinition && !d.isPackage && sourceName(d) === name);
        if (found !== undefined) {
            return found;
        }
    }
    return undefined;
}

/** Yields a declaration and all of its generals, each once, the nearest first. */
export function* withGenerals(declaration: Declaration): Generator<Declaration> {
    // The iteration over a set includes members that are added during the iteration.
    const all = new Set([declaration]);
    for (const general of all) {
        yield general;
        general.generalsOrNone?.forEach(above => all.add(above));
    }
}

/** Returns the name in the input. A return parameter without a name has its written name, `result`, which is its name in OCL, too. */
const sourceName = ({ source, name }: Declaration): string =>
    source === undefined || (source.name === '' && source.value('direction') === 'return') ? name : source.name;
