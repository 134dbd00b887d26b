// State machines: v1 beside v2 (contract: migration 7.4, 7.5), and that what is written runs.

import { describe, expect, it } from 'vitest';
import { opaqueExpression, opaqueStatements } from '../../src/migration/mapping/expressions/opaque.js';
import type { Scope } from '../../src/migration/mapping/expressions/scope.js';
import { durationOf } from '../../src/migration/mapping/machines/durations.js';
import { newDocument } from '../../src/migration/notation/declaration.js';
import { entryOf, migrated, notation, REAL, xmi } from './v1.js';

const block = (...ids: string[]): string => ids.map(id => `<sysml:Block xmi:id="a${id}" base_Class="${id}"/>`).join('');

const SIGNALS = `
    <packagedElement:Signal fill "Fill"><ownedAttribute:Property am "amount">${REAL}</ownedAttribute:Property></packagedElement:Signal>
    <packagedElement:Signal drain "Drain"/>
    <packagedElement:SignalEvent eFill "eFill" signal="fill"/>
    <packagedElement:SignalEvent eDrain "eDrain" signal="drain"/>
    <packagedElement:TimeEvent eTime "eTime" isRelative="true"><when:TimeExpression eTimeW><expr:LiteralString eTimeX value="1 minute 30 s"/></when:TimeExpression></packagedElement:TimeEvent>
    <packagedElement:ChangeEvent eChange "eChange"><changeExpression:OpaqueExpression eChangeX><body>level &gt; 8</body></changeExpression:OpaqueExpression></packagedElement:ChangeEvent>`;

/** A tank whose behaviour is a machine with these contents in its one region. */
const tank = (content: string, more = ''): string => `
    <packagedElement:Class tank "Tank" classifierBehavior="sm">
        <ownedAttribute:Property level "level">${REAL}<defaultValue:LiteralReal d value="1.0"/></ownedAttribute:Property>
        <ownedBehavior:StateMachine sm "Modes"><region:Region r "main">${content}</region:Region>${more}</ownedBehavior:StateMachine>
    </packagedElement:Class>${SIGNALS}`;

const bodyOf = (text: string): string[] => {
    const lines = text.split('\n');
    const start = lines.findIndex(line => line.includes('state def'));
    const end = lines.findIndex((line, i) => i > start && line === '    }');
    return lines.slice(start + 1, end).map(line => line.trim());
};

const initial = (target: string): string =>
    `<subvertex:Pseudostate i kind="initial"/><transition:Transition ti source="i" target="${target}"/>`;
const states = (...ids: string[]): string => ids.map(id => `<subvertex:State ${id} "${id}"/>`).join('');
const trigger = (event: string): string => `<trigger:Trigger t-${event} event="${event}"/>`;
const guard = (text: string): string =>
    `<guard:Constraint g><specification:OpaqueExpression o><body>${text}</body></specification:OpaqueExpression></guard:Constraint>`;
const effect = (text: string): string => `<effect:OpaqueBehavior f><body>${text}</body></effect:OpaqueBehavior>`;

