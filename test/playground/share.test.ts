/** Models in addresses: what is written is read back, and what others made of an address is refused. */
import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { filesOf, fragmentOf, LARGEST_SHARE } from '../../playground/src/share.js';

const encoded = (bytes: Uint8Array): string => `#model=${Buffer.from(bytes).toString('base64url')}`;
const packed = (content: unknown): string => encoded(deflateSync(strToU8(JSON.stringify(content))));

describe('a model in an address', () => {
    it.each<[title: string, files: readonly { name: string; text: string }[]]>([
        ['one file', [{ name: 'a.sysml', text: 'part def A;' }]],
        ['several', ['a', 'b', 'c'].map(n => ({ name: `${n}.kerml`, text: `package ${n};` }))],
        ['signs of every plane', [{ name: 'größe.sysml', text: `part 'Größe 🚀 </script><img src=x>';` }]],
        ['the largest', [{ name: 'large.sysml', text: 'x'.repeat(LARGEST_SHARE) }]]
    ])('%s comes back as it was', (_, files) => {
        expect(filesOf(`#${fragmentOf(files)}`)).toEqual(files);
    });

    it('of too many characters is refused', () => {
        expect(() => fragmentOf([{ name: 'a.sysml', text: 'x'.repeat(LARGEST_SHARE + 1) }])).toThrow(
            /102401 characters; .* at most 102400/
        );
    });

    it.each(['', '#', '#example=Drone', '#section'])('is not in %j', fragment => {
        expect(filesOf(fragment)).toBeUndefined();
    });

    it.each<[title: string, fragment: string, message: RegExp]>([
        ['is cut off', `#${fragmentOf([{ name: 'a.sysml', text: 'part def A; '.repeat(50) }])}`.slice(0, -12), /cannot be read/],
        ['is not base64', '#model=***', /cannot be read/],
        ['is not compressed', encoded(strToU8('plain')), /cannot be read/],
        ['is no list', packed({ name: 'a.sysml', text: '' }), /no model of this playground/],
        ['names a folder', packed([['../a.sysml', '']]), /no model of this playground/],
        ['names a page', packed([['a.html', '']]), /no model of this playground/],
        ['has a number as a text', packed([['a.sysml', 1]]), /no model of this playground/],
        ['has too many files', packed(Array.from({ length: 51 }, (_, i) => [`f${i}.sysml`, ''])), /no model of this playground/],
        ['inflates without end', encoded(deflateSync(new Uint8Array(1_000_000))), /larger model than this playground takes/]
    ])('that %s is refused', (_, fragment, message) => {
        expect(() => filesOf(fragment)).toThrow(message);
    });
});
