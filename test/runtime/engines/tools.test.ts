/** Tools as processes: what they are given, what they answer, and what becomes of those that do something else. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { Attendant, readManifests, Tools, type ToolSettings } from '../../../src/runtime/engines/index.js';
import { executeAction, instantiate, policyOf, startRun } from '../../../src/runtime/behaviour/index.js';
import { evaluate } from '../../../src/runtime/evaluation/index.js';
import { valueText } from '../../../src/runtime/values/index.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';
import { temporaryFolder } from '../../support/folders.js';
import { spread } from '../../support/thorough.js';
import { modelOf } from '../behaviour/run.js';

const FOLDER = temporaryFolder('tools-');
const attendant = new Attendant();
afterAll(() => attendant.close());

const SETTINGS: ToolSettings = {
    timeout: 60_000,
    mostOutput: 10_000,
    passthrough: ['PASSED'],
    keepsFolders: false,
    environment: { PATH: process.env.PATH, PASSED: 'yes', SECRET: 'no' }
};

let folders = 0;

/** A program that answers a text, whatever it is given; a shell starts sooner than Node. */
const says = (answer: string): string => `#!/bin/sh\ncat <<'END'\n${answer}\nEND\n`;

/** A folder with a manifest and its program: a script of Node, unless it names another interpreter. */
function toolbox(script: string, manifest: object = {}, settings: Partial<ToolSettings> = {}): Tools {
    const folder = join(FOLDER, `t${++folders}`);
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, 'tool'), script.startsWith('#!') ? script : `#!${process.execPath}\n${script}`);
    chmodSync(join(folder, 'tool'), 0o755);
    const variables = ['span', 'drag', 'label', 'lift', 'samples'];
    const text = JSON.stringify({ toolName: 'Aero', executable: './tool', variables, ...manifest });
    writeFileSync(join(folder, 'aero.json'), text, { mode: 0o644 });
    const { tools, faults } = readManifests([{ variable: 'SERVICE_TOOLS', folder }], process.env.PATH ?? '');
    expect(faults).toEqual([]);
    return new Tools(tools, { ...SETTINGS, ...settings }, attendant, () => undefined);
}

const MODEL = `private import AnalysisTooling::*; private import SI::*;
    action def Aero { @ToolExecution { toolName = "Aero"; uri = "aero://wing/1"; }
        in span :> ISQ::length { @ToolVariable { name = "span"; } }
        in drag : Real { @ToolVariable { name = "drag"; } }
        in label : String { @ToolVariable { name = "label"; } }
        in hidden : Integer;
        out lift : ISQ::ForceValue[1] { @ToolVariable { name = "lift"; } }
        out samples : Integer[0..*] { @ToolVariable { name = "samples"; } }
        action never assign drag := 1 / 0;
    }
    calc def Lift { @ToolExecution { toolName = "Aero"; uri = "x"; } in span : Real { @ToolVariable { name = "span"; } }
        return lift : Real { @ToolVariable { name = "lift"; } } }
    attribute lifted : Real = Lift(3.0);
    action fly { in attribute span :> ISQ::length = 11 [m]; in attribute drag : Real = 0.5; in attribute label : String = "b'2 $(rm)";
        in attribute hidden : Integer = 1;
        out attribute lift :> ISQ::force; out attribute samples : Integer[0..*];
        first start; then action wing : Aero; then done; }`;

/** The outputs of the action, or why it failed. */
function flown(tools: Tools): string {
    const { error, outputs } = executeAction(modelOf(MODEL), { action: 'T::fly', policy: policyOf('') }, { tools });
    const shown = [...(outputs ?? [])].filter(([name]) => name === 'lift' || name === 'samples');
    return error === undefined || error === '' ? shown.map(([n, v]) => `${n} = ${valueText(v)}`).join('; ') : error;
}

