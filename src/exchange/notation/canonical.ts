/**
 * Writes the declarations of a graph as canonical notation (contract: conversion 11.3): full keywords, clauses in the order of 5.4,
 * modifiers in the order of the grammar. Tables by metaclass write the elements with a notation of their own (statements.ts, connectors.ts,
 * annotations.ts); `plain` writes all others. Does not depend on source text.
 */
import { byPosition, cannotConvert, ExpressionText, GraphElement, type SourceLanguage, type Value } from '../graph.js';
import { entryFor } from '../../language/closed-lists.js';
import { isKind } from '../metamodel/facts.js';
import { wordOfMembership } from '../metamodel/membership-words.js';
import { KEYWORDS } from '../builder/keywords.js';
import { restatesName } from '../reading/redundant.js';
import { ANNOTATIONS } from './annotations.js';
import { CONNECTORS } from './connectors.js';
import { type Content, membershipOf, targetsOf } from './content.js';
import { expressionPieces } from './expressions.js';
import type { CanonicalNotation, Form, Written } from './form.js';
import {
    declaredNameText,
    ElementName,
    impliedlyRedefined,
    joined,
    nameText,
    scalarText,
    type Piece,
    type Pieces,
    unresolvedText
} from './pieces.js';
import { resultForm, STATEMENTS } from './statements.js';
import { withArticle } from '../../language/semantics/metaclass.js';

const FORMS: Readonly<Record<string, Form>> = { ...ANNOTATIONS, ...CONNECTORS, ...STATEMENTS };

/** Keywords of memberships that replace the keyword of the kind. */
const IN_PLACE_OF_KIND: ReadonlySet<string> = new Set(['subject', 'actor', 'stakeholder', 'objective']);
/** Keywords of memberships. A kind keyword follows them only if the graph states it. */
const BEFORE_REFERENCE: ReadonlySet<string> = new Set(['require', 'assume', 'frame', 'verify', 'render']);

/**
 * Metaclasses whose keyword precedes a reference (`perform a`) or a second keyword and a declaration (`perform action b`), with that second
 * keyword.
 */
const REFERRING: Readonly<Record<string, string>> = {
    PerformActionUsage: 'action',
    ExhibitStateUsage: 'state',
    IncludeUseCaseUsage: 'use case',
    EventOccurrenceUsage: 'occurrence',
    AssertConstraintUsage: 'constraint',
    SatisfyRequirementUsage: 'requirement'
};

/** The clauses of a head in canonical order, as properties with their keywords (contract 5.4). */
const CLAUSES: readonly (readonly [property: string, words: string])[] = [
    ['specializes', ' specializes '],
    ['subsets', ' subsets '],
    ['redefines', ' redefines '],
    ['references', ' references '],
    ['crosses', ' crosses '],
    ['conjugates', ' conjugates '],
    ['disjointFrom', ' disjoint from '],
    ['intersects', ' intersects '],
    ['differences', ' differences '],
    ['inverseOf', ' inverse of '],
    ['unions', ' unions '],
    ['chains', ' chains '],
    ['featuringType', ' featured by ']
];
/** Clauses with one target: each further target needs another clause. */
const SINGLE: ReadonlySet<string> = new Set(['references', 'crosses', 'chains', 'inverseOf', 'conjugates']);

/** Writes the declarations of one language. */
export class Canonical implements CanonicalNotation {
    constructor(
        readonly content: Content,
        readonly language: SourceLanguage
    ) {}

    // --- Names ----------------------------------------------------------------------------------------------------------

    /** A reference: a placeholder for the element's name, the steps of a chain, or the text of an unresolved name. */
    reference(value: Value): Pieces {
        if (value instanceof GraphElement) {
            if (value.metaclass === 'ConjugatedPortDefinition') {
                const original = value.element('originalPortDefinition');
                if (original !== undefined) {
                    return ['~', new ElementName(original)];
                }
            }
            const chain = this.chainOf(value);
            return chain ?? [new ElementName(value)];
        }
        if (value instanceof ExpressionText) {
            return [value.text];
        }
        const text = scalarText(value);
        return text.startsWith('~') ? ['~', unresolvedText(text.slice(1), this.language)] : [unresolvedText(text, this.language)];
    }

