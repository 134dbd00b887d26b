/** Lines of interconnections that end at constraints, requirements, calculations, cases and steps: boxes of drawings alone. */
import { expect, it, test } from 'vitest';
import { layOutView } from '../../src/views/drawing/draw.js';
import { foldView, isRefused, renderView } from '../../src/views/index.js';
import { symbolsOf } from './drawn.js';
import { linesOf, modelOf, rendered } from './rendering.js';

const model = modelOf(`constraint def Sum { in total : Real; in a : Real; total == a }
    part def Engine { attribute m : Real; }
    part def Car { attribute m : Real; part engine : Engine; constraint sum : Sum; bind sum.total = m; bind sum.a = engine.m;
        calc share { in x : Real; return r : Real = x; } bind share.x = m; }
    use case def Drive { subject car : Car; actor driver; }
    requirement def Light { attribute limit : Real; require constraint { limit > 3 } }
    part fleet { attribute most : Real; part person; part car : Car { part :>> engine { constraint hot { in t : Real; t < 5 } } }
        use case drive : Drive; bind drive.driver = person;
        requirement light : Light; bind light.limit = most;
        perform action tow { in load : Real; out done : Real; } bind tow.load = most;
        bind car.engine.hot.t = most; }
    view budget : InterconnectionView { expose Car::sum; expose Car::m; expose Car::engine; expose Car::*; }`);

const made = new Map<string, Promise<string[]>>();

/** The symbols of a view, which is laid out once. */
function symbols(view: string): Promise<string[]> {
    const make = async (): Promise<string[]> => {
        const rendering = renderView(model, view, { inherited: true });
        return isRefused(rendering) ? [rendering.message] : symbolsOf((await layOutView(rendering)).scene);
    };
    made.set(view, made.get(view) ?? make());
    return made.get(view)!;
}

const CASES: readonly (readonly [view: string, symbol: string])[] = [
    ['#interconnection:T::Car', '«constraint» sum : Sum in «part def» Car'],
    ['#interconnection:T::Car', '«constraint» sum : Sum | : total == a'],
    ['#interconnection:T::Car', 'parameter in total of «constraint» sum : Sum'],
    ['#interconnection:T::Car', '«constraint» sum : Sum --solid-- «attribute» m : Real "="'],
    ['#interconnection:T::Car', '«calc» share | parameters: out r : Real = x'],
    ['#interconnection:T::fleet', '«constraint» ^sum : Sum in «part» car : Car'],
    ['#interconnection:T::fleet', 'parameter in t of «constraint» hot'],
    ['#interconnection:T::fleet', 'parameter driver of «use case» drive : Drive'],
    ['#interconnection:T::fleet', '«requirement» light : Light --solid-- «attribute» most : Real "="'],
    ['#interconnection:T::fleet', '«perform action» tow | parameters: out done : Real'],
    ['T::budget', '«constraint» sum : Sum --solid-- «attribute» m : Real "="'],
    ['T::budget', '«calc» share']
];

test.each(CASES)('%s has %s', async (view, symbol) => {
    expect((await symbols(view)).filter(s => s.endsWith(symbol))).not.toEqual([]);
});

it('is on the wire as the contract has it: ends at the owner, notices', () => {
    expect(linesOf(rendered(model, '#interconnection:T::Car')).filter(line => / -connection-> /.test(line))).toEqual([
        'T::Car -connection-> m: binding',
        'T::Car -connection-> engine: binding',
        'T::Car -connection-> m: binding'
    ]);
    expect(linesOf(rendered(model, 'T::budget')).filter(line => line.startsWith('! '))).toEqual([
        '! constraint T::Car::sum has no place in an interconnection rendering',
        '! calc T::Car::share has no place in an interconnection rendering',
        '! bind sum.total = m attaches to sum.total, which is not exposed',
        '! bind sum.a = engine.m attaches to sum.a, which is not exposed',
        '! bind share.x = m attaches to share.x, which is not exposed'
    ]);
});

it('is not drawn where neither it nor what is around it is exposed', async () => {
    const tied =
        modelOf(`constraint def Sum { in total : Real; total > 0 } part def Car { attribute m : Real; constraint sum : Sum; binding tie bind sum.total = m; }
        view some : InterconnectionView { expose Car::m; expose Car::tie; } view whole : InterconnectionView { expose Car::m; expose Car::tie; expose Car::sum; }`);
    const drawn = async (view: string): Promise<string[]> => symbolsOf((await layOutView(rendered(tied, view))).scene);
    expect(await drawn('T::some')).toEqual(['usage «attribute» m : Real']);
    expect(await drawn('T::whole')).toContain('«constraint» sum : Sum --solid-- «attribute» m : Real "tie ="');
});

it('is left out with the content of what it is in', async () => {
    const { scene } = await layOutView(foldView(rendered(model, '#interconnection:T::fleet'), new Set(['T::fleet::car'])));
    expect(symbolsOf(scene).filter(s => / in «part» car/.test(s))).toEqual([]);
});
