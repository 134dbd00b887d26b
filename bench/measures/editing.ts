/** Edits in process: a rename with a thousand references over 28 documents, and batches of a thousand operations. */
import { applyEdits, NO_MEMBER, type EditOperation, type OperationKind, type Operations } from '../../src/editing/index.js';
import { loadLibrary } from '../../src/language/library/loading.js';
import { Workspace } from '../../src/language/workspace/workspace.js';
import { medianTime, ms, report } from '../measure.js';

const workspace = new Workspace({ library: loadLibrary() });
const DOCUMENTS = 28;
const REFERENCES = 36;

const library = 'package Lib {\n    part def Motor { attribute power : ScalarValues::Real; }\n}\n';
const use = (i: number): string =>
    `package Use${i} {\n    private import Lib::*;\n${Array.from({ length: REFERENCES }, (_, k) => `    part m${k} : ${k % 2 ? 'Lib::' : ''}Motor;\n`).join('')}}\n`;
const { model } = workspace.parse([
    { name: 'lib.sysml', language: 'sysml', content: library },
    ...Array.from({ length: DOCUMENTS - 1 }, (_, i) => ({ name: `use${i}.sysml`, language: 'sysml' as const, content: use(i) }))
]);

function checked(what: string, run: () => ReturnType<typeof applyEdits>): () => void {
    return () => {
        const outcome = run();
        if ('failure' in outcome) {
            throw new Error(`${what}: ${outcome.error}`);
        }
    };
}

const rename = checked('rename', () => applyEdits(model, [{ case: 'rename', value: { target: 'Lib::Motor', newName: 'Engine' } }]));
report(`rename with ${(DOCUMENTS - 1) * REFERENCES} references over ${DOCUMENTS} documents`, ms(medianTime(rename, 15, 10)), '60 ms');

const member = (owner: string, kind: string, name: string, rest: Partial<Operations['addMember']> = {}): EditOperation => ({
    case: 'addMember',
    value: { ...NO_MEMBER, owner, kind, name, ...rest }
});
const COUNT = 1000;
const parts = Array.from({ length: COUNT }, (_, i) => `    part def P${i} {\n        attribute a = ${i};\n    }\n`).join('');
const one = workspace.parse([{ name: 'one.sysml', language: 'sysml', content: `package P {\n${parts}}\n` }]).model;
const of = <K extends OperationKind>(kind: K, value: Operations[K]): EditOperation => ({ case: kind, value }) as EditOperation;
const batches: readonly (readonly [string, (i: number) => EditOperation])[] = [
    ['additions to one package', i => member('P', 'part', `p${i}`, { type: `P${i}` })],
    ['additions to different definitions', i => member(`P::P${i}`, 'attribute', 'b', { value: '1' })],
    ['values', i => of('setValue', { target: `P::P${i}::a`, value: `${i} + 1` })],
    [
        'values, members, notes and documentation in turn',
        i =>
            [
                of('setValue', { target: `P::P${i}::a`, value: `${i} + 1` }),
                member(`P::P${i}`, 'attribute', 'b', { value: '1' }),
                of('addNote', { target: `P::P${i}`, text: 'a note' }),
                of('addDocumentation', { target: `P::P${i}`, body: 'what it is', name: '', locale: '', replace: false })
            ][i % 4]
    ],
    [
        'definitions, each with the members of the one before',
        i => (i % 2 ? member(`P::N${i - 1}`, 'attribute', 'b', { value: '1' }) : member('P', 'part def', `N${i}`))
    ]
];
/** The time of one batch of operations on the model of many packages. */
function measure(what: string, make: (i: number) => EditOperation): void {
    const operations = Array.from({ length: COUNT }, (_, i) => make(i));
    report(
        `${COUNT} operations: ${what}`,
        ms(
            medianTime(
                checked(what, () => applyEdits(one, operations)),
                3,
                1
            )
        ),
        '1 s'
    );
}

for (const [what, make] of batches) {
    measure(what, make);
}
const mixed = (i: number): EditOperation => {
    const half = i >> 1;
    return i % 2
        ? member(`P::P${half + COUNT / 2}`, 'attribute', `b${i}`, { value: '1' })
        : of('rename', { target: `P::P${half}`, newName: `Q${half}` });
};
const sets = (i: number): EditOperation => (i % 3 ? mixed(i - 1) : of('setValue', { target: `P::P${i}::a`, value: `${i}` }));
for (const [what, make] of [
    ['renames', (i: number) => of('rename', { target: `P::P${i}`, newName: `Q${i}` })],
    ['renames and additions in turn', mixed],
    ['renames, additions and values in turn', sets]
] as const) {
    measure(what, make);
}
