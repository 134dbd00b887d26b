/**
 * Names through graphs of imports: random graphs answer what a search by hand finds, in any order of the questions, and the steps that a
 * graph takes grow with its size alone.
 */
import { describe, expect, it, test } from 'vitest';
import { withBudget } from '../../../src/language/semantics/budget.js';
import { lookupLocal, lookupVisible } from '../../../src/language/semantics/lookup.js';
import { checkDocument } from '../../../src/language/validation/validation.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { elementAt, modelOf, told } from '../../support/elements.js';
import { testLibrary } from '../../support/library.js';
import { generator } from '../../support/random.js';
import { cases } from '../../support/thorough.js';

interface Edge {
    readonly to: number;
    readonly isPublic: boolean;
    readonly isFiltered: boolean;
}

/** A graph of packages: `P<i>` declares the part definition `D<i>` and the attribute definition `A<i>`. */
function graphOf(random: (below: number) => number): readonly (readonly Edge[])[] {
    const size = 2 + random(7);
    return Array.from({ length: size }, () =>
        Array.from({ length: random(4) }, () => ({ to: random(size), isPublic: random(4) > 0, isFiltered: random(4) === 0 }))
    );
}

function textOf(graph: readonly (readonly Edge[])[], random: (below: number) => number): string {
    const forms = ['::*', '::*', '::*', '::*::**'];
    const packages = graph.map((edges, i) => {
        const imports = edges.map(
            ({ to, isPublic, isFiltered }) =>
                `${isPublic ? 'public' : 'private'} import P${to}${forms[random(forms.length)]}${isFiltered ? '[@SysML::PartDefinition]' : ''};`
        );
        return `package P${i} { ${imports.join(' ')} part def D${i}; attribute def A${i}; }`;
    });
    // where the packages' names are declared below the roots, too, each import has to be searched for them
    const nested = random(2) === 0 ? [] : [`package Other { ${graph.map((_, i) => `package P${i};`).join(' ')} }`];
    return [...packages, ...nested].join('\n');
}

/** The packages whose members of a kind a package has, by imports that let that kind through; from outside, by public ones alone. */
function reached(graph: readonly (readonly Edge[])[], start: number, isAttribute: boolean, isVisible: boolean): ReadonlySet<number> {
    const found = new Set([start]);
    for (const i of found) {
        const isStart = i === start;
        graph[i].filter(e => (e.isPublic || (isStart && !isVisible)) && !(isAttribute && e.isFiltered)).forEach(({ to }) => found.add(to));
    }
    return found;
}

describe('random graphs of imports', () => {
    test.each(Array.from({ length: cases(2, 90, 2000) }, (_, seed) => seed))('%i', seed => {
        const random = generator(seed);
        const graph = graphOf(random);
        const model = modelOf(textOf(graph, random));
        const questions = graph.flatMap((_, from) =>
            graph.flatMap((__, to) => ['A', 'D'].flatMap(kind => [true, false].map(isVisible => ({ from, to, kind, isVisible }))))
        );
        // the order of the questions is another one with each seed
        const ordered = questions.map(question => ({ question, at: random(1000) })).sort((a, b) => a.at - b.at);
        for (const { question } of ordered) {
            const { from, to, kind, isVisible } = question;
            const lookup = isVisible ? lookupVisible : lookupLocal;
            const found = told(lookup(elementAt(model, `P${from}`), `${kind}${to}`));
            const expected = reached(graph, from, kind === 'A', isVisible).has(to) ? `P${to}::${kind}${to}` : '-';
            expect({ ...question, found }).toEqual({ ...question, found: expected });
        }
    });
});

/** A graph of packages in which several declare the attribute definition `Same`; some declare it as a private member. */
interface Named {
    readonly graph: readonly (readonly Edge[])[];
    readonly declared: readonly ('' | 'public' | 'private')[];
}

/** What a package has under the name `Same`, by definition: one result for all packages of a circle of imports. */
class Provided {
    constructor(private readonly of: Named) {}