describe('a machine', () => {
    it.each<[title: string, content: string, lines: readonly string[]]>([
        [
            'begins in a state, accepts a signal and ends',
            `${initial('a')}${states('a')}<subvertex:FinalState z/><transition:Transition t source="a" target="z">${trigger('eDrain')}</transition:Transition>`,
            ['entry; then a;', 'state a;', 'transition first a accept Drain then done;']
        ],
        [
            'has guards and effects that read what is accepted',
            `${initial('a')}${states('a', 'b')}<transition:Transition t "filled" source="a" target="b">${trigger('eFill')}${guard('level + fill.amount &lt; 10 &amp;&amp; !(level == 0)')}${effect('level += fill.amount;')}</transition:Transition>`,
            [
                'entry; then a;',
                'state a;',
                'state b;',
                'transition filled first a accept fill : Fill if level + fill.amount < 10 and not (level == 0) do action { assign level := level + fill.amount; } then b;'
            ]
        ],
        [
            'waits for time and for a condition',
            `${initial('a')}${states('a', 'b')}<transition:Transition t source="a" target="b">${trigger('eTime')}</transition:Transition><transition:Transition u source="b" target="a">${trigger('eChange')}</transition:Transition>`,
            [
                'entry; then a;',
                'state a;',
                'state b;',
                'transition first a accept after 90.0 [SI::s] then b;',
                'transition first b accept when level > 8 then a;'
            ]
        ],
        [
            'has behaviours of states',
            `${initial('a')}<subvertex:State a "a"><entry:OpaqueBehavior n><body>level = 2.5</body></entry:OpaqueBehavior><exit:OpaqueBehavior x><body>beep()</body><language>C</language></exit:OpaqueBehavior></subvertex:State>`,
            [
                'entry; then a;',
                'state a {',
                'entry action { assign level := 2.5; }',
                'exit action { /* statements in C are not translated — {C} beep() */ }',
                '}'
            ]
        ],
        [
            'has a choice whose else is what no guard admits',
            `${initial('a')}${states('a', 'b', 'c')}<subvertex:Pseudostate ch kind="choice"/><transition:Transition t source="a" target="ch"/><transition:Transition u source="ch" target="b">${guard('level &gt; 3')}</transition:Transition><transition:Transition v source="ch" target="c">${guard('else').replaceAll(' g>', ' g2>').replaceAll(' o>', ' o2>')}</transition:Transition>`,
            [
                'entry; then a;',
                'state a;',
                'state b;',
                'state c;',
                "#StateMachines::choice state 'choice';",
                "transition first a then 'choice';",
                "transition first 'choice' if level > 3 then b;",
                "transition first 'choice' if not (level > 3) then c;",
                "metadata MigrationMetadata::SynthesizedName about 'choice';"
            ]
        ],
        [
            'has composite states, which transitions cross',
            `${initial('w')}<subvertex:State w "Work"><region:Region rw>${initial('run').replaceAll(' i ', ' i2 ').replaceAll(' ti ', ' ti2 ').replaceAll('"i"', '"i2"')}${states('run')}</region:Region></subvertex:State>${states('off')}<transition:Transition t source="run" target="off">${trigger('eDrain')}</transition:Transition>`,
            [
                'entry; then Work;',
                'state Work {',
                'entry; then run;',
                'state run;',
                '}',
                'state off;',
                'transition first Work.run accept Drain then off;'
            ]
        ]
    ])('%s', (_, content, lines) => {
        expect(bodyOf(notation(tank(content), block('tank')))).toEqual(lines);
    });

    it('is exhibited by its block', () => {
        expect(notation(tank(`${initial('a')}${states('a')}`), block('tank'))).toContain('exhibit state modes : Modes;');
    });

    it('has orthogonal regions as parallel states', () => {
        const region = (id: string): string =>
            `<region:Region ${id} "${id}"><subvertex:Pseudostate i${id} kind="initial"/><subvertex:State s${id} "s"/><transition:Transition t${id} source="i${id}" target="s${id}"/></region:Region>`;
        const content = `${initial('p')}<subvertex:State p "p">${region('left')}${region('right')}</subvertex:State>`;
        expect(bodyOf(notation(tank(content), block('tank')))).toEqual([
            'entry; then p;',
            'state p parallel {',
            ...['left', 'right'].flatMap(id => [`state ${id} {`, 'entry; then s;', 'state s;', '}']),
            '}'
        ]);
    });

    it.each<[title: string, content: string, id: string, entry: object]>([
        [
            'a transition whose triggers are lost',
            `${initial('a')}${states('a')}<transition:Transition t source="a" target="a"><trigger:Trigger tr event="nowhere"/></transition:Transition>`,
            't',
            { verdict: 'unmapped', note: expect.stringContaining('fire at once') as string }
        ],
        [
            'a guard that names what is not there',
            `${initial('a')}${states('a')}<transition:Transition t source="a" target="a">${trigger('eDrain')}${guard('pressure &gt; 3')}</transition:Transition>`,
            'g',
            { verdict: 'unmapped', note: expect.stringContaining("'pressure' is not one of a feature in reach") as string }
        ],
        [
            'a transition to nowhere',
            `${initial('a')}${states('a')}<transition:Transition t source="a" target="nowhere"/>`,
            't',
            { verdict: 'unmapped' }
        ]
    ])('reports %s', (_, content, id, entry) => {
        expect(entryOf(migrated(xmi(tank(content), block('tank'))), id)).toMatchObject(entry);
    });
});

