/**
 * Describes an element for its node: id, keyword, name, type, place and the other parts of its declaration, in the notation's own words.
 * Reads declarations as written; does not depend on kinds of views.
 */
import { newHash } from '#host';
import { writtenDirectionOf } from '../language/semantics/features.js';
import { entryFor } from '../language/closed-lists.js';
import type { AstNode } from '../language/generated/tree.js';
import type * as ast from '../language/generated/tree.js';
import { isKerML, metaclassOrUndefined } from '../language/semantics/metaclass.js';
import { nameOf, notationNameOf, qualifiedNameOf } from '../language/semantics/naming.js';
import { lookupNameOf } from '../language/semantics/owned-members.js';
import { redefinedFeaturesOf } from '../language/semantics/specialization.js';
import { featureValueOf, isDefinition, isUsage, type NameNode, ownedMembersOf, ownerOf } from '../language/semantics/structure.js';
import { documentOf, textOf } from '../language/semantics/text.js';
import { scopeOf } from '../language/semantics/world.js';
import { spanOf } from '../language/syntax/index.js';
import { isA } from '../runtime/evaluation/index.js';
import type { Origin } from './geometry.js';
import { quoted } from '../runtime/values/index.js';
import type { Declared } from './graph.js';

// --- Identity ---------------------------------------------------------------------------------------------------------

/**
 * The id of an element: its qualified name, raw; `Owner::@<n>` for one without a name, n its position among all members of the owner
 * (contract: amendments, Query). Empty for an element outside every namespace.
 */
export function elementIdOf(element: AstNode): string {
    const name = qualifiedNameOf(element);
    if (name !== undefined) {
        return name;
    }
    const owner = ownerOf(element);
    if (owner === undefined) {
        return '';
    }
    const simple = nameOf(element) ?? element.shortName;
    const position = simple === undefined ? ownedMembersOf(owner).indexOf(element) : 0;
    const prefix = owner.$container === undefined ? '' : `${elementIdOf(owner)}::`;
    return position < 0 ? '' : `${prefix}${simple ?? `@${position}`}`;
}

/**
 * The simple name as notation writes it; empty for an anonymous element, even if it implicitly redefines a feature that only the library
 * names.
 */
export function simpleNameOf(element: AstNode): string {
    const name = nameOf(element) ?? element.shortName;
    if (name === undefined) {
        return '';
    }
    const [redefined] = lookupNameOf(element) === undefined ? redefinedFeaturesOf(element) : [];
    return redefined !== undefined && scopeOf(redefined).isLibrary ? '' : quoted(name);
}

/** The qualified name as notation writes it; the simple name of an element without a qualified one. */
export function fullNameOf(element: AstNode): string {
    return notationNameOf(element) ?? simpleNameOf(element);
}

/** The names of the features that a connector joins: its ends as written, or else the references of the ends in its body. */
export function endsOf(connector: ast.ConnectorUsage | ast.FlowUsage): readonly NameNode[] {
    if (connector.ends.length > 0) {
        return connector.ends;
    }
    return ownedMembersOf(connector)
        .filter(m => m.isEnd)
        .flatMap(m => (m.relationships ?? []).filter(r => r.$type === 'ReferenceSubsetting').slice(0, 1));
}

/** The word between the two ends of a connector, by its keyword; `to` for others. */
const BETWEEN_ENDS: Readonly<Record<string, string>> = { binding: '=', succession: 'then' };

/**
 * The ends of a relationship as written: `a to b`, `(a, b, c)`, `massLimit by car` for a satisfaction; `not` precedes those of a negated
 * one. Empty for other elements.
 */
export function joinedText(element: AstNode): string {
    if (element.$type === 'SatisfyRequirementUsage') {
        const by = element.subject === undefined ? '' : `by ${element.subject.text}`;
        return [element.isNegated ? 'not' : '', element.reference?.text ?? '', by].filter(t => t !== '').join(' ');
    }
    if (element.$type !== 'ConnectorUsage' && element.$type !== 'FlowUsage') {
        return '';
    }
    const ends = endsOf(element).map(end => end.text);
    return ends.length > 2 ? `(${ends.join(', ')})` : ends.join(` ${entryFor(BETWEEN_ENDS, keywordOf(element)) ?? 'to'} `);
}

