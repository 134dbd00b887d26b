/** Units of FMI as tools: what the runner is given, what it may answer, and every reason for which none is run. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import { Attendant, Tools } from '../../../src/runtime/engines/index.js';
import { evaluate } from '../../../src/runtime/evaluation/index.js';
import { startRun } from '../../../src/runtime/behaviour/index.js';
import { valueText } from '../../../src/runtime/values/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { temporaryFolder } from '../../support/folders.js';
import { spread } from '../../support/thorough.js';

const FOLDER = temporaryFolder('fmi-');
const attendant = new Attendant();
afterAll(() => attendant.close());

const V2 = `<fmiModelDescription fmiVersion="2.0" modelName="Gain"><ModelExchange modelIdentifier="g"/><CoSimulation modelIdentifier="g"/>
    <DefaultExperiment startTime="0" stopTime="9" tolerance="0.001"/><ModelVariables>
    <ScalarVariable name="k" causality="parameter"><Real unit="m"/></ScalarVariable>
    <ScalarVariable name="u" causality="input"><Integer/></ScalarVariable>
    <ScalarVariable name="h" causality="local"><Real/></ScalarVariable>
    <ScalarVariable name="y" causality="output"><Real/></ScalarVariable></ModelVariables></fmiModelDescription>`;
const V3 = `<fmiModelDescription fmiVersion="3.0" modelName="Gain"><ModelExchange modelIdentifier="g"/><ModelVariables>
    <Float64 name="k" causality="parameter"/><Int32 name="u" causality="input"/><Clock name="c" causality="input"/>
    <UInt64 name="n" causality="structuralParameter" start="2"/><Float64 name="w" causality="input"><Dimension valueReference="7"/></Float64>
    <Float64 name="m" causality="input" start="1 2 3 4" unit="m"><Dimension start="2"/><Dimension start="2"/></Float64>
    <Float64 name="y" causality="output"><Dimension start="2"/></Float64></ModelVariables></fmiModelDescription>`;
const V1 = `<fmiModelDescription fmiVersion="1.0" modelName="Gain"><ModelVariables>
    <ScalarVariable name="k" variability="parameter"><Real/></ScalarVariable><ScalarVariable name="u" causality="input"><Integer/></ScalarVariable>
    <ScalarVariable name="y" causality="output"><Real/></ScalarVariable></ModelVariables></fmiModelDescription>`;

const unit = (name: string, description: string): void =>
    writeFileSync(join(FOLDER, name), zipSync({ 'modelDescription.xml': strToU8(description) }));
unit('Gain.fmu', V2);
unit('Touched.fmu', V2);
unit('Three.fmu', V3);
unit('One.fmu', V1);
unit('Neither.fmu', V2.replace(/<(ModelExchange|CoSimulation) [^>]*>/g, ''));
unit('Open.fmu', '<fmiModelDescription>');
writeFileSync(join(FOLDER, 'Empty.fmu'), zipSync({ 'other.xml': strToU8('') }));
writeFileSync(join(FOLDER, 'No.fmu'), 'no archive');

/** A runner that does what a script says: of a shell, which starts sooner, or of Node with the request `q`. */
function runner(name: string, script: string): string {
    const path = join(FOLDER, name);
    const read = `#!${process.execPath}\nconst q = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n`;
    writeFileSync(path, script.startsWith('#!') ? script : `${read}console.log(JSON.stringify(${script}))`);
    chmodSync(path, 0o755);
    return path;
}

/** A runner that answers the same to every request. */
const says = (name: string, answer: object | string): string =>
    runner(name, `#!/bin/sh\ncat <<'END'\n${typeof answer === 'string' ? answer : JSON.stringify(answer)}\nEND\n`);

const ECHO = runner('echo', '{ protocol: 1, time: q.experiment.stopTime, outputs: { y: q.start.k * q.start.u } }');

interface Trial {
    readonly uri?: string;
    readonly fmiRunner?: string;
    /** the parameters of the calculation */
    readonly inputs?: string;
    readonly result?: string;
    readonly given?: string;
    /** of the document */
    readonly name?: string;
}

const INPUTS = 'in k : Real { @ToolVariable { name = "k"; } } in u : Integer { @ToolVariable { name = "u"; } }';

