// Operations, activities, interactions, opaque text: v1 beside v2 (contract: migration 7, 8).

import { describe, expect, it } from 'vitest';
import type { Migration } from '../../src/migration/index.js';
import { entryOf, migrated, notation, REAL, xmi } from './v1.js';

const block = (...ids: string[]): string => ids.map(id => `<sysml:Block xmi:id="a${id}" base_Class="${id}"/>`).join('');
const edge = (id: string, from: string, to: string, more = ''): string =>
    `<edge:ControlFlow ${id} source="${from}" target="${to}">${more}</edge:ControlFlow>`;

describe('operations', () => {
    it('are action definitions with a usage', () => {
        const text = notation(
            `<packagedElement:Class b "Pump"><ownedOperation:Operation o "Start"><ownedParameter:Parameter p "speed">${REAL}</ownedParameter:Parameter>
                <ownedParameter:Parameter r direction="return">${REAL}</ownedParameter:Parameter></ownedOperation:Operation></packagedElement:Class>`,
            block('b')
        );
        expect(text).toContain(
            `    abstract action def Start {
        in speed : ScalarValues::Real;
        out result : ScalarValues::Real;
    }
    action start : Start;`
        );
    });
});

describe('activities', () => {
    const ACTIVITY = `<packagedElement:Activity act "Fill">
        <ownedParameter:Parameter level "level">${REAL}</ownedParameter:Parameter>
        <node:InitialNode i/><node:CallBehaviorAction call "measure" behavior="other"><result:OutputPin out "o"/></node:CallBehaviorAction>
        <node:DecisionNode d/><node:OpaqueAction oa "report"><inputValue:InputPin in "value">${REAL}</inputValue:InputPin><body>print</body><language>OCL</language></node:OpaqueAction>
        <node:ActivityFinalNode f/><node:MergeNode lonely "lonely"/>
        ${edge('e1', 'i', 'call')}${edge('e2', 'call', 'd')}
        ${edge('e3', 'd', 'oa', '<guard:OpaqueExpression g><body>level &gt; 3</body></guard:OpaqueExpression>')}
        ${edge('e4', 'd', 'f')}${edge('e5', 'oa', 'f')}
        <edge:ObjectFlow e6 source="out" target="in"/></packagedElement:Activity>
        <packagedElement:Activity other "Measure"><ownedParameter:Parameter mo "level" direction="out">${REAL}</ownedParameter:Parameter></packagedElement:Activity>`;

    it('are action definitions with their nodes and edges', () => {
        const migration = migrated(xmi(ACTIVITY));
        expect(migration.content).toContain(
            `action def Fill {
    in level : ScalarValues::Real;
    action measure : Measure;
    decide decision;`.replace('decision', "'decide'")
        );
        expect(migration.content).toContain('    first start then measure;\n');
        expect(migration.content).toContain("    first 'decide' if level > 3 then report;\n");
        expect(migration.content).toContain('    flow of ScalarValues::Real from measure.level to report.value;\n');
        expect(entryOf(migration, 'oa')).toMatchObject({ verdict: 'approximated', note: expect.stringContaining('OCL') as string });
        expect(entryOf(migration, 'e6')).toMatchObject({ verdict: 'mapped' });
        expect(migration.report.counts.unmapped).toBe(0);
    });

    it('keep steps and states apart from what the library gives each of them', () => {
        const step = (id: string, name: string): string => `<node:OpaqueAction ${id} "${name}"/>`;
        const migration = migrated(
            xmi(
                `<packagedElement:Activity act "Act"><node:InitialNode i/>${step('s', 'start')}${step('t', 'this')}<node:ActivityFinalNode d "done"/>
                    ${edge('e1', 'i', 's')}${edge('e2', 's', 't')}${edge('e3', 't', 'd')}</packagedElement:Activity>
                 <packagedElement:StateMachine sm "done"><region:Region rg><subvertex:Pseudostate si kind="initial"/><subvertex:State so "done"/>
                    <subvertex:FinalState sf/><transition:Transition t1 source="si" target="so"/><transition:Transition t2 source="so" target="sf"/>
                    </region:Region></packagedElement:StateMachine>`
            )
        );
        expect(migration.content.split('\n').map(line => line.trim())).toEqual(
            expect.arrayContaining(["first start then 'start 2';", "first 'start 2' then 'this 2';", "first 'this 2' then 'done 2';"])
        );
        expect(migration.content).toContain("entry; then 'done 2';\n    state 'done 2';\n    transition first 'done 2' then done;");
        expect(entryOf(migration, 's')).toMatchObject({ verdict: 'approximated', target: "Act::'start 2'" });
        expect(entryOf(migration, 'sm')).toMatchObject({ verdict: 'mapped', target: "'done'" });
    });

    it('of a block that are its behaviour are performed', () => {
        const text = notation(
            `<packagedElement:Class b "Pump" classifierBehavior="run"><ownedAttribute:Property x "count">${REAL}</ownedAttribute:Property>
             <ownedBehavior:Activity run "Run"><node:InitialNode i/><node:OpaqueAction step "step"><body>count = count + 1;</body><language>JavaScript</language></node:OpaqueAction>${edge('e', 'i', 'step')}</ownedBehavior:Activity></packagedElement:Class>`,
            block('b')
        );
        expect(text).toContain("    perform action run {\n        action 'step' {\n            assign count := count + 1;");
    });
});

