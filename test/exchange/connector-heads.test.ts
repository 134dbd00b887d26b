/**
 * Heads of connectors (contract: conversion 8.3): what a graph states of the form of their ends is what rebuilds the head from it, token by
 * token; where no form does, none is recorded.
 */
import { describe, expect, it } from 'vitest';
import { convertText } from '../../src/exchange/index.js';
import { graphOf, modelOf } from './models.js';

const SYSML = `connect a to b; | to
connect (a, b); | nary
connect (a, b, c); | nary
connect a.p to b.p; | to
connect [1] a to [2] b; | to
connect x ::> a to y references b; | to
connection connect a to b; | to connect
connection k : K connect (x ::> a, y ::> b); | nary connect
connection : K connect a to b { } | to connect
#M connect a to b; | to
bind a = b; | equals
binding bind a = b; | equals bind
binding k : K [1] bind [1] a = [2] b; | equals bind
succession first a then b; | firstThen
succession k : K [2] first [1] a then [2] b; | firstThen
first [1] a then b; | firstThen
first a then b { } | firstThen
flow from a.p to b.p; | fromTo
flow a.p to b.p; | flowTo
flow of T from a.p to b.p; | fromTo
flow k of x : T [2] from a.p to b.p; | fromTo
flow k : K = a from a.p to b.p; | fromTo
succession flow a.p to b.p; | flowTo
succession flow k of T from a.p to b.p; | fromTo
message from a.p to b.p; | fromTo
message k : K of x : T from a.p to b.p; | fromTo
message a.p to b.p; | flowTo
allocate a to b; | to
allocate (a, b, c); | nary
allocation k : K allocate a to b; | to allocate
interface a.p to b.p; | to
interface (a.p, b.p); | nary
interface connect a.p to b.p; | to connect
interface k : K connect x ::> a.p to [2] b.p; | to connect
private abstract connection k connect a to b; | to connect`;
const KERML = `connector from a to b; | to
connector k : K [2] from [1] a to [2] b; | to
connector (a, b, c); | nary
connector k : K (x ::> a, y references b); | nary
connector all k from a to b; | to
connector all from a to b; | to
connector a to b; |
connector all [1] a to b; |
binding of a = b; | equals
binding k : K of [1] a = [2] b; | equals
binding all of a = b; | equals
binding a = b; |
binding all a = b; |
succession first a then b; | firstThen
succession k : K first [1] a then [2] b; | firstThen
succession all first a then b; | firstThen
succession a then b; |
succession all a.p then b; |
flow a.p to b.p; | flowTo
flow from a.p to b.p; | fromTo
flow all k : K of x : T [2] from a.p to b.p; | fromTo
succession flow a.p to b.p; | flowTo
succession flow all k of T from a.p to b.p; | fromTo`;

const MEMBERS = {
    sysml: 'item def T; connection def K; metadata def M; part a { item p; } part b { item p; } part c;',
    kerml: 'class T; assoc K; feature a { feature p; } feature b { feature p; } feature c;'
};

describe.each([
    ['sysml', SYSML],
    ['kerml', KERML]
] as const)('%s', (language, heads) => {
    const rows = heads.split('\n').map(row => row.split(' | ').map(cell => cell.replace(/ \|$/, '')));

    it.each(rows)('%s', (head, form = '') => {
        const text = `package P {\n    ${MEMBERS[language]}\n    ${head}\n}\n`;
        const connector = graphOf(text, language).elements.filter(e => e.has('connectorEnd'))[0];
        expect([connector.text('sysx:endForm'), connector.text('sysx:endVerb')].filter(word => word !== undefined).join(' ')).toBe(form);
        const name = `m.${language}`;
        const turtle = convertText({ name, content: text, from: 'sysml', language }, { to: 'ttl' }, document =>
            modelOf([document])
        ).content!;
        const bare = turtle
            .replace(/ {4}sysx:source(?:Text|Tail) .* ;\n/g, '')
            .replace(/ ;\n {4}sysx:source(?:Text|Tail) .* \.\n/g, ' .\n');
        const { content } = convertText({ name, content: bare, from: 'ttl' }, { to: 'sysml' }, document => modelOf([document]));
        expect(content).toContain(`\n    ${head}\n`);
    });
});

it('a connector that gets a name in the graph gets a keyword before its ends', () => {
    const text = 'package P { feature a; feature b; connector a to b; }';
    const turtle = convertText({ name: 'm.kerml', content: text, from: 'sysml', language: 'kerml' }, { to: 'ttl' }, d =>
        modelOf([d])
    ).content!;
    const named = turtle
        .replaceAll('P___402', 'P__k')
        .replaceAll('P::@2', 'P::k')
        .replace('a sysml:Connector ;', 'a sysml:Connector ; sysml:declaredName "k" ;');
    const { content } = convertText({ name: 'm.ttl', content: named, from: 'ttl' }, { to: 'sysml' }, document => modelOf([document]));
    expect(content).toContain('connector k from a to b;');
});
