// A whole vehicle: what is written of it, and what it does (contract: migration 7).

import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { executeAction, executeState, policyOf } from '../../src/runtime/behaviour/index.js';
import { testLibrary } from '../support/library.js';
import { valuesText } from '../runtime/behaviour/run.js';
import { spread } from '../support/thorough.js';
import { DIALECTS, drawnInDialect } from './dialects.js';
import { APPLICATIONS, DRAWINGS, MEMBERS, VEHICLE } from './models/vehicle.js';
import { migrated } from './v1.js';

describe('the vehicle', () => {
    const { content, report } = migrated(VEHICLE);
    const { model } = new Workspace({ library: testLibrary() }).parse([
        { name: 'vehicle.sysml', language: 'sysml', content: `${content}part car : Vehicle::Car; part engine : Vehicle::Engine;` }
    ]);

    it('is written whole', () => {
        expect(report.counts).toMatchObject({ mapped: 119, approximated: 5, unmapped: 0, skipped: 0 });
        expect(migrated(VEHICLE, { strict: true }).report.counts.unmapped).toBe(1); // portable output has no history
        for (const line of [
            "connection 'drive line' connect engine.'out shaft' to gearbox.'in shaft';",
            "flow 'torque flow' of Torque from engine.'out shaft'.torque to gearbox.'in shaft'.torque;",
            "perform action 'crank it' ::> context.engine.crank {",
            'action opt if context.engine.rpm > 500 {',
            "transition first cold if not (rpm < 1) then On.'warm start';",
            "individual part :>> engine : 'E-7';"
        ]) {
            expect(content).toContain(line);
        }
    });

    it('drives', () => {
        const { error, performerAttributes } = executeAction(
            model,
            { action: 'Vehicle::Car::drive', policy: policyOf(''), performer: 'car' },
            {}
        );
        expect([error, valuesText(performerAttributes)]).toEqual(['', '']);
    });

    it('starts and stops its engine', () => {
        const machine = {
            machine: "Vehicle::Engine::'engine States'",
            policy: policyOf(''),
            performer: 'engine',
            events: ['Start', 'Stop']
        };
        const { error, statesVisited, finalContext } = executeState(model, machine, {});
        expect([error, statesVisited.join(' '), valuesText(finalContext)]).toEqual([
            '',
            'Off On Warming Off',
            'this.mass=150.0 this.power=90.0 this.rpm=0.0'
        ]);
    });
});

describe('the vehicle with its diagrams', () => {
    it.each(spread(Object.entries(DIALECTS), 2))('in the dialect %s', (name, { diagrams: place, isZipped }) => {
        const [document, ...further] = drawnInDialect(name, MEMBERS, APPLICATIONS, DRAWINGS);
        const { content, report } = migrated(document, {}, further);
        const written = content.split('\n').map(line => line.trim());
        expect(report.counts.unmapped).toBe(0);
        if (place === 'own') {
            return; // diagrams of Enterprise Architect are not read
        }
        expect(written).toEqual(
            expect.arrayContaining([
                "view 'Vehicle Structure' {",
                "expose 'drive line';",
                "expose 'sum.total = mass';",
                "expose Car::'satisfy Car mass';",
                'view Driving : StandardViewDefinitions::ActionFlowView {',
                'view Modes : StandardViewDefinitions::StateTransitionView {',
                "expose 'Driver to Drive somewhere';"
            ])
        );
        const { model: drawn } = new Workspace({ library: testLibrary() }).parse([{ name: 'vehicle.sysml', language: 'sysml', content }]);
        expect(drawn.diagnostics.filter(d => d.code.startsWith('diagram-layout'))).toEqual([]);
        const routes = place === 'beside' || isZipped === true ? 14 : 0;
        expect(written.filter(line => line.includes('DiagramLayout::Route'))).toHaveLength(routes);
    });
});
