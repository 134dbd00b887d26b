// Every file of the standard library parses without a finding, and declares what the facts of the standard list: names, flags,
// multiplicities and the written relationships by the last name of their targets. Resolution of the names is tested with the language.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../scripts/library/generate.mjs';
import { KerMLParser } from '../../src/language/generated/kerml-parser.js';
import { SysMLParser } from '../../src/language/generated/sysml-parser.js';
import type { AstNode } from '../../src/language/generated/tree.js';
import type { SyntaxDiagnostic } from '../../src/language/syntax/diagnostics.js';
import { childrenOf, fieldOf } from '../../src/language/syntax/node.js';

const facts = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'shared', 'spec', 'library-facts', 'facts.tsv');

interface Declared {
    readonly relationships: readonly string[];
    readonly multiplicity: string;
    readonly flags: ReadonlySet<string>;
}

/** Segments of a qualified name, quotes removed. */
const segments = (name: string): string[] =>
    (name.match(/'(?:\\.|[^'\\])*'|[^':.]+/g) ?? []).map(s => s.replace(/^'|'$/g, '').replace(/\\(.)/g, '$1'));
const last = (name: string): string => segments(name).at(-1) ?? '';

const KINDS: Readonly<Record<string, string>> = {
    Subclassification: 'specializes',
    FeatureTyping: 'typedBy',
    Subsetting: 'subsets',
    Redefinition: 'redefines'
};
const FLAGS: Readonly<Record<string, string>> = {
    isAbstract: 'abstract',
    isDerived: 'derived',
    isEnd: 'end',
    isOrdered: 'ordered',
    isNonunique: 'nonunique',
    isPortion: 'portion',
    isSufficient: 'sufficient',
    isVariable: 'variable'
};

function multiplicityOf({ multiplicity }: AstNode): string {
    const bounds =
        multiplicity?.bounds.map(bound => (bound.$type === 'LiteralInfinity' ? '*' : String(bound.value ?? last(bound.text ?? '')))) ?? [];
    return bounds.join('..');
}

/** The name that a declaration has in its namespace: its own, or that of what it redefines first. */
function effectiveName(node: AstNode): string | undefined {
    return node.name ?? last(node.relationships?.find(r => r.$type === 'Redefinition')?.text ?? '');
}

/** Collects the declarations below a node by qualified name; a list, since names of one namespace may come twice. */
function collect(node: AstNode, path: string, into: Map<string, Declared[]>): void {
    for (const child of childrenOf(node)) {
        const name = effectiveName(child);
        const inner = name ? `${path}${path && '::'}${name}` : path;
        if (child.name !== undefined) {
            into.set(inner, [
                ...(into.get(inner) ?? []),
                {
                    relationships: (child.relationships ?? []).map(r => `${KINDS[r.$type] ?? r.$type} ${last(r.text ?? '')}`),
                    multiplicity: multiplicityOf(child),
                    flags: new Set(
                        Object.entries(FLAGS)
                            .filter(([key]) => fieldOf(child, key) === true)
                            .map(([, flag]) => flag)
                    )
                }
            ]);
        }
        collect(child, inner, into);
    }
}

describe('notation of the standard library', () => {
    const target = mkdtempSync(join(tmpdir(), 'library-'));
    const declared = new Map<string, Declared[]>();
    const findings: string[] = [];
    afterAll(() => {
        rmSync(target, { recursive: true, force: true });
    });

    beforeAll(async () => {
        const parsers = { kerml: new KerMLParser(), sysml: new SysMLParser() };
        for (const file of (await generateLibrary({ target })).files) {
            const text = readFileSync(join(target, file), 'utf8');
            const diagnostics: SyntaxDiagnostic[] = [];
            const root = (file.endsWith('.kerml') ? parsers.kerml : parsers.sysml).parse(text, diagnostics);
            for (const { offset, message } of diagnostics) findings.push(`${file}:${text.slice(0, offset).split('\n').length}: ${message}`);
            collect(root, '', declared);
        }
    });

    it('parses without a finding', () => {
        expect(findings).toEqual([]);
        expect(declared.size).toBeGreaterThan(5900);
    });

    it.runIf(existsSync(facts))('agrees with the facts of the standard', () => {
        const differences: string[] = [];
        for (const line of readFileSync(facts, 'utf8').replace(/\n$/, '').split('\n').slice(1)) {
            const [name = '', metaclass = '', , multiplicity = '', flags = '', , relationships = ''] = line.split('\t');
            // The transition of accept actions has this parameter without writing it.
            if (name === 'Actions::AcceptAction::aState::aTransition::apayload') continue;
            const wanted = relationships
                .split('; ')
                .filter(Boolean)
                .flatMap(part => {
                    const [, kind = '', targets = ''] = /^(\w+) (.*)$/.exec(part) ?? [];
                    return Object.values(KINDS).includes(kind)
                        ? (targets.match(/(?:'(?:\\.|[^'\\])*'|[^,'])+/g) ?? []).map(t => `${kind} ${last(t.trim())}`)
                        : [];
                });
            const wantedFlags = flags
                .split(' ')
                .filter(flag => Object.values(FLAGS).includes(flag) && metaclass !== 'EnumerationDefinition');
            const candidates = declared.get(segments(name).join('::')) ?? [];
            if (candidates.length === 0) {
                differences.push(`${name}: missing`);
                continue;
            }
            const fits = candidates.some(
                candidate =>
                    wanted.every(w => candidate.relationships.includes(w)) &&
                    candidate.relationships
                        .filter(r => Object.values(KINDS).includes(r.split(' ')[0] ?? ''))
                        .every(r => wanted.includes(r)) &&
                    (candidate.multiplicity === multiplicity || /[^\d.*]/.test(multiplicity) || metaclass === 'MultiplicityRange') &&
                    wantedFlags.every(flag => candidate.flags.has(flag))
            );
            if (!fits)
                differences.push(
                    `${name}: ${wanted.join(', ')} [${multiplicity}] ${wantedFlags.join(' ')}, not ${candidates.map(c => `${c.relationships.join(', ')} [${c.multiplicity}] ${[...c.flags].join(' ')}`).join(' / ')}`
                );
        }
        expect(differences).toEqual([]);
    });
});
