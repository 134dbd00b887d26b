/** Lints that are on by default, and decimal literals that no double has: rows of what stands in a small model. */
import { describe, expect, test } from 'vitest';
import { diagnosticsWith, findingsWith, isExactDouble, unknownLints } from '../../../src/language/validation/lints.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { findingsOf } from './findings.js';

const messagesOf = (body: string, code: string): string[] =>
    findingsOf(`package P { ${body} }`)
        .filter(f => f.code === code)
        .map(f => f.message);

describe('ports that are connected', () => {
    const MODEL = `
        port def In { in item x; } port def Ins { in item x; } port def Out { out item x; } port def Other { in item y; }
        port def Outs { out item x; } port def Both { inout item z; } port def Plain; port def Bare;
        port def Sub :> In; port def Sub2 :> In;
        port def Pair { in item x; out item y; } port def Turned { out item x; in item y; } port def Half { out item x; out item y; }
        port def Wide { out item x; in item w; } port def Heir :> Other { out item x; } port def Fallen :> Other;
        port def Mixed { in item x; item u; item; } port def Mixed2 { out item x; in item u; }
        port mixed : Mixed; port mixed2 : Mixed2;
        interface def More { attribute k; end port a : In; end port b : Ins; } 
        connection def TypedLink { end port a : In; end port b : Ins; }
        package A { port def X { in item x; } } package B { port def X { in item x; } }
        interface def Typed { end port a : In; end port b : Ins; } interface def Untyped { end port a; end port b; }
        interface def HalfTyped { end port a : In; end port b; } connection def Link { end part a; end part b; }
        part def Box { port deep : Ins; }
        part box : Box; part n; port untyped;
        port i : In; port j : Ins; port o : Out; port os : Outs; port q : Other; port b : Both; port plain : Plain; port bare : Bare;
        port sub : Sub; port sub2 : Sub2; port pair : Pair; port turned : Turned; port half : Half; port wide : Wide; port heir : Heir;
        port ci : ~Ins; port cq : ~Other; port two : In, Other; port xa : A::X; port xb : B::X; port fallen : Fallen;`;
    const misfit = (one: string, other: string): string =>
        `ports of types '${one}' and '${other}' are connected, which do not fit each other`;

    test.each<readonly [connector: string, one?: string, other?: string]>([
        ['connect i to o;'],
        ['connect o to i;'],
        ['connect i to i;'],
        ['connect i to j;', 'In', 'Ins'],
        ['connect i to ci;'],
        ['connect i to sub;'],
        ['connect sub to i;'],
        ['connect sub to sub2;'],
        ['connect q to fallen;'],
        ['connect i to q;', 'In', 'Other'],
        ['connect plain to bare;'],
        ['connect plain to i;', 'Plain', 'In'],
        ['connect i to plain;', 'In', 'Plain'],
        ['connect pair to turned;'],
        ['connect pair to half;', 'Pair', 'Half'],
        ['connect half to pair;', 'Half', 'Pair'],
        ['connect i to wide;'],
        ['connect heir to i;'],
        ['connect heir to half;', 'Heir', 'Half'],
        ['connect b to b;'],
        ['connect xa to xb;', 'P::A::X', 'P::B::X'],
        ['connect two to o;'],
        ['connect two to j;', 'In', 'Ins'],
        ['connect o to two;'],
        ['connect j to two;', 'Ins', 'In'],
        ['connect mixed to mixed2;'],
        ['connect mixed2 to mixed;'],
        ['connect i.x to j.x;'],
        ['connect box.deep to i;', 'Ins', 'In'],
        ['connect box.deep to o;'],
        ['connect i to n;'],
        ['connect n to i;'],
        ['connect i to untyped;'],
        ['connect untyped to i;'],
        ['connect (i, j, q);'],
        ['connection connect i to j;', 'In', 'Ins'],
        ['connection : Link connect i to j;', 'In', 'Ins'],
        ['interface i to j;', 'In', 'Ins'],
        ['interface : Typed connect i to j;'],
        ['interface : More connect i to j;'],
        ['connection : TypedLink connect i to j;', 'In', 'Ins'],
        ['interface : Untyped connect i to j;', 'In', 'Ins'],
        ['interface : HalfTyped connect i to j;', 'In', 'Ins'],
        ['allocate i to j;'],
        ['bind i = j;'],
        // a flow joins what goes out to what comes in, under any names
        ['flow o.x to q.y;'],
        ['flow b.z to q.y;'],
        ['flow o.x to b.z;'],
        ['flow q.y to o.x;', 'Other', 'Out'],
        ['flow o.x to os.x;', 'Out', 'Outs'],
        ['flow q.y to b.z;', 'Other', 'Both'],
        ['flow b.z to o.x;', 'Both', 'Out'],
        ['flow cq.y to i.x;'],
        ['flow i.x to cq.y;', 'In', 'Other'],
        ['flow i.x to o.x;'],
        ['flow o to q;', 'Out', 'Other'],
        ['flow o to q.y;', 'Out', 'Other'],
        ['flow o.x to q;', 'Out', 'Other'],
        ['flow n to q;'],
        ['message m from o to q;']
    ])('%s', (connector, one, other) => {
        expect(messagesOf(`${MODEL} ${connector}`, 'port-type-mismatch')).toEqual(one === undefined ? [] : [misfit(one, other!)]);
    });
});

