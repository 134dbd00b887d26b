/** Translates value specifications to expressions (contract: migration 5.3). `expressions/` translates opaque text and expression trees. */
import type { Library } from '../../language/library/library.js';
import { withArticle } from '../../language/semantics/metaclass.js';
import { type Declaration, Name, type Text } from '../notation/declaration.js';
import { quotedString } from '../notation/spelling.js';
import type { UmlElement } from '../uml-model.js';
import type { Scope, ValueText } from './expressions/scope.js';
import { expressionIn } from './expressions/languages.js';
import { isFit, type Scalar as ScalarKind, scalarNamed } from './expressions/scalars.js';
import { treeText } from './expressions/trees.js';
import { codeText } from './plain-text.js';
import { clockNames } from './simulation.js';
import type { Mapping } from './mapping.js';

export type { ValueText } from './expressions/scope.js';

/** Qualified name of the scalar type of a feature, for example `ScalarValues::Real`; undefined for other types. */
export type Scalar = string | undefined;

/**
 * @param from the declaration in whose body names in opaque text are resolved
 * @param scalar qualified name of the feature's scalar type; literals are converted to it
 */
export function valueText(value: UmlElement, scalar: Scalar, mapping: Mapping, from?: Declaration): ValueText {
    const text = value.value('value');
    switch (value.metaclass) {
        case 'LiteralBoolean':
            return booleanText(text === 'true' ? 'true' : 'false', scalar);
        case 'LiteralInteger':
            return numberText(text ?? '0', scalar);
        case 'LiteralReal':
            return numberText(text ?? '0.0', scalar ?? 'ScalarValues::Real');
        case 'LiteralUnlimitedNatural':
            return text === '*' || text === '-1' ? { text: ['*'] } : numberText(text ?? '0', scalar);
        case 'LiteralString':
            return stringText(text ?? '', scalar);
        case 'LiteralNull':
            return { text: ['null'] };
        case 'InstanceValue':
            return instanceText(value, mapping);
        case 'OpaqueExpression':
            return opaqueValue(value, scalar, mapping, from);
        case 'Expression':
        case 'StringExpression':
        case 'ElementValue':
            return treeText(value, {
                scope: scopeFrom(from, mapping),
                value: leaf => withLiteralType(leaf, valueText(leaf, undefined, mapping, from)),
                declarationOf: element => mapping.declarationOf(element)
            });
        default:
            return { reason: `${withArticle(value.metaclass)} is not translated` };
    }
}

const LITERALS: Readonly<Record<string, ScalarKind>> = {
    LiteralBoolean: 'Boolean',
    LiteralInteger: 'Integer',
    LiteralReal: 'Real',
    LiteralString: 'String'
};

/** Adds the scalar type to a leaf of an expression tree, so that operators can check their operands. */
const withLiteralType = ({ metaclass }: UmlElement, result: ValueText): ValueText =>
    'text' in result && Object.hasOwn(LITERALS, metaclass) ? { ...result, type: LITERALS[metaclass] } : result;

const REAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

function numberText(written: string, scalar: Scalar): ValueText {
    const text = written.trim();
    if (!REAL.test(text)) {
        return { reason: `'${text}' is no finite number` };
    }
    const isWhole = /^[+-]?\d+(\.0*)?$/.test(text);
    if (scalar === 'ScalarValues::Boolean') {
        return { reason: `${text} is no Boolean` };
    }
    if (scalar === 'ScalarValues::String') {
        return { text: [quotedString(text)], note: `the number ${text} is written as text: the feature's type is String` };
    }
    const number = text.replace(/^\+/, '').replace(/^(-?)\./, '$10.');
    if (scalar === 'ScalarValues::Integer' || scalar === 'ScalarValues::Natural') {
        return isWhole ? { text: [number.replace(/\.\d*$/, '')] } : { reason: `${text} is no integer` };
    }
    if (scalar === 'ScalarValues::Real' && isWhole) {
        return { text: [`${number.replace(/\.\d*$/, '')}.0`] };
    }
    return { text: [number.replace(/\.(?=$|[eE])/, '.0')] };
}

function booleanText(text: string, scalar: Scalar): ValueText {
    if (scalar === 'ScalarValues::String') {
        return { text: [quotedString(text)], note: `${text} is written as text: the feature's type is String` };
    }
    const isFit = scalar === undefined || scalar === 'ScalarValues::Boolean';
    return isFit ? { text: [text] } : { reason: `${text} is no ${scalar.replace('ScalarValues::', '')}` };
}

