/** How `solve --configurations` writes selections of variants. */
import { expect, test } from 'vitest';
import { selectionLines } from '../../src/cli/selection-table.js';

const selection = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([variation, variant]) => ({ variation, variant }));

test('one owner, last names', () =>
    expect(
        selectionLines([
            selection({ 'P::car.engine': 'P::Engine::small', "P::car.'a.b::c'": 'P::Body::round' }),
            selection({ 'P::car.engine': 'P::Engine::big', "P::car.'a.b::c'": "P::Body::'very flat'" })
        ])
    ).toEqual(['of P::car', "    engine  'a.b::c'", '1.  small   round', "2.  big     'very flat'"]));

test('several owners, and variants with the same last names', () =>
    expect(
        selectionLines([
            selection({ 'P::car.engine': 'P::A::small', 'P::bus.engine': 'P::B::small' }),
            selection({ 'P::car.engine': 'P::Z::small', 'P::bus.engine': 'P::B::small' })
        ])
    ).toEqual(['    P::car.engine  P::bus.engine', '1.  P::A::small    small', '2.  P::Z::small    small']));

test('none', () => expect(selectionLines([])).toEqual([]));
