/** The invocations and constructions that are open at an offset, also in text with syntax errors, and the parameters of their targets. */
import type { AstNode } from '../language/generated/tree.js';
import { shapeOf, isBehavior, isCalculation } from '../runtime/evaluation/index.js';
import { lookupInherited } from '../language/semantics/lookup.js';
import { lookupInImport } from '../language/semantics/imports.js';
import { isOfLibrary } from '../language/semantics/cycles.js';
import { memberElement, resolveIn } from '../language/semantics/names.js';
import { importsOf, ownedMembersNamed } from '../language/semantics/owned-members.js';
import { supertypesOf } from '../language/semantics/specialization.js';
import { isFeature, isType, lastSegment, ownedMembersOf, owningNamespaceOf } from '../language/semantics/structure.js';
import { effectiveBoundsOf } from '../language/semantics/multiplicity.js';
import { tokensFrom } from '../language/validation/tokens.js';
import { multiplicityText, shownName, typeText } from './elements.js';
import { quoted } from '../runtime/values/index.js';

/** The maximum number of characters between the start of an invocation and the cursor. */
const MOST_BACK = 4000;

export interface Call {
    readonly name: string;
    readonly isConstruction: boolean;
    /** number of parameters that the operand before `->` binds: `a->f(b)` is `f(a, b)` */
    readonly bound: 0 | 1;
    /** index of the parameter of the argument at the cursor */
    readonly argument: number;
    /** name of a named argument; empty for a positional one */
    readonly label: string;
    /** whether an argument begins at the cursor */
    readonly isBeginning: boolean;
    /** names of the named arguments before the cursor */
    readonly named: ReadonlySet<string>;
    readonly offset: number;
}

/** The innermost call that is open at an offset. */
export function callAt(text: string, offset: number): Call | undefined {
    const from = Math.max(text.lastIndexOf(';', offset - 1) + 1, offset - MOST_BACK, 0);
    const tokens = [...tokensFrom(text, from, offset)].filter(t => t.end <= offset);
    let depth = 0;
    let argument = 0;
    for (let i = tokens.length - 1; i >= 0; i--) {
        const token = tokens[i].text;
        if (token === ')' || token === ']' || token === '}') {
            depth++;
        } else if (depth > 0) {
            depth -= token === '(' || token === '[' || token === '{' ? 1 : 0;
        } else if (token === ',') {
            argument++;
        } else if (token === '{' || token === '}') {
            return undefined;
        } else if (token === '(') {
            const name = nameBefore(tokens, i);
            if (name === undefined) {
                return undefined;
            }
            const last = tokens.slice(i + 1);
            const comma = lastTopLevelComma(last.map(t => t.text));
            const [first] = last.slice(comma + 1);
            const label = last.at(comma + 2)?.text === '=' ? first.text : '';
            const named = new Set(last.flatMap((t, at) => (last.at(at + 1)?.text === '=' ? [t.text] : [])));
            return {
                ...name,
                argument: name.bound + argument,
                label,
                isBeginning: comma + 1 === last.length,
                named,
                offset: tokens[i].offset
            };
        }
    }
    return undefined;
}

function lastTopLevelComma(tokens: readonly string[]): number {
    let depth = 0;
    let found = -1;
    tokens.forEach((token, i) => {
        depth += '([{'.includes(token) ? 1 : ')]}'.includes(token) ? -1 : 0;
        found = token === ',' && depth === 0 ? i : found;
    });
    return found;
}

const NAME = /^[A-Za-z_'$]/;
const NO_NAME = new Set([
    'if',
    'and',
    'or',
    'xor',
    'implies',
    'not',
    'return',
    'in',
    'by',
    'to',
    'connect',
    'via',
    'as',
    'then',
    'when',
    'while'
]);

/** The qualified name or feature chain that ends before a token. */
function nameBefore(
    tokens: readonly { readonly text: string }[],
    end: number
): Pick<Call, 'name' | 'bound' | 'isConstruction'> | undefined {
    let start = end;
    for (let isNameNext = true; start > 0; isNameNext = !isNameNext) {
        const { text } = tokens[start - 1];
        if (isNameNext ? !NAME.test(text) || NO_NAME.has(text) || text === 'new' : text !== '::' && text !== '.' && text !== '->') {
            break;
        }
        start--;
    }
    const steps = tokens.slice(start, end).map(t => t.text);
    const arrow = steps.lastIndexOf('->');
    const name = steps
        .slice(arrow + 1)
        .join('')
        .replace(/^(?:::|\.)/, '');
    return name === '' ? undefined : { name, bound: arrow < 0 ? 0 : 1, isConstruction: tokens[start - 1]?.text === 'new' };
}

/** The declarations that a call may mean: those of its name in each scope, the nearest first. */
export function invokedBy(scope: AstNode, { name, isConstruction }: Call): AstNode[] {
    const isInvocable = (element: AstNode): boolean =>
        isConstruction ? isType(element) && !isFeature(element) : isCalculation(element) || isBehavior(element);
    const simple = /::|\./.test(name) ? undefined : lastSegment(name);
    const found = new Set<AstNode>();
    const add = (member: AstNode | undefined): void => {
        const element = memberElement(member) ?? member;
        if (element !== undefined && isInvocable(element)) {
            found.add(element);
        }
    };
    add(resolveIn(scope, name));
    for (let outer: AstNode | undefined = scope; simple !== undefined && outer !== undefined; outer = owningNamespaceOf(outer)) {
        const namespace = outer;
        ownedMembersNamed(namespace, simple).forEach(add);
        add(isType(namespace) ? lookupInherited(namespace, simple) : undefined);
        importsOf(namespace).forEach(i => add(lookupInImport(i, simple)));
    }
    return [...found];
}

export interface ShownParameter {
    readonly name: string;
    readonly text: string;
    readonly isOptional: boolean;
}

/** The parameters of a call, also those that an operand binds, or the features of an object that a `new` may give values. */
export function parametersOf(element: AstNode, { isConstruction }: Call): ShownParameter[] {
    return isConstruction ? featuresOf(element) : inputsOf(element);
}

function inputsOf(element: AstNode): ShownParameter[] {
    return shapeOf(element).parameters.map(({ name, slot, hasValue }) => ({
        name,
        text: parameterText(name, slot.feature),
        isOptional: hasValue || effectiveBoundsOf(slot.feature).lower === 0
    }));
}

/** The features of an object of a type that the type and its generals declare in the model. */
function featuresOf(type: AstNode): ShownParameter[] {
    const types = [type, ...[...supertypesOf(type)].filter(t => t !== type && !isOfLibrary(t))];
    const members = types.flatMap(t => ownedMembersOf(t));
    const found = new Map<string, ShownParameter>();
    for (const feature of members.filter(m => isFeature(m) && shownName(m) !== '')) {
        const name = shownName(feature);
        if (!found.has(name) && feature.direction !== 'out') {
            const { value } = feature;
            found.set(name, {
                name,
                text: parameterText(name, feature),
                isOptional: value !== undefined || effectiveBoundsOf(feature).lower === 0
            });
        }
    }
    return [...found.values()].slice(0, 20);
}

function parameterText(name: string, feature: AstNode): string {
    const type = typeText(feature).replace(/^:\s*/, '');
    return `${quoted(name)}${type === '' ? '' : ` : ${lastSegment(type)}`}${multiplicityText(feature)}`;
}