    /** The steps of the feature chain that a relationship owns; undefined for any other element. */
    private chainOf(feature: GraphElement): Pieces | undefined {
        const links = feature.elements('ownedFeatureChaining');
        if (links.length === 0 || feature.base !== 'node') {
            return undefined;
        }
        return joined(
            links.map((link, i): Pieces => {
                const value = link.get('chainingFeature') ?? '';
                return i === 0 || !(value instanceof GraphElement) ? this.reference(value) : this.stepTo(value);
            }),
            '.'
        );
    }

    /** The name of a feature after a dot. */
    stepTo(feature: GraphElement): Pieces {
        const name = this.content.nameOf(feature);
        if (name === undefined) {
            throw cannotConvert(`a reference to ${feature.id}`, 'the feature has no name');
        }
        return [nameText(name, this.language)];
    }

    /** `<short> name` with a leading blank; nothing for an unnamed element. */
    names(element: GraphElement, long = 'declaredName', short = 'declaredShortName'): Pieces {
        const [name, shortName] = [element.text(long), element.text(short)];
        return [
            ...(shortName === undefined ? [] : [` <${declaredNameText(shortName, this.language)}>`]),
            ...(name === undefined ? [] : [` ${declaredNameText(name, this.language)}`])
        ];
    }

    // --- Heads ----------------------------------------------------------------------------------------------------------

    /** The visibility of a declaration with a trailing blank. */
    visibility(element: GraphElement): Pieces {
        const membership = membershipOf(element);
        const isMember = membership !== undefined && isKind(membership.metaclass, 'Membership'); // an import states its own visibility
        const visibility = element.text('visibility') ?? (isMember ? membership.text('visibility') : undefined);
        return visibility === undefined ? [] : [`${visibility} `];
    }

    /** The keyword of a declaration's membership, if it has one. */
    membershipWord(element: GraphElement): string | undefined {
        const membership = membershipOf(element);
        if (membership === undefined) {
            return element.text('sysx:declaredPrefix'); // the element is in the body of an expression
        }
        switch (membership.metaclass) {
            case 'VariantMembership':
                return element.is('isVariant') ? wordOfMembership(membership) : undefined;
            case 'OwningMembership':
                return this.isPlainMember(element) ? 'member' : undefined;
            default:
                return wordOfMembership(membership);
        }
    }

    /** Whether the declaration is a `member feature x` of KerML, which a type owns without being its featuring type. */
    private isPlainMember(element: GraphElement): boolean {
        const owner = element.element('owner');
        return (
            this.language === 'kerml' &&
            isKind(element.metaclass, 'Feature') &&
            !isKind(element.metaclass, 'MetadataFeature') &&
            element.metaclass !== 'MultiplicityRange' &&
            owner !== undefined &&
            isKind(owner.metaclass, 'Type') &&
            this.content.crossFeatureOf(owner) !== element
        );
    }

    /** The modifiers of a declaration in the order of the grammar, each with a trailing blank. */
    modifiers(element: GraphElement): Pieces {
        const words: (string | false | undefined)[] = [element.text('direction'), element.is('isDerived') && 'derived'];
        const isEnumeration = element.metaclass === 'EnumerationDefinition';
        const isVariation = element.is('isVariation'); // a variation is abstract, without the keyword
        words.push(!isEnumeration && (isVariation ? 'variation' : element.is('isAbstract') && 'abstract'));
        if (this.language === 'kerml') {
            const isPortion = element.is('isPortion');
            words.push(isPortion ? 'portion' : element.is('isComposite') && 'composite', element.is('isVariable') && 'var');
            words.push(element.is('isConstant') && 'const');
        } else {
            words.push(element.is('isConstant') && 'constant');
        }
        const cross = this.content.crossFeatureOf(element);
        const pieces: Piece[] = words.filter(w => typeof w === 'string').map(w => `${w} `);
        if (element.is('isEnd')) {
            pieces.push('end ');
            if (cross !== undefined) {
                pieces.push(...trimmed([...this.modifiers(cross), ...this.declaration(cross)]), ' ');
            }
        }
        if (this.language === 'sysml') {
            const portion = element.text('portionKind');
            pieces.push(...(element.is('isReference') ? ['ref '] : []));
            pieces.push(...(element.is('isIndividual') ? ['individual '] : []), ...(portion === undefined ? [] : [`${portion} `]));
        }
        return [...pieces, ...this.prefixes(element)];
    }

    /** The `#` annotations before a kind keyword. */
    prefixes(element: GraphElement): Pieces {
        return this.content.prefixesOf(element).flatMap(prefix => ['#', ...this.reference(prefix.get('type') ?? ''), ' ']);
    }

