// Objects that pass control nodes: what is written, and the values that arrive when it runs (contract: migration 7.3).

import { describe, expect, it } from 'vitest';
import { executeAction, policyOf } from '../../src/runtime/behaviour/index.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';
import { valuesText } from '../runtime/behaviour/run.js';
import { DIALECTS, drawnInDialect } from './dialects.js';
import { REAL } from './documents.js';
import { activity, edge, guard, number, object, parameter, step } from './rows.js';
import { migrated } from './v1.js';

/** An action that computes its output `w` from its input `v`. */
const computed = (id: string, body: string): string =>
    `<node:OpaqueAction ${id} "${id}"><body>${body}</body><language>JavaScript</language>` +
    `<inputValue:InputPin ${id}i "v">${REAL}</inputValue:InputPin><outputValue:OutputPin ${id}o "w">${REAL}</outputValue:OutputPin></node:OpaqueAction>`;
const control = (metaclass: string, id: string): string => `<node:${metaclass} ${id} "${id}"/>`;
const given = `${parameter('p', 'given')}${parameter('r', 'got', 'out')}<node:ActivityParameterNode pn parameter="p"/><node:ActivityParameterNode rn parameter="r"/>`;
const MANY = '<lowerValue:LiteralInteger l value="0"/><upperValue:LiteralUnlimitedNatural u value="*"/>';

const MODELS: Readonly<Record<string, readonly [nodes: string, lines: readonly string[], results: Readonly<Record<string, string>>]>> = {
    'a fork and a join': [
        `${given.replace(`direction="out">${REAL}`, `$&${MANY}`)}${control('ForkNode', 'f')}${computed('a', 'w = v + 1')}${computed('b', 'w = v * 2')}${control('JoinNode', 'j')}
            ${object('o1', 'pn', 'f')}${object('o2', 'f', 'ai')}${object('o3', 'f', 'bi')}${object('o4', 'ao', 'j')}${object('o5', 'bo', 'j')}${object('o6', 'j', 'rn')}`,
        [
            'out ref outputObject2 = inputObject1;',
            'bind f.inputObject1 = given;',
            'first start then f;',
            'succession flow from f.outputObject1 to a.v;',
            'succession flow from f.outputObject2 to b.v;',
            'out ref outputObject1 = (inputObject1, inputObject2);',
            'succession flow from a.w to j.inputObject1;',
            'bind got = j.outputObject1;'
        ],
        { '0.5': '1.5, 1.0', '7.0': '8.0, 14.0' }
    ],
    'a merge and a decision, at each pass': [
        `${given}${number('n', '0')}${control('MergeNode', 'm')}${computed('inc', 'w = v + 1')}${control('DecisionNode', 'd')}
            ${object('o1', 'no', 'm')}${object('o2', 'm', 'inci')}${object('o3', 'inco', 'd')}${object('o4', 'd', 'm', guard('g1', 'w &lt; given'))}${object('o5', 'd', 'rn', guard('g2', 'else'))}`,
        [
            'succession flow from m.outputObject1 to inc.v;',
            'succession flow from inc.w to d.inputObject1;',
            "first d if inc.w < given then 'd.outputObject1 to m.inputObject2';",
            "succession flow 'd.outputObject1 to m.inputObject2' from d.outputObject1 to m.inputObject2;",
            'else done;',
            'bind got = d.outputObject2;'
        ],
        { '4.0': '4.0', '2.5': '3.0' }
    ],
    'a decision and a merge': [
        `${given}${control('DecisionNode', 'd')}${computed('a', 'w = v + 10')}${computed('b', 'w = v + 20')}${control('MergeNode', 'm')}
            ${object('o1', 'pn', 'd')}${object('o2', 'd', 'ai', guard('g1', 'given &gt; 3'))}${object('o3', 'd', 'bi', guard('g2', 'else'))}${object('o4', 'ao', 'm')}${object('o5', 'bo', 'm')}${object('o6', 'm', 'rn')}`,
        [
            'bind d.inputObject1 = given;',
            'else b;',
            'flow from d.outputObject2 to b.v;',
            'first m then done;',
            'bind got = m.outputObject1;'
        ],
        { '5.0': '15.0', '1.0': '21.0' }
    ],
    'a join of an object and a token of control': [
        `${given}${control('ForkNode', 'f')}${step('s')}${computed('a', 'w = v + 1')}${control('JoinNode', 'j')}${computed('b', 'w = v * 3')}<node:InitialNode i/>
            ${edge('e1', 'i', 'f')}${edge('e2', 'f', 's')}${edge('e3', 'f', 'a')}${object('o1', 'pn', 'ai')}${edge('e4', 's', 'j')}${object('o2', 'ao', 'j')}${object('o3', 'j', 'bi')}${object('o4', 'bo', 'rn')}`,
        ['fork f;', 'first s then j;', 'succession flow from a.w to j.inputObject1;', 'out ref outputObject1 = inputObject1;'],
        { '1.0': '6.0' }
    ]
};

describe.each(Object.keys(DIALECTS))('objects in a model of %s', dialect => {
    it.each(Object.entries(MODELS))('pass %s', (_title, [nodes, lines, results]) => {
        const { content, report } = migrated(drawnInDialect(dialect, activity(nodes), [], [])[0]);
        expect(content.split('\n').map(line => line.trim())).toEqual(expect.arrayContaining([...lines]));
        expect(report.counts).toMatchObject({ approximated: 0, unmapped: 0 });
        const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'm.sysml', language: 'sysml', content }]);
        for (const [input, result] of Object.entries(results)) {
            const inputs = new Map([['given', Number(input)]]);
            const { error, outputs } = executeAction(model, { action: 'Act', policy: policyOf(''), inputs }, {});
            const got = `got=(${result})`;
            expect({ error, values: valuesText(outputs) }).toEqual({ error: '', values: expect.stringContaining(got) as string });
        }
    });
});