    /** The package whose `Same` a package has, as names within it or importers of it see it. */
    in(at: number, isVisible: boolean): number | undefined {
        const own = this.of.declared[at];
        if (own === 'public' || (own === 'private' && !isVisible)) {
            return at;
        }
        const all = this.candidates(at, () => true);
        const isHidden = all.size > 1 || (own === 'private' && all.size > 0);
        return isHidden ? undefined : [...this.candidates(at, e => e.isPublic || !isVisible)][0];
    }

    /** Where a package gets the name from by imports of some kind: through its circle, and from outside of it. */
    private candidates(at: number, isTaken: (edge: Edge) => boolean): ReadonlySet<number> {
        const circle = this.circleOf(at);
        const found = new Set<number>();
        const visited = new Set<number>();
        const visit = (edge: Edge): void => {
            const { to } = edge;
            if (edge.isFiltered) {
                return;
            }
            if (circle.has(to)) {
                if (!visited.has(to)) {
                    visited.add(to);
                    this.of.graph[to].filter(e => e.isPublic).forEach(visit);
                }
            } else {
                const given = this.in(to, true);
                if (given !== undefined) {
                    found.add(given);
                }
            }
        };
        this.of.graph[at].filter(isTaken).forEach(visit);
        return found;
    }

    /** The packages that reach each other by imports, none of which declares the name publicly. */
    private circleOf(at: number): ReadonlySet<number> {
        const from = this.reach(at);
        return new Set([...from].filter(to => (to === at ? false : this.reach(to).has(at))).concat(from.has(at) ? [at] : []));
    }

    private reach(at: number): ReadonlySet<number> {
        const found = new Set<number>();
        const add = (from: number): void =>
            this.of.graph[from].forEach(({ to }) => {
                if (!found.has(to) && this.of.declared[to] !== 'public') {
                    found.add(to);
                    add(to);
                }
            });
        add(at);
        return found;
    }
}

describe('random graphs of imports of a name that several packages declare', () => {
    test.each(Array.from({ length: cases(10, 180, 5000) }, (_, seed) => seed))('%i', seed => {
        const random = generator(seed + 20_000);
        const graph = graphOf(random);
        const declared = graph.map(() => (['', '', 'public', 'public', 'private'] as const)[random(5)]);
        const provided = new Provided({ graph, declared });
        const text = graph.map((edges, i) => {
            const imports = edges.map(
                ({ to, isPublic, isFiltered }) =>
                    `${isPublic ? 'public' : 'private'} import P${to}::*${isFiltered ? '[@SysML::PartDefinition]' : ''};`
            );
            return `package P${i} { ${imports.join(' ')} ${declared[i] === '' ? '' : `${declared[i]} attribute def Same;`} }`;
        });
        const model = modelOf(text.join('\n'));
        const questions = graph.flatMap((_, at) => [true, false].map(isVisible => ({ at, isVisible, order: random(1000) })));
        const results = questions
            .sort((a, b) => a.order - b.order)
            .map(({ at, isVisible }) => {
                const found = told((isVisible ? lookupVisible : lookupLocal)(elementAt(model, `P${at}`), 'Same'));
                const from = provided.in(at, isVisible);
                return { at, isVisible, found, expected: from === undefined ? '-' : `P${from}::Same` };
            });
        expect(results.filter(({ found, expected }) => found !== expected)).toEqual([]);
    });
});

