/**
 * A co-simulation unit of FMI 3.0, built from heater-unit.c, by the tool `fmi` and the runner of examples/tools. Skipped where there is no
 * C compiler, or no FMPy, which brings the runner and the headers of FMI (`FMI_PYTHON` names the Python that has it).
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRun } from '../../../src/runtime/behaviour/index.js';
import { Attendant, Tools } from '../../../src/runtime/engines/index.js';
import { evaluate } from '../../../src/runtime/evaluation/index.js';
import { valueText } from '../../../src/runtime/values/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { temporaryFolder } from '../../support/folders.js';
import { testLibrary } from '../../support/library.js';

const PYTHON = process.env.FMI_PYTHON ?? 'python3';
const asked = spawnSync(PYTHON, ['-c', 'import fmpy, os; print(os.path.dirname(fmpy.__file__), fmpy.platform_tuple)'], {
    encoding: 'utf8'
});
const [packaged = '', platform = ''] = asked.status === 0 ? asked.stdout.trim().split(/ (?=\S+$)/) : [];
const canBuild = asked.status === 0 && spawnSync('cc', ['--version']).status === 0;

const FOLDER = temporaryFolder('fmi-unit-');
const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples', 'tools');
const attendant = new Attendant();
afterAll(() => attendant.close());

const DESCRIPTION = `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="Heater" instantiationToken="{1}">
  <CoSimulation modelIdentifier="heater" canHandleVariableCommunicationStepSize="true"/>
  <DefaultExperiment startTime="0" stopTime="100" stepSize="1"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
    <Float64 name="power" valueReference="1" causality="input" start="0 0"><Dimension start="2"/></Float64>
    <Float64 name="loss" valueReference="2" causality="parameter" variability="tunable" start="1"/>
    <Float64 name="temperature" valueReference="3" causality="output"><Dimension start="2"/></Float64>
    <Int32 name="steps" valueReference="4" causality="output"/>
    <Boolean name="hot" valueReference="5" causality="output"/>
    <Int32 name="limit" valueReference="6" causality="parameter" variability="fixed" start="50"/>
  </ModelVariables>
  <ModelStructure><Output valueReference="3"/><Output valueReference="4"/><Output valueReference="5"/></ModelStructure>
</fmiModelDescription>`;

const MODEL = `package Heaters { private import ScalarValues::*; private import AnalysisTooling::*;
    abstract calc def Heated { @ToolExecution { toolName = "fmi"; uri = "Heater.fmu"; }
        in power : Real[2] { @ToolVariable { name = "power"; } } in loss : Real { @ToolVariable { name = "loss"; } }
        in seconds : Real { @ToolVariable { name = "fmi:stopTime"; } } in limit : Integer { @ToolVariable { name = "limit"; } } }
    calc def Temperatures :> Heated { @ToolExecution { toolName = "fmi"; uri = "Heater.fmu"; }
        return : Real[2] { @ToolVariable { name = "temperature"; } } }
    calc def Hot :> Heated { @ToolExecution { toolName = "fmi"; uri = "Heater.fmu"; } return : Boolean { @ToolVariable { name = "hot"; } } }
    calc def Steps :> Heated { @ToolExecution { toolName = "fmi"; uri = "Heater.fmu"; } return : Integer { @ToolVariable { name = "steps"; } } }
}`;

/** The functions that a unit has to export beside those of a source: they are not called, and would answer fmi3Error. */
function unneeded(source: string, header: string): string {
    const names = [...header.matchAll(/^FMI3_Export\s+fmi3\w+TYPE\s+(fmi3\w+);/gm)].map(([, name]) => name);
    return names
        .filter(name => !source.includes(` ${name}(`))
        .map(name => `int ${name}(void) { return 3; }`)
        .join('\n');
}

describe.skipIf(!canBuild)('a unit of FMI 3.0', () => {
    let model: ReturnType<Workspace['parse']>['model'];
    let tools: Tools;

    beforeAll(() => {
        const headers = join(packaged, 'c-code');
        const source = join(import.meta.dirname, 'heater-unit.c');
        const others = join(FOLDER, 'others.c');
        writeFileSync(others, unneeded(readFileSync(source, 'utf8'), readFileSync(join(headers, 'fmi3Functions.h'), 'utf8')));
        const library = join(FOLDER, 'heater.so');
        const flags = ['-shared', '-fPIC', '-O1', '-I', headers, '-o', library];
        const built = spawnSync('cc', [...flags, source, others], { encoding: 'utf8' });
        expect(built.status, built.stderr).toBe(0);
        const files = { 'modelDescription.xml': strToU8(DESCRIPTION), [`binaries/${platform}/heater.so`]: readFileSync(library) };
        writeFileSync(join(FOLDER, 'Heater.fmu'), zipSync(files));
        const runner = join(FOLDER, 'runner');
        cpSync(join(EXAMPLES, 'fmi_runner.py'), join(FOLDER, 'fmi_runner.py'));
        writeFileSync(runner, `#!/bin/sh\nexec ${PYTHON} ${join(FOLDER, 'fmi_runner.py')}\n`);
        chmodSync(runner, 0o755);
        const settings = { timeout: 60_000, mostOutput: 100_000, passthrough: [], keepsFolders: false, environment: process.env };
        tools = new Tools([], { ...settings, fmiRunner: runner }, attendant, () => undefined);
        const content = MODEL.replaceAll('Heater.fmu', pathToFileURL(join(FOLDER, 'Heater.fmu')).href);
        ({ model } = new Workspace({ library: testLibrary() }).parse([{ name: 'heaters.sysml', language: 'sysml', content }]));
    });

    /** The temperature of Euler's method with steps of 1 s. */
    const euler = (power: number, loss: number, seconds: number): number =>
        Array.from({ length: seconds }).reduce<number>(t => t + (power - loss * (t - 20)) / 100, 20);

    const answer = (expression: string): string => {
        const { result, error } = evaluate(startRun(model, { tools }), { expression });
        return error ?? valueText(result!);
    };

    test('answers the arrays that its steps end with', () => {
        const [first, second] = answer('Heaters::Temperatures((50.0, 10.0), 1.0, 100.0, 50)').slice(1, -1).split(', ').map(Number);
        expect(first).toBeCloseTo(euler(50, 1, 100), 9);
        expect(second).toBeCloseTo(euler(10, 1, 100), 9);
    });

    test.each([
        ['Heaters::Hot((50.0, 0.0), 1.0, 100.0, 50)', String(euler(50, 1, 100) > 50)],
        ['Heaters::Hot((50.0, 0.0), 1.0, 100.0, 60)', 'false'],
        ['Heaters::Steps((50.0, 0.0), 1.0, 30.0, 60)', '30']
    ])('answers %s', (expression, value) => expect(answer(expression)).toBe(value));

    test('whose step fails is a refusal with its reason', () => {
        expect(answer('Heaters::Hot((50.0, 0.0), -1.0, 100.0, 50)')).toMatch(/fmi: the runner failed: .*fmi3DoStep/);
    });
});
