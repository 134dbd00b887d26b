// No regular expression is used deep in a recursion: V8 does not throw but ends the process where it has to compile one near the end of
// the stack, and it compiles one when it is first used.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertModel } from '../../src/exchange/index.js';
import { analyse } from '../../src/language/workspace/analysis.js';
import { Workspace, type Model } from '../../src/language/workspace/workspace.js';
import { instantiate, startRun } from '../../src/runtime/behaviour/index.js';
import { evaluate } from '../../src/runtime/evaluation/index.js';
import { testLibrary } from '../support/library.js';

/** Links of each chain: enough for recursion over a model to be told from the frames of a shallow model. */
const LINKS = 120;
/** Frames at which nothing but recursion over the model is. */
const DEEP = 250;

function chain(link: (index: number) => string, end: string): string {
    return Array.from({ length: LINKS }, (_, index) => link(index))
        .concat(end)
        .join('\n');
}

const SUM = Array.from({ length: LINKS }, () => '(1 + ').join('') + '1' + ')'.repeat(LINKS);

/** Models that lead into a deep recursion, each with an expression to evaluate and a symbol to instantiate. */
const MODELS: readonly (readonly [title: string, content: string, expression: string, symbol?: string])[] = [
    [
        'specializations',
        chain(i => `part def P${i} :> P${i + 1} { attribute x${i} :>> x${i + 1}; }`, `part def P${LINKS} { attribute x${LINKS} = 0; }`),
        'P0()',
        'P0'
    ],
    ['specializations with names in quotes', chain(i => `part def 'P ${i}' :> 'P ${i + 1}';`, `part def 'P ${LINKS}';`), "'P 0'()"],
    ['subsettings', `part def R { ${chain(i => `part a${i} :> a${i + 1};`, `part a${LINKS};`)} }`, 'R()', 'R'],
    ['bound values', `part def R { ${chain(i => `attribute v${i} = v${i + 1} + 0;`, `attribute v${LINKS} = 0;`)} }`, 'R().v0', 'R'],
    [
        'bound quantities',
        `part def R { private import SI::*; ${chain(i => `attribute v${i} = v${i + 1} + 0 [kg];`, `attribute v${LINKS} = 2 [kg];`)} }`,
        'R().v0',
        'R'
    ],
    ['texts', `part def R { ${chain(i => `attribute v${i} = v${i + 1} + "a";`, `attribute v${LINKS} = "a";`)} }`, 'R().v0', 'R'],
    [
        'bound values that fail',
        `part def R { ${chain(i => `attribute v${i} = v${i + 1} + 1;`, `attribute v${LINKS} = 1 / 0;`)} }`,
        'R().v0',
        'R'
    ],
    ['a recursive calculation', 'calc def F { in n; return r = if n == 0 ? 0 else F(n - 1) + 0.5; }', `F(${LINKS})`],
    ['a recursive calculation that fails', 'calc def F { in n; return r = if n == 0 ? 1 / 0 else F(n - 1) + 1; }', `F(${LINKS})`],
    ['nested operators', `attribute s = ${SUM};`, 's'],
    ['nested parts', `part def R { ${'part p { '.repeat(LINKS)}${' }'.repeat(LINKS)} }`, 'R()', 'R'],
    ['nested packages', `${'package P { '.repeat(LINKS)} part def Q; ${' }'.repeat(LINKS)}`, '1'],
    ['types of usages', chain(i => `part def D${i} { part p : D${i + 1}; }`, `part def D${LINKS} { attribute x = 0; }`), 'D0()', 'D0']
];

const workspace = new Workspace({ library: testLibrary(), cacheSize: 1, analysis: 'never' });
const modelOf = (content: string): Model => workspace.parse([{ name: 'm.sysml', language: 'sysml', content }]).model;

/* oxlint-disable typescript/unbound-method -- they are put back, and called with their object */
const { exec } = RegExp.prototype;
const { stackTraceLimit, prepareStackTrace } = Error;
/* oxlint-enable typescript/unbound-method */
let deepest: readonly [frames: number, source: string, where: string] = [0, '', ''];

/** The frames of the stack, without the texts that are made of them. */
function frames(): readonly NodeJS.CallSite[] {
    return new Error().stack as unknown as readonly NodeJS.CallSite[];
}

beforeAll(() => {
    Error.stackTraceLimit = Infinity;
    Error.prepareStackTrace = (_, sites) => sites;
    RegExp.prototype.exec = function (this: RegExp, text: string) {
        const sites = frames();
        if (sites.length > deepest[0]) {
            deepest = [
                sites.length,
                this.source,
                sites
                    .slice(2, 5)
                    .map(s => s.getFunctionName())
                    .join(' < ')
            ];
        }
        return exec.call(this, text);
    };
});
afterAll(() => {
    RegExp.prototype.exec = exec;
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
});

describe('no regular expression is used deep in', () => {
    it.each(MODELS.map(model => [model[0], model] as const))('%s', (_, [, content, expression, symbol]) => {
        deepest = [0, '', ''];
        const model = modelOf(content);
        [...analyse(model.documents[0], model.documents, model.strict)].at(0);
        evaluate(startRun(model), { expression });
        if (symbol !== undefined) {
            instantiate(model, symbol);
        }
        convertModel(model, { to: 'sysml' });
        convertModel(model, { to: 'api-json' });
        const [depth, ...where] = deepest;
        expect(depth > DEEP ? where : [], `${depth} frames`).toEqual([]);
    });
});
