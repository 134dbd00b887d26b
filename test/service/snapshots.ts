/**
 * Every snapshot of a document set keeps its answers, whichever worker gives them and whatever was parsed since: random edits, and after
 * each of them the same questions to all snapshots that are alive, through the workers. What is right is what a core says that has never
 * seen another model.
 */
import { comparable, coreOf, type Question } from './core.js';

export interface SentDocument {
    readonly name: string;
    readonly content: string;
}

/** A model over documents whose values, objects and runs read each other's packages, and one that reads none. */
export const MODEL: readonly SentDocument[] = [
    {
        name: 'a.sysml',
        content: `package A {
    private import B::*;
    private import ScalarValues::*;
    attribute sum : Integer = base + offset;
    part def Machine :> Device {
        attribute speed : Integer = limit * 2;
        state modes {
            entry; then idle;
            state idle;
            accept go if limit > 20 then fast;
            transition first idle accept go if limit <= 20 then slow;
            state fast;
            state slow;
        }
    }
    part machine : Machine;
}`
    },
    {
        name: 'b.sysml',
        content: `package B {
    public import C::*;
    attribute base : ScalarValues::Integer = 11;
    part def Device { attribute limit : ScalarValues::Integer = 17; attribute power : ScalarValues::Integer = offset + 1; }
    item def go;
}`
    },
    { name: 'z.sysml', content: 'package Z { part def Plain { attribute own = 1; } }' },
    { name: 'c.sysml', content: 'package C { attribute offset : ScalarValues::Integer = 5; }' }
];

export const QUESTIONS: readonly Question[] = [
    ['Evaluate', { expression: 'B::base' }],
    ['Evaluate', { expression: 'B::base + C::offset', contextSymbolId: 'A' }],
    ['Evaluate', { expression: 'sum', contextSymbolId: 'A' }],
    ['Evaluate', { expression: 'base * 2', contextSymbolId: 'A::Machine' }],
    ['Evaluate', { expression: 'D::extra', contextSymbolId: 'A' }],
    ['Evaluate', { expression: 'B::base + C::offset', contextSymbolId: 'Z' }],
    ['Evaluate', { expression: 'own + B::base', contextSymbolId: 'Z::Plain' }],
    ['Evaluate', { expression: 'D::extra', contextSymbolId: 'Z' }],
    ['Evaluate', { expression: 'speed + power', subjectSymbolId: 'A::machine' }],
    ['Instantiate', { symbolId: 'A::machine' }],
    ['ExecuteState', { stateMachineSymbolId: 'A::Machine::modes', events: ['go'] }],
    ['ExecuteState', { stateMachineSymbolId: 'A::Machine::modes', events: ['go'], schedule: 'explore' }],
    ['GetSymbol', { symbolId: 'A::Machine' }],
    ['GetSymbol', { symbolId: 'B::base' }],
    ['GetDiagnostics', {}],
    ['Query', { query: { scope: ['A', 'B'] } }],
    ['RenderView', { view: '#tree:A::Machine' }],
    ['ExportGraphs', { subject: 'A::Machine::modes' }],
    ['ValidateInstance', { symbolId: 'A::machine' }],
    ['Convert', { toFormat: 'ttl', documents: ['a.sysml'] }],
    ['ApplyEdits', { operations: [{ setValue: { target: 'B::base', value: '12' } }], acceptDocuments: true }]
];

/** What a core answers that has parsed nothing but these documents. */
function freshAnswers(documents: readonly SentDocument[]): { hash: string; answers: string[] } {
    const ask = coreOf(1);
    const hash = (JSON.parse(ask('ParseSources', { documents })) as { modelHash: string }).modelHash;
    return { hash, answers: QUESTIONS.map(([name, request]) => comparable(ask(name, { modelHash: hash, ...request }))) };
}

/** One random change of a value, a name, a document at the roots, or the notation. */
function edited(documents: readonly SentDocument[], random: (below: number) => number): SentDocument[] {
    const i = random(documents.length);
    const { name, content } = documents[i];
    const replaced = (text: string): SentDocument[] => documents.map((d, k) => (k === i ? { name, content: text } : d));
    switch (random(8)) {
        case 0:
            return replaced(
                content.includes('package D')
                    ? content.replace(/\npackage D .*$/, '')
                    : `${content}\npackage D { attribute extra = ${random(90)}; }`
            );
        case 1:
            return replaced(content.endsWith(' {') ? content.slice(0, -2) : `${content} {`);
        case 2:
            return replaced(
                content.includes('package C ') ? content.replace('package C ', 'package C2 ') : content.replace('package C2 ', 'package C ')
            );
        case 3:
            return [...MODEL];
        case 4:
            return replaced(content.replace(/ \/\/ note$|$/, text => (text === '' ? ' // note' : '')));
        default:
            return replaced(content.replaceAll(/= \d+;/g, text => (random(2) === 0 ? `= ${random(40)};` : text)));
    }
}

/** A running service, in this process or in others. */
export interface Asked {
    post(method: string, body: unknown): Promise<{ readonly json: Record<string, unknown>; readonly text: string }>;
}

/** Throws when a snapshot answers another thing than a fresh core. */
export async function checkSnapshots(service: Asked, steps: number, random: (below: number) => number): Promise<void> {
    const alive: { documents: readonly SentDocument[]; hash: string; answers: string[] }[] = [];
    let documents: SentDocument[] = [...MODEL];
    const parse = (edited: readonly SentDocument[]): ReturnType<Asked['post']> => service.post('ParseSources', { documents: edited });
    let parsing = parse(documents);
    for (let step = 0; step < steps; step++) {
        const { hash, answers } = freshAnswers(documents);
        const parsed = await parsing;
        if (parsed.json.modelHash !== hash) {
            throw new Error(`step ${step}: the hash is ${String(parsed.json.modelHash)}`);
        }
        if (!alive.some(s => s.hash === hash)) {
            alive.push({ documents, hash, answers });
        }
        if (alive.length > 5) {
            alive.splice(random(alive.length - 1), 1);
        }
        const next = edited(documents, random);
        // the next texts are parsed while these are asked about
        parsing = parse(next);
        await Promise.all(
            alive.flatMap(snapshot =>
                QUESTIONS.map(async ([name, request], q) => {
                    // a question that was asked before is remembered: most come when the model is no longer the newest
                    if (random(4) > 0) {
                        return;
                    }
                    const { text } = await service.post(name, { modelHash: snapshot.hash, ...request });
                    if (comparable(text) !== snapshot.answers[q]) {
                        throw new Error(
                            `step ${step}: ${name} ${JSON.stringify(request)} of ${JSON.stringify(snapshot.documents)} answers\n${comparable(text)}\ninstead of\n${snapshot.answers[q]}`
                        );
                    }
                })
            )
        );
        documents = next;
    }
    await parsing;
}