test.each([
    ['action def Tool { @AnalysisTooling::ToolExecution { toolName = "Aero"; uri = "x"; } in v : Real = 1.0; out d : Real; }', 'T::Tool'],
    ['action def Tool { @AnalysisTooling::ToolExecution { toolName = "Aero"; uri = "x"; } in v : Real; out d : Real = v * 2; }', 'T::Tool'],
    [
        'metadata def Solved :> AnalysisTooling::ToolExecution { :>> toolName = "Ae" + "ro"; } action def Tool { @Solved; out d : Real; assign d := 1.0; }',
        'T::Tool'
    ],
    [
        'action def Tool { out d : Real; assign d := 1.0; } metadata AnalysisTooling::ToolExecution about Tool { toolName = "Aero"; }',
        'T::Tool'
    ],
    [
        'metadata def <solved> Solved :> AnalysisTooling::ToolExecution { :>> toolName = "Aero"; } #solved action def Base { out d : Real; } action def Tool :> Base { assign d := 1.0; }',
        'T::Tool'
    ],
    [
        'part def H { perform action a { @AnalysisTooling::ToolExecution { toolName = "Aero"; uri = "x"; } out d : Real; } } part h : H;',
        'T::h'
    ]
])('a tool performs what has no body: %s', (body, id) => {
    const model = modelOf(body);
    const error = id === 'T::h' ? instantiate(model, id).error : executeAction(model, { action: id, policy: policyOf('') }).error;
    expect(error).toMatch(/^(action execution|instantiation) failed: .*tool 'Aero' is not registered; set SERVICE_TOOLS$/);
});

const READ = "const text = require('fs').readFileSync(0, 'utf8');";
const ANSWER = 'console.log(JSON.stringify({ outputs: { lift: { value: 9.5, unit: "g*km/s**2" }, samples: { value: [1, 2, 3] } } }));';

