/**
 * The public Python client, unchanged, against the service: everything that it offers of what the service has (`python/ask.py`), in each
 * way in which it reaches a service. The answers beside are what the small model says when it is read by hand.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = 'opensysml==0.11.0';
const SERVICE = join(ROOT, 'bin', 'sysml-workbench-service.mjs');
const ENVIRONMENT = join(ROOT, '.cache', 'python-client');
const PYTHON = join(ENVIRONMENT, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');

/** Makes an environment with the client, once. @returns why there is none, or nothing */
function installed(): string | undefined {
    const done = join(ENVIRONMENT, 'installed');
    if (existsSync(done) && readFileSync(done, 'utf8') === CLIENT) {
        return undefined;
    }
    rmSync(ENVIRONMENT, { recursive: true, force: true });
    mkdirSync(ENVIRONMENT, { recursive: true });
    if (spawnSync('python3', ['-m', 'venv', ENVIRONMENT]).status !== 0) {
        return 'there is no python3 that makes environments';
    }
    if (spawnSync(PYTHON, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', CLIENT], { timeout: 240_000 }).status !== 0) {
        return `${CLIENT} cannot be installed: no registry answers`;
    }
    writeFileSync(done, CLIENT);
    return undefined;
}

const missing = installed();
if (missing !== undefined) {
    process.stderr.write(`the public Python client is not tried: ${missing}\n`);
}

type Running = ChildProcessByStdio<Writable, Readable, null>;

const running: Running[] = [];
afterAll(() => running.forEach(child => child.stdin.end()));

/** A service that somebody else started; ends with this process. @returns its address */
async function started(...flags: string[]): Promise<string> {
    const child = spawn(process.execPath, [SERVICE, '-port', '0', '-health-port', '0', '-report-address', '-exit-with-parent', ...flags], {
        stdio: ['pipe', 'pipe', 'ignore']
    });
    running.push(child);
    for await (const line of createInterface({ input: child.stdout })) {
        return line;
    }
    throw new Error('the service told no address');
}

function ask(environment: Readonly<Record<string, string>>): Record<string, unknown> {
    const { status, stdout, stderr } = spawnSync(PYTHON, ['-W', 'ignore', join(import.meta.dirname, 'python', 'ask.py')], {
        encoding: 'utf8',
        env: { ...process.env, OPENSYSML_BINARY: SERVICE, ...environment }
    });
    if (status !== 0) {
        throw new Error(stderr);
    }
    return JSON.parse(stdout) as Record<string, unknown>;
}

const WAYS: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
    'a service of its own': async () => ({}),
    'a service with every transport': async () => ({ OPENSYSML_SERVICE: await started() }),
    'a service that has gRPC alone': async () => ({ OPENSYSML_SERVICE: await started('-transport', 'grpc') })
};

const LOW = ['property', 'T::Tank::low', 3, 1, 'replay:1/2', ['step 3: 3@b first of 2@a, 3@b']];
const NOT_SYMBOLIC = ['', [], [], null];

/** Checks, runs with chance and questions to a solver. */
const ENGINES = {
    'check of an action': ['fails', 'check', 'witnessed', [11, 10, 6], [LOW], [['this.level', ['1', '2']]], NOT_SYMBOLIC],
    'check within bounds': ['undecided', 'check', 'bounded', [3, 4, 3], [], [], NOT_SYMBOLIC],
    'check for every input': ['fails', 'smt', 'witnessed', null, [], [], ['violated', ['n'], [], ['replay', ['n = 6', 'y = 0']]]],
    'check under an assumption': ['holds', 'smt', 'proved', null, [], [], ['holds', ['n'], ['T::few'], null]],
    'check with a bound below one': 'InvalidRequestError',
    'check of a machine': ['fails', 'check', 'witnessed', [6, 6, 6], [['property', 'T::dim', 3, 1, 'replay', []]], [], NOT_SYMBOLIC],
    runs: [3, ['o'], [['o', 3, 3, 3, 3, 0]], {}, 7, 'sweep', 'observed'],
    'runs of a case': [
        2,
        ['observed'],
        [['observed', 2, 2, 2, 2, 0]],
        { runs: 2, mean: 2, deviation: 0, outOfSpec: 0, Mean: [2] },
        7,
        'sweep',
        'observed'
    ],
    'runs without a seed': 'InvalidRequestError',
    'none can hold': ['unsatisfiable', false, 'satisfiable', 'solve', 'proved', []],
    'one can hold': ['satisfiable', true, 'satisfiable', 'solve', 'witnessed', [['T::Box::w', 4]]],
    'always holds': ['holds', true, 'holds', 'solve', 'proved', []],
    'does not always hold': ['violated', false, 'holds', 'solve', 'witnessed'],
    'satisfaction holds': [['holds', true, 'holds', 'solve', 'proved', []]],
    'engines, probed': [
        ['check', 'bounded', true],
        ['explore', 'proved', true],
        ['run', 'observed', true],
        ['smt', 'proved', true],
        ['solve', 'proved', true],
        ['sweep', 'observed', true]
    ]
};