/** The element that a usage asserts, performs, requires …, as written. */
function referredText(element: AstNode): string {
    return element.$type === 'Usage' ? (element.reference?.text ?? '') : '';
}

/** The payload of a flow, as written; empty for none. */
export function payloadOf({ payload }: AstNode): string {
    return payload === undefined ? '' : oneLine(textOf(payload));
}

/** The elements that an anonymous element joins or refers to, as written; empty for none. */
export function referenceTextOf(element: AstNode): string {
    return joinedText(element) || (element.reference?.text ?? '');
}

/** The place of the whole declaration; for a library document without its text only the document's name. */
export function originOf(element: AstNode, digests: boolean): Origin {
    const document = documentOf(element);
    const span = spanOf(element);
    if (document.isLibrary && document.text === '') {
        return { file: document.name, startLine: 0, startCol: 0, endLine: 0, endCol: 0 };
    }
    const place = document.spanOf(span);
    return digests ? { ...place, digest: digestOf(document.text.slice(span.offset, span.end)) } : place;
}

/** The first 16 hexadecimal digits of the SHA-256 of a text in UTF-8. */
export function digestOf(text: string): string {
    return newHash('sha256').update(text).hex().slice(0, 16);
}

// --- Keywords ---------------------------------------------------------------------------------------------------------

/** Keywords that the syntax tree stores without their space, or that the notation shortens. */
const WORDS: Readonly<Record<string, string>> = {
    usecase: 'use case',
    assocstruct: 'assoc struct',
    shallowhistory: 'shallow history',
    history: 'shallow history',
    deephistory: 'deep history',
    entrypoint: 'entry',
    exitpoint: 'exit',
    connect: 'connection',
    allocate: 'allocation',
    bind: 'binding',
    first: 'succession',
    then: 'succession',
    decide: 'decision',
    '@': 'metadata'
};

/** Keywords of usages that refer to another usage. */
const REFERRING: Readonly<Record<string, string>> = {
    perform: 'perform action',
    exhibit: 'exhibit state',
    include: 'include use case',
    event: 'event occurrence',
    assert: 'assert constraint'
};

/** Keywords of node types whose `kind` is missing or less specific. */
const BY_TYPE: Readonly<Record<string, string>> = {
    AcceptActionUsage: 'accept',
    SendActionUsage: 'send',
    AssignmentActionUsage: 'assign',
    TerminateActionUsage: 'terminate',
    IfActionUsage: 'if',
    ForLoopActionUsage: 'for',
    TransitionUsage: 'transition',
    TargetSuccession: 'succession',
    InitialNode: 'succession',
    SatisfyRequirementUsage: 'satisfy',
    MetadataUsage: 'metadata',
    Comment: 'comment',
    Documentation: 'doc',
    TextualRepresentation: 'rep',
    Alias: 'alias',
    Dependency: 'dependency',
    Import: 'import',
    ElementFilter: 'filter',
    ResultExpression: 'expr',
    Multiplicity: 'multiplicity',
    Relationship: 'relationship'
};

/** Keywords of members that the preceding word determines. */
const BY_MEMBERSHIP: Readonly<Record<string, string>> = {
    render: 'render',
    require: 'require constraint',
    assume: 'assume constraint',
    frame: 'frame concern',
    verify: 'verify requirement'
};