function stringText(text: string, scalar: Scalar): ValueText {
    if (scalar === 'ScalarValues::Boolean' && /^(true|false)$/i.test(text.trim())) {
        return { text: [text.trim().toLowerCase()] };
    }
    const isNumber = scalar === 'ScalarValues::Real' || scalar === 'ScalarValues::Integer' || scalar === 'ScalarValues::Natural';
    if (isNumber) {
        return numberText(text, scalar);
    }
    return scalar === 'ScalarValues::Boolean' ? { reason: `"${text}" is no Boolean` } : { text: [quotedString(text)] };
}

function instanceText(value: UmlElement, mapping: Mapping): ValueText {
    const instance = value.ref('instance');
    const name = mapping.text(instance);
    if (name === undefined) {
        const [address = ''] = value.linksOf('instance').map(link => ('id' in link ? link.id : link.href));
        return { reason: `the instance ${instance?.name || address} is not written` };
    }
    return { text: name };
}

/**
 * Translates a specification to a condition, which is a Boolean expression.
 * @param body the declaration that contains the condition and whose features it may reference
 */
export function conditionText(value: UmlElement, body: Declaration, mapping: Mapping): ValueText {
    if (value.metaclass === 'LiteralBoolean' || value.metaclass === 'LiteralString') {
        const result = valueText(value, 'ScalarValues::Boolean', mapping);
        const isBoolean = 'text' in result && (result.text[0] === 'true' || result.text[0] === 'false');
        return isBoolean ? result : { reason: `the value ${value.value('value') ?? ''} is no Boolean, which a constraint needs` };
    }
    if (value.metaclass.startsWith('Literal')) {
        return { reason: `the value ${value.value('value') ?? ''} is no Boolean, which a constraint needs` };
    }
    if (value.metaclass === 'OpaqueExpression') {
        return opaqueValue(value, 'ScalarValues::Boolean', mapping, body);
    }
    return valueText(value, 'ScalarValues::Boolean', mapping, body);
}

/** Returns the first translation of the texts of an opaque expression. All texts have the same meaning, each in a different language. */
function opaqueValue(value: UmlElement, scalar: Scalar, mapping: Mapping, from: Declaration | undefined): ValueText {
    const languages = value.values('language');
    const results = value
        .values('body')
        .map((body, i) => opaqueText(body, languages[i] ?? '', scalar, scopeFrom(from, mapping), mapping.options.library));
    return results.find(result => 'text' in result) ?? results[0] ?? { reason: 'the opaque expression has no text' };
}

const scopeFrom = (from: Declaration | undefined, mapping: Mapping): Scope => {
    const place = from ?? mapping.document;
    return { bodies: [place, ...place.owners()], clocks: clockNames(mapping.model) };
};

/** The braces around the text of a constraint (UML 2.5.1, 7.6.4). */
const CONSTRAINT_BRACES = /^\{\s*([^{}]*?)\s*\}$/;

function opaqueText(body: string, language: string, scalar: Scalar, scope: Scope, library: Library): ValueText {
    const code = codeText(body).trim().replace(/;\s*$/, '');
    const text = scalar === 'ScalarValues::Boolean' ? code.replace(CONSTRAINT_BRACES, '$1') : code;
    if (scalar === 'ScalarValues::Real' && /^[-+]?\d+$/.test(text)) {
        return numberText(text, scalar);
    }
    const result = expressionIn(language, text, scope, library);
    const isOther = 'text' in result && !isFit(result.type, scalarNamed(scalar));
    return isOther
        ? { reason: `'${text}' gives ${withArticle(result.type!)}, where ${withArticle(scalarNamed(scalar)!)} is needed` }
        : result;
}

/** Returns the value of a tag, according to the type of its definition; undefined for a value of another type. */
export function valueOfTag(text: string, feature: Declaration, mapping: Mapping): Text | undefined {
    const [type] = [...feature.generals];
    if (type?.kind === 'enum') {
        const literal = type.declarations().find(d => d.source?.name === text || d.source?.id === text);
        return literal === undefined ? undefined : [new Name(literal)];
    }
    const [piece] = feature.types[0] ?? [];
    const scalar = typeof piece === 'object' && 'text' in piece ? piece.text : 'ScalarValues::String';
    switch (scalar) {
        case 'ScalarValues::Boolean':
            return /^(true|false)$/i.test(text) ? [text.toLowerCase()] : undefined;
        case 'ScalarValues::String':
            return [quotedString(text)];
        default: {
            const result = numberText(text, scalar);
            return 'text' in result && mapping !== undefined ? result.text : undefined;
        }
    }
}