describe('opaque text', () => {
    const body = newDocument().declare('part def', 'Tank', 'property', 0);
    body.declare('attribute', 'level', 'property', 0);
    const scope: Scope = { bodies: [body] };
    const textOf = (text: readonly unknown[]): string => text.map(p => (typeof p === 'string' ? p : 'level')).join('');

    it.each([
        ['level', 'level'],
        ['this.level*2', 'level * 2'],
        ['self.level <> 1 or level = 2', 'level != 1 or level == 2'],
        ['-level % 3 >= 1.5f', '-level % 3 >= 1.5'],
        ['"a" == "b"', '"a" == "b"']
    ])('%s is %s', (text, expected) => {
        const result = opaqueExpression(text, scope);
        expect('text' in result ? textOf(result.text) : result.reason).toBe(expected);
    });

    it.each([
        ['', 'the text ends within an expression'],
        ['level >', 'the text ends within an expression'],
        ['f(level)', "the call of 'f' is not translated"],
        ['level ? 1', 'the text ends within an expression'],
        [`${'('.repeat(5000)}1`, 'the expression is nested more than 100 deep'],
        ['level.x', "'level' has no feature 'x'"],
        ['constructor', "the name 'constructor' is not one of a feature in reach"],
        ['level § 3', "'§' is outside the translated expressions"]
    ])('%s is refused', (text, reason) => {
        expect(opaqueExpression(text, scope)).toEqual({ reason });
    });

    it('assigns', () => {
        const result = opaqueStatements('level = 1; level += 2;; level++', scope);
        expect('statements' in result && result.statements.map(({ text }) => textOf(text))).toEqual([
            'assign level := 1;',
            'assign level := level + 2;',
            'assign level := level + 1;'
        ]);
    });
});

describe('durations', () => {
    it.each([
        ['80ms', false, 0.08],
        ['2 min', false, 120],
        ['1 minute 30 seconds', false, 90],
        ['after 1 h', false, 3600],
        ['3', false, 3],
        ['250', true, 0.25]
    ])('%s is %d s', (text, isCameo, seconds) => {
        expect(durationOf(text, isCameo)?.seconds).toBe(seconds);
    });

    it.each(['', 'soon', '3 parsecs', 'level'])('%j is none', text => {
        expect(durationOf(text, false)).toBeUndefined();
    });
});

describe('portable output', () => {
    const content = `${initial('a')}${states('a', 'b', 'c')}<subvertex:Pseudostate ch "ch" kind="choice"/><subvertex:Pseudostate h "h" kind="shallowHistory"/>
        <transition:Transition t source="a" target="ch"/><transition:Transition u source="ch" target="b">${guard('level &gt; 3')}</transition:Transition>
        <transition:Transition v source="ch" target="c">${guard('else').replaceAll(' g>', ' g2>').replaceAll(' o>', ' o2>')}</transition:Transition>
        <transition:Transition w source="b" target="h"/>`;

    it('has choices as plain states, and no histories', () => {
        const migration = migrated(xmi(tank(content), block('tank')), { strict: true });
        expect(migration.content).not.toContain('#StateMachines');
        expect(migration.content).toContain('state ch;');
        expect(migration.content).toContain('transition first ch if not (level > 3) then c;');
        expect(entryOf(migration, 'ch').verdict).toBe('approximated');
        expect(['h', 'w'].map(id => entryOf(migration, id).verdict)).toEqual(['unmapped', 'unmapped']);
    });

    it('of a machine is written with its kinds else', () => {
        const migration = migrated(xmi(tank(content), block('tank')));
        expect(migration.content).toContain('#StateMachines::choice state ch;');
        expect(['ch', 'h', 'w'].map(id => entryOf(migration, id).verdict)).toEqual(['mapped', 'mapped', 'mapped']);
    });
});