/** The keyword of a declaration: `<keyword> def` for a definition, `<keyword>` for a usage (contract: views 2.5). */
export function keywordOf(element: AstNode): string {
    const { kind, membership } = element;
    if (isDefinition(element)) {
        return definitionKeyword(element);
    }
    const behaviour = membership === 'entry' || membership === 'do' || membership === 'exit' ? membership : undefined;
    if (behaviour !== undefined) {
        return `${behaviour} action`;
    }
    const referring = entryFor(REFERRING, kind);
    if (referring !== undefined && element.$type === 'Usage') {
        return referring;
    }
    if (element.$type === 'WhileLoopActionUsage') {
        return element.loopKind;
    }
    if (element.$type === 'FlowUsage' && kind !== undefined) {
        return kind.startsWith('succession') ? 'succession flow' : kind;
    }
    return (
        BY_TYPE[element.$type] ?? BY_MEMBERSHIP[membership ?? ''] ?? (kind === undefined ? wordlessKeyword(element) : (WORDS[kind] ?? kind))
    );
}

function definitionKeyword({ kind, isDef, isIndividual, prefixes }: ast.Definition): string {
    if (kind === undefined) {
        return [...prefixes.map(p => `#${p.text}`), isIndividual ? 'individual def' : 'def'].join(' ');
    }
    const word = WORDS[kind] ?? kind;
    return isDef ? `${word} def` : word;
}

/** The keyword for a usage written without one. */
function wordlessKeyword(element: AstNode): string {
    const { isIndividual, portionKind, prefixes = [] } = element;
    const metaclass = metaclassOrUndefined(element);
    if (metaclass === 'Usage' && prefixes.length > 0) {
        // A user-defined keyword alone.
        return prefixes.map(p => `#${p.text}`).join(' ');
    }
    if (metaclass === 'EnumerationUsage') {
        return 'enum';
    }
    if (portionKind !== undefined || isIndividual === true) {
        return portionKind ?? 'individual';
    }
    return isKerML(element) ? 'feature' : metaclass === 'ReferenceUsage' ? 'ref' : words(metaclass ?? element.$type);
}

/** A metaclass in words: `SuccessionAsUsage` is `succession`. */
function words(metaclass: string): string {
    return metaclass
        .replace(/(AsUsage|Usage)$/, '')
        .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase();
}

// --- Declarations -----------------------------------------------------------------------------------------------------------

/** Declared typings as written, with conjugation: `Engine`, `~Plug`, `A, B`. */
export function typeTextOf(element: AstNode): string {
    if (element.$type === 'MetadataUsage') {
        return element.typing.text;
    }
    return (element.relationships ?? [])
        .filter(r => r.$type === 'FeatureTyping')
        .map(r => `${r.isConjugated ? '~' : ''}${r.text}`)
        .join(', ');
}

const SYMBOLS: Readonly<Record<string, string>> = {
    Subclassification: ':>',
    Subsetting: ':>',
    Redefinition: ':>>',
    ReferenceSubsetting: '::>',
    CrossSubsetting: '=>'
};

/** Relationships other than typings, as written: `:> A, B :>> c`. */
function specializationsText(element: AstNode): string {
    const bySymbol = new Map<string, string[]>();
    for (const r of element.relationships ?? []) {
        const symbol = entryFor(SYMBOLS, r.$type);
        if (symbol !== undefined) {
            bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), r.text]);
        }
    }
    return [...bySymbol].map(([symbol, names]) => `${symbol} ${names.join(', ')}`).join(' ');
}

/** The multiplicity as written, followed by ordering: `[0..*] ordered`. */
export function multiplicityText(element: AstNode): string {
    const { multiplicity, isOrdered, isNonunique } = element;
    const range = multiplicity === undefined ? '' : textOf(multiplicity).replace(/\s+/g, ' ');
    return [range, isOrdered === true ? 'ordered' : '', isNonunique === true ? 'nonunique' : ''].filter(t => t !== '').join(' ');
}

/** The value of a feature with its sign, as written: `= 5 [kg]`, `default = 5`, `:= 0`; empty for none. */
export function valueText(element: AstNode): string {
    const value = featureValueOf(element);
    if (value === undefined) {
        return '';
    }
    const sign = value.isInitial ? ':=' : '=';
    return `${value.isDefault ? 'default ' : ''}${sign} ${oneLine(textOf(value.expression))}`;
}

