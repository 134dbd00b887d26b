/**
 * Lookup of a simple name in a namespace (KerML 8.2.3.5.3): a row is a namespace, a name, and the member that each way of asking finds: its
 * own names (`owned`), with what it inherits and imports (`local`), from outside (`visible`), by a specialization (`inheritable`),
 * inherited (`inherited`).
 */
import { describe, expect, test } from 'vitest';
import {
    lookupInheritable,
    lookupInherited,
    lookupLocal,
    lookupVisible,
    membersNamed,
    ownedMember,
    replacedParameter
} from '../../../src/language/semantics/lookup.js';
import { elementAt, modelOf, told } from '../../support/elements.js';

const WAYS = { owned: ownedMember, local: lookupLocal, visible: lookupVisible, inherited: lookupInherited, inheritable: lookupInheritable };

type Expected = Partial<Record<keyof typeof WAYS, string>>;

const MODEL = modelOf(`
    package P {
        public import Shared::*;
        private import Hidden::Only;
        protected part def Guarded;
        private part def Own;
        alias Nick for Own;
        public import Renamed::Far as_is;
        part def <B> Base {
            attribute mass; private attribute secret; protected attribute inner;
            part engine { attribute power; }
            port plug;
        }
        part def Heir :> Base { :>> mass; attribute weight :>> secret; part motor :>> engine { part rotor; } }
        part def Late :> Heir { part plug; }
        part car : Heir { :>> motor { :>> rotor; } }
        calc def F { in x; in y; return r; }
        calc def G :> F { in u; }
        part def Loop :> Loop2 { part a; } part def Loop2 :> Loop { part b; }
    }
    package Shared { part def S; private part def T; public import Deep::*; }
    package Deep { part def D; private import Shared::*; }
    package Hidden { part def Only; part def Other; }
    package Renamed { part def Far; }
    package All { private import Shared::**; private import all Shared::*; }
    package Two { public import Renamed::*; public import Hidden::*; part def Far; }
`);

describe('lookup in a namespace', () => {
    test.each<[namespace: string, name: string, found: Expected]>([
        ['P', 'Base', { owned: 'P::Base', local: 'P::Base', visible: 'P::Base' }],
        ['P', 'B', { owned: 'P::Base', visible: 'P::Base' }],
        ['P', 'Own', { owned: 'P::Own', local: 'P::Own', visible: '-' }],
        ['P', 'Guarded', { owned: 'P::Guarded', local: 'P::Guarded', visible: '-' }],
        ['P', 'Nick', { owned: 'P::Nick', local: 'P::Nick', visible: 'P::Nick' }],
        ['P', 'S', { owned: '-', local: 'Shared::S', visible: 'Shared::S' }],
        ['P', 'D', { owned: '-', local: 'Deep::D', visible: 'Deep::D' }],
        ['P', 'T', { local: '-', visible: '-' }],
        ['P', 'Only', { owned: '-', local: 'Hidden::Only', visible: '-' }],
        ['P', 'Other', { local: '-', visible: '-' }],
        ['P', 'nothing', { owned: '-', local: '-', visible: '-' }],
        ['P', 'constructor', { owned: '-', local: '-', visible: '-' }],
        ['P::Base', 'secret', { owned: 'P::Base::secret', local: 'P::Base::secret', visible: '-', inheritable: '-', inherited: '-' }],
        ['P::Base', 'inner', { owned: 'P::Base::inner', visible: '-', inheritable: 'P::Base::inner' }],
        [
            'P::Heir',
            'inner',
            { owned: '-', local: 'P::Base::inner', visible: '-', inherited: 'P::Base::inner', inheritable: 'P::Base::inner' }
        ],
        ['P::Heir', 'plug', { owned: '-', local: 'P::Base::plug', visible: 'P::Base::plug', inherited: 'P::Base::plug' }],
        // a redefinition without a name of its own has that of what it redefines
        ['P::Heir', 'mass', { owned: 'P::Heir::mass', local: 'P::Heir::mass', visible: 'P::Heir::mass' }],
        // what is redefined under another name is not inherited under the old one
        ['P::Heir', 'engine', { owned: '-', local: '-', visible: '-', inherited: '-' }],
        ['P::Heir', 'motor', { owned: 'P::Heir::motor', visible: 'P::Heir::motor' }],
        ['P::Heir::motor', 'power', { local: 'P::Base::engine::power', visible: 'P::Base::engine::power' }],
        ['P::Late', 'plug', { owned: 'P::Late::plug', local: 'P::Late::plug', visible: 'P::Late::plug' }],
        ['P::car', 'motor', { owned: 'P::car::motor', visible: 'P::car::motor' }],
        ['P::car::@0', 'rotor', { owned: 'P::car::motor::rotor', visible: 'P::car::motor::rotor' }],
        ['P::car', 'mass', { local: 'P::Heir::mass', inherited: 'P::Heir::mass' }],
        // a parameter by position redefines the one in its place, whose name leads nowhere then
        ['P::G', 'x', { local: '-', inherited: '-' }],
        ['P::G', 'y', { local: 'P::F::y', inherited: 'P::F::y' }],
        ['P::G', 'r', { local: 'P::F::r' }],
        ['P::Loop', 'b', { local: 'P::Loop2::b' }],
        ['P::Loop2', 'a', { local: 'P::Loop::a' }],
        ['Shared', 'D', { owned: '-', local: 'Deep::D', visible: 'Deep::D' }],
        ['Deep', 'T', { local: '-' }],
        ['Deep', 'S', { local: 'Shared::S', visible: '-' }],
        ['All', 'T', { local: 'Shared::T', visible: '-' }],
        ['Two', 'Far', { owned: 'Two::Far', local: 'Two::Far', visible: 'Two::Far' }]
    ])('%s, %s', (namespace, name, expected) => {
        const element = elementAt(MODEL, namespace);
        const found = Object.fromEntries(Object.keys(expected).map(way => [way, told(WAYS[way as keyof typeof WAYS](element, name))]));
        expect(found).toEqual(expected);
    });

    test.each<[namespace: string, name: string, least: 'public' | 'private', found: string[]]>([
        ['Two', 'Far', 'public', ['Two::Far']],
        ['P', 'Own', 'public', []],
        ['P', 'Own', 'private', ['P::Own']],
        ['P', 'Only', 'public', []],
        ['P', 'Only', 'private', ['Hidden::Only']]
    ])('all members of %s named %s, %s', (namespace, name, least, found) => {
        expect([...membersNamed(elementAt(MODEL, namespace), name, least)].map(told)).toEqual(found);
    });

    test.each<[type: string, name: string, found: string]>([
        ['P::G', 'x', 'P::F::x'],
        ['P::G', 'y', '-'],
        ['P::F', 'x', '-']
    ])('the parameter %s replaces under the name %s', (type, name, found) => {
        expect(told(replacedParameter(elementAt(MODEL, type), name))).toBe(found);
    });
});
