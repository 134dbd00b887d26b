/** The models of `examples/`: each is without findings, its assertions hold, and its answers are those of examples/README.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { executeState, policyOf, startRun } from '../../../src/runtime/behaviour/index.js';
import { evaluate } from '../../../src/runtime/evaluation/index.js';
import { valueText } from '../../../src/runtime/values/index.js';
import { languageOf } from '../../../src/language/syntax/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { verifySatisfaction } from '../../../src/runtime/verification/index.js';
import { testLibrary } from '../../support/library.js';
import { valuesText } from './run.js';

interface Example {
    /** none of a model without behaviour */
    readonly run?: MachineRun;
    /** how many assertions hold */
    readonly assertions: number;
    readonly expressions: Readonly<Record<string, string>>;
}

interface MachineRun {
    readonly machine: string;
    readonly performer: string;
    readonly visited: string;
    readonly values: string;
    readonly time: number;
}

const EXAMPLES: Readonly<Record<string, Example>> = {
    drone: {
        run: {
            machine: 'DroneBehaviour::FlyingDrone::flight',
            performer: 'DroneBehaviour::mission.drone',
            visited: 'grounded airborne climbing surveying grounded',
            values: 'this.totalMass=1.16 [kg] this.height=0 [m]',
            time: 20
        },
        assertions: 4,
        expressions: {
            'DroneRequirements::surveyDrone.totalMass == 1.16 [SI::kg]': 'true',
            'DroneRequirements::HoverPower(1 [SI::kg]) == 78.48 [SI::W]': 'true'
        }
    },
    elevator: {
        run: {
            machine: 'ElevatorControl::ControlledElevator::control',
            performer: 'ElevatorControl::office.elevator',
            visited:
                'idle closing travelling running running running running done idle closing travelling running running running done idle',
            values: 'this.isWaiting=true this.storeyHeight=3 [m] this.position=2 this.goal=2 this.trips=2 this.travelled=21 [m]',
            time: 27
        },
        assertions: 4,
        expressions: {
            'ElevatorRequirements::installed.counterweight.mass == 1215 [SI::kg]': 'true',
            'ElevatorControl::FloorsBetween(5, 2)': '3'
        }
    },
    'infusion-pump': {
        run: {
            machine: 'PumpTherapy::ControlledPump::operation',
            performer: 'PumpTherapy::ward.pump',
            visited:
                'infusion standby supply mains infusing pumping pumping pumping halted infusing pumping pumping pumping pumping finished',
            values: 'this.rate=60.0 this.remaining=0.0 this.given=5.0 this.alarms=1 this.isDelivering=false',
            time: 360
        },
        assertions: 4,
        expressions: { 'PumpRequirements::BackupTime(PumpRequirements::bedside.battery) == 20000 [SI::s]': 'true' }
    },
    satellite: {
        run: {
            machine: 'SatelliteOperations::OperatedSatellite::modes',
            performer: 'SatelliteOperations::constellation.satellite',
            visited: 'nominal idle imaging downlink safe nominal downlink idle',
            values: 'this.images=3 this.planned=3',
            time: 195
        },
        assertions: 6,
        expressions: {
            'SatelliteRequirements::flightModel.consumption == 83 [SI::W]': 'true',
            'SatelliteRequirements::flightModel.dryMass == 27.5 [SI::kg]': 'true'
        }
    },
    'rail-crossing': {
        run: {
            machine: 'CrossingControl::ControlledCrossing::protection',
            performer: 'CrossingControl::village.crossing',
            visited: 'road open signals dark warning flashing closing halfClosed closed opening open dark',
            values: 'this.trains=0 this.barriersDown=0 this.isShut=false this.isOpenToRoad=true',
            time: 40
        },
        assertions: 4,
        expressions: { 'CrossingControl::ArrivalTime(1200 [SI::m], 40 [SI::m/SI::s]) == 30 [SI::s]': 'true' }
    },
    'electric-powertrain': {
        assertions: 4,
        expressions: {
            'PowertrainArchitecture::economy.mass == 200.28 [SI::kg]': 'true',
            'RealFunctions::round(PowertrainArchitecture::premium.wheelTorque / (0.1 [SI::N*SI::m]))': '27342',
            'RealFunctions::round(PowertrainArchitecture::prototype.endurance.wheelTorque / (0.1 [SI::N*SI::m]))': '27342',
            'RealFunctions::round(PowertrainArchitecture::prototype.runIn.warm.wheelTorque / (0.1 [SI::N*SI::m]))': '27063'
        }
    }
};

const FOLDER = new URL('../../../examples/', import.meta.url);
const README = readFileSync(new URL('README.md', FOLDER), 'utf8');

describe.each(Object.entries(EXAMPLES))('%s', (name, { run, assertions, expressions }) => {
    const folder = new URL(`${name}/`, FOLDER);
    const sources = readdirSync(folder)
        .filter(file => /\.(?:sysml|kerml)$/.test(file))
        .map(file => ({ name: file, language: languageOf(file), content: readFileSync(new URL(file, folder), 'utf8') }));
    const { model } = new Workspace({ library: testLibrary() }).parse(sources);
    it('is written without findings', () => {
        expect(model.diagnostics.map(d => `${d.span?.file}:${d.span?.startLine}: ${d.message}`)).toEqual([]);
    });
    it('satisfies what it asserts', () => {
        const { verdicts = [] } = verifySatisfaction(startRun(model), '');
        expect(verdicts.filter(v => v.error !== undefined || !v.holds)).toEqual([]);
        expect(verdicts).toHaveLength(assertions);
    });
    it.runIf(run !== undefined)('runs as its README says', () => {
        const { machine, performer, visited, values, time } = run!;
        const answered = executeState(model, { machine, performer, events: [], policy: policyOf('') });
        expect(answered.error).toBe('');
        expect(answered.statesVisited.join(' ')).toBe(visited);
        for (const value of values.split(/ (?=this\.)/)) {
            expect(valuesText(answered.finalContext)).toContain(value);
        }
        expect(answered.finalTime).toBe(time);
        expect(README).toContain(`states: ${answered.statesVisited.join(' -> ')}`);
    });
    it.each(Object.entries(expressions))('%s', (expression, expected) => {
        const { result, error } = evaluate(startRun(model), { expression });
        expect(result === undefined ? error : valueText(result)).toBe(expected);
    });
});
