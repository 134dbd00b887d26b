/** Writes packages, imports, aliases, annotations and declared relationships as notation (contract: conversion 5.5, 5.6, 5.8). */
import { cannotConvert, type GraphElement, type Value } from '../graph.js';
import type { CanonicalNotation, Form, Written } from './form.js';
import { expressionPieces, stringToken } from './expressions.js';
import { ElementName, joined, type Pieces } from './pieces.js';
import { GraphElement as Element } from '../graph.js';
import { withArticle } from '../../language/semantics/metaclass.js';

function packageForm(words: string): Form {
    return (canonical, element) => ({
        head: [
            ...(element.is('isStandard') ? ['standard '] : []),
            words,
            ...canonical.prefixes(element),
            'package',
            ...canonical.names(element)
        ]
    });
}

function references(canonical: CanonicalNotation, values: readonly Value[]): Pieces {
    return joined(
        values.map(v => canonical.reference(v)),
        ', '
    );
}

function importForm(word: string, isNamespace: boolean): Form {
    return (canonical, element) => {
        const target = element.get(isNamespace ? 'importedNamespace' : 'importedMembership');
        if (target === undefined) {
            throw cannotConvert(`the import ${element.id}`, 'it imports nothing');
        }
        // An import names an alias itself, also an alias of the library, whose stub does not state its keyword. For any other membership,
        // it names the member.
        const isAlias = target instanceof Element && target.metaclass === 'Membership';
        const member = !isNamespace && !isAlias && target instanceof Element ? (target.element('memberElement') ?? target) : target;
        const name = member instanceof Element && !isNamespace ? [new ElementName(member, 'membership')] : canonical.reference(member);
        const stars = `${isNamespace ? '::*' : ''}${element.is('isRecursive') ? '::**' : ''}`;
        const filters = element
            .elements('ownedRelationship')
            .filter(r => r.metaclass === 'ElementFilterMembership')
            .flatMap(filter => ['[', ...expressionPieces(canonical, filter.get('condition')), ']']);
        return { head: [word, element.is('isImportAll') ? ' all ' : ' ', ...name, stars, ...filters] };
    };
}

/** A comment with its delimiters, from which a reader gets the same body. */
function commentToken(element: GraphElement): string {
    const body = element.text('body') ?? '';
    if (body.includes('*/') || body.includes('\r')) {
        throw cannotConvert(`the comment ${element.id}`, "its text contains '*/' or a carriage return, which a comment cannot contain");
    }
    const lines = body.split('\n');
    const isPlain = lines[0] !== '' && !/^\s/.test(lines[0]);
    return `/*${isPlain ? ' ' : '\n * '}${lines.join('\n * ')}*/`;
}

function locale(element: GraphElement): Pieces {
    const text = element.text('locale');
    return text === undefined ? [] : [' locale ', stringToken(text)];
}

function metadataHead(canonical: CanonicalNotation, element: GraphElement): Written {
    const about = element.all('annotatedElement');
    const isAt = element.get('sysx:declaredKeyword') === '@';
    const names = canonical.names(element);
    const type = canonical.reference(element.get('type') ?? '');
    const declared = names.length === 0 ? [isAt ? '' : ' ', ...type] : [...names, ' : ', ...type];
    return {
        head: [
            ...canonical.modifiers(element),
            isAt ? '@' : 'metadata',
            ...declared,
            ...(about.length === 0 ? [] : [' about ', ...references(canonical, about)])
        ]
    };
}

/** For each keyword of a declared relationship: the keyword between its ends, and the properties of the two ends. */
const RELATIONSHIPS: Readonly<Record<string, readonly [verb: string, source: string, target: string]>> = {
    subtype: [' specializes ', 'specific', 'general'],
    subclassifier: [' specializes ', 'specific', 'general'],
    typing: [' typed by ', 'typedFeature', 'type'],
    subset: [' subsets ', 'subsettingFeature', 'subsettedFeature'],
    redefinition: [' redefines ', 'redefiningFeature', 'redefinedFeature'],
    conjugate: [' conjugates ', 'conjugatedType', 'originalType'],
    inverse: [' of ', 'invertingFeature', 'featureInverted'],
    featuring: [' by ', 'featureOfType', 'featuringType'],
    disjoint: [' from ', 'typeDisjoined', 'disjoiningType']
};