describe('the object protocol', () => {
    test('gives the inputs as they are and takes exactly the outputs', () => {
        const script = `${READ} const { toolName, uri, inputs } = JSON.parse(text);
            const { span, drag, label } = inputs;
            if (JSON.stringify([toolName, uri, Object.keys(inputs).sort(), span, drag, label]) !==
                JSON.stringify(["Aero", "aero://wing/1", ["drag", "label", "span"], { value: 11, unit: "m" }, { value: 0.5 }, { value: "b'2 $(rm)" }]))
                { console.error(text); process.exit(3); }
            ${ANSWER}`;
        expect(flown(toolbox(script))).toBe('lift = 9.5 [SI::N]; samples = (1, 2, 3)');
    });

    test('performs calculations, too', () => {
        const tools = toolbox(
            `${READ} console.log(JSON.stringify({ outputs: { lift: { value: JSON.parse(text).inputs.span.value * 2 } } }));`
        );
        const run = startRun(modelOf(MODEL), { tools });
        const { result, error } = evaluate(run, { expression: 'T::lifted' });
        expect(error ?? valueText(result!)).toBe('6.0');
    });

    const FAULTS: readonly (readonly [what: string, script: string, reason: string])[] = [
        ['says why it cannot', says('{ "error": "no license" }'), 'tool error: no license'],
        ['fails', '#!/bin/sh\necho sorry >&2; exit 4', 'tool error: exit status 4: sorry'],
        ['hangs', '#!/bin/sh\nexec sleep 60', 'tool error: it did not end within 0.2s (SERVICE_TOOL_TIMEOUT)'],
        ['writes no JSON', says('42!'), 'malformed output: no JSON: 42!'],
        ['writes half an answer', says('{"outputs": {"lift"'), 'malformed output: no JSON: {"outputs": {"lift"'],
        ['writes without end', '#!/bin/sh\nexec yes', 'tool error: it wrote more than 10000 bytes (SERVICE_TOOL_MAX_OUTPUT)'],
        ['complains without end', '#!/bin/sh\nexec yes >&2', 'tool error: it wrote more than 10000 bytes (SERVICE_TOOL_MAX_OUTPUT)'],
        ['is killed', '#!/bin/sh\nkill -KILL $$', 'tool error: exit status SIGKILL'],
        ['leaves one out', says('{ "outputs": { "lift": { "value": 1, "unit": "N" } } }'), 'missing output: samples'],
        [
            'adds one',
            says('{ "outputs": { "lift": { "value": 1, "unit": "N" }, "samples": { "value": [] }, "drag": { "value": 1 } } }'),
            'malformed output: drag: it is no output'
        ],
        ['repeats a member', says('{"outputs": {}, "outputs": {}}'), 'malformed output: the member outputs twice'],
        [
            'answers null',
            says('{ "outputs": { "lift": { "value": null }, "samples": { "value": [] } } }'),
            'malformed output: lift: it is no number, Boolean, text or list of one of these'
        ],
        [
            'answers in another dimension',
            says('{ "outputs": { "lift": { "value": 1, "unit": "m" }, "samples": { "value": [] } } }'),
            'malformed output: lift: incommensurable units: SI::N and m'
        ],
        [
            'answers in no unit that is known',
            says('{ "outputs": { "lift": { "value": 1, "unit": "zorks" }, "samples": { "value": [] } } }'),
            'malformed output: lift: not a measurement unit: zorks'
        ],
        [
            'answers a list for one value',
            says('{ "outputs": { "lift": { "value": [1, 2], "unit": "N" }, "samples": { "value": [] } } }'),
            'malformed output: lift: a list for a feature of one value'
        ],
        [
            'answers one value for several',
            says('{ "outputs": { "lift": { "value": 1, "unit": "N" }, "samples": { "value": 3 } } }'),
            'malformed output: samples: one value for a feature of several, which takes a list'
        ],
        [
            'answers a list of several kinds',
            says('{ "outputs": { "lift": { "value": 1, "unit": "N" }, "samples": { "value": [1, "a"] } } }'),
            'malformed output: samples: it is no number, Boolean, text or list of one of these'
        ],
        [
            'answers a unit for what is no quantity',
            says('{ "outputs": { "lift": { "value": 1, "unit": "N" }, "samples": { "value": [1], "unit": "m" } } }'),
            'malformed output: samples: the unit m of what is no quantity'
        ],
        [
            'answers another type',
            says('{ "outputs": { "lift": { "value": 1, "unit": "N" }, "samples": { "value": ["a"] } } }'),
            'malformed output: samples: '
        ],
        ['answers a list', says('[]'), 'malformed output: no object'],
        ['answers nothing', '#!/bin/sh', 'malformed output: no JSON: '],
        ['answers two objects', says('{}\n{}'), 'malformed output: no JSON: {}'],
        ['answers an empty object', says('{}'), 'malformed output: no outputs'],
        ['answers a member that there is not', says('{ "outputs": {}, "note": 1 }'), 'malformed output: the member note'],
        ['answers an error that is no text', says('{ "error": 3 }'), 'malformed output: error is no text'],
        ['answers both', says('{ "error": "x", "outputs": {} }'), 'malformed output: error beside outputs'],
        [
            'answers a bare value',
            says('{ "outputs": { "lift": 1, "samples": { "value": [] } } }'),
            'malformed output: lift: it is no object of value and unit'
        ],
        [
            'answers a number that is too large',
            says('{ "outputs": { "lift": { "value": 1e999, "unit": "N" }, "samples": { "value": [] } } }'),
            'malformed output: lift: it is no number, Boolean, text or list of one of these'
        ],
        [
            'answers no number',
            says('{ "outputs": { "lift": { "value": NaN }, "samples": { "value": [] } } }'),
            'malformed output: no JSON: '
        ],
        [
            'nests its answer without end',
            says('['.repeat(4000) + ']'.repeat(4000)),
            'malformed output: values that nest more than 1000 deep'
        ],
        [
            'ignores that it is ended',
            "#!/bin/sh\ntrap '' TERM INT; exec sleep 60",
            'tool error: it did not end within 0.2s (SERVICE_TOOL_TIMEOUT)'
        ],
        [
            'closes its output and goes on',
            '#!/bin/sh\nexec sleep 60 >&- 2>&-',
            'tool error: it did not end within 0.2s (SERVICE_TOOL_TIMEOUT)'
        ],
        [
            'answers a unit that is no text',
            says('{ "outputs": { "lift": { "value": 1, "unit": 7 }, "samples": { "value": [] } } }'),
            'malformed output: lift: its unit is no text'
        ]
    ];
    test.each(spread(FAULTS, 5, 2))('a tool that %s fails the action', (_, script, reason) => {
        const isSlow = script.includes('sleep');
        expect(flown(toolbox(script, {}, isSlow ? { timeout: 200 } : {}))).toContain(`tool 'Aero': ${reason}`);
    });

    test.each(spread(['\\\\', 'x'], 2))('a tool that answers a text of 20 MB of %j fails the action in few words', unit => {
        const script = `console.log('{"outputs": {"lift": {"value": "' + ${JSON.stringify(unit)}.repeat(2e7 / ${unit.length}) + '"}, "samples": {"value": []}}}')`;
        const error = flown(toolbox(script, {}, { mostOutput: 64_000_000, timeout: 30_000 }));
        expect(error).toContain("tool 'Aero': malformed output: lift");
        expect(error.length).toBeLessThan(1000);
    });

    test('what a tool leaves behind ends with it', () => {
        const mark = join(FOLDER, 'left-behind');
        const script = `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => require("fs").writeFileSync(${JSON.stringify(mark)}, ""), 1500)'], { stdio: 'inherit' }).unref();
            ${ANSWER} process.exit(0);`;
        expect(flown(toolbox(script))).toBe('lift = 9.5 [SI::N]; samples = (1, 2, 3)');
    });

    test('a cancelled performance ends the program', () => {
        const tools = toolbox('#!/bin/sh\nexec sleep 60');
        let looks = 0;
        const check = (): void => {
            if (++looks > 3) throw new Error('cancelled');
        };
        const { manifests } = tools as unknown as { manifests: ConstructorParameters<typeof Tools>[0] };
        const cancelled = new Tools(manifests, SETTINGS, attendant, check);
        expect(() => cancelled.perform({ toolName: 'Aero', uri: '', inputs: new Map(), outputs: [] })).toThrow('cancelled');
    });
});

