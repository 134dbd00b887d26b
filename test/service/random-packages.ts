/**
 * Models of a few packages, a document each, that use each other's declarations, and random changes of them: declarations come, go, move
 * and get other names, values and imports change. Most versions have no error, so that most of what one version found may hold for the
 * next.
 */
import type { Question } from './core.js';

export type Random = (below: number) => number;

const NAMES = ['Wheel', 'Motor', 'Frame', 'mass', 'count', 'drive', 'lamp', 'spare', 'limit', 'Cart'];
const PACKAGES = ['A', 'B', 'C', 'D'];

type Kind = keyof typeof TEXTS;

interface Declaration {
    readonly kind: Kind;
    readonly name: string;
    readonly visibility: '' | 'private ';
    readonly value: number;
    /** What it names: a declaration of a kind that fits, where there is one. */
    readonly of: string;
}

export interface RandomPackage {
    readonly name: string;
    readonly imports: readonly string[];
    readonly declarations: readonly Declaration[];
    /** A comment in the package, and one in front of it. */
    readonly note: string;
}

/** The notation of each kind of declaration, and the kind that it names. */
const TEXTS = {
    definition: (d: Declaration) =>
        `part def ${d.name}${generals(d)} { attribute size : ScalarValues::Integer default ${d.value}; part inner; }`,
    part: (d: Declaration) => `part ${d.name} : ${d.of} { attribute :>> size = ${d.value + 1}; }`,
    attribute: (d: Declaration) => `attribute ${d.name} : ScalarValues::Integer = ${d.value};`,
    sum: (d: Declaration) => `attribute ${d.name} : ScalarValues::Integer = ${d.of} + ${d.value};`,
    many: (d: Declaration) => `part ${d.name}[${d.of}];`,
    requirement: (d: Declaration) => `requirement ${d.name} { subject s : ${d.of}; require constraint { s.size < ${d.value} } }`,
    satisfaction: (d: Declaration) =>
        `part ${d.name} : ${d.of} { requirement low { require constraint { size < ${d.value} } } satisfy low; }`,
    machine: (d: Declaration) =>
        `state ${d.name} { entry; then a; state a; accept ${d.of} if ${d.value} > 4 then b; state b; accept ${d.of} then a; }`,
    action: (d: Declaration) =>
        `action ${d.name} { out r : ScalarValues::Integer; first start; then action set assign r := ${d.of} * ${d.value}; then done; }`,
    view: (d: Declaration) => `view ${d.name} { expose ${d.of}::**; }`,
    brought: (d: Declaration) => `part ${d.name} { private import ${d.of}::*; attribute own = ${d.value}; }`
};

function generals({ of, name }: Declaration): string {
    return of === '' || of === name || of.endsWith(`::${name}`) ? '' : ` :> ${of}`;
}

const NAMED: Readonly<Record<Kind, readonly Kind[] | 'package' | undefined>> = {
    definition: ['definition'],
    part: ['definition'],
    attribute: undefined,
    sum: ['attribute', 'sum'],
    many: ['attribute', 'sum'],
    requirement: ['definition'],
    satisfaction: ['definition'],
    machine: ['definition'],
    action: ['attribute', 'sum'],
    view: 'package',
    brought: 'package'
};
const KINDS = Object.keys(TEXTS) as Kind[];

export function randomModel(random: Random): RandomPackage[] {
    let model: RandomPackage[] = PACKAGES.map((name, i) => ({
        name,
        imports: i === 0 ? [] : [PACKAGES[i - 1]],
        declarations: [],
        note: ''
    }));
    for (let i = 0; i < 14; i++) {
        model = withAdded(model, random);
    }
    return model;
}

export function documentsOf(model: readonly RandomPackage[]): { name: string; content: string }[] {
    return model.map(({ name, imports, declarations, note }) => ({
        name: `${name}.sysml`,
        content: [
            `package ${name} {`,
            ...imports.map(i => `    public import ${i}::*;`),
            ...(note === '' ? [] : [`    /* ${note} */`]),
            ...declarations.map(d => `    ${d.visibility}${TEXTS[d.kind](d)}`),
            '}',
            ''
        ].join('\n')
    }));
}

