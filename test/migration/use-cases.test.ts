// Use cases and actors: v1 beside v2 (contract: migration 6.3).

import { describe, expect, it } from 'vitest';
import { entryOf, migrated, notation, xmi } from './v1.js';

const MODEL = `
    <packagedElement:Class atm "Atm"/>
    <packagedElement:Actor customer "Customer"/>
    <packagedElement:Actor clerk "Clerk"><generalization:Generalization g general="customer"/></packagedElement:Actor>
    <packagedElement:UseCase draw "Withdraw" subject="atm">
        <ownedAttribute:Property who "who" type="customer"/>
        <include:Include inc addition="identify"/>
    </packagedElement:UseCase>
    <packagedElement:UseCase identify "Identify"/>
    <packagedElement:UseCase print "Print receipt">
        <extend:Extend ext extendedCase="draw" extensionLocation="point"><condition:Constraint c><specification:OpaqueExpression o><body>receipt wanted</body></specification:OpaqueExpression></condition:Constraint></extend:Extend>
    </packagedElement:UseCase>
    <packagedElement:UseCase lost "Lost"><include:Include inc2 addition="nowhere"/></packagedElement:UseCase>`;

const BLOCK = '<sysml:Block xmi:id="b" base_Class="atm"/>';

describe('use cases', () => {
    it('are usages with subject, actors and what they include', () => {
        const text = notation(MODEL, BLOCK);
        expect(text).toContain('part Clerk :> Customer;');
        expect(text).toContain(`use case Withdraw {
    subject atm : Atm;
    actor who :> Customer;
    include Identify;
}`);
        expect(text).toContain("connection 'Withdraw includes Identify' connect Withdraw to Identify;");
        expect(text).toContain(`connection 'Print receipt extends Withdraw' connect 'Print receipt' to Withdraw {
    doc /* if receipt wanted */
}`);
    });

    it('with actors and without a subject have a subject without a name, which is their first parameter', () => {
        const one = '<packagedElement:UseCase u "Use"><ownedAttribute:Property w "who" type="customer"/></packagedElement:UseCase>';
        expect(notation(MODEL + one, BLOCK)).toContain(`use case Use {
    subject;
    actor who :> Customer;
}`);
        expect(entryOf(migrated(xmi(MODEL + one, BLOCK)), 'w')).toMatchObject({ verdict: 'mapped' });
    });

    it.each([
        ['customer', { verdict: 'approximated' }],
        ['draw', { verdict: 'mapped' }],
        ['who', { verdict: 'mapped' }],
        ['inc', { verdict: 'mapped' }],
        ['ext', { verdict: 'approximated' }],
        ['c', { verdict: 'approximated' }],
        ['inc2', { verdict: 'unmapped', note: 'the other use case is not written' }]
    ])('%s has its verdict', (id, entry) => {
        expect(entryOf(migrated(xmi(MODEL, BLOCK)), id)).toMatchObject(entry);
    });
});