describe('what is refused before the tool is started', () => {
    const started = '#!/bin/sh\n: > "$(dirname "$0")/started"';
    test.each<[string, string, object]>([
        ['input not carried: label (label): null ', MODEL.replace(`: String = "b'2 $(rm)"`, ': String'), {}],
        [
            'input not carried: drag (drag): an instance is no number, text or quantity',
            MODEL.replace('action never assign drag := 1 / 0;', '')
                .replaceAll(/drag : Real/g, 'drag : Drag')
                .replace('drag : Drag = 0.5', 'drag : Drag = sample'),
            {}
        ],
        [
            "variable drag is not one of the manifest's: span, label, lift, samples",
            MODEL,
            { variables: ['span', 'label', 'lift', 'samples'] }
        ],
        [
            'input not carried: drag (drag): it has several values, and an input of a tool has one',
            MODEL.replace('drag : Real = 0.5', 'drag : Real [*] = (0.5, 0.75)'),
            {}
        ],
        ['tool error: ./gone is no program that can be run', MODEL, { executable: './gone' }],
        ['input not carried: label: it has a zero character', MODEL.replace("b'2 $(rm)", 'a\u0000b'), { invocation: { args: ['{label}'] } }]
    ])('%s', (reason, model, manifest) => {
        const extra = 'attribute def Drag { attribute v : Real; } attribute sample : Drag;';
        const tools = toolbox(started, manifest);
        const { error } = executeAction(modelOf(model + extra), { action: 'T::fly', policy: policyOf('') }, { tools });
        expect(error).toContain(`tool 'Aero': ${reason}`);
        expect(existsSync(join(FOLDER, `t${folders}`, 'started'))).toBe(false);
    });
});

test('other outputs for equal inputs are noted in a run', () => {
    const tools = toolbox(
        `#!/bin/sh
        mark=$(dirname "$0")/mark lift=1
        [ -e "$mark" ] && lift=2
        : > "$mark"
        echo '{"outputs":{"lift":{"value":'$lift',"unit":"N"},"samples":{"value":[7]}}}'`
    );
    const twice = MODEL.replace(
        'action wing : Aero; then done;',
        'action wing : Aero; then action again : Aero; then action third : Aero; then done;'
    );
    const { error, notes } = executeAction(modelOf(twice), { action: 'T::fly', policy: policyOf('') }, { tools });
    expect(error ?? '').toBe('');
    expect(notes.filter(n => n.code === 'tool-divergence').map(n => n.message)).toEqual(
        Array.from({ length: 2 }, () => "tool divergence: tool 'Aero' has answered another lift to equal inputs before in this run")
    );
});

