/** Translates the probabilities of decision branches (contract: migration 7.3). */
import { type Declaration, LibraryName, Name, type Text } from '../../notation/declaration.js';
import type { StereotypeApplication, UmlElement } from '../../uml-model.js';
import { opaqueExpression } from '../expressions/opaque.js';
import { realText } from '../machines/durations.js';
import type { Mapping } from '../mapping.js';
import type { Edges } from './routes.js';
import { scopeOf } from './scopes.js';

/** The stated probability of an edge: a number or an expression. */
interface Weight {
    readonly edge: UmlElement;
    readonly number: number;
    readonly property: Text | undefined;
}

/** Writes the probability of a decision's outgoing edge in the body of its succession. */
export function writeProbability(edge: UmlElement, succession: Declaration, edges: Edges, mapping: Mapping): void {
    const decision = edge.ref('source');
    const own = mapping.stereotypes.application(edge, 'Probability');
    if (decision?.metaclass !== 'DecisionNode') {
        if (own !== undefined) {
            mapping.approximated(edge, 'it leaves no decision: its probability is not written');
        }
        return;
    }
    const outgoing = edges.outgoing(decision);
    const weights = outgoing.flatMap(other => weightOf(other, succession, mapping) ?? []);
    if (weights.length === 0) {
        if (own !== undefined) {
            mapping.approximated(edge, `its probability '${textOf(own, mapping)}' is no number and no property that is reached`);
        }
        return;
    }
    if (weights.some(({ number }) => number < 0 || number > 1)) {
        mapping.approximated(edge, 'a probability outside 0 to 1: the branches have none');
        return;
    }
    const probability = probabilityOf(edge, weights, outgoing.length, mapping);
    if (mapping.options.strict) {
        succession.addComment({ kind: 'line', text: `probability ${plain(probability)}` }, 'marker', 0);
    } else {
        succession.addLine(['@', new LibraryName('Stochastic::Probability'), ' { p = ', ...probability, '; }'], 'marker', 0);
    }
}

/**
 * Returns the edge's own probability, scaled if all are stated and do not add up to 1. For an edge without one, returns its share of the
 * remainder.
 */
function probabilityOf(edge: UmlElement, weights: readonly Weight[], branches: number, mapping: Mapping): Text {
    const own = weights.find(weight => weight.edge === edge);
    const sum = weights.reduce((total, { number }) => total + number, 0);
    const isAllNumbers = weights.every(({ property }) => property === undefined);
    if (own === undefined) {
        mapping.approximated(edge, 'it states no probability: its share of the rest');
        return isAllNumbers ? [real(Math.max(0, 1 - sum) / (branches - weights.length))] : restOf(weights, branches);
    }
    if (own.property !== undefined) {
        return own.property;
    }
    if (weights.length === branches && isAllNumbers && Math.abs(sum - 1) > 1e-9 && sum > 0) {
        mapping.approximated(edge, `the probabilities add up to ${real(sum)}: scaled to 1`);
        return [real(own.number / sum)];
    }
    return [real(own.number)];
}

/** Returns the share of the remainder, for example `(1.0 - p - 0.2) / 2`. */
function restOf(weights: readonly Weight[], branches: number): Text {
    const rest = ['1.0', ...weights.flatMap(({ property, number }): Text => [' - ', ...(property ?? [real(number)])])];
    const shares = branches - weights.length;
    return shares === 1 ? rest : ['(', ...rest, `) / ${shares}`];
}

/** Returns notation for a comment, with plain names. */
const plain = (text: Text): string =>
    text.map(piece => (typeof piece === 'string' ? piece : piece instanceof Name ? piece.target.name : '')).join('');

const real = (value: number): string => realText(Number(value.toPrecision(12)));

function weightOf(edge: UmlElement, from: Declaration, mapping: Mapping): Weight | undefined {
    const application = mapping.stereotypes.application(edge, 'Probability');
    const text = application === undefined ? '' : textOf(application, mapping);
    if (text === '') {
        return undefined;
    }
    const number = Number(text);
    if (Number.isFinite(number)) {
        return { edge, number, property: undefined };
    }
    const expression = opaqueExpression(text, scopeOf(edge.ref('source')!, from, mapping));
    return 'text' in expression ? { edge, number: 0, property: expression.text } : undefined;
}

/** Returns the text of the probability tag, which states a value or references an element with a value. */
function textOf(application: StereotypeApplication, mapping: Mapping): string {
    const [element] = application.links('probability').flatMap(link => mapping.model.resolve(link) ?? []);
    return (element?.value('value') ?? element?.values('body')[0] ?? application.text('probability') ?? '').trim();
}