describe('signals of triggers', () => {
    const machine = (trigger: string): string => `state def M { entry; then s; state s; transition first s ${trigger} then s; }`;
    test.each<readonly [rest: string, trigger: string, missing?: string]>([
        ['item def Ping;', 'when Ping'],
        ['', 'when Ping', "'Ping'"],
        ['action a { send new Pong(); } item def Pong;', 'when Ping', "'Ping': did you mean 'Pong'?"],
        ['package Q { item def Ping; action a { send new Ping(); } }', 'when Ping'],
        ['package Q { item def Ping; item sent : Ping; action a { send sent; } }', 'when Ping'],
        ['package Q { item def Ping; item sent : Ping; action a { send sent; } }', 'when sent'],
        ['package Q { item def Ping; item sent : Ping; action a { send sent; } }', 'when $::Sent', "'Sent': did you mean 'sent'?"],
        ['package Q { item def Ping; item sent : Ping; }', 'when Ping', "'Ping'"],
        ['action a { action b { send new R::Far() to c; } action c; } package R { item def Far; }', 'when Far'],
        ['', 'accept Ping', "'Ping'"],
        ['', 'accept p : Ping']
    ])('%s %s', (rest, trigger, missing) => {
        const expected = missing === undefined ? [] : [`no signal ${missing.replace(/^'\w+'/, '$& is declared or sent')}`];
        expect(messagesOf(`${rest} ${machine(trigger!)}`, 'undeclared-signal')).toEqual(expected);
    });
});

/** Names that are no events are unresolved. */
test.each<readonly [body: string, code: string]>([
    ['part p : Ping;', 'unresolved'],
    ['action def A { accept p : Ping; }', 'unresolved'],
    ['action def A { accept Ping; }', 'unresolved'],
    ['action def A { accept when Ping; }', 'unresolved'],
    ['part def D; action a { in p : Ping; }', 'unresolved'],
    ['state def M { entry; then s; state s; transition first s accept Ping then s; }', 'undeclared-signal'],
    ['state def M { entry; then s; state s; transition first s accept p : Ping then s; }', 'unresolved'],
    ['state def M { entry; then s; state s { entry action a accept Ping; } transition first s then s; }', 'unresolved'],
    ['state def M { entry; then s; state s { defer Ping; } }', 'undeclared-signal']
])('%s', (body, code) => {
    const codes = findingsOf(`package P { ${body} }`).map(f => f.code);
    expect(codes.filter(c => c === 'unresolved' || c === 'undeclared-signal')).toEqual([code]);
});

describe('decimal literals', () => {
    test.each([
        ...['0', '0.0', '0e5', '0.5', '1.50', '2.5e-1', '25e-2', '1.5e1', '0.1e1', '12.5e+1', '3e2', '1e22', '9007199254740992', '.5']
    ])('%s is a double', literal => expect(isExactDouble(literal)).toBe(true));
    test.each(['0.1', '1e400', '1e-400', '5e-324', '1e23', '9007199254740993', '0.4', '4e-1', '1.1', '1000e-10'])('%s is none', literal =>
        expect(isExactDouble(literal)).toBe(false)
    );
});

describe('lints on request', () => {
    const workspace = new Workspace({ library: testLibrary() });
    const codesOf = (body: string, enabled: readonly string[], disabled: readonly string[] = []): readonly string[] => {
        const content = `package P { private import ScalarValues::*; ${body} }`;
        const { model } = workspace.parse([{ name: 'a.sysml', language: 'sysml', content }]);
        const choice = { enabledLints: new Set(enabled), disabledLints: new Set(disabled) };
        const [document] = model.documents;
        const codes = diagnosticsWith(model, choice).map(d => d.code);
        expect(findingsWith(document, choice, model.documents).map(f => f.code)).toEqual(codes);
        return diagnosticsWith(model, choice).map(d => content.slice(d.span!.startCol - 1, d.span!.endCol - 1));
    };

    test.each<readonly [body: string, rounded: readonly string[]]>([
        ['attribute x : Real = 0.1;', ['0.1']],
        ['attribute x : Real = 0.5;', []],
        ['attribute x : Real = (0.1, 0.5, (0.2));', ['0.1', '0.2']],
        ['attribute x : Real = 0.1 + 0.2;', []],
        ['attribute x : Rational = 0.1;', []],
        ['attribute def R :> Real; attribute x : R = 0.1;', ['0.1']],
        ['part p { attribute x : Real default 0.3; }', ['0.3']],
        ['action a { attribute x : Real; assign x := 0.1; }', ['0.1']],
        ['action a { attribute x : Rational; assign x := 0.1; }', []],
        ['attribute x : Real = 1;', []]
    ])('%s', (body, rounded) => {
        expect(codesOf(body, ['rounded-real-literal'])).toEqual(rounded);
        expect(codesOf(body, [])).toEqual([]);
        expect(codesOf(body, ['rounded-real-literal'], ['rounded-real-literal'])).toEqual([]);
    });

    test('none where a document has an error', () => {
        expect(codesOf('attribute x : Real = 0.1; part p : Missing;', ['rounded-real-literal'])).toEqual(['Missing']);
        expect(codesOf('attribute x : Real = 0.1; part p : Missing;', [], ['unresolved'])).toEqual([]);
    });

    test('names of lints', () =>
        expect(unknownLints(['unconnected-port', 'nope', 'undeclared-signal', 'toString'])).toEqual(['nope', 'toString']));
});
