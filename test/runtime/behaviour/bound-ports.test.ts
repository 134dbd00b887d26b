// A binding gives one port to two objects: what arrives at the port of the whole reaches the machine of the part that has it.

import { expect, it } from 'vitest';
import { instantiate } from '../../../src/runtime/behaviour/index.js';
import { valueText } from '../../../src/runtime/values/index.js';
import { modelOf } from './run.js';

const SERVER = `attribute def Msg { attribute n : Integer; } port def P { inout ref m : Msg; } port def Pair { port one : P; port two : P; }
    part def Leaf { port p : P; attribute back : Integer := 0; perform action go { first start; then action { send new Msg(n = 5) via p; }
        then accept a : Msg via p; then assign back := a.n; then done; } }
    part def Server { attribute seen : Integer := 0; port q : ~P;
        exhibit state s { entry; then w; state w; accept m : Msg via q do action { assign seen := seen + m.n; then send new Msg(n = m.n * 2) via q; } then w; } }`;
const JOINED = 'part leaf : Leaf; part ss : Sub; interface connect leaf.p to ss.face;';

it.each([
    ['the part is declared first', 'part inner : Server; port face : ~P; bind face = inner.q;', JOINED],
    ['the port is declared first', 'port face : ~P; part inner : Server; bind face = inner.q;', JOINED],
    ['the binding names the part first', 'part inner : Server; port face : ~P; bind inner.q = face;', JOINED],
    ['the port has the value of the other', 'part inner : Server; port face : ~P = inner.q;', JOINED],
    [
        'through two wholes',
        'part box { part inner : Server; port mid : ~P; bind mid = inner.q; } port face : ~P; bind face = box.mid; ref part inner = box.inner;',
        JOINED
    ],
    [
        'a port within a port',
        'part inner : Server; port pair : ~Pair; bind pair.two = inner.q;',
        'part leaf : Leaf; part ss : Sub; interface connect leaf.p to ss.pair.two;'
    ]
])('%s', (_, sub, whole) => {
    const model = modelOf(`${SERVER} part def Sub { ${sub} } part sys { ${whole}
        attribute seen : Integer = ss.inner.seen; attribute back : Integer = leaf.back; }`);
    const { instances, error } = instantiate(model, 'T::sys');
    const { features } = instances![0];
    expect([error, ...['seen', 'back'].map(name => valueText(features.find(f => f.name === name)!.value!))]).toEqual([
        undefined,
        '5',
        '10'
    ]);
});

it('only machines of objects that have the port take what arrives there', () => {
    const model = modelOf(`${SERVER} part def Sub { part inner : Server; part other : Server; port face : ~P; bind face = inner.q; }
        part sys { ${JOINED} attribute seen : Integer [2] ordered nonunique = (ss.inner.seen, ss.other.seen); }`);
    const { instances } = instantiate(model, 'T::sys');
    expect(instances![0].features.find(f => f.name === 'seen')!.values!.map(valueText)).toEqual(['5', '0']);
});