describe('interactions', () => {
    it('are occurrences with lifelines and messages in order', () => {
        const member = (id: string, covered: string, message: string): string =>
            `<fragment:MessageOccurrenceSpecification ${id} covered="${covered}" message="${message}"/>`;
        const migration = migrated(
            xmi(`<packagedElement:Interaction s "Story">
                <lifeline:Lifeline a "A"/><lifeline:Lifeline b "B"/>
                ${member('f1', 'a', 'm1')}${member('f2', 'b', 'm1')}
                <fragment:CombinedFragment cf interactionOperator="opt"><operand:InteractionOperand op>${member('f3', 'b', 'm2')}${member('f4', 'a', 'm2')}</operand:InteractionOperand></fragment:CombinedFragment>
                <message:Message m1 "ask" sendEvent="f1" receiveEvent="f2"/><message:Message m2 "answer" sendEvent="f3" receiveEvent="f4"/></packagedElement:Interaction>`)
        );
        expect(migration.content).toContain(`occurrence def Story {
    ref occurrence A;
    ref occurrence B;
    message ask from A to B;
    comment about answer /* opt, operand 1 */
    message answer from B to A;
    first ask then answer;
}
`);
        expect(migration.report.counts.unmapped).toBe(0);
    });
});

describe('opaque text', () => {
    const constraint = (body: string, language = ''): Migration =>
        migrated(
            xmi(
                `<packagedElement:Class b "B"><ownedAttribute:Property mass "mass">${REAL}</ownedAttribute:Property>
                 <ownedRule:Constraint c "law"><specification:OpaqueExpression s><language>${language}</language><body>${body}</body></specification:OpaqueExpression></ownedRule:Constraint></packagedElement:Class>`,
                block('b')
            )
        );
    it.each([
        ['an equation', 'mass = 2 * 3', '', 'mass == 2 * 3'],
        [
            'a script',
            'mass &gt; 1.5 &amp;&amp; !(mass &gt;= Math.max(2, 3))',
            'JavaScript',
            'mass > 1.5 and not (mass >= RealFunctions::max(2, 3))'
        ],
        ['words', 'mass &gt; 0 AND TRUE', 'English', 'mass > 0 and true']
    ])('is translated: %s', (_title, body, language, expected) => {
        expect(constraint(body, language).content).toContain(`    constraint law {\n        ${expected}\n    }\n`);
    });

    it.each([
        ['another language', 'mass.oclIsKindOf(Real) and mass &lt;&gt; 2 and mass &gt; 1', 'OCL', 'text in OCL is not translated'],
        [
            'SysML with a name that resolves to nothing',
            'Other::limit &gt; 1',
            'SysML',
            "the name 'Other::limit' is not one of what is written"
        ],
        [
            'SysML with a body of its own',
            'mass-&gt;ControlFunctions::collect { in x; x + 1 } &gt; 1',
            'SysML',
            "'BodyExpression' is not copied"
        ],
        ['a name that resolves to nothing', 'weight &gt; 1', '', "the name 'weight' is not one of a feature in reach"],
        ['an unknown function', 'grow(mass) &gt; 1', '', "the call of 'grow' is not translated"]
    ])('is refused: %s', (_title, body, language, reason) => {
        const migration = constraint(body, language);
        expect(entryOf(migration, 'c')).toMatchObject({ verdict: 'approximated', note: `kept as text: ${reason}` });
        expect(migration.content).toMatch(/constraint law \{\n +\/\* .*> 1 \*\/\n/);
    });
});
