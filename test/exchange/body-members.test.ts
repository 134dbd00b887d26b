/**
 * Declarations in the bodies of expressions (contract: conversion 6), which sparse graphs own without memberships: what a full document or
 * XMI says of them and of their memberships comes back.
 */
import { describe, expect, it } from 'vitest';
import { type Conversion, convertModel, convertText } from '../../src/exchange/index.js';
import { sampled } from '../support/thorough.js';
import { derivedOf, type Json } from './derived.js';
import { foreignDocument, read } from './foreign-documents.js';
import { modelOf } from './models.js';

type Language = 'sysml' | 'kerml';

const body = (members: string): string => `package P { attribute c = (1, 2).{ in x; ${members} x }; constraint k; }`;

const MODELS: readonly (readonly [title: string, language: Language, content: string])[] = [
    [
        'a member that is no feature',
        'kerml',
        'package P { feature g = { in x; member feature z; private feature y; expr e { in q; q } x }; }'
    ],
    ['modifiers', 'sysml', body('ref part p; abstract part u; inout action v; end part e; protected attribute w = 2;')],
    ['imports and aliases', 'sysml', body('import ScalarValues::*; private import P::*; private alias q for x;')],
    ['variants', 'sysml', body('attribute r; variation attribute a { variant attribute b; variant r; }')],
    ['names of members', 'sysml', body('attribute r :> x; bind r = x; part p { port q; port s; connect q to s; } comment about p /* p */')],
    ['statements', 'sysml', body('action a { action b; first b; if true { action d; } else if x { inout variation action e; } }')],
    [
        'states',
        'sysml',
        body('state s { entry action e; do action d { in y; } exit; state t; private state u; transition first t then u; }')
    ],
    [
        'keywords of memberships',
        'sysml',
        body(
            'requirement r { subject s; actor t; assume constraint { true } require k; frame concern f; } calc d { in q; return y; }' +
                ' use case u { objective o; } verification v { objective { verify requirement m; } }'
        )
    ]
];

/** Members with their memberships and modifiers, ids and order aside. */
const said = (elements: readonly Json[]): readonly string[] =>
    elements
        .filter(e => e.isLibraryElement !== true)
        .map(e =>
            ['@type', 'declaredName', 'direction', 'kind', 'visibility', 'isComposite', 'isVariation', 'isEnd', 'memberName']
                .map(property => e[property])
                .join(' ')
        )
        .sort();

describe('declarations in the body of an expression', () =>
    it.each(sampled(MODELS, 8))('%s', (_title, language, content) => {
        const model = modelOf([{ content, language }]);
        const elements = derivedOf(model, 'uuid');
        const xmi = convertModel(model, { to: 'xmi2' }).content!;
        const ofXmi = convertText({ name: 'd', content: xmi, from: 'xmi2' }, { to: 'sysml' }, d => modelOf([d]));
        for (const { content: notation, error } of [
            read(foreignDocument(content, language)),
            read(elements),
            ofXmi
        ] satisfies Conversion[]) {
            expect(error).toBeUndefined();
            expect(said(derivedOf(modelOf([{ content: notation!, language }]), 'uuid'))).toEqual(said(elements));
        }
    }));