/** A feature as a line of a compartment: direction, name, type, multiplicity, specializations and value, as written. */
export function declarationText(element: AstNode): string {
    const type = typeTextOf(element);
    return [
        writtenDirectionOf(element) ?? '',
        simpleNameOf(element),
        type === '' ? '' : `: ${type}`,
        multiplicityText(element),
        specializationsText(element),
        valueText(element)
    ]
        .filter(t => t !== '')
        .join(' ');
}

/** A text on one line, with single spaces. */
export function oneLine(text: string): string {
    return text.replace(/\s+/g, ' ').trim();
}

/** The text of a comment without comment marks and the asterisks at the beginning of its lines. */
export function commentText(body: string): string {
    return body
        .replace(/^\/\*/, '')
        .replace(/\*\/$/, '')
        .split('\n')
        .map(line => line.replace(/^\s*\*? ?/, '').trimEnd())
        .join('\n')
        .trim();
}

function keywordsOf(element: AstNode): string[] {
    const prefixes = (element.prefixes ?? []).map(p => p.text);
    const annotations = (element.members ?? [])
        .filter((m): m is ast.MetadataUsage => m.$type === 'MetadataUsage')
        .filter(m => m.members.length === 0 && m.about.length === 0)
        .map(m => m.typing.text);
    return [...new Set([...prefixes, ...annotations])];
}

/** The parts of a declaration other than name and type. */
export function declaredOf(element: AstNode): Declared {
    const d = element;
    const documentation = (d.members ?? []).find(m => m.$type === 'Documentation');
    return {
        isDefinition: isDefinition(element),
        isAbstract: d.isAbstract === true,
        isVariation: d.isVariation === true,
        isVariant: d.membership === 'variant',
        isNegated: d.$type === 'Usage' && d.isNegated,
        isDerived: d.isDerived === true,
        isConstant: d.isConstant === true,
        isReference: isUsage(element) && isReferential(element),
        isMarkedReference: d.isReference === true,
        isShorthand: isShorthand(element),
        isIndividual: d.isIndividual === true,
        isParallel: d.isParallel === true,
        isInherited: false,
        direction: writtenDirectionOf(d) ?? '',
        multiplicity: multiplicityText(element),
        specializations: specializationsText(element),
        value: valueText(element),
        shortName: d.shortName ?? '',
        keywords: keywordsOf(element),
        joins: joinedText(element) || (simpleNameOf(element) === '' ? referredText(element) : ''),
        payload: d.$type === 'FlowUsage' ? payloadOf(element) : '',
        portion: d.portionKind === 'snapshot' || d.portionKind === 'timeslice' ? d.portionKind : '',
        statement: '',
        documentation: documentation === undefined ? '' : commentText(documentation.body)
    };
}

/** Whether a usage is referential (SysML 8.3.6.4 isReference): marked as `ref`, directed, an end, or a reference to another usage. */
function isReferential(usage: ast.Usage): boolean {
    const { isReference, isEnd, direction, kind } = usage;
    return isReference || isEnd || direction !== undefined || (kind === undefined && isA(usage, 'ReferenceUsage'));
}

/** Whether an element is a usage that is written as a reference to another usage, without a name, type or multiplicity. */
function isShorthand(element: AstNode): boolean {
    const { name, shortName, relationships = [], multiplicity } = element;
    const refers = element.$type === 'Usage' && element.reference !== undefined;
    return refers && name === undefined && shortName === undefined && relationships.length === 0 && multiplicity === undefined;
}

/** The empty declaration of a node without an element. */
export const UNDECLARED: Declared = {
    isDefinition: false,
    isAbstract: false,
    isVariation: false,
    isVariant: false,
    isNegated: false,
    isDerived: false,
    isConstant: false,
    isReference: false,
    isMarkedReference: false,
    isShorthand: false,
    isIndividual: false,
    isParallel: false,
    isInherited: false,
    direction: '',
    multiplicity: '',
    specializations: '',
    value: '',
    shortName: '',
    keywords: [],
    joins: '',
    payload: '',
    portion: '',
    statement: '',
    documentation: ''
};