/** Packages with few imports each, so that a search visits many of them; a part inherits from a definition of another package. */
describe('large random graphs of imports', () => {
    test.each(Array.from({ length: cases(1, 18, 300) }, (_, seed) => seed))('%i', seed => {
        const random = generator(seed + 10_000);
        const size = 60 + random(60);
        const isFiltered = seed % 3 === 2;
        const graph = Array.from({ length: size }, (_, i) =>
            Array.from({ length: 1 + random(2) }, () => ({
                to: random(3) === 0 ? random(size) : (i + 1 + random(4)) % size,
                isPublic: random(20) > 0,
                isFiltered: isFiltered && random(30) === 0
            }))
        );
        const typed = random(size);
        const model = modelOf(
            `${textOf(graph, random)}\npackage T { part t : X::G; }\npackage X { part def G { attribute inherited; } }\n` +
                `package V { public import P${typed}::*; public import T::t::*; }`
        );
        for (let i = 0; i < 150; i++) {
            const [from, to, isVisible] = [random(size), random(size), random(2) === 0];
            const kind = random(2) === 0 ? 'A' : 'D';
            const lookup = isVisible ? lookupVisible : lookupLocal;
            const found = told(lookup(elementAt(model, `P${from}`), `${kind}${to}`));
            const expected = reached(graph, from, kind === 'A', isVisible).has(to) ? `P${to}::${kind}${to}` : '-';
            expect({ from, to, kind, isVisible, found }).toEqual({ from, to, kind, isVisible, found: expected });
        }
        expect(told(lookupVisible(elementAt(model, 'V'), 'inherited'))).toBe('X::G::inherited');
        expect(told(lookupVisible(elementAt(model, `P${typed}`), 'inherited'))).toBe('-');
    });
});

/** Packages in a row or a ring, each with imports of the next ones and further content, and references through all of them. */
function shape(size: number, targets: (i: number) => readonly number[], form = '::*', further?: (i: number) => string): string {
    const packages = Array.from({ length: size }, (_, i) => {
        const imports = targets(i).filter(to => to < size);
        return `package P${i} { ${imports.map(to => `public import P${to}${form};`).join(' ')} part def D${i}; ${further?.(i) ?? ''} }`;
    });
    return `${packages.join('\n')}\npackage U { private import P0::*; part x : D${size - 1}; part y : D${size >> 1}; part z : Missing; }`;
}

const SIZE = cases(100, 600, 2000);
const ring = (i: number): readonly number[] => [(i + 1) % SIZE, (i + 7) % SIZE];
const diamond = (i: number): readonly number[] => [i + 1, i + 2];
const far = (i: number): string => `part r : D${(i + (SIZE >> 1)) % SIZE};`;
const ahead = (i: number): string => `part r : D${Math.min(SIZE - 1, i + (SIZE >> 1))};`;
const FEW = SIZE / 5;
const small = (i: number): readonly number[] => ring(i).map(to => to % FEW);
const beside = Array.from({ length: FEW }, (_, i) => `package Q${i} { part def D${i}; }`).join('\n');
const SHAPES: Readonly<Record<string, { readonly content: string; readonly steps: number }>> = {
    'a row of diamonds': { content: shape(SIZE, diamond), steps: 12 * SIZE },
    'a ring': { content: shape(SIZE, ring), steps: 12 * SIZE },
    'a row of diamonds with one name in each': {
        content: shape(SIZE, diamond).replaceAll('part def D', 'attribute def Same; part def D'),
        steps: 12 * SIZE
    },
    'a row of recursive imports': { content: shape(SIZE, i => [i + 1], '::**'), steps: 12 * SIZE },
    'a row of diamonds of recursive imports': { content: shape(SIZE, diamond, '::**'), steps: 12 * SIZE },
    'a ring of recursive imports': { content: shape(SIZE, ring, '::**'), steps: 12 * SIZE },
    'a ring of recursive imports, all in a package': { content: `package R { ${shape(SIZE, ring, '::**')} }`, steps: 12 * SIZE },
    // each search visits so many packages before it is answered by what they all lead to
    'a ring with a reference in each': { content: shape(SIZE, ring, '::*', far), steps: 60 * SIZE },
    'a ring of recursive imports with a reference in each': { content: shape(SIZE, ring, '::**', far), steps: 60 * SIZE },
    // what a private import brings is not looked for in all packages of the ring, nor is a package of the library
    'a ring with names that the library has, too': {
        content: shape(SIZE, ring, '::*', () => 'private import ScalarValues::*; attribute a : Real; attribute b : ScalarValues::Real;'),
        steps: 20 * SIZE
    },
    'a ring with a name in front of it that the library has, too': {
        content: `part def M;\n${shape(SIZE, ring, '::*', () => 'part m : M;')}`,
        steps: 20 * SIZE
    },
    'a ring of recursive imports with types that refer to the library': {
        content: shape(SIZE, ring, '::**', i => `private import ScalarValues::*; part def E${i} { attribute r${i} : Real; }`),
        steps: 60 * SIZE
    },
    'a row of diamonds with a reference in each': { content: shape(SIZE, diamond, '::*', ahead), steps: 60 * SIZE },
    'a row of diamonds of recursive imports with a reference in each': { content: shape(SIZE, diamond, '::**', ahead), steps: 60 * SIZE },
    // names of filters are looked for in the whole ring
    'a ring with filters': {
        content: shape(FEW, small, '::*[@SysML::PartDefinition]'),
        steps: SIZE ** 2
    },
    // of two members of a name the imports lead to one, so that nothing collides on the way to it
    'a ring of names that packages beside it have, too': {
        content: `${shape(FEW, small, '::*', i => `part r : D${(i * 7 + 3) % FEW};`)}\n${beside}`,
        steps: SIZE ** 2
    }
};

