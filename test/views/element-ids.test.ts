/** Ids of elements, which clients of drawings hold: each element is found again by its id, anonymous ones by their positions. */
import { describe, expect, it } from 'vitest';
import { ownedMembersOf } from '../../src/language/semantics/structure.js';
import { textOf } from '../../src/language/semantics/text.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import type { AstNode } from '../../src/language/generated/tree.js';
import { elementIdOf, elementOfId } from '../../src/views/index.js';
import { testLibrary } from '../support/library.js';

const { model } = new Workspace({ library: testLibrary() }).parse(
    [
        [
            'a',
            'package P { part def D { part x; } part : D { part inner; part <k> { part deep; } part : D; } part d : D; connect d to d; }'
        ],
        ['b', "part 'of b'; connection { end part e ::> P::d; end ::> P::d; }"]
    ].map(([name, content]) => ({ name: `${name}.sysml`, language: 'sysml', content }))
);

describe('the id of an element', () => {
    const allIn = (element: AstNode): readonly AstNode[] => ownedMembersOf(element).flatMap(m => [m, ...allIn(m)]);
    const elements = model.documents.flatMap(d => allIn(d.root)).map(element => [elementIdOf(element), element] as const);

    it('is a name, or a position in what has one', () => {
        const ids = elements.map(([id]) => id);
        expect(ids).toEqual(
            expect.arrayContaining([
                'P::D::x',
                'P::@1',
                'P::@1::inner',
                'P::@1::k',
                'P::@1::k::deep',
                'P::@1::@2',
                'P::@3',
                'of b',
                '@1',
                '@1::e'
            ])
        );
        expect(new Set(ids).size).toBe(ids.length);
    });

    it.each(elements)('%s leads to it', (id, element) => {
        const found = elementOfId(model, id);
        expect(found === undefined ? undefined : textOf(found)).toBe(textOf(element));
        expect(found).toBe(element);
    });

    it.each(['', 'Q', 'P::q', 'P::@9', 'P::@2', 'P::@0', 'P::@1::nothing', 'Q::@1', '@0', '@1::nothing', '@', 'P::@', '@@1'])(
        '%j leads to nothing',
        id => expect(elementOfId(model, id)).toBeUndefined()
    );
});