    /** The kind keyword of a declaration; undefined if none is written. */
    keyword(element: GraphElement): string | undefined {
        const declared = element.text('sysx:declaredKeyword');
        if (declared !== undefined) {
            if (declared === 'individual' || declared === element.text('portionKind')) {
                return undefined; // the modifier is the only keyword
            }
            // For a succession flow, the graph may state only the first of the two keywords.
            return declared === 'succession' && element.metaclass.startsWith('SuccessionFlow') ? 'succession flow' : declared;
        }
        return element.is('sysx:isKindImplicit') ? undefined : entryFor(KEYWORDS, element.metaclass);
    }

    /**
     * The names, clauses, multiplicity and value that follow a declaration's keyword. With `isStatement`, omits the value, which belongs to
     * the statement (`assign x := value`). `except` is a clause to omit.
     */
    declaration(element: GraphElement, { isStatement = false, except = '' }: { isStatement?: boolean; except?: string } = {}): Pieces {
        const typing = this.clause(element, 'type', ' : ');
        const multiplicity = this.multiplicity(element);
        const all = element.is('isAll') || element.is('isSufficient') ? [' all'] : [];
        const names = this.names(element);
        const implied = impliedlyRedefined(element);
        const isInFront = implied === undefined && names.length === 0 && element.has('redefines') && this.content.isInMetadata(element);
        const stated = isInFront ? this.clause(element, 'redefines', ' redefines ') : [];
        const first = implied === undefined ? stated : [' ', ...this.reference(implied)];
        const isSaid = isInFront || restatesName(element);
        const rest = CLAUSES.filter(([property]) => property !== except && !(isSaid && property === 'redefines')).flatMap(
            ([property, words]) => this.clause(element, property, words)
        );
        return [...all, ...names, ...first, ...typing, ...multiplicity, ...rest, ...(isStatement ? [] : this.value(element))];
    }

    private clause(element: GraphElement, property: string, words: string): Pieces {
        const values = targetsOf(element, property);
        if (values.length === 0) {
            return [];
        }
        if (property === 'chains' && values.length > 1) {
            const steps = values.map((v, i) => (i > 0 && v instanceof GraphElement ? this.stepTo(v) : this.reference(v)));
            return steps.flatMap(step => [words, ...step]);
        }
        const targets = values.map(v => this.reference(v));
        return SINGLE.has(property) ? targets.flatMap(t => [words, ...t]) : [words, ...joined(targets, ', ')];
    }

    /** `[l..u] ordered nonunique`. */
    multiplicity(element: GraphElement): Pieces {
        const words = `${element.is('isOrdered') ? ' ordered' : ''}${element.get('isUnique') === false ? ' nonunique' : ''}`;
        return [...this.bounds(element, ' '), ...(words === '' ? [] : [words])];
    }

    /** `[l..u]`; nothing without bounds. */
    bounds(element: GraphElement, before = ''): Pieces {
        const [lower, upper] = [element.get('lowerBound'), element.get('upperBound')];
        if (upper === undefined) {
            return [];
        }
        const range = lower === undefined ? [] : [...expressionPieces(this, lower), '..'];
        return [`${before}[`, ...range, ...expressionPieces(this, upper), ']'];
    }

    /** ` = e`, ` := e`, ` default e`, ` default := e`. */
    value(element: GraphElement): Pieces {
        const value = element.get('value');
        if (value === undefined) {
            return [];
        }
        const isTrigger = value instanceof GraphElement && value.metaclass === 'TriggerInvocationExpression';
        const [isDefault, isInitial] = [element.is('isDefault'), element.is('isInitial')];
        const operator = isTrigger ? ' ' : isDefault ? (isInitial ? ' default := ' : ' default = ') : isInitial ? ' := ' : ' = ';
        return [operator, ...expressionPieces(this, value)];
    }

    // --- Whole declarations -----------------------------------------------------------------------------------------------

    /** Writes an element, including a `then` before it. @throws ConversionError for an element that the notation cannot express */
    write(element: GraphElement): Written {
        const isResult = membershipOf(element)?.metaclass === 'ResultExpressionMembership' && element.has('sysx:memberIndex');
        const form = isResult ? resultForm : (FORMS[element.metaclass] ?? plain);
        const { head, ...rest } = form(this, element);
        const then = this.content.successionTo(element);
        const [source] = then?.elements('connectorEnd') ?? [];
        const multiplicity = source === undefined ? [] : this.bounds(source);
        const succession = then === undefined ? [] : ['then ', ...multiplicity, ...(multiplicity.length > 0 ? [' '] : [])];
        return { head: [...this.visibility(element), ...succession, ...head], ...rest };
    }