/** What a calculation by a unit comes to, or why it fails. */
function tried({
    uri = 'Gain.fmu',
    fmiRunner = ECHO,
    inputs = INPUTS,
    result = 'y : Real',
    given = '2.5, 4',
    name = 'a.sysml'
}: Trial): string {
    const file = join(FOLDER, 'a.sysml');
    writeFileSync(file, '');
    const content = `package P { private import ScalarValues::*; private import AnalysisTooling::*; private import SI::*;
        calc def Gain { @ToolExecution { toolName = "fmi"; uri = "${uri}"; } ${inputs} return ${result}; }
        attribute got = Gain(${given}); }`;
    const document = name === 'a.sysml' ? file : name;
    const { model } = new Workspace({ library: testLibrary() }).parse([{ name: document, language: 'sysml', content }]);
    const settings = { timeout: 5000, mostOutput: 10_000, passthrough: [], keepsFolders: false, environment: process.env, fmiRunner };
    const run = startRun(model, { tools: new Tools([], settings, attendant, () => undefined) });
    const { result: value, error } = evaluate(run, { expression: 'P::got' });
    return error ?? valueText(value!);
}

const input = (name: string, type = 'Real'): string => `in ${name} : ${type} { @ToolVariable { name = "${name}"; } }`;

describe('units of FMI', () => {
    const RUNS: readonly (readonly [how: string, trial: Trial, expected: string])[] = [
        ['by a path from the file of the declaration', {}, '10.0'],
        ['by a URI with a query', { uri: `${pathToFileURL(join(FOLDER, 'Gain.fmu')).href}?part=1` }, '10.0'],
        ['of FMI 1.0', { uri: 'One.fmu' }, '10.0'],
        [
            'over a time of the model',
            {
                inputs: `${INPUTS} in t { @ToolVariable { name = "fmi:stopTime"; } }`,
                given: '1.0, 1, 7',
                result: 'y : Real { @ToolVariable { name = "fmi:time"; } }',
                fmiRunner: runner('time', '{ protocol: 1, time: q.experiment.stopTime, outputs: {} }')
            },
            '7.0'
        ],
        [
            'as a list',
            { uri: 'Three.fmu', result: 'y : Real[0..*]', fmiRunner: runner('list', '{ protocol: 1, outputs: { y: [q.start.k, 2.5] } }') },
            '(2.5, 2.5)'
        ],
        [
            'with arrays, elements in the order of the values',
            {
                uri: 'Three.fmu',
                inputs: `in k :> ISQ::length [*] ordered nonunique { @ToolVariable { name = "m"; } } in w : Real [*] { @ToolVariable { name = "w"; } }`,
                given: '(1.0 [m], 2.0 [m], 2.0 [m], 5.0 [m]), (7.0, 8.0, 9.0)',
                result: 'y : Real[0..*]',
                fmiRunner: runner(
                    'arrays',
                    '{ protocol: 1, outputs: { y: [q.start.m[3], JSON.stringify(q.start) === \'{"m":[1,2,2,5],"w":[7,8,9]}\' ? 1.5 : 0] } }'
                )
            },
            '(5.0, 1.5)'
        ],
        [
            'with both interfaces as one of co-simulation, with what is stated alone',
            {
                result: 'y : Real',
                fmiRunner: runner(
                    'whole',
                    `{ protocol: 1, outputs: { y: JSON.stringify({ ...q, fmu: '' }) === '{"protocol":1,"fmu":"","interface":"coSimulation","experiment":{"startTime":0,"stopTime":9,"tolerance":0.001},"start":{"k":2.5,"u":4},"outputs":["y"]}' ? 1.5 : 0.5 } }`
                )
            },
            '1.5'
        ]
    ];
    test.each(spread(RUNS, 2))('run %s', (_, trial, expected) => expect(tried(trial)).toBe(expected));

    const REFUSED: readonly (readonly [trial: Trial, message: string])[] = [
        [{ fmiRunner: '' }, 'SERVICE_FMI_RUNNER is not set: the fmi engine runs an FMU'],
        [{ fmiRunner: join(FOLDER, 'none') }, 'SERVICE_FMI_RUNNER names no program: '],
        [
            { inputs: `${INPUTS} ${input('nope')}`, given: '1.0, 1, 1.0' },
            'fmi: Gain.fmu: has no variable "nope"; its inputs are k, u (nope)'
        ],
        [{ result: 'no : Real' }, 'fmi: Gain.fmu: has no variable "no"; its outputs are y (no)'],
        [{ inputs: `${INPUTS} ${input('h')}`, given: '1.0, 1, 1.0' }, 'fmi: Gain.fmu: variable "h" is causality local, not an input (h)'],
        [
            { uri: 'Three.fmu', inputs: `${INPUTS} ${input('c', 'Boolean')}`, given: '1.0, 1, true' },
            'fmi: Three.fmu: variable "c" is a clock'
        ],
        [
            { uri: 'Three.fmu', inputs: 'in m : Real [*] { @ToolVariable { name = "m"; } }', given: '(1.0, 2.0, 3.0)' },
            "tool 'fmi': input not carried: m (m): the variable is an array of 4, and there are 3 values"
        ],
        [
            { uri: 'Three.fmu', inputs: 'in m : Real [*] { @ToolVariable { name = "k"; } }', given: '(1.0, 2.0, 3.0)' },
            "tool 'fmi': input not carried: k (m): the variable is no array, and there are 3 values"
        ],
        [
            { uri: 'Three.fmu', inputs: 'in m [*] { @ToolVariable { name = "m"; } }', given: '(1.0, "x", 3.0)' },
            "tool 'fmi': input not carried: m (m): its values are not of one kind and in one unit"
        ],
        [
            { uri: 'Three.fmu', result: 'y : Real[0..*]', fmiRunner: says('long', { protocol: 1, outputs: { y: [1, 2, 3] } }) },
            "tool 'fmi': malformed output: y: the variable is an array of 2, and there are 3 values"
        ],
        [{ uri: 'http://x/Gain.fmu' }, 'fmi: the FMU uri "http://x/Gain.fmu" names scheme http; a file or a path is needed'],
        [{ uri: 'file://elsewhere/Gain.fmu' }, 'fmi: the FMU uri "file://elsewhere/Gain.fmu" names no file: '],
        [{ name: 'mem.sysml' }, 'fmi: the FMU uri is relative and the declaration has no file'],
        [{ uri: 'Gone.fmu' }, `fmi: stat ${join(FOLDER, 'Gone.fmu')}: no such file or directory`],
        [{ uri: 'Neither.fmu' }, 'fmi: Neither.fmu: it is neither of co-simulation nor of model exchange'],
        [{ uri: 'No.fmu' }, 'fmi: No.fmu: it is no ZIP file'],
        [{ uri: 'Empty.fmu' }, 'fmi: Empty.fmu: it holds no modelDescription.xml'],
        [{ uri: 'Open.fmu' }, 'fmi: Open.fmu: modelDescription.xml: '],
        [
            { inputs: `${input('k', 'String')} ${input('u', 'Integer')}`, given: '"x", 1' },
            `tool 'fmi': input not carried: k (k): "x" is not a Real`
        ],
        [{ inputs: `${input('k')} ${input('u')}`, given: '1.0, 1.5' }, "tool 'fmi': input not carried: u (u): 1.5 is not an Integer"],
        [
            { inputs: `in k :> ISQ::length { @ToolVariable { name = "k"; } } ${input('u')}`, given: '1.0 [km], 1' },
            "input not carried: k (k): it is in km, the FMU's variable in m"
        ],
        [{ fmiRunner: says('text', { protocol: 1, outputs: { y: 'high' } }) }, `tool 'fmi': malformed output: y: "high" is not a Real`],
        [{ fmiRunner: says('few', { protocol: 1, outputs: {} }) }, "tool 'fmi': missing output: y"],
        [{ fmiRunner: says('many', { protocol: 1, outputs: { y: 1, z: 2 } }) }, "tool 'fmi': malformed output: z: it was not asked for"],
        [
            { fmiRunner: says('other', { protocol: 2, outputs: { y: 1 } }) },
            "tool 'fmi': malformed output: the reply is no object of protocol 1 with outputs"
        ],
        [{ fmiRunner: says('garbage', 'y = 1') }, "tool 'fmi': malformed output: the reply is no object of protocol 1 with outputs"],
        [{ fmiRunner: says('error', { protocol: 1, error: 'it diverges' }) }, 'fmi: the runner failed: it diverges'],
        [{ fmiRunner: runner('exit', '#!/bin/sh\necho no JSON >&2; exit 2') }, 'fmi: the runner failed: exit status 2: no JSON'],
        [
            {
                fmiRunner: runner('touch', "(require('fs').utimesSync(q.fmu, 1, 1), { protocol: 1, outputs: { y: 1 } })"),
                uri: 'Touched.fmu'
            },
            'fmi: Touched.fmu: the FMU changed since it was read'
        ]
    ];
    test.each(spread(REFUSED, 3))('%j is refused', (trial, expected) => expect(tried(trial)).toContain(expected));
});