/** What is asked of a model: findings, verdicts, and of each declaration its values, runs and drawings. */
export function questionsOf(model: readonly RandomPackage[]): Question[] {
    const questions: Question[] = [
        ['GetDiagnostics', {}],
        ['VerifySatisfaction', {}],
        ['RenderView', { view: '#tree:A' }]
    ];
    for (const { name: owner, declarations } of model) {
        for (const { kind, name } of declarations) {
            const id = `${owner}::${name}`;
            questions.push(['GetSymbol', { symbolId: id }], ...ASKED[kind](id));
        }
    }
    return questions;
}

const ASKED: Readonly<Record<Kind, (id: string) => Question[]>> = {
    definition: id => [['RenderView', { view: `#interconnection:${id}` }]],
    part: id => [
        ['Instantiate', { symbolId: id }],
        ['Evaluate', { expression: `${id}.size * 2` }]
    ],
    attribute: id => [['Evaluate', { expression: id }]],
    sum: id => [['Evaluate', { expression: `${id} + 1`, contextSymbolId: id.slice(0, 1) }]],
    many: id => [['ValidateInstance', { symbolId: id }]],
    requirement: id => [['VerifyRequirement', { symbolId: id }]],
    satisfaction: id => [['ValidateInstance', { symbolId: id }]],
    machine: id => [['ExportGraphs', { subject: id }]],
    action: id => [
        ['ExecuteAction', { actionSymbolId: id }],
        ['RenderView', { view: `#action:${id}` }]
    ],
    view: id => [['RenderView', { view: id }]],
    brought: id => [['GetSymbol', { symbolId: id }]]
};

export function changed(model: readonly RandomPackage[], random: Random): RandomPackage[] {
    const i = random(model.length);
    const of = model[i];
    const k = random(of.declarations.length);
    const replaced = (part: Partial<RandomPackage>): RandomPackage[] => model.map((p, n) => (n === i ? { ...p, ...part } : p));
    const declarationAs = (part: Partial<Declaration>): RandomPackage[] =>
        replaced({ declarations: of.declarations.map((d, n) => (n === k ? { ...d, ...part } : d)) });
    switch (of.declarations.length === 0 ? 0 : random(12)) {
        case 0:
        case 1:
        case 2:
            return withAdded(model, random);
        case 3:
        case 4:
            return replaced({ declarations: of.declarations.filter((_, n) => n !== k) });
        case 5:
            return declarationAs({ name: NAMES[random(NAMES.length)] });
        case 6:
            return declarationAs({ visibility: of.declarations[k].visibility === '' ? 'private ' : '' });
        case 7:
            return replaced({ note: random(2) === 0 ? '' : `about ${NAMES[random(NAMES.length)]}` });
        case 8: {
            const other = PACKAGES[random(PACKAGES.length)];
            const { imports, name } = of;
            return replaced({
                imports: imports.includes(other) || other === name ? imports.filter(n => n !== other) : [...imports, other]
            });
        }
        default:
            return declarationAs({ value: random(20) });
    }
}

/** With one declaration more, which names one that is there; it has a new name, or that of another one. */
function withAdded(model: readonly RandomPackage[], random: Random): RandomPackage[] {
    const i = random(model.length);
    const kind = KINDS[random(KINDS.length)];
    const named = NAMED[kind];
    const visible = model.flatMap(({ name: owner, declarations }) =>
        declarations
            .filter(d => Array.isArray(named) && named.includes(d.kind))
            .map(d => (random(2) === 0 ? d.name : `${owner}::${d.name}`))
    );
    const all = named === 'package' ? PACKAGES.filter(p => p !== model[i].name) : visible;
    const of = all.length === 0 ? '' : all[random(all.length)];
    if (named !== undefined && of === '' && kind !== 'definition') {
        return [...model];
    }
    const added: Declaration = {
        kind,
        name: NAMES[random(NAMES.length)],
        visibility: random(6) === 0 ? 'private ' : '',
        value: random(20),
        of
    };
    return model.map((p, n) => {
        const at = n === i ? random(p.declarations.length + 1) : 0;
        return n === i ? { ...p, declarations: [...p.declarations.slice(0, at), added, ...p.declarations.slice(at)] } : p;
    });
}