const EXPECTED = {
    ...ENGINES,
    'model is right': [true, 0],
    roots: ['RootNamespace', 'RootNamespace'],
    documents: ['lib.sysml', 'use.sysml'],
    findings: [['error', 'unresolved', 'use.sysml', 1]],
    'findings again': ['unresolved'],
    'strict loading': 'ModelError',
    symbol: ['Shuttle::Car', 'partDef', ['wheels', 'seats', 'zone', 'empty', 'total', 'fare', 'light', 'doors']],
    'symbol by its short name': ['Shuttle::Doors', 'stateDef', ['entryAction', 'closed', 'open', 'opening', 'closing']],
    attributes: ['seats', 'zone', 'empty', 'total', 'fare'],
    'no symbol': null,
    sum: 7,
    rational: '4/3',
    quantity: '948 [kg]',
    enumeration: 'airside',
    'on an object': 24,
    'in a scope': 8,
    'not an expression': 'ExecutionError',
    object: ['object of Shuttle::longCar', 12, '1248 [kg]', 4],
    'nested object': '12 [kg]',
    calculation: [50000.0],
    'not a calculation': 'WrongKindError',
    action: { seated: [8], waiting: [3], guests: [11] },
    'action, seeded': true,
    'action, explored': [
        true,
        2,
        [
            [{ last: [1] }, '', 1],
            [{ last: [2] }, '', 1]
        ]
    ],
    machine: ['closed', 'open', 'closed', 'open'],
    'machine, traced': true,
    'machine, explored': [true, 1, [[{}, 'open', 1]]],
    policy: 'InvalidRequestError',
    satisfaction: [
        ['satisfy', 'satisfy massLimit by car', true, 'holds'],
        ['satisfy', 'satisfy tightLimit by car', false, 'violated']
    ],
    satisfied: false,
    requirement: [['requirement', 'Shuttle::tightLimit', false, 'violated']],
    constraint: [['constraint', 'Shuttle::Fits', false, 'violated']],
    'object as a whole': [
        [
            ['constraint', 'assert constraint light', true, 'holds'],
            ['satisfy', 'satisfy massLimit by car', true, 'holds'],
            ['satisfy', 'satisfy tightLimit by car', false, 'violated']
        ],
        false
    ],
    analysis: [{ result: 10.0 }, [['objective', 'pays', true, 'holds']], []],
    'analysis with arguments': [{ result: 7.5 }, [['objective', 'pays', false, 'violated']], []],
    'trade study': [
        { selectedAlternative: ['object of Shuttle::longCar'] },
        [
            [['object of Shuttle::car'], 8.0, false],
            [['object of Shuttle::longCar'], 12.0, true]
        ]
    ],
    verification: [{ verdict: ['pass'] }, [['objective', 'obj', true, 'holds']], ['pass']],
    'analysis, explored': [
        true,
        2,
        [
            [{ last: 1 }, '', 1],
            [{ last: 2 }, '', 1]
        ]
    ],
    'not a case': 'WrongKindError',
    sweep: [
        [{ guests: 2 }, { result: 5.0 }, false, false],
        [{ guests: 4 }, { result: 10.0 }, true, false],
        [{ guests: 6 }, { result: 15.0 }, true, false]
    ],
    'sweep of a calculation': [
        [{ speed: 0.0 }, { result: [0.0] }, true, false],
        [{ speed: 0.5 }, { result: [0.5] }, true, false],
        [{ speed: 1.0 }, { result: [2.0] }, true, false]
    ],
    samples: [3, 7, true],
    engines: true,
    'graph and back': true,
    'element array': true,
    'saved and read': true,
    view: [
        'Shuttle::overview',
        'tree',
        'render asTreeDiagram',
        [
            ['part def', 'Shuttle::Train'],
            ['part', 'cars'],
            ['port', 'front'],
            ['port', 'rear']
        ]
    ],
    'pseudo-view': ['Shuttle::Doors', 'closed', 'open'],
    graphs: [1, 'Shuttle::Race', ['Shuttle::Race']],
    query: [['Shuttle::Train::cars', 'PartUsage', { type: 'Shuttle::Car', name: 'cars' }]],
    'query in the words of the standard': ['Shuttle::Car::wheels'],
    'query of nothing': 'InvalidRequestError',
    'value and name': [['package P {', '    part def B { attribute n = 2; }', '    part a : B;', '}', ''].join('\n'), 3],
    members: [
        [
            'package P {',
            '    private import ScalarValues::*;',
            '    part def A { attribute n = 1; ',
            '        port p;',
            '        port q;',
            '        connection wire connect p to q;',
            '    }',
            '    abstract part def C specializes A {',
            '        doc /* Made here.*/',
            '        part inner : A [2];',
            '        attribute n :>> A::n = 3;',
            '        part a : A;',
            '    }',
            '    calc def Twice {',
            '        in x : Integer;',
            '        return : Integer = x * 2;',
            '    }',
            '}',
            ''
        ].join('\n'),
        12
    ],
    behaviour: [
        [
            'package P {',
            '    action def Go {',
            '        in n : ScalarValues::Integer;',
            '        out m : ScalarValues::Integer;',
            '        first start;',
            '        then assign m := n + 1;',
            '        then if m > 3 {',
            '            assign m := 3;',
            '        }',
            '    }',
            '    state def S {',
            '        state off;',
            '        state on;',
            '        entry; then off;',
            '        transition up first off then on;',
            '    }',
            '}',
            ''
        ].join('\n'),
        11
    ],
    annotations: [
        [
            'package P {',
            '    part def A {',
            '        doc /* What it is.*/',
            '        attribute n = 1; }',
            '    // kept',
            '    part a : A;',
            '    comment about A /* Look here.*/',
            '}',
            ''
        ].join('\n'),
        3
    ],
    requirements: [
        [
            'package P {',
            '    part a {',
            '        assert constraint sure { true }',
            '    }',
            '    requirement def R {',
            '        require constraint { 1 < 2 }',
            '    }',
            '    requirement r : R;',
            '    satisfy r by a;',
            '    constraint def K { true }',
            '}',
            ''
        ].join('\n'),
        6
    ],
    removals: [['package P {', '    part def A {  }', '}', ''].join('\n'), 2],
    'a removal that something refers to': 'DeleteReferencedError',
    'a name that is taken': 'InvalidEditError',
    'a target that is none': 'EditTargetError',
    'stored results': ['probe.xmi', "Cfg::'Group 1'", "Cfg::'Group 1'::run", 'holds', 2, 'target.total', 5, 4, '-20.0%'],
    'documents of an edit': [
        ['lib.sysml', 'package Lib { part def Motor; }'],
        ['use.sysml', 'package Use { part m : Lib::Motor; part n : Gone; }']
    ]
};

describe.skipIf(missing !== undefined)('the public Python client', () => {
    for (const [way, environment] of Object.entries(WAYS)) {
        describe(`with ${way}`, () => {
            let answers: Record<string, unknown>;
            beforeAll(async () => {
                answers = ask(await environment());
            });
            it.each(Object.entries(EXPECTED))('%s', (question, expected) => {
                expect(answers[question]).toEqual(expected);
            });
            it('asks nothing else', () => {
                expect(Object.keys(answers)).toEqual(Object.keys(EXPECTED));
            });
        });
    }
});