    /** The part before the kind keyword: the keyword of the membership, then the modifiers. */
    front(element: GraphElement): { readonly word: string | undefined; readonly pieces: Pieces } {
        const word = this.membershipWord(element);
        const words = word === undefined ? [] : [`${word} `];
        return { word, pieces: [...words, ...this.modifiers(element)] };
    }

    /** The parameters of an accepted call. */
    callParameters(call: GraphElement): Pieces {
        return joined(
            call.elements('sysx:bodyMember').map(p => trimmed(this.names(p))),
            ', '
        );
    }

    /** The body of an expression in braces, on one line: `{ in y : Real; y + x }`. */
    bodyExpression(body: GraphElement): Pieces {
        const members = [...body.elements('sysx:bodyParameter'), ...body.elements('sysx:bodyMember')].sort(byPosition);
        const written = this.inlineMembers(body, members);
        return written.length === 0 ? ['{ }'] : ['{ ', ...joined(written, ' '), ' }'];
    }

    /** Members, each on one line, followed by the result expression of the body. */
    private inlineMembers(owner: GraphElement, members: readonly GraphElement[]): Pieces[] {
        const result = owner.element('sysx:resultExpression');
        const written: Pieces[] = members.map(member => this.inline(member));
        if (result !== undefined) {
            const isReturn = result.text('sysx:declaredKeyword') === 'return';
            written.push(isReturn ? ['return ', ...expressionPieces(this, result), ';'] : expressionPieces(this, result));
        }
        return written;
    }

    /** A declaration on one line, including its body. */
    private inline(element: GraphElement): Pieces {
        const { head, body = 'members', tail } = this.write(element);
        const isPlaced = this.content.declarationsOf(element).length > 0;
        const members = isPlaced ? this.content.membersOf(element) : element.elements('sysx:bodyMember');
        const block = (owner: GraphElement): Pieces => [
            '{ ',
            ...joined(
                this.content.membersOf(owner).map(m => this.inline(m)),
                ' '
            ),
            ' }'
        ];
        if (tail !== undefined) {
            return [...trimmed(head), ...tail({ block, hasBlock: owner => owner.is('sysx:hasBody') })];
        }
        if (body === 'nothing') {
            return trimmed(head);
        }
        const parallel = element.is('isParallel') ? ' parallel' : '';
        const inner = body === 'semicolon' ? [] : this.inlineMembers(element, members);
        return inner.length === 0
            ? [...trimmed(head), element.is('sysx:hasBody') && body === 'members' ? `${parallel} { }` : ';']
            : [...trimmed(head), `${parallel} { `, ...joined(inner, ' '), ' }'];
    }
}

/** Removes white space at both ends and doubled blanks where two pieces meet. */
export function trimmed(pieces: Pieces): Piece[] {
    const copy: Piece[] = [];
    for (const piece of pieces) {
        const last = copy[copy.length - 1];
        const follows = typeof last === 'string' && last.endsWith(' ') && typeof piece === 'string' && piece.startsWith(' ');
        const text = follows ? piece.slice(1) : piece;
        if (text !== '') {
            copy.push(text);
        }
    }
    while (copy.length > 0) {
        const last = copy[copy.length - 1];
        if (typeof last !== 'string') {
            break;
        }
        const text = last.trimEnd();
        if (text !== '') {
            copy[copy.length - 1] = text;
            break;
        }
        copy.pop();
    }
    if (copy.length > 0 && typeof copy[0] === 'string') {
        copy[0] = copy[0].trimStart();
    }
    return copy;
}

/** Writes a definition, usage, classifier, feature or package: a keyword and a declaration. */
function plain(canonical: Canonical, element: GraphElement): Written {
    const { metaclass } = element;
    const { word, pieces } = canonical.front(element);
    const keyword = canonical.keyword(element);
    if (isKind(metaclass, 'Type') && !isKind(metaclass, 'Feature')) {
        return { head: [...pieces, ...definitionKeyword(element, keyword), ...canonical.declaration(element)] };
    }
    if (!isKind(metaclass, 'Feature') && metaclass !== 'sysx:Pseudostate') {
        throw cannotConvert(`the element ${element.id}`, `there is no notation for ${withArticle(metaclass)}`);
    }
    const condition = element.get('sysx:condition');
    if (condition !== undefined) {
        const assert = metaclass === 'AssertConstraintUsage' ? ['assert ', ...(element.is('isNegated') ? ['not '] : [])] : [];
        return { head: [...pieces, ...assert, ...expressionPieces(canonical, condition)], body: 'semicolon' };
    }
    return { head: [...pieces, ...usageHead(canonical, element, word, keyword)] };
}

