/** Chains of relationships far longer than any model has: analysed in bounded memory, and their elements can be asked for. */
import { expect, it } from 'vitest';
import { symbolInfo } from '../../../src/language/symbols/symbol.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

it('a chain of specializations', () => {
    const links = 3000;
    const content = Array.from({ length: links }, (_, i) => i === 0 ? 'part def A0 { attribute x; }' : `part def A${i} :> A${i - 1};`).join('\n');
    const model = new Workspace({ library: testLibrary() }).parseFresh({ name: 'a.sysml', language: 'sysml', content });
    expect(model.diagnostics).toEqual([]);
    const symbol = symbolInfo(model, `A${links - 1}`);
    expect(symbol?.attributes.map(a => a.name)).toEqual(['x']);
    expect(symbol?.specializations.map(s => s.targetId)).toEqual([`A${links - 2}`]);
});
