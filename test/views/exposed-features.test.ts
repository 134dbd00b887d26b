/**
 * Views that expose features of definitions beside usages which inherit them, as views of migrated diagrams do: each is shown once.
 * Names that a migration made up have no text.
 */
import { expect, test } from 'vitest';
import { layOutView } from '../../src/views/drawing/draw.js';
import { isRefused, renderView } from '../../src/views/index.js';
import { drawnLines } from './drawn.js';
import { linesOf, modelOf, rendered } from './rendering.js';

const model = modelOf(`port def RF { in item wave; } part def Antenna { port rf : RF; part coil { attribute turns : Integer; } }
    constraint def Budget { in g : Real; g > 1 }
    part def Radio { port rf : RF; part antenna : Antenna; attribute gain : Real; constraint budget : Budget;
        binding 'rf = antenna.rf' bind rf = antenna.rf; bind gain = budget.g;
        metadata MigrationMetadata::SynthesizedName about 'rf = antenna.rf';
        action run { fork fork1; first start then fork1; metadata MigrationMetadata::SynthesizedName about fork1; } }
    view wiring : InterconnectionView { expose Antenna::rf; expose Radio::antenna; expose Radio::rf; expose Radio::'rf = antenna.rf'; }
    view nested : InterconnectionView { expose Antenna::coil; expose Radio::antenna; }
    view parametric : InterconnectionView { expose Radio::budget; expose Budget::g; expose Radio::gain; }
    view whole : InterconnectionView { expose Radio; }
    view steps : ActionFlowView { expose Radio::run; }`);

async function drawn(view: string): Promise<string[]> {
    const rendering = renderView(model, `T::${view}`, { inherited: true });
    return isRefused(rendering) ? [rendering.message] : drawnLines((await layOutView(rendering)).scene);
}

test('a port of a drawn usage is on its border, in drawings and on the wire', async () => {
    expect((await drawn('wiring')).filter(line => line.includes('rf'))).toEqual([
        'usage «port» rf : RF',
        expect.stringMatching(/^«port» rf : RF -connection-> /)
    ]);
    expect(linesOf(rendered(model, 'T::wiring')).filter(line => line.includes('port '))).toEqual(['port T::Radio::rf : RF']);
});

test.each([
    ['nested', /coil/, 1],
    ['parametric', /^constraint «constraint» budget|^usage «constraint» budget/, 1],
    ['parametric', /attribute» g :/, 0],
    ['whole', /^definition «part def» Radio/, 1],
    ['wiring', /: =$/, 1],
    ['steps', /«action» run/, 1],
    ['steps', /fork1/, 0]
])('%s shows %s %d times', async (view, text, times) => {
    expect((await drawn(view)).filter(line => text.test(line))).toHaveLength(times);
});