function definitionKeyword(element: GraphElement, keyword: string | undefined): Pieces {
    const isOfSysML = element.metaclass.endsWith('Definition');
    return [keyword ?? '', ...(isOfSysML ? [keyword === undefined ? 'def' : ' def'] : [])];
}

function usageHead(canonical: Canonical, element: GraphElement, word: string | undefined, keyword: string | undefined): Pieces {
    if (word !== undefined && IN_PLACE_OF_KIND.has(word)) {
        return canonical.declaration(element);
    }
    if (word !== undefined && standsBeforeReferent(word, element)) {
        return [...referentOf(canonical, element), ...canonical.declaration(element, { except: 'references' })];
    }
    if (word !== undefined && BEFORE_REFERENCE.has(word)) {
        return [element.text('sysx:declaredKeyword') ?? '', ...canonical.declaration(element)];
    }
    const second = REFERRING[element.metaclass];
    if (second !== undefined) {
        return referringHead(canonical, element, keyword ?? '', second);
    }
    const inverted = keyword === 'inv' && element.is('isNegated') ? ' false' : '';
    return [`${keyword ?? ''}${inverted}`, ...canonical.declaration(element)];
}

/** Whether a usage has a reference instead of a name. */
function isDeclaredByReferent(element: GraphElement): boolean {
    return (
        element.all('references').length > 0 &&
        !element.has('declaredName') &&
        !element.has('declaredShortName') &&
        !element.is('sysx:isKindImplicit')
    );
}

const referentOf = (canonical: Canonical, element: GraphElement): Pieces => canonical.reference(element.all('references')[0]);

/** Whether the membership's keyword directly precedes a reference, without the keyword of a kind: `require c`, `variant a`, `entry a`. */
function standsBeforeReferent(word: string, element: GraphElement): boolean {
    if (!isDeclaredByReferent(element) || element.text('sysx:declaredKeyword') !== undefined) {
        return false;
    }
    const isPerformed = isSubaction(word) && element.metaclass in REFERRING;
    return BEFORE_REFERENCE.has(word) || isPerformed || ((word === 'variant' || isSubaction(word)) && isBareReference(element));
}

/** The head of a usage whose keyword may precede a reference: `perform a`, `assert constraint c`, `satisfy r by s`. */
function referringHead(canonical: Canonical, element: GraphElement, keyword: string, second: string): Pieces {
    const negated = element.is('isNegated') ? 'not ' : '';
    const first = element.metaclass === 'SatisfyRequirementUsage' ? satisfyWords(element) : `${keyword} ${negated}`;
    if (isDeclaredByReferent(element)) {
        const declaration = canonical.declaration(element, { except: 'references' });
        return [first, ...referentOf(canonical, element), ...declaration, ...satisfiedBy(canonical, element)];
    }
    // `do action a` may also be a perform action usage, which is written with the second keyword only.
    const isOwnKeyword = element.text('sysx:declaredKeyword') !== second;
    const words = isOwnKeyword ? `${first}${second}` : first.trimEnd();
    return [words, ...canonical.declaration(element), ...satisfiedBy(canonical, element)];
}

function satisfyWords(element: GraphElement): string {
    const assert = element.text('sysx:declaredKeyword') === 'assert' ? 'assert ' : '';
    return `${assert}${element.is('isNegated') ? 'not ' : ''}satisfy `;
}

/** ` by` and the subject: a name, or the feature chain that a feature reference expression owns (contract: conversion 8.3). */
function satisfiedBy(canonical: Canonical, element: GraphElement): Pieces {
    const subject = element.get('subject');
    const isPath = subject instanceof GraphElement && subject.metaclass === 'FeatureReferenceExpression';
    if (subject === undefined) {
        return [];
    }
    return [' by ', ...(isPath ? expressionPieces(canonical, subject) : canonical.reference(subject))];
}

const isSubaction = (word: string): boolean => word === 'entry' || word === 'do' || word === 'exit';

/** Whether `variant a;` needs no other keyword, because the variant is a reference usage. */
function isBareReference({ metaclass }: GraphElement): boolean {
    return metaclass === 'ReferenceUsage';
}
