/** Circles of specializations in which each type specializes many others: each type is visited once, not each way through the circle. */
import { describe, expect, it } from 'vitest';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const workspace = new Workspace({ library: testLibrary(), cacheSize: 1 });

/** The findings of a package, and how many members of sets were looked up to find them. */
function analysed(members: readonly string[]): { readonly messages: readonly string[]; readonly looks: number } {
    // oxlint-disable-next-line typescript/unbound-method -- it is put back, and called with its object
    const { has } = Set.prototype;
    let looks = 0;
    Set.prototype.has = function (value: unknown) {
        looks++;
        return has.call(this, value);
    };
    try {
        const content = `package P { ${members.join('\n')} }`;
        const { model } = workspace.parse([{ name: 'm.sysml', language: 'sysml', content }]);
        return { messages: model.diagnostics.map(d => d.message), looks };
    } finally {
        Set.prototype.has = has;
    }
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
/** Elements of which each specializes all others. */
const allOfAll = (keyword: string, count: number): readonly string[] =>
    numbers(count).map(i => {
        const others = numbers(count).filter(k => k !== i);
        return `${keyword} x${i} :> ${others.map(k => `x${k}`).join(', ')};`;
    });

describe.each(['part', 'attribute', 'part def', 'action'])('elements of which each specializes all others: %s', keyword => {
    it('are analysed with work that grows with the cube of their number at most', () => {
        const [few, many] = [10, 20].map(count => analysed(allOfAll(keyword, count)));
        expect(many.messages).toEqual(['x0 specializes x1 specializes x0: all of them have the same instances']);
        expect(many.looks).toBeLessThanOrEqual(10 * few.looks);
    });
});

it('a long ring of subsettings is analysed with work that grows with the square of its length at most', () => {
    const ring = (count: number): readonly string[] => numbers(count).map(i => `part p${i} :> p${(i + 1) % count};`);
    const [few, many] = [150, 300].map(count => analysed(ring(count)));
    expect(many.messages).toEqual([]);
    expect(many.looks).toBeLessThanOrEqual(4.5 * few.looks);
});

it('the states of a ring of completion transitions are reported once, by work in proportion to their number', () => {
    const ring = (count: number): readonly string[] => [
        `state def M { entry; then s0; ${numbers(count)
            .map(i => `state s${i}; transition first s${i} then s${(i + 1) % count};`)
            .join('\n')} }`
    ];
    const [few, many] = [100, 400].map(count => analysed(ring(count)));
    expect(many.messages).toEqual([expect.stringMatching(/^the machine never comes to rest: s0 -> s1 -> .* -> s399 -> s0 has/)]);
    expect(many.looks).toBeLessThanOrEqual(5 * few.looks);
});
