// Larger models in the style of the well-known books: what is written of them, and what it does when it runs (contract: migration 5–9).

import { describe, expect, it } from 'vitest';
import { executeAction, executeState, policyOf } from '../../src/runtime/behaviour/index.js';
import { type Model, Workspace } from '../../src/language/workspace/workspace.js';
import { testLibrary } from '../support/library.js';
import { valuesText } from '../runtime/behaviour/run.js';
import { DISTILLER } from './models/distiller.js';
import { HYBRID_SUV } from './models/hybrid-suv.js';
import type { Migration } from '../../src/migration/index.js';
import { migrated } from './v1.js';

const modelWith = (content: string, more: string): Model =>
    new Workspace({ library: testLibrary() }).parse([{ name: 'm.sysml', language: 'sysml', content: `${content}${more}` }]).model;

function run(model: Model, action: string, performer: string): Record<string, string> {
    const { error, performerAttributes } = executeAction(model, { action, policy: policyOf(''), performer }, {});
    return { error, values: valuesText(performerAttributes) };
}

function visit(model: Model, machine: string, performer: string, events: readonly string[]): Record<string, unknown> {
    const { error, statesVisited, finalContext } = executeState(model, { machine, policy: policyOf(''), performer, events }, {});
    return { error, visited: statesVisited, values: valuesText(finalContext) };
}

const unmapped = ({ report }: Migration): string[] =>
    report.entries.filter(e => e.verdict === 'unmapped').map(e => `${e.kind} ${e.name}: ${e.note}`);

const linesOf = ({ content }: Migration): string[] => content.split('\n').map(line => line.trim());

describe('the distiller', () => {
    const migration = migrated(DISTILLER);
    const model = modelWith(migration.content, 'part d : Structure::Distiller; part c : Structure::Controller;');

    it('is written whole', () => {
        expect(unmapped(migration)).toEqual([]);
        expect(linesOf(migration)).toEqual(
            expect.arrayContaining([
                "requirement <'D1.2'> Output {",
                "end #RequirementDerivation::original original ::> 'Heat recovery';",
                "satisfy requirement :> 'Distiller Requirements'::Purification;",
                "port warm : ~'Items of Water'::'Water Interface';",
                "flow of 'Items of Water'::Water from condenser.warm.water to evaporator.feed.water;",
                "allocate 'distill Water'.boil to evaporator;",
                'q == m * latent',
                "bind 'latent heat' = equation.latent;",
                "include 'Drain Distiller';",
                "connection 'Operator to Operate Distiller' connect Operator to 'Operate Distiller';"
            ])
        );
    });

    it('distills', () => {
        const values = 'this.feed=100.0 this.recovered heat=0.0 this.pure=90.0 this.residue=10.0';
        expect(run(model, "Structure::Distiller::'distill Water'", 'd')).toEqual({ error: '', values });
    });

    it('is controlled', () => {
        expect(visit(model, "Structure::Controller::'Controller Modes'", 'c', ['Turn On', 'Turn Off'])).toEqual({
            error: '',
            visited: ['Off', 'Warming Up', 'Operating', 'Building Up', 'Purging', 'Building Up', 'Purging', 'Building Up', 'Off'],
            values: 'this.temperature=20.0 this.purges=2.0'
        });
    });
});

describe('the hybrid SUV', () => {
    const migration = migrated(HYBRID_SUV);
    const model = modelWith(migration.content, "part suv : Structure::'Hybrid SUV'; part power : Structure::'Power Subsystem';");

    it('is written whole', () => {
        expect(unmapped(migration)).toEqual([]);
        expect(linesOf(migration)).toEqual(
            expect.arrayContaining([
                "connection 'Park extends Operate the Vehicle' connect Park to 'Operate the Vehicle';",
                'end #RequirementDerivation::original original ::> Specification.Performance.Acceleration;',
                "connection 'Accelerate refines Acceleration' connect 'Use Cases'::Accelerate to RequirementsModel::Specification.Performance.Acceleration;",
                'verify requirement :> RequirementsModel::Specification.Performance.Acceleration;',
                "part power : 'Power Subsystem' :>> power;",
                "flow 'drive current' of ItemsModel::Electricity from motor.supply.current to control.drive.current;",
                "allocate 'provide Power'.'provide gas power' to engine;",
                'u == 0.003 * w',
                "expose 'Use Cases'::**;",
                "individual part def 'SUV 100' :> Structure::'Hybrid SUV' {"
            ])
        );
    });

    it('provides power', () => {
        const values = 'this.pedal=0.5 this.charge=0.25 this.thermal=35.0 this.electrical=10.0';
        expect(run(model, "Structure::'Power Subsystem'::'provide Power'", 'power')).toEqual({ error: '', values });
    });

    it('drives', () => {
        const events = ['Start', 'Accelerate', 'Accelerate', 'Engage Brake', 'Release Brake', 'Engage Brake', 'Stop', 'Shut Off'];
        const [go, brake] = ['Accelerating or Cruising', 'Braking'];
        expect(visit(model, "Structure::'Hybrid SUV'::'Vehicle Modes'", 'suv', events)).toEqual({
            error: '',
            visited: ['Off', 'Operate', 'Idle', go, go, brake, go, brake, 'Idle', 'Off'],
            values: 'this.speed=0.0 this.stops=2.0'
        });
    });
});
