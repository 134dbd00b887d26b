/** Which errors concern an element (`--force`, *Run Anyway*): a model with an error in each declaration, and those that a name reaches. */
import { describe, expect, it } from 'vitest';
import { elementById } from '../../../src/language/semantics/naming.js';
import { reachedFrom } from '../../../src/language/workspace/reach.js';
import { Workspace } from '../../../src/language/workspace/workspace.js';
import { testLibrary } from '../../support/library.js';

const MODEL = `package P {
    private import Missing0::*;
    part def Engine { attribute power : Missing1; }
    part def Car {
        part engine : Engine;
        part radio { attribute band : Missing2; }
        attribute mass = 900;
    }
    part def Van :> Car;
    part car : Car; attribute sameLine : Missing3;
    attribute total = car.mass;
    calc def Twice { in x; attribute y : Missing4; return = 2 * x; }
    attribute doubled = Twice(3);
    attribute alone = 1 + ISQ::mass;
    action drive { action steer; action brake { attribute force : Missing5; } }
    action park { perform drive; }
    alias Wagon for Engine;
    part spare : Wagon;
    part def Borrowing { private import Engine::*; private import Q::*; }
}`;

const { model } = new Workspace({ library: testLibrary() }).parse([
    { name: 'a.sysml', language: 'sysml', content: MODEL },
    { name: 'b.sysml', language: 'sysml', content: 'package Q { attribute other : Missing6; attribute near = P::alone; }' }
]);
const errors = model.diagnostics.filter(d => d.severity === 'error');

/** The numbers of the missing names among some errors. */
const missing = (found: typeof errors): string => found.map(d => /'Missing(\d)/.exec(d.message)?.[1] ?? d.message).join(' ');

describe('the errors that an element reaches', () => {
    it.each<readonly [about: string, errors: string]>([
        ['P::Engine', '1'],
        // with what is in it, and what that names
        ['P::Car', '1 2'],
        // what it specializes, and is typed by
        ['P::Van', '1 2'],
        ['P::car', '1 2'],
        // what its value names
        ['P::total', '1 2'],
        ['P::doubled', '4'],
        ['P::spare', '1'],
        ['P::alone', ''],
        // what an action performs
        ['P::park', '5'],
        // a type whose members it imports, no package
        ['P::Borrowing', '1'],
        // the types and usages around it, but no package
        ['P::drive::steer', '5'],
        ['P::Car::mass', '1 2'],
        ['P::sameLine', '3'],
        // a whole package
        ['P', '0 1 2 3 4 5'],
        // an element of another document
        ['Q::near', ''],
        ['Q::other', '6'],
        // a path is about its first name, if nothing has the whole one
        ['P::car.mass', '1 2'],
        ['P::car.engine[1].nothing', '1 2']
    ])('%s: %j', (about, found) => {
        expect(missing(errors.filter(reachedFrom(model, [about])))).toBe(found);
    });

    it('are those of all elements together, given by name or themselves', () => {
        const alone = elementById(model, 'P::alone')!;
        expect(missing(errors.filter(reachedFrom(model, ['P::doubled', alone, 'P::Engine'])))).toBe('1 4');
        expect(missing(errors.filter(reachedFrom(model, [alone])))).toBe('');
        expect(missing(errors.filter(reachedFrom(model, [])))).toBe('');
    });

    it.each([[undefined], [['P::nobody']], [['nobody', 'nobody.x']]])('are all where no element is known: %j', about => {
        expect(errors.filter(reachedFrom(model, about))).toEqual(errors);
    });

    it('are those without a place, too', () => {
        expect(reachedFrom(model, ['P::alone'])({ severity: 'error', code: '', message: 'no such file' })).toBe(true);
    });
});
