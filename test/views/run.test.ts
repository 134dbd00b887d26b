/** A run in the picture: its frames in the ids of a rendering, the picture that plays them, the tree of an exploration. */
import { describe, expect, it } from 'vitest';
import { executeAction, executeState, policyOf } from '../../src/runtime/behaviour/index.js';
import { drawOutcomes, drawView, framesOf, type RenderedView, type RunFrame } from '../../src/views/index.js';
import { type OutcomeTree, outcomeTreeOf } from '../../src/views/run/outcome-tree.js';
import { modelOf, rendered } from './rendering.js';

interface Case {
    readonly title: string;
    readonly body: string;
    readonly of: string;
    /** names of events, for a machine */
    readonly events?: readonly string[];
    /** where another element than the one that runs is drawn */
    readonly drawn?: string;
    /** `time: active nodes (tokens where several) | taken edges`, a line a frame */
    readonly frames: readonly string[];
}

const LAMP = `attribute def press; attribute def next;
    state def Lamp { entry; then off; state off; accept press then on;
        state on parallel { state colour { entry; then red; state red; accept next then green; state green; }
                            state dim { entry; then low; state low; accept next then high; state high; } }
        transition first on accept press then off; }`;
const MAKE = `action def Make { first start; then fork split; then heat; action heat; then sync; first split then press; action press; then sync;
    join sync; then wait; action wait accept after 2 [SI::s]; then done; }`;

const MACHINES: readonly Case[] = [
    {
        title: 'a machine begins, reacts, is left',
        body: LAMP,
        of: 'T::Lamp',
        events: ['press', 'press'],
        frames: ['0: off | *->off', '0: on colour red dim low | off->on *->red *->low', '0: off | on->off']
    },
    {
        title: 'regions that react to one event part only where the picture changes',
        body: LAMP,
        of: 'T::Lamp',
        events: ['press', 'next'],
        frames: [
            '0: off | *->off',
            '0: on colour red dim low | off->on *->red *->low',
            '0: on colour green dim low | red->green',
            '0: on colour green dim high | low->high'
        ]
    },
    {
        title: 'a choice and a timer: segments are taken together',
        body: `state def M { entry; then a; state a; transition first a accept after 5 [SI::s] then which;
            #StateMachines::choice state which; transition first which if true then b; transition first which if false then a; state b; }`,
        of: 'T::M',
        events: [],
        frames: ['0: a | *->a', '5: b | a->which which->b']
    },
    {
        title: 'a machine that ends stays at its end',
        body: 'state def M { entry; then a; state a; then done; }',
        of: 'T::M',
        events: [],
        frames: ['0: a | *->a', '0: done | a->done']
    },
    {
        title: 'another machine than the drawn one shows where it uses the same states',
        body: 'attribute def go; state def M { entry; then a; state a; accept go then b; state b; } state m : M;',
        of: 'T::m',
        drawn: '#state:T::M',
        events: ['go'],
        frames: ['0: a | *->a', '0: b | a->b']
    }
];

const ACTIONS: readonly Case[] = [
    {
        title: 'tokens part and meet',
        body: MAKE,
        of: 'T::Make',
        frames: [
            '0: start | ',
            '0: split | start->split',
            '0: heat press | split->heat split->press',
            '0: sync×2 | heat->sync press->sync',
            '0: wait | sync->wait',
            '2: done | wait->done',
            '2:  | '
        ]
    },
    {
        title: 'a flow within a step is shown within it',
        body: 'action def A { first start; then outer; action outer { first start; then inner; action inner; then done; } then done; }',
        of: 'T::A',
        frames: [
            '0: start | ',
            '0: outer | start->outer',
            '0: outer start | ',
            '0: outer inner | start->inner',
            '0: outer done | inner->done',
            '0: outer | ',
            '0: done | outer->done',
            '0:  | '
        ]
    }
];

function linesOf(view: RenderedView, frames: readonly RunFrame[]): string[] {
    const names = new Map(view.nodes.map(n => [n.id, n.name.replace(/^.*::/, '') || n.kind]));
    const ways = new Map([
        ...view.edges.map(e => [e.id, `${names.get(e.from)}->${names.get(e.to)}`] as const),
        ...view.entries.map(e => [e.id, `*->${names.get(e.target)}`] as const)
    ]);
    return frames.map(({ time, active, tokens, taken }) => {
        const shown = active.map(id => {
            const count = tokens.find(t => t.node === id)?.count ?? 1;
            return `${names.get(id)}${count > 1 ? `×${count}` : ''}`;
        });
        return `${time}: ${shown.join(' ')} | ${taken.map(id => ways.get(id)).join(' ')}`;
    });
}

const DECLARED = policyOf('declared');

describe('a run in the picture', () => {
    it.each(MACHINES)('of a machine: $title', async ({ body, of, drawn, events = [], frames }) => {
        const model = modelOf(body);
        const view = rendered(model, drawn ?? `#state:${of}`);
        const { moments, error } = executeState(model, { machine: of, events, policy: DECLARED, moments: true });
        expect(error).toBe('');
        const told = framesOf(view, moments);
        expect(linesOf(view, told)).toEqual(frames);
        expect(await drawView(view, { frames: told })).toContain('@keyframes');
    });

    it.each(ACTIONS)('of an action: $title', async ({ body, of, frames }) => {
        const model = modelOf(body);
        const view = rendered(model, `#action:${of}`);
        const { moments, error } = executeAction(model, { action: of, policy: DECLARED, moments: true });
        expect(error).toBe('');
        const told = framesOf(view, moments);
        expect(linesOf(view, told)).toEqual(frames);
        expect(await drawView(view, { frames: told })).toContain('@keyframes');
    });

    it('tells nothing where it is not asked to', () => {
        const { moments } = executeAction(modelOf(MAKE), { action: 'T::Make', policy: DECLARED });
        expect(moments).toEqual([]);
    });
});

const RACE = `action def Race { out attribute level : Integer := 1; first start; then fork f; then a; then b;
    action a { assign level := level * 2; } action b { assign level := level + 3; } first a then sync; first b then sync; join sync; then done; }`;

/** title, body, tree in lines */
const TREES: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['orders that differ', RACE, 'explore', ['step 3 (2)', '  a: 1 level=5', '  b: 1 level=8']],
    ['orders that do not differ are one outcome', RACE.replace('level * 2', 'level + 2'), 'explore', ['2 level=6']],
    ['what the budget has no room for', RACE, 'explore:runs=1', ['step 3 (1)', '  a: 1 level=5', '  b: not tried']]
];

function treeLines(tree: OutcomeTree, lead = '', indent = ''): string[] {
    if (tree.kind === 'untried') {
        return [`${lead}not tried`];
    }
    if (tree.kind === 'outcome') {
        return [`${lead}${tree.runs} ${[...tree.outcome.outputs].map(([name, value]) => `${name}=${value as bigint}`).join(' ')}`];
    }
    const below = tree.branches.flatMap(b => treeLines(b.to, `${indent}  ${b.alternatives.join(', ')}: `, `${indent}  `));
    return [`${lead}${tree.subject} (${tree.runs})`, ...below];
}

describe('the tree of an exploration', () => {
    it.each(TREES)('%s', async (_, body, schedule, lines) => {
        const request = { action: 'T::Race', policy: policyOf(schedule), moments: true };
        const exploration = executeAction(modelOf(body), request).exploration!;
        expect(treeLines(outcomeTreeOf(exploration.tree))).toEqual(lines);
        expect(await drawOutcomes('T::Race', exploration)).toContain('outcomes of T::Race');
    });
});