test.each(Object.entries(SHAPES))('%s takes few steps', (_, { content, steps }) => {
    const workspace = new Workspace({ library: testLibrary() });
    const parse = (): readonly string[] =>
        workspace.parseFresh([{ name: 'a.sysml', language: 'sysml', content }]).diagnostics.map(d => d.code);
    parse(); // what it uses of the library is resolved once for all models
    const codes = withBudget(steps, parse);
    expect(codes.filter(code => code !== 'name-conflict')).toEqual(['unresolved']);
});

test.each([ring, diamond])('names that are nowhere take few steps in each package', targets => {
    const content = shape(SIZE, targets, '::**', i => `part r : Missing${i}; part s : Missing;`);
    const workspace = new Workspace({ library: testLibrary() });
    const { diagnostics } = withBudget(12 * SIZE, () => workspace.parseFresh([{ name: 'a.sysml', language: 'sysml', content }]));
    expect(diagnostics.length).toBeGreaterThan(100);
    expect(diagnostics.every(d => d.code === 'unresolved')).toBe(true);
});

it('an analysis whose steps are used up says so beside what it found', () => {
    const content = `package P { part a : Missing; part b : Missing; }\n${SHAPES['a ring'].content}`;
    const [document] = new Workspace({ library: testLibrary(), analysis: 'never' }).parseOnly([
        { name: 'a.sysml', language: 'sysml', content }
    ]).documents;
    const { tiers, isDivisible } = checkDocument(document, [document], false, { steps: 300 });
    const findings = tiers.flat().map(f => f.finding);
    expect(findings.map(f => f.code).filter((code, i, all) => all.indexOf(code) === i)).toEqual(['unresolved', 'analysis-budget']);
    expect(findings.at(-1)!.message).toContain('ended after 300 steps of name resolution');
    expect(isDivisible).toBe(false);
    expect(modelOf(content).diagnostics.map(d => d.code)).toEqual(['unresolved', 'unresolved', 'unresolved']);
});

it('a chain of imports that is longer than the stack is a finding, and the document is not indexed', () => {
    // a member of a type has the name, so that each type in the ring may pass it on
    const packages = shape(
        1000,
        i => [(i + 1) % 1000, (i + 7) % 1000],
        '::**',
        i => `part def E${i} { attribute r : M; }`
    );
    const content = `attribute def M; part def T { attribute M; }\n${packages}`;
    const { diagnostics } = new Workspace({ library: testLibrary(), analysis: 'at once' }).parseFresh([
        { name: 'a.sysml', language: 'sysml', content }
    ]);
    expect(diagnostics.map(d => d.code)).toEqual(['too-deep']);
});