function relationship(canonical: CanonicalNotation, element: GraphElement): Written {
    const keyword = element.text('sysx:declaredKeyword') ?? '';
    const [verb, source, target] = RELATIONSHIPS[keyword] ?? [];
    if (verb === undefined) {
        throw cannotConvert(`the relationship ${element.id}`, `${withArticle(element.metaclass)} without a keyword is not a declaration`);
    }
    const names = canonical.names(element);
    const prefix = element.text('sysx:declaredPrefix');
    const ends = (property: string): Pieces => canonical.reference(element.get(property) ?? '');
    const head =
        keyword === 'featuring'
            ? ['featuring', ...names, ...(names.length > 0 ? [' of '] : [' '])]
            : [...(prefix === undefined ? [] : [prefix, ...names, ' ']), keyword, ' '];
    return { head: [...head, ...ends(source), verb, ...ends(target)] };
}

export const ANNOTATIONS: Readonly<Record<string, Form>> = {
    Package: packageForm(''),
    LibraryPackage: packageForm('library '),
    Namespace: (canonical, element) => ({ head: [...canonical.prefixes(element), 'namespace', ...canonical.names(element)] }),
    NamespaceImport: importForm('import', true),
    MembershipImport: importForm('import', false),
    NamespaceExpose: importForm('expose', true),
    MembershipExpose: importForm('expose', false),
    Membership(canonical, element) {
        const target = canonical.reference(element.get('memberElement') ?? '');
        const keyword = element.get('sysx:declaredKeyword');
        if (keyword === 'done') {
            return { head: ['done'] };
        }
        return keyword === 'first'
            ? { head: ['first ', ...target] }
            : { head: ['alias', ...canonical.names(element, 'memberName', 'memberShortName'), ' for ', ...target] };
    },
    ElementFilterMembership: (canonical, element) => ({
        head: ['filter ', ...expressionPieces(canonical, element.get('condition'))],
        body: 'semicolon'
    }),
    Comment(canonical, element) {
        const about = element.all('annotatedElement');
        return {
            head: [
                'comment',
                ...canonical.names(element),
                ...(about.length === 0 ? [] : [' about ', ...references(canonical, about)]),
                ...locale(element),
                ' ',
                commentToken(element)
            ],
            body: 'nothing'
        };
    },
    Documentation: (canonical, element) => ({
        head: ['doc', ...canonical.names(element), ...locale(element), ' ', commentToken(element)],
        body: 'nothing'
    }),
    TextualRepresentation: (canonical, element) => ({
        head: ['rep', ...canonical.names(element), ' language ', stringToken(element.text('language') ?? ''), ' ', commentToken(element)],
        body: 'nothing'
    }),
    MetadataUsage: metadataHead,
    MetadataFeature: metadataHead,
    Dependency(canonical, element) {
        for (const property of ['client', 'supplier']) {
            if (!element.has(property)) {
                throw cannotConvert(`the dependency ${element.id}`, `it has no ${property}`);
            }
        }
        const names = canonical.names(element);
        return {
            head: [
                ...canonical.prefixes(element),
                'dependency',
                ...names,
                names.length === 0 ? ' ' : ' from ',
                ...references(canonical, element.all('client')),
                ' to ',
                ...references(canonical, element.all('supplier'))
            ]
        };
    },
    MultiplicityRange(canonical, element) {
        const subsets = element.all('subsets');
        const rest = subsets.length === 0 ? canonical.bounds(element, ' ') : [' subsets ', ...references(canonical, subsets)];
        return { head: ['multiplicity', ...canonical.names(element), ...rest] };
    },
    Specialization: relationship,
    Subclassification: relationship,
    FeatureTyping: relationship,
    Subsetting: relationship,
    Redefinition: relationship,
    Conjugation: relationship,
    FeatureInverting: relationship,
    TypeFeaturing: relationship,
    Disjoining: relationship
};