describe('an invocation', () => {
    test('has arguments, environment and standard input as written, and no shell', () => {
        const script = `${READ} const { PASSED, SECRET, SPAN, HOME } = process.env;
            const seen = JSON.stringify([process.argv.slice(2), text, PASSED, SECRET, SPAN]);
            const wanted = JSON.stringify([["--span={11}", "b'2 $(rm)", "11 m", ""], "x 0.5 Aero", "yes", undefined, "m"]);
            if (seen !== wanted) { console.error(seen); process.exit(1); }
            console.log(JSON.stringify({ lift: 3, samples: [4] }));`;
        const invocation = {
            args: ['--span={{{span.value}}}', '{label}', '{span}', ''],
            env: { SPAN: '{span.unit}' },
            stdin: { template: 'x {drag} {toolName}' }
        };
        const reply = { format: 'json', outputs: { lift: { path: '/lift', unit: 'N' }, samples: { path: '/samples', type: 'integer' } } };
        expect(flown(toolbox(script, { invocation, reply }))).toBe('lift = 3 [SI::N]; samples = (4)');
    });

    test.each<[string, object, string]>([
        ['noise\nlift: 3\nlift2 = 4', { format: 'lines', outputs: { lift: {} } }, '3.0'],
        ['a lift of 2.5 N', { format: 'lines', regex: 'of (?<lift>[0-9.]+)', outputs: { lift: {} } }, '2.5'],
        ['a,lift\n1,7\n2,8', { format: 'csv', outputs: { lift: { column: 'lift', row: 'first' } } }, '7.0'],
        ['lift', { format: 'lines', outputs: { lift: {} } }, 'missing output: lift'],
        ['lift = high', { format: 'lines', outputs: { lift: {} } }, 'malformed output: lift: high is no number']
    ])('answers %j as its reply says', (text, reply, expected) => {
        const tools = toolbox(says(text), { reply });
        const { result, error } = evaluate(startRun(modelOf(MODEL), { tools }), { expression: 'T::lifted' });
        expect(error ?? valueText(result!)).toContain(expected);
    });

    test('may be given a file and answer in one', () => {
        const script = `const fs = require('fs'); const [, , input, folder] = process.argv;
            if (fs.readFileSync(input, 'utf8') !== "span,span.unit,drag,label\\n11,m,0.5,b'2 $(rm)\\n") process.exit(1);
            fs.writeFileSync(folder + '/out.csv', 'lift;samples\\n1;5\\n2;6\\n');`;
        const manifest = {
            invocation: { args: ['{inputFile}', '{outputDir}'], stdin: 'none', inputFile: { format: 'csv', name: 'in.csv' } },
            reply: {
                format: 'csv',
                source: 'file:{outputDir}/out.csv',
                delimiter: ';',
                outputs: { lift: { unit: 'N' }, samples: { row: 'all', type: 'integer' } }
            }
        };
        expect(flown(toolbox(script, manifest))).toBe('lift = 2 [SI::N]; samples = (5, 6)');
    });

    test('answers JSON by pointers', () => {
        const reply = {
            format: 'json',
            errorPath: '/why',
            outputs: { lift: { path: '/a~1b/0', unitPath: '/u' }, samples: { path: '/s' } }
        };
        const json = (value: object): string => says(JSON.stringify(value));
        expect(flown(toolbox(json({ 'a/b': [7], u: 'kg*m/s**2', s: [1] }), { reply }))).toBe('lift = 7 [SI::N]; samples = (1)');
        expect(flown(toolbox(json({ why: 'it rains' }), { reply }))).toContain("tool 'Aero': tool error: it rains");
        expect(flown(toolbox(json({ s: [1] }), { reply }))).toContain("tool 'Aero': missing output: lift: nothing is at /a~1b/0");
    });
});

test('without a manifest the performance fails, whatever its body is', () => {
    expect(flown(new Tools([], SETTINGS, attendant, () => undefined))).toContain("tool 'Aero' is not registered; set SERVICE_TOOLS");
});

test('the sample computes what its page says', () => {
    const folder = fileURLToPath(new URL('../../../examples/tools/', import.meta.url));
    const { tools, faults } = readManifests([{ variable: 'SERVICE_TOOLS', folder: join(folder, 'manifests') }], process.env.PATH ?? '');
    expect(faults).toEqual([]);
    const content = readFileSync(join(folder, 'beam.sysml'), 'utf8');
    const { model } = new Workspace({ library: testLibrary() }).parse([{ name: 'beam.sysml', language: 'sysml', content }]);
    const run = startRun(model, { tools: new Tools(tools, SETTINGS, attendant, () => undefined) });
    const { result, error } = evaluate(run, { expression: 'Beams::bridge.deflection' });
    // a machine without Python has no answer
    expect(error ?? valueText(result!)).toMatch(/^0\.0135 \[SI::m\]$|python3/);
});
