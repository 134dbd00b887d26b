// Monte Carlo analyses of MagicDraw's customization (contract: migration 12).

import { describe, expect, it } from 'vitest';
import { entryOf, errorsOf, migrated, REAL, xmi } from './v1.js';

const MODULE = 'MD_customization_for_SysML.mdzip';
/** A reference to an element of the tool's module. */
const used = (tag: string, id: string, path: string): string =>
    `<${tag} href="${MODULE}#${id}"><xmi:Extension extender="MagicDraw UML"><referenceExtension referentPath="MD Customization for SysML::analysis patterns::${path}"/></xmi:Extension></${tag}>`;
const bound = (id: string, role: string, statistic: string): string =>
    `<ownedConnector:Connector ${id}><end:ConnectorEnd ${id}a role="${role}"/><end:ConnectorEnd ${id}b>${used('role', `_${statistic}`, `MonteCarloAnalysis::${statistic}`)}</end:ConnectorEnd></ownedConnector:Connector>`;
const value = (id: string, name: string): string => `<ownedAttribute:Property ${id} "${name}">${REAL}</ownedAttribute:Property>`;

function budget(connectors: string, general = used('general', '_mc', 'MonteCarloAnalysis')): string {
    return xmi(
        `<packagedElement:Package p "Costs"><packagedElement:Class b "Budget" classifierBehavior="run"><generalization:Generalization g>${general}</generalization:Generalization>${value('t', 'total')}${value('h', 'hours')}${connectors}
            <ownedBehavior:Activity run "Sum Up"><node:OpaqueAction step "sum"><body>total = 3;</body></node:OpaqueAction></ownedBehavior:Activity></packagedElement:Class></packagedElement:Package>`,
        '<sysml:Block xmi:id="ab" base_Class="b"/>'
    );
}

describe('Monte Carlo analyses', () => {
    it('are analyses beside the block, with what runs observe and its statistics', () => {
        const migration = migrated(budget(bound('c1', 't', 'Deviation') + bound('c2', 't', 'Mean') + bound('c3', 'h', 'OutOfSpec')));
        expect(errorsOf(migration.content)).toEqual([]);
        expect(migration.content).toContain(`    analysis def 'Budget Monte Carlo' :> Simulation::MonteCarlo {
        subject analysed : Budget;
        perform action run ::> analysed.'sum Up';
        attribute :>> observed : ScalarValues::Real = analysed.total;
        return Mean : ScalarValues::Real[0..1] = mean;
        out attribute :>> deviation;
        out attribute :>> outOfSpec;
    }`);
        expect(entryOf(migration, 'b')).toMatchObject({
            verdict: 'approximated',
            note: "its Monte Carlo analysis is 'Budget Monte Carlo'"
        });
        expect(entryOf(migration, 'c2').note).toBe("written as a statistic of 'Budget Monte Carlo'");
    });

    it('are one for each value', () => {
        const { content } = migrated(budget(bound('c1', 't', 'Mean') + bound('c2', 'h', 'Mean')));
        expect(errorsOf(content)).toEqual([]);
        expect(content).toContain('observed : ScalarValues::Real = analysed.total;');
        expect(content).toContain("analysis def 'Budget Monte Carlo 2' :> Simulation::MonteCarlo {");
        expect(content).toContain('observed : ScalarValues::Real = analysed.hours;');
    });

    it('are plain analyses in portable output', () => {
        const { content } = migrated(budget(bound('c1', 't', 'Mean')), { strict: true });
        expect(content).toContain("analysis def 'Budget Monte Carlo' {");
        expect(content).toContain('attribute observed : ScalarValues::Real = analysed.total;');
        expect(content).not.toContain('return Mean');
    });

    it('are refused where no value is bound', () => {
        const migration = migrated(budget(bound('c1', 't', 'N')));
        expect(errorsOf(migration.content)).toEqual([]);
        expect(entryOf(migration, 'b').note).toContain('the generalization to MonteCarloAnalysis is not written');
        expect(entryOf(migration, 'c1').verdict).toBe('unmapped');
    });

    it('are of the tool alone: a block of that name elsewhere is ordinary', () => {
        const migration = migrated(budget('', `<general href="other.uml#mc"/>`));
        expect(migration.content).not.toContain('Monte Carlo');
        expect(entryOf(migration, 'b').note).toContain('other.uml#mc is not part of the input');
    });
});
