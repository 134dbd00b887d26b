/** Chains of relationships far longer than any model has: analysed in bounded memory, and their elements can be asked for. */
import { expect, it } from 'vitest';
import { symbolInfo } from '../../../src/language/symbols/symbol.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { cases } from '../../support/thorough.js';
import { testLibrary } from '../../support/library.js';

it('a chain of specializations', () => {
    const links = cases(600, 2000, 3000);
    const content = Array.from({ length: links }, (_, i) =>
        i === 0 ? 'part def A0 { attribute x; }' : `part def A${i} :> A${i - 1};`
    ).join('\n');
    const model = new Workspace({ library: testLibrary() }).parseFresh([{ name: 'a.sysml', language: 'sysml', content }]);
    expect(model.diagnostics).toEqual([]);
    const symbol = symbolInfo(model, `A${links - 1}`);
    expect(symbol?.attributes.map(a => a.name)).toEqual(['x']);
    expect(symbol?.specializations.map(s => s.targetId)).toEqual([`A${links - 2}`]);
});

it('a chain of usages with bodies, a member found at its far end, and one hidden on the way', () => {
    const links = cases(600, 2000, 3000);
    const middle = links / 2;
    const content = Array.from({ length: links }, (_, i) =>
        i === 0
            ? 'part f0 { attribute a; attribute c; }'
            : i === middle
              ? `part f${middle} :> f${middle - 1} { attribute d :>> c; }`
              : `part f${i} :> f${i - 1} { attribute b${i}${i % 500 === 499 ? '; attribute :>> a = 1' : ''}; }`
    ).join('\n');
    const uses = `part p :> f${links - 1} { attribute x = a; attribute y = d; attribute z = b1; }\npart q :> f${middle - 100} { attribute x = c; }\npart r :> f${middle + 100} { attribute x = c; }`;
    const model = new Workspace({ library: testLibrary() }).parseFresh([
        {
            name: 'a.sysml',
            language: 'sysml',
            content: `${content}\n${uses}`
        }
    ]);
    expect(model.diagnostics.map(d => [d.code, d.span!.startLine])).toEqual([['unresolved', links + 3]]);
});

it('a cycle of many specializations', () => {
    const links = 300;
    const content = Array.from({ length: links }, (_, i) => `part def A${i} :> A${(i + 1) % links} { attribute b${i}; }`).join('\n');
    const model = new Workspace({ library: testLibrary() }).parseFresh([
        {
            name: 'a.sysml',
            language: 'sysml',
            content: `${content}\npart a : A7 { attribute x = b5; attribute y = missing; }`
        }
    ]);
    expect(model.diagnostics.filter(d => d.code === 'unresolved').map(d => d.span!.startLine)).toEqual([links + 1]);
});
